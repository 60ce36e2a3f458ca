"""Random boards and how hands lay them: cells, rotations and poses in the plane of the table.

Lengths are in units of a tile's side; the y axis points downwards as seen from above.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from .....calibration.arrays import Floats
from .....engine.lattice import DIRECTIONS, Cell, cell_centre, neighbours

SHAPES = ("blob", "snake", "ring", "line", "loose_blob", "star")


@dataclass(frozen=True)
class LaidTile:
    """One hexagon on the table: ``kind`` names its pattern (``patterns``); its ``group`` is
    ``board``, ``second_group``, ``loose``, ``face_down`` or ``other``. ``angle`` (radians,
    clockwise) turns its own frame, in which the White tip lies ``rotation`` sixths clockwise of the
    top."""

    cell: Cell
    rotation: int
    x: float
    y: float
    angle: float
    size: float = 1.0
    lift: float = 0.0
    kind: str = "palago"
    group: str = "board"


def random_cells(rng: np.random.Generator, count: int, shape: str) -> list[Cell]:
    """A connected set of ``count`` cells of one of the ``SHAPES``, in order of growth."""
    cells: list[Cell] = [(0, 0)]
    taken = {(0, 0)}
    if shape == "ring" and count >= 6:
        radius = max(1, round(count / 6))
        walk: Cell = (radius * DIRECTIONS[4][0], radius * DIRECTIONS[4][1])
        cells, taken = [], set()
        for direction in range(6):
            for _ in range(radius):
                if len(cells) < count:
                    cells.append(walk)
                    taken.add(walk)
                walk = _step(walk, direction)
    heading = int(rng.integers(6))
    while len(cells) < count:
        if shape == "line":
            options = [_step(cells[-1], heading)]
        elif shape == "snake":
            if rng.random() < 0.35:
                heading = (heading + int(rng.choice((-1, 1)))) % 6
            options = [_step(cells[-1], heading), *neighbours(cells[int(rng.integers(len(cells)))])]
        else:
            options = list(neighbours(cells[int(rng.integers(len(cells)))]))
            rng.shuffle(options)
        for option in options:
            option = (int(option[0]), int(option[1]))
            touching = sum(n in taken for n in neighbours(option))
            unwanted = {"blob": touching < 2 and rng.random() < 0.75, "star": touching > 2}
            if option in taken or touching == 0 or (len(cells) > 4 and unwanted.get(shape, False)):
                continue
            cells.append(option)
            taken.add(option)
            break
    return cells


def _step(cell: Cell, direction: int) -> Cell:
    return cell[0] + DIRECTIONS[direction][0], cell[1] + DIRECTIONS[direction][1]


@dataclass(frozen=True)
class Hand:
    """How carefully a board is laid: gap in shares of a tile's width, turns in radians."""

    gap: float = 0.01
    turn: float = 0.01
    bend: float = 0.0


def lay_board(
    rng: np.random.Generator,
    cells: Sequence[Cell],
    hand: Hand,
    *,
    odd_share: float = 0.0,
    group: str = "board",
) -> list[LaidTile]:
    """Lay tiles on ``cells`` with the errors of a human hand, centred on the origin."""
    spacing = 1.0 + hand.gap
    centres = np.array([cell_centre(cell) for cell in cells]) * spacing
    centres -= centres.mean(axis=0)
    reach = max(3.0, float(np.abs(centres).max()))
    width = math.sqrt(3.0)
    bend = rng.normal(0.0, 1.0, 4) * hand.bend * width
    x, y = centres[:, 0] / reach, centres[:, 1] / reach
    bent = [bend[0] * y**2 + bend[1] * x * y, bend[2] * x**2 + bend[3] * x * y]
    moved = centres + np.stack(bent, 1)
    jitter = rng.normal(0.0, 1.0, moved.shape) * (0.3 * hand.gap + 0.15 * hand.turn) * width
    moved += np.clip(jitter, -0.05 * width, 0.05 * width)
    tiles = []
    for cell, (px, py) in zip(cells, moved, strict=True):
        rotation = 2 * int(rng.integers(3))
        if rng.random() < odd_share:
            rotation += 1
        turn = float(np.clip(rng.normal(0.0, 0.5), -1.0, 1.0)) * hand.turn
        lift = float(rng.uniform(0.02, 0.08)) if rng.random() < 0.01 else 0.0
        tiles.append(LaidTile(cell, rotation, float(px), float(py), turn, lift=lift, group=group))
    return tiles


def moved_group(tiles: Sequence[LaidTile], angle: float, dx: float, dy: float) -> list[LaidTile]:
    """The same tiles, turned by ``angle`` about the origin and shifted."""
    c, s = math.cos(angle), math.sin(angle)
    return [
        replace(t, x=c * t.x - s * t.y + dx, y=s * t.x + c * t.y + dy, angle=t.angle + angle)
        for t in tiles
    ]


def is_free(x: float, y: float, tiles: Sequence[LaidTile], clearance: float = 2.05) -> bool:
    """Whether a hexagon at ``(x, y)`` stays ``clearance`` sides away from every tile's centre."""
    if not tiles:
        return True
    centres: Floats = np.array([(t.x, t.y) for t in tiles])
    return bool(np.hypot(centres[:, 0] - x, centres[:, 1] - y).min() >= clearance)


def scatter(
    rng: np.random.Generator,
    placed: Sequence[LaidTile],
    kind: str,
    group: str,
    count: int,
    reach: float,
    size: float = 1.0,
) -> list[LaidTile]:
    """Up to ``count`` single hexagons at random free places within ``reach`` of the origin."""
    new: list[LaidTile] = []
    for _ in range(count * 8):
        if len(new) == count:
            break
        if placed and rng.random() < 0.6:
            anchor = placed[int(rng.integers(len(placed)))]
            away, heading = rng.uniform(2.05, 4.5), rng.uniform(0, 2 * math.pi)
            x, y = anchor.x + away * math.cos(heading), anchor.y + away * math.sin(heading)
        else:
            x, y = rng.uniform(-reach, reach, 2)
        if is_free(x, y, [*placed, *new], 1.05 + size):
            angle, rotation = float(rng.uniform(0, 2 * math.pi)), int(rng.integers(6))
            at = (float(x), float(y))
            new.append(LaidTile((0, 0), rotation, *at, angle, size, 0.0, kind, group))
    return new
