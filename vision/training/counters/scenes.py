"""Fast generated pictures of Palanquée boards, already laid flat as the reader lays them flat.

Seen through a homography a thing that stands up leans away from the place under the camera, so a
scene can be painted on the flat picture at once. It is then made as small and as squeezed as the
photo would have it, gets a photo's faults, and is stretched again.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from ....calibration.arrays import Flags, Floats, Integers16, Picture
from ....engine.palanquee.table.drawn import HEIGHT, WIDTH
from ...counters.rectify import (
    CENTRES,
    FINER,
    MIDDLE,
    PER_SIDE,
    CameraPlace,
    Rectified,
    coarser,
    fine_size,
    flat_frame,
)
from ..scenes import clutter, degrade, light
from ..scenes.noise import Image, field, random_colour
from ..scenes.scene import LEVELS, LIMITS, Limits
from ..scenes.textures import blurred
from .painting.laying import Put, lay_pieces, random_position
from .painting.looks import draw_look, random_look
from .painting.pieces import random_set
from .painting.shading import Lighting, paint_piece, random_lighting
from .painting.shadows import PAINTED, left_light
from .samples import CounterSample
from .wanted_answers import Lit, answers_of

SHEET = 32.0
LINEAR = ((np.arange(256, dtype=np.float32) / 255) ** np.float32(2.2)).reshape(1, 256)


@dataclass(frozen=True)
class FlatCamera:
    """Maps places of the drawn board, in sides, to the pixels of a flat picture."""

    place: CameraPlace
    matrix: Floats
    width: int
    height: int

    def project(self, points: Floats, height: float = 0.0) -> Floats:
        """Pixels (n, 2) of places (n, 2) at a height over the board."""
        high = self.place.height
        seen = self.place.foot + (points - self.place.foot) * (high / max(high - height, 0.1))
        return np.asarray(seen @ self.matrix[:, :2].T + self.matrix[:, 2])


def make_scene(seed: int) -> CounterSample:
    """The scene with this seed: a flat board as of a photo, and what is true of each drawn cell."""
    rng = np.random.default_rng([23, seed])
    limits = LIMITS[LEVELS[int(rng.choice(3, p=(0.6, 0.38, 0.02)))]]
    place, tilt = _camera(rng, limits)
    matrix, size = flat_frame(place)
    zoom = PAINTED / PER_SIDE
    camera = FlatCamera(place, matrix * zoom, *(round(float(v) * zoom) for v in size))
    counters = random_set(rng)
    put = lay_pieces(rng, random_position(rng), counters)
    canvas = _table(rng, camera)
    _lay_sheet(rng, camera, canvas)
    lighting = random_lighting(rng)
    owner = np.full(canvas.shape[:2], -1, np.int16)
    linear: Image = np.asarray(cv2.LUT(canvas, LINEAR), np.float32)
    shade = left_light(rng, camera, put, lighting)
    linear *= shade[..., None]
    wholes = _draw_all(rng, linear, owner, camera, put, lighting)
    # A shadow on another piece is fainter, since both are about as high.
    linear *= np.where(owner >= 0, 1 - (1 - shade) * np.float32(0.15), 1)[..., None]
    # As many pixels as the photo has.
    across = float(min(PAINTED, math.exp(rng.uniform(math.log(10), math.log(40)))))
    down = across * max(0.3, math.cos(math.radians(tilt)))
    photo = (round(camera.width * across / PAINTED), round(camera.height * down / PAINTED))
    linear = np.asarray(cv2.resize(linear, photo, interpolation=cv2.INTER_AREA), np.float32)
    owner = np.asarray(cv2.resize(owner, photo, interpolation=cv2.INTER_NEAREST), np.int16)
    share = photo[0] * photo[1] / (camera.width * camera.height)
    image = _photographed(rng, linear, owner, across, limits)
    fine, moved = _stretched(rng, image, fine_size(size))
    squeeze = np.array([photo[0] / camera.width, photo[1] / camera.height])

    def in_photo(points: Floats) -> Floats:
        return (camera.project(points) + 0.5) * squeeze - 0.5

    shown = _cut(rng, fine, matrix)
    seen = Lit(owner, in_photo, [max(1.0, whole * share) for whole in wholes])
    rectified = Rectified(coarser(fine, size), fine, matrix, place, shown)
    return CounterSample(rectified, answers_of(rectified, put, counters, seen, moved))


def _camera(rng: np.random.Generator, limits: Limits) -> tuple[CameraPlace, float]:
    """Where the camera stands, mostly at one of the board's sides; and its tilt in degrees."""
    tilt = 0.0 if rng.random() < 0.1 else float(min(limits.tilt, 61) * rng.uniform(0, 1) ** 0.7)
    heading = float(rng.normal(0, 0.2) + rng.choice((0, 0, 0, 1, 2, 3)) * math.pi / 2)
    if rng.random() < 0.25:
        heading = float(rng.uniform(0, 2 * math.pi))
    distance = float(math.exp(rng.uniform(math.log(26), math.log(75))))
    away = np.array([math.sin(heading), -math.cos(heading)])
    foot = MIDDLE - away * distance * math.sin(math.radians(tilt)) + rng.normal(0, 1.0, 2)
    return CameraPlace(foot, distance * math.cos(math.radians(tilt))), tilt


def _table(rng: np.random.Generator, camera: FlatCamera) -> Picture:
    """What lies round the sheet, of which little is seen."""
    first, second = random_colour(rng), random_colour(rng)
    size = camera.height, camera.width
    weight = field(rng, *size, float(math.exp(rng.uniform(math.log(2), math.log(60)))))
    share = np.clip(weight * np.float32(rng.choice((0.1, 0.5, 4.0))) + 0.5, 0, 1)[..., None]
    colour = first * (1 - share) + second * share
    return np.asarray(np.sqrt(np.clip(colour, 0, 1)) * 255, np.uint8)


def _lay_sheet(rng: np.random.Generator, camera: FlatCamera, canvas: Picture) -> None:
    """Paint the sheet, with the shade of its waves and its shadow on the table."""
    look = random_look(rng)
    sheet, origin = draw_look(rng, look, SHEET)
    turn = camera.matrix[:, :2] / SHEET
    matrix = np.column_stack([turn, camera.matrix[:, 2] + camera.matrix[:, :2] @ origin])
    size = (camera.width, camera.height)
    laid = cv2.warpAffine(sheet, matrix, size, flags=cv2.INTER_LINEAR)
    inside = cv2.warpAffine(np.full(sheet.shape[:2], 255, np.uint8), matrix, size)
    waves = np.float32(rng.choice((0.0, rng.uniform(0, 0.06), rng.uniform(0, 0.15))))
    if waves > 0:
        slope = np.exp(np.clip(field(rng, size[1], size[0], rng.uniform(2, 7)) * waves, -0.3, 0.3))
        laid = np.clip(laid * slope[..., None], 0, 255).astype(np.uint8)
    dark = float(rng.uniform(0, 0.4))
    under = blurred(np.roll(inside, (5, 4), (0, 1)).astype(np.float32) / 255, 5.0)
    canvas[:] = canvas * (1 - dark * under)[..., None]
    np.copyto(canvas, laid, where=(inside > 127)[..., None])


def _draw_all(
    rng: np.random.Generator, linear: Image, owner: Integers16, camera: FlatCamera,
    put: list[Put], lighting: Lighting,
) -> list[float]:  # fmt: skip
    """Paint the far ones first; returns how many pixels each would show with nothing before it."""
    if not put:
        return []
    rows = camera.project(np.array([[p.piece.x, p.piece.y] for p in put]))[:, 1]
    wholes = [0.0] * len(put)
    spread = float(rng.uniform(0, 0.06))
    for index in np.lexsort((rows, np.array([p.piece.foot for p in put]))).tolist():
        piece, tone = put[index].piece, math.exp(rng.normal(0, spread))
        wholes[index] = paint_piece(linear, owner, index, camera, piece, lighting, tone)
    return wholes


def _photographed(
    rng: np.random.Generator, linear: Image, owner: Integers16, side: float, limits: Limits
) -> Picture:
    """Light, hands and a photo's faults; what a hand covers becomes -2 in `owner`."""
    height, width = owner.shape
    if rng.random() < max(0.04, limits.hand):
        for _ in range(int(rng.integers(1, 3))):
            target = rng.uniform(0.1, 0.9, 2) * (width, height)
            over = clutter.reach_over(rng, linear, target, side * rng.uniform(0.6, 1.3))
            owner[over > 127] = -2
    linear = linear * light.illumination(rng, height, width, limits.gradient)
    if rng.random() < limits.hard_shadow:
        linear = linear * light.cast_shadows(rng, height, width)[..., None]
    if rng.random() < limits.glare:
        spot = np.zeros((height, width), np.float32)
        for _ in range(int(rng.integers(1, 4))):
            x, y = rng.uniform(0, 1, 2) * (width, height)
            axes = (round(rng.uniform(0.5, 5) * side), round(rng.uniform(0.5, 5) * side))
            turn, bright = rng.uniform(0, 180), float(rng.uniform(0.1, 1.2))
            cv2.ellipse(spot, (round(x), round(y)), axes, turn, 0, 360, bright, -1)
        spot = blurred(spot, float(rng.uniform(0.1, 2.0)) * side)
        linear = linear + spot[..., None] * np.float32(np.percentile(linear[::4, ::4], 90))
    blur = limits.blur * (2.5 if rng.random() < 0.08 else 1.0)
    linear = degrade.optical_blur(rng, linear, 1.732 * side, blur)
    return degrade.photographed(rng, linear, limits.noise, limits.jpeg)


def _stretched(
    rng: np.random.Generator, image: Picture, size: tuple[int, int]
) -> tuple[Picture, Image]:
    """The flat picture, and how far (h, w, 2) each of its pixels lies beside the truth."""
    width, height = size
    shift = rng.normal(0, 0.03, 2)
    bend = float(rng.choice((0.01, 0.03, 0.06)))
    ways = [field(rng, height, width, 4) * np.float32(bend) + np.float32(v) for v in shift]
    moved = np.stack(ways, axis=-1) * np.float32(PER_SIDE * FINER)
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    x = (xs + moved[..., 0] + 0.5) * np.float32(image.shape[1] / width) - 0.5
    y = (ys + moved[..., 1] + 0.5) * np.float32(image.shape[0] / height) - 0.5
    flat = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.uint8), moved


def _cut(rng: np.random.Generator, flat: Picture, matrix: Floats) -> Flags:
    """Now and then the photo's edge cuts the board; returns which cells are shown."""
    shown = np.ones(len(CENTRES), bool)
    if rng.random() > 0.12:
        return shown
    angle = float(rng.uniform(0, 2 * math.pi))
    normal = np.array([math.cos(angle), math.sin(angle)])
    border = float(rng.uniform(0.25, 0.48)) * min(WIDTH, HEIGHT)
    shown = (CENTRES - MIDDLE) @ normal < border
    turned = matrix[:, :2] @ normal / PER_SIDE
    middle = (matrix[:, :2] @ MIDDLE + matrix[:, 2] + 0.5) * FINER - 0.5
    ys, xs = np.mgrid[0 : flat.shape[0], 0 : flat.shape[1]]
    out = (xs - middle[0]) * turned[0] + (ys - middle[1]) * turned[1]
    flat[out > border * PER_SIDE * FINER] = 0
    return np.asarray(shown)
