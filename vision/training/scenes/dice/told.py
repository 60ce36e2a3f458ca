"""Staged dice read without a camera's doubt: for trying what comes after the reading of dice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ....dice.reader import JudgedDie
from ..films.videos import StagedTable
from .painting import projected, seen_size
from .staged import StagedDie

TOLD = 0.99


@dataclass
class DiceTold:
    """Stands for `vision.dice.reader.read_dice` over a staged table whose camera stands still: each
    of the ``dice`` there is told at its true place, with its true face unless it rolls."""

    stage: StagedTable
    dice: tuple[StagedDie, ...] = ()

    def __call__(self, *_: Any) -> tuple[JudgedDie, ...]:
        """The dice in pixels of a frame."""
        return tuple(self._seen(die) for die in self.dice)

    def _seen(self, die: StagedDie) -> JudgedDie:
        edge, camera = self.stage.dice_look.edge, self.stage.camera
        places = np.array([[die.x, die.y, -0.5 * edge], [die.x, die.y, -edge]])
        (x, y), (top_x, top_y) = projected(camera, places)
        face, state = (None, "rolling") if die.spin > 0 else (die.face, "lying")
        side = float(edge * seen_size(camera, places[0]))
        middle, top = (float(x), float(y)), (float(top_x), float(top_y))
        return JudgedDie(face, state, TOLD, middle, top, side)
