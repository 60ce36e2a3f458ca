"""How long all legal actions of crowded Palanquée positions take.

The yardstick beside it is writing and reading the same positions and answers as JSON, in the same
process.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
from pathlib import Path
from typing import Any

from palago.engine.palanquee.play.game import PalanqueeTurn
from palago.vision.benchmark.pages import markdown_table, write_results
from palago.vision.benchmark.timing import milliseconds

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))
from palanquee_positions import crowded_position

POSITIONS, RUNS = 200, 9
FEWEST_PIECES = 60


def main() -> None:
    rows: list[Any] = []
    seed = 0
    while len(rows) < POSITIONS:
        seed += 1
        position = crowded_position(random.Random(seed), most=60)
        if len(position) < FEWEST_PIECES or position.outcome:
            continue
        actions = [str(action) for action in PalanqueeTurn.at(position).legal_actions()]

        def legal(position: object = position) -> None:
            [str(action) for action in PalanqueeTurn.at(position).legal_actions()]  # type: ignore[arg-type]

        def as_json(value: object = (position.to_json(), actions)) -> None:
            json.loads(json.dumps(value))

        yardstick = milliseconds(as_json, RUNS)
        rows.append((milliseconds(legal, RUNS), yardstick, len(actions), len(position)))
    times = [row[0] for row in rows]
    ratios = [row[0] / row[1] for row in rows]
    slowest = max(rows)
    table = (
        ("all legal actions", f"{statistics.median(times):.1f}", f"{slowest[0]:.1f}"),
        (
            "ratio to the JSON of position and answer",
            f"{statistics.median(ratios):.0f}",
            f"{max(ratios):.0f}",
        ),
    )
    write_results(
        __file__,
        "All legal actions of a crowded Palanquée position",
        f"{POSITIONS} positions of {min(row[3] for row in rows)} to {max(row[3] for row in rows)} "
        f"pieces, with up to {max(row[2] for row in rows)} legal actions, written as text. "
        "Milliseconds of processor time.",
        markdown_table("", ("median", "slowest"), table),
    )


if __name__ == "__main__":
    main()
