"""Pieces as light shows them: bodies with round edges, their shade, their shine and their marks.

A piece is a stack of thin slices. The camera looks down, so of all slices that a pixel could belong
to it shows the highest; from there follow its place on the piece, the slope and so its light.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .....calibration.arrays import Flags, Floats, Floats32, Integers16
from ...scenes.camera import window_about
from ...scenes.noise import Image
from .pieces import INSIDE, PAWN, Placed, Shape

if TYPE_CHECKING:
    from ..scenes import FlatCamera


CORNERS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
SLICES = np.array([0, 0.12, 0.25, 0.4, 0.55, 0.68, 0.78, 0.86, 0.92, 0.96, 0.985, 1.0])
#: The radius of a pawn at shares of its height, as shares of its foot's.
PAWN_PROFILE = (
    (0, 0.12, 0.4, 0.55, 0.68, 0.78, 0.92, 0.985, 1),
    (1, 0.95, 0.5, 0.4, 0.55, 0.6, 0.5, 0.25, 0.05),
)
#: How far a top's slope leans outwards at shares of its radius: grooves, rims and hollows.
RELIEFS: dict[str, tuple[tuple[float, float, float], ...]] = {
    "grooves": ((0.79, 0.82, -0.9), (0.71, 0.74, 0.9), (0.55, 0.58, -0.9), (0.47, 0.5, 0.9)),
    "rim": ((0.78, 0.83, -1.2), (0.72, 0.75, 0.3)),
    "hollow": ((0.62, 0.7, -0.7),),
    "inside": ((0.74, 0.88, -1.6),),
}


@dataclass(frozen=True)
class Lighting:
    """A lamp (towards it, unit), its share of the light beside the sky's, how strongly shining
    pieces reflect it, how small its image is, and the window (towards it, half width, half height)
    that they reflect."""

    lamp: Floats
    share: float
    shine: float
    exponent: float
    window: Floats
    panes: tuple[float, float]
    pane: float


def random_lighting(rng: np.random.Generator) -> Lighting:
    """A lamp anywhere above, a window or none."""
    angle, length = float(rng.uniform(0, 2 * math.pi)), float(rng.uniform(0.0, 2.2))
    lamp = np.array([math.cos(angle) * length, math.sin(angle) * length, 1.0])
    turn, up = float(rng.uniform(0, 2 * math.pi)), float(rng.uniform(0.2, 1.4))
    window = np.array([math.cos(turn) * math.cos(up), math.sin(turn) * math.cos(up), math.sin(up)])
    return Lighting(
        lamp / np.linalg.norm(lamp), float(rng.uniform(0.1, 0.85)),
        float(rng.choice((0.1, 1.0, 3.0)) * rng.uniform(0.3, 1.0)),
        float(math.exp(rng.uniform(math.log(8), math.log(400)))),
        window, (float(rng.uniform(0.05, 0.35)), float(rng.uniform(0.05, 0.35))),
        float(rng.choice((0.0, rng.uniform(0.1, 1.2)))),
    )  # fmt: skip


def paint_piece(
    linear: Image,
    owner: Integers16,
    index: int,
    camera: FlatCamera,
    piece: Placed,
    lighting: Lighting,
    tone: float,
) -> float:
    """Paint a piece into linear light (h, w, 3) and note its pixels; returns how many it has."""
    shape = piece.shape
    # A square round the piece where it is widest: a sweet hardly touches the board.
    around = np.array([piece.x, piece.y]) + shape.radius * CORNERS
    ends = [camera.project(around, z) for z in (piece.foot, piece.foot + shape.height)]
    window = window_about(np.concatenate(ends), 2.0, owner.shape)
    if window is None:
        return 1.0
    ys, xs = np.mgrid[window]
    turn = np.linalg.inv(camera.matrix[:, :2])
    flat = ((np.stack([xs, ys], axis=-1) - camera.matrix[:, 2]) @ turn.T).astype(np.float32)
    level, local, inside = _highest(flat, camera, piece)
    if not inside.any():
        return 1.0
    level, (x, y) = level[inside], local[inside].T
    normal, top = _surface(shape, level, x, y)
    albedo = _painted(piece, x, y, top)
    c, s = math.cos(piece.turn), math.sin(piece.turn)
    normal[:, :2] = normal[:, :2] @ np.array([[c, s], [-s, c]], np.float32)
    view = np.array([*(camera.place.foot - (piece.x, piece.y)), camera.place.height])
    lit = _lit(normal, view / np.linalg.norm(view), albedo * np.float32(tone), lighting, shape)
    lit *= (0.72 + 0.28 * np.clip(level / 0.35, 0, 1))[:, None]
    linear[window][inside] = lit
    owner[window][inside] = index
    return float(inside.sum())


def _radii(shape: Shape) -> Floats:
    """The radius of each slice."""
    z = SLICES
    if shape.kind == "sweet":
        share = np.clip(1 - (2 * z - 1) ** 2, 0.0, 1) ** 0.42
        return np.asarray(shape.radius * share)
    if shape.kind == PAWN:
        return np.asarray(shape.radius * np.interp(z, *PAWN_PROFILE))
    bevel = {"cap": 0.45, "draughts": 0.22, "cube": 0.08, "printed": 0.01}[shape.kind]
    reach = min(bevel * shape.radius, 0.6 * shape.height)
    up = np.clip((z * shape.height - (shape.height - reach)) / max(reach, 1e-4), 0, 1)
    radii = shape.radius - reach * (1 - np.sqrt(np.clip(1 - up**2, 0, 1)))
    if shape.kind == "cap":
        radii = radii - 0.08 * shape.radius * z
    return np.asarray(radii)


def _span(shape: Shape, x: Floats32, y: Floats32, z: float | Floats32) -> Floats32:
    """How far out places lie: the radius of the slice whose edge they are on."""
    if shape.kind == "cube":
        # The outline's radius is the corner's.
        x, y = x * math.sqrt(2), y * math.sqrt(2)
        return np.asarray((x**12 + y**12 + 1e-12) ** (1 / 12), np.float32)
    far = np.hypot(x, y)
    if shape.kind == "cap":
        far = far / (1 + 0.04 * (1 - z) * np.cos(21 * np.arctan2(y, x)))
    return np.asarray(far, np.float32)


def _highest(flat: Floats32, camera: FlatCamera, piece: Placed) -> tuple[Floats32, Floats32, Flags]:
    """Where each pixel's ray meets the piece: at which share of its height, at which place (..., 2)
    in the piece's own frame, and whether it meets it at all."""
    shape, high = piece.shape, camera.place.height
    radii = _radii(shape)
    c, s = math.cos(piece.turn), math.sin(piece.turn)
    own = np.array([[c, -s], [s, c]], np.float32)
    foot = camera.place.foot.astype(np.float32)
    middle = np.array([piece.x, piece.y], np.float32)
    level, local = np.zeros(flat.shape[:2], np.float32), np.zeros_like(flat)
    inside = np.zeros(flat.shape[:2], bool)
    for k, z in enumerate(SLICES):
        share = np.float32((high - piece.foot - z * shape.height) / high)
        at = np.asarray(((flat - foot) * share + foot - middle) @ own, np.float32)
        far = _span(shape, at[..., 0], at[..., 1], z)
        here = far <= radii[k]
        inside |= here
        local[here] = at[here]
        # Between this slice and the next the body goes on as its outline does.
        is_last = k + 1 == len(SLICES)
        step = 0.0 if is_last else SLICES[k + 1] - z
        narrows = 0.0 if is_last else radii[k] - radii[k + 1]
        part = np.clip((radii[k] - far) / max(narrows, 1e-3), 0, 1) if narrows > 0 else 0.0
        level[here] = (z + step * part * np.ones_like(far))[here]
    return level, local, inside


def _surface(shape: Shape, level: Floats32, x: Floats32, y: Floats32) -> tuple[Floats32, Flags]:
    """Unit normals (n, 3) in the piece's frame, and which places are its top."""
    radii = _radii(shape)
    slope = np.gradient(radii, SLICES * shape.height)
    falls = np.interp(level, SLICES, np.clip(slope, -12, 2)).astype(np.float32)
    far = _span(shape, x, y, level)
    if shape.kind == "cube":
        out = np.stack([np.sign(x) * np.abs(x) ** 11, np.sign(y) * np.abs(y) ** 11], axis=1)
    else:
        out = np.stack([x, y], axis=1)
    out = out / np.maximum(np.hypot(*out.T), 1e-12)[:, None]
    up = np.clip(-falls, -2, 12)
    flat = (level > 0.99) & (far < radii[-1]) if shape.kind != "sweet" else far < 0.06 * radii.max()
    reach, lean = np.ones_like(far), np.zeros_like(far)
    for start, end, tilt in RELIEFS.get(shape.detail, ()):
        lean[flat & (far > start * shape.radius) & (far < end * shape.radius)] = tilt
    if shape.kind == "cap":
        lean = lean + 0.12 * far / shape.radius
    reach[flat], up[flat] = lean[flat], 1.0
    normal = np.concatenate([out * reach[:, None], up[:, None]], axis=1).astype(np.float32)
    normal /= np.maximum(np.linalg.norm(normal, axis=1), 1e-9)[:, None]
    return normal, flat | (shape.kind in ("sweet", "cap")) & (level > 0.6)


def _painted(piece: Placed, x: Floats32, y: Floats32, top: Flags) -> Floats32:
    """The paint (n, 3), in linear light, of places of a piece."""
    shape = piece.shape
    paint = np.empty((len(x), 3), np.float32)
    paint[:] = _linear(piece.colour)
    radius = shape.radius * {"cube": 0.71, "sweet": 0.8}.get(shape.kind, 1.0)
    u, v = x / radius, y / radius
    far = np.hypot(u, v)
    if shape.detail == "outline":
        paint[top & (far > 0.94)] *= 0.3
    elif shape.detail == "band":
        gain = 2.5 if sum(piece.colour) < 380 else 0.3
        paint[top & (np.abs(far - 0.6) < 0.05)] *= gain
    elif shape.detail == "holes":
        paint[top & (np.hypot(np.abs(u) - 0.2, np.abs(v) - 0.2) < 0.1)] *= 0.1
    elif shape.detail in ("print", "letter"):
        gain = 1.6 if sum(piece.colour) < 380 else 0.5
        for start in (-0.25, 0.05, 0.3):
            paint[top & (u > start) & (u < start + 0.12) & (np.abs(v) < 0.2)] *= gain
    if piece.mark is None:
        return paint
    inked = np.zeros(len(x), bool)
    for shown, is_ink in _mark(piece.mark, u, v, piece.mark_size):
        inked = np.where(shown, is_ink, inked)
    paint[top & inked] = _linear(piece.ink)
    return paint


def _mark(name: str, u: Floats32, v: Floats32, size: float) -> list[tuple[Flags, bool]]:
    """Parts of a mark, one over the other: where they are, and whether they are ink."""
    far = np.hypot(u, v)
    if name == "target":
        return [(far < 0.58, True), (far < 0.32, False)]
    if name == INSIDE:
        return [(far < 0.85, True)]
    if name == "dot":
        return [(far < size, True)]
    if name == "ring":
        return [(far < size * 1.25, True), (far < size * 0.75, False)]
    if name == "rings":
        return [(far < size * 1.3, True), (far < size * 0.9, False), (far < size * 0.5, True)]
    reach = size * 1.3
    across = (np.abs(u) < reach) & (np.abs(v) < 0.24 * reach)
    if name == "bar":
        return [(across, True)]
    if name == "cross":
        return [(across | (np.abs(v) < reach) & (np.abs(u) < 0.24 * reach), True)]
    if name == "square":
        return [((np.abs(u) < size * 0.9) & (np.abs(v) < size * 0.9), True)]
    points = 0.7 + 0.35 * np.cos(5 * np.arctan2(v, u))
    return [(far < reach * points, True)]


def _linear(colour: tuple[int, int, int]) -> Floats32:
    return ((np.array(colour, np.float32) / 255) ** np.float32(2.2)).astype(np.float32)


def _lit(
    normal: Floats32, view: Floats, albedo: Floats32, lighting: Lighting, shape: Shape
) -> Floats32:
    """The light (n, 3) that comes from places with these normals and paints."""
    lamp = lighting.lamp
    faces = np.clip(normal @ lamp.astype(np.float32), 0, None) / max(float(lamp[2]), 0.35)
    sky = 0.55 + 0.45 * normal[:, 2]
    light = lighting.share * faces + (1 - lighting.share) * sky
    gloss = shape.gloss
    half = lamp + view
    half /= np.linalg.norm(half)
    spread = max(2.0, lighting.exponent * min(1.0, 0.2 + gloss))
    image = np.clip(normal @ half.astype(np.float32), 0, 1) ** np.float32(spread)
    straight = np.clip(normal @ view.astype(np.float32), 0, 1)
    mirror = 2 * straight[:, None] * normal - view.astype(np.float32)
    edge = 0.04 + 0.96 * (1 - straight) ** 5
    window = lighting.window
    side = np.cross(window, (0.0, 0.0, 1.0))
    side /= max(float(np.linalg.norm(side)), 1e-6)
    above = np.cross(side, window)
    pane = mirror @ window.astype(np.float32) > 0
    for way, width in zip((side, above), lighting.panes, strict=True):
        off = np.abs(mirror @ way.astype(np.float32))
        pane = pane * np.clip((width - off) / 0.05 + 0.5, 0, 1)
    shine = gloss * (lighting.shine * image + lighting.pane * pane) + edge * gloss * 0.5
    return np.asarray(albedo * light[:, None] + shine[:, None], np.float32)
