"""Build the scene of a plan, take its picture, and write down the truth about it."""

from __future__ import annotations

import math
from typing import Any

import bpy
import numpy as np

from engine.palanquee.table import drawn

from .. import build
from ..board import others
from ..photo import develop
from ..photo.camera import Camera, framed
from ..room import clutter, hand, lights, surfaces
from ..scene import Table, _development
from .counters import COLOURS, Set
from .paper import Sheet, draw_print, random_print
from .plan import PAPERS, Plan

THICKEST_MARK = 0.002
"""A seed's mark hides nothing of it: so far (m) before its top it may meet a slanting look."""
Piece = tuple[drawn.DrawnCell, str, str]


def random_pieces(rng: np.random.Generator, count: int) -> list[Piece]:
    """Plants of two to five players, each a patch round its seeds."""
    players = [str(c) for c in rng.permutation(COLOURS)[: int(rng.integers(2, 6))]]
    free = {cell.name: cell for cell in drawn.drawn_cells() if cell.row <= drawn.RING}
    pieces: list[Piece] = []
    for number, player in enumerate(players):
        share = count // len(players) + (number < count % len(players))
        if share == 0:
            continue
        seeds = min(share, int(rng.integers(1, 4)))
        middles = [drawn.drawn_cells()[rng.integers(313)] for _ in range(seeds)]
        wanted = sorted(
            free.values(),
            key=lambda c: (
                min(math.dist(c.centre, m.centre) for m in middles) + rng.exponential(1.2)
            ),
        )[:share]
        order = sorted(wanted, key=lambda c: min(math.dist(c.centre, m.centre) for m in middles))
        for k, cell in enumerate(order):
            twice = drawn.drawings_of(cell.name)
            pieces.append(
                (twice[int(rng.integers(len(twice)))], player, "seed" if k < seeds else "sprout")
            )
            del free[cell.name]
    return pieces


def picture_of(
    plan: Plan, samples: int, scale: float, threads: int
) -> tuple[bytes, dict[str, Any]]:
    """The JPEG of a plan and its truth. ``scale``: rendered pixels a pixel of the picture."""
    rng = np.random.default_rng([2207, plan.seed])
    build.empty_scene()
    look = random_print(rng)
    side = PAPERS[plan.paper] / drawn.WIDTH
    sheet = Sheet(rng, look, side, plan.waves, float(rng.normal(0, 0.04)))
    picture = draw_print(rng, look, plan.paper == "glued")
    ground = sheet.build(rng, picture, 0.35 if "glare" in plan.hardships else look.shiny)
    counters = Set(rng, plan.counters, plan.seeds_by, side)
    table = Table(rng)
    span = math.hypot(sheet.width, sheet.height) / 2
    laid, odd = _lay(plan, rng, sheet, counters)
    loose = _reserve(plan, rng, sheet, counters, table)
    placed = []
    for name in plan.clutter:
        maker, radius = clutter.THINGS[name]
        spot = table.free_place(radius, max(sheet.width, sheet.height) / 2 + radius, span + 0.1)
        if spot:
            maker(rng, spot)
            placed.append(name)
    bpy.context.view_layer.update()
    target = sheet.world(
        np.array([(x, y) for x in (0.0, drawn.WIDTH) for y in (0.0, drawn.HEIGHT)])
    )
    camera = framed(
        target, plan.fill, plan.off_centre, tilt=plan.tilt, heading=plan.heading, roll=plan.roll,
        size=plan.size, focal=max(plan.size) * plan.focal_mm / 36.0, k1=plan.k1,
    )  # fmt: skip
    if plan.hand:
        _put_hand(plan, rng, sheet)
    others.furniture(rng, surfaces.surface(rng, plan.table), plan.table, span)
    mirrored = "glare" in plan.hardships
    light = lights.light_table(
        rng, plan.light, plan.heading + rng.normal(0, 6) if mirrored else None,
        90 - plan.tilt + rng.normal(0, 5), bool(plan.hardships),
    )  # fmt: skip
    margin = camera.render_margin()
    middle = target.mean(axis=0) - np.array(camera.position)
    sharp_at = float(middle @ np.array(camera.axes[2])) * (1 + plan.misfocus)
    build.set_camera(camera, margin, scale, sharp_at, plan.f_stop)
    bpy.context.view_layer.update()
    truth = _truth(plan, camera, sheet, ground, laid, odd, loose)
    linear_light = build.take_picture(samples, threads)
    settings = _development(plan, rng, float(light["kelvin"]))  # type: ignore[arg-type]
    developed = develop.develop(linear_light, camera, margin, settings, rng)
    data, quality = develop.jpeg(developed, settings.quality, 150_000)
    truth["conditions"].update(
        clutter=placed, jpeg_quality=quality, noise=round(settings.noise, 2),
        motion_px=round(settings.motion, 1), kelvin=round(float(light["kelvin"])),  # type: ignore[arg-type]
        line_width=round(look.line_width, 3), board=list(look.fill),
        seeds_by=counters.seeds_by, mark=counters.mark, **plan.words,
    )  # fmt: skip
    return data, truth


def _lay(
    plan: Plan, rng: np.random.Generator, sheet: Sheet, counters: Set
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Lay the pieces; those that lie across a side between two cells, or on another, are odd."""
    laid, odd = [], []
    for cell, colour, kind in random_pieces(rng, plan.pieces):
        body = counters.seed if kind == "seed" else counters.sprout
        room = max(0.03, drawn.HALF - body.radius / sheet.side)
        offset = np.clip(rng.normal(0, plan.crooked, 2), -0.9 * room - 0.02, 0.9 * room + 0.02)
        between = "crooked" in plan.hardships and rng.random() < 0.02
        if between:
            angle = math.pi / 6 + math.pi / 3 * rng.integers(6)
            offset = (
                drawn.HALF * rng.uniform(0.88, 1.0) * np.array([math.cos(angle), math.sin(angle)])
            )
        at, slope = sheet.seat(np.array(cell.centre) + offset, body.radius)
        stacked = "stacked" in plan.hardships and kind == "sprout" and rng.random() < 0.08
        if stacked:
            # Only the upper one is listed: of the lower one hardly its side is seen.
            counters.put(rng, at, str(rng.choice(COLOURS)), "sprout", 0.0, slope)
        foot = counters.sprout.height if stacked else 0.0
        made, points = counters.put(rng, at, colour, kind, foot, slope)
        entry = {"cell": cell.name, "row": cell.row, "colour": colour, "kind": kind,
                 "at": at, "object": made, "points": points,
                 "radius": round(body.radius / sheet.side, 3),
                 "height": round((foot + body.height) / sheet.side, 3)}  # fmt: skip
        laid.append(entry)
        if between or stacked:
            what = "between" if between else "stacked"
            odd.append({"what": what, "cell": cell.name, "row": cell.row})
    return laid, odd


def _reserve(
    plan: Plan, rng: np.random.Generator, sheet: Sheet, counters: Set, table: Table
) -> int:
    """Counters that wait beside the board."""
    if rng.random() < 0.5:
        return 0
    c, s = math.cos(sheet.turn), math.sin(sheet.turn)
    count = 0
    for _ in range(int(rng.integers(1, 4))):
        way = rng.integers(4)
        colour = str(rng.choice(COLOURS))
        for _ in range(int(rng.integers(2, 12))):
            along = rng.normal(rng.uniform(-0.3, 0.3), 0.1)
            out = 0.5 + rng.uniform(0.06, 0.16)
            x, y = [(out, along), (-out, along), (along, out), (along, -out)][way]
            x, y = x * sheet.width, y * sheet.height
            at = np.array([c * x - s * y, s * x + c * y, 0.0])
            body = counters.sprout.radius
            if all(math.hypot(at[0] - a, at[1] - b) > body + r for a, b, r in table.taken):
                table.take(float(at[0]), float(at[1]), body)
                counters.put(rng, at, colour, "sprout" if rng.random() < 0.9 else "seed")
                count += 1
    return count


def _put_hand(plan: Plan, rng: np.random.Generator, sheet: Sheet) -> None:
    pose = hand.POSES[rng.integers(len(hand.POSES))]
    dress = str(rng.choice(["bare", "bare", "sleeve", "glove"]))
    reach_from = math.radians(plan.heading) + rng.normal(math.pi, 0.9)
    inwards = np.array([-math.sin(reach_from), -math.cos(reach_from)])
    reach = rng.uniform(0.15, 0.42) if plan.hand == "over" else 0.62
    tip = -reach * max(sheet.width, sheet.height) * inwards
    height = 0.02 if plan.hand == "over" else 0.012
    hand.add_hand(
        rng, (float(tip[0]), float(tip[1]), height),
        math.atan2(float(inwards[1]), float(inwards[0])), pose, dress,
    )  # fmt: skip
    plan.words.update(hand_pose=pose, hand_dress=dress)


def _truth(
    plan: Plan,
    camera: Camera,
    sheet: Sheet,
    ground: Any,
    laid: list[dict[str, Any]],
    odd: list[dict[str, Any]],
    loose: int,
) -> dict[str, Any]:
    shares = build.visible_shares(camera, [(p["object"], p["points"]) for p in laid], THICKEST_MARK)
    pieces = []
    for piece, share in zip(laid, shares, strict=True):
        centre = camera.project(piece["at"][None])[0]
        pieces.append({
            "cell": piece["cell"], "row": piece["row"], "colour": piece["colour"],
            "kind": piece["kind"], "visible": share,
            "radius": piece["radius"], "height": piece["height"],
            "center": [round(float(v), 2) for v in centre],
        })  # fmt: skip
    corners = sheet.world(
        np.array([[0, 0], [drawn.WIDTH, 0], [drawn.WIDTH, drawn.HEIGHT], [0, drawn.HEIGHT]], float)
    )
    middle = drawn.DrawnCell(9, 9)
    spans = camera.project(sheet.world(np.array([middle.corners[4], middle.corners[2]])))
    conditions = {
        "level": plan.level, "hardships": list(plan.hardships), "counters": plan.counters,
        "paper": plan.paper, "pieces": len(laid), "reserve": loose, "table": plan.table,
        "light": plan.light, "tilt_deg": round(plan.tilt, 1),
        "heading_deg": round(plan.heading, 1), "focal_mm": round(plan.focal_mm, 1),
        "focal_px": round(camera.focal, 1), "k1": round(plan.k1, 4),
        "waves_mm": round(1000 * plan.waves, 1), "glare": "glare" in plan.hardships,
        "hand": plan.hand, "cell_px": round(float(np.hypot(*(spans[0] - spans[1]))), 1),
    }  # fmt: skip
    return {
        "generator": "cycles", "game": "palanquee", "seed": plan.seed, "split": plan.split,
        "image": {"width": camera.width, "height": camera.height}, "conditions": conditions,
        "tiles": [], "pieces": pieces, "odd": odd,
        "hidden": _hidden(camera, sheet, ground, [p["object"] for p in laid]),
        "corners": [[round(float(v), 2) for v in c] for c in camera.project(corners)],
    }  # fmt: skip


def _hidden(camera: Camera, sheet: Sheet, ground: Any, pieces: list[Any]) -> list[list[Any]]:
    """Drawn cells of which a hand, a thing or the picture's edge hides a good part."""
    scene, graph = bpy.context.scene, bpy.context.evaluated_depsgraph_get()
    eye = np.array(camera.position)
    known = {ground.name, *(p.name for p in pieces)}
    turns = np.arange(6) * math.tau / 6
    offsets = np.concatenate([[[0, 0]], 0.55 * np.stack([np.cos(turns), np.sin(turns)], 1)])
    result = []
    for cell in drawn.drawn_cells():
        points = sheet.world(np.array(cell.centre) + offsets)
        bad = 0
        for point, (x, y) in zip(points, camera.project(points), strict=True):
            if not (0 <= x < camera.width and 0 <= y < camera.height):
                bad += 1
                continue
            way = point - eye
            length = float(np.linalg.norm(way))
            hit, _, _, _, what, _ = scene.ray_cast(
                graph, tuple(eye), tuple(way / length), distance=length + 0.01
            )
            marks = ("sticker", "ring", "dot", "bar")
            name = what.original.name if hit else "table"
            bad += name not in known and "table" not in name and not name.startswith(marks)
        if bad >= 3:
            result.append([cell.name, cell.row])
    return result
