"""Light as it is at a table: a room that is reflected, and the lamps, windows and sun in it."""

from __future__ import annotations

import math

import bpy
import numpy as np
from mathutils import Vector

from ..nodes import image_of

LIGHTS = ("daylight", "overcast", "ceiling lamp", "desk lamp", "sun", "mixed", "evening", "strips")


def blackbody(kelvin: float) -> np.ndarray:
    """Linear RGB of a lamp of that colour temperature, 6500 K being white, mean 1.

    Tanner Helland's fit of the Planckian locus (sRGB), made linear.
    """
    t = kelvin / 100
    red = 255.0 if t <= 66 else 329.7 * (t - 60) ** -0.1332
    green = 99.47 * math.log(t) - 161.12 if t <= 66 else 288.12 * (t - 60) ** -0.0755
    blue = 255.0 if t >= 66 else (0.0 if t <= 19 else 138.52 * math.log(t - 10) - 305.04)
    colour = np.clip(np.array([red, green, blue]) / 255, 0.01, 1) ** 2.2
    return np.asarray(colour / colour.mean())


def room(
    rng: np.random.Generator, kelvin: float, window: float, lamps: float, size: int = 512
) -> np.ndarray:
    """A room seen from the table as a panorama (size/2, size, 3), linear light.

    ``window`` and ``lamps``: how bright they are against the walls (0 = not there).
    """
    height, width = size // 2, size
    elevation = (0.5 - (np.arange(height) + 0.5) / height)[:, None] * math.pi
    azimuth = ((np.arange(width) + 0.5) / width)[None, :] * math.tau
    wall = rng.uniform(0.25, 0.6) * np.array([1.0, rng.uniform(0.9, 1.0), rng.uniform(0.75, 1.0)])
    ceiling = np.array([0.7, 0.69, 0.66]) * rng.uniform(0.6, 1.1)
    floor = np.array([0.22, 0.17, 0.13]) * rng.uniform(0.5, 1.5)
    # A box-shaped room: the ceiling begins lower in the corners' direction.
    corner = 1.0 / np.maximum(np.abs(np.cos(azimuth)), np.abs(np.sin(azimuth)))
    rise = rng.uniform(0.45, 0.7) / corner
    picture = np.where((np.tan(elevation) > rise)[..., None], ceiling, wall)
    picture = np.where((elevation < -0.12)[..., None], floor, picture) * np.ones((1, width, 1))
    for _ in range(rng.integers(5, 12)):  # furniture, shelves, pictures, people
        middle, span = rng.uniform(0, math.tau), rng.uniform(0.1, 0.5)
        low, high = -0.3, rng.uniform(-0.05, 0.5)
        away = np.abs((azimuth - middle + math.pi) % math.tau - math.pi)
        inside = (away < span) & (elevation > low) & (elevation < high)
        picture[inside] = rng.uniform(0.03, 0.5) * rng.uniform(0.6, 1.0, 3)
    picture *= blackbody(kelvin)
    if window:
        for _ in range(rng.integers(1, 3)):
            middle, span = rng.uniform(0, math.tau), rng.uniform(0.25, 0.55)
            low, high = rng.uniform(0.05, 0.2), rng.uniform(0.6, 0.95)
            away = (azimuth - middle + math.pi) % math.tau - math.pi
            inside = (np.abs(away) < span) & (elevation > low) & (elevation < high)
            bars = (np.abs(away) < 0.02) | (np.abs(elevation - (low + high) / 2) < 0.02)
            sky = np.array([0.85, 0.95, 1.15]) * (1 + 0.5 * np.sin(elevation))[..., None]
            picture = np.where((inside & ~bars)[..., None], window * sky, picture)
    if lamps:
        for _ in range(rng.integers(1, 4)):
            middle, up, wide = (
                rng.uniform(0, math.tau),
                rng.uniform(0.8, 1.4),
                rng.uniform(0.06, 0.15),
            )
            away = (azimuth - middle + math.pi) % math.tau - math.pi
            near = np.hypot(away * np.cos(elevation), elevation - up) < wide
            picture = np.where(near[..., None], lamps * blackbody(kelvin), picture)
    return np.asarray(picture, np.float32)


def set_room(panorama: np.ndarray, strength: float) -> None:
    """Surround the scene with the panorama."""
    world = bpy.data.worlds.new("room")
    bpy.context.scene.world = world
    world.use_nodes = True
    tree = world.node_tree
    background = next(n for n in tree.nodes if n.bl_idname == "ShaderNodeBackground")
    texture = tree.nodes.new("ShaderNodeTexEnvironment")
    texture.image = image_of("room", panorama, "Linear Rec.709")
    tree.links.new(texture.outputs[0], background.inputs[0])
    background.inputs[1].default_value = strength
    world.cycles.sampling_method = "MANUAL"
    world.cycles.sample_map_resolution = 256


def lamp(
    kind: str,
    position: np.ndarray,
    target: np.ndarray,
    power: float,
    kelvin: float,
    size: float,
    shape: tuple[float, float] | None = None,
    spread: float = math.pi,
) -> None:
    """A light at ``position`` (m) that looks at ``target``; ``power`` in W (sun: W/m²)."""
    light = bpy.data.lights.new(kind.lower(), kind)
    light.energy = power
    light.color = tuple(float(v) for v in blackbody(kelvin))
    if kind == "SUN":
        light.angle = size
    elif kind == "AREA":
        light.shape = "RECTANGLE" if shape else "DISK"
        light.size = shape[0] if shape else size
        if shape:
            light.size_y = shape[1]
        light.spread = spread
    else:
        light.shadow_soft_size = size
    holder = bpy.data.objects.new("light", light)
    holder.location = tuple(position)
    away = Vector(tuple(np.asarray(position) - np.asarray(target)))
    holder.rotation_euler = away.to_track_quat("Z", "Y").to_euler()
    bpy.context.collection.objects.link(holder)


def around(azimuth: float, elevation: float, distance: float) -> np.ndarray:
    """The point in that direction (degrees) and distance from the table's centre."""
    a, e = math.radians(azimuth), math.radians(elevation)
    return distance * np.array([math.cos(e) * math.sin(a), math.cos(e) * math.cos(a), math.sin(e)])


def blocker(rng: np.random.Generator, sun: np.ndarray, kind: str) -> None:
    """Something between the sun and the table: a window's bars, a blind or a leafy branch."""
    direction = Vector(tuple(sun)).normalized()
    middle = direction * 2.0
    turn = direction.to_track_quat("Z", "Y")
    vertices: list[tuple[float, float, float]] = []
    faces: list[list[int]] = []

    def plate(x: float, y: float, width: float, height: float, spin: float = 0.0) -> None:
        c, s = math.cos(spin), math.sin(spin)
        start = len(vertices)
        for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            ex, ey = dx * width / 2, dy * height / 2
            vertices.append(
                tuple(middle + turn @ Vector((x + c * ex - s * ey, y + s * ex + c * ey, 0)))
            )
        faces.append([start, start + 1, start + 2, start + 3])

    if kind == "bars":
        step, wide = rng.uniform(0.22, 0.4), rng.uniform(0.02, 0.05)
        spin, shift = rng.uniform(0, math.pi), rng.uniform(0, 0.3)
        for k in range(-5, 6):
            along = k * step + shift
            plate(along * math.cos(spin), along * math.sin(spin), wide, 5, spin)
            plate(-along * math.sin(spin), along * math.cos(spin), 5, wide, spin)
    elif kind == "blind":
        step, spin = rng.uniform(0.05, 0.09), rng.uniform(0, math.pi)
        for k in range(-30, 31):
            along = k * step
            plate(-along * math.sin(spin), along * math.cos(spin), 5, 0.55 * step, spin)
    else:
        for _ in range(160):
            x, y = rng.normal(0, 0.45, 2)
            plate(
                x + 0.3, y, rng.uniform(0.03, 0.1), rng.uniform(0.03, 0.06), rng.uniform(0, math.pi)
            )
    mesh = bpy.data.meshes.new("blocker")
    mesh.from_pydata([tuple(v) for v in vertices], [], faces)
    made = bpy.data.objects.new("blocker", mesh)
    made.visible_camera = False
    made.visible_glossy = False
    bpy.context.collection.objects.link(made)


def light_table(
    rng: np.random.Generator,
    kind: str,
    glare_azimuth: float | None,
    glare_elevation: float,
    hard: bool,
) -> dict[str, object]:
    """Set up one of :data:`LIGHTS`. ``glare_azimuth``: from where a lamp must mirror in the tiles.

    Returns the colour temperature that a phone would balance for, and what was lit how.
    """
    azimuth = rng.uniform(0, 360)
    origin = np.zeros(3)
    kelvin = {
        "daylight": rng.uniform(5200, 7500),
        "overcast": rng.uniform(6000, 8000),
        "ceiling lamp": rng.uniform(2700, 4200),
        "desk lamp": rng.uniform(2500, 3500),
        "sun": rng.uniform(4800, 5800),
        "mixed": rng.uniform(3800, 5200),
        "evening": rng.uniform(2400, 3000),
        "strips": rng.uniform(3800, 5200),
    }[kind]
    ambient = rng.uniform(0.25, 0.6)
    window, lamps = 0.0, 0.0
    if kind == "daylight":
        window = rng.uniform(6, 14)
        lamp(
            "AREA",
            around(azimuth, rng.uniform(25, 50), 1.6),
            origin,
            rng.uniform(25, 45),
            kelvin,
            1,
            (rng.uniform(0.6, 1.2), rng.uniform(0.8, 1.5)),
        )
    elif kind == "overcast":
        ambient, window = rng.uniform(0.7, 1.0), rng.uniform(4, 8)
    elif kind == "ceiling lamp":
        lamps = rng.uniform(8, 25)
        for _ in range(rng.integers(1, 3)):
            lamp(
                "AREA",
                around(rng.uniform(0, 360), rng.uniform(55, 85), rng.uniform(1.2, 1.8)),
                origin,
                rng.uniform(25, 45),
                kelvin,
                rng.uniform(0.12, 0.45),
            )
    elif kind == "desk lamp":
        ambient = rng.uniform(0.06, 0.2)
        lamp(
            "SPOT" if hard and rng.random() < 0.4 else "AREA",
            around(azimuth, rng.uniform(30, 65), rng.uniform(0.45, 0.8)),
            rng.normal(0, 0.08, 3),
            rng.uniform(5, 9),
            kelvin,
            rng.uniform(0.03, 0.09),
        )
    elif kind == "sun":
        window = rng.uniform(3, 8)
        direction = around(azimuth, rng.uniform(22, 60), 4.0)
        lamp("SUN", direction, origin, rng.uniform(4, 9), kelvin, 0.009)
        blocker(rng, direction, ("bars", "blind", "leaves")[rng.integers(3)])
    elif kind == "mixed":
        window = rng.uniform(3, 8)
        lamp("AREA", around(azimuth, 35, 1.4), origin, rng.uniform(12, 25), 6800, 1.0)
        lamp(
            "AREA",
            around(azimuth + rng.uniform(90, 270), 55, 1.0),
            origin,
            rng.uniform(8, 18),
            2700,
            0.12,
        )
    elif kind == "evening":
        ambient, lamps = rng.uniform(0.05, 0.12), rng.uniform(10, 30)
        lamp(
            "AREA",
            around(azimuth, rng.uniform(50, 75), 1.3),
            origin,
            rng.uniform(9, 16),
            kelvin,
            0.25,
        )
    else:
        lamps = 0.0
        for side in (-0.45, 0.45):
            lamp(
                "AREA",
                np.array([side, rng.uniform(-0.3, 0.3), 1.6]),
                np.array([side, 0, 0]),
                rng.uniform(12, 20),
                kelvin,
                1,
                (0.12, 1.3),
            )
    if glare_azimuth is not None:
        # A lamp where the camera's mirror image looks: its reflection washes out some tiles.
        where = around(glare_azimuth, glare_elevation, rng.uniform(1.0, 1.6))
        lamp("AREA", where, origin, rng.uniform(8, 22), kelvin, rng.uniform(0.06, 0.22))
    set_room(room(rng, kelvin, window, lamps), ambient)
    return {"kelvin": kelvin}
