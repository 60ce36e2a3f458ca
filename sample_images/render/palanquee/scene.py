"""Build the scene of a plan, take its picture, and write down the truth about it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from engine.palanquee.table import drawn

from .. import build
from ..photo.camera import Camera
from ..room import surfaces
from ..room.table import Table, put_hand, set_up, take
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
    far = max(sheet.width, sheet.height) / 2
    placed = table.clutter(plan.clutter, lambda radius: far + radius, span + 0.1)
    target = sheet.world(
        np.array([(x, y) for x in (0.0, drawn.WIDTH) for y in (0.0, drawn.HEIGHT)])
    )
    camera = plan.camera(target, plan.fill)
    if plan.hand:
        _put_hand(plan, rng, sheet)
    kelvin = set_up(plan, rng, surfaces.surface(rng, plan.table), span, camera, target, scale)
    truth = _truth(plan, camera, sheet, ground, laid, odd, loose)
    _, data, developed = take(plan, rng, camera, kelvin, samples, threads, 150_000)
    truth["conditions"].update(
        clutter=placed, line_width=round(look.line_width, 3), board=list(look.fill),
        seeds_by=counters.seeds_by, mark=counters.mark, **developed,
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
    def reach(inwards: np.ndarray) -> tuple[np.ndarray, float]:
        far = rng.uniform(0.15, 0.42) if plan.hand == "over" else 0.62
        tip = -far * max(sheet.width, sheet.height) * inwards
        return tip, 0.02 if plan.hand == "over" else 0.012

    put_hand(plan, rng, reach)


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
        pieces.append({
            "cell": piece["cell"], "row": piece["row"], "colour": piece["colour"],
            "kind": piece["kind"], "visible": share,
            "radius": piece["radius"], "height": piece["height"],
            "center": camera.told(piece["at"][None])[0],
        })  # fmt: skip
    corners = sheet.world(
        np.array([[0, 0], [drawn.WIDTH, 0], [drawn.WIDTH, drawn.HEIGHT], [0, drawn.HEIGHT]], float)
    )
    middle = drawn.DrawnCell(9, 9)
    spans = camera.project(sheet.world(np.array([middle.corners[4], middle.corners[2]])))
    truth = plan.truth(camera)
    truth["conditions"].update(
        counters=plan.counters, paper=plan.paper, pieces=len(laid), reserve=loose,
        waves_mm=round(1000 * plan.waves, 1),
        cell_px=round(float(np.hypot(*(spans[0] - spans[1]))), 1),
    )  # fmt: skip
    hidden = _hidden(camera, sheet, ground, [p["object"] for p in laid])
    return truth | {
        "game": "palanquee", "tiles": [], "pieces": pieces, "odd": odd, "hidden": hidden,
        "corners": camera.told(corners),
    }  # fmt: skip


def _hidden(camera: Camera, sheet: Sheet, ground: Any, pieces: list[Any]) -> list[list[Any]]:
    """Drawn cells of which a hand, a thing or the picture's edge hides a good part."""
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
            what, _ = build.first_hit(camera, point, 0.01)
            marks = ("sticker", "ring", "dot", "bar")
            name = what.name if what is not None else "table"
            bad += name not in known and "table" not in name and not name.startswith(marks)
        if bad >= 3:
            result.append([cell.name, cell.row])
    return result
