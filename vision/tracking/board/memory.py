"""What is known of the board from several readings together: each new one is brought into the
board's own frame by where its tiles lie; a tile that is missed again and again has vanished."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from ....calibration.arrays import Floats, Floats32
from ....engine.lattice import Cell, rotate_cell
from ....engine.tiles.alignment import Alignment, alignments
from ....engine.tiles.board import Board, Tile
from ...lattice.pattern import WIDTH
from ...readings.reading import Reading, TileReading
from .cells import moved_places
from .reference import Reference

ALIKE = 0.7
"""A board is the known one if this share of its tiles is the same."""
SURELY_ALIKE = 0.9
"""If only a part of the board is seen, this share of that part must be the same."""
ENOUGH_FOR_A_PATTERN = 5
"""Minimum number of tiles by which a board is known again; fewer fit in many places."""


def alignment_by_position(known: Reading, fresh: Reading) -> Alignment | None:
    """The alignment that puts a fresh reading's tiles on the known ones at the same place of the
    same picture. None where no two tiles agree."""
    if not known.tiles or not fresh.tiles:
        return None
    centres = np.array([tile.center for tile in known.tiles])
    votes: Counter[Alignment] = Counter()
    for tile in fresh.tiles:
        distances = np.hypot(*(centres - np.array(tile.center)).T)
        nearest = int(distances.argmin())
        other = known.tiles[nearest]
        # Neighbours are a width apart: what is nearer than half of it lies in one place.
        if distances[nearest] > _width(other) / 2:
            continue
        corners = np.array(other.corners)
        sixths = int(np.hypot(*(corners - np.array(tile.corners[0])).T).argmin())
        q, r = rotate_cell(tile.cell, sixths)
        votes[Alignment(sixths, (other.q - q, other.r - r))] += 1
    return votes.most_common(1)[0][0] if votes else None


def alignments_by_content(known: Reading, fresh: Reading) -> tuple[Alignment, ...]:
    """All alignments under which a fresh reading's pattern fits the known one equally well: where
    tiles are seen says nothing once a camera was turned away and back."""
    board = known.to_board()
    seen = fresh.to_board()
    swapped = Board(Tile(t.q, t.r, (t.rotation + 3) % 6) for t in seen)
    same_names = alignments(board, seen)
    other_names = alignments(board, swapped)
    is_renamed = other_names[0].sixths % 2 and other_names[0].same > same_names[0].same
    return other_names if is_renamed else same_names


def alignment_again(known: Reading, fresh: Reading) -> Alignment | None:
    """The alignment of a fresh reading by its pattern alone, None where that is not sure: most of
    the board has to be seen as it was, or a large part that fits nowhere else."""
    found = alignments_by_content(known, fresh)
    same = _tiles_alike(known, fresh, found[0])
    if same >= ALIKE * len(known.tiles):
        return found[0]
    part = min(len(known.tiles), len(fresh.tiles))
    is_pattern = same >= ENOUGH_FOR_A_PATTERN and same >= SURELY_ALIKE * part
    return found[0] if is_pattern and len(found) == 1 else None


def agreement(known: Reading, fresh: Reading, alignment: Alignment) -> float:
    """The share of the smaller board's tiles that lie as they did, 0 to 1, under an alignment."""
    return _tiles_alike(known, fresh, alignment) / max(1, min(len(known.tiles), len(fresh.tiles)))


def _tiles_alike(known: Reading, fresh: Reading, alignment: Alignment) -> int:
    """How many tiles of a fresh reading lie as they did, under an alignment."""
    board = {tile.cell: tile.rotation for tile in known.tiles}
    moved = in_board_frame(fresh, alignment)
    return sum(board.get(tile.cell) == tile.rotation for tile in moved.tiles)


def alignment_of(known: Reading, fresh: Reading) -> tuple[Alignment | None, bool]:
    """The alignment of a fresh reading, None where nothing tells it; and whether its tiles' pattern
    tells it, not their places: after a jump by about a tile's width the places mislead. A few tiles
    make no pattern; then the places are believed if they tell anything."""
    if not known.tiles or not fresh.tiles:
        return None, False
    by_place = alignment_by_position(known, fresh)
    likeness = 0.0 if by_place is None else agreement(known, fresh, by_place)
    few = min(len(known.tiles), len(fresh.tiles)) < ENOUGH_FOR_A_PATTERN
    if likeness >= ALIKE or (few and by_place is not None):
        return by_place, False
    by_pattern = alignment_again(known, fresh)
    if by_pattern is None:
        return by_place, False
    if agreement(known, fresh, by_pattern) < max(SURELY_ALIKE, likeness):
        return by_place, False
    return by_pattern, True


def in_board_frame(reading: Reading, alignment: Alignment) -> Reading:
    """A reading in the board's frame. An odd turn means that it has named the two colours the other
    way round, so their names are changed back."""
    moved = reading.moved(alignment)
    return moved.renamed() if alignment.sixths % 2 else moved


def reading_in_picture(reading: Reading, homography: Floats) -> Reading:
    """A reading with all its pixels moved by a homography (3, 3)."""
    if not reading.tiles:
        return reading
    places = np.array([[tile.center, *tile.corners] for tile in reading.tiles])
    moved = moved_places(places, homography)
    return replace(
        reading,
        tiles=tuple(
            replace(
                tile,
                center=(float(places[0][0]), float(places[0][1])),
                corners=tuple((float(x), float(y)) for x, y in places[1:]),
            )
            for tile, places in zip(reading.tiles, moved, strict=True)
        ),
    )


def in_picture_scaled(reading: Reading, homography: Floats, scale: float) -> Reading:
    """A reading moved by a homography (3, 3) between pictures ``scale`` times as large."""
    shrink = np.diag([scale, scale, 1.0])
    return reading_in_picture(reading, np.linalg.inv(shrink) @ homography @ shrink)


def _width(tile: TileReading) -> float:
    corners = np.array(tile.corners)
    return float(np.hypot(*(corners - np.roll(corners, 3, axis=0)).T).mean()) * WIDTH / 2


READINGS_WITHOUT = 2
"""Number of readings in a row that must miss a tile before it is doubted."""


@dataclass(frozen=True)
class Absence:
    """How many readings in a row have missed each tile. Immutable."""

    readings: Mapping[Cell, int] = field(default_factory=dict)

    def settled(
        self, known: Reading, fresh: Reading, reference: Reference, samples: Floats32
    ) -> tuple[Reading, Absence]:
        """The known board without the tiles that have vanished, and the count with one more.

        `fresh` is what a reading has found, `samples` (n, m, 3) how the reference's n cells look
        now. A tile that is missed again and again has vanished if its place looks bare, or if it
        never was sure. Else something hides it."""
        found = frozenset(tile.cell for tile in fresh.tiles)
        missing = frozenset(tile.cell for tile in known.tiles) - found
        if not missing:
            return known, Absence()
        counted = {cell: self.readings.get(cell, 0) + 1 for cell in missing}
        hidden = reference.covered_cells(found, missing, samples)
        kept = tuple(
            tile
            for tile in known.tiles
            if counted.get(tile.cell, 0) < READINGS_WITHOUT
            or (tile.is_sure and tile.cell in hidden)
        )
        return replace(known, tiles=kept), Absence(counted)
