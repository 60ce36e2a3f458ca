"""How long something takes."""

from __future__ import annotations

import time
from collections.abc import Callable


def milliseconds(
    work: Callable[[], object], runs: int = 1, clock: Callable[[], float] = time.process_time
) -> float:
    """The milliseconds of the best of some runs, by a clock that tells seconds."""
    spent = []
    for _ in range(runs):
        started = clock()
        work()
        spent.append(1000.0 * (clock() - started))
    return min(spent)
