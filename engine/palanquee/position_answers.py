"""What ``palago palanquee`` answers for a position: its legal actions, or actions played in it."""

from __future__ import annotations

import json
from typing import Any

from .advice.analysis import Analysis
from .judging.status import status
from .play.actions import PalanqueeAction
from .play.game import PalanqueeTurn
from .play.rules import PalanqueeRefusal, PalanqueeRule
from .position import PalanqueePosition
from .position_json import QuestionSaid, position_from_json
from .table.pieces_json import said_in

AnswerJson = dict[str, Any]


def legal_answer(value: object) -> AnswerJson:
    """Every legal first action of the turn, sorted as text. Raises PositionError."""
    position = position_from_json(value)
    actions = sorted(map(str, PalanqueeTurn.at(position).legal_actions()))
    return {"id": id_of(value), "actions": actions} | _warnings(position)


def play_answer(value: object) -> AnswerJson:
    """The position's ``actions``, played in order up to the first that is not legal. Raises
    PositionError."""
    position, asked = position_from_json(value), said_in(QuestionSaid, value)
    game, steps = PalanqueeTurn.at(position), []
    for text in asked.actions:
        found = game.attempt(text if isinstance(text, str) else json.dumps(text))
        if isinstance(found, PalanqueeRefusal):
            steps.append(refusal_json(text, found))
            break
        steps.append(found.to_json())
        game = found.game
    outcome = game.outcome
    return {
        "id": asked.id,
        "steps": steps,
        "owed": game.owed,
        "position": {"id": asked.id} | game.position.to_json(),
        "over": outcome is not None,
        "winner": None if outcome is None else outcome.winner,
    } | _warnings(position)


def analyse_answer(value: object) -> AnswerJson:
    """What a player wants to see in a position. Raises PositionError."""
    position = position_from_json(value)
    shown = Analysis(PalanqueeTurn.at(position)).to_json()
    return {"id": id_of(value)} | shown | _warnings(position)


def refusal_json(text: Any, refusal: PalanqueeRefusal) -> AnswerJson:
    """An action that was refused, with the first rule that it breaks."""
    if refusal.rule is not PalanqueeRule.FORMAT:
        text = str(PalanqueeAction.from_text(text))
    return {"action": text, "legal": False, "rule": refusal.rule.value, "why": str(refusal)}


def id_of(value: object) -> str | int | None:
    """The ``id`` of a position, None where it has none. Raises PositionError."""
    return said_in(QuestionSaid, value).id


def _warnings(position: PalanqueePosition) -> AnswerJson:
    found = [str(finding) for finding in status(position)]
    return {"warnings": found} if found else {}
