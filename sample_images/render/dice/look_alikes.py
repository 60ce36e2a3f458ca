"""What must not be taken for a die: draughts, sweets, dominoes, sugar, buttons, blocks with studs.

Every maker takes the generator, a place ``(x, y)`` and the height (m) of what it stands on.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import bpy
import numpy as np

from .. import build
from ..nodes import Shader, image_of
from ..room.clutter import _dye, _spin
from . import faces

Place = tuple[float, float]


def draught(rng: np.random.Generator, at: Place, base: float) -> None:
    """A draught, or a counter, with rings on it."""
    radius, height = rng.uniform(0.009, 0.017), rng.uniform(0.003, 0.008)
    rim = rng.uniform(0.75, 0.92) * radius
    profile = [(0, 0), (radius, 0), (radius, height), (rim, height), (rim - 0.001, height * 0.8)]
    if rng.random() < 0.5:
        profile += [(0.5 * rim, height * 0.8), (0.45 * rim, height), (0, height)]
    else:
        profile += [(0, height * 0.8)]
    piece = build.lathe("draught", profile)
    build.place(piece, (*at, base), 0, build.simple("draught", _dye(rng), 0.3, coat=0.3))


def sweet(rng: np.random.Generator, at: Place, base: float) -> None:
    """A round sweet, flat or not, or a cube of fruit jelly."""
    if rng.random() < 0.3:
        size = rng.uniform(0.012, 0.018)
        cube = build.box("jelly", (size, size * rng.uniform(0.8, 1.2), size * 0.8), size * 0.2)
        build.place(cube, (*at, base), _spin(rng), build.simple("jelly", _dye(rng), 0.6))
        return
    radius, flat = rng.uniform(0.006, 0.011), rng.uniform(0.4, 1.0)
    bpy.ops.mesh.primitive_uv_sphere_add(
        segments=24, ring_count=14, radius=radius, location=(*at, base + radius * flat)
    )
    ball = bpy.context.object
    ball.scale = (1, 1, flat)
    ball.data.polygons.foreach_set("use_smooth", [True] * len(ball.data.polygons))
    ball.data.materials.append(build.simple("sweet", _dye(rng), 0.2, coat=0.6))


def domino(rng: np.random.Generator, at: Place, base: float) -> None:
    """A domino, face up: two squares of pips on one flat stone."""
    wide = rng.uniform(0.018, 0.024)
    long, thick = 2 * wide, rng.uniform(0.005, 0.008)
    dark = rng.random() < 0.5
    body, pip = ((24, 24, 26), (240, 238, 230)) if dark else ((238, 234, 220), (20, 20, 22))
    size = faces.SIZE
    marked = np.zeros((2 * size, size))
    for half in range(2):
        face = int(rng.integers(7))
        if face < 6:
            spots = faces.pips(faces.NAMES[face], 0.085, 0.25)
            marked[half * size : (half + 1) * size] = spots
    marked[size - 3 : size + 3, 12:-12] = 1
    picture = (1 - marked[..., None]) * np.array(body) + marked[..., None] * np.array(pip)
    turn = _spin(rng)
    stone = build.box("domino", (wide, long, thick), 0.0012)
    build.place(stone, (*at, base), turn, build.simple("domino", body, 0.3, coat=0.3))
    shader = Shader("domino face")
    uv = shader.node("UVMap", uv_map="face").outputs[0]
    colour = shader.picture(image_of("domino", picture / 255), uv).outputs[0]
    face_plane = build.plane("domino face", wide - 0.0026, long - 0.0026)
    material = shader.finish(Base_Color=colour, Roughness=0.3, Coat_Weight=0.3)
    build.place(face_plane, (*at, base + thick + 1e-4), turn, material)


def sugar(rng: np.random.Generator, at: Place, base: float) -> None:
    """A lump of sugar or a plain wooden cube: a die without any mark."""
    size = rng.uniform(0.012, 0.018)
    height = size * (1.0 if rng.random() < 0.5 else rng.uniform(0.6, 1.4))
    colour = (240, 238, 232) if rng.random() < 0.5 else _dye(rng)
    cube = build.box("cube", (size, size, height), size * rng.uniform(0.03, 0.1))
    build.place(cube, (*at, base), _spin(rng), build.simple("cube", colour, 0.7))


def button(rng: np.random.Generator, at: Place, base: float) -> None:
    """A button with two or four holes."""
    radius = rng.uniform(0.007, 0.012)
    profile = [(0, 0.002), (0.7 * radius, 0.002), (0.85 * radius, 0.003), (radius, 0.002),
               (radius, 0)]  # fmt: skip
    piece = build.lathe("button", profile)
    build.place(piece, (*at, base), 0, build.simple("button", _dye(rng), 0.3, coat=0.3))
    hole = build.lathe("hole", [(0, 0), (0.13 * radius, 0)], 16)
    turn, dark = _spin(rng), build.simple("hole", (12, 11, 10), 0.9)
    holes = 4 if rng.random() < 0.7 else 2
    for k in range(holes):
        angle = turn + k * 2 * math.pi / holes
        spot = (at[0] + 0.3 * radius * math.cos(angle), at[1] + 0.3 * radius * math.sin(angle))
        build.place(hole, (*spot, base + 0.0023), 0, dark)


def block(rng: np.random.Generator, at: Place, base: float) -> None:
    """A toy building block with studs."""
    colour = build.simple("block", _dye(rng), 0.2, coat=0.3)
    columns, rows = int(rng.integers(1, 3)), int(rng.integers(2, 5))
    turn, pitch = _spin(rng), 0.008
    build.place(
        build.box("block", (columns * pitch, rows * pitch, 0.0096), 0.0003), (*at, base), turn,
        colour,
    )  # fmt: skip
    stud = build.lathe("stud", [(0.0024, 0), (0.0024, 0.0017), (0, 0.0017)], 24)
    for i in range(columns):
        for j in range(rows):
            x, y = (i - (columns - 1) / 2) * pitch, (j - (rows - 1) / 2) * pitch
            c, s = math.cos(turn), math.sin(turn)
            build.place(
                stud, (at[0] + c * x - s * y, at[1] + s * x + c * y, base + 0.0096), 0, colour
            )


#: name → (maker, room it needs round its place, metres)
LOOK_ALIKES: dict[str, tuple[Callable[[np.random.Generator, Place, float], None], float]] = {
    "draught": (draught, 0.018),
    "sweet": (sweet, 0.012),
    "domino": (domino, 0.027),
    "sugar": (sugar, 0.014),
    "button": (button, 0.013),
    "block": (block, 0.02),
}
