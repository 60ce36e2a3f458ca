"""From tiles found in photos to a set's colours, line, rim and body, and their spread.

The reader of photos finds the tiles; here they are only measured, from the photo's pixels and the
tiles' corners.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Self

import cv2
import numpy as np

from ...engine.lattice import CORNER_OFFSETS, SQRT3
from ...engine.phrases import Phrase
from ..arrays import Flags, Floats, Integers, Picture
from ..refusals import NotEnough, RefusedView
from .colour import Srgb, lab_from_srgb, rounded
from .tile_set import MeasuredColour, Stripe, TileSetProfile, pair_distance

#: Pixels for a tile's side in the straightened patch, and how far the patch goes beyond a corner.
SIDE, REACH = 48, 1.12
#: The median of three is right though one of them was read wrongly.
FEWEST_TILES = 3
#: Two colours nearer than this (CIE Lab) cannot be told apart reliably.
SMALLEST_CONTRAST = 12.0
#: Bins of the profiles across the line and the edge, in sides.
STEP = 0.01
LINE_HALF, RIM_DEEPEST = 0.16, 0.24
#: A stripe is there when its colour leaves both colours by this much (CIE Lab).
STRIPE_CONTRAST = 14.0
#: The widths below which blur and gaps alone make a stripe, in sides.
THINNEST_LINE, THINNEST_RIM = 0.012, 0.05
#: A photo whose colours lie further from the other photos' (see pair_distance) is refused: the
#: ratios of White to Blue differ by a factor of 1.8 (exp 0.6), which no lamp explains.
OTHER_SET = 0.6


@dataclass(frozen=True, eq=False)
class PhotoOfTiles:
    """One photo and its tiles.

    ``image`` is (H, W, 3) BGR uint8; ``corners`` (N, 6, 2) are pixels of each tile's six corners,
    the corner at its White tip first, then clockwise. Give only tiles that are read with
    confidence and lie uncovered.
    """

    image: Picture
    corners: Floats
    name: str = ""


@dataclass(frozen=True, eq=False)
class PhotoMeasured:
    """Colours (N, 3) sRGB of each tile of one photo, and the mean profiles (bins, 3) across line
    and edge; all are empty where no tile lies whole in the picture."""

    name: str
    white: Floats
    blue: Floats
    across_line: Floats
    white_edge: Floats
    blue_edge: Floats

    @property
    def pair(self) -> tuple[Srgb, Srgb]:
        return rounded(np.median(self.white, axis=0)), rounded(np.median(self.blue, axis=0))

    def to_json(self) -> dict[str, Any]:
        """All of it as plain numbers."""
        return {name: np.asarray(value).tolist() for name, value in vars(self).items()}

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Self:
        """Read :meth:`to_json`'s object."""
        numbers = {name: each for name, each in value.items() if name != "name"}
        return cls(value["name"], **{k: np.array(v).reshape(-1, 3) for k, v in numbers.items()})


def measure_tile_set(
    photos: Sequence[PhotoMeasured],
    name: str,
    *,
    white_is_lighter: bool = True,
    width_mm: float | None = None,
    created: str = "",
) -> tuple[TileSetProfile, tuple[RefusedView, ...]] | NotEnough:
    """A set's profile from photos of any board of the set, and the photos left out.

    ``white_is_lighter`` says whether the players' White is the lighter of the two colours.
    NotEnough when too few tiles are seen, their colours do not differ enough, or the photos show
    different sets.
    """
    measured, refused = _usable(photos)
    count = sum(len(tiles.white) for tiles in measured)
    if count < FEWEST_TILES:
        needed = {"count": count, "least": FEWEST_TILES}
        return NotEnough(Phrase("objection.few_tiles", needed), tuple(refused))
    white, blue = (_spread(measured, which) for which in ("white", "blue"))
    contrast = _distance(white.srgb, blue.srgb)
    if contrast < SMALLEST_CONTRAST:
        return NotEnough(Phrase("objection.same_colours"), tuple(refused))
    across = np.mean([tiles.across_line for tiles in measured], axis=0)
    white_edge = np.mean([tiles.white_edge for tiles in measured], axis=0)
    blue_edge = np.mean([tiles.blue_edge for tiles in measured], axis=0)
    line = _line(across, white.srgb, blue.srgb)
    rim, body = _rim(white_edge, blue_edge, white.srgb, blue.srgb)
    if not white_is_lighter:
        white, blue = blue, white
    profile = TileSetProfile(
        name=name,
        white=white,
        blue=blue,
        line=line,
        rim=rim,
        body=body,
        width_mm=width_mm,
        photos=len(measured),
        tiles=count,
        created=created,
    )
    return profile, tuple(refused)


@dataclass(frozen=True)
class TileDrawing:
    """What one photo shows of a set beside its two colours, None where there is none; ``tiles``
    were measured."""

    line: Stripe | None = None
    rim: Stripe | None = None
    body: MeasuredColour | None = None
    tiles: int = 0


def measure_drawing(photo: PhotoOfTiles) -> TileDrawing | None:
    """The line, the rim and the body in one photo; None where too few of its tiles are seen whole
    with their edges, or their colours hardly differ."""
    tiles = measure_photo(photo)
    if len(tiles.white) < FEWEST_TILES:
        return None
    profiles = tiles.across_line, tiles.white_edge, tiles.blue_edge
    if (
        _distance(*tiles.pair) < SMALLEST_CONTRAST
        or not np.isfinite(np.concatenate(profiles)).all()
    ):
        return None
    rim, body = _rim(tiles.white_edge, tiles.blue_edge, *tiles.pair)
    return TileDrawing(_line(tiles.across_line, *tiles.pair), rim, body, len(tiles.white))


def _usable(
    photos: Sequence[PhotoMeasured],
) -> tuple[list[PhotoMeasured], list[RefusedView]]:
    """The photos of one set, the lighter colour called White; and those left out."""
    measured: list[PhotoMeasured] = []
    refused: list[RefusedView] = []
    for tiles in photos:
        if len(tiles.white) == 0:
            refused.append(RefusedView(tiles.name, Phrase("objection.no_tile")))
            continue
        is_lighter = _lightness(tiles.white) >= _lightness(tiles.blue)
        measured.append(tiles if is_lighter else _swapped(tiles))
    measured, strangers = _of_one_set(measured)
    return measured, refused + strangers


def measure_photo(photo: PhotoOfTiles) -> PhotoMeasured:
    """The colours and drawing of the tiles that lie whole in a photo."""
    grid = _grid()
    whites, blues, lines, white_edges, blue_edges = [], [], [], [], []
    for corners in photo.corners:
        patch = _straightened(photo.image, corners)
        if not np.isfinite(patch[grid.white | grid.blue]).all():
            continue
        whites.append(np.median(patch[grid.white], axis=0))
        blues.append(np.median(patch[grid.blue], axis=0))
        lines.append(_binned(patch, grid.line_bins, 2 * _bins(LINE_HALF)))
        white_edges.append(_binned(patch, grid.white_edge_bins, 2 * _bins(RIM_DEEPEST)))
        blue_edges.append(_binned(patch, grid.blue_edge_bins, 2 * _bins(RIM_DEEPEST)))
    if not whites:
        return PhotoMeasured(photo.name, *[np.empty((0, 3))] * 5)
    return PhotoMeasured(
        photo.name,
        np.array(whites),
        np.array(blues),
        np.nanmedian(lines, axis=0),
        np.nanmedian(white_edges, axis=0),
        np.nanmedian(blue_edges, axis=0),
    )


@dataclass(frozen=True, eq=False)
class _Grid:
    """Which texels of the straightened patch are which part of a tile."""

    white: Flags
    blue: Flags
    line_bins: Integers
    white_edge_bins: Integers
    blue_edge_bins: Integers


@cache
def _grid() -> _Grid:
    half = round(SIDE * REACH)
    steps = np.arange(-half, half + 1) / SIDE
    x, y = np.meshgrid(steps, steps)
    white_tip, blue_tip = 0.5 - np.hypot(x, y + 1), 0.5 - np.hypot(x, y - 1)
    # Positive in White: the tip above, and the lower half without the Blue tip.
    depth = np.maximum(white_tip, np.minimum(y, -blue_tip))
    edge = SQRT3 / 2 - np.maximum(
        np.abs(x), np.maximum(np.abs(x / 2 + y * SQRT3 / 2), np.abs(x / 2 - y * SQRT3 / 2))
    )
    inside = edge > 0.16
    line_bins = np.where(inside & (np.abs(depth) < LINE_HALF), _bin(depth, LINE_HALF), -1)
    at_edge = (np.abs(edge) < RIM_DEEPEST) & (np.abs(depth) > 0.1)
    edge_bins = _bin(edge, RIM_DEEPEST)
    return _Grid(
        inside & (depth > 0.1),
        inside & (depth < -0.1),
        line_bins,
        np.where(at_edge & (depth > 0), edge_bins, -1),
        np.where(at_edge & (depth < 0), edge_bins, -1),
    )


def _bin(value: Floats, half: float) -> Integers:
    return np.floor((value + half) / STEP).astype(np.int64).clip(0, 2 * _bins(half) - 1)


def _bins(half: float) -> int:
    return round(half / STEP)


def _straightened(image: Picture, corners: Floats) -> Floats:
    """The tile with its White tip upwards, sRGB; NaN where the photo ends."""
    half = round(SIDE * REACH)
    target = np.array(CORNER_OFFSETS) * SIDE + half
    homography, _ = cv2.findHomography(corners, target, 0)
    size = 2 * half + 1
    if homography is None:
        return np.full((size, size, 3), np.nan)
    # Large tiles are made smaller first by the mean over their pixels' neighbourhood.
    shrink = np.linalg.norm(corners[0] - corners[3]) / (2 * SIDE)
    source = image if shrink < 1.5 else cv2.blur(image, (round(shrink), round(shrink)))
    patch = cv2.warpPerspective(source, homography, (size, size), flags=cv2.INTER_LINEAR)
    seen = cv2.warpPerspective(
        np.full(image.shape[:2], 255, np.uint8), homography, (size, size), flags=cv2.INTER_NEAREST
    )
    colours = patch[..., ::-1].astype(np.float64)
    colours[seen == 0] = np.nan
    return colours


def _binned(patch: Floats, bins: Integers, count: int) -> Floats:
    """Mean colour of the texels of each bin, (count, 3); NaN for a bin without texels."""
    chosen = (bins >= 0) & np.isfinite(patch[..., 0])
    places = bins[chosen]
    totals = np.maximum(np.bincount(places, minlength=count), 0)
    sums = [np.bincount(places, patch[..., c][chosen], count) for c in range(3)]
    with np.errstate(invalid="ignore", divide="ignore"):
        means: Floats = np.stack(sums, axis=-1) / totals[:, None]
    return means


def _swapped(tiles: PhotoMeasured) -> PhotoMeasured:
    return PhotoMeasured(
        tiles.name, tiles.blue, tiles.white, tiles.across_line[::-1], tiles.blue_edge,
        tiles.white_edge,
    )  # fmt: skip


def _of_one_set(measured: list[PhotoMeasured]) -> tuple[list[PhotoMeasured], list[RefusedView]]:
    """The photos that agree with the one that most agree with, and the others."""
    if len(measured) < 2:
        return measured, []
    near = np.array(
        [[pair_distance(a.pair, b.pair) < OTHER_SET for b in measured] for a in measured]
    )
    centre = int(near.sum(axis=1).argmax())
    kept = [tiles for tiles, agrees in zip(measured, near[centre], strict=True) if agrees]
    strangers = [
        RefusedView(tiles.name, Phrase("objection.other_set"))
        for tiles, agrees in zip(measured, near[centre], strict=True)
        if not agrees
    ]
    return kept, strangers


def _spread(measured: Sequence[PhotoMeasured], which: str) -> MeasuredColour:
    """The middle of the photos' colours, and the spread of the tiles about it."""
    tiles = [getattr(photo, which) for photo in measured]
    middle = np.mean([np.nanmedian(colours, axis=0) for colours in tiles], axis=0)
    everything = lab_from_srgb(np.concatenate(tiles))
    away = np.linalg.norm(everything - lab_from_srgb(middle), axis=1)
    return MeasuredColour(rounded(middle), float(np.sqrt(np.nanmean(away**2))))


def _line(across: Floats, white: Srgb, blue: Srgb) -> Stripe | None:
    """The drawn line, if the colour between Blue and White leaves the mixtures of the two."""
    away = _from_mixtures(across, white, blue)
    peak = int(np.nanargmax(away))
    middle = abs(peak + 0.5 - len(away) / 2) * STEP
    width = float(np.nansum(away) * STEP / away[peak])
    if away[peak] < STRIPE_CONTRAST or middle > 0.05 or width < THINNEST_LINE:
        return None
    return Stripe(rounded(across[peak]), width / SQRT3)


def _rim(
    white_edge: Floats, blue_edge: Floats, white: Srgb, blue: Srgb
) -> tuple[Stripe | None, MeasuredColour | None]:
    """The rim within the edge, if both colours give way to one; and the colour at the seam."""
    contrast = _distance(white, blue)
    alike = np.linalg.norm(lab_from_srgb(white_edge) - lab_from_srgb(blue_edge), axis=1)
    common = alike < 0.5 * contrast
    seam = _bins(RIM_DEEPEST)
    deep = seam
    while deep < len(common) and common[deep]:
        deep += 1
    width = (deep - seam) * STEP
    both = (white_edge + blue_edge) / 2
    body = MeasuredColour(rounded(np.nanmean(both[seam - 2 : seam + 2], axis=0)))
    if width >= THINNEST_RIM:
        inner = both[seam : seam + max(1, round(0.7 * (deep - seam)))]
        return Stripe(rounded(np.nanmean(inner, axis=0)), width / SQRT3), body
    return None, body if common[seam - 1 : seam + 1].any() else None


def _from_mixtures(colours: Floats, white: Srgb, blue: Srgb) -> Floats:
    """Distance (CIE Lab) of colours (N, 3) from the straight mixtures of the two."""
    shares = np.linspace(0, 1, 21)[:, None]
    mixtures = lab_from_srgb(shares * np.array(white) + (1 - shares) * np.array(blue))
    every = np.linalg.norm(lab_from_srgb(colours)[:, None] - mixtures[None], axis=2)
    return np.asarray(every.min(axis=1))


def _distance(first: Srgb, second: Srgb) -> float:
    return float(np.linalg.norm(lab_from_srgb(first) - lab_from_srgb(second)))


def _lightness(colours: Floats) -> float:
    return float(lab_from_srgb(np.nanmedian(colours, axis=0))[0])
