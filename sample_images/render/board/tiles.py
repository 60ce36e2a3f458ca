"""The tiles of a set: their moulded body, their printed face and the material of both.

Local frame of a tile: origin at the centre of its bottom, x to the right, y up (as seen from
above), z upwards, the White tip of rotation 0 at +y. Lengths in metres, pictures of the face in
units of the side.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import bpy
import numpy as np

from ..nodes import Colour, Shader, image_of, linear

FACE_REACH = 1.04  # half the width of the face's picture, in sides


@dataclass(frozen=True)
class Edition:
    """How one set of tiles looks. Colours in sRGB 0..255, lengths in sides of the hexagon."""

    name: str
    white: Colour
    blue: Colour
    line: Colour
    line_width: float  # 0: no visible line
    rim: Colour | None  # None: the colours run to the edge
    rim_width: float
    body: Colour
    thickness: float  # metres
    side: float  # metres
    corner_radius: float  # metres, seen from above
    bevel: float  # metres
    roughness: float
    coat: float
    groove: float  # depth of the line, metres
    wear: float  # 0 new .. 1 played for years
    print_shift: float  # misregistration of the print, in sides


def hexagon(points: int = 6) -> np.ndarray:
    """Corner k of the unit-side hexagon, top first, clockwise as seen from above: (6, 2)."""
    angle = np.arange(points) * (2 * math.pi / points)
    return np.stack([np.sin(angle), np.cos(angle)], axis=1)


def edge_distance(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Distance to the nearest edge line of the unit-side hexagon, positive inside."""
    angle = np.arange(6) * (math.pi / 3)
    along = np.stack([x * math.cos(a) + y * math.sin(a) for a in angle])
    return math.sqrt(3) / 2 - along.max(axis=0)


def face_pictures(edition: Edition, size: int = 640) -> tuple[np.ndarray, np.ndarray]:
    """The printed face (size, size, 3) in sRGB 0..1, and (size, size, 3) of what lies in relief:
    the line, nearness to the edge, and the rim. The pattern is the one of the conventions."""
    axis = (np.arange(size) + 0.5) / size * 2 * FACE_REACH - FACE_REACH
    x, y = np.meshgrid(axis, -axis)
    inside = edge_distance(x, y)
    x, y = x - edition.print_shift, y + 0.6 * edition.print_shift
    pixel = 2 * FACE_REACH / size

    def step(distance: np.ndarray) -> np.ndarray:
        return np.clip(distance / (1.5 * pixel) + 0.5, 0, 1)

    white_tip = 0.5 - np.hypot(x, y - 1.0)
    blue_tip = 0.5 - np.hypot(x, y + 1.0)
    # Below the straight lies White's band with the Blue tip, above it the reverse.
    whiteness = np.maximum(step(white_tip), step(-y) * (1 - step(blue_tip)))
    face = whiteness[..., None] * np.array(edition.white) + (1 - whiteness[..., None]) * np.array(
        edition.blue
    )
    lines = np.minimum(np.abs(y), np.minimum(np.abs(white_tip), np.abs(blue_tip)))
    line = step(edition.line_width / 2 - lines) if edition.line_width else np.zeros_like(x)
    face += line[..., None] * (np.array(edition.line) - face)
    rim = np.zeros_like(x)
    if edition.rim is not None:
        rim = step(edition.rim_width - inside)
        face += rim[..., None] * (np.array(edition.rim) - face)
        line = line * (1 - rim)
    near_edge = np.exp(-np.clip(inside, 0, None) / 0.05)
    return face / 255.0, np.stack([line, near_edge, rim], axis=-1)


def body_mesh(edition: Edition) -> bpy.types.Mesh:
    """A hexagonal prism with rounded corners and bevelled edges; its face carries the UVs."""
    outline, normals = _rounded_outline(edition.side, edition.corner_radius)
    count = len(outline)
    bevel, height = edition.bevel, edition.thickness
    rings = [(bevel * 0.5, 0.0, -1.0), (0.0, bevel * 0.5, 0.0), (0.0, height - bevel, 0.0)]
    for step in range(1, 5):
        angle = step / 4 * math.pi / 2
        rings.append(
            (bevel * (1 - math.cos(angle)), height - bevel * (1 - math.sin(angle)), math.sin(angle))
        )
    vertices, vertex_normals = [], []
    for inset, level, up in rings:
        vertices.append(np.column_stack([outline - inset * normals, np.full(count, level)]))
        flat = math.sqrt(max(0.0, 1 - up * up))
        vertex_normals.append(np.column_stack([flat * normals, np.full(count, up)]))
    top = (len(rings) - 1) * count
    faces: list[list[int]] = []
    for ring in range(len(rings) - 1):
        for k in range(count):
            a, b = ring * count + k, ring * count + (k + 1) % count
            faces.append([b, a, a + count, b + count])
    faces.append(list(range(count))[::1])
    faces.append([top + k for k in range(count)][::-1])
    mesh = bpy.data.meshes.new("tile")
    mesh.from_pydata(np.concatenate(vertices).tolist(), [], faces)
    mesh.polygons.foreach_set("use_smooth", [True] * len(faces))
    mesh.normals_split_custom_set_from_vertices(np.concatenate(vertex_normals).tolist())
    uv = mesh.uv_layers.new(name="face")
    where = np.concatenate(vertices)[:, :2] / edition.side
    for loop in mesh.loops:
        x, y = where[loop.vertex_index]
        uv.data[loop.index].uv = (x / (2 * FACE_REACH) + 0.5, y / (2 * FACE_REACH) + 0.5)
    mesh.update()
    return mesh


def _rounded_outline(side: float, radius: float, steps: int = 4) -> tuple[np.ndarray, np.ndarray]:
    """Points and outward normals of a hexagon with rounded corners, clockwise from above."""
    points, normals = [], []
    for k in range(6):
        middle = k * math.pi / 3
        centre = (side - radius / math.cos(math.pi / 6)) * np.array(
            [math.sin(middle), math.cos(middle)]
        )
        for step in range(steps + 1):
            angle = middle + (step / steps - 0.5) * math.pi / 3
            normal = np.array([math.sin(angle), math.cos(angle)])
            points.append(centre + radius * normal)
            normals.append(normal)
    return np.array(points), np.array(normals)


def tile_material(
    edition: Edition, face: np.ndarray, relief: np.ndarray, name: str, grunge: bpy.types.Image
) -> bpy.types.Material:
    """The face's print on moulded plastic or lacquered wood, with the wear of its years.

    Every tile gets its own scratches, smudges and a slightly other tint, by Object Info's random.
    """
    shader = Shader(name)
    uv = shader.node("UVMap", uv_map="face").outputs[0]
    chance = shader.node("ObjectInfo").outputs["Random"]
    position = shader.node("TexCoord").outputs["Object"]
    shift = shader.node(
        "CombineXYZ",
        {0: shader.math("MULTIPLY", chance, 7.0), 1: shader.math("MULTIPLY", chance, 13.0), 2: 0.0},
    )
    own = shader.node("VectorMath", {0: position, 1: shift.outputs[0]}, operation="ADD").outputs[0]
    colour = shader.picture(image_of(name, face), uv, interpolation="Cubic").outputs[0]
    parts = shader.node(
        "SeparateColor",
        {0: shader.picture(image_of(name + " relief", relief, "Non-Color"), uv).outputs[0]},
    )
    line, near_edge = parts.outputs[:2]

    # The side of the body: what faces sideways is not printed.
    normal = shader.node("NewGeometry").outputs["Normal"]
    upwards = shader.node("SeparateXYZ", {0: normal}).outputs[2]
    sideways = shader.ramp(upwards, 0.55, 0.8, 1.0, 0.0)
    colour = shader.mix(sideways, colour, linear(edition.body))

    wear = edition.wear
    turned = shader.node("Mapping", {"Vector": own, "Scale": (8.0, 8.0, 8.0)}).outputs[0]
    traces = shader.node("SeparateColor", {0: shader.picture(grunge, turned, "REPEAT").outputs[0]})
    smudge, grains, scratched = traces.outputs[:3]
    dirt = shader.ramp(smudge, 0.5, 1.0, 0.0, 0.5 * wear + 0.05)
    colour = shader.mix(dirt, colour, linear((96, 84, 66)))
    rubbed = shader.math("MULTIPLY", shader.ramp(grains, 0.5, 0.8, 0, 1), near_edge)
    colour = shader.mix(
        shader.math("MULTIPLY", rubbed, 0.75 * wear),
        colour,
        linear(tuple(0.5 * c + 100 for c in edition.body)),
    )
    tint = shader.ramp(chance, 0.0, 1.0, 0.965, 1.035)
    colour = shader.mix(
        1.0, colour, shader.node("CombineColor", {0: tint, 1: tint, 2: tint}).outputs[0], "MULTIPLY"
    )
    colour = shader.mix(shader.math("MULTIPLY", scratched, 0.35 * wear), colour, (0.6, 0.6, 0.6, 1))

    roughness = shader.math("MULTIPLY_ADD", smudge, 0.15, edition.roughness - 0.05)
    roughness = shader.math("MULTIPLY_ADD", scratched, 0.25 * wear + 0.05, roughness)
    # The printed line lies in a groove, the surface is never quite flat, scratches cut into it.
    height = shader.math("MULTIPLY", line, -edition.groove)
    height = shader.math("MULTIPLY_ADD", smudge, 7e-5, height)
    height = shader.math("MULTIPLY_ADD", grains, 1e-5, height)
    height = shader.math("MULTIPLY_ADD", scratched, -1.5e-5 * (0.3 + wear), height)
    bump = shader.bump(height, 1.0, 1.0)
    return shader.finish(
        Base_Color=colour,
        Roughness=roughness,
        Normal=bump,
        Coat_Weight=edition.coat,
        Coat_Roughness=0.08,
        IOR=1.48,
    )


def back_material(edition: Edition, colour: Colour, grunge: bpy.types.Image) -> bpy.types.Material:
    """A tile that lies face down: one plain colour, with the rim of its set."""
    plain = replace(edition, white=colour, blue=colour, line_width=0.0)
    return tile_material(plain, *face_pictures(plain, 256), f"back {colour[0]:.0f}", grunge)


def grunge_picture(rng: np.random.Generator, size: int = 768, scratches: int = 420) -> np.ndarray:
    """Traces of use, periodic, (size, size, 3) of 0..1: smudges, fine grains, thin scratches."""
    picture = np.zeros((size, size, 3))
    picture[..., 0] = _periodic_noise(rng, size, -2.4)
    picture[..., 1] = _periodic_noise(rng, size, -1.0)
    for _ in range(scratches):
        length = int(size * rng.exponential(0.035)) + 5
        angle = rng.uniform(0, math.tau) + np.cumsum(rng.normal(0, 0.01, length))
        x = rng.uniform(0, size) + np.cumsum(np.cos(angle))
        y = rng.uniform(0, size) + np.cumsum(np.sin(angle))
        depth = rng.uniform(0.05, 1.0) ** 2 * np.sin(np.linspace(0, math.pi, length))
        np.maximum.at(picture[..., 2], (y.astype(int) % size, x.astype(int) % size), depth)
    return picture


def _periodic_noise(rng: np.random.Generator, size: int, slope: float) -> np.ndarray:
    """Random field 0..1 (mean 0.5) whose spectrum falls with the given power of frequency."""
    frequency = np.hypot(*np.meshgrid(np.fft.fftfreq(size), np.fft.rfftfreq(size), indexing="ij"))
    frequency[0, 0] = np.inf
    spectrum = np.fft.rfft2(rng.normal(size=(size, size))) * np.maximum(frequency, 3 / size) ** (
        slope / 2 * 1.3
    )
    field = np.fft.irfft2(spectrum, (size, size))
    return np.asarray(np.clip(0.5 + 0.18 * field / field.std(), 0, 1))
