"""Render Palanquée's sample pictures: ``python -m sample_images.render.palanquee`` from the root.

Pictures that are there already are left alone, so an interrupted run goes on where it stopped.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from ..__main__ import HERE, seeds_of, write
from .plan import make_plan
from .scene import picture_of


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="0:30,60:95", help="FIRST:END, END not included")
    parser.add_argument("--out", type=Path, default=HERE / "palanquee")
    parser.add_argument("--samples", type=int, default=4, help="light paths a pixel")
    parser.add_argument("--megapixels", type=float, default=0.5, help="rendered size")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    for seed in seeds_of(arguments.seeds):
        plan = make_plan(seed)
        path = arguments.out / plan.split / f"{seed:04d}.jpg"
        if path.exists():
            continue
        start = time.monotonic()
        scale = min(1.0, (arguments.megapixels * 1e6 / (plan.size[0] * plan.size[1])) ** 0.5)
        write(path, *picture_of(plan, arguments.samples, scale, arguments.threads))
        print(
            f"{path.name} {plan.level} {plan.counters} {' '.join(plan.hardships)}"
            f" {time.monotonic() - start:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
