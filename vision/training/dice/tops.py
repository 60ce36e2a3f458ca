"""Tops of dice drawn flat, by the hundred thousand, to train the network that reads them on.

A die is three parallelograms seen by a camera far away: its marks are those of the scenes. What the
reader would make of it, its geometry a little wrong, is what the network learns from.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from ...dice.tops import SHARE, SIZE
from ..scenes.dice import looks, marks
from ..scenes.dice.looks import Look

CANVAS = 72
DRAWN = 24.0
"""Pixels that a die's edge is drawn wide before it is made as small as it is to be seen."""
SIDES = (9.0, 34.0)
SIGN = len(marks.FACES)


def random_top(rng: np.random.Generator, look: Look) -> tuple[NDArray[np.uint8], int, float]:
    """A patch as `top_patch` gives it, the number of its face, and the die's edge in pixels."""
    tilt = math.radians(float(rng.uniform(0, 62)))
    yaw = float(rng.uniform(0, 2 * math.pi))
    layout = looks.random_layout(rng)
    picture = _drawn(rng, look, layout, tilt, yaw)
    side = float(np.exp(rng.uniform(*np.log(SIDES))))
    scale = side / DRAWN
    if scale < 1.0:
        size = max(6, round(CANVAS * scale))
        way = cv2.INTER_AREA if rng.random() < 0.7 else cv2.INTER_LINEAR
        picture = np.asarray(cv2.resize(picture, (size, size), interpolation=way), np.uint8)
        scale = size / CANVAS
    else:
        scale = 1.0
    picture = _spoiled(rng, picture)
    seen = DRAWN * scale
    # As the reader finds it: a little beside, a little too large, the camera's lean a little wrong.
    told_tilt = abs(tilt + float(rng.normal(0, 0.05)))
    grown = float(np.exp(rng.normal(0, 0.06)))
    middle = np.full(2, (picture.shape[0] - 1) / 2) + rng.normal(0, 0.055, 2) * seen
    center = middle + np.array([0.0, -0.5 * seen * math.sin(told_tilt) * grown])
    spin = float(rng.uniform(0, 2 * math.pi))
    turn = np.array([[math.cos(spin), -math.sin(spin)], [math.sin(spin), math.cos(spin)]])
    edges = np.diag([1.0, math.cos(told_tilt)]) @ turn * seen * grown
    step = edges * SHARE / SIZE
    matrix = np.column_stack([step, center - step @ np.full(2, (SIZE - 1) / 2)])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    border = cv2.BORDER_REPLICATE
    cut = cv2.warpAffine(picture, matrix, (SIZE, SIZE), flags=flags, borderMode=border)
    face = SIGN if look.kind == "signs" else marks.FACES.index(layout[0])
    return np.asarray(cut, np.uint8), face, seen


def _drawn(
    rng: np.random.Generator, look: Look, layout: tuple[str, ...], tilt: float, yaw: float
) -> NDArray[np.uint8]:
    """A die of DRAWN pixels in the middle of a square of table, (CANVAS, CANVAS, 3)."""
    first, second = rng.uniform(0, 255, 3), rng.uniform(0, 255, 3)
    share = cv2.resize(rng.random((6, 6)).astype(np.float32), (CANVAS, CANVAS))[..., None]
    picture = (first * share + second * (1 - share)).astype(np.float32)
    # The die's y points up in the picture; the camera stands below the picture and looks down.
    lean = np.array([[1.0, 0.0, 0.0], [0.0, -math.cos(tilt), -math.sin(tilt)]])
    c, s = math.cos(yaw), math.sin(yaw)
    turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    gamma = float(rng.uniform(1.9, 2.5))
    lights = (1.0, float(rng.uniform(0.3, 1.1)), float(rng.uniform(0.3, 1.1)))
    shadow = np.full(2, CANVAS / 2) + rng.normal(0, 5, 2)
    cv2.circle(picture, (round(shadow[0]), round(shadow[1])), round(0.7 * DRAWN),
               tuple(0.5 * first), -1, cv2.LINE_AA)  # fmt: skip
    exposure = float(rng.uniform(0.5, 1.25))
    shaded = tuple(int(way) for way in rng.integers(-4, 5, 2))
    for number in (2, 3, 4, 5, 0):
        normal = turn @ looks.SIDES[number]
        towards = -normal[1] * math.sin(tilt) + normal[2] * math.cos(tilt)
        if towards <= 0.02:
            continue
        mark = look.faces[layout[number]]
        size = mark.shape[0]
        light = lights[0] if number == 0 else lights[1 + number % 2]
        own = look.first_mark if layout[number] == "remove" else look.mark
        # What is drilled lies in the shade of its own rim.
        shade = np.clip(mark - np.roll(mark, shaded, axis=(0, 1)), 0, 1) * look.depth
        shown_mark = own * (1 - 0.6 * shade[..., None])
        colours = look.body + mark[..., None] * (shown_mark - look.body)
        shown = np.clip(colours * light * exposure, 0, 1) ** (1 / gamma) * 255
        along, upwards = turn @ looks.RIGHT[number], turn @ looks.UP[number]
        corner = 0.5 * normal - 0.5 * along + 0.5 * upwards
        columns = np.stack([lean @ along, -(lean @ upwards)], axis=1) * DRAWN / size
        matrix = np.column_stack([columns, CANVAS / 2 - 0.5 + lean @ corner * DRAWN])
        face = cv2.warpAffine(shown.astype(np.float32), matrix, (CANVAS, CANVAS))
        cover = cv2.warpAffine(np.ones((size, size), np.float32), matrix, (CANVAS, CANVAS))
        picture = picture * (1 - cover[..., None]) + face * cover[..., None]
    if rng.random() < 0.25:  # something shines, or casts a shadow, over a part of it
        across = np.full(2, CANVAS / 2) + rng.normal(0, 10, 2)
        spot = np.zeros((CANVAS, CANVAS), np.float32)
        cv2.circle(spot, (round(across[0]), round(across[1])), int(rng.integers(4, 16)), 1.0, -1)
        soft = cv2.GaussianBlur(spot, (0, 0), float(rng.uniform(1, 5)))[..., None]
        strength = float(rng.uniform(0.2, 0.8))
        to = 255.0 if rng.random() < 0.6 else 0.0
        picture = picture * (1 - strength * soft) + to * strength * soft
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


def _spoiled(rng: np.random.Generator, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Blurred, noisy and coded, as phones do."""
    if rng.random() < 0.75:
        blur = float(rng.uniform(0.2, 0.8) if rng.random() < 0.85 else rng.uniform(0.8, 1.5))
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.uint8)
    if rng.random() < 0.6:
        noise = rng.normal(0, rng.uniform(1, 12), picture.shape)
        picture = np.clip(picture + noise, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        quality = int(rng.integers(35, 96))
        coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        picture = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return picture
