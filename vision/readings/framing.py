"""The board's frame, and the Reading in words and pixels.

Neighbours match when their rotations have the same parity, so the heading is chosen by majority:
most tiles become even; an odd one is reported so, never repaired. Of the three headings left the
most upright in the photo is taken; the tile nearest the middle becomes 0,0. A mirrored photo cannot
be known: each tile's drawing is its own mirror image.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from ...calibration.arrays import Flags, Floats, Points
from ...calibration.sets.colour import BRIGHTEST, rounded
from ...engine.lattice import CORNER_OFFSETS, Cell, cell_centre, neighbours, pieces_of, rotate_cell
from ...engine.tiles.alignment import Alignment
from ...engine.tiles.observation import SURE
from ..board.search import FoundBoard
from ..board.shifted_parts import touches_board
from ..faces.confidence import confidences, other_chances
from ..faces.judgement import FaceJudgement
from ..photos.photo import Photo
from .dice import Pixel
from .reading import COVERED, CUT_OFF, TOO_BRIGHT, LooseTile, Reading, TileReading
from .warnings import HARD_TO_NAME, ReadingWarning, TileWarning

COVERED_SHARE = 0.85
"""A tile of which less is seen is said to be covered or cut off."""
BURNT_OF_HIDDEN = 0.5
"""Share of a tile's hidden part that must be burnt out for light to be what hides it."""
NEARLY_BLACK = 16
"""Of 255: a photo of which hardly a pixel is brighter shows nothing; tiles have been read in one
that reaches 19."""
FEW_PIXELS = 200
"""A photo whose longer side has fewer pixels shows too little: eight tiles of 25 pixels in a
row."""
FARTHEST_UNSEEN = 4
"""How many cells beyond the board it is checked whether the photo shows them."""


def reading_of(photo: Photo, found: FoundBoard | None) -> Reading:
    """The Reading of a photo from the board found in it. White is the lighter colour."""
    if found is None:
        notes = (ReadingWarning("no_board"), *_why_nothing_is_seen(photo))
        return Reading(photo.path, photo.width, photo.height, notes=notes)
    heading = _heading(found)
    read = _tiles(photo, found, found.faces, heading)
    places = np.array([tile.center for tile in read])
    middle = int(np.argmin(np.linalg.norm(places - np.median(places, axis=0), axis=1)))
    q, r = read[middle].cell
    notes = tuple(_notes(photo, found, read))
    for part in found.shifted:
        # Each of its tiles may belong to either of two cells.
        read += [_less_sure(tile, 0.5) for tile in _tiles(photo, found, part, heading)]
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
        notes=notes,
        unseen=frozenset(rotate_cell(cell, heading) for cell in _unseen(photo, found)),
        named=found.palette.naming_chance,
    )
    return reading.moved(Alignment(shift=(-q, -r)))


def _why_nothing_is_seen(photo: Photo) -> Iterator[TileWarning]:
    """What is plainly wrong with a photo in which no board was found."""
    if max(photo.width, photo.height) < FEW_PIXELS:
        yield ReadingWarning("few_pixels", values={"width": photo.width, "height": photo.height})
    brightest = np.percentile(photo.image[::4, ::4], 99)
    if brightest < NEARLY_BLACK:
        yield ReadingWarning("dark")


def _tiles(
    photo: Photo, found: FoundBoard, faces: FaceJudgement, heading: int
) -> list[TileReading]:
    """What is read of some of the faces found, in the frame that is turned by `heading` sixths."""
    rotations = (faces.rotations + heading) % 6
    odd = rotations % 2 == 1
    chance = confidences(faces, odd, found.palette)
    instead = other_chances(faces, odd)
    others = np.roll(instead[:, :6], heading, axis=1)
    centres = photo.to_full(faces.poses.centres_in_photo(found.view))
    corners = np.roll(photo.to_full(faces.poses.corners_in_photo(found.view)), heading, axis=1)
    cells = [rotate_cell(cell, heading) for cell in faces.poses.cell_list]
    return [
        TileReading(
            q=cell[0],
            r=cell[1],
            rotation=int(rotations[index]),
            confidence=float(chance[index]),
            center=_pixel(centres[index]),
            corners=tuple(_pixel(corner) for corner in corners[index]),
            hidden=_why_hidden(faces.visible[index], corners[index], photo),
            others=_likely(others[index], instead[index, 6]),
        )
        for index, cell in enumerate(cells)
    ]


def turned_upright(reading: Reading) -> Reading:
    """The reading in the most upright frame that is turned by an odd number of sixths."""
    corners, centres = zip(*((tile.corners, tile.center) for tile in reading.tiles), strict=True)
    heights = -(np.array(corners) - np.array(centres)[:, None]).mean(axis=0)[:, 1]
    return reading.moved(Alignment(max((1, 3, 5), key=lambda turn: float(heights[-turn % 6]))))


def less_sure(reading: Reading, most: float) -> Reading:
    """The same reading with no tile surer than `most`; the doubt is whether a tile is there."""
    tiles = tuple(_less_sure(tile, most) for tile in reading.tiles)
    return replace(reading, most=min(most, reading.most), tiles=tiles)


def _less_sure(tile: TileReading, most: float) -> TileReading:
    if tile.confidence <= most:
        return tile
    nothing = tile.others.get(None, 0.0) + tile.confidence - most
    return replace(tile, confidence=most, others={**tile.others, None: nothing})


def _heading(found: FoundBoard) -> int:
    """By how many sixths to turn the group's frame: most tiles are even then, and the frame is as
    upright in the photo as it can be."""
    trust = found.faces.probabilities[:, :6].max(axis=1)
    odd_weight = float((trust * (found.faces.rotations % 2)).sum())
    parity = 1 if odd_weight > 0.5 * float(trust.sum()) else 0
    poses, view = found.faces.poses, found.view
    spokes = poses.corners_in_photo(view) - poses.centres_in_photo(view)[:, None]
    mean = spokes.mean(axis=0)
    # Turned by `heading`, the corner of index -heading becomes the top one.
    return max(
        (heading for heading in range(6) if heading % 2 == parity),
        key=lambda heading: -float(mean[(-heading) % 6, 1]),
    )


def _likely(rotations: Floats, nothing: float) -> dict[int | None, float]:
    """What a tile may be instead of what it was read as: rotation, or None for no tile → chance."""
    others: dict[int | None, float] = {
        rotation: float(chance) for rotation, chance in enumerate(rotations) if chance > 0
    }
    return others | {None: float(nothing)} if nothing > 0 else others


def _why_hidden(visible: float, corners: Points, photo: Photo) -> str | None:
    """Why the photo shows only a part of a tile; None where it shows all of it."""
    if visible >= COVERED_SHARE:
        return None
    if not _is_inside(corners, photo).all():
        return CUT_OFF
    is_burnt = _burnt_out(corners, photo) >= BURNT_OF_HIDDEN * (1.0 - visible)
    return TOO_BRIGHT if is_burnt else COVERED


def _burnt_out(corners: Points, photo: Photo) -> float:
    """The share of a tile's pixels of which a channel is as bright as the photo can show."""
    outline = np.round(photo.from_full(corners)).astype(np.int32)
    left, top, width, height = cv2.boundingRect(outline)
    inside = cv2.fillConvexPoly(np.zeros((height, width), np.uint8), outline - (left, top), 1) > 0
    pixels = photo.image[top : top + height, left : left + width][inside]
    return float((pixels.max(axis=1) >= BRIGHTEST).mean())


def _is_inside(pixels: Points, photo: Photo) -> Flags:
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


def _notes(photo: Photo, found: FoundBoard, tiles: list[TileReading]) -> list[TileWarning]:
    notes = []
    for centres in found.second_groups:
        x, y = photo.to_full(centres.mean(axis=0))
        values = {"count": len(centres), "x": round(x), "y": round(y)}
        is_shifted = touches_board(found.view.to_table(centres), found.faces.poses)
        notes.append(ReadingWarning("shifted" if is_shifted else "second_group", values=values))
    parts = len(pieces_of(tile.cell for tile in tiles))
    if parts > 1:
        notes.append(ReadingWarning("parted", values={"count": parts}))
    odd = sum(tile.rotation % 2 for tile in tiles)
    if 2 * odd == len(tiles):
        notes.append(ReadingWarning("two_frames"))
    if found.palette.naming_chance < SURE:
        notes.append(HARD_TO_NAME)
    return notes


def _pixel(place: Points) -> Pixel:
    return float(place[0]), float(place[1])
