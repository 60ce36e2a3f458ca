"""How far the atlas counts all creatures on one core in ten minutes of work.

Each row counts every closed group of up to so many tiles from nothing.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from palago.engine.creatures.atlas import count_closed_groups

SECONDS = float(os.environ.get("PALAGO_BENCH_SECONDS", "600"))
FIRST = 12
RESULTS = Path(__file__).parents[1] / "atlas.md"


def main() -> None:
    count_closed_groups(FIRST)  # compiling is not counting
    rows = []
    tiles, spent, before = FIRST, 0.0, 0.0
    while True:
        started = time.process_time()
        found = count_closed_groups(tiles)
        seconds = time.process_time() - started
        number = found.counts.get(tiles, 0)
        rows.append(
            f"| {tiles} | {number} | {found.fixed[tiles]} | {found.symmetrical[tiles]} "
            f"| {found.decisions} | {seconds:.2f} |"
        )
        print(rows[-1], flush=True)
        spent = seconds
        growth = seconds / before if before > 0.05 else 3.0
        before = seconds
        if spent * growth > SECONDS:
            break
        tiles += 1
    RESULTS.write_text(
        "# The atlas of creatures\n\n"
        f"All closed groups of one colour of up to {tiles} tiles touched, the eye among them, up "
        "to shifts and turns, mirror images apart. Seconds are those of one core's work; the next "
        f"size would take more than {SECONDS:g}.\n\n"
        "| tiles | creatures | up to shifts only | symmetrical | tiles decided on | seconds |\n"
        "|---|---|---|---|---|---|\n" + "\n".join(rows) + "\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
