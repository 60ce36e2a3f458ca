"""Fast generated photographs of Palanquée boards, with their truth.

``make_scene(seed)`` draws everything at random: the board's look, the position, the counters, the
camera, light, table, clutter and the faults of the picture.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ....engine.palanquee.drawn import HALF, HEIGHT, WIDTH, DrawnCell, drawn_cells
from ..scenes import clutter, degrade, light
from ..scenes.camera import Camera, aimed_camera
from ..scenes.noise import Image, field
from ..scenes.scene import LEVELS, LIMITS, Limits
from ..scenes.textures import TEXTURES, blurred, texture
from .looks import draw_look, hsv, random_look
from .pieces import CounterSet, Placed, draw_piece, fill, outline, random_set
from .positions import Laid, random_position

MIDDLE = np.array([WIDTH / 2, HEIGHT / 2])
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class CounterRequest:
    """What kind of scene is wanted; ``None`` leaves a choice to chance."""

    width: int = 1600
    height: int = 1200
    level: str | None = None
    pieces: int | None = None
    kind: str | None = None
    tilt_deg: float | None = None
    cut: bool | None = None


@dataclass(frozen=True)
class CounterScene:
    """A picture (h, w, 3) BGR and its truth; ``camera`` is the one that took it, its plane's
    origin at the board's middle."""

    image: NDArray[np.uint8]
    truth: dict[str, Any]
    camera: Camera


def make_scene(seed: int, request: CounterRequest | None = None) -> CounterScene:
    """The scene with this seed; the same seed and request give the same picture."""
    request = request or CounterRequest()
    rng = np.random.default_rng([22, seed])
    level = request.level or LEVELS[int(rng.choice(3, p=(0.4, 0.45, 0.15)))]
    limits = LIMITS[level]
    look, counters = random_look(rng), random_set(rng, request.kind)
    laid = random_position(rng, request.pieces)
    camera, conditions = _aim(rng, request, limits, level)
    conditions = {
        "level": level,
        "counters": counters.sprout.kind,
        "seeds_by": counters.by,
        **conditions,
    }
    per_side = float(np.clip(1.25 * conditions["cell_px"] / 1.732, 10, 60))
    sheet, origin = draw_look(rng, look, per_side)
    rays = camera.rays()
    ground = camera.plane_points(rays, 0.0)
    step = np.abs(np.diff(ground, axis=1, append=ground[:, -1:] * 2 - ground[:, -2:-1])).max(axis=2)
    kind = str(rng.choice(list(TEXTURES)))
    picture = texture(
        rng, kind, ground[..., 0], ground[..., 1], float(np.median(np.clip(step, 1e-3, 1.0)))
    )
    picture = np.clip(picture, 0, 1) ** np.float32(1 / 2.2) * 255
    on_board = _lay_sheet(rng, camera, ground, picture, sheet, origin, per_side)
    canvas = np.clip(picture, 0, 255).astype(np.uint8)
    angle = rng.uniform(0, 2 * math.pi)
    lamp = (math.cos(angle), math.sin(angle))
    placed = _place(rng, laid, counters, request)
    owner = np.full(canvas.shape[:2], -1, np.int16)
    wholes = _draw_all(rng, canvas, owner, camera, placed, lamp)
    linear: Image = np.power(canvas.astype(np.float32) / 255, np.float32(2.2), dtype=np.float32)
    shade = _shade(rng, camera, placed, lamp, limits)
    on_piece = owner >= 0
    linear *= np.where(on_piece, 1 - (1 - shade) * np.float32(0.15), shade)[..., None]
    squash = max(0.3, math.cos(math.radians(conditions["tilt_deg"])))
    side = conditions["cell_px"] / 1.732
    _strew(rng, linear, owner, camera, side, squash)
    hand = rng.random() < limits.hand
    if hand:
        for _ in range(int(rng.integers(1, 3))):
            target = camera.project(rng.uniform(-0.5, 0.5, (1, 2)) * (WIDTH, HEIGHT))[0]
            size = side * rng.uniform(0.6, 1.3)
            owner[clutter.reach_over(rng, linear, target, size) > 127] = -2
    height, width = canvas.shape[:2]
    linear = linear * light.illumination(rng, height, width, limits.gradient)
    shadow = rng.random() < limits.hard_shadow
    if shadow:
        linear = linear * light.cast_shadows(rng, height, width)[..., None]
    glare = rng.random() < limits.glare
    if glare:
        white = light.light_colour(rng) * np.float32(np.percentile(linear, 90))
        surface = np.where(on_piece, owner + 1, np.where(on_board, 0, -1)).astype(np.int32)
        surface[owner == -2] = -1
        spots = light.glare(rng, camera, ground, surface, 3 * side, float(rng.uniform(0.3, 1.6)))
        linear = linear + spots[..., None] * white
    linear = degrade.optical_blur(rng, linear, 1.732 * side, limits.blur)
    linear = degrade.vignette(rng, linear)
    image = degrade.develop(rng, linear, limits.noise)
    if rng.random() < 0.3:
        image = degrade.mosaic(rng, image)
    image = degrade.compress(rng, image, limits.jpeg)
    conditions |= {
        "table": kind, "hand": bool(hand), "hard_shadow": bool(shadow), "glare": bool(glare),
        "line_width": round(look.line_width, 3), "pattern": look.pattern,
        "by_hand": look.wobble > 0, "parts": look.parts is not None,
    }  # fmt: skip
    truth = _truth(seed, image, camera, placed, wholes, owner, conditions)
    return CounterScene(image, truth, camera)


def _aim(
    rng: np.random.Generator, request: CounterRequest, limits: Limits, level: str
) -> tuple[Camera, dict[str, Any]]:
    """A camera that sees the board, mostly from one of its four sides."""
    width, height = request.width, request.height
    tilt = request.tilt_deg
    if tilt is None:
        tilt = 0.0 if rng.random() < 0.1 else float(min(limits.tilt, 62) * rng.uniform(0, 1) ** 0.8)
    k1 = 0.0 if rng.random() < 0.3 else float(rng.uniform(*limits.k1))
    focal = float(rng.uniform(0.62, 1.3))
    heading = float(rng.normal(0, 0.2) + rng.choice((0, 0, 0, 1, 2, 3)) * math.pi / 2)
    if rng.random() < 0.25:
        heading = float(rng.uniform(0, 2 * math.pi))
    roll = float(rng.normal(0, 0.08))
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * MIDDLE
    fill_share = float(rng.uniform(0.72, 0.97))
    cut = request.cut if request.cut is not None else level != "mild" and rng.random() < 0.2
    if cut:
        fill_share = float(rng.uniform(1.0, 1.2))
    cell, aim = 40.0, np.array([width / 2, height / 2])
    camera = aimed_camera(
        width, height, tilt=math.radians(tilt), heading=heading, roll=roll, tile_width=cell,
        aim=(aim[0], aim[1]), focal_share=focal, k1=k1,
    )  # fmt: skip
    for _ in range(14):
        pixels = camera.project(corners)
        extent = (pixels.max(axis=0) - pixels.min(axis=0)) / (width, height)
        cell = float(np.clip(cell * np.clip(fill_share / extent.max(), 0.6, 1.5), 8, 150))
        aim += np.array([width, height]) / 2 - (pixels.max(axis=0) + pixels.min(axis=0)) / 2
        aim = np.clip(aim, (-0.3 * width, -0.3 * height), (1.3 * width, 1.3 * height))
        camera = aimed_camera(
            width, height, tilt=math.radians(tilt), heading=heading, roll=roll, tile_width=cell,
            aim=(aim[0], aim[1]), focal_share=focal, k1=k1,
        )  # fmt: skip
    room = np.array([width, height]) * abs(1 - fill_share) / 2
    aim += rng.uniform(-0.9, 0.9, 2) * room
    camera = aimed_camera(
        width, height, tilt=math.radians(tilt), heading=heading, roll=roll, tile_width=cell,
        aim=(aim[0], aim[1]), focal_share=focal, k1=k1,
    )  # fmt: skip
    return camera, {
        "tilt_deg": round(tilt, 1), "k1": round(k1, 3), "focal_share": round(focal, 3),
        "heading_deg": round(math.degrees(heading) % 360, 1), "cell_px": round(cell, 1),
        "cut": bool(cut),
    }  # fmt: skip


def _lay_sheet(
    rng: np.random.Generator,
    camera: Camera,
    ground: Image,
    picture: Image,
    sheet: NDArray[np.uint8],
    origin: Floats,
    per_side: float,
) -> NDArray[np.bool_]:
    """Lay the sheet on the table, with its waves; returns where it is seen."""
    height, width = picture.shape[:2]
    waves = float(rng.choice((0.0, rng.uniform(0, 0.12), rng.uniform(0, 0.3))))
    rise = field(rng, height, width, rng.uniform(2, 6))
    # A sheet that stands up by h is seen h times the slope of the view farther away.
    away = camera.plane_points(camera.rays(), 1.0) - ground
    seen = ground - away * (rise * np.float32(-waves * 0.35))[..., None]
    x = ((seen[..., 0] + np.float32(MIDDLE[0] - origin[0])) * np.float32(per_side)) - 0.5
    y = ((seen[..., 1] + np.float32(MIDDLE[1] - origin[1])) * np.float32(per_side)) - 0.5
    inside = (x > 0) & (y > 0) & (x < sheet.shape[1] - 1) & (y < sheet.shape[0] - 1)
    soft: NDArray[Any] = sheet
    zoom = float(np.median(np.abs(np.diff(x, axis=1))[inside[:, 1:]])) if inside.any() else 1.0
    if zoom > 1.3:
        soft = cv2.GaussianBlur(sheet, (0, 0), 0.35 * zoom)
    laid = cv2.remap(
        soft, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    ).astype(np.float32)  # fmt: skip
    slope = cv2.Sobel(blurred(rise, 2.0), cv2.CV_32F, 1, 0, ksize=3) * np.float32(width / 200)
    laid *= np.exp(np.clip(slope * np.float32(waves), -0.2, 0.2))[..., None]
    edge = inside.astype(np.float32)
    shadow = blurred(np.roll(edge, (3, 2), (0, 1)), 4.0) * np.float32(rng.uniform(0, 0.4))
    picture *= (1 - shadow)[..., None]
    weight = blurred(edge, 0.6)[..., None]
    picture *= 1 - weight
    picture += laid * weight
    return np.asarray(inside)


@dataclass(frozen=True)
class _Put:
    """A piece of the scene with what it means: its cell, or what is odd about it."""

    piece: Placed
    cell: DrawnCell | None
    colour: str
    kind: str
    odd: str | None = None
    other: DrawnCell | None = None


def _place(
    rng: np.random.Generator, laid: list[Laid], counters: CounterSet, request: CounterRequest
) -> list[_Put]:
    """Lay the pieces by hand, and a few that do not lie as they should."""
    crooked = float(rng.choice((0.04, 0.08, 0.14)))
    result = []

    def made(colour: str, kind: str, x: float, y: float, foot: float = 0.0) -> Placed:
        shape = counters.seed if kind == "seed" else counters.sprout
        shade = np.clip(
            np.array(counters.colours[colour]) + rng.normal(0, counters.spread, 3), 0, 255
        )
        mark = counters.mark if kind == "seed" and counters.by == "mark" else None
        return Placed(
            x, y, float(rng.uniform(0, 2 * math.pi)), shape,
            (int(shade[0]), int(shade[1]), int(shade[2])), mark, counters.inks[colour],
            counters.mark_size, foot,
        )  # fmt: skip

    odd = rng.random() < 0.12
    for item in laid:
        shape = counters.seed if item.kind == "seed" else counters.sprout
        room = max(0.05, HALF - shape.radius)
        offset = np.clip(rng.normal(0, crooked, 2), -0.9 * room - 0.03, 0.9 * room + 0.03)
        x, y = np.array(item.cell.centre) - MIDDLE + offset
        what = None
        if odd and rng.random() < 0.03:
            angle = math.pi / 6 + math.pi / 3 * rng.integers(6)
            away = HALF * rng.uniform(0.85, 1.0)
            x, y = (
                np.array(item.cell.centre)
                - MIDDLE
                + away * np.array([math.cos(angle), math.sin(angle)])
            )
            what = "between"
        piece = made(item.colour, item.kind, float(x), float(y))
        result.append(_Put(piece, item.cell, item.colour, item.kind, what))
        if (
            odd
            and what is None
            and rng.random() < 0.02
            and counters.sprout.kind in ("draughts", "printed")
        ):
            above = str(rng.choice(list(counters.colours)))
            piece = made(above, "sprout", float(x) + rng.normal(0, 0.05), float(y), shape.height)
            result[-1] = _Put(result[-1].piece, item.cell, item.colour, item.kind, "under")
            result.append(_Put(piece, item.cell, above, "sprout", "stacked"))
    if rng.random() < 0.35:
        for _ in range(int(rng.integers(1, 25))):
            beside = rng.uniform(0.7, 1.0, 2) * (WIDTH, HEIGHT) * rng.choice((-1, 1), 2)
            beside[int(rng.integers(2))] *= rng.uniform(0, 1)
            if np.all(np.abs(beside) < MIDDLE + 1.2):
                continue
            colour = str(rng.choice(list(counters.colours)))
            kind = "seed" if rng.random() < 0.15 else "sprout"
            piece = made(colour, kind, float(beside[0]), float(beside[1]))
            result.append(_Put(piece, None, colour, kind, "off"))
    return result


def _draw_all(
    rng: np.random.Generator,
    canvas: NDArray[np.uint8],
    owner: NDArray[np.int16],
    camera: Camera,
    placed: list[_Put],
    lamp: tuple[float, float],
) -> list[int]:
    """Paint the far ones first; returns how many pixels each would show with nothing before it."""
    if not placed:
        return []
    places = np.array([[put.piece.x, put.piece.y, put.piece.foot] for put in placed])
    depth = (camera.rotation @ np.column_stack([places[:, :2], -places[:, 2]]).T)[2]
    wholes = [0] * len(placed)
    for index in np.lexsort((places[:, 2], -np.round(depth, 3))):
        hull = draw_piece(canvas, owner, int(index), camera, placed[index].piece, lamp)
        wholes[index] = max(1, round(float(cv2.contourArea(hull.astype(np.float32)))))
    return wholes


def _shade(
    rng: np.random.Generator,
    camera: Camera,
    placed: list[_Put],
    lamp: tuple[float, float],
    limits: Limits,
) -> Image:
    """Light (h, w) that the pieces leave to the board: cast shadows and contact shadows."""
    cast = np.zeros((camera.height, camera.width), np.uint8)
    contact = np.zeros_like(cast)
    length = float(rng.uniform(0.0, 2.2))
    for put in placed:
        base = outline(put.piece, 0.5)
        moved = base - np.array(lamp) * length * (put.piece.shape.height + put.piece.foot)
        hull = cv2.convexHull(np.concatenate([base, moved]).astype(np.float32)).reshape(-1, 2)
        fill(cast, camera.project(hull.astype(np.float64)), 255)
        fill(contact, camera.project(base), 255)
    side = float(
        np.hypot(
            *(camera.project(np.array([[0.0, 0.0]])) - camera.project(np.array([[1.0, 0.0]])))[0]
        )
    )
    soft = float(rng.uniform(0.02, 0.4)) * side
    dark = np.float32(rng.uniform(0.05, 0.75))
    shade = (1 - blurred(cast.astype(np.float32) / 255, soft) * dark) * (
        1
        - blurred(contact.astype(np.float32) / 255, 0.12 * side) * np.float32(rng.uniform(0.1, 0.6))
    )
    return np.asarray(shade, np.float32)


def _strew(
    rng: np.random.Generator,
    linear: Image,
    owner: NDArray[np.int16],
    camera: Camera,
    side: float,
    squash: float,
) -> None:
    """Things on the table beside the board, now and then reaching over its edge."""
    if rng.random() > 0.5:
        return
    before = linear.copy()
    things = int(rng.integers(1, 6))
    angles = rng.uniform(0, 2 * math.pi, things)
    reach = rng.uniform(1.0, 1.5, things)[:, None]
    places = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    places = places / np.abs(places).max(axis=1, keepdims=True) * (MIDDLE + 2.5) * reach
    pixels = camera.project(places)
    clutter.put_things(rng, linear, pixels, min(side * 2.0, 60.0), squash)
    # What lies beside the board may cover a part of it; small things and shadows may not count.
    changed = np.abs(linear - before).max(axis=2) > 0.5 * np.maximum(before.max(axis=2), 0.02)
    owner[changed] = -2


def _truth(
    seed: int,
    image: NDArray[np.uint8],
    camera: Camera,
    placed: list[_Put],
    wholes: list[int],
    owner: NDArray[np.int16],
    conditions: dict[str, Any],
) -> dict[str, Any]:
    """What the picture shows, in its pixels."""
    height, width = owner.shape
    count = np.bincount(owner[owner >= 0].ravel(), minlength=len(placed) + 1)
    pieces, odd = [], []
    for index, put in enumerate(placed):
        centre = camera.project(np.array([[put.piece.x, put.piece.y]]), put.piece.foot)[0]
        visible = min(1.0, float(count[index]) / wholes[index])
        shape, middle = put.piece.shape, np.array([[put.piece.x, put.piece.y]])
        top = camera.project(middle, put.piece.foot + shape.height)[0]
        entry = {
            "colour": put.colour, "kind": put.kind, "visible": round(visible, 3),
            "center": [round(float(v), 2) for v in centre],
            "top": [round(float(v), 2) for v in top], "shape": shape.kind,
            "radius": round(shape.radius, 3), "height": round(shape.height, 3),
            "marked": put.piece.mark is not None,
        }  # fmt: skip
        if put.cell is not None:
            entry = {"cell": put.cell.name, "row": put.cell.row, **entry}
        if put.odd is not None:
            odd.append({"what": put.odd, **entry})
        if put.cell is not None and put.odd in (None, "under", "between"):
            pieces.append(entry)
    hidden = _hidden(camera, owner, (width, height))
    corners = camera.project(np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * MIDDLE)
    return {
        "generator": "fast", "seed": seed, "image": {"width": width, "height": height},
        "conditions": conditions, "pieces": pieces, "odd": odd, "hidden": hidden,
        "corners": [[round(float(v), 2) for v in corner] for corner in corners],
    }  # fmt: skip


def _hidden(camera: Camera, owner: NDArray[np.int16], size: tuple[int, int]) -> list[list[Any]]:
    """Drawn cells that lie half or more under a hand or a thing, or outside the picture."""
    offsets = np.concatenate([[[0.0, 0.0]], np.array(drawn_cells()[0].corners) * 0.0])
    turns = np.arange(6) * math.pi / 3
    offsets = np.concatenate([[[0.0, 0.0]], 0.55 * np.stack([np.cos(turns), np.sin(turns)], 1)])
    result = []
    for cell in drawn_cells():
        pixels = camera.project(np.array(cell.centre) - MIDDLE + offsets)
        bad = 0
        for x, y in np.round(pixels).astype(int):
            outside = not (0 <= x < size[0] and 0 <= y < size[1])
            bad += outside or owner[y, x] == -2
        if bad >= 3:
            result.append([cell.name, cell.row])
    return result


__all__ = ["CounterRequest", "CounterScene", "hsv", "make_scene"]
