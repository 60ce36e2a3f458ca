"""The board's frame, and the Reading in words and pixels.

Two neighbours match exactly when their rotations have the same parity, so the heading of the frame
is chosen by majority: most tiles become even. A tile against the majority stays odd and is reported
so, never repaired. Of the three headings that are left the one most upright in the photo is taken,
and the tile nearest the middle of the board becomes 0,0.

A mirrored photo cannot be known from its tiles: each tile's drawing is its own mirror image, and
the mirror image of a legal board is a legal board.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ...calibration.sets.colour import rounded
from ...engine.lattice import (
    CORNER_OFFSETS,
    Cell,
    cell_centre,
    neighbours,
    pieces_of,
    rotate_cell,
)
from ...engine.tiles.alignment import Alignment
from ...engine.tiles.observation import SURE
from ..board.search import FoundBoard
from ..faces.confidence import confidences, naming_chance, other_chances
from ..lattice.pattern import WIDTH
from ..photos.photo import Photo
from .dice import Pixel
from .reading import COVERED, CUT_OFF, LooseTile, Reading, TileReading
from .warnings import HARD_TO_NAME, ReadingWarning

Points = NDArray[np.float64]

COVERED_SHARE = 0.85
"""A tile of which less is seen is said to be covered or cut off."""
TOUCHING = 1.2 * WIDTH
"""Tiles nearer than this, from middle to middle in sides, touch, however they are shifted."""
FARTHEST_UNSEEN = 4
"""How many cells beyond the board are looked at for whether the photo shows them."""


def reading_of(photo: Photo, found: FoundBoard | None) -> Reading:
    """The Reading of a photo from the board found in it. White is the lighter colour."""
    if found is None:
        nothing = ReadingWarning("no_board")
        return Reading(photo.path, photo.width, photo.height, notes=(nothing,))
    heading = _heading(found)
    cells = [rotate_cell(cell, heading) for cell in found.faces.poses.cell_list]
    rotations = (found.faces.rotations + heading) % 6
    odd = rotations % 2 == 1
    centres = found.faces.poses.centres_in_photo(found.view)
    corners = np.roll(found.faces.poses.corners_in_photo(found.view), heading, axis=1)
    chance = confidences(found.faces, odd, found.palette)
    instead = other_chances(found.faces, odd)
    others = np.roll(instead[:, :6], heading, axis=1)
    middle = int(np.argmin(np.linalg.norm(centres - np.median(centres, axis=0), axis=1)))
    full_centres, full_corners = photo.to_full(centres), photo.to_full(corners)
    read = (
        TileReading(
            q=cell[0],
            r=cell[1],
            rotation=int(rotations[index]),
            confidence=float(chance[index]),
            center=_pixel(full_centres[index]),
            corners=tuple(_pixel(corner) for corner in full_corners[index]),
            hidden=_why_hidden(found.faces.visible[index], full_corners[index], photo),
            others=_likely(others[index], instead[index, 6]),
        )
        for index, cell in enumerate(cells)
    )
    tiles = tuple(sorted(read, key=lambda tile: (tile.r, tile.q)))
    reading = Reading(
        path=photo.path,
        width=photo.width,
        height=photo.height,
        white=rounded(found.palette.white),
        blue=rounded(found.palette.blue),
        tiles=tiles,
        loose=tuple(
            LooseTile(_pixel(place), float(chance))
            for place, chance in zip(photo.to_full(found.loose), found.loose_chances, strict=True)
        ),
        notes=tuple(_notes(photo, found, tiles)),
        unseen=frozenset(rotate_cell(cell, heading) for cell in _unseen(photo, found)),
    )
    q, r = cells[middle]
    return reading.moved(Alignment(shift=(-q, -r)))


def upright(reading: Reading, turns: tuple[int, ...] = (0, 2, 4)) -> Reading:
    """The reading in the most upright of some turned frames."""
    spokes = np.array([tile.corners for tile in reading.tiles]) - np.array(
        [tile.center for tile in reading.tiles]
    )[:, None]  # fmt: skip
    heights = -spokes.mean(axis=0)[:, 1]
    return reading.moved(Alignment(max(turns, key=lambda turn: float(heights[-turn % 6]))))


def less_sure(reading: Reading, most: float) -> Reading:
    """The same reading with no tile surer than `most`; the doubt is whether a tile is there."""
    return replace(
        reading,
        most=min(most, reading.most),
        tiles=tuple(
            tile
            if tile.confidence <= most
            else replace(
                tile,
                confidence=most,
                others={
                    **tile.others,
                    None: tile.others.get(None, 0.0) + tile.confidence - most,
                },
            )
            for tile in reading.tiles
        ),
    )


def _heading(found: FoundBoard) -> int:
    """By how many sixths to turn the group's frame: most tiles are even then, and the frame is as
    upright in the photo as it can be."""
    trust = found.faces.probabilities[:, :6].max(axis=1)
    odd_weight = float((trust * (found.faces.rotations % 2)).sum())
    parity = 1 if odd_weight > 0.5 * float(trust.sum()) else 0
    spokes = found.faces.poses.corners_in_photo(found.view) - found.faces.poses.centres_in_photo(
        found.view
    )[:, None]  # fmt: skip
    mean = spokes.mean(axis=0)
    # Turned by `heading`, the corner of index -heading becomes the top one.
    return max(
        (heading for heading in range(6) if heading % 2 == parity),
        key=lambda heading: -float(mean[(-heading) % 6, 1]),
    )


def _likely(rotations: Points, nothing: float) -> dict[int | None, float]:
    """What a tile may be instead of what it was read as: rotation, or None for no tile → chance."""
    others: dict[int | None, float] = {
        rotation: float(chance) for rotation, chance in enumerate(rotations) if chance > 0
    }
    return others | {None: float(nothing)} if nothing > 0 else others


def _why_hidden(visible: float, corners: Points, photo: Photo) -> str | None:
    """Why the photo shows a part of a tile only, None where it shows it all."""
    if visible >= COVERED_SHARE:
        return None
    return COVERED if _is_inside(corners, photo).all() else CUT_OFF


def _is_inside(pixels: Points, photo: Photo) -> NDArray[np.bool_]:
    """Which places (..., 2) of the full photo are in it."""
    last = np.array([photo.width - 1, photo.height - 1])
    return np.asarray(((pixels >= 0) & (pixels <= last)).all(axis=-1))


def _unseen(photo: Photo, found: FoundBoard) -> set[Cell]:
    """The cells beside the board, in the group's frame, most of which the photo does not show."""
    ring = known = set(found.faces.poses.cell_list)
    unseen: set[Cell] = set()
    for _ in range(FARTHEST_UNSEEN):
        beyond = sorted({n for cell in ring for n in neighbours(cell)} - known)
        if not beyond:
            break
        centres = np.array([cell_centre(cell) for cell in beyond])
        places = centres[:, None] + np.array([(0.0, 0.0), *CORNER_OFFSETS])
        # More of it is seen than not: a tile there would have been found.
        shown = _is_inside(photo.to_full(found.view.to_photo(places)), photo).mean(axis=1) >= 0.5
        # What lies beyond a cell that is seen, and empty, is no part of the board.
        ring = {cell for cell, is_shown in zip(beyond, shown, strict=True) if not is_shown}
        unseen |= ring
        known = known | ring
    return unseen


def _notes(photo: Photo, found: FoundBoard, tiles: tuple[TileReading, ...]) -> list[ReadingWarning]:
    notes = []
    for centres in found.second_groups:
        x, y = photo.to_full(centres.mean(axis=0))
        values = {"count": len(centres), "x": round(x), "y": round(y)}
        gaps = found.view.to_table(centres)[:, None] - found.faces.poses.centres[None]
        touches = np.linalg.norm(gaps, axis=2).min() < TOUCHING
        notes.append(ReadingWarning("shifted" if touches else "second_group", values=values))
    parts = len(pieces_of(tile.cell for tile in tiles))
    if parts > 1:
        notes.append(ReadingWarning("parted", values={"count": parts}))
    odd = sum(tile.rotation % 2 for tile in tiles)
    if 2 * odd == len(tiles):
        notes.append(ReadingWarning("two_frames"))
    if naming_chance(found.palette.lightness_gap) < SURE:
        notes.append(HARD_TO_NAME)
    return notes


def _pixel(place: Points) -> Pixel:
    return float(place[0]), float(place[1])
