"""Boards of Palanquée drawn by other code than the training's, with pieces that it had not.

Printed and hand-drawn boards lie on photographs and on drawn wood and cloth. No network and no
fitted score has learnt from these pictures, and nothing was set by them: they are only reported.
Every third is a hard one (tilt to 58 degrees, a shadow, noise).

    python benchmarks/reading/other_counters.py [--pictures 60]
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path
from typing import Any

from painted_counters import Painted, paint
from palago.vision.benchmark.counters import CounterCase, CounterComparison, compare_counters
from palago.vision.benchmark.pages import markdown_table, share, write_results
from palago.vision.counters.reader import read_counters

FIRST_SEED = 41_000_000


def compared(seed: int) -> tuple[Painted, CounterComparison]:
    """A picture, and what the reader makes of it; every third is a hard one."""
    hard = seed % 3 == 2
    made = paint(seed, hard=hard)
    told = {cell: (*piece, 1.0) for cell, piece in made.pieces.items()}
    level = "hard" if hard else "mild"
    case = CounterCase(Path(), str(seed), "all", level, told, frozenset(), {})
    return made, compare_counters(case, read_counters(made.picture))


def main() -> None:
    """Draw, read, and write what was right."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=int, default=60)
    arguments = parser.parse_args()
    groups: dict[str, list[CounterComparison]] = defaultdict(list)
    for seed in range(FIRST_SEED, FIRST_SEED + arguments.pictures):
        made, found = compared(seed)
        for group in (f"all, {found.case.level}", f"{made.counters}, seeds by {made.seeds_by}"):
            groups[group].append(found)
    head = ("pictures", "boards found", "pieces", "right", "missed", "wrong", "where none stands",
            "unsure", "wrong and sure", "exactly right", "exact or marked")  # fmt: skip
    table = markdown_table("pieces", head, [row(name, groups[name]) for name in sorted(groups)])
    about = (__doc__ or "").split("\n    python")[0].strip()
    write_results(__file__, "Palanquée drawn by other code", about, table)


def row(name: str, some: list[CounterComparison]) -> tuple[Any, ...]:
    """A line of the table."""
    pieces = sum(len(one.case.pieces) for one in some)
    unsure = sum(not piece.is_sure for one in some for piece in one.reading.pieces)
    counts = [
        sum(len(getattr(one, what)) for one in some) for what in ("missed", "wrong", "phantoms")
    ]
    return (
        name, len(some), sum(bool(one.reading.corners) for one in some), pieces,
        share(sum(one.right for one in some), pieces), *counts, unsure,
        sum(one.sure_errors for one in some), sum(one.exact for one in some),
        sum(one.exact_or_marked for one in some),
    )  # fmt: skip


if __name__ == "__main__":
    main()
