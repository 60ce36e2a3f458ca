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
from .photo import develop, glare
from .photo.camera import Camera, framed
from .plan import Plan
from .room import clutter, hand, lights, surfaces
from .truth import truth_of

SQRT3 = math.sqrt(3.0)


def lay_board(
    plan: Plan,
    rng: np.random.Generator,
    edition: tiles.Edition,
    mesh: Any,
    materials: list[Any],
    cells: list[Cell],
    rotations: list[int],
    origin: tuple[float, float],
    frame: float,
) -> Laid:
    """Lay tiles by hand: gaps, small turns and shifts, rows that bend."""
    laid = Laid(edition)
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
            materials[rng.integers(len(materials))],
            origin[0] + c * x2 - s * y2,
            origin[1] + s * x2 + c * y2,
            frame + turn,
            rotation,
            (float(lean[0]), float(lean[1])),
        )
    return laid


class Table:
    """Keeps account of what room is taken, so that nothing stands in anything else."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.taken: list[tuple[float, float, float]] = []

    def take(self, x: float, y: float, radius: float) -> None:
        self.taken.append((x, y, radius))

    def free_place(
        self,
        radius: float,
        nearest: float,
        farthest: float,
        about: tuple[float, float] = (0.0, 0.0),
    ) -> tuple[float, float] | None:
        """A free round place between two distances from a point, near ones first."""
        for attempt in range(200):
            away = nearest + (farthest - nearest) * self.rng.random() * (0.3 + attempt / 285)
            angle = self.rng.uniform(0, math.tau)
            x, y = about[0] + away * math.cos(angle), about[1] + away * math.sin(angle)
            if all(math.hypot(x - a, y - b) > radius + c for a, b, c in self.taken):
                self.take(x, y, radius)
                return x, y
        return None


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
    second, second_cells, second_rotations = Laid(edition), [], []
    loose, downs = Laid(edition), Laid(edition)
    if not boardless:
        laid = lay_board(plan, rng, edition, mesh, [printed], cells, rotations, (0, 0), frame)
        for x, y, _ in laid.poses:
            table.take(x, y, side)
        span = max(math.hypot(x, y) for x, y, _ in laid.poses) + side
        if 2 * plan.second_group <= len(cells) and plan.second_group:
            reach = 2.2 * side * math.sqrt(plan.second_group)
            spot = table.free_place(reach, 2 * side, span + 2 * reach)
            if spot:
                second_cells = boards.random_cells(rng, plan.second_group, "blob")
                second_rotations = boards.random_rotations(rng, plan.second_group, 0)
                second = lay_board(
                    plan,
                    rng,
                    edition,
                    mesh,
                    [printed],
                    second_cells,
                    second_rotations,
                    spot,
                    float(rng.uniform(0, math.tau)),
                )
        for _ in range(plan.loose):
            spot = table.free_place(side * 1.06, 2 * side, span + 3 * side)
            if spot:
                loose.add(mesh, printed, *spot, float(rng.uniform(0, math.tau)), 0, (0, 0))
        bpy.context.view_layer.update()
        target = np.array([laid.face(k, tiles.hexagon()) for k in range(len(laid.poses))])
        target = target.reshape(-1, 3)
    else:
        target = others.lay_other_game(plan, rng, edition, mesh, backs, table, grunge, downs)
        span = float(np.abs(target).max())
    for _ in range(plan.face_down if not boardless else 0):
        spot = table.free_place(side * 1.06, 2 * side, span + 3 * side)
        if spot:
            downs.add(
                mesh, backs[rng.integers(2)], *spot, float(rng.uniform(0, math.tau)), 0, (0, 0)
            )
    dice = [] if thrown is None else throw_dice(
        thrown, plan.seed, laid, table, span, edition.thickness
    )  # fmt: skip
    placed = []
    for name in plan.clutter:
        maker, radius = clutter.THINGS[name]
        spot = table.free_place(radius, 1.2 * side, span + 0.16)
        if spot:
            maker(rng, spot)
            placed.append(name)
    bpy.context.view_layer.update()

    camera = _camera(plan, target)
    if plan.hand:
        tips = [np.array(die.thing.location[:2]) for die in dice]
        _put_hand(plan, rng, laid, camera, span, edition, tips)
    top = surfaces.surface(rng, plan.table)
    if "camouflage" in plan.hardships:
        top = surfaces.felt_of(rng, (edition.white, edition.blue)[rng.integers(2)])
        plan.table = "cloth of a tile's colour"
    others.furniture(rng, top, plan.table, span)
    mirrored = "glare" in plan.hardships
    light = lights.light_table(
        rng,
        plan.light,
        plan.heading + rng.normal(0, 6) if mirrored else None,
        90 - plan.tilt + rng.normal(0, 5),
        bool(plan.hardships),
    )
    margin = camera.render_margin()
    middle = target.mean(axis=0) - np.array(camera.position)
    sharp_at = float(middle @ np.array(camera.axes[2])) * (1 + plan.misfocus)
    build.set_camera(camera, margin, scale, sharp_at, plan.f_stop)
    bpy.context.view_layer.update()
    truth = truth_of(
        plan,
        camera,
        laid,
        cells if not boardless else [],
        rotations,
        second,
        second_cells,
        second_rotations,
        loose,
        downs,
    )
    if thrown is not None:
        truth["dice"] = truth_of_dice(camera, dice)
        truth["conditions"]["look_alikes"] = list(thrown.look_alikes)
    linear_light = build.take_picture(samples, threads)
    settings = _development(plan, rng, float(light["kelvin"]))
    picture = develop.develop(linear_light, camera, margin, settings, rng)
    large = max(plan.size) > 2000
    data, quality = develop.jpeg(picture, settings.quality, 1_000_000 if large else 250_000)
    truth["conditions"].update(
        words,
        clutter=placed,
        jpeg_quality=quality,
        noise=round(settings.noise, 2),
        motion_px=round(settings.motion, 1),
        kelvin=round(float(light["kelvin"])),
    )
    truth["conditions"]["washed_out"] = glare.washed_out(picture, truth["tiles"])
    if truth["conditions"]["washed_out"]:
        truth["conditions"]["glare"] = True
        truth["conditions"]["level"] = "hard"
    truth["palette"] = {
        "white": [round(v) for v in edition.white],
        "blue": [round(v) for v in edition.blue],
    }
    return data, truth


def _camera(plan: Plan, target: np.ndarray) -> Camera:
    view = {
        "tilt": plan.tilt,
        "heading": plan.heading,
        "roll": plan.roll,
        "size": plan.size,
        "focal": max(plan.size) * plan.focal_mm / 36.0,
        "k1": plan.k1,
    }
    fill = plan.fill
    if plan.count < 4 and plan.other_game is None:
        fill *= 0.55
    return framed(target, fill, plan.off_centre, **view)


def _put_hand(
    plan: Plan,
    rng: np.random.Generator,
    laid: Laid,
    camera: Camera,
    span: float,
    edition: tiles.Edition,
    dice: list[np.ndarray],
) -> None:
    pose = hand.POSES[rng.integers(len(hand.POSES))]
    dress = str(rng.choice(["bare", "bare", "sleeve", "glove"]))
    reach_from = math.radians(plan.heading) + rng.normal(math.pi, 0.9)
    inwards = np.array([-math.sin(reach_from), -math.cos(reach_from)])
    height = edition.thickness + 0.012
    if plan.hand == "over" and laid.poses:
        edge = max(
            laid.poses, key=lambda p: -float(np.array(p[:2]) @ inwards) + rng.normal(0, 0.02)
        )
        tip = np.array(edge[:2]) + 0.01 * inwards
    elif plan.hand == "over":
        tip = 0.02 * inwards
    elif plan.hand == "die" and dice:
        tip = dice[rng.integers(len(dice))] - rng.uniform(0.0, 0.012) * inwards
        height = 0.03
    else:
        tip = -(span + 0.02) * inwards
        height = 0.012
    hand.add_hand(
        rng,
        (float(tip[0]), float(tip[1]), height),
        math.atan2(float(inwards[1]), float(inwards[0])),
        pose,
        dress,
    )
    plan.words.update(hand_pose=pose, hand_dress=dress)


def _development(plan: Plan, rng: np.random.Generator, kelvin: float) -> develop.Development:
    """The phone's settings: it balances most of the lamp's colour away, not all."""
    share = rng.uniform(0.6, 1.0)
    gains = 1.0 / lights.blackbody(kelvin) ** share
    gains = gains / gains[1] * np.array([1, rng.uniform(0.97, 1.03), 1])
    noisy = "noise" in plan.hardships
    dim = plan.light in ("evening", "desk lamp")
    scale = max(plan.size) / 1280
    return develop.Development(
        exposure=plan.exposure,
        white_balance=tuple(float(g) for g in gains),
        noise=float(rng.uniform(5, 9) if noisy else rng.uniform(0.8, 3.5 if dim else 2.0)),
        motion=float(rng.uniform(4, 9) * scale if "motion" in plan.hardships else 0.0),
        motion_angle=float(rng.uniform(0, math.pi)),
        vignette=float(rng.uniform(0.02, 0.3)),
        contrast=float(rng.uniform(0.0, 0.45)),
        saturation=float(rng.uniform(0.9, 1.25)),
        sharpening=float(rng.uniform(0.1, 0.8)),
        quality=int(rng.integers(38, 50) if noisy else rng.integers(70, 92)),
        smear=float(rng.uniform(0.5, 1.2) if noisy else rng.uniform(0, 0.5)),
    )
