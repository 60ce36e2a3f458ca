"""Render the sample pictures again: ``python -m sample_images.render`` from the project's root.

Needs the ``bpy`` wheel (Blender as a module, CPython 3.11) in an environment of its own, because
it pins an older numpy: see sample_images/README.md. Pictures that are there already are left
alone, so an interrupted run goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

from engine.stamp import stamped

from .dice.plan import FIRST_SEED, DicePlan, dice_plan, scene_plan
from .plan import Plan, make_plan
from .scene import picture_of
from .showpiece import showpiece

HERE = Path(__file__).resolve().parent.parent


def render(
    plan: Plan,
    path: Path,
    samples: int,
    megapixels: float,
    threads: int,
    thrown: DicePlan | None = None,
) -> None:
    """Take one picture and write it with its truth; the picture last, as the sign of success."""
    pixels = max(plan.size[0] * plan.size[1] / 15, megapixels * 1e6)
    scale = min(1.0, (pixels / (plan.size[0] * plan.size[1])) ** 0.5)
    write(path, *picture_of(plan, samples, scale, threads, thrown))


def write(path: Path, data: bytes, truth: dict[str, Any]) -> None:
    """Write a picture with its truth."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.with_name(path.stem + ".truth.json").write_text(json.dumps(stamped("truth", truth)) + "\n")
    path.write_bytes(data)


def seeds_of(text: str) -> list[int]:
    """The seeds of ``0:5,20:25``, in that order."""
    ranges = [(int(v) for v in part.split(":")) for part in text.split(",")]
    return [seed for first, end in ranges for seed in range(first, end)]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m sample_images.render", description=__doc__)
    parser.add_argument(
        "--seeds", default="0:175", help="FIRST:END, END not included; several by commas"
    )
    parser.add_argument("--out", type=Path, default=HERE, help="folder for develop/ and report/")
    parser.add_argument("--samples", type=int, default=5, help="light paths a pixel")
    parser.add_argument(
        "--megapixels",
        type=float,
        default=0.36,
        help="rendered size; the picture is drawn up from it, as phones do",
    )
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--until", default=None, help="start no picture after this time, HH:MM")
    parser.add_argument("--showpiece", action="store_true", help="only table.jpg")
    arguments = parser.parse_args()
    if arguments.showpiece:
        render(showpiece(), arguments.out / "table.jpg", 8, 0.75, arguments.threads)
        return
    for seed in seeds_of(arguments.seeds):
        if arguments.until and time.strftime("%H:%M") >= arguments.until:
            print("time is up", flush=True)
            return
        thrown = dice_plan(seed) if seed >= FIRST_SEED else None
        plan = make_plan(seed) if thrown is None else scene_plan(seed)
        folder = arguments.out if thrown is None else arguments.out / "dice"
        path = folder / plan.split / f"{seed:04d}.jpg"
        if path.exists():
            continue
        start = time.monotonic()
        render(plan, path, arguments.samples, arguments.megapixels, arguments.threads, thrown)
        print(
            f"{path.name} {plan.level} {' '.join(plan.hardships)} {plan.other_game or ''}"
            f" {time.monotonic() - start:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
