"""Whole photos of Palanquée tables: a sheet with pieces, things over it, faults of a picture."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np

from .....calibration.arrays import Flags, Floats, Floats32, Picture
from .....engine.palanquee.table.drawn import HEIGHT, WIDTH
from ....counters.rectify import CENTRES, MIDDLE, CameraPlace
from ...scenes import clutter, degrade, light
from ...scenes.camera import Camera, aimed_camera, fitted_aim, pixel_sizes
from ...scenes.noise import Image
from ...scenes.scene import LIMITS
from ...scenes.textures import TEXTURES, blurred, texture
from ..painting.laying import lay_pieces, random_position
from ..painting.looks import BgrColour, BoardLook, draw_look, random_look
from ..painting.pieces import random_set
from ..painting.shading import paint_piece, random_lighting
from ..painting.shadows import PAINTED, left_light
from ..scenes import FlatCamera

HARDSHIPS = ("plain", "faint", "covered", "faint and covered", "cut", "steep", "seams")
"""What makes the board of a photo hard to find; in turn, by the photo's number."""
SIZES = ((1000, 750), (1000, 750), (750, 1000), (1280, 960))
AROUND = 3.0
"""How far beyond the hexagons is painted flat, in sides."""
FAINTEST, FAINT = 0.06, 0.16
"""Contrasts of faint lines with the paper, as shares of the paper's colour."""
WAVES = (0.0, 0.03, 0.1)
"""How far paper may bring its print beside the plane, in sides."""


@dataclass(frozen=True)
class Photographed:
    """A photo (h, w, 3) BGR and its hardship; the pixels `centres` (313, 2) of the drawn cells, and
    which are `shown` (313,): both empty without a board."""

    image: Picture
    hardship: str
    centres: Floats
    shown: Flags


def photograph_board(seed: int) -> Photographed:
    """The photo of a board with this seed."""
    rng = np.random.default_rng([29, seed])
    hardship = HARDSHIPS[seed % len(HARDSHIPS)]
    look = _look(rng, hardship)
    outline = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]]) - MIDDLE
    cut = hardship == "cut" or rng.random() < 0.05
    fill = float(rng.uniform(1.03, 1.4) if cut else rng.uniform(0.6, 0.97))
    tilt = float(rng.uniform(48, 62) if hardship == "steep" else 46 * rng.uniform(0, 1) ** 0.8)
    camera = aim_at(rng, outline, tilt, fill)
    flat, inside = _flat_board(rng, look, camera)
    picture, moved = lay_on_table(rng, camera, flat, inside, MIDDLE)
    cells = CENTRES - MIDDLE
    middles = camera.project(cells)
    side = side_in(camera)
    if "covered" in hardship:
        cover(rng, picture, camera.project(outline * 0.5), side, int(rng.integers(2, 6)))
    elif rng.random() < 0.15:
        cover(rng, picture, middles, side, 1)
    image = finish(rng, picture, side)
    size = np.array(image.shape[1::-1])
    seen = camera.project(cells - moved(cells))
    return Photographed(image, hardship, seen, np.all((seen > 0) & (seen < size - 1), axis=1))


def _look(rng: np.random.Generator, hardship: str) -> BoardLook:
    look = random_look(rng)
    if "faint" in hardship:
        contrast = float(rng.uniform(FAINTEST, FAINT))
        paper = look.fills[0]
        sign = -1 if sum(paper) > 240 else 1
        line = _shifted(paper, sign * contrast)
        letter = _shifted(paper, sign * contrast * float(rng.uniform(0.8, 3.0)))
        kind = str(rng.choice(("zigzag", "bar", "none"), p=(0.3, 0.2, 0.5)))
        look = replace(look, line=line, letter=letter, edge_kind=kind)
    if hardship == "seams":
        parts = (int(rng.integers(2, 4)), int(rng.integers(2, 4)))
        look = replace(look, parts=parts, mismatch=float(rng.uniform(0.06, 0.16)))
    return look


def _shifted(colour: BgrColour, share: float) -> BgrColour:
    blue, green, red = (int(np.clip(v * (1 + share), 0, 255)) for v in colour)
    return blue, green, red


def aim_at(rng: np.random.Generator, outline: Floats, tilt: float, fill: float) -> Camera:
    """A camera at a tilt in degrees that sees places (n, 2), in sides, over such a share of the
    picture: mostly from one of four sides, and not always in the middle."""
    width, height = SIZES[int(rng.integers(len(SIZES)))]
    heading = float(rng.normal(0, 0.2) + rng.choice((0, 0, 0, 1, 2, 3)) * math.pi / 2)
    roll, focal = float(rng.normal(0, 0.08)), float(rng.uniform(0.65, 1.3))
    k1 = 0.0 if rng.random() < 0.4 else float(rng.uniform(-0.12, 0.05))

    seen = partial(
        aimed_camera, width=width, height=height, tilt=math.radians(tilt), heading=heading,
        roll=roll, focal_share=focal, k1=k1,
    )  # fmt: skip
    tile, aim, room = fitted_aim(seen, outline, fill, 0.04 * width)
    return seen(tile, aim + rng.uniform(-0.45, 0.45, 2) * np.abs(room))


def side_in(camera: Camera) -> float:
    """How many pixels a side has in the middle of the table."""
    ends = camera.project(np.array([[-0.5, 0.0], [0.5, 0.0], [0.0, -0.5], [0.0, 0.5]]))
    return float(np.hypot(*(ends[1] - ends[0])) + np.hypot(*(ends[3] - ends[2]))) / 2


def _flat_board(
    rng: np.random.Generator, look: BoardLook, camera: Camera
) -> tuple[Picture, Floats32]:
    """The sheet with its pieces as seen from straight above, 8 bits BGR, the hexagons AROUND sides
    from its edges, and where it is paper (0 to 1)."""
    margins = tuple(min(v, AROUND) for v in look.margins)
    look = replace(look, margins=(margins[0], margins[1], margins[2], margins[3]))
    sheet, origin = draw_look(rng, look, PAINTED)
    size = (round((WIDTH + 2 * AROUND) * PAINTED), round((HEIGHT + 2 * AROUND) * PAINTED))
    left, top = (round(float(v)) for v in (origin + AROUND) * PAINTED)
    flat = np.zeros((size[1], size[0], 3), np.uint8)
    inside = np.zeros((size[1], size[0]), np.float32)
    here = (slice(top, top + len(sheet)), slice(left, left + sheet.shape[1]))
    flat[here], inside[here] = sheet[: size[1] - top, : size[0] - left], 1.0
    eye = -camera.rotation.T @ camera.translation
    place = CameraPlace(eye[:2] + MIDDLE, float(-eye[2]))
    matrix = np.array([[PAINTED, 0, AROUND * PAINTED - 0.5], [0, PAINTED, AROUND * PAINTED - 0.5]])
    over = FlatCamera(place, matrix, *size)
    counters = random_set(rng)
    put = lay_pieces(rng, random_position(rng), counters)
    if not put:
        return flat, inside
    linear = np.asarray((flat.astype(np.float32) / 255) ** np.float32(2.2), np.float32)
    lighting = random_lighting(rng)
    linear *= left_light(rng, over, put, lighting)[..., None]
    owner = np.full(linear.shape[:2], -1, np.int16)
    rows = over.project(np.array([[p.piece.x, p.piece.y] for p in put]))[:, 1]
    for index in np.argsort(rows):
        paint_piece(linear, owner, int(index), over, put[index].piece, lighting, 1.0)
    inside[owner >= 0] = 1.0
    painted = np.clip(linear, 0, 1) ** np.float32(1 / 2.2) * 255
    return np.asarray(painted + 0.5, np.uint8), inside


def lay_on_table(
    rng: np.random.Generator, camera: Camera, flat: Picture, inside: Floats32, middle: Floats
) -> tuple[Image, Waves]:
    """A flat picture on a table as a camera sees it, in linear light, and by how far it waves."""
    places = camera.plane_points(camera.rays(), 0.0)
    pixel = float(np.median(pixel_sizes(places)))
    kind = str(rng.choice([name for name in TEXTURES if name != "honeycomb"]))
    table = texture(rng, kind, places, pixel)
    moved = Waves.drawn(rng, float(rng.choice(WAVES)))
    shift = (middle + AROUND) * PAINTED
    at = (places + _enlarged(moved(places[::16, ::16]), places.shape)) * np.float32(PAINTED)
    at += (shift - 0.5).astype(np.float32)
    # What is finer than a pixel of the photo must not flicker.
    soft = 0.45 * PAINTED * pixel
    sheet = np.asarray(flat / np.float32(255), np.float32)
    sheet = blurred(sheet, soft) if soft > 0.5 else sheet
    laid = cv2.remap(sheet, at[..., 0], at[..., 1], cv2.INTER_LINEAR)
    paper = cv2.remap(inside, at[..., 0], at[..., 1], cv2.INTER_LINEAR)[..., None]
    dark = blurred(np.asarray(paper[..., 0], np.float32), 4.0)[..., None]
    dark = dark * np.float32(rng.uniform(0, 0.4))
    linear = np.asarray(laid, np.float32) ** np.float32(2.2)
    return np.asarray(table * (1 - dark) * (1 - paper) + linear * paper, np.float32), moved


def _enlarged(slow: Floats, shape: tuple[int, ...]) -> Floats32:
    """What changes slowly (h / 16, w / 16, 2), for every pixel (h, w, 2)."""
    large = cv2.resize(slow.astype(np.float32), shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(large, np.float32)


@dataclass(frozen=True)
class Waves:
    """How far paper lies beside the plane, (..., 2) in sides at places (..., 2): slow swings."""

    slopes: Floats
    phases: Floats
    ways: Floats

    @classmethod
    def drawn(cls, rng: np.random.Generator, size: float) -> Waves:
        lengths = rng.uniform(12, 30, (3, 1))
        turns = rng.uniform(0, 2 * math.pi, (2, 3))
        slopes = 2 * math.pi / lengths * np.stack([np.cos(turns[0]), np.sin(turns[0])], axis=1)
        ways = size * np.stack([np.cos(turns[1]), np.sin(turns[1])], axis=1) / 2
        return cls(slopes, rng.uniform(0, 2 * math.pi, 3), ways)

    def __call__(self, places: Floats | Floats32) -> Floats:
        return np.asarray(np.sin(places @ self.slopes.T + self.phases) @ self.ways)


def cover(
    rng: np.random.Generator, picture: Image, around: Floats, side: float, number: int
) -> None:
    """Lay or hold so many things over the table, about pixels (n, 2): hands, cards, cups, paper."""
    low, high = around.min(axis=0) - 2 * side, around.max(axis=0) + 2 * side
    for _ in range(number):
        target = rng.uniform(low, high)
        spot = clutter.Spot(target, side, float(rng.uniform(0.5, 1.0)))
        kind = rng.random()
        if kind < 0.35:
            clutter.reach_over(rng, picture, target, side * float(rng.uniform(1.0, 2.2)))
        elif kind < 0.65:
            clutter.lay_card(rng, picture, spot, float(rng.uniform(2.5, 6.0)))
        elif kind < 0.85:
            clutter.cup(rng, picture, spot._replace(side=side * float(rng.uniform(1.0, 1.8))))
        else:
            clutter.lay_card(rng, picture, spot, float(rng.uniform(7.0, 14.0)))


def finish(rng: np.random.Generator, picture: Image, side: float) -> Picture:
    """Light and the faults of a photo; 8 bits BGR."""
    height, width = picture.shape[:2]
    limits = LIMITS["hard" if rng.random() < 0.35 else "mild"]
    picture = picture * light.illumination(rng, height, width, limits.gradient)
    if rng.random() < limits.hard_shadow:
        picture = picture * light.cast_shadows(rng, height, width)[..., None]
    picture = degrade.optical_blur(rng, picture, 1.732 * side, limits.blur)
    return degrade.photographed(rng, picture, limits.noise, limits.jpeg)
