"""A hand with its forearm, built from rounded bones that are fused into one skin."""

from __future__ import annotations

import math

import bmesh
import bpy
import numpy as np
from mathutils import Matrix, Vector

from ..nodes import Shader, linear

SKINS = [(236, 196, 168), (222, 172, 138), (190, 136, 98), (140, 92, 62), (92, 60, 42)]
POSES = ("pointing", "flat", "pinching", "resting")

#: finger → root on the palm (m, hand along +y, thumb at -x), bone lengths, radii
FINGERS = {
    "index": ((-0.028, 0.088, 0.0), (0.042, 0.026, 0.020), 0.0088),
    "middle": ((-0.008, 0.092, 0.002), (0.046, 0.029, 0.021), 0.0091),
    "ring": ((0.012, 0.088, 0.0), (0.042, 0.027, 0.020), 0.0086),
    "little": ((0.030, 0.080, -0.003), (0.033, 0.020, 0.018), 0.0076),
}
#: pose → bend of (index, middle, ring, little) at each joint, degrees
BENDS = {
    "pointing": (12, 62, 68, 70),
    "flat": (10, 8, 10, 12),
    "pinching": (40, 48, 56, 60),
    "resting": (24, 30, 34, 36),
}


def _capsule(
    shape: bmesh.types.BMesh, start: Vector, end: Vector, first: float, second: float
) -> None:
    """A rounded cone between two points."""
    along = end - start
    turn = along.to_track_quat("Z", "Y").to_matrix().to_4x4()
    middle = Matrix.Translation((start + end) / 2) @ turn
    bmesh.ops.create_cone(
        shape,
        cap_ends=True,
        segments=16,
        radius1=first,
        radius2=second,
        depth=along.length,
        matrix=middle,
    )
    for point, radius in ((start, first), (end, second)):
        bmesh.ops.create_uvsphere(
            shape, u_segments=16, v_segments=10, radius=radius, matrix=Matrix.Translation(point)
        )


def add_hand(
    rng: np.random.Generator, tip: tuple[float, float, float], heading: float, pose: str, dress: str
) -> None:
    """A hand whose index finger's tip (flat: whose palm) is at ``tip``; it reaches in along
    ``heading`` (radians, direction from elbow to finger). ``dress``: bare, sleeve or glove."""
    shape = bmesh.new()
    left = rng.random() < 0.5
    lengths: dict[str, list[Vector]] = {}
    jitter = rng.normal(0, 5, 4)
    for number, (name, (root, bones, radius)) in enumerate(FINGERS.items()):
        bend = math.radians(max(2.0, BENDS[pose][number] + jitter[number]))
        spread = math.radians((number - 1.3) * (6 if pose != "flat" else 9))
        point, down = Vector(root), 0.0
        chain = [point]
        for length in bones:
            down += bend
            point = point + length * Vector(
                (
                    math.sin(spread) * math.cos(down),
                    math.cos(spread) * math.cos(down),
                    -math.sin(down),
                )
            )
            chain.append(point)
        lengths[name] = chain
        for k in range(3):
            _capsule(
                shape, chain[k], chain[k + 1], radius * (1 - 0.07 * k), radius * (0.93 - 0.09 * k)
            )
        _capsule(shape, Vector((root[0] * 0.75, 0.01, 0)), Vector(root), 0.0135, 0.0115)
    reach = 30 if pose == "pinching" else 12
    base, knuckle = Vector((-0.03, 0.012, -0.008)), Vector((-0.055, 0.045, -0.014))
    if pose == "pinching":
        tip_of_thumb = lengths["index"][3] + Vector((-0.006, -0.008, -0.012))
        joint = (knuckle + tip_of_thumb) / 2 + Vector((-0.012, 0, -0.004))
    else:
        joint = knuckle + Vector((-0.016, 0.026, -reach * 4e-4))
        tip_of_thumb = joint + Vector((0.002, 0.026, -0.006))
    _capsule(shape, base, knuckle, 0.016, 0.0125)
    _capsule(shape, knuckle, joint, 0.0118, 0.0105)
    _capsule(shape, joint, tip_of_thumb, 0.0102, 0.0088)
    _capsule(shape, Vector((-0.02, 0.035, -0.004)), Vector((0.018, 0.035, -0.004)), 0.017, 0.015)
    wrist = Vector((0.0, -0.02, 0.0))
    elbow = Vector((0.02, -0.30, 0.05))
    bmesh.ops.create_uvsphere(
        shape,
        u_segments=24,
        v_segments=16,
        radius=1.0,
        matrix=(
            Matrix.Translation((0.001, 0.045, -0.002)) @ Matrix.Diagonal((0.041, 0.056, 0.0165, 1))
        ),
    )
    for side in (-0.011, 0.011):
        shift = Vector((side, 0, 0))
        _capsule(shape, Vector((1.4 * side, 0.025, -0.001)), wrist + shift, 0.0165, 0.0205)
        _capsule(shape, wrist + shift, wrist.lerp(elbow, 0.4) + shift * 1.5, 0.021, 0.029)
        _capsule(shape, wrist.lerp(elbow, 0.4) + shift * 1.5, elbow + shift * 1.6, 0.029, 0.036)

    if dress != "sleeve":
        shoulder = Vector((0.05, -0.75, 0.32))
        _capsule(shape, elbow, shoulder, 0.043, 0.055)
    anchor = Vector((0, 0.05, -0.018)) if pose == "flat" else lengths["index"][3]
    lift = {"pointing": 0.35, "flat": 0.05, "pinching": 0.25, "resting": 0.3}[pose]
    tilt = Matrix.Rotation(-lift * 0.6, 4, "X")
    mirror = Matrix.Scale(-1, 4, Vector((1, 0, 0))) if left else Matrix.Identity(4)
    turn = Matrix.Rotation(heading - math.pi / 2, 4, "Z")
    move = Matrix.Translation(Vector(tip)) @ turn @ mirror @ tilt @ Matrix.Translation(-anchor)
    dyes = [
        (40, 44, 60),
        (150, 40, 44),
        (200, 196, 186),
        (60, 80, 60),
        (90, 110, 150),
        (24, 24, 26),
    ]
    dye = dyes[rng.integers(len(dyes))]
    complexion = SKINS[rng.integers(len(SKINS))]
    skin = _cloth(dye) if dress == "glove" else _skin(complexion)
    _fuse(shape, move, "hand", 0.0016, skin)
    if dress != "glove":
        nails = bmesh.new()
        for chain in (*lengths.values(), [base, knuckle, joint, tip_of_thumb]):
            last = (chain[3] - chain[2]).normalized()
            above = (Vector((1, 0, 0)).cross(last)).normalized()
            spot = chain[3] + 0.0068 * above + 0.001 * last
            frame = Matrix((Vector((1, 0, 0)), last, above)).transposed().to_4x4()
            bmesh.ops.create_uvsphere(
                nails,
                u_segments=14,
                v_segments=8,
                radius=1.0,
                matrix=(
                    Matrix.Translation(spot) @ frame @ Matrix.Diagonal((0.0045, 0.006, 0.0014, 1))
                ),
            )
        _fuse(nails, move, "nails", 0.0, _nail(complexion))
    if dress == "sleeve":
        cloth = bmesh.new()
        start = wrist.lerp(elbow, rng.uniform(0.1, 0.35))
        _capsule(cloth, start, elbow, 0.041, 0.054)
        _capsule(cloth, elbow, Vector((0.05, -0.75, 0.32)), 0.056, 0.07)
        for k in range(5):
            ring = start.lerp(elbow, k / 5)
            _capsule(
                cloth,
                ring + Vector((-0.006, 0, 0)),
                ring + Vector((0.006, 0.004, 0)),
                0.042 + 0.002 * k,
                0.042 + 0.002 * k,
            )
        _fuse(cloth, move, "sleeve", 0.003, _cloth(dye))


def _fuse(
    shape: bmesh.types.BMesh, move: Matrix, name: str, voxel: float, material: object
) -> None:
    """Turn the loose bodies into one smooth skin and put it into the scene."""
    bmesh.ops.transform(shape, matrix=move, verts=list(shape.verts))
    if move.determinant() < 0:
        bmesh.ops.reverse_faces(shape, faces=list(shape.faces))
    mesh = bpy.data.meshes.new(name)
    shape.to_mesh(mesh)
    shape.free()
    made = bpy.data.objects.new(name, mesh)
    bpy.context.collection.objects.link(made)
    if voxel:
        remesh = made.modifiers.new("fuse", "REMESH")
        remesh.mode, remesh.voxel_size, remesh.use_smooth_shade = "VOXEL", voxel, True
        smooth = made.modifiers.new("smooth", "SMOOTH")
        smooth.factor, smooth.iterations = 0.6, 16
    mesh.polygons.foreach_set("use_smooth", [True] * len(mesh.polygons))
    mesh.materials.append(material)


def _skin(colour: tuple[int, int, int]) -> object:
    shader = Shader("skin")
    vector = shader.coordinates("Object")
    blotch = shader.noise(vector, 55.0, 3.0, 0.6)
    redder = (min(255, colour[0] * 1.0), colour[1] * 0.78, colour[2] * 0.76)
    tone = shader.mix(shader.ramp(blotch, 0.42, 0.68, 0.0, 0.6), linear(colour), linear(redder))
    lines = shader.node("TexVoronoi", {"Vector": vector, "Scale": 900.0}).outputs["Distance"]
    creases = shader.noise(vector, 240.0, 3.0, 0.6)
    height = shader.math("MULTIPLY_ADD", lines, 1.2e-4, shader.math("MULTIPLY", creases, 4e-4))
    return shader.finish(
        Base_Color=tone,
        Roughness=0.5,
        Subsurface_Weight=0.08,
        Subsurface_Radius=(0.006, 0.0025, 0.0012),
        Subsurface_Scale=1.0,
        Normal=shader.bump(height, 0.6, 1.0),
    )


def _nail(colour: tuple[int, int, int]) -> object:
    paler = tuple(0.75 * c + 0.25 * n for c, n in zip(colour, (250, 205, 195), strict=True))
    return Shader("nail").finish(Base_Color=linear(paler), Roughness=0.25)


def _cloth(colour: tuple[int, int, int]) -> object:
    shader = Shader("knit")
    vector = shader.coordinates("Object")
    knit = shader.noise(vector, 700.0, 2.0)
    dark = tuple(0.55 * c for c in colour)
    folds = shader.noise(vector, 40.0, 2.0, 0.5, 1.0)
    height = shader.math("MULTIPLY_ADD", folds, 0.004, shader.math("MULTIPLY", knit, 5e-4))
    return shader.finish(
        Base_Color=shader.mix(knit, linear(colour), linear(dark)),
        Roughness=0.95,
        Sheen_Weight=0.3,
        Normal=shader.bump(height, 0.7, 1.0),
    )
