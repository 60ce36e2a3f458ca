"""What is in a picture: everything that a seed decides before anything is built."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .board.boards import SHAPES
from .board.editions import NAMES
from .room import surfaces
from .shot import Shot, drawn_focus, drawn_hardships, drawn_view

#: Of every 35 seeds in a row, five of each entry: four mild to two hard to one without a board.
LEVELS = ("mild", "hard", "mild", "none", "mild", "hard", "mild")
HARDSHIPS = (
    "steep",
    "hard shadow",
    "glare",
    "defocus",
    "motion",
    "wide angle",
    "cut",
    "hand over",
    "noise",
    "small",
    "crooked",
    "camouflage",
    "odd tiles",
)
OTHER_GAMES = (
    "clutter only",
    "land hexagons",
    "curve hexagons",
    "glyph hexagons",
    "face-down only",
    "hexagon floor",
    "hand only",
    "chess board",
)


def split_of(seed: int) -> str:
    """Three of five seeds are to develop on, two are only ever reported on.

    Seeds from 100,000 on are pictures to show, which everybody looks at.
    """
    return "develop" if seed % 5 < 3 or seed >= 100_000 else "report"


@dataclass(kw_only=True)
class Plan(Shot):
    """One picture of tiles to take."""

    other_game: str | None
    count: int
    shape: str
    odd: int
    edition: str
    gap: float
    bend: float
    loose: int
    face_down: int
    second_group: int

    @property
    def split(self) -> str:
        return split_of(self.seed)


def make_plan(seed: int) -> Plan:
    """The plan of a seed, the same on every machine."""
    rng = np.random.default_rng([2026, seed])
    level = LEVELS[(seed // 5) % len(LEVELS)]
    hard = level == "hard"
    hardships = drawn_hardships(rng, HARDSHIPS, seed + seed // 5) if hard else ()
    other = None
    if level == "none":
        other = OTHER_GAMES[(seed % 5 + 5 * (seed // 35)) % len(OTHER_GAMES)]
    count = int(
        rng.choice(
            [1, 2, 3, 4, 6, 8, 10, 12, 15, 18, 20, 24, 28, 34, 40, 48],
            p=np.array([2, 3, 3, 3, 4, 6, 8, 9, 10, 10, 9, 8, 6, 4, 3, 3]) / 91,
        )
    )
    shape = str(rng.choice(SHAPES, p=[0.34, 0.24, 0.14, 0.1, 0.04, 0.14])) if count > 5 else "blob"
    if shape == "line":
        count = min(count, 9)
    view = drawn_view(rng, hardships, seed % 53 == 17)
    patterned = rng.random() < 0.4
    table = str(rng.choice(surfaces.PATTERNED if patterned else surfaces.PLAIN))
    if other == "hexagon floor":
        table = ("floor tiles", "honeycomb print")[rng.integers(2)]
    elif table == "floor tiles" or table == "honeycomb print":
        table = table if hard else "oak"
    things = rng.choice(
        [
            "dice",
            "dice",
            "cup",
            "glass",
            "pen",
            "paper",
            "cards",
            "phone",
            "coins",
            "bowl",
            "box",
            "bag",
            "cable",
        ],
        size=int(rng.integers(0, 6)),
    )
    hand = None
    if "hand over" in hardships or other == "hand only":
        hand = "over"
    elif rng.random() < 0.14:
        hand = "beside"
    fill = float(rng.uniform(0.55, 0.93))
    off = (float(rng.normal(0, 0.06)), float(rng.normal(0, 0.06)))
    if "cut" in hardships:
        fill = float(rng.uniform(1.02, 1.2))
        off = (float(rng.uniform(-0.3, 0.3)), float(rng.uniform(-0.3, 0.3)))
    if "small" in hardships:
        fill = float(rng.uniform(0.3, 0.42))
    gap = float(rng.uniform(0.0, 0.03))
    if "crooked" in hardships:
        gap = float(rng.uniform(0.04, 0.06))
    plan = Plan(
        seed=seed,
        level=level,
        hardships=hardships,
        other_game=other,
        count=count,
        shape=shape,
        odd=int(rng.integers(1, 4)) if "odd tiles" in hardships else 0,
        edition=NAMES[
            int(rng.integers(len(NAMES) + 2)) % len(NAMES) if rng.random() < 0.7 else len(NAMES) - 1
        ],
        table=table,
        **view._asdict(),
        heading=float(rng.uniform(0, 360)),
        roll=float(rng.normal(0, 4)),
        fill=fill,
        off_centre=off,
        **drawn_focus(rng, hardships, (1.4, 3.0), (0.08, 0.2)),
        gap=gap,
        bend=float(rng.uniform(-1, 1) * (1.0 if "crooked" in hardships else 0.4)),
        clutter=tuple(str(t) for t in things),
        hand=hand,
        loose=int(rng.choice([0, 1, 2, 3], p=[0.6, 0.2, 0.12, 0.08])),
        face_down=int(rng.choice([0, 1, 2, 4], p=[0.66, 0.12, 0.12, 0.1])),
        second_group=int(rng.choice([0, 2, 3, 5], p=[0.82, 0.06, 0.06, 0.06])),
        exposure=float(rng.normal(0.15, 0.3)),
    )
    plan.odd = min(plan.odd, (count - 1) // 2)  # the board's frame is that of the majority
    if count == 1:
        plan.loose = 0  # nobody could tell which of two single tiles is the board
    return plan
