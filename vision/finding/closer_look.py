"""Looking again at the parts of a picture that show tiles, or hint at them, from closer by."""

from __future__ import annotations

import numpy as np

from ...calibration.arrays import Flags, Floats, Indices
from ..lattice.hexagons import Hexagons, neighbour_links
from ..lattice.nearness import firsts_of_parts, near_pairs
from ..photos.shrink import Halves
from .looks import LEAST_PICTURE, LEAST_SCORE, Candidates, find_hexagons_in, without_doubles

Part = tuple[int, int, int, int]

FINE_WIDTH = 34.0
"""Pixels across the median tile in a fine look: the network measures such tiles best."""
FAR_WIDTH = 24.0
"""Least pixels across the far tiles in a fine look."""
NEAR_WIDTH = 60.0
"""Most pixels across the near tiles in a fine look."""
FINE_WIDTHS = (12.0, 70.0)
"""A tile that a fine look shows between these widths is seen better there than before."""
FINE_PIXELS = 400_000
"""The most pixels of a fine look, and of all looks at clusters together. It bounds the time."""
FINE_LOOKS = 2
"""The most fine looks; they bound the time, too."""
A_BOARD = 3
"""Minimum number of candidates that, lying together, are taken for a board, and of faint ones for a
hint at one. Two tiles are as many as chance shows side by side."""
MARGIN_WIDTHS = 2.2
"""How far a look reaches beyond the tiles found, in tile widths: two more tiles of a board. It is
repeated if a tile comes to light nearer than half of that to its edge."""
SIDE_BY_SIDE = 1.6
"""Maximum distance of neighbours among faint candidates, in widths."""
HINTED_ENOUGH = 0.9
"""Sum of scores of pairs of neighbours from which they hint at small tiles. 74 of 80 boards of
small tiles in large photos gave such a hint, and none of 27 photos without a board."""
HINTED_PIXELS = 600_000
"""The most pixels of all looks at such hints."""
CLEAR_SCORE = 0.4
"""The score from which a single candidate shows where to look again."""


def _of_main_size(found: Candidates) -> Candidates:
    """The candidates of the commonest width, each counted by its score."""
    if len(found.scores) < 2:
        return found
    logs = np.log(found.widths)
    near = np.abs(logs[:, None] - logs[None, :]) < SIZE_SPREAD
    return found.take(near[int(np.argmax(near @ found.scores))])


def fine_pass(halves: Halves, found: Candidates) -> Candidates:
    """Look again at the part of the picture that shows clear candidates, with these at the best
    width. If tiles come to light near its edge, it grows once."""
    part: Part | None = None
    for _ in range(FINE_LOOKS):
        clear = _of_main_size(found.take(found.scores >= CLEAR_SCORE))
        if not len(clear.scores):
            break
        wanted = _part_around(clear, MARGIN_WIDTHS / 2, halves.size)
        if part is not None and _contains(part, wanted):
            break
        part = _part_around(clear, MARGIN_WIDTHS, halves.size)
        left, top, right, bottom = part
        if min(right - left, bottom - top) < LEAST_PICTURE:
            break
        scale = _fine_scale(clear.widths, (right - left) * (bottom - top))
        shrunk = halves.shrunk(scale, part)
        fine = find_hexagons_in(shrunk.picture).placed(shrunk)
        found = without_doubles(fine.joined(found.take(~_replaced(found, part, scale))))
    return found


def look_where_clustered(halves: Halves, found: Candidates, scale: float) -> Candidates:
    """Look again, closer than at `scale`, where candidates of one size lie together. If that shows
    tiles near its edge, look around them once more. Candidates all over the picture are no board.
    """
    parts: list[Part] = []
    groups = clusters(found.centres, found.widths, found.scores, LEAST_SCORE)
    hints = [g for g in groups if len(g) > 1 or found.scores[g].max() >= CLEAR_SCORE]
    found = _look_at_clusters(halves, found, scale, hints, FINE_PIXELS, parts)
    return _look_at_clusters(halves, found, scale, _boards(found), FINE_PIXELS, parts)


def hinted_groups(found: Candidates) -> list[Indices]:
    """Candidates that lie side by side and together may be a board, however faint, best first: the
    indices (k,) of each group. In textures they seldom lie as neighbours in a honeycomb must."""
    groups = clusters(found.centres, found.widths, found.scores, 0.0, SIDE_BY_SIDE)
    return _lying_as_neighbours(found, [group for group in groups if len(group) >= A_BOARD])


def _lying_as_neighbours(found: Candidates, groups: list[Indices]) -> list[Indices]:
    """Those groups with enough candidates that hang together as neighbours must, best first."""
    corners = found.corners
    worth = np.zeros(len(groups))
    for number, group in enumerate(groups):
        scores = found.scores[group]
        links = neighbour_links(Hexagons(found.centres[group], corners[group], scores))
        first = np.repeat(np.arange(len(group)), [len(own) for own in links])
        second = np.array([link.other for own in links for link in own], np.intp)
        parts = firsts_of_parts(len(group), first, second)
        # A pair counts by the geometric mean of both, and is linked from either side.
        pairs = 0.5 * np.sqrt(scores[first] * scores[second])
        worth[number] = np.bincount(parts[first], pairs, len(group)).max()
    best = np.argsort(-worth, kind="stable")
    return [groups[number] for number in best if worth[number] >= HINTED_ENOUGH]


def look_where_hinted(halves: Halves, found: Candidates, scale: float, known: Floats) -> Candidates:
    """Look closer than at `scale` at candidates that lie together, and at those at the places of
    `known` tiles (k, 2), however few. The result is what these looks have seen, no more."""
    parts: list[Part] = []
    groups = hinted_groups(found)
    if len(known) and len(found.scores):
        gaps = np.linalg.norm(known[:, None] - found.centres, axis=2)
        own = np.unique(gaps.argmin(axis=1))
        if not any(np.isin(own, group).all() for group in groups):
            around = clusters(found.centres, found.widths, found.scores, LEAST_SCORE)
            beside = [group for group in around if np.isin(own, group).any()]
            # First together with what lies beside them, which shows more where it is not too much.
            groups = [np.unique(np.concatenate([own, *beside])), own, *groups]
    found = _look_at_clusters(halves, found, scale, groups, HINTED_PIXELS, parts)
    boards = _lying_as_neighbours(found, _boards(found))
    found = _look_at_clusters(halves, found, scale, boards, HINTED_PIXELS, parts)
    seen = np.zeros(len(found.scores), bool)
    for part in parts:
        seen |= _lie_in(found, part)
    return found.take(seen)


def _boards(found: Candidates) -> list[Indices]:
    groups = clusters(found.centres, found.widths, found.scores, LEAST_SCORE)
    return [g for g in groups if np.sum(found.scores[g] >= CLEAR_SCORE) >= A_BOARD]


def _look_at_clusters(
    halves: Halves,
    found: Candidates,
    scale: float,
    groups: list[Indices],
    pixels: int,
    parts: list[Part],
) -> Candidates:
    """Look closer than at `scale` at groups of candidates, one after the other, until `pixels` are
    used up. `parts` lists what was looked at so far; new parts are added to it."""
    budget = float(pixels)
    looks, better = [], np.zeros(len(found.scores), bool)
    for group in groups:
        members = found.take(group)
        wanted = _part_around(members, MARGIN_WIDTHS / 2, halves.size)
        part = _part_around(members, MARGIN_WIDTHS, halves.size)
        across, down = part[2] - part[0], part[3] - part[1]
        if min(across, down) < LEAST_PICTURE:
            continue
        area = across * down
        closer = _fine_scale(members.widths, area, max(budget, 1.0))
        if closer <= scale or any(_contains(seen, wanted) for seen in parts):
            continue
        budget -= closer**2 * area
        parts.append(part)
        shrunk = halves.shrunk(closer, part)
        looks.append(find_hexagons_in(shrunk.picture).placed(shrunk))
        better |= _replaced(found, part, closer)
    if not looks:
        return found
    return without_doubles(Candidates.joined(*looks, found.take(~better)))


def _replaced(found: Candidates, part: Part, scale: float) -> Flags:
    """Which candidates a look at a part of the picture has seen better, (N,)."""
    seen = found.widths * scale
    return np.asarray(_lie_in(found, part) & (seen > FINE_WIDTHS[0]) & (seen < FINE_WIDTHS[1]))


def _lie_in(found: Candidates, part: Part) -> Flags:
    return np.asarray(((found.centres >= part[:2]) & (found.centres < part[2:])).all(axis=1))


def _part_around(found: Candidates, margin: float, size: tuple[int, ...]) -> Part:
    """Left, top, right, bottom of the tiles' surroundings, within a picture (width, height)."""
    reach = margin * found.widths[:, None]
    low = np.maximum(np.floor((found.centres - reach).min(axis=0)), 0)
    high = np.minimum(np.ceil((found.centres + reach).max(axis=0)), size)
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _contains(outer: Part, inner: Part) -> bool:
    (left, top, right, bottom), (low_x, low_y, high_x, high_y) = outer, inner
    return left <= low_x and top <= low_y and high_x <= right and high_y <= bottom


def _fine_scale(widths: Floats, area: int, pixels: float = FINE_PIXELS) -> float:
    """How much to shrink so that most tiles get the best width and the far ones stay visible."""
    scale = max(FINE_WIDTH / np.median(widths), FAR_WIDTH / np.percentile(widths, 10))
    scale = min(scale, NEAR_WIDTH / np.percentile(widths, 90), (pixels / area) ** 0.5)
    return float(min(1.0, scale))


APART = 3.0
"""Tiles of one board have another of it nearer than this, in widths: one or two may be missed."""
SIZE_SPREAD = 0.55
"""Natural logarithm of the factor by which widths side by side may differ."""


def clusters(
    centres: Floats, widths: Floats, scores: Floats, least: float, apart: float = APART
) -> list[Indices]:
    """Indices of candidates that lie together and are about as wide, cluster by cluster; the
    cluster with the highest sum of scores first. Candidates with scores under `least` are left out.

    `centres` (n, 2), `widths` and `scores` (n,). `apart` is how many widths off the next candidate
    of a cluster may lie.
    """
    chosen = np.flatnonzero(scores >= least)
    logs = np.log(widths[chosen])
    first, second = near_pairs(centres[chosen], apart * widths[chosen])
    alike = np.abs(logs[first] - logs[second]) < SIZE_SPREAD
    parts = firsts_of_parts(len(chosen), first[alike], second[alike])
    order = np.argsort(parts, kind="stable")
    ends = np.flatnonzero(np.diff(parts[order])) + 1
    found = np.split(chosen[order], ends) if len(chosen) else []
    return sorted(found, key=lambda members: -float(scores[members].sum()))
