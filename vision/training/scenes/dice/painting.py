"""Solids painted into a scene's picture: traced by ray, lit, with shadows, blurred when rolling."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from .....calibration.arrays import Flags, Floats, Floats32, Integers16
from ..camera import Camera
from ..noise import Image
from ..textures import blurred
from ..tiles.surface import fill
from .solids import Solid

Albedo = Callable[[Floats], tuple[Floats32, Floats32]]
"""From points (n, 3) of a solid's own frame to linear colours (n, 3) and opacities (n,)."""
SAMPLES = 2
"""Rays a pixel, along each side."""


@dataclass(frozen=True)
class DiePose:
    """Where a solid is: its frame's axes in the table's frame as columns, its middle, its scale.
    The table's frame has x to the right, y down as seen from above, z into the table."""

    turn: Floats
    middle: Floats
    scale: float

    def world(self, points: Floats) -> Floats:
        """Points (n, 3) of the solid's frame in the table's."""
        return np.asarray(points * self.scale @ self.turn.T + self.middle)


@dataclass(frozen=True)
class Lamp:
    """The light on the table: where the lamp is, and its share beside the light of all sides."""

    towards: Floats
    share: float
    sky: float
    softness: float

    @classmethod
    def random(cls, rng: np.random.Generator, flat: tuple[float, float]) -> Lamp:
        """A lamp somewhere above, on the side that ``flat`` points to."""
        height = float(rng.uniform(0.35, 1.4))
        towards = np.array([-flat[0] * math.cos(height), -flat[1] * math.cos(height),
                            -math.sin(height)])  # fmt: skip
        return cls(
            towards, float(rng.uniform(0.05, 0.85)), float(rng.uniform(0.3, 1.2)),
            float(np.exp(rng.uniform(-3.5, -0.7))),
        )  # fmt: skip

    def on(self, normals: Floats) -> Floats:
        """Light (n,) on surfaces with these normals (n, 3); 1 on the table's own."""
        up = np.array([0.0, 0.0, -1.0])
        sky = 0.5 + 0.5 * (normals @ up)
        lamp = np.maximum(normals @ self.towards, 0.0) / max(float(up @ self.towards), 0.2)
        return np.asarray((1 - self.share) * (0.25 + 0.75 * sky) + self.share * lamp)


def projected(camera: Camera, points: Floats) -> Floats:
    """Pixels (n, 2) of points (n, 3) of the table's frame."""
    return np.concatenate([camera.project(p[None, :2], -float(p[2])) for p in points])


def seen_size(camera: Camera, middle: Floats) -> float:
    """How many pixels a length of one has, seen head on, at a point (3,) of the table's frame."""
    depth = float((camera.rotation @ middle + camera.translation)[2])
    return camera.focal / max(depth, 1e-3)


def cast_shadow(
    rng: np.random.Generator, picture: Image, camera: Camera, corners: Floats, base: float,
    lamp: Lamp,
) -> None:  # fmt: skip
    """Darken the plane at height ``base`` where corners (n, 3) of something keep the light off."""
    height = np.maximum(-corners[:, 2] - base, 0.0)
    slope = -lamp.towards[:2] / max(-lamp.towards[2], 0.2)
    fallen = np.concatenate([corners[:, :2], corners[:, :2] + slope * height[:, None]])
    outline = camera.project(fallen, base)
    touch = camera.project(corners[height < 0.6 * height.max() + 1e-6, :2], base)
    size = seen_size(camera, corners.mean(axis=0)) * float(height.max())
    window = _window(outline, 0.8 * size + 4, picture.shape)
    if window is None:
        return
    rows, columns = window
    origin = np.array([columns.start, rows.start])
    shape = (rows.stop - rows.start, columns.stop - columns.start)
    light = np.ones(shape, np.float32)
    for points, soft, dark in (
        (outline, lamp.softness * size, 0.9 * lamp.share),
        (touch, 0.22 * size, float(rng.uniform(0.3, 0.8)) * (1 - 0.5 * lamp.share)),
    ):
        mask = np.zeros(shape, np.uint8)
        hull = cv2.convexHull((points - origin).astype(np.float32)).reshape(-1, 2)
        fill(mask, hull.astype(np.float64), 255)
        light *= 1 - np.float32(dark / 255) * blurred(mask.astype(np.float32), max(soft, 0.3))
    picture[window] *= light[..., None]


def paint_solid(
    picture: Image,
    owner: Integers16,
    top: Flags,
    camera: Camera,
    rays: Floats32,
    solid: Solid,
    poses: Sequence[DiePose],
    albedo: Albedo,
    lamp: Lamp,
    gloss: float,
    index: int,
) -> int:
    """Paint a solid over a picture (h, w, 3) in linear light.

    Several ``poses`` are those it passes while the shutter is open. ``owner`` (h, w) gets its
    ``index`` where it covers most of a pixel, ``top`` whether it is its +z side that is seen. How
    many pixels see that side is returned.
    """
    outlines = []
    for pose in poses:
        place = projected(camera, pose.middle[None])[0]
        radius = 1.05 * solid.reach * pose.scale * seen_size(camera, pose.middle) + 2
        outlines += [place - radius, place + radius]
    window = _window(np.array(outlines), 1.0, picture.shape)
    if window is None:
        return 0
    rows, columns = window
    shape = (rows.stop - rows.start, columns.stop - columns.start)
    colours = np.zeros((*shape, 3), np.float64)
    weights = np.zeros(shape, np.float64)
    hits = np.zeros(shape, np.float64)
    up_hits = np.zeros(shape, np.float64)
    step = (np.arange(SAMPLES) + 0.5) / SAMPLES - 0.5
    for pose in poses:
        origin = pose.turn.T @ (-camera.rotation.T @ camera.translation - pose.middle) / pose.scale
        for dy in step:
            for dx in step:
                flat = rays[window].reshape(-1, 2).astype(np.float64)
                flat = flat + np.array([dx, dy]) / camera.focal
                directions = (
                    np.column_stack([flat, np.ones(len(flat))]) @ camera.rotation @ pose.turn
                )
                hit, points = solid.meet(origin, directions)
                if len(hit) == 0:
                    continue
                normals = solid.normals(points)
                shades, opacity = albedo(points)
                lit = _lit(shades, points, normals, directions[hit], pose, lamp, gloss, solid)
                share = opacity / (len(poses) * SAMPLES**2)
                row, column = hit // shape[1], hit % shape[1]
                colours[row, column] += lit * share[:, None]
                weights[row, column] += share
                hits[row, column] += 1.0 / (len(poses) * SAMPLES**2)
                up_hits[row, column] += (normals[:, 2] > 0.7) / (len(poses) * SAMPLES**2)
    bare = np.clip(1 - weights, 0, 1)[..., None]
    picture[window] = picture[window] * bare + colours
    covers = hits > 0.3 if len(poses) > 1 else hits > 0.45
    is_top = up_hits > 0.5 * hits
    owner[window][covers] = index
    top[window][covers] = is_top[covers]
    return int((covers & is_top).sum())


def _lit(
    shades: Floats32, points: Floats, normals: Floats, directions: Floats, pose: DiePose,
    lamp: Lamp, gloss: float, solid: Solid,
) -> Floats:  # fmt: skip
    outward = normals @ pose.turn.T
    light = lamp.on(outward)
    # What is near the table gets less light from all sides.
    low = float((pose.world(points)[:, 2]).max()) if len(points) else 0.0
    height = (low - pose.world(points)[:, 2]) / (2 * max(solid.half) * pose.scale)
    light = light * (0.6 + 0.4 * np.clip(height / 0.5, 0, 1))
    lit = shades * light[:, None]
    if gloss > 0.0:
        gaze = directions @ pose.turn.T
        gaze /= np.linalg.norm(gaze, axis=1, keepdims=True)
        mirrored = gaze - 2 * np.einsum("nk,nk->n", gaze, outward)[:, None] * outward
        fresnel = 0.04 + 0.96 * (1 - np.abs(np.einsum("nk,nk->n", gaze, outward))) ** 5
        glint = np.exp((mirrored @ lamp.towards - 1) / (0.002 + 0.06 * lamp.softness))
        room = lamp.sky * np.clip(0.3 - mirrored[:, 2], 0, 1)
        lit = lit + (gloss * (fresnel * room + 3.0 * lamp.share * glint))[:, None]
    return np.asarray(lit)


def _window(points: Floats, margin: float, shape: tuple[int, ...]) -> tuple[slice, slice] | None:
    """The part of a picture around points (n, 2), None where there is none."""
    if not np.isfinite(points).all():
        return None
    low = np.floor(points.min(axis=0) - margin).astype(int)
    high = np.ceil(points.max(axis=0) + margin + 1).astype(int)
    low, high = np.maximum(low, 0), np.minimum(high, (shape[1], shape[0]))
    if (high <= low).any():
        return None
    return slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))
