"""The board's frame, and the Reading in words and pixels.

Two neighbours match exactly when their rotations have the same parity, so the heading of the frame
is chosen by majority: most tiles become even. A tile against the majority stays odd and is reported
so, never repaired. Of the three headings that are left the one most upright in the photo is taken,
and the tile nearest the middle of the board becomes 0,0.

A mirrored photo cannot be known from its tiles: each tile's drawing is its own mirror image, and
the mirror image of a legal board is a legal board.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...calibration.sets.tile_set import TileSetProfile, pair_distance
from ...engine.lattice import rotate_cell
from ..board.search import FoundBoard
from ..board.shape import pieces_of
from ..faces.confidence import confidences, naming_chance
from ..photos.photo import Photo
from .reading import LooseTile, Pixel, Reading, Srgb, TileReading
from .warnings import warn

Points = NDArray[np.float64]

HARD_TO_NAME = warn("naming")
COVERED_SHARE = 0.85


def reading_of(
    photo: Photo, found: FoundBoard | None, *, tile_set: TileSetProfile | None
) -> Reading:
    """The Reading of a photo from the board found in it."""
    if found is None:
        return Reading(photo.path, photo.width, photo.height, warnings=(warn("no_board"),))
    white, blue = _srgb(found.palette.white), _srgb(found.palette.blue)
    flipped = tile_set is not None and _names_are_crossed(tile_set, white, blue)
    rotations = (found.faces.rotations + (3 if flipped else 0)) % 6
    trust = found.faces.probabilities[:, :6].max(axis=1)
    heading = _heading(found, rotations, trust)
    cells = [rotate_cell(cell, heading) for cell in found.faces.poses.cell_list]
    rotations = (rotations + heading) % 6
    centres = found.faces.poses.centres_in_photo(found.view)
    corners = np.roll(found.faces.poses.corners_in_photo(found.view), heading, axis=1)
    chance = confidences(found.faces, rotations % 2 == 1, found.palette)
    if tile_set is not None:
        chance = np.minimum(chance / naming_chance(found.palette), 1.0)
    middle = int(np.argmin(np.linalg.norm(centres - np.median(centres, axis=0), axis=1)))
    origin = cells[middle]
    full_centres, full_corners = photo.to_full(centres), photo.to_full(corners)
    hidden = found.faces.visible < COVERED_SHARE
    tiles = sorted(
        (
            TileReading(
                q=cell[0] - origin[0],
                r=cell[1] - origin[1],
                rotation=int(rotations[index]),
                confidence=float(chance[index]),
                center=_pixel(full_centres[index]),
                corners=tuple(_pixel(corner) for corner in full_corners[index]),
                covered=bool(hidden[index]),
            )
            for index, cell in enumerate(cells)
        ),
        key=lambda tile: (tile.r, tile.q),
    )
    if flipped:
        white, blue = blue, white
    return Reading(
        path=photo.path,
        width=photo.width,
        height=photo.height,
        white=white,
        blue=blue,
        tiles=tuple(tiles),
        loose=tuple(
            LooseTile(_pixel(place), float(chance))
            for place, chance in zip(photo.to_full(found.loose), found.loose_chances, strict=True)
        ),
        warnings=tuple(_warnings(photo, found, tuple(tiles), tile_set)),
    )


def _heading(found: FoundBoard, rotations: NDArray[np.int64], trust: NDArray[np.float64]) -> int:
    """By how many sixths the group's frame is turned so that most tiles are even and the frame's
    top is as far up in the photo as it can be."""
    odd_weight = float((trust * (rotations % 2)).sum())
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


def _names_are_crossed(tile_set: TileSetProfile, white: Srgb, blue: Srgb) -> bool:
    """Whether what looks like White in the photo is this set's Blue."""
    own = (tile_set.white.srgb, tile_set.blue.srgb)
    return pair_distance((own[1], own[0]), (white, blue)) < pair_distance(own, (white, blue))


def _warnings(
    photo: Photo,
    found: FoundBoard,
    tiles: tuple[TileReading, ...],
    tile_set: TileSetProfile | None,
) -> list[str]:
    lines: list[str] = []
    for tile in tiles:
        if tile.covered:
            what = "cut_off" if _touches_border(tile, photo) else "covered"
            lines.append(warn(what, q=tile.q, r=tile.r))
    for tile in tiles:
        if not tile.is_sure:
            percent = round(100 * tile.confidence)
            lines.append(warn("unsure", q=tile.q, r=tile.r, percent=percent))
    for centres in found.second_groups:
        x, y = photo.to_full(centres.mean(axis=0))
        lines.append(warn("second_group", count=len(centres), x=round(x), y=round(y)))
    parts = len(pieces_of([tile.cell for tile in tiles]))
    if parts > 1:
        lines.append(warn("parted", count=parts))
    odd = sum(tile.rotation % 2 for tile in tiles)
    if 2 * odd == len(tiles):
        lines.append(warn("two_frames"))
    if tile_set is None and naming_chance(found.palette) < 0.95:
        lines.append(HARD_TO_NAME)
    return lines


def _touches_border(tile: TileReading, photo: Photo) -> bool:
    return any(
        not (0 <= x <= photo.width - 1 and 0 <= y <= photo.height - 1) for x, y in tile.corners
    )


def _srgb(colour: Points) -> Srgb:
    red, green, blue = (int(value) for value in np.clip(np.rint(colour), 0, 255))
    return red, green, blue


def _pixel(place: Points) -> Pixel:
    return float(place[0]), float(place[1])
