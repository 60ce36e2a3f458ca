"""Things that lie on or reach over the table: dice, cups, cards, paper, pencils, hands, sleeves."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from ....calibration.arrays import Floats, Floats32, Picture
from .noise import Image, field, random_colour
from .textures import blurred
from .tiles.surface import convex_hull, fill, thick_line


def _paint(picture: Image, mask: Picture, colour: Floats32 | Image) -> None:
    left, top, width, height = cv2.boundingRect(mask)
    part = (slice(top, top + height), slice(left, left + width))
    weight = mask[part].astype(np.float32)[..., None] / 255
    picture[part] *= 1 - weight
    picture[part] += (colour if colour.ndim == 1 else colour[part]) * weight


def _shadow(rng: np.random.Generator, picture: Image, mask: Picture, side: float) -> None:
    shift = rng.normal(0, 0.25, 2) * side
    matrix = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32)
    moved = cv2.warpAffine(mask, matrix, (mask.shape[1], mask.shape[0]))
    soft = blurred(moved.astype(np.float32) / 255, float(rng.uniform(0.05, 0.5)) * side)
    picture *= (1 - np.float32(rng.uniform(0.1, 0.7)) * soft)[..., None]


def _ellipse(mask: Picture, centre: Floats, axes: tuple[float, float], angle: float) -> None:
    middle = tuple(int(v * 16) for v in np.clip(centre, -20000, 20000))
    reach = tuple(max(1, int(min(v, 20000) * 16)) for v in axes)
    cv2.ellipse(mask, middle, reach, math.degrees(angle), 0, 360, 255, -1, cv2.LINE_AA, 4)


class Spot(NamedTuple):
    """Where a thing lies: its middle (2,), a tile's side in pixels, how much shorter upwards is."""

    centre: Floats
    side: float
    squash: float


def _quad(centre: Floats, size: tuple[float, float], angle: float, squash: float) -> Floats:
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(size) / 2
    c, s = math.cos(angle), math.sin(angle)
    turned: Floats = corners @ np.array([[c, s], [-s, c]])
    return turned * np.array([1, squash]) + centre


def die(rng: np.random.Generator, picture: Image, spot: Spot) -> None:
    """A cube with pips and one visible side face."""
    centre, side, squash = spot
    colour, pip = random_colour(rng), random_colour(rng)
    size = side * rng.uniform(0.3, 0.9)
    quad = _quad(centre, (size, size), rng.uniform(0, math.pi), squash)
    drop = np.array([0, size * math.sqrt(max(0.0, 1 - squash**2))])
    for face, shade in ((np.concatenate([quad, quad + drop]), 0.6), (quad, 1.0)):
        mask = np.zeros(picture.shape[:2], np.uint8)
        fill(mask, convex_hull(face), 255)
        if shade < 1:
            _shadow(rng, picture, mask, side)
        _paint(picture, mask, colour * np.float32(shade))
    mask = np.zeros(picture.shape[:2], np.uint8)
    for _ in range(int(rng.integers(1, 7))):
        pip_at = centre + (rng.uniform(-0.32, 0.32, 2) * size) * (1, squash)
        _ellipse(mask, pip_at, (size * 0.09, size * 0.09 * squash), 0)
    _paint(picture, mask, pip)


def cup(rng: np.random.Generator, picture: Image, spot: Spot) -> None:
    """A round thing seen from above: cup, coaster, coin, bowl, with rings inside."""
    centre, side, squash = spot
    radius = side * float(np.exp(rng.uniform(math.log(0.3), math.log(3))))
    mask = np.zeros(picture.shape[:2], np.uint8)
    _ellipse(mask, centre, (radius, radius * squash), 0)
    _shadow(rng, picture, mask, side)
    shares = [1.0]
    if rng.random() < 0.8:
        shares = sorted(rng.uniform(0.3, 1, int(rng.integers(1, 4))), reverse=True)
    for share in shares:
        mask[:] = 0
        _ellipse(mask, centre, (radius * share, radius * share * squash), 0)
        _paint(picture, mask, random_colour(rng))


def card(rng: np.random.Generator, picture: Image, spot: Spot) -> None:
    """Paper, a playing card, a phone, a box, a book: rectangles, with text or pictures on them."""
    lay_card(rng, picture, spot, float(np.exp(rng.uniform(math.log(0.8), math.log(8)))))


def lay_card(rng: np.random.Generator, picture: Image, spot: Spot, long: float) -> Picture:
    """Paint one that is so `long`, in sides. Returns the mask (H, W) of what it covers, 255."""
    centre, side, squash = spot
    long *= side
    size = (long, long * rng.uniform(0.3, 1))
    angle = rng.uniform(0, math.pi)
    mask = np.zeros(picture.shape[:2], np.uint8)
    fill(mask, _quad(centre, size, angle, squash), 255)
    _shadow(rng, picture, mask, side)
    is_grey = rng.random() < 0.5
    base = np.full(3, rng.uniform(0.5, 0.9), np.float32) if is_grey else random_colour(rng)
    _paint(picture, mask, base)
    if rng.random() < 0.4:
        ink = np.zeros_like(mask)
        pitch = max(3.0, side * rng.uniform(0.1, 0.4))
        for row in np.arange(-size[1] / 2 + pitch, size[1] / 2 - pitch / 2, pitch):
            start = -size[0] / 2 + pitch
            while start < size[0] / 2 - pitch:
                word = pitch * rng.uniform(0.5, 3)
                along, (c, s) = start + word / 2, (math.cos(angle), math.sin(angle))
                turned = np.array([c * along - s * row, s * along + c * row])
                place = centre + turned * (1, squash)
                fill(ink, _quad(place, (word, pitch * 0.45), angle, squash), 200)
                start += word + pitch * 0.5
        ink = np.minimum(ink, mask)
        _paint(picture, ink, random_colour(rng) * np.float32(0.2))
    elif rng.random() < 0.5:
        for _ in range(int(rng.integers(1, 6))):
            part = np.zeros_like(mask)
            place = centre + rng.uniform(-0.4, 0.4, 2) * size
            sides = int(rng.integers(3, 8))
            turns = np.arange(sides) * 2 * math.pi / sides + rng.uniform(0, 6)
            radius = long * rng.uniform(0.05, 0.3)
            fill(part, np.stack([np.cos(turns), squash * np.sin(turns)], 1) * radius + place, 255)
            _paint(picture, np.minimum(part, mask), random_colour(rng))
    return mask


def stick(rng: np.random.Generator, picture: Image, spot: Spot) -> None:
    """A pencil, cable, ruler or cutlery."""
    centre, side, _ = spot
    mask = np.zeros(picture.shape[:2], np.uint8)
    steps = rng.normal(0, 1.2, (6, 2)) * 0.3 + rng.normal(0, 1.0, 2)
    points = centre + np.cumsum(steps, axis=0) * side
    thick = max(1, round(side * rng.uniform(0.05, 0.4)))
    cv2.polylines(mask, [np.round(points).astype(np.int32)], False, 255, thick, cv2.LINE_AA)
    _shadow(rng, picture, mask, side)
    _paint(picture, mask, random_colour(rng))


def blob(rng: np.random.Generator, picture: Image, spot: Spot) -> None:
    """Something without a name: a bag, fruit, crumbs."""
    centre, side, _ = spot
    mask = np.zeros(picture.shape[:2], np.uint8)
    turns = np.arange(24) * 2 * math.pi / 24
    size = side * rng.uniform(0.3, 3)
    waves = (rng.normal(0, 0.15) * np.cos(k * turns + rng.uniform(0, 6)) for k in (1, 2, 3, 5))
    radius = size * np.exp(sum(waves))
    points = np.stack([np.cos(turns), np.sin(turns)], 1) * radius[:, None] + centre
    cv2.fillPoly(mask, [np.round(points * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    _shadow(rng, picture, mask, side)
    height, width = picture.shape[:2]
    uneven = field(rng, height, width, rng.uniform(4, 40)) * np.float32(rng.uniform(0, 0.4))
    _paint(picture, mask, random_colour(rng) * np.exp(uneven)[..., None])


DrawThing = Callable[[np.random.Generator, Image, Spot], None]
THINGS: tuple[DrawThing, ...] = (die, cup, card, stick, blob)


def put_things(
    rng: np.random.Generator, picture: Image, spots: Iterable[Spot], kinds: Sequence[DrawThing]
) -> None:
    """Paint one random thing of the ``kinds`` at each of the ``spots``."""
    for spot in spots:
        kinds[int(rng.integers(len(kinds)))](rng, picture, spot)


def reach_over(rng: np.random.Generator, picture: Image, target: Floats, side: float) -> Picture:
    """Paint a hand with sleeve, or some other thing, over the table, near a pixel (2,). Returns the
    mask (H, W) of what it covers, 255 there; `side` is a tile's, in pixels."""
    height, width = picture.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    if rng.random() < 0.35:
        sides = int(rng.integers(3, 9))
        turns = np.sort(rng.uniform(0, 2 * math.pi, sides))
        points = np.stack([np.cos(turns), np.sin(turns)], 1) * side * rng.uniform(0.4, 2.0) + target
        fill(mask, convex_hull(points), 255)
        _shadow(rng, picture, mask, side)
        _paint(picture, mask, random_colour(rng))
        return mask
    angle = rng.uniform(0, 2 * math.pi)
    back = np.array([math.cos(angle), math.sin(angle)])
    across = np.array([-back[1], back[0]])
    skin = np.array([0.25, 0.38, 0.62], np.float32) * np.float32(np.exp(rng.normal(-0.3, 0.6)))
    if rng.random() < 0.25:
        skin = random_colour(rng)
    finger = side * rng.uniform(0.3, 0.8)
    palm = target + back * finger * rng.uniform(3.5, 6)
    for _ in range(int(rng.integers(1, 6))):
        tip = target + across * rng.normal(0, 1.2) * finger + back * rng.normal(0, 1) * finger
        root = palm + across * rng.normal(0, 0.8) * finger
        thick = max(2, round(finger))
        middle = (tip + root) / 2 + across * rng.normal(0, 0.4) * finger
        line = np.round(np.array([tip, middle, root])).astype(np.int32)
        cv2.polylines(mask, [line], False, 255, thick, cv2.LINE_AA)
    _ellipse(mask, palm, (finger * 2.2, finger * 1.8), angle)
    arm = np.zeros_like(mask)
    far = palm + back * max(width, height) * 2
    thick_line(arm, palm + back * finger * 3, far, round(finger * 3.6))
    wrist = np.zeros_like(mask)
    thick_line(wrist, palm, palm + back * finger * 5, round(finger * 2.6))
    mask = np.maximum(mask, wrist)
    both = np.maximum(mask, arm)
    _shadow(rng, picture, both, side * 2)
    round_off = blurred(mask.astype(np.float32) / 255, finger * 0.25)
    shade = np.clip(round_off, 0.3, 1) * np.exp(field(rng, height, width, 20) * np.float32(0.05))
    _paint(picture, mask, skin * shade[..., None])
    fold = np.exp(field(rng, height, width, rng.uniform(5, 30)) * np.float32(0.2))
    _paint(picture, arm, random_colour(rng) * fold[..., None])
    return both
