"""The view of a whole board, from the cells that were found and from the lines of all others.

Where few cells were found the view is drawn out from them, and misses the board's far corners. From
cell to cell outwards the sides' lines tell where the print truly lies, and the view is fitted anew.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....calibration.arrays import Flags, Floats, Integers
from ...lattice.plane import TableView, fit_view
from .extent import CENTRES, CLOSE, LinePicture, can_lie
from .honeycomb import STEPS, Honeycomb, evened, magnification, places_of
from .pixels import look_up

SAME_CELL = 0.3
"""Maximum distance of a cell from where the view has it, in sides."""
ALIKE = 0.18
"""A patch whose area differs from the usual by a larger share is a piece, or a letter's loop."""
FEWEST_SIDES = 4
"""Minimum number of a cell's sides that are seen."""
FAINT = 0.4
"""Least strength of a line that counts, as a share of the median of those between known cells."""
MISPLACED = 0.1
"""How far the lines of a cell may disagree on its place, in sides; farther off it counts less."""

_TINY = float(np.finfo(np.float32).eps)
_OFFSETS = np.linspace(-0.4, 0.4, 17)
_POSITIONS = np.array([-0.28, 0.0, 0.28])
"""Where a side is looked at, in sides from its middle: across it and along it."""
_SIDES = places_of(list(STEPS)) / 2
"""From a cell's middle to the middles of its sides."""
_ACROSS = _SIDES / np.linalg.norm(_SIDES, axis=1, keepdims=True)


@dataclass(frozen=True)
class Witnesses:
    """Drawn cells whose places in a photo are known: their numbers (n,) and pixels (n, 2)."""

    cells: Integers
    pixels: Floats


def found_cells(honeycomb: Honeycomb, view: TableView) -> Witnesses:
    """The patches that lie where `view` has cells of the drawn board."""
    index = np.array(list(honeycomb.nodes.values()))
    nodes = np.array(list(honeycomb.nodes))
    share = honeycomb.blobs.areas[index] / magnification(honeycomb.view, places_of(nodes))
    index = index[np.abs(share / np.median(share) - 1) < ALIKE]
    pixels = honeycomb.blobs.centres[index]
    gaps = np.linalg.norm(view.to_table(pixels)[:, None] - CENTRES, axis=2)
    own = gaps.min(axis=1) < SAME_CELL
    cells, first = np.unique(gaps.argmin(axis=1)[own], return_index=True)
    return Witnesses(cells, pixels[own][first])


def refine_view(
    view: TableView, found: Witnesses, picture: LinePicture
) -> tuple[TableView, Witnesses]:
    """The view fitted to all cells whose lines are seen, and these cells; or `view` and `found` as
    they were, where the picture's lines are met no better."""
    height, width = picture.strength.shape
    known, best = found, view
    is_done = False
    while not is_done:
        fitted = _fitted(best, known, (width, height))
        if fitted is None:
            return view, found
        best = fitted
        gaps = np.linalg.norm(CENTRES[:, None] - CENTRES[known.cells], axis=2).min(axis=1)
        near = np.setdiff1d(np.flatnonzero(gaps < CLOSE), found.cells)
        off, is_seen = _lines_say(best, picture, near, found.cells)
        grown = near[is_seen]
        cells = np.concatenate([found.cells, grown])
        pixels = np.concatenate([found.pixels, best.to_photo(CENTRES[grown] + off[is_seen])])
        is_done = len(cells) <= len(known.cells)
        known = Witnesses(cells, pixels)
    is_better = can_lie(best) and _lines_met(best, picture) > _lines_met(view, picture)
    return (best, known) if is_better else (view, found)


def _lines_met(view: TableView, picture: LinePicture) -> float:
    """How strong the picture's edges are, on the whole, where a view has the board's lines."""
    profile, inside = _profiles(view, picture, np.arange(len(CENTRES)))
    middle = len(_OFFSETS) // 2
    upon = profile[middle - 1 : middle + 2].max(axis=0) - np.median(profile, axis=0)
    usual = float(np.percentile(upon[inside], 75)) if inside.any() else 1.0
    return float(np.clip(upon, 0.0, usual)[inside].mean()) if inside.any() else 0.0


def _fitted(view: TableView, known: Witnesses, size: tuple[int, int]) -> TableView | None:
    if len(known.cells) < 8:
        return None
    places = CENTRES[known.cells]
    scale = np.sqrt(magnification(view, places))
    huber = MISPLACED * float(np.median(scale))
    return fit_view(places, known.pixels, size, weights=evened(scale), huber=huber)


def _lines_say(
    view: TableView, picture: LinePicture, cells: Integers, sure: Integers
) -> tuple[Floats, Flags]:
    """How far cells (n,) lie off where the view has them, (n, 2) in sides, and for which (n,) their
    lines tell it. The cells that are `sure` show how strong lines are."""
    if len(cells) == 0:
        return np.zeros((0, 2)), np.zeros(0, bool)
    off, strong = _sides_seen(view, picture, np.concatenate([cells, sure]))
    usual = float(np.nanmedian(strong[len(cells) :]))
    off, strong = off[: len(cells)], strong[: len(cells)]
    told = (strong > FAINT * usual).astype(np.float64)
    # Each line tells how far the cell lies off across it: least squares for two unknowns.
    normal = np.einsum("nk,ki,kj->nij", told, _ACROSS, _ACROSS) + _TINY * np.eye(2)
    shift = np.linalg.solve(normal, np.einsum("nk,ki->ni", told * off, _ACROSS)[..., None])[..., 0]
    miss = told * (off - shift @ _ACROSS.T)
    apart = np.sqrt((miss**2).sum(axis=1) / np.maximum(told.sum(axis=1), 1))
    is_seen = (told.sum(axis=1) >= FEWEST_SIDES) & (apart < MISPLACED)
    return shift, is_seen & (np.linalg.norm(shift, axis=1) < SAME_CELL)


def _sides_seen(view: TableView, picture: LinePicture, cells: Integers) -> tuple[Floats, Floats]:
    """How far outwards sides' lines lie off the view (n, 6), in sides; their strength, or -1."""
    profile, inside = _profiles(view, picture, cells)
    peak, base = profile.max(axis=0), np.median(profile, axis=0)
    above = np.maximum(profile - (peak + base) / 2, 0.0)
    off = np.einsum("o,ons->ns", _OFFSETS, above) / np.maximum(above.sum(axis=0), _TINY)
    return off, np.where(inside, peak - base, -1.0)


def _profiles(view: TableView, picture: LinePicture, cells: Integers) -> tuple[Floats, Flags]:
    """Edges' strength across each side of cells (offsets, n, 6); which sides are shown (n, 6)."""
    middles = CENTRES[cells][:, None] + _SIDES
    along = np.stack([-_ACROSS[:, 1], _ACROSS[:, 0]], axis=1)
    # A side is short: what lies about its middle is seen as if the view were affine there.
    ends = (middles, middles + _POSITIONS[-1] * along, middles - _POSITIONS[-1] * along,
            middles + _OFFSETS[-1] * _ACROSS, middles - _OFFSETS[-1] * _ACROSS)  # fmt: skip
    middle, after, before, outer, inner = view.to_photo(np.stack(ends))
    pixels = (
        middle
        + (_POSITIONS / np.ptp(_POSITIONS))[:, None, None, None] * (after - before)
        + (_OFFSETS / np.ptp(_OFFSETS))[:, None, None, None, None] * (outer - inner)
    ).astype(np.float32)
    height, width = picture.strength.shape
    inside = np.all((pixels > 1) & (pixels < (width - 2, height - 2)), axis=(0, 1, 4))
    shape = pixels.shape[:-1]
    seen = look_up(picture.strength, pixels.reshape(shape[0] * shape[1], -1, 2)).reshape(shape)
    return np.median(seen, axis=1), inside
