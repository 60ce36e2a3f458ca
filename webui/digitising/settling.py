"""What people have said about the doubts of a film or photos."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from ...engine.following.doubts import ENDS_NO_TURN
from ...engine.following.shots import ToCheck
from ...engine.phrases import Phrase
from ...engine.values import plain, value_of
from ...vision.readings.dice import Face
from ..games.play import ChangeRefused
from ..sent import Name, tag_of
from ..tables.choice import table_page
from ..tables.page import AnswerSent, CellAnswer, CellsTold, TableDigitised
from ..tables.shots import CameraShot

if TYPE_CHECKING:
    from .digitise import Digitised


MOST_ACTIONS = 8

ActionText = Annotated[str, Meta(max_length=200)]


@dataclass(frozen=True)
class Settled:
    """Answers to the questions of one film or folder of photos.

    ``crossed``: White and Blue are the other way round. ``no_doubt``: by their source, doubts that
    are none; ``fine``: sources of which nothing is asked, as earlier versions kept it.
    ``skipped``: sources that show nothing of the game. ``cells``: what lies in cells. ``played``:
    what was played. ``rolled``: what the dice showed before it. ``began``: the player who began;
    ``on_turn``: the one whose turn it is at the end.
    ``gaps``: whether a photo is missing (True) or a turn broke the rules (False).
    ``table``: the first photo of the table that the record is of, where photos seem to show
    several; empty where they show one.
    """

    crossed: bool | None = None
    fine: frozenset[str] = frozenset()
    no_doubt: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    skipped: frozenset[str] = frozenset()
    cells: CellsTold = field(default_factory=dict)
    played: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rolled: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    began: str | None = None
    on_turn: str | None = None
    gaps: Mapping[str, bool] = field(default_factory=dict)
    table: str | None = None

    def to_json(self) -> dict[str, Any]:
        """The answers as plain JSON."""
        return plain(self)

    def leaves_open(self, entry: ToCheck) -> bool:
        """Whether something is asked of a source that nobody has settled. That no turn ends there
        stays true, whatever is wrong with it by later answers."""
        if not entry.said or entry.source in self.fine:
            return False
        known = {_worded.sub("", one) for one in self.no_doubt.get(entry.source, ())}
        said = (ENDS_NO_TURN,) if ENDS_NO_TURN in entry.said else entry.said
        return any(doubt_word(one) not in known for one in said)

    def with_answer(self, answer: Mapping[str, Any], game: Digitised) -> Settled:
        """The answers with one more; ``game`` is what it was asked about. Raises ChangeRefused."""
        of_cell = table_page(game.follower.plug.table).digitised.answered
        kind = {**ANSWERS, tag_of(of_cell): of_cell}.get(answer["what"])
        at = answer["source"]
        match None if kind is None else value_of(kind, answer):
            case AllFine():
                entries = (entry for entry in game.to_check if entry.source == at)
                said = (doubt_word(one) for entry in entries for one in entry.said)
                none = tuple(dict.fromkeys((*self.no_doubt.get(at, ()), *said)))
                return replace(self, no_doubt={**self.no_doubt, at: none})
            case LeaveOut():
                return replace(self, skipped=self.skipped | {at})
            case WhichColours(crossed=crossed):
                return replace(self, crossed=crossed)
            case WasPlayed(actions=actions):
                return replace(self, played={**self.played, at: actions})
            case WasRolled(faces=faces):
                return replace(self, rolled={**self.rolled, at: faces})
            case Began(player=player):
                return replace(self, began=player)
            case OnTurn(player=player):
                return replace(self, on_turn=player)
            case GapOrBreach(missing=missing):
                return replace(self, gaps={**self.gaps, at: missing})
            case WhichTable(first=first):  # who began and is on turn did so at another one
                return replace(self, table=first, began=None, on_turn=None)
            case CellAnswer() as told if at in game.shots:
                return replace(self, cells=told.settled(self.cells, game))
        raise ChangeRefused.of("not_asked")


#: What a doubt within a doubt says, as earlier versions kept it: it may be worded otherwise now.
_worded = re.compile(r'"text": "(?:[^"\\]|\\.)*+", ')


def doubt_word(said: Phrase | str) -> str:
    """A doubt as it is kept: what it says, and of what."""
    if isinstance(said, str):
        return said
    told = said.to_json()
    return _worded.sub("", json.dumps([told["key"], told["values"]], sort_keys=True))


class AllFine(AnswerSent, tag="fine"):
    """It is as it was read."""


class LeaveOut(AnswerSent, tag="skip"):
    """It is to be left out."""


class WhichColours(AnswerSent, tag="colours"):
    """Whether White and Blue have to change names."""

    crossed: bool


class WasPlayed(AnswerSent, tag="played"):
    """What was played."""

    actions: Annotated[
        tuple[ActionText, ...], Meta(min_length=1, max_length=MOST_ACTIONS, title="a list of texts")
    ]


class WasRolled(AnswerSent, tag="rolled"):
    """What the dice showed before it."""

    faces: Annotated[tuple[Face, ...], Meta(min_length=1, max_length=2, title="the dice")]


class Began(AnswerSent, tag="began"):
    """Who began."""

    player: Name


class OnTurn(AnswerSent, tag="on_turn"):
    """Whose turn it is at the end."""

    player: Name


class GapOrBreach(AnswerSent, tag="gap"):
    """Whether a photo is missing before it; otherwise it was one turn, against the rules."""

    missing: bool


class WhichTable(AnswerSent, tag="table"):
    """Of which of several tables the record is: the one that this photo shows first of all photos;
    or that all show one table."""

    first: Annotated[str, Meta(max_length=300)]


#: What can be answered whatever the table, by what JSON calls it.
ANSWERS: Mapping[str, type[AnswerSent]] = {
    tag_of(kind): kind
    for kind in (
        *(AllFine, LeaveOut, WhichColours, WasPlayed, WasRolled),
        *(Began, OnTurn, GapOrBreach, WhichTable),
    )
}


def corrected(shot: CameraShot, settled: Settled, table: TableDigitised) -> CameraShot:
    """A shot with what people say lies there."""
    told = settled.cells.get(shot.source, ())
    return replace(shot, seen=table.corrected(shot.seen, told)) if told and shot.seen else shot
