"""What people have said about the doubts of a film or photos."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ...engine.lattice import Cell
from ...engine.values import plain
from ..tables.board_sight import PieceTold, told_piece
from ..tables.shots import CameraShot

if TYPE_CHECKING:
    from .digitise import Digitised

#: By source: the rotations of tiles in some cells of that photo, in its own frame; None for none.
Corrections = Mapping[str, tuple[tuple[int, int, int | None], ...]]
#: A cell of a printed board, and the colour and kind of the piece there; None where none stands.
PieceHere = tuple[str, str | None, str | None]


@dataclass(frozen=True)
class Settled:
    """Answers to the questions of one film or folder of photos.

    ``crossed``: White and Blue are the other way round. ``fine``: sources whose doubts are none.
    ``skipped``: sources that show nothing of the game. ``tiles``: what lies in cells. ``played``:
    what was played. ``rolled``: what the dice showed before it. ``began``: the player who began;
    ``on_turn``: the one whose turn it is at the end.
    ``gaps``: whether a photo is missing (True) or a turn broke the rules (False). ``pieces``: what
    stands on cells of a printed board.
    """

    crossed: bool | None = None
    fine: frozenset[str] = frozenset()
    skipped: frozenset[str] = frozenset()
    tiles: Corrections = field(default_factory=dict)
    played: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rolled: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    began: str | None = None
    on_turn: str | None = None
    gaps: Mapping[str, bool] = field(default_factory=dict)
    pieces: Mapping[str, tuple[PieceHere, ...]] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The answers as plain JSON."""
        return plain(self)

    def with_answer(self, answer: Mapping[str, Any], game: Digitised) -> Settled:
        """The answers with one more; ``game`` is what it was asked about.

        A tile's holds for that photo and for all later ones: the tile goes on lying there. A
        piece's holds as long as the cell is read as it was there: it may be moved or taken.
        """
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
        if what == "piece":
            piece = (str(answer["cell"]), answer["colour"], answer["kind"])
            return replace(self, pieces=self._with_piece(source, piece, game))
        q, r = answer["cell"]
        return replace(self, tiles=self._with_tile(source, (q, r), answer["rotation"], game))

    def _with_tile(
        self, source: str, cell: Cell, rotation: int | None, game: Digitised
    ) -> Corrections:
        tiles = dict(self.tiles)
        alignments = {part.sighting.source: part.verdict.alignment for part in game.follower.shown}
        names = list(game.shots)
        for name in names[names.index(source) :] if source in names else ():
            alignment = alignments.get(name)
            own = cell if alignment is None else alignment.cell_back(cell)
            turn = 0 if alignment is None else alignment.sixths
            told = None if rotation is None else (rotation - turn) % 6
            others = (known for known in tiles.get(name, ()) if known[:2] != own)
            tiles[name] = (*others, (*own, told))
        return tiles

    def _with_piece(
        self, source: str, told: PieceHere, game: Digitised
    ) -> Mapping[str, tuple[PieceHere, ...]]:
        cell, _ = _piece(told)
        pieces, as_read = dict(self.pieces), game.shots[source].seen.pieces.get(cell)
        names = list(game.shots)
        for name in names[names.index(source) :]:
            if game.shots[name].seen.pieces.get(cell) != as_read:
                break
            others = (known for known in pieces.get(name, ()) if known[0] != told[0])
            pieces[name] = (*others, told)
        return pieces


def corrected(shot: CameraShot, settled: Settled) -> CameraShot:
    """A shot with what people say lies there."""
    told: dict[Any, Any] = dict(map(_piece, settled.pieces.get(shot.source, ())))
    told |= {(q, r): rotation for q, r, rotation in settled.tiles.get(shot.source, ())}
    return replace(shot, seen=shot.seen.corrected(told)) if told and shot.seen is not None else shot


def _piece(told: PieceHere) -> tuple[int, PieceTold]:
    """What a person says stands on a cell, as readings are corrected. Raises ValueError."""
    return told_piece(dict(zip(("cell", "colour", "kind"), told, strict=True)))
