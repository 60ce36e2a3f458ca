"""Pictures of the ChArUco sheet as a known camera would take them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from palago.calibration.charuco import CharucoSheet
from palago.calibration.lens import Lens

TEXELS_PER_MM = 6
QUIET_ZONE_MM = 15

Picture = NDArray[np.uint8]


@pytest.fixture(scope="session")
def photograph_sheet() -> Callable[..., Picture]:
    """A function that renders the sheet through a lens, from a pose."""
    sheet = CharucoSheet()
    width, height = (round(length * TEXELS_PER_MM) for length in sheet.size_mm)
    quiet = QUIET_ZONE_MM * TEXELS_PER_MM
    pattern = sheet.board.generateImage((width, height), marginSize=0)
    texture = cv2.copyMakeBorder(pattern, *[quiet] * 4, cv2.BORDER_CONSTANT, value=235)
    texture = cv2.copyMakeBorder(texture, *[300] * 4, cv2.BORDER_CONSTANT, value=90)
    offset = quiet + 300

    @cache
    def rays_through(lens: Lens) -> NDArray[np.float64]:
        # Four samples a pixel, averaged later: no aliasing from the texture.
        columns, rows = lens.image_size
        xs, ys = np.meshgrid(np.arange(2 * columns) / 2 - 0.25, np.arange(2 * rows) / 2 - 0.25)
        pixels = lens.undistort(np.stack([xs, ys], axis=-1))
        plane = (pixels - np.array(lens.principal)) / np.array(lens.focal)
        return np.concatenate([plane, np.ones((*xs.shape, 1))], axis=-1)

    def photograph(
        lens: Lens,
        rotation: tuple[float, float, float],
        shift: tuple[float, float, float],
        *,
        noise: float = 2.0,
        blur: float = 0.6,
        seed: int = 0,
    ) -> Picture:
        """``rotation`` is a rotation vector, radians; ``shift`` puts the sheet's middle, mm."""
        columns, rows = lens.image_size
        rays = rays_through(lens)
        turn = cv2.Rodrigues(np.array(rotation, dtype=np.float64))[0]
        middle = np.array([*sheet.size_mm, 0.0]) / 2
        origin = np.array(shift) - turn @ middle
        # Where each ray meets the sheet's plane, in the sheet's own frame.
        to_sheet = turn.T
        start, direction = -to_sheet @ origin, rays @ to_sheet.T
        reach = -start[2] / np.where(np.abs(direction[..., 2]) < 1e-9, 1e-9, direction[..., 2])
        met = start + direction * reach[..., None]
        at = (met[..., :2] * TEXELS_PER_MM - 0.5 + offset).astype(np.float32)
        fine = cv2.remap(
            texture, at[..., 0], at[..., 1], cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT, borderValue=90,
        )  # fmt: skip
        fine[reach <= 0] = 90
        picture = cv2.resize(fine, (columns, rows), interpolation=cv2.INTER_AREA)
        picture = cv2.GaussianBlur(picture, (0, 0), blur)
        grain = np.random.default_rng(seed).normal(0.0, noise, picture.shape)
        return np.clip(picture + grain, 0, 255).astype(np.uint8)

    return photograph
