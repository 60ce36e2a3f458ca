"""Tiles on a table: which pixel sees which, their shadows, and the colours of tops and walls."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from .....calibration.arrays import Flags, Floats, Floats32, Integers32, Picture
from ....lattice.pattern import CORNERS
from ..camera import Camera, pixel_sizes, window_about
from ..noise import Image, LinearColour, random_colour, sample
from ..textures import blurred, coverage, hexagon_distance
from .laying import LaidTile
from .patterns import DrawnEdition, other_colours, paint_other, paint_palago

SHIFT_BITS = 4


def plane_corners(tile: LaidTile) -> Floats:
    """Corners (6, 2) of a tile on the table, from the top of its own frame, clockwise."""
    c, s = math.cos(tile.angle), math.sin(tile.angle)
    turned = CORNERS @ np.array([[c, s], [-s, c]]) * tile.size
    return turned + np.array([tile.x, tile.y])


@dataclass(frozen=True)
class LaidTable:
    """Hexagons of one set, a camera's `rays` (H, W, 2) and the way (x, y) from the `lamp`."""

    camera: Camera
    rays: Floats32
    tiles: Sequence[LaidTile]
    edition: DrawnEdition
    lamp: tuple[float, float]

    @cached_property
    def tops(self) -> Floats32:
        """The places (H, W, 2) that the pixels see at the height of the tops."""
        return self.camera.plane_points(self.rays, self.edition.thickness)

    @cached_property
    def pixel(self) -> Floats32:
        """How large each pixel (H, W) is there, see `pixel_sizes`."""
        return pixel_sizes(self.tops)


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

    def at(self, pixels: Flags) -> Seen:
        """The same with chosen pixels alone, (n,) in place of (H, W)."""
        own = {name: getattr(self, name)[pixels] for name in ("owner", "distance", "u", "v")}
        return replace(self, **own)


def with_tiles(
    shading: np.random.Generator, painting: np.random.Generator, bare: Image, table: LaidTable,
    side: float,
) -> tuple[Image, Seen, Image]:  # fmt: skip
    """A bare table (H, W, 3) in linear light with its tiles, what is seen of these, and how much
    of each pixel (H, W) they cover; `side` is a tile's, in pixels. Writes on `bare`, too."""
    if table.tiles:
        bare *= _light_between(shading, table, side)[..., None]
    _draw_walls(bare, table)
    seen = _see_tops(table)
    faces, alpha = _paint_tops(painting, table, seen)
    return bare * (1 - alpha[..., None]) + faces * alpha[..., None], seen, alpha


def _light_between(rng: np.random.Generator, table: LaidTable, side: float) -> Image:
    """Light (H, W) that reaches the table between and beside the tiles: cast and contact shadow."""
    camera = table.camera
    shade = np.zeros((camera.height, camera.width), np.uint8)
    contact = np.zeros_like(shade)
    length = table.edition.thickness * rng.uniform(0.0, 2.5)
    for tile in table.tiles:
        base = plane_corners(tile)
        shifted = base - np.array(table.lamp) * length
        outline = camera.project(convex_hull(np.concatenate([base, shifted])))
        if outline.max() < -60 or outline.min() > max(camera.width, camera.height) + 60:
            continue
        fill(shade, outline, 255)
        fill(contact, camera.project(base), 255)
    softness = float(rng.uniform(0.01, 0.25)) * side
    cast = blurred(shade.astype(np.float32) / 255, softness) * np.float32(rng.uniform(0.1, 0.8))
    near = blurred(contact.astype(np.float32) / 255, 0.15 * side)
    near = near * np.float32(rng.uniform(0.2, 0.9))
    return np.asarray((1 - cast) * (1 - near), dtype=np.float32)


def _see_tops(table: LaidTable) -> Seen:
    """Find for every pixel the hexagon whose top it sees."""
    shape, count = table.rays.shape[:2], len(table.tiles)
    owner, best = np.full(shape, -1, np.int32), np.full(shape, 9.0, np.float32)
    local_u, local_v = np.zeros((2, *shape), np.float32)
    corners, areas = np.zeros((count, 6, 2)), np.zeros(count)
    for index, tile in enumerate(table.tiles):
        height = table.edition.thickness + tile.lift
        outline = table.camera.project(plane_corners(tile), height)
        corners[index] = outline
        areas[index] = abs(float(cv2.contourArea(outline.astype(np.float32))))
        window = window_about(outline, 2.0, owner.shape)
        if window is None:
            continue
        x, y = (table.tops[window][..., k] - np.float32(v) for k, v in ((0, tile.x), (1, tile.y)))
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


def convex_hull(points: Floats) -> Floats:
    """The corners (m, 2) of the hull of points (n, 2), rounded to short numbers."""
    hull = cv2.convexHull(points.astype(np.float32)).reshape(-1, 2)
    return np.asarray(hull, np.float64)


def thick_line(mask: Picture, start: Floats, end: Floats, width: int) -> None:
    """A line on a mask between places (2,) in pixels, two pixels wide at least."""
    (x0, y0), (x1, y1) = np.clip([start, end], -20_000, 20_000).astype(int).tolist()
    cv2.line(mask, (x0, y0), (x1, y1), 255, max(2, width), cv2.LINE_AA)


def _draw_walls(picture: Image, table: LaidTable) -> None:
    """Paint the side walls that face the camera, each face by its angle to the light."""
    camera, light = table.camera, table.lamp
    canvas = np.zeros((camera.height, camera.width, 3), np.float32)
    mask = np.zeros((camera.height, camera.width), np.uint8)
    for tile in table.tiles:
        base, colour = plane_corners(tile), _wall_colour(tile, table.edition)
        low = camera.project(base, 0.0)
        high = camera.project(base, table.edition.thickness + tile.lift)
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


def _wall_colour(tile: LaidTile, edition: DrawnEdition) -> LinearColour:
    if tile.kind in ("back_white", "back_blue"):
        return edition.white if tile.kind == "back_white" else edition.blue
    if tile.group == "other":
        return random_colour(np.random.default_rng(len(tile.kind)))
    return edition.body


def _paint_tops(rng: np.random.Generator, table: LaidTable, seen: Seen) -> tuple[Image, Image]:
    """Linear colours (H, W, 3) of the tops and their coverage (H, W) of each pixel."""
    edition = table.edition
    picture = np.zeros((*seen.owner.shape, 3), np.float32)
    alpha = np.zeros(seen.owner.shape, np.float32)
    inside = seen.owner >= 0
    if not inside.any():
        return picture, alpha
    tops, step = seen.at(inside), table.pixel[inside]
    owner, u, v = tops.owner, tops.u, tops.v
    kinds = np.array([tile.kind for tile in table.tiles])[owner]
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
    edge = depth = -tops.distance
    if edition.rim > 0:
        weight = coverage(np.float32(edition.rim) - depth, step)[:, None]
        colours = colours * (1 - weight) + edition.body * weight
    colours = _aged(rng, table, tops, colours)
    if edition.bevel > 0:
        colours = colours * np.exp(np.clip(_bevel(table, tops), -1.2, 1.2))[:, None]
    if edition.corner > 0:
        edge = np.minimum(depth, np.float32(1 - edition.corner) - np.hypot(u, v))
    alpha[inside] = coverage(edge.astype(np.float32), step)
    picture[inside] = colours
    return picture, alpha


def _aged(rng: np.random.Generator, table: LaidTable, tops: Seen, colours: Image) -> Image:
    """Differences between single tiles, grain of the material, worn edges."""
    owner, u, v, edition, count = tops.owner, tops.u, tops.v, table.edition, len(table.tiles)
    gain = rng.normal(0, rng.choice((0.0, 0.03, 0.1)), (count, 3)) * 0.3 + rng.normal(
        0, rng.choice((0.0, 0.03, 0.08)), (count, 1)
    )
    colours = colours * np.exp(gain[owner]).astype(np.float32)
    if edition.grain > 0:
        shifted = u + owner.astype(np.float32) * np.float32(3.7)
        stretch = np.float32(rng.choice((1.0, 0.15)))
        noise = sample(rng, shifted[None], (v * stretch)[None], rng.uniform(0.3, 2))
        colours = colours * np.exp(noise.reshape(-1, 1) * np.float32(edition.grain))
    if edition.wear > 0:
        noise = sample(rng, (u * 2 + owner)[None], v[None], 1.0)[0]
        worn = np.clip(noise * 0.5 + 1 + tops.distance / 0.12, 0, 1) * np.float32(edition.wear)
        colours = colours * (1 - worn[:, None]) + np.float32(0.6) * worn[:, None]
    return np.asarray(colours, dtype=np.float32)


def _bevel(table: LaidTable, tops: Seen) -> Image:
    """Log brightness of the bevel, by the side of the hexagon that a place is nearest to."""
    edition, (x, y) = table.edition, np.array(table.lamp, np.float32)
    turns = np.array([t.angle + t.rotation * math.pi / 3 for t in table.tiles], np.float32)
    sixth = np.float32(math.pi / 3)
    sector = np.round(np.arctan2(tops.v, tops.u) / sixth) * sixth + turns[tops.owner]
    slope = np.cos(sector) * x + np.sin(sector) * y
    ramp = np.clip(1 + tops.distance / np.float32(edition.bevel), 0, 1)
    strength = np.float32(0.4 + 1.6 * edition.gloss)
    return np.asarray(slope * ramp * strength, dtype=np.float32)
