"""Solids painted into a scene's picture: traced by ray, lit, with shadows, blurred when rolling."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from .....calibration.arrays import Flags, Floats, Floats32, Integers16
from ..camera import Camera, window_about
from ..noise import Image
from ..textures import blurred
from ..tiles.surface import LaidTable, convex_hull, fill
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


@dataclass(frozen=True)
class TableWithDice:
    """A picture (h, w, 3) of a table in linear light into which solids are painted: by pixel (h, w)
    the ``owner``'s number, -1 for none, and whether that one's ``top``, its +z side, is seen."""

    picture: Image
    laid: LaidTable
    lamp: Lamp
    owner: Integers16
    top: Flags

    @classmethod
    def bare(cls, rng: np.random.Generator, picture: Image, laid: LaidTable) -> TableWithDice:
        """A table before anything is painted into its picture, under a lamp somewhere above."""
        lamp, size = Lamp.random(rng, laid.lamp), laid.rays.shape[:2]
        return cls(picture, laid, lamp, np.full(size, -1, np.int16), np.zeros(size, bool))

    @property
    def camera(self) -> Camera:
        """The camera over the table."""
        return self.laid.camera

    @property
    def eye(self) -> Floats:
        """Where the camera is (3,), in the table's frame."""
        return np.asarray(-self.camera.rotation.T @ self.camera.translation)

    def height_at(self, spot: Sequence[float] | Floats) -> float:
        """How high what lies at a place (2,) stands: on a tile or on the table."""
        x, y = spot
        near = any(math.hypot(x - t.x, y - t.y) < 0.9 * t.size for t in self.laid.tiles)
        return self.laid.edition.thickness if near else 0.0

    def cast_shadow(self, rng: np.random.Generator, corners: Floats, base: float) -> None:
        """Darken the plane at height ``base`` where corners (n, 3) of something keep the light
        off."""
        lamp, camera = self.lamp, self.camera
        height = np.maximum(-corners[:, 2] - base, 0.0)
        slope = -lamp.towards[:2] / max(-lamp.towards[2], 0.2)
        fallen = np.concatenate([corners[:, :2], corners[:, :2] + slope * height[:, None]])
        outline = camera.project(fallen, base)
        touch = camera.project(corners[height < 0.6 * height.max() + 1e-6, :2], base)
        size = seen_size(camera, corners.mean(axis=0)) * float(height.max())
        window = window_about(outline, 0.8 * size + 4, self.owner.shape)
        if window is None:
            return
        rows, columns = window
        origin = np.array([columns.start, rows.start])
        light = np.ones(self.owner[window].shape, np.float32)
        for points, soft, dark in (
            (outline, lamp.softness * size, 0.9 * lamp.share),
            (touch, 0.22 * size, float(rng.uniform(0.3, 0.8)) * (1 - 0.5 * lamp.share)),
        ):
            mask = np.zeros(light.shape, np.uint8)
            fill(mask, convex_hull(points - origin), 255)
            light *= 1 - np.float32(dark / 255) * blurred(mask.astype(np.float32), max(soft, 0.3))
        self.picture[window] *= light[..., None]

    def paint(
        self, solid: Solid, poses: Sequence[DiePose], albedo: Albedo, gloss: float, index: int
    ) -> int:
        """Paint a solid, which then owns its pixels by an index; how many of them see its +z side.
        Several ``poses`` are those it passes while the shutter is open."""
        camera = self.camera
        outlines = []
        for pose in poses:
            place = projected(camera, pose.middle[None])[0]
            radius = 1.05 * solid.reach * pose.scale * seen_size(camera, pose.middle) + 2
            outlines += [place - radius, place + radius]
        window = window_about(np.array(outlines), 1.0, self.owner.shape)
        if window is None:
            return 0
        shape = self.owner[window].shape
        colours = np.zeros((*shape, 3), np.float64)
        weights, hits, up_hits = np.zeros((3, *shape), np.float64)
        step = (np.arange(SAMPLES) + 0.5) / SAMPLES - 0.5
        looks = len(poses) * SAMPLES**2
        for pose, dy, dx in product(poses, step, step):
            origin = pose.turn.T @ (self.eye - pose.middle) / pose.scale
            flat = self.laid.rays[window].reshape(-1, 2).astype(np.float64)
            flat = flat + np.array([dx, dy]) / camera.focal
            directions = np.column_stack([flat, np.ones(len(flat))]) @ camera.rotation @ pose.turn
            hit, points = solid.meet(origin, directions)
            if len(hit) == 0:
                continue
            normals = solid.normals(points)
            shades, opacity = albedo(points)
            lit = _lit(shades, points, normals, directions[hit], pose, self.lamp, gloss, solid)
            share = opacity / looks
            row, column = hit // shape[1], hit % shape[1]
            colours[row, column] += lit * share[:, None]
            weights[row, column] += share
            hits[row, column] += 1.0 / looks
            up_hits[row, column] += (normals[:, 2] > 0.7) / looks
        bare = np.clip(1 - weights, 0, 1)[..., None]
        self.picture[window] = self.picture[window] * bare + colours
        covers = hits > 0.3 if len(poses) > 1 else hits > 0.45
        is_top = up_hits > 0.5 * hits
        self.owner[window][covers] = index
        self.top[window][covers] = is_top[covers]
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
