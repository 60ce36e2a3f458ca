"""Build the scene of a plan, take its picture, and write down the truth about it."""

from __future__ import annotations

import math
from typing import Any

import bpy
import numpy as np

from engine.lattice import Cell

from . import build
from .board import boards, others, tiles
from .board.editions import random_edition
from .board.laid import Laid
from .dice.plan import DicePlan, throw_dice
from .dice.solids import truth_of_dice
from .nodes import image_of
from .photo import glare
from .plan import Plan
from .room import surfaces
from .room.table import Table, put_hand, set_up, take
from .truth import truth_of

SQRT3 = math.sqrt(3.0)


def lay_board(
    plan: Plan,
    rng: np.random.Generator,
    edition: tiles.Edition,
    mesh: Any,
    material: Any,
    cells: list[Cell],
    rotations: list[int],
    origin: tuple[float, float],
    frame: float,
) -> Laid:
    """Lay tiles by hand: gaps, small turns and shifts, rows that bend."""
    laid = Laid(edition)
    laid.placed = list(zip(cells, rotations, strict=True))
    pitch = edition.side * (1 + plan.gap)
    flat = np.array([(SQRT3 * (q + r / 2), -1.5 * r) for q, r in cells]) * pitch
    middle = flat.mean(axis=0)
    reach = max(float(np.abs(flat - middle).max()), 1e-6)
    bend = plan.bend * plan.gap * 0.6 / reach
    for (x, y), rotation in zip(flat - middle, rotations, strict=True):
        loose = plan.gap * SQRT3 * edition.side
        x2, y2 = x + bend * y * abs(y), y
        local = -2 * bend * abs(y) / 2
        x2 += rng.normal(0, 0.12 * loose + 1e-4)
        y2 += rng.normal(0, 0.12 * loose + 1e-4)
        most = 0.9 * plan.gap * SQRT3 + 0.003
        turn = float(np.clip(rng.normal(0, 0.4 * most), -most, most)) + local
        c, s = math.cos(frame), math.sin(frame)
        lean = rng.normal(0, math.radians(0.22), 2)
        laid.add(
            mesh,
            material,
            origin[0] + c * x2 - s * y2,
            origin[1] + s * x2 + c * y2,
            frame + turn,
            rotation,
            (float(lean[0]), float(lean[1])),
        )
    return laid


def picture_of(
    plan: Plan, samples: int, scale: float, threads: int, thrown: DicePlan | None = None
) -> tuple[bytes, dict[str, Any]]:
    """The JPEG of a plan and its truth. ``scale``: rendered pixels a pixel of the picture.

    With ``thrown`` there are dice on the table, and the truth tells of them.
    """
    rng = np.random.default_rng([2027, plan.seed])
    build.empty_scene()
    edition, words = random_edition(rng, plan.edition)
    grunge = image_of("grunge", tiles.grunge_picture(rng), "Non-Color")
    mesh = tiles.body_mesh(edition)
    printed = tiles.tile_material(edition, *tiles.face_pictures(edition), "print", grunge)
    backs = [
        tiles.back_material(edition, colour, grunge) for colour in (edition.white, edition.blue)
    ]
    table = Table(rng)
    side = edition.side
    boardless = plan.other_game is not None
    cells = [(0, 0)] if boardless else boards.random_cells(rng, plan.count, plan.shape)
    rotations = boards.random_rotations(rng, len(cells), plan.odd)
    frame = float(rng.uniform(0, math.tau))
    laid = Laid(edition)
    second, loose, downs = Laid(edition), Laid(edition), Laid(edition)
    if not boardless:
        laid = lay_board(plan, rng, edition, mesh, printed, cells, rotations, (0, 0), frame)
        for x, y, _ in laid.poses:
            table.take(x, y, side)
        span = max(math.hypot(x, y) for x, y, _ in laid.poses) + side
        if 2 * plan.second_group <= len(cells) and plan.second_group:
            reach = 2.2 * side * math.sqrt(plan.second_group)
            spot = table.free_place(reach, 2 * side, span + 2 * reach)
            if spot:
                cells = boards.random_cells(rng, plan.second_group, "blob")
                rotations = boards.random_rotations(rng, plan.second_group, 0)
                frame = float(rng.uniform(0, math.tau))
                second = lay_board(plan, rng, edition, mesh, printed, cells, rotations, spot, frame)
        for _ in range(plan.loose):
            spot = table.free_place(side * 1.06, 2 * side, span + 3 * side)
            if spot:
                loose.add(mesh, printed, *spot, float(rng.uniform(0, math.tau)))
        bpy.context.view_layer.update()
        target = np.array([laid.face(k, tiles.hexagon()) for k in range(len(laid.poses))])
        target = target.reshape(-1, 3)
    else:
        target = others.lay_other_game(plan, rng, edition, mesh, backs, table, grunge, downs)
        span = float(np.abs(target).max())
    for _ in range(plan.face_down if not boardless else 0):
        spot = table.free_place(side * 1.06, 2 * side, span + 3 * side)
        if spot:
            downs.add(mesh, backs[rng.integers(2)], *spot, float(rng.uniform(0, math.tau)))
    dice = [] if thrown is None else throw_dice(
        thrown, plan.seed, laid, table, span, edition.thickness
    )  # fmt: skip
    placed = table.clutter(plan.clutter, lambda _: 1.2 * side, span + 0.16)
    fill = plan.fill * (0.55 if plan.count < 4 and not boardless else 1.0)
    camera = plan.camera(target, fill)
    if plan.hand:
        tips = [np.array(die.thing.location[:2]) for die in dice]
        _put_hand(plan, rng, laid, span, tips)
    top = surfaces.surface(rng, plan.table)
    if "camouflage" in plan.hardships:
        top = surfaces.felt_of(rng, (edition.white, edition.blue)[rng.integers(2)])
        plan.table = "cloth of a tile's colour"
    kelvin = set_up(plan, rng, top, span, camera, target, scale)
    truth = truth_of(plan, camera, laid, second, loose, downs)
    if thrown is not None:
        truth["dice"] = truth_of_dice(camera, dice)
        truth["conditions"]["look_alikes"] = list(thrown.look_alikes)
    most_bytes = 1_000_000 if max(plan.size) > 2000 else 250_000
    picture, data, developed = take(plan, rng, camera, kelvin, samples, threads, most_bytes)
    truth["conditions"].update(words, clutter=placed, **developed)
    truth["conditions"]["washed_out"] = glare.washed_out(picture, truth["tiles"])
    if truth["conditions"]["washed_out"]:
        truth["conditions"]["glare"] = True
        truth["conditions"]["level"] = "hard"
    truth["palette"] = {
        "white": [round(v) for v in edition.white],
        "blue": [round(v) for v in edition.blue],
    }
    return data, truth


def _put_hand(
    plan: Plan, rng: np.random.Generator, laid: Laid, span: float, dice: list[np.ndarray]
) -> None:
    """A hand over the tiles or a die, or beside them."""

    def reach(inwards: np.ndarray) -> tuple[np.ndarray, float]:
        height = laid.edition.thickness + 0.012
        if plan.hand == "over" and laid.poses:
            edge = max(
                laid.poses, key=lambda p: -float(np.array(p[:2]) @ inwards) + rng.normal(0, 0.02)
            )
            return np.array(edge[:2]) + 0.01 * inwards, height
        if plan.hand == "over":
            return 0.02 * inwards, height
        if plan.hand == "die" and dice:
            return dice[rng.integers(len(dice))] - rng.uniform(0.0, 0.012) * inwards, 0.03
        return -(span + 0.02) * inwards, 0.012

    put_hand(plan, rng, reach)
