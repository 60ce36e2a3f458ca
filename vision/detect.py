"""Candidates for tiles in a picture, found by a small network over a pyramid of sizes.

A coarse pass looks at the whole picture at a few sizes, so that every tile is between a few and a
few dozen pixels wide in at least one of them. Where it finds tiles, a fine pass looks again with
the tiles at the width that the network measures best. The network's answer at a tile's centre
carries the whole affine hexagon (see ``tile_code``), so candidates come with all six corners.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from . import tile_code
from .clusters import clusters
from .network_session import network_session
from .shrink import Halves, Shrunk
from .tile_code import STRIDE

Floats = NDArray[np.float64]
Picture = NDArray[np.uint8]
Part = tuple[int, int, int, int]

#: Longer sides, in pixels, of the coarse pass.
COARSE_SIDES = (640, 256, 112)
#: The same of closer looks for smaller tiles where little was found, each with the longer side from
#: which on a picture is worth it.
CLOSER_LOOKS = ((1024, 768), (2000, 1740))
#: Widths of a tile in pixels that the fine pass aims at: for most, the far ones, the near ones.
FINE_WIDTH, FAR_WIDTH, NEAR_WIDTH = 34.0, 24.0, 60.0
#: What the fine pass sees at these widths replaces what the coarse pass saw.
FINE_WIDTHS = (12.0, 70.0)
#: The fine pass never looks at more pixels than this, nor more often, to keep its time bounded.
FINE_PIXELS, FINE_LOOKS = 400_000, 2
#: Looks at clusters of candidates see no more pixels than this together, and no tile that they show
#: less than this many times larger than it was seen.
CLUSTER_PIXELS, LEAST_GAIN = 200_000, 1.2
#: So many clear candidates that lie together are a board, and the rest of it is looked for.
CLEAR_ENOUGH = 3
#: Widths within this factor (natural logarithm) of one another belong to one board.
SIZE_SPREAD = 0.55
#: Tile widths around the tiles found that the fine pass sees, and must have seen to be content.
MARGIN_WIDTHS, EDGE_WIDTHS = 2.2, 1.1
#: A cell of the output is a candidate from this score on.
LEAST_SCORE = 0.2
#: From these scores on a candidate shows where to look again: after the coarse pass, and after the
#: closer look. One sure candidate or two good ones make the closer look needless.
CLEAR_SCORE, WEAK_SCORE = 0.4, 0.28
SURE_SCORE, GOOD_SCORE = 0.6, 0.5
#: Pictures whose bright parts stay below the first level are shown to the network brighter, so that
#: these reach the second, though never by more than so many times.
DARK, BRIGHT, MOST_GAIN = 130.0, 240.0, 4.0
#: No look yields more candidates than this.
MOST_PEAKS = 400
#: How much of a score the belief that it is some other hexagon takes away.
OTHER_SHARE = 0.7
#: Two candidates whose centres are closer than this, in sides of either, are the same tile.
SAME_TILE = 1.0
_SQRT3 = float(np.sqrt(3.0))


@dataclass(frozen=True)
class Candidates:
    """Hexagons that may be face-up Palago tiles, best first.

    ``centres`` (N, 2) and ``corners`` (N, 6, 2) are pixels of the picture given, x right, y down;
    corner 0 is the one believed to be the tip of the lighter colour, the others follow clockwise.
    ``scores`` (N,) and ``visible`` (N,), the believed visible share, lie between 0 and 1.
    """

    centres: Floats
    corners: Floats
    scores: Floats
    visible: Floats

    def __len__(self) -> int:
        return len(self.scores)


@dataclass(frozen=True)
class _Found:
    """Candidates as centres (N, 2) and affine maps (N, 2, 2) from the unit-side hexagon."""

    centres: Floats
    maps: Floats
    scores: Floats
    visible: Floats

    @cached_property
    def widths(self) -> Floats:
        """Geometric mean width of each tile."""
        return np.asarray(_SQRT3 * np.sqrt(np.abs(np.linalg.det(self.maps))), dtype=np.float64)

    def chosen(self, which: NDArray[np.bool_] | NDArray[np.int64]) -> _Found:
        return _Found(
            self.centres[which], self.maps[which], self.scores[which], self.visible[which]
        )

    def placed(self, shrunk: Shrunk) -> _Found:
        """The same candidates in the whole picture of which ``shrunk`` shows a part."""
        maps = self.maps / shrunk.scale[:, None]
        return _Found(shrunk.to_whole(self.centres), maps, self.scores, self.visible)


def _joined(parts: list[_Found]) -> _Found:
    return _Found(
        np.concatenate([p.centres for p in parts]),
        np.concatenate([p.maps for p in parts]),
        np.concatenate([p.scores for p in parts]),
        np.concatenate([p.visible for p in parts]),
    )


def find_candidates(image: Picture) -> Candidates:
    """Find hexagons that look like face-up Palago tiles in a BGR picture (H, W, 3) of any size.

    Raises ``ValueError`` for an array of another shape or type.
    """
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
        raise ValueError(f"expected an (H, W, 3) uint8 picture, got {image.shape} {image.dtype}")
    if min(image.shape[:2]) < 8:
        return _as_candidates(_nothing())
    halves = _bright_enough(Halves(image))
    found = _fine_pass(halves, _coarse_pass(halves), CLEAR_SCORE)
    for side, from_side in CLOSER_LOOKS:
        if max(halves.size) <= from_side or _is_convincing(found):
            break
        scale = min(1.0, side / max(halves.size))
        found = _without_doubles(_joined([found, _look_at_side(halves, side, quick=True)]))
        found = _look_where_clustered(halves, found, scale)
    return _as_candidates(found)


def _bright_enough(halves: Halves) -> Halves:
    """The picture, brighter if nothing in it is bright: the network was seldom shown the dark."""
    glance = halves.shrunk(min(1.0, COARSE_SIDES[-1] / max(halves.size))).picture
    brightest = float(np.percentile(glance.max(axis=2), 98))
    if brightest >= DARK:
        return halves
    gain = min(MOST_GAIN, BRIGHT / max(brightest, 1.0))
    return Halves(np.asarray(cv2.convertScaleAbs(halves.image, alpha=gain), dtype=np.uint8))


def _nothing() -> _Found:
    return _Found(np.zeros((0, 2)), np.zeros((0, 2, 2)), np.zeros(0), np.zeros(0))


def _as_candidates(found: _Found) -> Candidates:
    corners = tile_code.corners_from_affine(found.centres, found.maps)
    return Candidates(found.centres, corners, found.scores, found.visible)


def _coarse_pass(halves: Halves) -> _Found:
    """Look at the whole picture at several sizes."""
    looks = [_look_at_side(halves, side) for side in COARSE_SIDES]
    return _without_doubles(_joined(looks))


def _look_at_side(halves: Halves, side: int, *, quick: bool = False) -> _Found:
    """Look at the whole picture with its longer side about this many pixels long."""
    shrunk = halves.shrunk(min(1.0, side / max(halves.size)), quick=quick)
    return _look(shrunk.picture).placed(shrunk)


def _is_convincing(found: _Found) -> bool:
    """Whether what was found is enough to be content with the coarse pass."""
    return bool(np.any(found.scores >= SURE_SCORE) or np.sum(found.scores >= GOOD_SCORE) >= 2)


def _of_main_size(found: _Found) -> _Found:
    """Those candidates whose widths lie near the one that most of the score lies near."""
    if len(found.scores) < 2:
        return found
    logs = np.log(found.widths)
    near = np.abs(logs[:, None] - logs[None, :]) < SIZE_SPREAD
    return found.chosen(near[int(np.argmax(near @ found.scores))])


def _fine_pass(halves: Halves, found: _Found, least: float) -> _Found:
    """Look again at the part of the picture that shows tiles, with the tiles at the best width.

    Candidates from the score ``least`` on show where. Where that look finds tiles near the part's
    edge, the part grows and is looked at once more.
    """
    part: Part | None = None
    for _ in range(FINE_LOOKS):
        clear = _of_main_size(found.chosen(found.scores >= least))
        if not len(clear.scores):
            break
        wanted = _part_around(clear, EDGE_WIDTHS, halves.size)
        if part is not None and _contains(part, wanted):
            break
        part = _part_around(clear, MARGIN_WIDTHS, halves.size)
        left, top, right, bottom = part
        if min(right - left, bottom - top) < 8:
            break
        scale = _fine_scale(clear.widths, (right - left) * (bottom - top))
        shrunk = halves.shrunk(scale, part)
        fine = _look(shrunk.picture).placed(shrunk)
        found = _without_doubles(_joined([fine, found.chosen(~_replaced(found, part, scale))]))
    return found


def _look_where_clustered(halves: Halves, found: _Found, scale: float) -> _Found:
    """Look again, closer than at `scale`, where candidates of one size lie together.

    What hints at tiles all over a picture is no board, and a part that held all of it would show a
    board no larger than it was seen already. Where tiles come to light near the edge of what was
    seen, that is done once more.
    """
    parts: list[Part] = []
    groups = clusters(found.centres, found.widths, found.scores, LEAST_SCORE)
    hints = [
        group
        for group in groups
        if found.scores[group].max() >= (WEAK_SCORE if len(group) > 1 else CLEAR_SCORE)
    ]
    found = _look_at_clusters(halves, found, scale, hints, CLUSTER_PIXELS, parts)
    groups = clusters(found.centres, found.widths, found.scores, LEAST_SCORE)
    boards = [g for g in groups if np.sum(found.scores[g] >= CLEAR_SCORE) >= CLEAR_ENOUGH]
    return _look_at_clusters(halves, found, scale, boards, FINE_PIXELS, parts)


def _look_at_clusters(
    halves: Halves,
    found: _Found,
    scale: float,
    groups: list[NDArray[np.intp]],
    pixels: int,
    parts: list[Part],
) -> _Found:
    """Look closer than at `scale` at groups of candidates, one after the other, as far as `pixels`
    go. `parts` of the picture have been seen so already; those seen now are added."""
    budget = float(pixels)
    looks, better = [], np.zeros(len(found.scores), bool)
    for group in groups:
        members = found.chosen(group)
        wanted = _part_around(members, EDGE_WIDTHS, halves.size)
        part = _part_around(members, MARGIN_WIDTHS, halves.size)
        across, down = part[2] - part[0], part[3] - part[1]
        if min(across, down) < 8:
            continue
        area = across * down
        closer = _fine_scale(members.widths, area, max(budget, 1.0))
        if closer < LEAST_GAIN * scale or any(_contains(seen, wanted) for seen in parts):
            continue
        budget -= closer**2 * area
        parts.append(part)
        shrunk = halves.shrunk(closer, part)
        looks.append(_look(shrunk.picture).placed(shrunk))
        better |= _replaced(found, part, closer)
    if not looks:
        return found
    return _without_doubles(_joined([*looks, found.chosen(~better)]))


def _replaced(found: _Found, part: Part, scale: float) -> NDArray[np.bool_]:
    """Which candidates a look at a part of the picture has seen better, (N,)."""
    seen = found.widths * scale
    inside = np.all((found.centres >= part[:2]) & (found.centres < part[2:]), axis=1)
    return np.asarray(inside & (seen > FINE_WIDTHS[0]) & (seen < FINE_WIDTHS[1]))


def _part_around(found: _Found, margin: float, size: tuple[int, ...]) -> Part:
    """Left, top, right, bottom of the tiles' surroundings, within a picture (width, height)."""
    reach = margin * found.widths[:, None]
    low = np.maximum(np.floor((found.centres - reach).min(axis=0)), 0)
    high = np.minimum(np.ceil((found.centres + reach).max(axis=0)), size)
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _contains(outer: Part, inner: Part) -> bool:
    starts = outer[0] <= inner[0] and outer[1] <= inner[1]
    return starts and outer[2] >= inner[2] and outer[3] >= inner[3]


def _fine_scale(widths: Floats, area: int, pixels: float = FINE_PIXELS) -> float:
    """How much to shrink so that most tiles get the best width and the far ones stay visible."""
    scale = max(FINE_WIDTH / np.median(widths), FAR_WIDTH / np.percentile(widths, 10))
    scale = min(scale, NEAR_WIDTH / np.percentile(widths, 90), (pixels / area) ** 0.5)
    return float(min(1.0, scale))


def _look(picture: Picture) -> _Found:
    """Run the network on one picture and read off the peaks of its heat."""
    height, width = picture.shape[:2]
    padded = cv2.copyMakeBorder(picture, 0, -height % 16, 0, -width % 16, cv2.BORDER_REPLICATE)
    pixels = np.ascontiguousarray(padded.transpose(2, 0, 1)[None], dtype=np.float32)
    maps = np.asarray(network_session("tile_finder").run(None, {"pixels": pixels})[0])[0]
    heat = maps[tile_code.HEAT] * (1.0 - OTHER_SHARE * maps[tile_code.OTHER])
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= highest) & (heat >= LEAST_SCORE))
    values = maps[:, rows, columns].T.astype(np.float64)
    places = np.stack([columns, rows], axis=1) * STRIDE + (STRIDE - 1) / 2
    centres = places + values[:, tile_code.OFFSET] * tile_code.OFFSET_UNIT
    affine = tile_code.decode(values[:, tile_code.SHAPE.start : tile_code.POLARITY.stop])
    scores = heat[rows, columns].astype(np.float64)
    found = _Found(centres, affine, scores, values[:, tile_code.VISIBLE])
    found = found.chosen(np.argsort(-scores, kind="stable")[:MOST_PEAKS])
    centres = found.centres
    in_picture = np.all((centres >= -1) & (centres <= (width, height)), axis=1)
    return found.chosen(in_picture & (found.widths > 5) & (found.widths < 160))


def _without_doubles(found: _Found) -> _Found:
    """Of candidates that overlap as hexagons, only the one with the highest score; best first."""
    order = np.argsort(-found.scores, kind="stable")
    found = found.chosen(order)
    count = len(order)
    if count < 2:
        return found
    first, second = _near_pairs(found)
    between = (found.centres[second] - found.centres[first])[..., None]
    inverse = np.linalg.inv(found.maps + 1e-9 * np.eye(2))
    distances = [np.hypot(*(inverse[own] @ between)[..., 0].T) for own in (first, second)]
    same = np.minimum(*distances) < SAME_TILE
    keep = np.ones(count, bool)
    for better, worse in zip(first[same].tolist(), second[same].tolist(), strict=True):
        if keep[better]:
            keep[worse] = False
    return found.chosen(keep)


def _near_pairs(found: _Found) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Pairs of candidates, each with the one farther front first and in that order, that lie near
    enough to be the same tile: of hundreds most lie far apart."""
    # No length shrinks by more than the root of the sum of squares when a map is undone.
    reach = SAME_TILE * np.linalg.norm(found.maps, axis=(1, 2))
    x, y = found.centres.T
    square = (x[:, None] - x) ** 2 + (y[:, None] - y) ** 2
    first, second = np.nonzero(np.triu(square < np.maximum(reach[:, None], reach) ** 2, 1))
    return first, second
