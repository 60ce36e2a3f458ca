"""Pictures of tables with dice: what a seed decides about them, and where they are put.

Seeds from 1000 on; one of six has no die, only what looks like one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ..plan import Plan, make_plan
from . import look_alikes, solids

if TYPE_CHECKING:
    from ..board.laid import Laid
    from ..room.table import Table

FIRST_SEED = 1000
WHERES = ("table", "board", "edge")


@dataclass(frozen=True)
class DicePlan:
    """The dice of one picture: (kind, state, where) each, and the names of look-alikes."""

    dice: tuple[tuple[str, str, str], ...]
    look_alikes: tuple[str, ...]
    alike: bool  # all from one set


def dice_plan(seed: int) -> DicePlan:
    """What is thrown in the picture of a seed, the same on every machine."""
    rng = np.random.default_rng([2028, seed])
    count = 0 if seed % 6 == 5 else int(rng.choice([2, 3, 4, 6], p=[0.3, 0.3, 0.25, 0.15]))
    kind = str(rng.choice(solids.KINDS, p=[0.5, 0.22, 0.16, 0.12]))
    alike = bool(rng.random() < 0.5)
    thrown = []
    for _ in range(count):
        own = kind if alike else str(rng.choice(solids.KINDS, p=[0.5, 0.22, 0.16, 0.12]))
        state = str(rng.choice(["lying", "cocked", "rolling"], p=[0.84, 0.11, 0.05]))
        thrown.append((own, state, str(rng.choice(WHERES, p=[0.62, 0.23, 0.15]))))
    names = list(look_alikes.LOOK_ALIKES)
    others = rng.choice(names, size=int(rng.integers(0, 6)) + (4 if count == 0 else 0))
    return DicePlan(tuple(thrown), tuple(map(str, others)), alike)


def scene_plan(seed: int) -> Plan:
    """The rest of the picture: as other pictures, but without dice among the clutter."""
    plan = make_plan(seed)
    rng = np.random.default_rng([2029, seed])
    clutter = tuple(thing for thing in plan.clutter if thing != "dice")[:3]
    if rng.random() < 0.1:
        plan = replace(plan, table="dotted cloth")
    if plan.other_game in ("face-down only", "hexagon floor", "clutter only"):
        plan = replace(plan, count=4)
    if rng.random() < 0.35:
        plan = replace(plan, fill=float(rng.uniform(0.26, 0.45)))  # small dice
    if plan.hand is None and rng.random() < 0.12:
        plan = replace(plan, hand="die")
    return replace(plan, clutter=clutter, second_group=0)


def throw_dice(
    plan: DicePlan, seed: int, laid: Laid, table: Table, span: float, thickness: float
) -> list[solids.Die]:
    """Put the dice and what looks like them on the table of a scene, near the board."""
    rng = np.random.default_rng([2030, seed])
    looks = {kind: solids.random_look(rng, kind) for kind in solids.KINDS}
    thrown = []
    for kind, state, where in plan.dice:
        look = looks[kind] if plan.alike else solids.random_look(rng, kind)
        away = None
        if where != "table" and laid.poses:
            x, y, _ = laid.poses[rng.integers(len(laid.poses))]
            angle = rng.uniform(0, math.tau)
            reach = (0.5 if where == "board" else 0.86) * laid.edition.side
            at = (x + reach * math.cos(angle), y + reach * math.sin(angle))
            on_tile = where == "board" or _over_a_tile(at, laid)
            if not on_tile and state == "lying":
                state, away = "cocked", angle  # half on a tile's edge
            base = thickness if on_tile else 0.0
            if any(math.dist(at, die.thing.location[:2]) < 0.03 for die in thrown):
                continue
            table.take(*at, 0.012)
        else:
            spot = table.free_place(0.9 * look.size, 0.0, span + 0.07)
            if spot is None:
                continue
            at, base, where = spot, 0.0, "table"
        thrown.append(solids.put_die(rng, look, at, base, state, where, away))
    for name in plan.look_alikes:
        maker, radius = look_alikes.LOOK_ALIKES[name]
        spot = table.free_place(radius, 0.0, span + 0.08)
        if spot:
            maker(rng, spot, 0.0)
    return thrown


def _over_a_tile(at: tuple[float, float], laid: Laid) -> bool:
    inner = 0.8 * laid.edition.side
    return any(math.hypot(at[0] - x, at[1] - y) < inner for x, y, _ in laid.poses)
