"""Dice: their bodies, how they lie, lean, hide and roll, and the truth about them.

A die's own frame has its origin in the middle, edge 1; the face on +z is its top where it lies.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import bpy
import numpy as np
from mathutils import Euler

from .. import build
from ..nodes import Colour, Shader, image_of
from ..photo.camera import Camera
from . import faces

#: Outward normals of the six sides, in the order of the atlas.
SIDES = np.array([(0, 0, 1), (0, 0, -1), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)], float)
#: The directions on each side that are right and up in its picture.
RIGHT = np.array([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (-1, 0, 0), (1, 0, 0)], float)
UP = np.cross(SIDES, RIGHT)
KINDS = ("pips", "numerals", "printed", "signs")
#: Leaning dice keep their top in sight up to about this; a face is then still the uppermost.
LEAN = (math.radians(12), math.radians(40))


@dataclass(frozen=True)
class DieLook:
    """How the dice of one set look; lengths in shares of the edge but for ``size`` (m)."""

    kind: str
    size: float
    body: Colour
    mark: Colour
    first_mark: Colour  # of the face 1, which some sets print in red
    rounding: float
    ball: float  # radius of the ball that cuts the corners
    pip: float
    spread: float
    depth: float  # of the pips
    height: float
    weight: int
    underline: bool
    sign: int
    roughness: float
    coat: float
    clear: float


def random_look(rng: np.random.Generator, kind: str) -> DieLook:
    """A set of dice of one of the :data:`KINDS`, any colours that can be told apart."""
    while True:
        body, mark = (tuple(float(v) for v in rng.uniform(8, 248, 3)) for _ in range(2))
        if rng.random() < 0.7:
            body = tuple(
                float(v)
                for v in [
                    (242, 240, 232), (30, 30, 32), (190, 26, 30), (26, 60, 150), (24, 120, 60),
                    (236, 196, 40), (236, 224, 196), (110, 40, 120),
                ][rng.integers(8)]
            )  # fmt: skip
        if rng.random() < 0.75:
            mark = (245.0, 244.0, 240.0) if sum(body) < 400 else (18.0, 18.0, 20.0)
        light = [float((np.array(c) / 255) ** 2.2 @ np.array([0.21, 0.72, 0.07]))
                 for c in (body, mark)]  # fmt: skip
        if max(light) > 3.0 * min(light) + 0.03:
            break
    first = mark
    if kind == "pips" and sum(body) > 600 and rng.random() < 0.15:
        first = (200.0, 20.0, 24.0)
    rounding = float(rng.uniform(0.03, 0.17))
    size = float(rng.uniform(0.012, 0.019))
    if kind == "printed":
        body, mark, first = (240.0, 239.0, 234.0), (22.0, 21.0, 22.0), (22.0, 21.0, 22.0)
        rounding, size = 0.012, float(rng.choice([0.016, 0.02, 0.025]))
    ball = float(rng.uniform(0.68, 0.86) if rng.random() < 0.5 else 0.9)
    return DieLook(
        kind=kind,
        size=size,
        body=body,
        mark=mark,
        first_mark=first,
        rounding=rounding,
        ball=0.9 if kind == "printed" else ball,
        pip=float(rng.uniform(0.075, 0.115)),
        spread=float(rng.uniform(0.21, 0.27)),
        depth=float(rng.uniform(0, 0.05)),
        height=float(rng.uniform(0.55, 0.8)),
        weight=int(rng.integers(0, 6)),
        underline=bool(rng.random() < 0.6),
        sign=int(rng.integers(8)),
        roughness=0.8 if kind == "printed" else float(rng.uniform(0.1, 0.5)),
        coat=0.0 if kind == "printed" else float(rng.uniform(0, 0.6)),
        clear=float(rng.uniform(0.3, 0.8)) if kind == "pips" and rng.random() < 0.12 else 0.0,
    )


def random_layout(rng: np.random.Generator, top: str) -> tuple[str, ...]:
    """The faces on the :data:`SIDES`: opposite ones make seven, on most dice turning the right
    way."""
    names = faces.NAMES
    first = names.index(top)
    second = int(rng.choice([k for k in range(6) if k not in (first, 5 - first)]))
    third = next(k for k in range(6) if k not in (first, 5 - first, second, 5 - second))
    # 1, 2 and 3 go round their corner counter-clockwise on western dice.
    order = [min(k, 5 - k) for k in (first, second, third)]
    flips = sum(k > 2 for k in (first, second, third))
    turns = (order in ([0, 1, 2], [1, 2, 0], [2, 0, 1])) == (flips % 2 == 0)
    western = rng.random() < 0.8
    if turns != western:
        third = 5 - third
    return (top, names[5 - first], names[second], names[5 - second], names[third],
            names[5 - third])  # fmt: skip


def _face(look: DieLook, face: str) -> np.ndarray:
    if look.kind == "pips":
        large = 1.35 if look.first_mark != look.mark and face == "remove" else 1.0
        return faces.pips(face, look.pip * large, look.spread)
    if look.kind == "numerals":
        return faces.numeral(face, look.height, look.weight, look.underline)
    if look.kind == "printed":
        return faces.printed(face)
    return faces.sign(face, look.sign)


def material_of(look: DieLook, layout: tuple[str, ...]) -> Any:
    """Plastic, or paper, with the six faces of a layout; pips are drilled."""
    size = faces.SIZE
    colours = np.zeros((2 * size, 3 * size, 3))
    relief = np.zeros((2 * size, 3 * size, 3))
    for side, face in enumerate(layout):
        marked = _face(look, face)[..., None]
        mark = look.first_mark if face == "remove" else look.mark
        at = (slice(side // 3 * size, (side // 3 + 1) * size),
              slice(side % 3 * size, (side % 3 + 1) * size))  # fmt: skip
        colours[at] = (1 - marked) * np.array(look.body) + marked * np.array(mark)
        relief[at] = marked
    shader = Shader("die")
    uv = shader.node("UVMap", uv_map="face").outputs[0]
    colour = shader.picture(image_of("die", colours / 255), uv, interpolation="Cubic").outputs[0]
    depth = shader.picture(image_of("die relief", relief, "Non-Color"), uv).outputs[0]
    sunk = shader.math("MULTIPLY", depth, -look.depth * look.size)
    clear = shader.math("MULTIPLY_ADD", depth, -look.clear, look.clear)
    return shader.finish(
        Base_Color=colour,
        Roughness=look.roughness,
        Coat_Weight=look.coat,
        Transmission_Weight=clear,
        IOR=1.5,
        Normal=shader.bump(sunk, 1.0, 1.0),
    )


def body_of(look: DieLook, steps: int = 20) -> Any:
    """A cube with rounded edges whose corners a ball may cut off, with UVs into the atlas."""
    axis = np.sin(np.linspace(-1, 1, steps + 1) * math.pi / 2) * 0.5
    vertices: list[np.ndarray] = []
    faces: list[tuple[int, ...]] = []
    uvs: list[tuple[float, float]] = []
    for side in range(6):
        start = len(vertices)
        for j, v in enumerate(axis):
            for i, u in enumerate(axis):
                flat = 0.5 * SIDES[side] + u * RIGHT[side] + v * UP[side]
                inner = np.clip(flat, look.rounding - 0.5, 0.5 - look.rounding)
                outward = flat - inner
                point = inner + look.rounding * outward / np.linalg.norm(outward)
                far = float(np.linalg.norm(point))
                vertices.append(point * min(1.0, look.ball / far) * look.size)
                uvs.append((
                    (side % 3 + 0.5 + u * 0.998) / 3, 1 - (side // 3 + 0.5 - v * 0.998) / 2
                ))  # fmt: skip
                if i and j:
                    b = start + j * (steps + 1) + i
                    faces.append((b - steps - 2, b - steps - 1, b, b - 1))
    mesh = build.mesh_of("die", vertices, faces, smooth=True)
    layer = mesh.uv_layers.new(name="face")
    for loop in mesh.loops:
        layer.data[loop.index].uv = uvs[loop.vertex_index]
    return mesh


@dataclass
class Die:
    """A die in the scene."""

    thing: Any
    look: DieLook
    layout: tuple[str, ...]
    state: str
    where: str
    words: dict[str, Any] = field(default_factory=dict)

    def world(self, points: np.ndarray) -> np.ndarray:
        """Points (n, 3) of the die's own frame, edge 1, in the scene."""
        matrix = np.array(self.thing.matrix_world)
        return np.asarray(points * self.look.size @ matrix[:3, :3].T + matrix[:3, 3])

    @property
    def top(self) -> int:
        """Which of the :data:`SIDES` looks up most."""
        matrix = np.array(self.thing.matrix_world)[:3, :3]
        return int(np.argmax((SIDES @ matrix.T)[:, 2]))

    def top_points(self, shape: np.ndarray) -> np.ndarray:
        """Points (n, 2) of -0.5 to 0.5 on the top face, in the scene."""
        own = 0.5 * SIDES[self.top] + shape[:, :1] * RIGHT[self.top] + shape[:, 1:] * UP[self.top]
        return self.world(own)


def put_die(
    rng: np.random.Generator,
    look: DieLook,
    at: tuple[float, float],
    base: float,
    state: str,
    where: str,
    lean_towards: float | None = None,
) -> Die:
    """Put a die with its middle over ``at``, on something ``base`` metres high.

    ``state`` is ``lying``, ``cocked`` or ``rolling``; a cocked one leans by ``LEAN`` towards the
    direction ``lean_towards`` (radians).
    """
    layout = random_layout(rng, faces.NAMES[rng.integers(6)])
    spin = float(rng.uniform(0, math.tau))
    turn = Euler((0, 0, spin)).to_matrix()
    if state == "cocked":
        away = float(rng.uniform(0, math.tau)) if lean_towards is None else lean_towards
        angle = float(rng.uniform(*LEAN))
        from mathutils import Matrix

        axis = (-math.sin(away), math.cos(away), 0)
        turn = Matrix.Rotation(angle, 3, axis) @ turn
    elif state == "rolling":
        turn = Euler(tuple(float(v) for v in rng.uniform(0, math.tau, 3))).to_matrix()
    corners = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) / 2
    # The rounding takes a little off what the lowest corner reaches.
    reach = -float((corners @ np.array(turn).T)[:, 2].min())
    if state != "lying":
        reach -= 0.5 * look.rounding * (math.sqrt(3) - 1)
    lift = float(rng.uniform(0, 0.012)) if state == "rolling" else 0.0
    thing = build.place(
        body_of(look), (*at, base + reach * look.size + lift), 0, material_of(look, layout)
    )
    thing.rotation_mode = "XYZ"
    thing.rotation_euler = turn.to_euler()
    if state == "rolling":
        _let_roll(rng, thing, look.size)
    return Die(thing, look, layout, state, where)


def _let_roll(rng: np.random.Generator, thing: Any, size: float) -> None:
    """Move it while the shutter is open: frames 0 to 2 about the picture's frame 1."""
    way = rng.uniform(0, math.tau)
    far = float(rng.uniform(0.5, 1.6)) * size
    step = np.array([math.cos(way), math.sin(way), 0]) * far
    spin = far / (0.5 * size)
    place, turn = np.array(thing.location), np.array(thing.rotation_euler)
    for frame, share in ((0, -1.0), (1, 0.0), (2, 1.0)):
        thing.location = tuple(place + share * step)
        thing.rotation_euler = tuple(turn + share * spin * np.array([math.sin(way), 0.6, 0.2]))
        thing.keyframe_insert("location", frame=frame)
        thing.keyframe_insert("rotation_euler", frame=frame)
    bpy.context.scene.frame_set(1)
    bpy.context.scene.render.use_motion_blur = True
    bpy.context.scene.render.motion_blur_shutter = 0.5


def truth_of_dice(camera: Camera, dice: list[Die]) -> list[dict[str, Any]]:
    """What the picture shows of each die that is in it.

    ``face`` is the name of the uppermost face, None where it is a sign that Palagonia's dice lack,
    where the die rolls, or where less than a third of its top is seen. ``corners`` are those of
    the top face; ``side`` is the edge's length in pixels, seen head on. ``visible`` is the share
    of the top face that is seen; a die lying with less than 0.7 is ``hidden``.
    """
    grid = np.array([(x, y) for x in np.linspace(-0.42, 0.42, 7)
                     for y in np.linspace(-0.42, 0.42, 7)])  # fmt: skip
    square = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) / 2
    shares = build.visible_shares(camera, [(die.thing, die.top_points(grid)) for die in dice])
    entries = []
    for die, share in zip(dice, shares, strict=True):
        middle = die.world(np.zeros((1, 3)))
        away = float((middle[0] - np.array(camera.position)) @ np.array(camera.axes[2]))
        centre = camera.project(die.top_points(np.zeros((1, 2))))[0]
        inside = (0 <= centre[0] < camera.width) and (0 <= centre[1] < camera.height)
        if share <= 0.02 and not inside:
            continue
        state = "hidden" if die.state == "lying" and share < 0.7 else die.state
        told = die.look.kind != "signs" and state != "rolling" and share >= 0.33
        entries.append({
            "face": die.layout[die.top] if told else None,
            "center": [round(float(v), 2) for v in centre],
            "corners": camera.told(die.top_points(square)),
            "middle": camera.told(middle)[0],
            "side": round(camera.focal * die.look.size / away, 2),
            "state": state,
            "where": die.where,
            "kind": die.look.kind,
            "visible": share,
        })  # fmt: skip
    return entries
