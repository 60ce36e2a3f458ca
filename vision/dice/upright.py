"""Which way is up in the photo, at any place of the table, and how large a length is seen there.

The board's view is a homography of the table's plane. With the focal length it gives the whole
camera (Z. Zhang, "A flexible new technique for camera calibration", PAMI 2000, section 3.1): the
plane's two axes are at right angles and equally long, which tells the focal length where the
camera looks aslant; where it looks straight down the usual one of phones will do, because there it
matters little.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...calibration.arrays import Floats
from ..lattice.plane import KnownLens, TableView

USUAL_FOCAL = 1.2
"""A phone's focal length in half diagonals of its photo."""
TRUST_IN_USUAL = 0.02
"""How much the usual focal length counts against what the homography says of it."""
FOCALS = (0.6, 4.0)
"""The widest and the longest lens thought of, in half diagonals."""
UNIT_STEP = 1e-3
"""How far beside the middle the lens is asked how many pixels a unit has there."""


@dataclass(frozen=True)
class Uprights:
    """The upright directions over a table seen in a `view`; lengths are in sides of a tile."""

    view: TableView

    @cached_property
    def focal(self) -> float:
        """The focal length in the units of the view's lens."""
        if isinstance(self.view.lens, KnownLens):
            return 1.0
        one, two = self._axes
        told = np.array([one[:2] @ two[:2], one[:2] @ one[:2] - two[:2] @ two[:2]])
        depths = np.array([-one[2] * two[2], two[2] ** 2 - one[2] ** 2])
        # told / focal² = depths; lengths are about one where the plane is seen head on.
        size = float(one[:2] @ one[:2] + two[:2] @ two[:2]) / 2
        usual = 1 / USUAL_FOCAL**2
        doubt = TRUST_IN_USUAL * size**2
        inverse = float(told @ depths + doubt * usual) / float(told @ told + doubt)
        least, most = 1 / FOCALS[1] ** 2, 1 / FOCALS[0] ** 2
        return float(1 / np.sqrt(np.clip(inverse, least, most)))

    @property
    def _axes(self) -> tuple[Floats, Floats]:
        return self.view.homography[:, 0], self.view.homography[:, 1]

    @cached_property
    def _camera(self) -> tuple[Floats, Floats, float]:
        """Homography to the camera's frame, the direction into the table there, their scale."""
        matrix = self.view.homography / np.array([[self.focal], [self.focal], [1.0]])
        one, two = matrix[:, 0], matrix[:, 1]
        scale = float(np.sqrt(np.linalg.norm(one) * np.linalg.norm(two)))
        into = np.cross(one, two)
        return matrix, np.asarray(into / max(float(np.linalg.norm(into)), 1e-12)), scale

    def lifted(self, places: Floats, height: float) -> Floats:
        """Pixels (n, 2) of what lies `height` above places (n, 2) of the plane of the tiles."""
        matrix, into, scale = self._camera
        there = places @ matrix[:, :2].T + matrix[:, 2]
        sign = np.where(there[:, 2:] < 0, -1.0, 1.0)
        there = sign * there - height * scale * into
        flat = there[:, :2] / np.maximum(there[:, 2:], 1e-9) * self.focal
        return self.view.lens.bend(flat)

    def at(self, pixels: Floats) -> tuple[Floats, Floats]:
        """For pixels (n, 2): the step (n, 2) in the photo, in lengths seen head on, that one length
        upwards leads; and how many pixels (n,) one length has, seen head on."""
        places = self.view.to_table(pixels)
        step = 0.25
        upwards = (self.lifted(places, step) - self.lifted(places, 0.0)) / step
        matrix, _, scale = self._camera
        depth = np.abs((places @ matrix[:, :2].T + matrix[:, 2])[:, 2])
        # In the middle of the photo one unit of the lens is so many pixels, elsewhere about so.
        middle, beside = self.view.lens.bend(np.array([[0.0, 0.0], [UNIT_STEP, 0.0]]))
        unit = float(np.hypot(*(beside - middle))) / UNIT_STEP
        sizes = self.focal * scale / np.maximum(depth, 1e-12) * unit
        return np.asarray(upwards / sizes[:, None]), np.asarray(sizes)
