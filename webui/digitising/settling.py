"""What people have said about the doubts of a film or photos."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ...engine.values import plain
from ..refusal import Refusal
from ..tables.choice import table_page
from ..tables.page import CellsTold, TableDigitised
from ..tables.shots import CameraShot

if TYPE_CHECKING:
    from .digitise import Digitised


class NotAsked(Refusal, ValueError):
    """An answer to what nobody has asked; the message says so."""


@dataclass(frozen=True)
class Settled:
    """Answers to the questions of one film or folder of photos.

    ``crossed``: White and Blue are the other way round. ``fine``: sources whose doubts are none.
    ``skipped``: sources that show nothing of the game. ``cells``: what lies in cells. ``played``:
    what was played. ``rolled``: what the dice showed before it. ``began``: the player who began;
    ``on_turn``: the one whose turn it is at the end.
    ``gaps``: whether a photo is missing (True) or a turn broke the rules (False).
    """

    crossed: bool | None = None
    fine: frozenset[str] = frozenset()
    skipped: frozenset[str] = frozenset()
    cells: CellsTold = field(default_factory=dict)
    played: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rolled: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    began: str | None = None
    on_turn: str | None = None
    gaps: Mapping[str, bool] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The answers as plain JSON."""
        return plain(self)

    def with_answer(self, answer: Mapping[str, Any], game: Digitised) -> Settled:
        """The answers with one more; ``game`` is what it was asked about. Raises NotAsked."""
        source, what = str(answer["source"]), answer["what"]
        if what == "colours":
            return replace(self, crossed=bool(answer["crossed"]))
        if what == "fine":
            return replace(self, fine=self.fine | {source})
        if what == "skip":
            return replace(self, skipped=self.skipped | {source})
        if what == "played":
            told = {**self.played, source: tuple(map(str, answer["actions"]))}
            return replace(self, played=told)
        if what == "rolled":
            return replace(self, rolled={**self.rolled, source: tuple(answer["faces"])})
        if what == "began":
            return replace(self, began=str(answer["player"]))
        if what == "on_turn":
            return replace(self, on_turn=str(answer["player"]))
        if what == "gap":
            return replace(self, gaps={**self.gaps, source: bool(answer["missing"])})
        table = table_page(game.follower.plug.table).digitised
        if what != table.answered or source not in game.shots:
            raise NotAsked.of("not_asked")
        return replace(self, cells=table.settled(self.cells, source, table.told(answer), game))


def corrected(shot: CameraShot, settled: Settled, table: TableDigitised) -> CameraShot:
    """A shot with what people say lies there."""
    told = settled.cells.get(shot.source, ())
    return replace(shot, seen=table.corrected(shot.seen, told)) if told and shot.seen else shot
