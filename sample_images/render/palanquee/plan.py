"""What is in a picture of a Palanquée table: everything that a seed decides beforehand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..room import surfaces
from ..shot import Shot, drawn_focus, drawn_hardships, drawn_view

HARDSHIPS = (
    "steep", "hard shadow", "glare", "defocus", "motion", "wide angle", "cut", "hand over",
    "noise", "waves", "crooked", "seams", "crowded",
)  # fmt: skip
COUNTERS = ("printed", "draughts", "caps", "sweets", "cubes")
STACKABLE = COUNTERS.index("draughts")
SEEDS_BY = ("mark", "mark", "size", "height", "cube")
FIRST_REPORTED = 60
"""Seeds from here on are only ever reported on, those before are to develop on. (Which counters lie
there follows from a seed's remainder by 5: a split by remainders would part the kinds of counters.)
"""
FIRST_SHOWN = 100_000
"""Seeds of pictures to show, which everybody looks at."""
FIRST_STACKED = 25
"""From this seed on draughts lie on one another in hard pictures."""
#: Width of the sheet's board, metres: A3, A2, glued A4 sheets, poster.
PAPERS = {"A3": 0.265, "A2": 0.385, "glued": 0.47, "poster": 0.45}


@dataclass(kw_only=True)
class Plan(Shot):
    """One picture of a printed board to take."""

    counters: str
    seeds_by: str
    paper: str
    pieces: int
    waves: float  # metres
    crooked: float  # sides

    @property
    def split(self) -> str:
        reported = FIRST_REPORTED <= self.seed < FIRST_SHOWN
        return "report" if reported else "develop"


def make_plan(seed: int) -> Plan:
    """The plan of a seed, the same on every machine."""
    rng = np.random.default_rng([2206, seed])
    # Every kind of counters in turn is in mild and in hard pictures.
    hard = (seed // 5 + seed % 5) % 2 == 1
    hardships = drawn_hardships(rng, HARDSHIPS, seed // 2 + seed // 5) if hard else ()
    if hard and seed >= FIRST_STACKED and seed % 5 == STACKABLE:
        hardships = (*hardships, "stacked")
    view = drawn_view(rng, hardships, is_large=False)
    patterned = rng.random() < 0.35
    fill = float(rng.uniform(0.8, 0.96))
    off = (float(rng.normal(0, 0.02)), float(rng.normal(0, 0.02)))
    if "cut" in hardships:
        fill = float(rng.uniform(1.04, 1.18))
        off = (float(rng.uniform(-0.16, 0.16)), float(rng.uniform(-0.16, 0.16)))
    things = rng.choice(["dice", "cup", "glass", "pen", "paper", "cards", "coins", "cable", "bowl"],
                        size=int(rng.integers(0, 5)))  # fmt: skip
    heading = float(rng.choice([0, 0, 0, 90, 180, 270]) + rng.normal(0, 12))
    counters = COUNTERS[seed % 5]
    papers = list(PAPERS)
    if counters == "caps":
        papers = ["glued", "poster"]
    crowded = "crowded" in hardships
    return Plan(
        seed=seed,
        level="hard" if hard else "mild",
        hardships=hardships,
        counters=counters,
        seeds_by=SEEDS_BY[int(rng.integers(len(SEEDS_BY)))],
        paper="glued" if "seams" in hardships else str(rng.choice(papers)),
        pieces=int(rng.uniform(130, 190) if crowded else rng.choice([4, 15, 30, 50, 80, 110])),
        table=str(rng.choice(surfaces.PATTERNED[:-2] if patterned else surfaces.PLAIN)),
        **view._asdict(),
        heading=heading,
        roll=float(rng.normal(0, 4)),
        fill=fill,
        off_centre=off,
        **drawn_focus(rng, hardships, (1.6, 3.0), (0.06, 0.14)),
        waves=float(rng.uniform(0.003, 0.007) if "waves" in hardships else rng.uniform(0, 0.002)),
        crooked=float(
            rng.uniform(0.13, 0.18) if "crooked" in hardships else rng.uniform(0.03, 0.09)
        ),
        clutter=tuple(str(t) for t in things),
        hand="over" if "hand over" in hardships else "beside" if rng.random() < 0.12 else None,
        exposure=float(rng.normal(0.15, 0.3)),
    )
