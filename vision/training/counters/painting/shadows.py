"""The light that pieces take from the board: what they hide of the lamp and what of the sky.

How tall a piece is shows in both, and looking straight down hardly anything else tells it: a shadow
is softer the farther its edge lies from what casts it, and a taller piece hides more of the sky,
and farther out."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from .....calibration.arrays import Floats, Floats32
from ....counters.rectify import MIDDLE
from ...scenes.noise import Image
from ...scenes.textures import blurred
from ...scenes.tiles.surface import convex_hull
from .laying import Put
from .pieces import fill, outline
from .shading import Lighting, random_lighting

if TYPE_CHECKING:
    from ..scenes import FlatCamera

PAINTED = 28.0
"""Pixels a side while the scene is painted."""
HEIGHTS = (0.0, 0.2, 0.45, 0.8, 1.3)
"""Between two of these, in sides, shadows are equally soft."""
LARGEST, SMALLEST = 0.5, 0.03
"""Sides by which the largest and the smallest lamp's shadow of something one side high fades."""
SECOND_LAMP, NEAR_LAMP = 0.35, 0.4
"""So often a second lamp casts shadows, and a lamp stands so near that they fall apart."""
DISTANCES = (20.0, 70.0)
"""Sides from the board to such a lamp."""
SHARPEST = 0.02
"""Sides over which even the foot's shadow fades."""
FAR = 3.0
"""Heights beyond which a piece's dimming of the sky is not painted: a tenth at most is left."""


def left_light(
    rng: np.random.Generator, camera: FlatCamera, put: list[Put], lighting: Lighting
) -> Image:
    """The share (h, w) of the light that the pieces leave to the board."""
    shade = np.zeros((camera.height, camera.width), np.float32)
    lamps = [lighting.lamp]
    if rng.random() < SECOND_LAMP:
        lamps.append(random_lighting(rng).lamp)
    for lamp, share in zip(lamps, rng.dirichlet(np.full(len(lamps), 3.0)), strict=True):
        size = float(math.exp(rng.uniform(math.log(SMALLEST), math.log(LARGEST))))
        towards = lamp[:2] / max(float(lamp[2]), 0.35)
        nearness = 1 / rng.uniform(*DISTANCES) if rng.random() < NEAR_LAMP else 0.0
        cast = np.zeros_like(shade)
        for low, high in pairwise(HEIGHTS):
            part = _cast(camera, put, towards, nearness, low, high)
            if part is not None:
                soft = (SHARPEST + size * (low + high) / 2) * PAINTED
                cast = np.maximum(cast, blurred(part, soft))
        shade += cast * np.float32(share)
    contact = _contact(camera, put)
    near = np.float32(rng.uniform(0.0, 0.4))
    sky = _sky(camera, put)
    # Some light comes back from the board and the walls, some rooms are dark towards the sides.
    counts = np.float32(rng.uniform(0.5, 1.2) * (1 - lighting.share))
    dark = np.float32(rng.uniform(0.6, 1.0) * lighting.share)
    left = (1 - dark * shade) - counts * (1 - sky)
    return np.asarray(np.maximum(left, 0.05) * (1 - contact * near))


def _cast(
    camera: FlatCamera, put: list[Put], towards: Floats, nearness: float, low: float, high: float
) -> Image | None:
    """Where the pieces' parts between two heights keep a lamp's light away; None if there are
    none. Over the board's middle the lamp is seen by `towards` (2,) sides aside for each side up;
    over other places by so much less as they are nearer to it."""
    cast = np.zeros((camera.height, camera.width), np.uint8)
    tall = [one for one in put if one.piece.foot + one.piece.shape.height > low]
    for one in tall:
        top = one.piece.foot + one.piece.shape.height
        base = outline(one.piece)
        aside = towards + (MIDDLE - (one.piece.x, one.piece.y)) * nearness
        ends = [base - aside * z for z in (low, min(top, high))]
        fill(cast, camera.project(convex_hull(np.concatenate(ends))), 255)
    return np.asarray(cast / np.float32(255), np.float32) if tall else None


def _contact(camera: FlatCamera, put: list[Put]) -> Image:
    """The dark line (h, w) where a piece meets the board."""
    contact = np.zeros((camera.height, camera.width), np.uint8)
    for one in put:
        fill(contact, camera.project(outline(one.piece)), 255)
    return blurred(contact.astype(np.float32) / 255, 2.4)


def _sky(camera: FlatCamera, put: list[Put]) -> Image:
    """The share (h, w) of an even sky's light that reaches the board between the pieces."""
    left = np.ones((camera.height, camera.width), np.float32)
    stamps: dict[tuple[float, float], Floats32] = {}
    for one in put:
        size = (one.piece.shape.radius, one.piece.foot + one.piece.shape.height)
        if size not in stamps:
            stamps[size] = 1 - _hidden_sky(*size)
        stamp = stamps[size]
        x, y = np.rint(camera.project(np.array([[one.piece.x, one.piece.y]]))[0]).astype(int)
        reach = len(stamp) // 2
        top, side = max(0, y - reach), max(0, x - reach)
        part = left[top : max(0, y + reach + 1), side : max(0, x + reach + 1)]
        first = (top - (y - reach), side - (x - reach))
        part *= stamp[first[0] : first[0] + part.shape[0], first[1] : first[1] + part.shape[1]]
    return left


def _hidden_sky(radius: float, height: float) -> Floats32:
    """The share (n, n) of an even sky's light that a round piece takes from the board about it.

    At a distance d from its middle it is a wall asin(r / d) to both sides, atan(h / (d - r)) high;
    on a level place that hides so much of the half circle times its height's squared sine."""
    reach = math.ceil((radius + FAR * height) * PAINTED)
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1] / PAINTED
    far = np.maximum(np.hypot(x, y), radius + 1e-3)
    wall = np.arcsin(radius / far) / math.pi
    return np.asarray(wall * height**2 / (height**2 + (far - radius) ** 2), np.float32)
