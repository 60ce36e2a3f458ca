"""Palanquée on the page: whose turn it is, what may be done with each piece, and what stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from ....engine.palanquee.judging.referee import PalanqueeVerdict
from ....engine.palanquee.play.actions import ActionKind
from ....engine.palanquee.play.match import PalanqueeMatch
from ....engine.palanquee.table.board import cell_name, cells_of, names_of
from ....engine.palanquee.table.pieces import NUMBERS, SEEDS_OF_A_PLAYER
from ....engine.phrases import Phrase
from ...tables.board_sight import BoardSight
from ...texts import say, say_phrase, say_word
from ..pictures.items import Item
from ..pictures.verdicts import verdict_json
from ..printed.seen import NOTHING_TO_DO, pieces_json, seeds_json, seen_garden
from ..state import GameState
from .going_on import going_on_verdict, is_under_way
from .items import study_items
from .judged import judged_verdict
from .program import colours_of_program, programs_turn


def palanquee_view(state: GameState, language: str) -> dict[str, Any]:
    """Players with their reserves, the turn, and what may be done with every piece."""
    play = state.playing
    match = cast(PalanqueeMatch, play.game)
    position = match.position
    sight = BoardSight.of(state.sight)
    judged = not sight.lies_still(position)
    under_way = is_under_way(state, match)
    verdict = _verdict(state, match, language)
    if under_way:
        verdict = going_on_verdict(match, sight, language)
    elif judged:
        verdict = judged_verdict(match, sight, cast(PalanqueeVerdict, state.verdict), language)
    return {
        "board": position.to_text(),
        "table": play.plug.table.name,
        "turn": match.on_turn,
        "turn_number": sum(position.turns) + 1,
        "over": match.over,
        "result": _result(match, language),
        "players": [
            _player(match, colour, language) | {"program": colour in colours_of_program(state)}
            for colour in position.players
        ],
        "garden": seen_garden(sight.standing(position), () if under_way else state.verdict.fresh)
        | {"owed": match.game.owed}
        if judged
        else _garden(match, is_ours=not programs_turn(state))
        | ({} if play.resigned is None else NOTHING_TO_DO),
        **seeds_json(state),
        "verdict": verdict,
    }


def _player(match: PalanqueeMatch, colour: str, language: str) -> dict[str, Any]:
    position = match.position
    reserve = position.reserve[position.players.index(colour)]
    seeds = position.pieces.count(NUMBERS[colour])[0]
    return {
        "name": match.name_of(colour),
        "colour": colour,
        "colour_name": say_word(language, colour),
        "on_turn": not match.over and colour == position.to_move,
        "out": colour not in position.still_in,
        "seeds": reserve.seeds,
        "sprouts": reserve.sprouts,
        "lost": max(0, SEEDS_OF_A_PLAYER - seeds - reserve.seeds),
    }


def _garden(match: PalanqueeMatch, *, is_ours: bool = True) -> dict[str, Any]:
    """What stands where, and the legal actions by what one touches first; none of them where the
    program is on turn."""
    game = match.game
    lone: dict[str, list[str]] = {}
    led: dict[str, dict[str, list[str]]] = {"move": {}, "hatch": {}}
    for action in game.legal_actions() if is_ours else ():
        if action.to is None:
            word = f"{action.kind.value}{'_seed' if action.seed else ''}"
            lone.setdefault(word, []).append(cell_name(action.cell))
        else:
            targets = led[action.kind.value].setdefault(cell_name(action.cell), [])
            targets.append(cell_name(action.to))
    lone[ActionKind.CLAIM.value] = [cell_name(claim.cell) for claim in game.legal_claims()]
    return {
        "pieces": pieces_json(match.position.pieces),
        "legal": lone,
        "led": led,
        "owed": game.owed,
        "owed_by_plant": [
            {"cells": names_of(group), "count": count}
            for group, count in game.owed_by_group.items()
        ],
        "can_end": not match.over and game.begun and is_ours,
        "latest": [cell_name(cell) for cell in match.fresh],
        "is_seen": False,
    }


def _result(match: PalanqueeMatch, language: str) -> dict[str, Any] | None:
    if match.result is None:
        return None
    return {"winner": match.result, "text": _ending(match, language)}


def _ending(match: PalanqueeMatch, language: str) -> str:
    outcome = match.game.outcome
    if outcome is None or outcome.winner is None:
        return say_phrase(language, Phrase("palanquee_draw"))
    return say(language, "palanquee.wins", player=match.name_of(outcome.winner))


def _verdict(state: GameState, match: PalanqueeMatch, language: str) -> dict[str, Any]:
    last = match.deed.phrase if match.deed is not None else None
    told = "" if last is None else say_phrase(language, last)
    if match.over:
        level, text = "win", _ending(match, language)
    else:
        level = "info"
        text = say(
            language,
            "palanquee.plays",
            player=match.on_turn,
            colour=say_word(language, match.position.to_move),
            count=match.game.owed,
        )
    if programs_turn(state):
        text = say(language, "partner.thinks", colour=say_word(language, match.position.to_move))
    items = [*_plants(match, language), *_claims(match, language)]
    if state.shows_threats and not match.over:
        items += study_items(match.game, language)
    return verdict_json(level, text, told[:1].upper() + told[1:], items)


def _plants(match: PalanqueeMatch, language: str) -> Iterator[Item]:
    """What is still due to each plant and parasite of the player on turn."""
    for group, count in match.game.owed_by_group.items():
        cells = tuple(names_of(group))
        first = cell_name(next(cells_of(group)))
        yield Item("info", say(language, "palanquee.owes", cell=first, count=count), cells)


def _claims(match: PalanqueeMatch, language: str) -> Iterator[Item]:
    cells = tuple(cell_name(claim.cell) for claim in match.game.legal_claims())
    if cells:
        phrase = Phrase("palanquee_may_be_claimed", {"cells": cells})
        yield Item("unsure", say_phrase(language, phrase), cells)
