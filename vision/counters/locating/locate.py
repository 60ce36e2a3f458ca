"""The board in a photo: its plane, its lens, its extent, and which way round it lies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from ....calibration.arrays import Floats, Picture
from ....engine.palanquee.table.drawn import HEIGHT, WIDTH
from ....engine.tiles.observation import SURE
from ...lattice.nearness import Neighbourhood
from ...lattice.plane import TableView
from ...photos.shrink import shrunk_to
from .blobs import EDGE_WINDOWS, Blobs, edge_strength, find_blobs
from .cell_map import FINER, LONG_SIDE, CellMap
from .extent import CENTRES, HALF_TURN, FoundPlaces, LinePicture, SidesSeen, find_board_places
from .honeycomb import Honeycomb, find_honeycombs
from .judging import LIKELY, JudgedPlace, judge_places
from .letters import Heading
from .refining import Witnesses, found_cells, refine_view

REACH = 1.9
"""Witnesses within so many sides count fully, with the weight of a Gaussian."""
DOUBT = 1.5
"""Number of imagined witnesses that say that there is no drift."""
STEP = 1.0
"""Spacing of the places at which drift is measured, in sides: paper bends over several cells."""
DRAWN_OUT = 0.9
"""A board's view is refined where cells were found near a smaller share of all of its cells."""


@dataclass(frozen=True)
class Drift:
    """How far the print lies beside the fitted plane, as paper waves and glued sheets shift:
    `shifts` (rows, columns, 2), in sides, on a grid of spacing STEP from `origin`."""

    origin: Floats
    shifts: Floats

    def at(self, places: Floats) -> Floats:
        """The shift (..., 2) of the print at places (..., 2)."""
        rows, columns = self.shifts.shape[:2]
        at = (places - self.origin) / STEP
        x = np.clip(at[..., 0], 0, columns - 1.001)
        y = np.clip(at[..., 1], 0, rows - 1.001)
        i, k = y.astype(int), x.astype(int)
        u, v = (x - k)[..., None], (y - i)[..., None]
        grid = self.shifts
        top = grid[i, k] * (1 - u) + grid[i, k + 1] * u
        bottom = grid[i + 1, k] * (1 - u) + grid[i + 1, k + 1] * u
        return np.asarray(top * (1 - v) + bottom * v)


def measure_drift(known: Witnesses, view: TableView) -> Drift:
    """The drift on a board seen by `view`, from the cells whose places in the photo are known."""
    meant = CENTRES[known.cells]
    off = view.to_table(known.pixels) - meant
    columns, rows = (int(np.ceil(length / STEP)) + 5 for length in (WIDTH, HEIGHT))
    origin = np.array([-2.0, -2.0])
    shifts = np.zeros((rows, columns, 2))
    if len(meant) < 8:  # too few to know a bend from their own errors
        return Drift(origin, shifts)
    off = _without_strays(meant, off)
    keep = np.isfinite(off[:, 0])
    meant, off = meant[keep], off[keep]
    # What counts by its distance counts by how far it is along the rows and along the columns.
    across, down = (
        np.exp(-0.5 * ((np.arange(number) * STEP + start)[:, None] - along) ** 2 / REACH**2)
        for number, start, along in zip((columns, rows), origin, meant.T, strict=True)
    )
    total = np.stack([(down * one) @ across.T for one in off.T], axis=-1)
    return Drift(origin, total / ((down @ across.T)[..., None] + DOUBT))


def _without_strays(places: Floats, off: Floats) -> Floats:
    """Shifts that differ from the median of those around them are not believed (NaN)."""
    near = Neighbourhood(places).nearest(min(9, len(places)))
    usual = np.median(off[near], axis=1)
    miss = np.hypot(*(off - usual).T)
    limit = max(0.03, 3.0 * float(np.median(miss)))
    return np.where((miss < limit)[:, None], off, np.nan)


ENOUGH = 850
"""Pixels of the longer side in which most boards are found; small ones need them all."""


@dataclass(frozen=True)
class LocatedBoard:
    """A board that was found: the `view` from drawn places, in sides, to the picture, turned by the
    letters' `heading`; the print's `drift` beside that; and the `chance` that it lies there."""

    view: TableView
    drift: Drift
    heading: Heading
    chance: float

    @property
    def is_placed(self) -> bool:
        """Whether it is sure which cell is which."""
        return self.chance >= SURE


def locate_board(image: Picture) -> LocatedBoard | None:
    """Find the board in a picture (h, w, 3) BGR; None where there is none."""
    height, width = image.shape[:2]
    first: LocatedBoard | None = None
    for picture, is_last in pictures_to_search(image):
        found = _located(picture, is_last=is_last and first is None)
        if is_last:
            return found or first
        if found is not None and found.is_placed:
            lens = replace(found.view.lens, size=(width, height))  # type: ignore[type-var]
            first = replace(found, view=replace(found.view, lens=lens))
            if found.heading.is_clear:
                break
    return first


def pictures_to_search(image: Picture) -> Iterator[tuple[Picture, bool]]:
    """The pictures in which a board is looked for, one after the other: one of fewer pixels, unless
    that is hardly smaller, and all of it; with whether it is the last."""
    if 0.95 * max(image.shape[:2]) > ENOUGH:  # else it would find the same twice
        yield shrunk_to(image, ENOUGH), False
    yield image, True


def possible_places(
    image: Picture, *, is_last: bool
) -> Iterator[Iterator[tuple[Honeycomb, FoundPlaces]]]:
    """Where the board may lie in a picture (h, w, 3) BGR: one look after the other, each a sequence
    of honeycombs and their places. In the last picture smaller cells are looked for, too."""
    size = (image.shape[1], image.shape[0])

    def places(blobs: Blobs, seen: SidesSeen) -> Iterator[tuple[Honeycomb, FoundPlaces]]:
        for honeycomb in find_honeycombs(blobs, size):
            found = find_board_places(honeycomb, seen)
            if found is not None:
                yield honeycomb, found

    strength = edge_strength(image)
    lines = cache(lambda: LinePicture.of(image, strength))
    for window in EDGE_WINDOWS:
        yield places(find_blobs(strength, window), lambda *asked: lines().sides_seen(*asked))
    cells = CellMap.of(image, FINER if is_last else LONG_SIDE)
    yield places(cells.patches(size), cells.sides_seen)


def _is_upside_down(view: TableView) -> bool:
    """Whether the board's top is lower in the photo than its bottom: people sit before it."""
    ends = view.to_photo(np.array([[WIDTH / 2, 0.0], [WIDTH / 2, HEIGHT]]))
    return bool(ends[0, 1] > ends[1, 1])


def _located(image: Picture, *, is_last: bool) -> LocatedBoard | None:
    best: tuple[Honeycomb, JudgedPlace] | None = None
    for look in possible_places(image, is_last=is_last):
        for honeycomb, found in look:
            judged = judge_places(image, found)
            if judged.chance >= max(LIKELY, best[1].chance if best else 0.0):
                best = honeycomb, judged
            if judged.is_sure and judged.heading.is_clear:
                break
        # Where no letters speak, the board may lie on a floor of hexagons: all were looked at.
        if best is not None and best[1].is_sure:
            break
    return _board(image, *best) if best else None


def _board(image: Picture, honeycomb: Honeycomb, judged: JudgedPlace) -> LocatedBoard:
    heading, view = judged.heading, judged.place.view
    if not heading.is_clear:
        heading = replace(heading, turned=_is_upside_down(view))
    view = view.after_mapping(HALF_TURN) if heading.turned else view
    known = found_cells(honeycomb, view)
    if judged.place.reach < DRAWN_OUT:
        view, known = refine_view(view, known, LinePicture.of(image, edge_strength(image)))
    return LocatedBoard(view, measure_drift(known, view), heading, judged.chance)
