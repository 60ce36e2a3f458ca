"""Dice of a staged table: one set, placed and thrown by a script rather than by chance."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .....calibration.arrays import Floats, Floats32
from ..noise import Image
from ..tiles.surface import LaidTable
from . import looks
from .looks import Look
from .marks import FACES
from .painting import DiePose, TableWithDice
from .solids import CORNERS
from .throwing import about_up, rotation

WESTERN = 0.8
"""How many sets are of the western kind: see `usual_layout`."""


@dataclass(frozen=True)
class StagedDie:
    """A die by the face on top, its place on the table (x, y, in sides of a tile, y downwards) and
    its turn in radians. ``spin`` above 0 is how far it still has to tumble, in quarter turns."""

    face: str
    x: float
    y: float
    turn: float = 0.0
    spin: float = 0.0


def tumbling(die: StagedDie, share: float) -> StagedDie:
    """The same die on its way, ``share`` of it behind it, 1 where it has come to rest."""
    left = 1.0 - share
    away = 2.5 * left
    x, y = die.x - away * math.cos(die.turn), die.y - away * math.sin(die.turn)
    return StagedDie(die.face, x, y, die.turn + 3.0 * left, spin=4.0 * left)


def paint_dice(
    seed: int, picture: Image, laid: LaidTable, look: Look, dice: Sequence[StagedDie]
) -> None:
    """Paint dice of one look over a table with tiles in linear light."""
    rng = np.random.default_rng((seed, 6))
    table = TableWithDice.bare(rng, picture, laid)
    eye = table.eye
    is_western = np.random.default_rng((seed, 8)).random() < WESTERN
    for die in sorted(dice, key=lambda die: -math.hypot(die.x - eye[0], die.y - eye[1])):
        layout = usual_layout(die.face, is_western=is_western)
        base = table.height_at((die.x, die.y))
        turn = about_up(die.turn)
        if die.spin > 0:
            axis = np.array([-math.sin(die.turn), math.cos(die.turn), 0.0])
            turn = rotation(axis * die.spin * math.pi / 2) @ turn
        reach = 0.5 if die.spin <= 0 else 0.75
        middle = np.array([die.x, die.y, -base - reach * look.edge])
        step = 0.12 * np.array([math.cos(die.turn), math.sin(die.turn), 0.0])
        moves = (-1.0, 0.0, 1.0) if die.spin > 0 else (0.0,)
        poses = [DiePose(turn, middle + k * step, look.edge) for k in moves]
        table.cast_shadow(rng, poses[0].world(0.46 * CORNERS), base)

        def albedo(points: Floats, layout: tuple[str, ...] = layout) -> tuple[Floats32, Floats32]:
            colours, _ = looks.albedo(look, layout, points)
            return colours, np.ones(len(points), np.float32)

        table.paint(look.solid, poses, albedo, look.gloss, 1)


def usual_layout(face: str, *, is_western: bool) -> tuple[str, ...]:
    """The faces on the SIDES of a usual die with this one on top: opposite ones make seven, and
    about the corner where they meet 1, 2 and 3 run anticlockwise on a western one, clockwise on its
    mirror image, which is usual in China."""
    top = FACES.index(face)
    first, second = (k for k in range(3) if k not in (top, 5 - top))
    # With 2 on top and 1 on the first side 3 comes before it, and a 4 to 6 on top is upside down.
    is_anticlockwise = (top in (1, 4)) == (top > 2)
    if is_anticlockwise != is_western:
        second = 5 - second
    order = (top, 5 - top, first, 5 - first, second, 5 - second)
    return tuple(FACES[k] for k in order)
