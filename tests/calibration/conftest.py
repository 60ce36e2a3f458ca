"""Pictures of the ChArUco sheet, as a known camera would take them, and of tiles."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from palago.calibration.arrays import Floats, Picture
from palago.calibration.cameras.charuco import CharucoSheet
from palago.calibration.cameras.lens import Lens
from palago.vision.training.scenes.scene import Request, Scene, make_scene
from palago.vision.training.scenes.tiles.editions import KNOWN_PAIRS, random_edition, scene_colour

TEXELS_PER_MM = 6
QUIET_ZONE_MM = 15


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
    def rays_through(lens: Lens) -> Floats:
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


#: Tilt, heading of the tilt and roll in degrees; where in the picture, in shares of it; distance.
POSES = (
    (30, 0, 0, 0.0, 0.0, 1.1), (30, 90, 10, -0.2, 0.15, 1.2), (30, 180, -10, 0.2, -0.15, 1.3),
    (30, 270, 0, 0.2, 0.2, 1.3), (20, 45, 25, -0.25, -0.2, 1.4), (25, 225, -20, 0.25, 0.25, 1.4),
    (35, 135, 5, -0.25, 0.25, 1.5), (15, 300, 0, 0.3, -0.25, 1.5),
)  # fmt: skip


@pytest.fixture(scope="session")
def take_views(photograph_sheet: Callable[..., Picture]) -> Callable[..., list[Picture]]:
    """A function that photographs the sheet in several poses."""

    def take(lens: Lens, poses: Sequence[tuple[float, ...]] = POSES) -> list[Picture]:
        width, height = lens.image_size
        pictures = []
        for number, (tilt, heading, roll, x, y, distance) in enumerate(poses):
            angle = np.radians(heading)
            axis = np.array([np.cos(angle), np.sin(angle), 0.0]) * np.radians(tilt)
            spin = np.array([0.0, 0.0, np.radians(roll)])
            turn = cv2.Rodrigues(axis)[0] @ cv2.Rodrigues(spin)[0]
            z = distance * 253 * lens.focal[0] / width
            shift = (x * width / lens.focal[0] * z, y * height / lens.focal[0] * z, z)
            rotation = tuple(cv2.Rodrigues(turn)[0].ravel())
            pictures.append(photograph_sheet(lens, rotation, shift, seed=number))
        return pictures

    return take


@pytest.fixture(scope="session")
def webcam() -> Lens:
    """The lens behind ``pictures``."""
    return Lens((640, 480), (500.0, 500.0), (324.0, 236.0), -0.2)


@pytest.fixture(scope="session")
def pictures(take_views: Callable[..., list[Picture]], webcam: Lens) -> list[Picture]:
    """Eight good views of the sheet."""
    return take_views(webcam)


@pytest.fixture(scope="session")
def drawn_tiles() -> Callable[..., Scene]:
    """A function that draws tiles of a known pair of colours with a dark line between them."""

    def draw(pair: str, seed: int, request: Request) -> Scene:
        white, blue = (scene_colour(colour) for colour in KNOWN_PAIRS[pair])
        edition = replace(
            random_edition(np.random.default_rng(seed), "mild"),
            white=white, blue=blue, line=scene_colour((20, 20, 20)), line_width=0.05, rim=0.0,
            gloss=0.0, wear=0.0, grain=0.0,
        )  # fmt: skip
        plain = replace(request, level="mild", content="board", odd_share=0.0, hands=0.0)
        return make_scene(seed, replace(plain, edition=edition))

    return draw
