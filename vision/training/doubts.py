"""Tiles of many tables that the reader leaves in doubt: `python -m palago.vision.training.doubts`.

What one table teaches about the confidence is held against these (`table.fit`): the confidences of
all unsure tiles of scenes that serve for nothing else, right and wrong ones apart.
"""

from __future__ import annotations

import argparse
from itertools import chain

from ...engine.tiles.observation import SURE
from ..benchmark.truth import case_of_truth
from ..fitted import store_numbers
from ..reader import read
from ..table.lesson import lesson_of
from .scenes.scene import Request, make_scene

FIRST_SEED = 730_000


def scene_doubts(seed: int) -> tuple[list[float], list[float]]:
    """The confidences below `SURE` in one scene: of tiles read right, and of tiles read wrong."""
    level = "mild" if seed % 2 else "hard"
    scene = make_scene(seed, Request(1000, 750, level=level, odd_share=0.0))
    reading = read(scene.image)
    lesson = lesson_of("", reading, case_of_truth(scene.truth))
    tiles = () if lesson is None else lesson.faces
    low = [(round(confidence, 3), right) for confidence, right in tiles if confidence < SURE]
    return [c for c, right in low if right], [c for c, right in low if not right]


def main() -> None:
    """Read the scenes and write the file."""
    parser = argparse.ArgumentParser("python -m palago.vision.training.doubts", description=__doc__)
    parser.add_argument("--scenes", type=int, default=400, help="scenes to read (400)")
    scenes = parser.parse_args().scenes
    told = map(scene_doubts, range(FIRST_SEED, FIRST_SEED + scenes))
    right, wrong = (list(chain.from_iterable(some)) for some in zip(*told, strict=True))
    stored = {"scenes": scenes, "right": sorted(right), "wrong": sorted(wrong)}
    store_numbers("doubts", stored, indent=None)
    print(f"{len(right)} right and {len(wrong)} wrong tiles in doubt in {scenes} scenes")


if __name__ == "__main__":
    main()
