"""The board as it was last read, to compare later frames with; and when its cells last moved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from ....calibration.arrays import Flags, Floats, Floats32, Picture
from ....engine.lattice import Cell, cell_centre, neighbours
from ...lattice.pattern import CORNERS
from ...readings.reading import Reading, TileReading
from .. import limits
from ..camera.motion import KeyFrame, key_frame
from ..camera.view import CameraView
from .bare_table import BareTable
from .cells import (
    board_contrast,
    compare_cells,
    lattice_to_picture,
    looks_like,
    moved_places,
    sampled,
    tile_places,
)

LONG_AGO = -np.inf
"""Before every film."""


@dataclass(frozen=True)
class Reference:
    """The board as last read: where its cells and those around it are, and how they looked."""

    reading: Reading
    key: KeyFrame
    cells: tuple[Cell, ...]
    places: Floats
    samples: Floats32
    contrast: float
    bare: BareTable

    @classmethod
    def of(cls, view: CameraView, reading: Reading, bare: BareTable) -> Reference:
        """Take a reading of this very frame as what later frames are compared with; ``bare`` is
        what was known of the table without tiles."""
        cells = _cells_of_interest(reading.tiles)
        places = tile_places(reading, cells, view.scale)
        samples = sampled(view.small, places)
        board = {tile.cell for tile in reading.tiles}
        contrast = board_contrast(samples[[cell in board for cell in cells]])
        key = key_frame(view.grey, _board_mask(view, reading))
        bare = bare.seen(cells, places, samples, board, contrast)
        return cls(reading, key, cells, places, samples, contrast, bare)

    def found_at(self, view: CameraView, fresh: Reading) -> Reference:
        """The same board with the same looks, at the place where a reading of this frame finds it.

        The reading names the cells as the board does. A tile that it lacks is looked for where the
        lattice of the others puts it.
        """
        lattice = lattice_to_picture(fresh, 1.0)
        read = {tile.cell: tile for tile in fresh.tiles}
        tiles = tuple(_placed(tile, read.get(tile.cell), lattice) for tile in self.reading.tiles)
        reading = replace(fresh, tiles=tiles)
        key = key_frame(view.grey, _board_mask(view, reading))
        places = tile_places(reading, self.cells, view.scale)
        return replace(self, reading=reading, key=key, places=places)

    @property
    def rotations(self) -> dict[Cell, int]:
        """Cell → rotation of the board as last read."""
        return {tile.cell: tile.rotation for tile in self.reading.tiles}

    def looks(self, view: CameraView, homography: Floats) -> Floats32:
        """The cells' colours (N, M, 3) in a frame that has moved by a homography (3, 3)."""
        return sampled(view.small, moved_places(self.places, homography))

    def residual(self, view: CameraView, homography: Floats) -> float:
        """How unlike themselves the board's own tiles look where a homography (3, 3) puts them, in
        units of the contrast."""
        board = self.rotations
        own = [index for index, cell in enumerate(self.cells) if cell in board]
        samples = sampled(view.small, moved_places(self.places[own], homography))
        found = compare_cells(self.samples[own], samples, self.contrast).residual
        seen = found[np.isfinite(found)]
        return float(np.median(seen)) if len(seen) else np.inf

    def covered_cells(
        self,
        seen: frozenset[Cell],
        changed: frozenset[Cell],
        samples: Floats32,
        dice: frozenset[Cell] = frozenset(),
    ) -> frozenset[Cell]:
        """The cells of known tiles that something hides now; tiles taken away are not among them.

        ``samples`` (n, m, 3) are how the n cells look now. ``seen`` are the cells in which a fresh
        reading has found a tile, ``dice`` those that dice have changed.

        A cell that looks as it did before its tile lay there has lost it. All other missing tiles
        count as hidden where cells beside the board have changed, too: that is likelier a hand. The
        cells that touch a missing tile are no such sign, since its side and its shadow go with it.
        Elsewhere they were taken away if all of them look bare; else something hides them all."""
        board = self.rotations
        missing = [cell for cell in board if cell in changed and cell not in seen]
        if not missing:
            return frozenset()
        index = {cell: number for number, cell in enumerate(self.cells)}
        table = [n for c, n in index.items() if c not in board and c not in changed | seen]
        own = [index[cell] for cell in missing]
        is_bare = self.bare.lies_bare(
            missing, self.samples[own], samples[own], self.samples[table], samples[table],
            self.contrast,
        )  # fmt: skip
        unseen = [cell for cell, bare in zip(missing, is_bare, strict=True) if not bare]
        beside = changed - seen - board.keys() - dice
        if not unseen or beside - {near for cell in missing for near in neighbours(cell)}:
            return frozenset(unseen)
        looks = samples[[index[cell] for cell in (*unseen, *beside)]]
        are_bare = looks_like(looks, self.samples[table], samples[table], self.contrast)
        return frozenset() if are_bare.all() else frozenset(unseen)

    def reaches_the_rim(
        self, covered: frozenset[Cell], changed: frozenset[Cell], samples: Floats32
    ) -> bool:
        """Whether what covers cells goes on, over changed ones, to the rim of what can be watched,
        as an arm does: ``samples`` (n, m, 3) are how the n cells look now."""
        is_seen = np.asarray(np.isfinite(samples).all(axis=(1, 2)), dtype=np.bool_)
        watched = which(self.cells, is_seen)
        reached, more = frozenset[Cell](), covered
        while more:
            reached |= more
            beside = frozenset(near for cell in more for near in neighbours(cell))
            if not beside <= watched:
                return True
            more = beside & changed - reached
        return False

    def lies_bare(
        self, changed: frozenset[Cell], samples: Floats32, dice: frozenset[Cell] = frozenset()
    ) -> bool:
        """Whether the table looks bare wherever tiles lay: all of them were taken away. ``samples``
        (n, m, 3) are how the cells look now. In the dark nothing tells."""
        is_all = self.rotations.keys() <= changed
        table = [number for number, cell in enumerate(self.cells) if cell not in self.rotations]
        light = compare_cells(self.samples[table], samples[table], self.contrast).gain
        is_lit = max(light, 1 / light) < limits.OTHER_LIGHT
        return is_all and is_lit and not self.covered_cells(frozenset(), changed, samples, dice)


def which(cells: Sequence[Cell], are: Flags) -> frozenset[Cell]:
    """The cells that are flagged, (N,)."""
    return frozenset(cell for cell, yes in zip(cells, are, strict=True) if yes)


@dataclass(frozen=True)
class MotionMemory:
    """The last looks of the cells, and when each last looked otherwise than a moment before.
    Immutable."""

    looks: tuple[tuple[float, Floats32], ...] = ()
    moved: Mapping[Cell, float] = field(default_factory=dict)

    def paused(self) -> MotionMemory:
        """The camera moves: earlier looks say nothing about what comes."""
        return replace(self, looks=())

    def noted(self, reference: Reference, time: float, samples: Floats32) -> MotionMemory:
        """With one more look (n, m, 3): cells that differ by more than MOVING from a MOMENT before
        move. At a high frame rate a slow hand hardly changes from one frame to the next."""
        old = [n for n, (moment, _) in enumerate(self.looks) if time - moment >= limits.MOMENT]
        # Of the looks that are old enough only the last will be asked for again.
        earlier = self.looks[old[-1] :] if old else self.looks
        looks = (*earlier, (time, samples))
        if not earlier or earlier[0][0] >= time:
            return replace(self, looks=looks)
        residual = compare_cells(earlier[0][1], samples, reference.contrast).residual
        moving = which(reference.cells, residual > limits.MOVING)
        return MotionMemory(looks, {**self.moved, **dict.fromkeys(moving, time)})

    def last(self, cells: Iterable[Cell]) -> float:
        """When any of these cells last moved."""
        return max((self.moved.get(cell, LONG_AGO) for cell in cells), default=LONG_AGO)

    def last_anywhere(self) -> float:
        """When anything last moved."""
        return max(self.moved.values(), default=LONG_AGO)


def _placed(known: TileReading, seen: TileReading | None, lattice: Floats) -> TileReading:
    """A known tile where it was seen, or else where the lattice (3, 3), in full pixels, puts it."""
    if seen is not None:
        return replace(known, center=seen.center, corners=seen.corners)
    points = np.array(cell_centre(known.cell)) + np.vstack([np.zeros(2), CORNERS])
    places = cv2.perspectiveTransform(points.reshape(-1, 1, 2), lattice)[:, 0]
    pixels = [(float(x), float(y)) for x, y in places]
    return replace(known, center=pixels[0], corners=tuple(pixels[1:]))


def _board_mask(view: CameraView, reading: Reading) -> Picture:
    """255 on the board's tiles in the small picture, 0 elsewhere."""
    mask = np.zeros_like(view.grey)
    for tile in reading.tiles:
        outline = np.round(np.array(tile.corners) * view.scale).astype(np.int32)
        cv2.fillConvexPoly(mask, outline, 255)
    return mask


def _cells_of_interest(tiles: Sequence[TileReading]) -> tuple[Cell, ...]:
    """The board's cells and the two rings of empty cells around it."""
    cells = {tile.cell for tile in tiles}
    for _ in range(2):
        cells |= {neighbour for cell in cells for neighbour in neighbours(cell)}
    return tuple(sorted(cells))
