"""What the dice of one set look like: colours, marks, edges, and which face is on which side."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .....calibration.arrays import Floats, Floats32
from ..noise import LinearColour, random_colour
from . import marks
from .marks import FACES
from .solids import Solid

KINDS = ("pips", "numerals", "printed", "signs")
PAINTED = np.array(
    [(232, 240, 242), (32, 30, 30), (30, 26, 190), (150, 60, 26), (60, 120, 24), (40, 196, 236),
     (196, 224, 236), (120, 40, 110)], np.float32
)  # fmt: skip
"""Colours (blue, green, red, sRGB) that dice are often made in."""
GRAINY = (0.6, 0.25, 0.15)
"""How many sets are plain, a little and much marbled."""
SIDES = np.array([(0, 0, 1), (0, 0, -1), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)], np.float64)
"""Outward normals of a die's sides in its own frame, the top first, z upwards."""
RIGHT = np.array([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (-1, 0, 0), (1, 0, 0)], np.float64)
UP = np.cross(SIDES, RIGHT)


@dataclass(frozen=True)
class Look:
    """The dice of one set. ``edge`` is in sides of a tile; ``faces`` are pictures by face; a
    ``sign`` of another game has none of our faces. ``clear`` is how much shines through."""

    kind: str
    edge: float
    body: LinearColour
    mark: LinearColour
    first_mark: LinearColour
    solid: Solid
    faces: dict[str, Floats32]
    depth: float
    gloss: float
    clear: float
    grain: float


def light_of(colour: LinearColour) -> float:
    """Relative luminance of a linear BGR colour."""
    return float(colour @ np.array([0.07, 0.72, 0.21], np.float32))


def random_die_look(rng: np.random.Generator, kind: str | None = None) -> Look:
    """A set of dice, any colours that can be told apart."""
    kind = kind or str(rng.choice(KINDS, p=(0.5, 0.24, 0.14, 0.12)))
    body, mark = _colours(rng)
    edge = float(rng.uniform(0.36, 0.8))
    rounding, ball = float(rng.uniform(0.01, 0.2)), 1e9
    if rng.random() < 0.5:
        ball = float(rng.uniform(0.64, 0.84))
    if kind == "printed":
        body = np.full(3, rng.uniform(0.6, 0.95), np.float32)
        body = body * np.exp(rng.normal(0, 0.03, 3)).astype(np.float32)
        mark = np.full(3, rng.uniform(0.003, 0.03), np.float32)
        rounding, ball, edge = float(rng.uniform(0.005, 0.03)), 1e9, float(rng.uniform(0.45, 1.1))
    first = mark
    if kind == "pips" and light_of(body) > 0.4 and rng.random() < 0.2:
        first = np.array([0.02, 0.01, rng.uniform(0.3, 0.7)], np.float32)
    return Look(
        kind=kind,
        edge=edge,
        body=body,
        mark=mark,
        first_mark=first,
        solid=Solid("box", (0.5, 0.5, 0.5), rounding, ball),
        faces=_faces(rng, kind, first is not mark),
        depth=float(rng.uniform(0, 1)) if kind != "printed" else 0.0,
        gloss=0.02 if kind == "printed" else float(rng.choice((0.03, rng.uniform(0.05, 0.6)))),
        clear=float(rng.uniform(0.2, 0.6)) if kind == "pips" and rng.random() < 0.1 else 0.0,
        grain=float(rng.choice((0.0, rng.uniform(0, 0.15), rng.uniform(0, 0.5)), p=GRAINY)),
    )  # fmt: skip


def _colours(rng: np.random.Generator) -> tuple[LinearColour, LinearColour]:
    """Body and mark: three times apart in luminance, now and then in hue alone."""
    while True:
        body, mark = random_colour(rng), random_colour(rng)
        if rng.random() < 0.6:
            painted = PAINTED[int(rng.integers(len(PAINTED)))] + rng.normal(0, 12, 3)
            body = np.asarray((np.clip(painted, 4, 250) / 255) ** 2.2, np.float32)
        if rng.random() < 0.75:
            light = light_of(body) < rng.uniform(0.15, 0.45)
            mark = np.full(3, rng.uniform(0.6, 0.95) if light else rng.uniform(0.003, 0.03),
                           np.float32)  # fmt: skip
        one, two = sorted((light_of(body), light_of(mark)))
        apart = float(np.abs(body - mark).max())
        if two > 2.5 * one + 0.03 or (two > 1.5 * one + 0.02 and apart > 0.35):
            return body, mark


def _faces(rng: np.random.Generator, kind: str, red_one: bool) -> dict[str, Floats32]:
    if kind == "pips":
        radius, spread = float(rng.uniform(0.065, 0.125)), float(rng.uniform(0.2, 0.29))
        shape = str(rng.choice(("disc", "ring", "square"), p=(0.92, 0.04, 0.04)))
        radius = min(radius, 0.47 * spread)
        faces = {face: marks.pips(face, radius, spread, shape) for face in FACES}
        if red_one or rng.random() < 0.1:
            large = radius * float(rng.uniform(1.0, 2.0))
            faces["remove"] = marks.pips("remove", large, spread, shape)
        return faces
    if kind == "numerals":
        font, height = int(rng.integers(80)), float(rng.uniform(0.42, 0.75))
        weight = float(rng.uniform(0, 1))
        faces = {face: marks.numeral(face, font, height, weight) for face in FACES}
    elif kind == "printed":
        line = float(rng.uniform(0.0, 0.9))
        faces = {face: marks.printed(face, line) for face in FACES}
    else:
        faces = {face: marks.sign(rng) for face in FACES}
    # Every face stands as it likes.
    return {face: np.rot90(mark, int(rng.integers(4))).copy() for face, mark in faces.items()}


def random_layout(rng: np.random.Generator) -> tuple[str, ...]:
    """The faces on the SIDES: opposite ones mostly make seven; no side can vouch for the top."""
    if rng.random() < 0.35:
        return tuple(str(face) for face in rng.choice(FACES, 6))
    first, second, third = (int(k) for k in rng.permutation(3))
    pairs = [(k, 5 - k) if rng.random() < 0.5 else (5 - k, k) for k in (first, second, third)]
    return tuple(FACES[k] for pair in pairs for k in pair)


def albedo(look: Look, layout: tuple[str, ...], points: Floats
           ) -> tuple[LinearColour, Floats32]:  # fmt: skip
    """Linear colours (n, 3) and marks (n,) at points (n, 3) of a die's surface, edge 1."""
    side = np.argmax(points @ SIDES.T, axis=1)
    u = np.einsum("nk,nk->n", points, RIGHT[side])
    v = np.einsum("nk,nk->n", points, UP[side])
    column = np.clip((u + 0.5) * marks.SIZE, 0, marks.SIZE - 1).astype(np.intp)
    row = np.clip((0.5 - v) * marks.SIZE, 0, marks.SIZE - 1).astype(np.intp)
    atlas = np.stack([look.faces[face] for face in layout])
    marked = atlas[side, row, column]
    ones = np.array([face == "remove" for face in layout])[side]
    mark = np.where(ones[:, None], look.first_mark, look.mark)
    if look.depth > 0:
        # What is drilled lies in the shade of its own rim, above all on one side.
        lower = np.clip(np.minimum(row + 3, marks.SIZE - 1), 0, None)
        shade = np.clip(marked - atlas[side, lower, column], 0, 1) * look.depth
        mark = mark * (1 - 0.6 * shade[:, None])
    colours = look.body + marked[:, None] * (mark - look.body)
    return np.asarray(colours, np.float32), np.asarray(marked, np.float32)
