"""What the networks for counters should answer about each drawn cell, and how much it matters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from ....calibration.arrays import Floats, Floats32, Integers, Integers16
from ....engine.palanquee.table.drawn import drawn_cells
from ....engine.palanquee.table.pieces import COLOURS
from ...counters.glance import USUAL_HEIGHT, USUAL_RADIUS
from ...counters.rectify import CENTRES, FINER, PER_SIDE, Rectified
from ...counters.seed_sign import WAYS
from ..scenes.noise import Image
from .painting.laying import Put
from .painting.pieces import CounterSet

LEAST_VISIBLE, LEAST_KIND = 0.2, 0.4
"""A piece has to be found if this share of it is seen, and its kind to be told if the second is."""


@dataclass(frozen=True)
class Answers:
    """For n drawn cells: whether a piece stands there, its mark, foot (n, 2), radius and height
    beside the usual, cube or not, hidden or not; its colour's and kind's number, -1 where not to be
    learnt; the weights of piece, sizes and kind. `way` is what seeds are told by, or -1."""

    piece: Floats32
    mark: Floats32
    offset: Floats32
    radius: Floats32
    height: Floats32
    cube: Floats32
    hidden: Floats32
    colour: Integers
    seed: Integers
    matters: Floats32
    sized: Floats32
    marked: Floats32
    way: int

    def arrays(self) -> dict[str, Any]:
        """All of it by name."""
        return {one.name: getattr(self, one.name) for one in fields(self)}


def no_answers(count: int, way: int) -> Answers:
    """Empty cells, all of which matter."""
    blank: dict[str, Any] = {one.name: np.zeros(count, np.float32) for one in fields(Answers)}
    blank |= {name: np.full(count, -1) for name in ("colour", "seed")}
    blank |= {"offset": np.zeros((count, 2), np.float32), "matters": np.ones(count, np.float32)}
    return Answers(**blank | {"way": way})


@dataclass(frozen=True)
class Lit:
    """A painted scene: which piece each pixel shows (h, w; -2 what lies over them), at which pixels
    places are seen, and each piece's number of pixels if nothing hid it."""

    owner: Integers16
    project: Callable[[Floats], Floats]
    wholes: list[float]


def answers_of(
    rectified: Rectified, put: list[Put], counters: CounterSet, seen: Lit, moved: Image
) -> Answers:
    """The answers of a generated scene; `moved` is how far its pixels lie beside the truth."""
    way = WAYS.index("cube" if counters.by == "shape" else counters.by)
    answers = no_answers(len(CENTRES), way)
    answers.hidden[:] = _hidden(seen)
    answers.matters[answers.hidden > 0] = 0.2
    places = {cell: k for k, cell in enumerate(drawn_cells())}
    count = np.bincount(seen.owner[seen.owner >= 0].ravel(), minlength=len(put) + 1)
    for index, one in enumerate(put):
        if one.cell is None:
            continue
        if one.odd == "stacked":
            # A pile is as tall as all that lies on it.
            top = one.piece.foot + one.piece.shape.height
            answers.height[places[one.cell]] = top - USUAL_HEIGHT
            continue
        k, shape = places[one.cell], one.piece.shape
        pixel = np.clip(np.rint(rectified.to_fine(CENTRES[k])), 0, None).astype(int)
        y, x = min(pixel[1], moved.shape[0] - 1), min(pixel[0], moved.shape[1] - 1)
        foot = np.array([one.piece.x, one.piece.y]) - CENTRES[k]
        visible = float(count[index]) / seen.wholes[index]
        answers.piece[k] = 1.0
        answers.offset[k] = rectified.turn(foot[None])[0] - moved[y, x] / (PER_SIDE * FINER)
        answers.radius[k] = shape.radius - USUAL_RADIUS
        answers.height[k] = shape.height - USUAL_HEIGHT
        answers.cube[k] = shape.kind == "cube"
        answers.mark[k] = one.piece.mark is not None
        is_seen = visible >= LEAST_VISIBLE and rectified.shown[k]
        # A piece across an edge belongs to its own cell; one below another is not seen.
        answers.matters[k] = float(is_seen and one.odd != "under")
        answers.sized[k] = float(is_seen)
        if visible >= LEAST_KIND and one.odd != "under" and rectified.shown[k]:
            answers.colour[k] = COLOURS.index(one.colour)
            answers.seed[k] = one.kind == "seed"
            answers.marked[k] = 1.0
    # Something lies across these cells' edges: whether it is theirs is not asked.
    for one in put:
        if one.odd == "between":
            near = np.hypot(*(CENTRES - (one.piece.x, one.piece.y)).T) < 1.3
            answers.matters[near & (answers.piece < 0.5)] = 0.0
    answers.matters[~rectified.shown] = 0.0
    return answers


def _hidden(seen: Lit) -> Floats32:
    """Which drawn cells lie half or more under a hand or a thing."""
    turns = np.arange(6) * np.pi / 3
    ring = np.concatenate([[[0.0, 0.0]], 0.55 * np.stack([np.cos(turns), np.sin(turns)], axis=1)])
    pixels = seen.project((CENTRES[:, None] + ring).reshape(-1, 2))
    height, width = seen.owner.shape
    x = np.clip(np.rint(pixels[:, 0]).astype(int), 0, width - 1)
    y = np.clip(np.rint(pixels[:, 1]).astype(int), 0, height - 1)
    bad = (seen.owner[y, x] == -2).reshape(len(CENTRES), -1)
    return np.asarray(bad.sum(axis=1) >= 3, np.float32)
