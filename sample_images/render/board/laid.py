"""Tiles that lie on the table of a scene."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from engine.lattice import Cell

from .. import build
from . import tiles

SQRT3 = math.sqrt(3.0)


class Laid:
    """Tiles that lie on the table: their objects, and where their faces are."""

    def __init__(self, edition: tiles.Edition) -> None:
        self.edition = edition
        self.objects: list[Any] = []
        self.placed: list[tuple[Cell, int]] = []  # cell and rotation of each, where it is a board
        self.poses: list[tuple[float, float, float]] = []  # x, y, turn of the board's frame

    def add(
        self,
        mesh: Any,
        material: Any,
        x: float,
        y: float,
        turn: float,
        rotation: int = 0,
        lean: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        """Lay a tile; ``turn`` (radians, counter-clockwise) is that of its board's frame."""
        lift = self.edition.side * max(abs(lean[0]), abs(lean[1]))
        self.objects.append(
            build.place(mesh, (x, y, lift), turn - rotation * math.pi / 3, material, lean)
        )
        self.poses.append((x, y, turn))

    def face(self, index: int, shape: np.ndarray) -> np.ndarray:
        """Points of a tile's face: ``shape`` (n, 2) in sides and the board's frame → world."""
        turn = self.poses[index][2]
        own = self.objects[index]
        spin = own.rotation_euler[2] - turn
        c, s = math.cos(-spin), math.sin(-spin)
        flat = shape @ np.array([[c, s], [-s, c]]) * self.edition.side
        points = np.column_stack([flat, np.full(len(flat), self.edition.thickness)])
        matrix = np.array(own.matrix_world)
        return np.asarray(points @ matrix[:3, :3].T + matrix[:3, 3])


def face_samples() -> np.ndarray:
    """Points spread evenly over the unit-side hexagon (n, 2), none on its border."""
    grid = [((q + r / 2) * 0.26, r * 0.26 * SQRT3 / 2) for q in range(-7, 8) for r in range(-7, 8)]
    points = np.array(grid)
    return points[tiles.edge_distance(points[:, 0], points[:, 1]) > 0.05]
