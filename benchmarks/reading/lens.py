"""How fast and how exactly a lens is straightened, beside OpenCV alone; writes ``lens.md``.

python benchmarks/reading/lens.py
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from palago.calibration.arrays import Points
from palago.calibration.cameras.lens import Lens

RESULTS = Path(__file__).parents[1] / "lens.md"
SIZE = (1600, 1200)
LENSES = {
    "all five terms": Lens(
        SIZE, (1300.0, 1290.0), (810.0, 590.0), -0.25, 0.08, 0.001, -0.002, 0.01
    ),
    "one term": Lens(SIZE, (1400.0, 1400.0), (799.5, 599.5), -0.1),
    "turning inside the picture": Lens(SIZE, (960.0, 960.0), (799.5, 599.5), -0.3),
}
RUNS = 7


def seconds(work: Callable[[], object]) -> float:
    """Processor time of the quickest of a few runs."""
    best = float("inf")
    for _ in range(RUNS):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def row(name: str, lens: Lens, points: Points) -> str:
    """A lens as a line of the table."""

    def by_opencv() -> Points:
        found = cv2.undistortPoints(points[:, None], lens.matrix, lens.coefficients, P=lens.matrix)
        return np.asarray(found).reshape(-1, 2)

    ratio = seconds(lambda: lens.undistort(points)) / seconds(by_opencv)
    with np.errstate(all="ignore"):
        ours, theirs = (
            float(np.abs(lens.distort(straight) - points).max())
            for straight in (lens.undistort(points), by_opencv())
        )
    return f"| {name} | {ratio:.1f} | {ours:.0e} | {theirs:.0e} |"


def main() -> None:
    """Straighten every pixel of a coarse grid and write the table."""
    cv2.setNumThreads(1)
    grid = np.meshgrid(np.linspace(0, SIZE[0] - 1, 400), np.linspace(0, SIZE[1] - 1, 300))
    points = np.stack(grid, axis=-1).reshape(-1, 2)
    lines = [
        "# Straightening a lens",
        "",
        f"`python benchmarks/reading/lens.py` wrote this: {len(points):,} points over a picture of"
        f" {SIZE[0]} x {SIZE[1]} pixels. Time is processor time, as a ratio to OpenCV's"
        " `undistortPoints` as it comes, which is less exact; the errors, in pixels, are what is"
        " left when the straightened points are bent again.",
        "",
        "| lens | time, OpenCV = 1 | largest error | OpenCV's largest error |",
        "|---|---|---|---|",
        *(row(name, lens, points) for name, lens in LENSES.items()),
    ]
    RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(RESULTS.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
