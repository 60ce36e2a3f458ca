"""What happens in a film of a staged table: acts, the camera's pose, the hand."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from .....calibration.arrays import Floats
from .....engine.lattice import Cell
from .....engine.tiles.board import Board
from ..dice.staged import StagedDie

REACH_SECONDS = 0.45
PLAIN_LIGHT = (1.0, 1.0, 1.0)


@dataclass(frozen=True)
class Act:
    """Something that happens: ``board`` is how the table stands when the hand has left.

    The hand goes to ``cells``, if any, and stays ``rest`` seconds; ``wait`` follows. ``bump``
    shifts the camera in pixels, ``roll`` turns it in degrees, ``zoom`` brings it nearer, for good,
    within ``travel`` seconds. ``gain`` and ``tint`` (blue, green, red) set the light, within
    ``fade``. ``dice`` lie there afterwards, None for those of before; they ``tumble`` for so long
    first."""

    board: Board
    cells: tuple[Cell, ...] = ()
    rest: float = 0.3
    wait: float = 1.6
    bump: tuple[float, float] = (0.0, 0.0)
    gain: float = 1.0
    roll: float = 0.0
    zoom: float = 1.0
    travel: float = 0.0
    tint: tuple[float, float, float] = PLAIN_LIGHT
    fade: float = 0.0
    dice: tuple[StagedDie, ...] | None = None
    tumble: float = 0.0

    @property
    def seconds(self) -> float:
        """How long the act lasts, the wait included."""
        return self.handled + self.tumble + self.wait

    @property
    def handled(self) -> float:
        """How long a hand is over the table."""
        return 2 * REACH_SECONDS + self.rest if self.cells else 0.0


@dataclass(frozen=True)
class FilmedPose:
    """How the camera stands against where it stood first: pixels, degrees and a factor."""

    x: float = 0.0
    y: float = 0.0
    roll: float = 0.0
    zoom: float = 1.0

    def after(self, act: Act, share: float = 1.0) -> FilmedPose:
        """After an act, or a share of its way."""
        x, y = self.x + share * act.bump[0], self.y + share * act.bump[1]
        return FilmedPose(x, y, self.roll + share * act.roll, self.zoom * act.zoom**share)

    def matrix(self, width: int, height: int) -> Floats:
        """The affine matrix (2, 3) from the first picture's pixels to this one's."""
        turn = cv2.getRotationMatrix2D((width / 2, height / 2), self.roll, self.zoom)
        turn[:, 2] += np.array([self.x, self.y])
        return np.asarray(turn, dtype=np.float64)


@dataclass(frozen=True)
class FilmedHand:
    """A hand over the table: where its fingers point, in pixels of the first picture, how far it
    has reached, 0 to 1, and how far it trembles to the side."""

    target: tuple[float, float]
    reach: float
    tremble: float


@dataclass(frozen=True)
class FilmedScene:
    """What there is to be seen at a moment of a script. ``matrix`` (2, 3) takes pixels of the first
    picture to this one's; ``light`` is that of blue, green and red."""

    board: Board
    hand: FilmedHand | None
    matrix: Floats
    light: tuple[float, float, float]
    dice: tuple[StagedDie, ...] = ()
