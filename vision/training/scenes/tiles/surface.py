"""Which pixel sees which hexagon, and the colours of tops, bevels and side walls there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from .....calibration.arrays import Floats, Integers32, Picture
from ....lattice.pattern import CORNERS
from ..camera import Camera, window_about
from ..noise import Image, LinearColour, sample
from ..textures import coverage, hexagon_distance
from .laying import LaidTile
from .patterns import DrawnEdition, other_colours, paint_other, paint_palago

SHIFT_BITS = 4


def plane_corners(tile: LaidTile) -> Floats:
    """Corners (6, 2) of a tile on the table, from the top of its own frame, clockwise."""
    c, s = math.cos(tile.angle), math.sin(tile.angle)
    turned = CORNERS @ np.array([[c, s], [-s, c]]) * tile.size
    return turned + np.array([tile.x, tile.y])


@dataclass(frozen=True)
class Seen:
    """What the camera sees of the tops of all hexagons.

    ``owner`` (H, W) is the index of the hexagon or -1; ``distance`` the signed distance to its
    edge in sides; ``u`` and ``v`` the place in its own frame with the White tip at the top;
    ``corners`` (N, 6, 2) in pixels and ``areas`` (N,) in square pixels of the whole tops.
    """

    owner: Integers32
    distance: Image
    u: Image
    v: Image
    corners: Floats
    areas: Floats


def see_tops(camera: Camera, tiles: Sequence[LaidTile], top: Image, thickness: float) -> Seen:
    """Find for every pixel the hexagon whose top it sees. ``top`` are plane points (H, W, 2)."""
    height, width = top.shape[:2]
    owner = np.full((height, width), -1, np.int32)
    best = np.full((height, width), 9.0, np.float32)
    local_u = np.zeros((height, width), np.float32)
    local_v = np.zeros((height, width), np.float32)
    corners = np.zeros((len(tiles), 6, 2))
    areas = np.zeros(len(tiles))
    for index, tile in enumerate(tiles):
        outline = camera.project(plane_corners(tile), thickness + tile.lift)
        corners[index] = outline
        areas[index] = abs(float(cv2.contourArea(outline.astype(np.float32))))
        window = window_about(outline, 2.0, owner.shape)
        if window is None:
            continue
        x = top[window][..., 0] - np.float32(tile.x)
        y = top[window][..., 1] - np.float32(tile.y)
        angle = tile.angle + tile.rotation * math.pi / 3
        c, s = np.float32(math.cos(angle) / tile.size), np.float32(math.sin(angle) / tile.size)
        u, v = c * x + s * y, c * y - s * x
        distance = hexagon_distance(u, v) * np.float32(tile.size)
        nearer = (distance < best[window]) & (distance < 0)
        owner[window][nearer] = index
        best[window][nearer] = distance[nearer]
        local_u[window][nearer] = u[nearer]
        local_v[window][nearer] = v[nearer]
    return Seen(owner, best, local_u, local_v, corners, areas)


def fill(canvas: Picture | Image, polygon: Floats, value: float | Sequence[float]) -> None:
    """Fill a convex polygon (n, 2), given in parts of pixels, with soft edges."""
    limit = 30000.0
    fixed = np.round(np.clip(polygon, -limit, limit) * 2**SHIFT_BITS).astype(np.int32)
    cv2.fillConvexPoly(canvas, fixed, value, cv2.LINE_AA, SHIFT_BITS)


def thick_line(mask: Picture, start: Floats, end: Floats, width: int) -> None:
    """A line on a mask between places (2,) in pixels, two pixels wide at least."""
    (x0, y0), (x1, y1) = np.clip([start, end], -20_000, 20_000).astype(int).tolist()
    cv2.line(mask, (x0, y0), (x1, y1), 255, max(2, width), cv2.LINE_AA)


def draw_walls(
    picture: Image,
    camera: Camera,
    tiles: Sequence[LaidTile],
    thickness: float,
    colours: Sequence[LinearColour],
    light: tuple[float, float],
) -> None:
    """Paint the side walls that face the camera, each face by its angle to the light."""
    canvas = np.zeros((camera.height, camera.width, 3), np.float32)
    mask = np.zeros((camera.height, camera.width), np.uint8)
    for tile, colour in zip(tiles, colours, strict=True):
        base = plane_corners(tile)
        low = camera.project(base, 0.0)
        high = camera.project(base, thickness + tile.lift)
        if high.max() < -50 or high.min() > max(camera.width, camera.height) + 50:
            continue
        for k in range(6):
            n = (k + 1) % 6
            edge = base[n] - base[k]
            facing = (edge[1] * light[0] - edge[0] * light[1]) / max(1e-6, float(np.hypot(*edge)))
            shade = 0.35 + 0.3 * (1 + facing)
            quad = np.array([low[k], low[n], high[n], high[k]])
            ((ax, ay), (bx, by), (dx, dy)) = low[k], low[n], high[k]
            if (bx - ax) * (dy - ay) - (by - ay) * (dx - ax) <= 0:
                continue
            fill(canvas, quad, tuple(float(v) for v in colour * shade))
            fill(mask, quad, 255)
    left, top, width, height = cv2.boundingRect(mask)
    part = (slice(top, top + height), slice(left, left + width))
    painted = (canvas[part] > 0).any(axis=2, keepdims=True)
    weight = np.where(painted, mask[part].astype(np.float32)[..., None] / 255, 0)
    picture[part] *= 1 - weight
    picture[part] += canvas[part] * weight


def paint_tops(
    rng: np.random.Generator,
    tiles: Sequence[LaidTile],
    seen: Seen,
    edition: DrawnEdition,
    pixel: Image,
    light: tuple[float, float],
) -> tuple[Image, Image]:
    """Linear colours (H, W, 3) of the tops and their coverage (H, W) of each pixel."""
    height, width = seen.owner.shape
    picture = np.zeros((height, width, 3), np.float32)
    inside = seen.owner >= 0
    if not inside.any():
        return picture, np.zeros((height, width), np.float32)
    owner = seen.owner[inside]
    u, v, step = seen.u[inside], seen.v[inside], pixel[inside]
    kinds = np.array([tile.kind for tile in tiles])[owner]
    colours = np.zeros((len(owner), 3), np.float32)
    for kind in np.unique(kinds):
        chosen = kinds == kind
        if kind == "palago":
            moved = owner[chosen].astype(np.float32) * np.float32(3.7)
            colours[chosen] = paint_palago(edition, u[chosen], v[chosen], step[chosen], moved)
        elif kind in ("back_white", "back_blue"):
            colours[chosen] = edition.white if kind == "back_white" else edition.blue
        else:
            for index in np.unique(owner[chosen]):
                own = chosen & (owner == index)
                rng_tile = np.random.default_rng(int(rng.integers(2**31)))
                shades = other_colours(rng_tile, edition)
                colours[own] = paint_other(rng_tile, str(kind), u[own], v[own], step[own], shades)
    depth = -seen.distance[inside]
    rim = np.full(len(tiles), edition.rim, np.float32)[owner]
    if edition.rim > 0:
        weight = coverage(rim - depth, step)[:, None]
        colours = colours * (1 - weight) + edition.body * weight
    colours = _age(rng, len(tiles), owner, u, v, depth, edition, colours)
    shine = np.zeros(len(owner), np.float32)
    if edition.bevel > 0:
        shine = _bevel(tiles, owner, u, v, depth, edition, light)
        colours = colours * np.exp(np.clip(shine, -1.2, 1.2))[:, None]
    alpha = np.zeros((height, width), np.float32)
    edge = depth
    if edition.corner > 0:
        edge = np.minimum(depth, np.float32(1 - edition.corner) - np.hypot(u, v))
    alpha[inside] = coverage(edge.astype(np.float32), step)
    picture[inside] = colours
    return picture, alpha


def _age(
    rng: np.random.Generator,
    count: int,
    owner: Integers32,
    u: Image,
    v: Image,
    depth: Image,
    edition: DrawnEdition,
    colours: Image,
) -> Image:
    """Differences between single tiles, grain of the material, worn edges."""
    gain = rng.normal(0, rng.choice((0.0, 0.03, 0.1)), (count, 3)) * 0.3 + rng.normal(
        0, rng.choice((0.0, 0.03, 0.08)), (count, 1)
    )
    colours = colours * np.exp(gain[owner]).astype(np.float32)
    if edition.grain > 0:
        shifted = u + owner.astype(np.float32) * np.float32(3.7)
        stretch = np.float32(rng.choice((1.0, 0.15)))
        noise = sample(
            rng, shifted.reshape(1, -1), (v * stretch).reshape(1, -1), rng.uniform(0.3, 2)
        )
        colours = colours * np.exp(noise.reshape(-1, 1) * np.float32(edition.grain))
    if edition.wear > 0:
        noise = sample(rng, (u * 2 + owner).reshape(1, -1), v.reshape(1, -1), 1.0).reshape(-1)
        worn = np.clip(noise * 0.5 + 1 - depth / 0.12, 0, 1) * np.float32(edition.wear)
        colours = colours * (1 - worn[:, None]) + np.float32(0.6) * worn[:, None]
    return np.asarray(colours, dtype=np.float32)


def _bevel(
    tiles: Sequence[LaidTile],
    owner: Integers32,
    u: Image,
    v: Image,
    depth: Image,
    edition: DrawnEdition,
    light: tuple[float, float],
) -> Image:
    """Log brightness of the bevel, by the side of the hexagon that a place is nearest to."""
    turn = np.array([t.angle + t.rotation * math.pi / 3 for t in tiles], np.float32)[owner]
    sector = np.round(np.arctan2(v, u) / np.float32(math.pi / 3)) * np.float32(math.pi / 3) + turn
    slope = np.cos(sector) * np.float32(light[0]) + np.sin(sector) * np.float32(light[1])
    ramp = np.clip(1 - depth / np.float32(edition.bevel), 0, 1)
    strength = np.float32(0.4 + 1.6 * edition.gloss)
    return np.asarray(slope * ramp * strength, dtype=np.float32)
