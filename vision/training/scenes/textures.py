"""Table tops, cloths, rugs, prints and hexagon floors as functions of the place on the table."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .noise import Image, LinearColour, field, random_colour, sample

Texture = Callable[[np.random.Generator, Image, Image, float], Image]


def mixed(first: LinearColour | Image, second: LinearColour | Image, weight: Image) -> Image:
    """The first colours where ``weight`` is 0, the second where it is 1."""
    w = weight[..., None]
    return np.asarray(first * (1 - w) + second * w, dtype=np.float32)


def coverage(distance: NDArray[np.floating[Any]], pixel: Image | float) -> Image:
    """Share of a pixel, 0 to 1, on the positive side of a signed distance (h, w)."""
    return np.asarray(np.clip(distance / pixel + 0.5, 0, 1), dtype=np.float32)


def plain_table(rng: np.random.Generator, x: Image, y: Image, pixel: float) -> Image:
    """One colour with slight unevenness."""
    colour = random_colour(rng)
    uneven = sample(rng, x, y, rng.uniform(0.01, 0.5)) * np.float32(rng.uniform(0, 0.12))
    return np.asarray(colour * np.exp(uneven)[..., None], dtype=np.float32)


def wood(rng: np.random.Generator, x: Image, y: Image, pixel: float) -> Image:
    """Planks with grain."""
    base = random_colour(rng, rng.uniform(0.2, 0.7)) * 0.8 + 0.02
    dark = base * np.float32(rng.uniform(0.3, 0.85))
    stretch = np.float32(rng.uniform(0.03, 0.15))
    wobble = sample(rng, x, y, 0.05, 3) * np.float32(rng.uniform(0, 1.5))
    plank = np.floor((y + 100) / np.float32(rng.uniform(4, 30)))
    shifted = x + plank * 37.7
    frequency = rng.uniform(0.1, 0.7)
    grain = sample(rng, shifted * stretch, y + wobble * 0.2, frequency, 6, 0.75)
    rings = np.sin((y + wobble) * np.float32(rng.uniform(0.5, 5)) + grain)
    weight = coverage(np.float32(0.6) * grain + np.float32(0.4) * rings, rng.uniform(1.0, 4.0))
    tone = np.sin(plank * 12.9898) * np.float32(rng.uniform(0, 0.25))
    return np.asarray(mixed(base, dark, weight) * np.exp(tone)[..., None], dtype=np.float32)


def cloth(rng: np.random.Generator, x: Image, y: Image, pixel: float) -> Image:
    """Woven threads and folds."""
    base = random_colour(rng)
    pitch = max(rng.uniform(0.03, 0.3), 2.5 * pixel)
    phase = np.float32(2 * math.pi / pitch)
    weave = np.sin(x * phase) * np.sin(y * phase) * np.float32(rng.uniform(0.02, 0.35))
    folds = sample(rng, x, y, rng.uniform(0.02, 0.2), 2) * np.float32(rng.uniform(0, 0.25))
    fluff = sample(rng, x, y, rng.uniform(1, 4), 4, 0.9) * np.float32(rng.uniform(0, 0.2))
    return np.asarray(base * np.exp(weave + folds + fluff)[..., None], dtype=np.float32)


def checks(rng: np.random.Generator, x: Image, y: Image, pixel: float) -> Image:
    """Gingham, tartan or chessboard squares."""
    colours = [random_colour(rng) for _ in range(3)]
    pitch = max(float(np.exp(rng.uniform(math.log(0.3), math.log(8)))), 5 * pixel)
    duty = rng.uniform(0.3, 0.7)
    bands = []
    for axis in (x, y):
        saw = np.abs(np.mod(axis / np.float32(pitch), 1.0) - 0.5)
        bands.append(coverage(np.float32(duty / 2) - saw, 2 * pixel / pitch))
    weight = np.abs(bands[0] - bands[1]) if rng.random() < 0.4 else (bands[0] + bands[1]) / 2
    cloth_like = mixed(colours[0], colours[1], weight.astype(np.float32))
    if rng.random() < 0.4:
        thin = np.abs(np.mod(x / np.float32(pitch) + 0.25, 1.0) - 0.5)
        cloth_like = mixed(cloth_like, colours[2], coverage(np.float32(0.04) - thin, 0.05))
    return cloth_like


def stripes(rng: np.random.Generator, x: Image, y: Image, pixel: float) -> Image:
    """Straight or waving stripes of several colours."""
    colours = np.array([random_colour(rng) for _ in range(6)], np.float32)
    pitch = max(float(np.exp(rng.uniform(math.log(0.3), math.log(6)))), 4 * pixel)
    wave = np.sin(x * np.float32(rng.uniform(0.1, 2))) * np.float32(rng.uniform(0, 1.0))
    place = (y + wave) / np.float32(pitch)
    index = np.floor(place).astype(np.int64)
    edge = coverage(np.mod(place, 1.0) - np.float32(1 - pixel / pitch), 2 * pixel / pitch)
    return mixed(colours[index % 6], colours[(index + 1) % 6], edge.astype(np.float32))


def print_of_blobs(rng: np.random.Generator, x: Image, y: Image, pixel: float) -> Image:
    """Camouflage, flowers, maps: quantised noise in several colours."""
    colours = np.array([random_colour(rng) for _ in range(5)], np.float32)
    scale = float(np.exp(rng.uniform(math.log(0.05), math.log(0.8))))
    value = sample(rng, x, y, scale, int(rng.integers(2, 5)))
    if rng.random() < 0.4:
        turn = rng.uniform(0.5, 3) * scale
        value = value + np.sin(x * np.float32(6 * turn)) + np.cos(y * np.float32(6 * turn))
    levels = np.clip((value + 2) * 1.25, 0, 4.999)
    index = levels.astype(np.int64)
    picture = colours[index]
    if rng.random() < 0.4:
        ink = np.abs(np.mod(levels, 1.0) - 0.5)
        picture = mixed(picture, random_colour(rng), coverage(ink - np.float32(0.44), 0.05))
    return np.asarray(picture, dtype=np.float32)


def rug(rng: np.random.Generator, x: Image, y: Image, pixel: float) -> Image:
    """Ornaments that repeat with mirror symmetry."""
    period = rng.uniform(3, 20)
    mx = np.abs(np.mod(x, np.float32(period)) - np.float32(period / 2))
    my = np.abs(np.mod(y, np.float32(period)) - np.float32(period / 2))
    picture = print_of_blobs(rng, mx, my, pixel)
    pile = sample(rng, x, y, rng.uniform(1, 4), 4, 0.9) * np.float32(rng.uniform(0.05, 0.3))
    return np.asarray(picture * np.exp(pile)[..., None], dtype=np.float32)


def speckle(rng: np.random.Generator, x: Image, y: Image, pixel: float) -> Image:
    """Stone, terrazzo, gravel, grass: fine noise in several colours."""
    first, second, third = (random_colour(rng) for _ in range(3))
    fine = sample(rng, x, y, rng.uniform(0.3, 3), 6, rng.uniform(0.7, 1.1))
    coarse = sample(rng, x, y, rng.uniform(0.1, 1), 5)
    picture = mixed(first, second, coverage(fine, rng.uniform(0.3, 4)))
    return mixed(picture, third, coverage(coarse - np.float32(rng.uniform(0, 2)), 0.5))


def discs(rng: np.random.Generator, x: Image, y: Image, pixel: float) -> Image:
    """Dots, rings and lozenges in rows."""
    base, ink, other = (random_colour(rng) for _ in range(3))
    pitch = max(float(np.exp(rng.uniform(math.log(0.6), math.log(6)))), 6 * pixel)
    row = np.floor(y / np.float32(pitch))
    u = np.mod(x / np.float32(pitch) + row * np.float32(rng.choice((0.0, 0.5))), 1.0) - 0.5
    v = np.mod(y / np.float32(pitch), 1.0) - 0.5
    power = np.float32(rng.choice((1.0, 2.0, 4.0)))
    distance = (np.abs(u) ** power + np.abs(v) ** power) ** (1 / power)
    radius = rng.uniform(0.2, 0.48)
    soft = 2 * pixel / pitch
    picture = mixed(base, ink, coverage(np.float32(radius) - distance, soft))
    if rng.random() < 0.6:
        inner = np.float32(radius * rng.uniform(0.3, 0.85))
        picture = mixed(picture, other, coverage(inner - distance, soft))
    return picture


def hexagon_place(x: Image, y: Image) -> tuple[Image, Image, Image, Image]:
    """For unit-side hexagons: local (u, v) and the cell's axial coordinates of each point."""
    q = x / np.float32(math.sqrt(3)) - y / np.float32(3)
    r = y * np.float32(2 / 3)
    s = -q - r
    rq, rr, rs = np.round(q), np.round(r), np.round(s)
    dq, dr, ds = np.abs(rq - q), np.abs(rr - r), np.abs(rs - s)
    fix_q = (dq > dr) & (dq > ds)
    fix_r = ~fix_q & (dr > ds)
    rq = np.where(fix_q, -rr - rs, rq)
    rr = np.where(fix_r, -rq - rs, rr)
    u = x - np.float32(math.sqrt(3)) * (rq + rr / 2)
    v = y - np.float32(1.5) * rr
    return u.astype(np.float32), v.astype(np.float32), rq.astype(np.float32), rr.astype(np.float32)


def hexagon_distance(u: Image, v: Image) -> Image:
    """Signed distance to the unit-side, pointy-top hexagon: negative inside."""
    half = np.float32(0.5)
    root = np.float32(math.sqrt(3) / 2)
    a = np.abs(u)
    b = np.abs(half * u + root * v)
    c = np.abs(half * u - root * v)
    return np.asarray(np.maximum(a, np.maximum(b, c)) - root, dtype=np.float32)


def honeycomb(rng: np.random.Generator, x: Image, y: Image, pixel: float) -> Image:
    """A floor or game board of hexagons: outlined, coloured, split or striped, never Palago."""
    size = max(float(np.exp(rng.uniform(math.log(0.3), math.log(3.0)))), 4 * pixel)
    u, v, q, r = hexagon_place(x / np.float32(size), y / np.float32(size))
    colours = np.array([random_colour(rng) for _ in range(6)], np.float32)
    count = int(rng.integers(1, 7))
    way = int(rng.integers(4))
    if way == 0:
        index = np.mod(q - r, 3)
    elif way == 1:
        index = np.mod(np.floor(np.abs(np.sin(q * 12.9898 + r * 78.233)) * 43758.5), 6)
    elif way == 2:
        index = np.mod(q, 2) + 2 * np.mod(r, 2)
    else:
        index = np.floor(np.mod(np.arctan2(v, u) / math.pi * 1.5 + rng.uniform(0, 3), 3))
    index = np.mod(index, count).astype(np.int64)
    picture = colours[index]
    distance = hexagon_distance(u, v)
    soft = 2 * pixel / size
    if rng.random() < 0.7:
        width = np.float32(rng.uniform(0.01, 0.25))
        picture = mixed(picture, random_colour(rng), coverage(distance + width, soft))
    extra = rng.random()
    radius = np.hypot(u, v)
    if extra < 0.2:
        disc = np.float32(rng.uniform(0.15, 0.6)) - radius
        picture = mixed(picture, random_colour(rng), coverage(disc, soft))
    elif extra < 0.35:
        bar = np.float32(rng.uniform(0.03, 0.25)) - np.abs(v)
        picture = mixed(picture, random_colour(rng), coverage(bar, soft))
    elif extra < 0.45:
        picture = mixed(picture, random_colour(rng), coverage(v, soft))
    return np.asarray(picture, dtype=np.float32)


def triangles(rng: np.random.Generator, x: Image, y: Image, pixel: float) -> Image:
    """Triangles, rhombi and stars on a triangular lattice."""
    size = max(float(np.exp(rng.uniform(math.log(0.5), math.log(4.0)))), 5 * pixel)
    a = np.floor(x / np.float32(size))
    b = np.floor((x * 0.5 + y * np.float32(math.sqrt(0.75))) / np.float32(size))
    c = np.floor((x * -0.5 + y * np.float32(math.sqrt(0.75))) / np.float32(size))
    colours = np.array([random_colour(rng) for _ in range(4)], np.float32)
    index = np.mod(a + b + c, 2) if rng.random() < 0.5 else np.mod(a + 2 * b + 3 * c, 4)
    return np.asarray(colours[index.astype(np.int64)], dtype=np.float32)


def page_of_text(rng: np.random.Generator, x: Image, y: Image, pixel: float) -> Image:
    """Newspaper: grey lines made of letter-like specks."""
    paper = np.full(3, rng.uniform(0.4, 0.9), np.float32)
    pitch = max(rng.uniform(0.2, 1.0), 3 * pixel)
    line = coverage(np.float32(0.25) - np.abs(np.mod(y / np.float32(pitch), 1.0) - 0.5), 0.15)
    specks = sample(rng, x, y * 0.5, 1.0 / pitch, 4, 0.9)
    ink = line * coverage(specks, 0.6) * np.float32(rng.uniform(0.3, 0.95))
    return mixed(paper, random_colour(rng) * 0.1, ink.astype(np.float32))


TEXTURES: dict[str, Texture] = {
    "plain": plain_table,
    "wood": wood,
    "cloth": cloth,
    "checks": checks,
    "stripes": stripes,
    "print": print_of_blobs,
    "rug": rug,
    "speckle": speckle,
    "discs": discs,
    "honeycomb": honeycomb,
    "triangles": triangles,
    "text": page_of_text,
}


def texture(
    rng: np.random.Generator, kind: str, places: Image, pixel: float,
    like: LinearColour | None = None,
) -> Image:  # fmt: skip
    """Linear-light BGR (H, W, 3) of a texture at places (H, W, 2) on the table, no finer than a
    ``pixel`` is there; shifted to the mean colour ``like``."""
    angle = rng.uniform(0, 2 * math.pi)
    c, s = np.float32(math.cos(angle)), np.float32(math.sin(angle))
    x, y = places[..., 0], places[..., 1]
    x, y = np.clip([c * x - s * y, s * x + c * y], np.float32(-400), np.float32(400))
    picture = TEXTURES[kind](rng, x, y, pixel)
    if rng.random() < 0.3:
        stain = field(rng, x.shape[0], x.shape[1], rng.uniform(2, 8)) * np.float32(0.15)
        picture = picture * np.exp(stain)[..., None]
    if like is not None:
        mean = picture.reshape(-1, 3).mean(axis=0)
        picture = picture * (like / np.maximum(mean, 1e-3))
    return np.asarray(np.clip(picture, 0.004, 1.2), dtype=np.float32)


def blurred(image: NDArray[np.floating[Any]], sigma: float) -> Image:
    """Gaussian blur of (h, w) or (h, w, c) that leaves it alone for a tiny ``sigma``, pixels."""
    if sigma < 0.2:
        return np.asarray(image, dtype=np.float32)
    return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), dtype=np.float32)
