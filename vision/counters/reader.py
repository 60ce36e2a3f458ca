"""The whole way from a photo to the pieces on a Palanquée board, each stage timed."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...engine.palanquee.drawn import HALF, HEIGHT, WIDTH, drawn_cells
from ..photos.photo import Photo, load_photo
from .colours import read_colours
from .glance import Glance, glance
from .kinds import MOST_SEEDS, read_kinds
from .locate import LocatedBoard, locate_board
from .reading import SURE, BoardReading, CounterReading, CounterWarning
from .rectify import CENTRES, Rectified, rectify

Floats = NDArray[np.float64]

LONG_SIDE = 1400
THERE = 0.2
"""Log odds from which a piece is read: the network learnt on as many pieces as empty cells."""
PERHAPS = -1.5
"""Log odds above which an empty cell is named as one in which a piece may lie."""
HIDDEN = 0.5
DOUBTFUL = 0.6
"""Where it is not sure which cell is which, nothing is surer than this."""
OFF_CENTRE = 0.62
"""Nearer than this to its cell's edge, in half cells from the middle, a piece lies across it."""


def read_counters(source: str | Path | bytes | NDArray[Any]) -> BoardReading:
    """Read the board in one photo; without a board a reading without pieces and with a warning.
    Raises PhotoError where the source is no photo."""
    clock = _Clock()
    photo = load_photo(source, long_side=LONG_SIDE)
    clock.finish("decode")
    board = locate_board(photo.image)
    clock.finish("locate")
    if board is None:
        warnings = (CounterWarning("no_board"),)
        return BoardReading(
            photo.path, photo.width, photo.height, warnings=warnings, elapsed_ms=clock.elapsed()
        )
    rectified = rectify(photo.image, board.view, board.drift)
    clock.finish("rectify")
    seen = glance(rectified)
    clock.finish("glance")
    reading = _reading(photo, board, rectified, seen)
    clock.finish("judge")
    return BoardReading(**{**reading.__dict__, "elapsed_ms": clock.elapsed()})


class _Clock:
    """Milliseconds by stage."""

    def __init__(self) -> None:
        self.stages: dict[str, float] = {}
        self.last = time.perf_counter()

    def finish(self, stage: str) -> None:
        now = time.perf_counter()
        self.stages[stage] = 1000 * (now - self.last)
        self.last = now

    def elapsed(self) -> dict[str, float]:
        return {**self.stages, "total": sum(self.stages.values())}


def _reading(photo: Photo, board: LocatedBoard, rectified: Rectified, seen: Glance) -> BoardReading:
    cells = drawn_cells()
    pieces = np.flatnonzero((seen.piece > THERE) & rectified.shown)
    warnings = _about_the_board(board, rectified)
    pieces, twice = _once(pieces, seen)
    colours = read_colours(rectified, seen, pieces)
    kinds = read_kinds(seen, pieces, colours.names, colours.marking)
    if kinds.by == "nothing" and len(pieces):
        warnings.append(CounterWarning("seeds"))
    there = 1 / (1 + np.exp(THERE - 1.2 * seen.piece[pieces]))
    # A piece near its cell's edge may belong to the next one.
    off = np.hypot(*seen.offset[pieces].T)
    placed = np.clip(1 - (off / HALF - 0.45) * 1.6, 0.3, 1.0)
    sure = there * colours.sure * kinds.sure * placed
    if not board.is_placed or not board.heading.is_clear:
        sure = np.minimum(sure, DOUBTFUL)
    sure[np.isin(pieces, list(twice))] *= 0.5
    names = np.array(colours.names)
    for name in set(colours.names):
        # Each player has one to three seeds; where another number was seen, some kind is wrong.
        own = names == name
        if not 1 <= int(kinds.seeds[own].sum()) <= MOST_SEEDS:
            sure[own] = np.minimum(sure[own], 0.9)
    feet = CENTRES[pieces] + rectified.unturn(seen.offset[pieces])
    pixels = photo.to_full(board.view.to_photo(feet + board.drift.at(feet)))
    found = []
    for k, index in enumerate(pieces):
        cell = cells[index]
        kind = "seed" if kinds.seeds[k] else "sprout"
        center = (float(pixels[k, 0]), float(pixels[k, 1]))
        confidence = float(np.clip(sure[k], 0.0, 0.999))
        found.append(
            CounterReading(cell.name, cell.row, colours.names[k], kind, confidence, center)
        )
        if off[k] > OFF_CENTRE * HALF:
            warnings.append(CounterWarning("between", cell.name))
        if confidence < SURE:
            percent = {"percent": round(100 * confidence)}
            warnings.append(CounterWarning("unsure", cell.name, percent))
    warnings += [CounterWarning("twice", cells[index].name) for index in sorted(twice)]
    taken = {piece.cell for piece in found}
    for index in np.flatnonzero(rectified.shown & (seen.piece <= THERE)):
        name = cells[index].name
        if name in taken:
            continue
        if seen.hidden[index] > HIDDEN:
            warnings.append(CounterWarning("hidden", name))
        elif seen.piece[index] > PERHAPS:
            warnings.append(CounterWarning("perhaps", name))
    outline = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float64)
    corners = photo.to_full(board.view.to_photo(outline))
    return BoardReading(
        photo.path, photo.width, photo.height, tuple(found),
        tuple((float(x), float(y)) for x, y in corners), tuple(warnings), kinds.by,
    )  # fmt: skip


def _about_the_board(board: LocatedBoard, rectified: Rectified) -> list[CounterWarning]:
    warnings = []
    if not board.heading.is_clear:
        warnings.append(CounterWarning("heading"))
    if not rectified.shown.all():
        count = {"count": int((~rectified.shown).sum())}
        warnings.append(CounterWarning("cut_board", None, count))
    if not board.is_placed:
        warnings.append(CounterWarning("where"))
    return warnings


def _once(pieces: NDArray[np.intp], seen: Glance) -> tuple[NDArray[np.intp], set[int]]:
    """The pieces with one for each cell: of two on a cell's two drawings the surer one; and the
    indices of those that have another on the other drawing."""
    cells = drawn_cells()
    best: dict[str, int] = {}
    twice = set()
    for index in pieces:
        name = cells[index].name
        if name in best:
            twice.add(name)
            if seen.piece[index] <= seen.piece[best[name]]:
                continue
        best[name] = int(index)
    return np.array(sorted(best.values()), np.intp), {best[name] for name in twice}
