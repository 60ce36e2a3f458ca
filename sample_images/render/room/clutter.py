"""What else lies on a table: dice, cups, pens, paper, cards, phones, bags, coins, bowls, boxes.

Every maker takes the generator and a place ``(x, y)`` in metres and puts one thing there.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import bmesh
import bpy
import numpy as np

from ..build import box, lathe, mesh_of, place, plane, simple
from ..nodes import Shader, image_of, linear
from . import prints

Place = tuple[float, float]
LIVELY = [
    (196, 34, 36),
    (30, 70, 160),
    (240, 236, 226),
    (24, 24, 26),
    (40, 120, 60),
    (236, 190, 40),
    (230, 120, 40),
    (110, 60, 130),
    (90, 170, 190),
]


def _dye(rng: np.random.Generator) -> tuple[float, float, float]:
    colour = np.array(LIVELY[rng.integers(len(LIVELY))]) + rng.normal(0, 10, 3)
    return tuple(float(v) for v in np.clip(colour, 4, 250))


def _spin(rng: np.random.Generator) -> float:
    return float(rng.uniform(0, math.tau))


def die(rng: np.random.Generator, at: Place) -> None:
    """A six-sided die of 14 to 18 mm with its pips."""
    size = rng.uniform(0.014, 0.018)
    colour = _dye(rng)
    turn = _spin(rng)
    place(
        box("die", (size, size, size), size * 0.12),
        (*at, 0),
        turn,
        simple("die", colour, 0.25, coat=0.4),
    )
    pip = simple("pip", (245, 245, 245) if sum(colour) < 450 else (20, 20, 20), 0.5)
    spots = {
        1: [(0, 0)],
        2: [(-1, -1), (1, 1)],
        3: [(-1, -1), (0, 0), (1, 1)],
        4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
        5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
        6: [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)],
    }
    disc = lathe("pip", [(0, 0.0002), (size * 0.08, 0.0002), (size * 0.09, 0)], 16)
    for x, y in spots[int(rng.integers(1, 7))]:
        c, s = math.cos(turn), math.sin(turn)
        dx, dy = x * size * 0.26, y * size * 0.26
        place(disc, (at[0] + c * dx - s * dy, at[1] + s * dx + c * dy, size), 0, pip)
    for side in range(4):
        angle = turn + side * math.pi / 2
        for x, y in spots[int(rng.integers(1, 7))]:
            across, up = x * size * 0.26, y * size * 0.26
            made = place(
                disc,
                (
                    at[0] + math.cos(angle) * size / 2 - math.sin(angle) * across,
                    at[1] + math.sin(angle) * size / 2 + math.cos(angle) * across,
                    size / 2 + up,
                ),
                0,
                pip,
            )
            made.rotation_euler = (0, math.pi / 2, angle)


def cup(rng: np.random.Generator, at: Place) -> None:
    """A mug with coffee or tea."""
    radius, height = rng.uniform(0.034, 0.043), rng.uniform(0.07, 0.1)
    wall = simple("mug", _dye(rng), 0.15, coat=0.5)
    body = [
        (0, 0),
        (radius * 0.8, 0),
        (radius * 0.92, 0.006),
        (radius, height * 0.5),
        (radius, height),
        (radius - 0.003, height + 0.001),
        (radius - 0.005, height),
        (radius - 0.005, 0.008),
        (0, 0.008),
    ]
    turn = _spin(rng)
    place(lathe("mug", body), (*at, 0), turn, wall)
    drink = simple("drink", [(50, 26, 12), (150, 80, 20), (220, 200, 170)][rng.integers(3)], 0.05)
    place(lathe("drink", [(0, 0), (radius - 0.005, 0)]), (*at, height * 0.8), 0, drink)
    bpy.ops.mesh.primitive_torus_add(
        location=(
            at[0] + math.cos(turn) * radius * 1.15,
            at[1] + math.sin(turn) * radius * 1.15,
            height * 0.52,
        ),
        rotation=(math.pi / 2, 0, turn),
        major_radius=height * 0.27,
        minor_radius=0.0045,
        major_segments=32,
        minor_segments=10,
    )
    bpy.context.object.data.materials.append(wall)
    bpy.ops.object.shade_smooth()


def glass(rng: np.random.Generator, at: Place) -> None:
    """A tumbler of water or juice."""
    radius, height = rng.uniform(0.03, 0.038), rng.uniform(0.09, 0.13)
    shader = Shader("glass")
    clear = shader.finish(
        Base_Color=(0.97, 0.99, 0.98, 1), Roughness=0.0, IOR=1.45, Transmission_Weight=1.0
    )
    place(
        lathe(
            "glass",
            [
                (0, 0),
                (radius * 0.85, 0),
                (radius, height),
                (radius - 0.002, height),
                (radius * 0.85 - 0.002, 0.006),
                (0, 0.006),
            ],
        ),
        (*at, 0),
        0,
        clear,
    )
    juice = simple("juice", [(220, 130, 20), (120, 10, 26), (230, 236, 238)][rng.integers(3)], 0.05)
    place(
        lathe(
            "juice",
            [
                (0, 0.007),
                (radius * 0.85 - 0.003, 0.007),
                (radius * 0.93 - 0.002, height * 0.55),
                (0, height * 0.55),
            ],
        ),
        (*at, 0),
        0,
        juice,
    )


def pen(rng: np.random.Generator, at: Place) -> None:
    """A pen or pencil lying down."""
    length, radius = rng.uniform(0.12, 0.17), rng.uniform(0.0035, 0.0055)
    half = length / 2
    profile = [
        (0, -half),
        (radius * 0.4, 0.001 - half),
        (radius, 0.014 - half),
        (radius, length * 0.2),
        (radius * 1.1, length * 0.2),
        (radius * 1.1, half),
        (0, half),
    ]
    made = place(
        lathe("pen", profile, 20), (*at, radius * 1.1), 0, simple("pen", _dye(rng), 0.3, coat=0.3)
    )
    made.rotation_euler = (math.pi / 2, 0, _spin(rng))


def paper(rng: np.random.Generator, at: Place) -> None:
    """A sheet or a note, slightly curled."""
    width = rng.choice([0.08, 0.105, 0.148])
    height = width * 1.41
    columns = rows = 14
    lift = rng.uniform(0.0, 0.012)
    vertices, faces, uvs = [], [], []
    for j in range(rows + 1):
        for i in range(columns + 1):
            u, v = i / columns, j / rows
            z = 0.0006 + lift * ((u - 0.5) ** 4 * 16 * (0.3 + v) + (v - 0.5) ** 6 * 30 * u)
            vertices.append(((u - 0.5) * width, (v - 0.5) * height, z))
            uvs.append((u, v))
    for j in range(rows):
        for i in range(columns):
            a = j * (columns + 1) + i
            faces.append((a, a + 1, a + columns + 2, a + columns + 1))
    mesh = mesh_of("paper", vertices, faces, smooth=True)
    layer = mesh.uv_layers.new(name="face")
    for loop in mesh.loops:
        layer.data[loop.index].uv = uvs[loop.vertex_index]
    shader = Shader("paper")
    page = image_of("page", prints.text_page(rng))
    colour = shader.picture(page, shader.node("UVMap", uv_map="face").outputs[0]).outputs[0]
    place(mesh, (*at, 0), _spin(rng), shader.finish(Base_Color=colour, Roughness=0.85))


def cards(rng: np.random.Generator, at: Place) -> None:
    """A few playing cards."""
    for k in range(rng.integers(1, 6)):
        shader = Shader("card")
        uv = shader.node("UVMap", uv_map="face").outputs[0]
        colour = shader.picture(image_of("card", prints.card(rng)), uv).outputs[0]
        spot = (at[0] + rng.normal(0, 0.03), at[1] + rng.normal(0, 0.03), 0.0006 + 0.0004 * k)
        place(
            plane("card", 0.063, 0.088),
            spot,
            _spin(rng),
            shader.finish(Base_Color=colour, Roughness=0.35),
        )


def phone(rng: np.random.Generator, at: Place) -> None:
    """A telephone, glass up."""
    place(
        box("phone", (0.072, 0.15, 0.008), 0.0035),
        (*at, 0),
        _spin(rng),
        simple("phone", (12, 12, 14), 0.05, coat=0.5),
    )


def coins(rng: np.random.Generator, at: Place) -> None:
    """Coins or round counters."""
    for _ in range(rng.integers(2, 8)):
        radius = rng.uniform(0.009, 0.013)
        metal = rng.random() < 0.6
        colour = [(190, 150, 80), (180, 178, 172), (150, 96, 60)][rng.integers(3)]
        material = simple("coin", colour if metal else _dye(rng), 0.3, metallic=float(metal))
        spot = np.array(at) + rng.normal(0, 0.03, 2)
        place(
            lathe(
                "coin",
                [
                    (0, 0),
                    (radius, 0),
                    (radius, 0.0018),
                    (radius * 0.93, 0.0022),
                    (radius * 0.9, 0.0017),
                    (0, 0.0017),
                ],
            ),
            (*spot, 0),
            0,
            material,
        )


def bowl(rng: np.random.Generator, at: Place) -> None:
    """A bowl of sweets or nuts."""
    radius = rng.uniform(0.05, 0.08)
    place(
        lathe(
            "bowl",
            [
                (0, 0),
                (radius * 0.5, 0),
                (radius * 0.85, radius * 0.35),
                (radius, radius * 0.7),
                (radius * 0.96, radius * 0.7),
                (radius * 0.8, radius * 0.35),
                (radius * 0.45, 0.006),
                (0, 0.006),
            ],
        ),
        (*at, 0),
        0,
        simple("bowl", _dye(rng), 0.2, coat=0.4),
    )
    size = rng.uniform(0.007, 0.012)
    bpy.ops.mesh.primitive_uv_sphere_add(segments=16, ring_count=10, radius=size)
    ball = bpy.context.object.data
    bpy.data.objects.remove(bpy.context.object)
    ball.polygons.foreach_set("use_smooth", [True] * len(ball.polygons))
    sweets = [simple("sweet", _dye(rng), 0.25, coat=0.5) for _ in range(3)]
    ball.materials.append(sweets[0])
    for _ in range(45):
        away, angle = radius * 0.75 * math.sqrt(rng.random()), _spin(rng)
        place(
            ball,
            (
                at[0] + away * math.cos(angle),
                at[1] + away * math.sin(angle),
                radius * 0.42 + rng.uniform(0, 0.02) - away * 0.1,
            ),
            _spin(rng),
            sweets[rng.integers(3)],
        )


def game_box(rng: np.random.Generator, at: Place) -> None:
    """A cardboard box or a book."""
    size = (rng.uniform(0.1, 0.2), rng.uniform(0.14, 0.28), rng.uniform(0.015, 0.06))
    place(box("box", size, 0.0015), (*at, 0), _spin(rng), simple("box", _dye(rng), 0.4))


def bag(rng: np.random.Generator, at: Place) -> None:
    """A soft cloth bag with folds, drawn together at its neck."""
    shape = bmesh.new()
    bmesh.ops.create_icosphere(shape, subdivisions=5, radius=0.06)
    waves = rng.uniform(4, 14, (10, 3)) * 12
    phases, weights = rng.uniform(0, 6, 10), rng.uniform(0.0004, 0.002, 10)
    for vertex in shape.verts:
        p = np.array(vertex.co)
        fold = float((weights * np.sin(waves @ p + phases)).sum())
        angle = math.atan2(p[1], p[0])
        neck = max(0.0, (p[2] - 0.02) / 0.04)
        pleats = 0.006 * neck * math.sin(9 * angle + phases[0])
        p *= 1 + (fold + pleats) / 0.06
        p[:2] *= 1.15 - 0.75 * min(1.0, neck) ** 1.3
        p[2] = max(p[2] * 0.75 + 0.035, 0.0)
        vertex.co = p
    mesh = bpy.data.meshes.new("bag")
    shape.to_mesh(mesh)
    shape.free()
    mesh.polygons.foreach_set("use_smooth", [True] * len(mesh.polygons))
    shader = Shader("bag")
    weave = shader.noise(shader.coordinates("Object"), 900.0, 2.0)
    dye = linear(_dye(rng))
    dark = (*(0.6 * v for v in dye[:3]), 1.0)
    cloth = shader.finish(
        Base_Color=shader.mix(weave, dye, dark),
        Roughness=0.95,
        Sheen_Weight=0.3,
        Normal=shader.bump(shader.math("MULTIPLY", weave, 3e-4), 0.6, 1.0),
    )
    place(mesh, (*at, 0), _spin(rng), cloth)


def cable(rng: np.random.Generator, at: Place) -> None:
    """A cable that winds away across the table."""
    curve = bpy.data.curves.new("cable", "CURVE")
    curve.dimensions = "3D"
    curve.bevel_depth = rng.uniform(0.0015, 0.003)
    spline = curve.splines.new("NURBS")
    angle = math.atan2(at[1], at[0])  # away from the board in the middle
    points = [np.array([*at, curve.bevel_depth])]
    for _ in range(12):
        angle += rng.normal(0, 0.2)
        points.append(points[-1] + 0.03 * np.array([math.cos(angle), math.sin(angle), 0]))
    spline.points.add(len(points) - 1)
    for target, point in zip(spline.points, points, strict=True):
        target.co = (*(float(v) for v in point), 1.0)
    made = bpy.data.objects.new("cable", curve)
    curve.materials.append(simple("cable", [(20, 20, 22), (235, 235, 235)][rng.integers(2)], 0.5))
    bpy.context.collection.objects.link(made)


#: name → (maker, room it needs round its place, metres)
THINGS: dict[str, tuple[Callable[[np.random.Generator, Place], None], float]] = {
    "dice": (die, 0.012),
    "cup": (cup, 0.06),
    "glass": (glass, 0.045),
    "pen": (pen, 0.09),
    "paper": (paper, 0.14),
    "cards": (cards, 0.11),
    "phone": (phone, 0.085),
    "coins": (coins, 0.06),
    "bowl": (bowl, 0.085),
    "box": (game_box, 0.17),
    "bag": (bag, 0.075),
    "cable": (cable, 0.1),
}
