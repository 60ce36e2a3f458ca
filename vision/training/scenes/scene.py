"""Fast generated photographs of tables, with their truth, for training and for property tests.

``make_scene(seed)`` draws all at random: board, hand, set, camera, light, table, clutter, faults.
The truth is the JSON object that all scene generators share."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from ....calibration.arrays import Flags, Picture
from ....engine.tiles.board import Board, Tile
from . import clutter, degrade, light
from .camera import Camera, aimed_camera, fitted_aim
from .dice.throwing import Thrown, throw
from .noise import Image
from .photographs import photograph
from .printed_matter import printed_matter
from .textures import TEXTURES, texture
from .tiles.editions import in_near_colours, random_edition, with_prints
from .tiles.laying import (
    SHAPES,
    Hand,
    LaidTile,
    is_free,
    lay_board,
    moved_group,
    random_cells,
    scatter,
)
from .tiles.patterns import OTHER_KINDS, DrawnEdition
from .tiles.surface import LaidTable, Seen, plane_corners, with_tiles
from .tiles.truth import Scene, scene_with_truth

__all__ = ["LEVELS", "LIMITS", "Limits", "Request", "Scene", "make_scene"]

LEVELS = ("mild", "hard", "extreme")


@dataclass(frozen=True)
class Limits:
    """How far the conditions of a level go."""

    tilt: float
    gap: float
    turn: float
    bend: float
    blur: float
    noise: float
    k1: tuple[float, float]
    jpeg: int
    hard_shadow: float
    glare: float
    hand: float
    gradient: float


LIMITS = {
    "mild": Limits(45, 0.04, 3, 0.03, 0.35, 0.4, (-0.08, 0.03), 75, 0.15, 0.1, 0.0, 0.7),
    "hard": Limits(60, 0.06, 5, 0.10, 0.8, 0.8, (-0.30, 0.05), 45, 0.5, 0.4, 0.35, 1.3),
    "extreme": Limits(66, 0.07, 6, 0.12, 1.5, 1.5, (-0.30, 0.05), 30, 0.6, 0.5, 0.45, 2.0),
}


@dataclass(frozen=True)
class Request:
    """What kind of scene is wanted; ``None`` leaves a choice to chance.

    ``content`` is ``board``, ``other_game`` or ``empty``. ``tile_width`` is in pixels, head on;
    else the board fits the picture. ``close_up`` aims at a tile, as in a part of a larger picture.
    ``photographs`` cover some tables (needs scikit-image), printed matter a share `lettered`,
    `table` (8-bit BGR) all. `hands` is the chance that something reaches over the board, then
    mostly at several places. So many `dice` (of which the truth tells), `look_alikes` and marked
    `cubes` lie there; a share of the dice is `touching`, face to face. `printed` and `near` are the
    chances of patterns inside colours, and of colours hard to tell apart; `cards` lie on tiles.

    `edition`, `lens` (focal length in shares of the longer side, and distortion) and `board` pin
    the set, the camera and what lies there: photos of one table have them in common."""

    width: int = 1200
    height: int = 900
    level: str | None = None
    content: str | None = None
    tiles: int | None = None
    tile_width: float | None = None
    close_up: bool = False
    tilt_deg: float | None = None
    odd_share: float | None = None
    photographs: bool = False
    lettered: float = 0.0
    table: Picture | None = None
    hands: float | None = None
    dice: int | None = None
    look_alikes: int = 0
    cubes: int = 0
    touching: float = 0.0
    printed: float = 0.0
    near: float = 0.0
    cards: int = 0
    edition: DrawnEdition | None = None
    lens: tuple[float, float] | None = None
    board: Board | None = None


def make_scene(seed: int, request: Request | None = None) -> Scene:
    """The scene with this seed; the same seed and request give the same picture."""
    request = request or Request()
    rng = np.random.default_rng(seed)
    level = request.level or LEVELS[int(rng.choice(3, p=(0.35, 0.45, 0.2)))]
    limits = LIMITS[level]
    contents = ("board", "other_game", "empty")
    content = request.content or str(rng.choice(contents, p=(0.88, 0.08, 0.04)))
    edition = request.edition or random_edition(rng, level)
    if request.near and rng.random() < request.near:
        edition = in_near_colours(rng, edition)
    if request.printed and rng.random() < request.printed:
        edition = with_prints(rng, edition)
    tiles = _lay_table(rng, request, limits, content)
    camera, conditions = _aim(rng, request, limits, tiles)
    conditions = {"level": level, "content": content, "edition": edition.name, **conditions}
    table = LaidTable(camera, camera.rays(), tiles, edition, (0.0, 0.0))
    picture, seen, covered, conditions, thrown = _paint(rng, table, limits, conditions, request)
    side = conditions["tile_width"] / math.sqrt(3.0)
    picture = degrade.optical_blur(rng, picture, side * 1.73, limits.blur)
    image = degrade.photographed(rng, picture, limits.noise, limits.jpeg)
    scene = scene_with_truth(seed, image, table, seen, covered, conditions)
    if thrown is not None:
        scene.truth["dice"] = thrown.truth(covered)
    return scene


def _lay_table(
    rng: np.random.Generator, request: Request, limits: Limits, content: str
) -> list[LaidTile]:
    """All hexagons on the table, the board's centre at the origin."""
    if content == "empty":
        return []
    if request.board is not None:
        cells = list(request.board.cells)
    else:
        count = request.tiles
        if count is None:
            sizes = rng.integers(1, 4), rng.integers(4, 20), rng.integers(20, 49)
            count = int(rng.choice(sizes, p=(0.12, 0.5, 0.38)))
        cells = random_cells(rng, count, SHAPES[int(rng.integers(len(SHAPES)))])
    gap = float(rng.uniform(0, limits.gap)) if rng.random() < 0.9 else 0.0
    turn = math.radians(float(rng.uniform(0, limits.turn)))
    hand = Hand(gap, turn, float(rng.uniform(0, limits.bend)))
    odd = request.odd_share
    if odd is None:
        odd = 0.0 if rng.random() < 0.8 else float(rng.uniform(0, 0.15))
    tiles = lay_board(rng, cells, hand, odd_share=odd)
    if request.board is not None:
        rotations = {tile.cell: tile.rotation for tile in request.board}
        tiles = [replace(tile, rotation=rotations[tile.cell]) for tile in tiles]
    reach = max(4.0, max(math.hypot(t.x, t.y) for t in tiles) + 3)
    if content == "other_game":
        return _as_other_game(rng, tiles)
    if request.board is None and rng.random() < 0.12 and len(cells) >= 4:
        size = int(rng.integers(1, max(2, len(cells) // 2)))
        second = lay_board(rng, random_cells(rng, size, "blob"), hand, group="second_group")
        for _ in range(30):
            away = rng.uniform(3, reach + size)
            heading = rng.uniform(0, 2 * math.pi)
            x, y = away * math.cos(heading), away * math.sin(heading)
            moved = moved_group(second, rng.uniform(0, 6.3), x, y)
            if all(is_free(t.x, t.y, tiles, 2.4) for t in moved):
                tiles += moved
                break
    if rng.random() < 0.3:
        tiles += scatter(rng, tiles, "palago", "loose", int(rng.integers(1, 5)), reach)
    if rng.random() < 0.3:
        for back in ("back_white", "back_blue"):
            tiles += scatter(rng, tiles, back, "face_down", int(rng.integers(0, 4)), reach)
    if request.board is None and rng.random() < 0.1:
        tiles = _turn_some_over(rng, tiles)
    if rng.random() < 0.25:
        kind = str(rng.choice(OTHER_KINDS))
        size_of_others = float(rng.uniform(0.6, 1.6))
        others = int(rng.integers(1, 7))
        tiles += scatter(rng, tiles, kind, "other", others, reach + 3, size_of_others)
    return tiles


def _as_other_game(rng: np.random.Generator, tiles: list[LaidTile]) -> list[LaidTile]:
    kinds = [str(k) for k in rng.choice((*OTHER_KINDS, "back_white", "back_blue"), 3)]
    changed = []
    for tile in tiles:
        kind = kinds[int(rng.choice(3, p=(0.7, 0.2, 0.1)))]
        rotation = int(rng.integers(6))
        changed.append(replace(tile, rotation=rotation, lift=0.0, kind=kind, group="other"))
    return changed


def _turn_some_over(rng: np.random.Generator, tiles: list[LaidTile]) -> list[LaidTile]:
    """Replace some tiles of a large board by plain backs, as long as the rest stays whole."""
    count = sum(t.group == "board" for t in tiles)
    if count < 6:
        return tiles
    changed = list(tiles)
    for index in rng.choice(count, int(rng.integers(1, 3)), replace=False):
        tile = changed[int(index)]
        rest = {t.cell for t in changed if t.group == "board"} - {tile.cell}
        if not Board(Tile(*cell, 0) for cell in rest).is_connected:
            continue
        kind = "back_white" if rng.random() < 0.5 else "back_blue"
        if rng.random() < 0.25:
            kind = str(rng.choice(OTHER_KINDS))
        group = "face_down" if kind.startswith("back") else "other"
        changed[int(index)] = replace(tile, rotation=0, kind=kind, group=group)
    return changed


def _aim(
    rng: np.random.Generator, request: Request, limits: Limits, tiles: list[LaidTile]
) -> tuple[Camera, dict[str, Any]]:
    """A camera that sees the board as the request wants it, and what it is like."""
    width, height = request.width, request.height
    tilt = request.tilt_deg
    if tilt is None:
        tilt = 0.0 if rng.random() < 0.1 else float(limits.tilt * rng.uniform(0, 1) ** 0.8)
    k1 = 0.0 if rng.random() < 0.3 else float(rng.uniform(*limits.k1))
    focal = float(rng.uniform(0.65, 1.4))
    if request.lens is not None:
        focal, k1 = request.lens
    heading = float(rng.uniform(0, 2 * math.pi))
    roll = float(rng.normal(0, 0.12))
    board = [t for t in tiles if t.group == "board"] or tiles
    centre = np.array([width / 2, height / 2])

    camera_at = partial(
        aimed_camera, width=width, height=height, tilt=math.radians(tilt), heading=heading,
        roll=roll, focal_share=focal, k1=k1,
    )  # fmt: skip
    if request.close_up:
        tile_width = request.tile_width or float(np.exp(rng.uniform(math.log(12), math.log(60))))
        if board:
            target = board[int(rng.integers(len(board)))]
            for index, tile in enumerate(tiles):
                tiles[index] = moved_group([tile], 0.0, -target.x, -target.y)[0]
        camera = camera_at(tile_width, rng.uniform(0.1, 0.9, 2) * (width, height))
    elif request.tile_width is not None or not board:
        tile_width = request.tile_width or float(rng.uniform(0.04, 0.2)) * width
        camera = camera_at(tile_width, centre)
    else:
        points = np.concatenate([plane_corners(t) for t in board])
        fill = float(rng.uniform(0.45, 0.97))
        tile_width, aim, room = fitted_aim(camera_at, points, fill, 0.2 * max(width, height))
        camera = camera_at(tile_width, aim + rng.uniform(-0.4, 0.4, 2) * np.maximum(room, 0))
    conditions = {
        "tilt_deg": round(tilt, 1),
        "k1": round(k1, 3),
        "focal_share": round(focal, 3),
        "tile_width": round(tile_width, 2),
    }
    return camera, conditions


def _paint(
    rng: np.random.Generator, table: LaidTable, limits: Limits, conditions: dict[str, Any],
    request: Request,
) -> tuple[Image, Seen, Flags, dict[str, Any], Thrown | None]:  # fmt: skip
    """The table in linear light, which tile each pixel sees, what hands cover, and the dice."""
    camera, tiles, edition = table.camera, table.tiles, table.edition
    width, height = camera.width, camera.height
    side = conditions["tile_width"] / math.sqrt(3.0)
    ground = camera.plane_points(table.rays, 0.0)
    pixel = float(np.median(table.pixel))
    kind = str(rng.choice(list(TEXTURES)))
    like = None
    if rng.random() < 0.18:
        like = (edition.white, edition.blue, edition.body, edition.line)[int(rng.integers(4))]
    if request.table is not None or (request.photographs and rng.random() < 0.25):
        kind = "photograph"
        picture = photograph(rng, ground, side, request.table)
    elif request.lettered and rng.random() < request.lettered:
        kind = "printed matter"
        picture = printed_matter(rng, ground)
    else:
        picture = texture(rng, kind, ground, pixel, like)
    squash = max(0.3, math.cos(math.radians(conditions["tilt_deg"])))
    things = int(rng.poisson(2.0)) if rng.random() < 0.6 else 0
    if things:
        places = rng.uniform(-0.05, 1.05, (things, 2)) * (width, height)
        # The truth would not tell of a die among the clutter.
        kinds = clutter.THINGS if request.dice is None else clutter.THINGS[1:]
        size = min(side * 1.2, max(width, height) / 4)
        spots = (clutter.Spot(place, size, squash) for place in places)
        clutter.put_things(rng, picture, spots, kinds)
    angle = rng.uniform(0, 2 * math.pi)
    table = replace(table, lamp=(math.cos(angle), math.sin(angle)))
    picture, seen, alpha = with_tiles(rng, rng, picture, table, side)
    covered = np.zeros((height, width), bool)
    thrown = None
    if request.dice is not None:
        thrown = throw(
            rng, picture, table, request.dice, request.look_alikes, request.cubes,
            request.touching,
        )  # fmt: skip
        seen.owner[thrown.owner != -1] = -1
        alpha[thrown.owner != -1] = 0.0
    hand = tiles and rng.random() < (limits.hand if request.hands is None else request.hands)
    if hand:
        target = seen.corners[int(rng.integers(len(tiles)))].mean(axis=0)
        if thrown is not None and thrown.dice and rng.random() < 0.6:
            target = thrown.place(int(rng.integers(len(thrown.dice))))
        target += rng.normal(0, 0.6, 2) * side
        covered |= clutter.reach_over(rng, picture, target, side) > 127
        while request.hands is not None and rng.random() < 0.6:
            beside = target + rng.normal(0, 2.5, 2) * side
            covered |= clutter.reach_over(rng, picture, beside, side) > 127
    for _ in range(request.cards if tiles else 0):
        target = seen.corners[int(rng.integers(len(tiles)))].mean(axis=0)
        spot = clutter.Spot(target + rng.normal(0, 0.8, 2) * side, side, squash)
        covered |= clutter.lay_card(rng, picture, spot, float(rng.uniform(1.5, 6.0))) > 127
    picture = picture * light.illumination(rng, height, width, limits.gradient)
    shadow = rng.random() < limits.hard_shadow
    if shadow:
        lit = light.cast_shadows(rng, height, width)[..., None]
        tint = np.exp(rng.normal(0, 0.06, 3)).astype(np.float32)
        picture = picture * (lit * (1 - tint) * 0.5 + lit * 0.5 + lit * tint * 0.5)
    gloss = rng.random() < limits.glare
    white = light.light_colour(rng) * np.float32(np.percentile(picture, 90))
    uncovered = (~covered).astype(np.float32) * alpha
    shine = light.sheen(rng, seen.owner, seen.u, seen.v, edition.gloss * float(rng.uniform(0, 0.6)))
    if gloss:
        shine += light.glare(rng, table.tops, seen.owner, float(rng.uniform(0.3, 2.0)))
    picture = picture + (shine * uncovered)[..., None] * white
    conditions = {
        **conditions,
        "background": kind,
        "like_tile": like is not None,
        "hand": bool(hand),
        "hard_shadow": bool(shadow),
        "glare": bool(gloss),
        "things": things,
        "line_width": round(edition.line_width, 3),
        "rim": round(edition.rim, 3),
    }
    return np.asarray(picture, dtype=np.float32), seen, covered, conditions, thrown
