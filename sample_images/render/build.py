"""Small helpers that put things into Blender's scene and take the picture."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix

from .nodes import Colour, Shader, linear
from .photo.camera import Camera


def empty_scene() -> None:
    """Start from nothing."""
    bpy.ops.wm.read_factory_settings(use_empty=True)


def place(
    mesh: Any,
    at: Sequence[float],
    turn: float = 0.0,
    material: Any = None,
    lean: tuple[float, float] = (0.0, 0.0),
    scale: float = 1.0,
) -> Any:
    """A new object at ``at`` (m), turned about the vertical (radians, counter-clockwise)."""
    made = bpy.data.objects.new(mesh.name, mesh)
    made.location = tuple(at)
    made.rotation_euler = (lean[0], lean[1], turn)
    made.scale = (scale, scale, scale)
    if material is not None and not mesh.materials:
        mesh.materials.append(material)
    elif material is not None and mesh.materials[0] != material:
        made.material_slots[0].link = "OBJECT"
        made.material_slots[0].material = material
    bpy.context.collection.objects.link(made)
    return made


def mesh_of(name: str, vertices: Any, faces: Any, smooth: bool = False) -> Any:
    """A mesh from arrays."""
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([tuple(map(float, v)) for v in vertices], [], [tuple(f) for f in faces])
    mesh.polygons.foreach_set("use_smooth", [smooth] * len(mesh.polygons))
    mesh.update()
    return mesh


def plane(name: str, width: float, height: float) -> Any:
    """A rectangle about the origin with UVs 0..1."""
    x, y = width / 2, height / 2
    mesh = mesh_of(name, [(-x, -y, 0), (x, -y, 0), (x, y, 0), (-x, y, 0)], [(0, 1, 2, 3)])
    uv = mesh.uv_layers.new(name="face")
    for loop, corner in zip(uv.data, ((0, 0), (1, 0), (1, 1), (0, 1)), strict=True):
        loop.uv = corner
    return mesh


def lathe(name: str, profile: Sequence[tuple[float, float]], steps: int = 48) -> Any:
    """A body of revolution about z from (radius, height) pairs."""
    vertices, faces = [], []
    for radius, height in profile:
        for k in range(steps):
            angle = k * math.tau / steps
            vertices.append((radius * math.cos(angle), radius * math.sin(angle), height))
    for ring in range(len(profile) - 1):
        for k in range(steps):
            a, b = ring * steps + k, ring * steps + (k + 1) % steps
            faces.append((a, b, b + steps, a + steps))
    return mesh_of(name, vertices, faces, smooth=True)


def box(name: str, size: tuple[float, float, float], bevel: float) -> Any:
    """A box standing on z = 0 with rounded edges."""
    import bmesh

    shape = bmesh.new()
    bmesh.ops.create_cube(shape, size=1.0)
    for vertex in shape.verts:
        vertex.co.x *= size[0]
        vertex.co.y *= size[1]
        vertex.co.z = (vertex.co.z + 0.5) * size[2]
    bmesh.ops.bevel(
        shape, geom=list(shape.edges), offset=bevel, segments=3, affect="EDGES", profile=0.5
    )
    mesh = bpy.data.meshes.new(name)
    shape.to_mesh(mesh)
    shape.free()
    mesh.polygons.foreach_set("use_smooth", [True] * len(mesh.polygons))
    mesh.set_sharp_from_angle(angle=math.radians(40))
    return mesh


def simple(
    name: str, colour: Colour, roughness: float = 0.5, metallic: float = 0.0, coat: float = 0.0
) -> Any:
    """A material of one colour (sRGB 0..255)."""
    return Shader(name).finish(
        Base_Color=linear(colour), Roughness=roughness, Metallic=metallic, Coat_Weight=coat
    )


def set_camera(
    camera: Camera, margin: float, scale: float, sharp_at: float, f_stop: float | None
) -> None:
    """Give Blender the pinhole camera, ``margin`` times wider than the final picture and with
    ``scale`` times its pixels."""
    width = round(camera.width * margin * scale)
    height = round(camera.height * margin * scale)
    data = bpy.data.cameras.new("camera")
    data.sensor_width = data.sensor_height = 36.0
    data.sensor_fit = "HORIZONTAL"
    data.lens = 36.0 * camera.focal / (camera.width * margin)
    data.clip_start, data.clip_end = 0.02, 50.0
    if f_stop is not None:
        data.dof.use_dof = True
        data.dof.focus_distance = sharp_at
        data.dof.aperture_fstop = f_stop
        data.dof.aperture_blades = 0
    holder = bpy.data.objects.new("camera", data)
    right, down, forward = (np.array(a) for a in camera.axes)
    matrix = np.eye(4)
    matrix[:3, 0], matrix[:3, 1], matrix[:3, 2], matrix[:3, 3] = (
        right,
        -down,
        -forward,
        camera.position,
    )
    holder.matrix_world = Matrix(matrix.tolist())
    bpy.context.collection.objects.link(holder)
    scene = bpy.context.scene
    scene.camera = holder
    scene.render.resolution_x, scene.render.resolution_y = width, height
    scene.render.resolution_percentage = 100


def take_picture(samples: int, threads: int) -> np.ndarray:
    """Render the scene: linear light (h, w, 3), first row at the top."""
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.device = "CPU"
    cycles.samples = samples
    cycles.use_adaptive_sampling = False
    cycles.use_denoising = True
    cycles.denoiser = "OPENIMAGEDENOISE"
    cycles.denoising_input_passes = "RGB_ALBEDO_NORMAL"
    cycles.denoising_prefilter = "FAST"
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 5, 2, 3
    cycles.transmission_bounces, cycles.transparent_max_bounces = 5, 6
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 4.0
    cycles.blur_glossy = 0.5
    cycles.filter_width = 1.2
    scene.render.threads_mode = "FIXED"
    scene.render.threads = threads
    scene.render.use_persistent_data = False
    scene.render.film_transparent = False
    scene.view_settings.view_transform = "Raw"
    scene.render.image_settings.file_format = "OPEN_EXR"
    scene.render.image_settings.color_depth = "16"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "light.exr"
        scene.render.filepath = str(path)
        bpy.ops.render.render(write_still=True)
        image = bpy.data.images.load(str(path))
        image.colorspace_settings.name = "Non-Color"
        width, height = image.size
        pixels = np.empty(width * height * 4, np.float32)
        image.pixels.foreach_get(pixels)
        bpy.data.images.remove(image)
    return pixels.reshape(height, width, 4)[::-1, :, :3].copy()


def first_hit(camera: Camera, point: np.ndarray, beyond: float) -> tuple[Any, float]:
    """The object that the camera sees where it looks at a point (3,) of the world, or up to so far
    `beyond` it (m), and how far before the point that is; None where there is nothing."""
    scene, graph = bpy.context.scene, bpy.context.evaluated_depsgraph_get()
    eye = np.array(camera.position)
    length = float(np.linalg.norm(point - eye))
    way = (point - eye) / length
    hit, where, _, _, what, _ = scene.ray_cast(
        graph, tuple(eye), tuple(way), distance=length + beyond
    )
    if not hit:
        return None, 0.0
    return what.original, length - float(np.linalg.norm(np.array(where) - eye))


def visible_shares(
    camera: Camera, tops: Sequence[tuple[Any, np.ndarray]], cover: float = 5e-4
) -> list[float]:
    """For each (object, points on its face (n, 3)) the share of points the camera sees; what lies
    on a face less than ``cover`` metres before it hides nothing."""
    shares = []
    for thing, points in tops:
        pixels = camera.project(points)
        seen = 0
        for point, (x, y) in zip(points, pixels, strict=True):
            if not (-0.5 <= x <= camera.width - 0.5 and -0.5 <= y <= camera.height - 0.5):
                continue
            what, before = first_hit(camera, point, 0.05)
            seen += what is not None and (what == thing or before < cover)
        shares.append(round(seen / len(points), 3))
    return shares
