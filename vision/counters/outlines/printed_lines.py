"""Cells round which the board's printed lines are not seen: something lies over them.

Inside, an empty cell and light paper look alike. Round the cell there are lines like all
others of the board, weaker where they are out of focus, a little off where the paper waves; on the
sheet there are none, or others.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import cv2
import numpy as np

from ....calibration.arrays import Flags, Floats, Floats32, Indices
from ...lattice.nearness import firsts_of_parts
from ..glance import Glance
from ..locating.pixels import look_up
from ..rectify import CENTRES, Rectified
from .empty_board import distances
from .rays import LEVELS, STEP

TINY = float(np.finfo(np.float32).tiny)

AWAY = 7
"""Steps by which the print may lie off; the usual line is learnt within about half of that."""
PLAIN, SURELY = 0.65, 0.4
"""Cosines with the usual line from which borders show it, and below which they surely do not."""
FEWEST = 14
"""Minimum number of cells beside one another that are surely without lines, for a sheet; fewer
than half as many are a slip of paper."""
BURNT_OUT = 250
"""Where all channels are as high, glare may hide the lines."""


@cache
def _neighbours() -> Flags:
    """Which drawn cells (n, n) are one another's neighbours, or the same."""
    return distances() < 2


FIRST, SECOND = np.nonzero(np.triu(_neighbours()) & (distances() > 0))
"""The cells (b,) on both sides of each border between two."""


@cache
def _borders() -> tuple[Flags, Flags]:
    """Which borders (n, b) are a cell's own, and which are its own or its neighbours'."""
    cells = np.arange(len(CENTRES))[:, None]
    own = (cells == FIRST) | (cells == SECOND)
    return own, (_neighbours().astype(np.float32) @ own.astype(np.float32)) > 0


@cache
def _crossings() -> tuple[Floats, Indices]:
    """The places (b, 3, k, 2) that are looked at, in sides, on three ways across each border; and
    the step (b, m) at which it lies for each of m ways by which the print may lie off."""
    across = (CENTRES[SECOND] - CENTRES[FIRST]) / distances()[FIRST, SECOND][:, None]
    along = across[:, ::-1] * (-1, 1)
    middle = (CENTRES[FIRST] + CENTRES[SECOND]) / 2
    steps = np.arange(-AWAY - 5, AWAY + 6) * STEP
    ways = np.stack(np.meshgrid(*[np.arange(1 - AWAY, AWAY, 2)] * 2), axis=-1).reshape(-1, 2)
    off = np.clip(np.rint(across @ ways.T), -AWAY, AWAY).astype(np.intp) + AWAY
    three = middle[:, None] + along[:, None] * (np.arange(-1, 2) / 4)[:, None]
    return three[:, :, None] + across[:, None, None] * steps[:, None], off


def without_lines(rectified: Rectified, seen: Glance) -> Flags:
    """Which cells (n,) of a flat board are without printed lines, as far as they look empty."""
    empty = rectified.shown & (seen.piece < 0)
    asked = empty[FIRST] & empty[SECOND]
    middles = look_up(rectified.image, rectified.to_pixels(CENTRES)[:, None].astype(np.float32))
    own, around = (borders & asked for borders in _borders())
    judged = empty & around.any(axis=1) & (middles.min(axis=(1, 2)) < BURNT_OUT)
    lines = _across_borders(rectified)
    usual = _usual_line(lines[asked & (seen.hidden[FIRST] < 0) & (seen.hidden[SECOND] < 0)])
    bare = np.zeros(len(empty), bool)
    if usual is None or not judged.any():
        return bare
    strength = np.clip(lines @ usual, -2, 2)
    power = np.minimum(np.square(lines).sum(axis=-1) * (usual @ usual), 9)
    alike = np.ones(len(empty), np.float32)
    off = _crossings()[1]
    alike[judged] = _likeness(around[judged], strength, power, np.full((len(off), 1), AWAY))
    doubted = alike < PLAIN
    alike[doubted] = _likeness(around[doubted], strength, power, off)
    doubted = alike < PLAIN
    # Where most lines are hardly seen, missing ones say nothing.
    if 3 * doubted.sum() > 2 * judged.sum():
        return bare
    for sheet in _beside_one_another(doubted):
        surely = int((alike[sheet] < SURELY).sum())
        bare[sheet] = surely >= FEWEST and 2 * surely >= len(sheet)
    if bare.any():
        under = bare.copy()
        bare[bare] = _likeness(own[bare], strength, power, off) < PLAIN
        # What is printed on a sheet may look like six of the board's lines: most cells count.
        near = _neighbours()
        bare |= under & (near[:, bare].sum(axis=1) > near[:, ~bare].sum(axis=1))
    gone = asked & (strength.max(axis=1) < SURELY / 2)
    if gone.any():
        # Of a cell beside pieces or the rim too few borders may be seen.
        blank = judged & (own.sum(axis=1) >= PLAIN * _borders()[0].sum(axis=1))
        blank[blank] = _likeness(own[blank], strength, power, off) < PLAIN
        # Where many more are blank, lines are faint or lie in too much light.
        if (blank & ~bare & (seen.hidden < 0)).sum() <= FEWEST:
            bare |= _under_small_paper(blank, gone, asked, strength)
    return bare


def _under_small_paper(blank: Flags, gone: Flags, asked: Flags, strength: Floats32) -> Flags:
    """Which of the cells (n,) that look `blank` lie under paper that is no sheet: two at least
    between which the line is `gone`, amid lines that are as strong as elsewhere, and in their
    place. `gone`, `asked` (b,) and `strength` (b, 2 * AWAY + 1) are of the borders."""
    found = np.zeros(len(blank), bool)
    strongest, away = strength.max(axis=1), np.abs(strength.argmax(axis=1) - AWAY)
    for part in _beside_one_another(blank):
        inside = np.isin(np.arange(len(blank)), part)
        around = _neighbours()[part].any(axis=0) & ~inside
        lines = asked & (around[FIRST] | around[SECOND]) & ~inside[FIRST] & ~inside[SECOND]
        if 2 * len(part) >= FEWEST or not lines.any():
            continue
        if np.median(strongest[lines]) >= 2 * SURELY and np.median(away[lines]) <= AWAY // 2:
            between = gone & inside[FIRST] & inside[SECOND]
            found[FIRST[between]] = found[SECOND[between]] = True
    return found


def _across_borders(rectified: Rectified) -> Floats32:
    """What borders (b,) look like from side to side (b, 2 * AWAY + 1, k), for each step by which
    they may lie off: the logarithm of light about 0, both sides alike."""
    levels = cv2.LUT(cv2.cvtColor(rectified.fine, cv2.COLOR_BGR2GRAY), LEVELS)
    at = rectified.to_fine(_crossings()[0]).astype(np.float32)
    found = look_up(levels, at.reshape(-1, *at.shape[2:])).reshape(at.shape[:3]).mean(axis=1)
    reach = found.shape[1] - 2 * AWAY
    lines = np.lib.stride_tricks.sliding_window_view(found, reach, axis=1)
    # Cells may have tints: what differs from one side to the other is no line.
    lines = (lines + lines[..., ::-1]) / 2
    return np.asarray(lines - lines.mean(axis=-1, keepdims=True), np.float32)


def _usual_line(lines: Floats32) -> Floats32 | None:
    """What most lines have in common (k,), divided by its own square: the product with it is 1 for
    a line as strong as usual. None where too few are seen."""
    if len(lines) < FEWEST:
        return None
    straight = lines[:, AWAY]
    power = np.square(straight).sum(axis=1, keepdims=True)
    straight = straight / np.sqrt(np.maximum(power, np.median(power)) + TINY)
    usual = np.linalg.eigh(straight.T @ straight)[1][:, -1]
    slightly = lines[:, AWAY // 2 : -(AWAY // 2)]
    for _ in range(2):
        found = slightly @ usual
        found *= np.sign(np.median(straight @ usual)) or 1
        best = found.argmax(axis=1)[:, None]
        own = np.take_along_axis(slightly, best[..., None], axis=1)[:, 0]
        alike = np.take_along_axis(found, best, axis=1)[:, 0] / (np.linalg.norm(own, axis=1) + TINY)
        usual = np.median(own[alike >= np.median(alike)], axis=0)
    return np.asarray(usual / (usual @ usual + TINY), np.float32)


def _likeness(near: Flags, strength: Floats32, power: Floats32, off: Indices) -> Floats32:
    """How much the borders `near` each cell (n, b) together are like the usual line, as a cosine
    (n,). Of the m ways `off` (b, m) by which the print may lie off the one counts in which they are
    strongest. `strength` and `power` (b, 2 * AWAY + 1) are those of each border at each step."""
    strong = near.astype(np.float32) @ np.take_along_axis(strength, off, axis=1)
    whole = near.astype(np.float32) @ np.take_along_axis(power, off, axis=1)
    best = strong.argmax(axis=1)[:, None]
    strong, whole = (np.take_along_axis(v, best, axis=1)[:, 0] for v in (strong, whole))
    number = np.maximum(near.sum(axis=1), 1)
    return np.asarray(strong / np.sqrt(whole * number + TINY), np.float32)


def _beside_one_another(cells: Flags) -> Iterator[Indices]:
    """The flagged cells (n,), group by group: those that hang together over neighbours."""
    linked = cells[FIRST] & cells[SECOND]
    groups = firsts_of_parts(len(cells), FIRST[linked], SECOND[linked])
    for first in np.unique(groups[cells]):
        yield np.flatnonzero(cells & (groups == first))
