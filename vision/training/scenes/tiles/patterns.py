"""What is printed on hexagons: the Palago pattern, plain backs, and other games' tiles."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ..noise import Image, LinearColour, random_colour, sample
from ..textures import coverage, mixed
from .prints import Print, under_print

OTHER_KINDS = ("curves", "terrain", "sign", "rays", "stacked", "outline", "halves", "paths")


@dataclass(frozen=True)
class DrawnEdition:
    """The look of a set: linear-light BGR, lengths in sides; `prints` in White and in Blue."""

    white: LinearColour
    blue: LinearColour
    line: LinearColour
    line_width: float
    body: LinearColour
    rim: float
    corner: float
    bevel: float
    thickness: float
    gloss: float
    wear: float
    grain: float
    name: str
    prints: tuple[Print | None, Print | None] = (None, None)


def palago_side(u: Image, v: Image) -> Image:
    """Signed distance to the White part, positive inside, with the White tip at the top: the disc
    of radius 1/2 about the top corner and the lower half but for such a disc about the bottom
    corner (docs/library/rules.md, "The tile")."""
    top = np.float32(0.5) - np.hypot(u, v + 1)
    bottom = np.hypot(u, v - 1) - np.float32(0.5)
    return np.asarray(np.maximum(top, np.minimum(v, bottom)), dtype=np.float32)


def paint_palago(
    edition: DrawnEdition, u: Image, v: Image, pixel: Image, moved: Image | None = None
) -> Image:
    """Linear colours (N, 3) of a Palago face at local places; White tip at the top. `moved` (N,) is
    how far along its print another part of it is shown there."""
    side = palago_side(u, v)
    white, blue = (
        np.broadcast_to(colour, (*u.shape, 3))
        if design is None
        else under_print(colour, design, u, v, pixel, moved)
        for colour, design in zip((edition.white, edition.blue), edition.prints, strict=True)
    )
    picture = mixed(blue, white, coverage(side, pixel))
    if edition.line_width > 0:
        line = coverage(np.float32(edition.line_width / 2) - np.abs(side), pixel)
        picture = mixed(picture, edition.line, line)
    return picture


def paint_other(
    rng: np.random.Generator,
    kind: str,
    u: Image,
    v: Image,
    pixel: Image,
    colours: list[LinearColour],
) -> Image:
    """Linear colours (N, 3) of some other game's hexagon."""
    base = np.broadcast_to(colours[0], (*u.shape, 3)).astype(np.float32)
    radius = np.hypot(u, v)
    if kind == "curves":
        half = np.float32(rng.uniform(0.08, 0.17))
        order = rng.permutation(3)
        lines = [np.abs(np.hypot(u, v + 1) - 0.5), np.abs(np.hypot(u, v - 1) - 0.5), np.abs(v)]
        if rng.random() < 0.5:
            far = np.float32(math.sqrt(3.0))
            lines[1:] = (np.abs(np.hypot(u + w, v) - np.float32(1.5)) for w in (-far, far))
        for place, distance in zip(order, lines, strict=True):
            base = mixed(base, colours[1 + int(place)], coverage(half - distance, pixel))
        return base
    if kind == "terrain":
        texture = sample(rng, u, v, rng.uniform(0.5, 2.0), 5, 0.8)
        base = base * np.exp(texture * np.float32(rng.uniform(0.1, 0.6)))[..., None]
        disc = coverage(np.float32(rng.uniform(0.25, 0.45)) - radius, pixel)
        return mixed(base, colours[1], disc) if rng.random() < 0.7 else base
    if kind == "sign":
        turn = rng.uniform(0, 6)
        wave = radius * (1 + 0.3 * np.cos(np.arctan2(v, u) * int(rng.integers(2, 7)) + turn))
        return mixed(base, colours[1], coverage(np.float32(rng.uniform(0.3, 0.6)) - wave, pixel))
    if kind == "rays":
        sectors = int(rng.choice((2, 3, 6)))
        angle = np.mod(np.arctan2(v, u) / (2 * math.pi) * 6 + 0.5, 6)
        index = np.mod(np.floor(angle * sectors / 6), 4).astype(np.int64)
        return np.array(colours, np.float32)[index]
    if kind == "stacked":
        for ring_colour, share in zip(colours[1:], (0.75, 0.5, 0.25), strict=True):
            base = mixed(base, ring_colour, coverage(np.float32(share) - radius, pixel))
        return base
    if kind == "halves":
        side = v if rng.random() < 0.5 else v + np.float32(0.3) * np.sin(3 * u)
        return mixed(base, colours[1], coverage(side.astype(np.float32), pixel))
    if kind == "paths":
        path = np.float32(rng.uniform(0.1, 0.2))
        for number in range(int(rng.integers(1, 4))):
            heading = math.pi / 3 * (number + int(rng.integers(3)))
            away = np.abs(np.float32(math.cos(heading)) * v - np.float32(math.sin(heading)) * u)
            base = mixed(base, colours[1 + number], coverage(path - away, pixel))
        return base
    width, middle = np.float32(rng.uniform(0.03, 0.1)), np.float32(rng.uniform(0.3, 0.7))
    return mixed(base, colours[1], coverage(width - np.abs(radius - middle), pixel))


def other_colours(rng: np.random.Generator, edition: DrawnEdition) -> list[LinearColour]:
    """Four colours for another game's tile, sometimes borrowed from the Palago set."""
    colours = [random_colour(rng) for _ in range(4)]
    own = (edition.white, edition.blue, edition.line, edition.body)
    for place in range(4):
        if rng.random() < 0.25:
            colours[place] = own[int(rng.integers(4))]
    if rng.random() < 0.3:
        colours[0] = np.full(3, rng.uniform(0.01, 0.05), np.float32)
    return colours
