"""Dice in pictures: faces right, unsure and wrong, and phantoms where no die lies.

Drawn pictures of the quick generator, 1280 x 960, of seeds that served for nothing else: the
`develop` part may be looked at, the `report` part is only counted. Beside them the rendered sample
pictures with dice, and pictures without a die: sample pictures of tiles, and drawn tables with
things that look like dice.

    python benchmarks/dice/dice.py [--pictures 60] [--part develop]
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from palago.calibration.arrays import Picture
from palago.engine.tiles.observation import SURE
from palago.vision import read
from palago.vision.benchmark.pages import markdown_table, write_results
from palago.vision.dice.reader import NETWORKS
from palago.vision.faces.networks import is_shipped
from palago.vision.readings.dice import DieReading
from palago.vision.training.dice.samples import LEAST_CONTRAST, top_contrast
from palago.vision.training.scenes.scene import Request, Scene, make_scene

SAMPLES = Path(__file__).parents[2] / "sample_images"
FIRST_SEEDS = {"develop": 31_000_000, "report": 32_000_000}
BARE_SEED = 33_000_000
SIZE = (1280, 960)
TILE_WIDTHS = (62.0, 120.0)
LEAST_SIDE, LEAST_VISIBLE = 14.0, 0.9
RENDERED = "rendered"
ROWS = ("dice", "found", "right", "right and sure", "not told", "wrong", "wrong and sure",
        "with a top that shows something", "found of these", "right of these", "phantoms",
        "phantoms with a sure face", "leaning or rolling with a sure face")  # fmt: skip


def drawn(seed: int, level: str, *, bare: bool = False) -> Scene:
    """A table with two to six dice, or with things that are none."""
    rng = np.random.default_rng((seed, 21))
    request = Request(
        *SIZE,
        level=level,
        content="board",
        tiles=int(rng.integers(2, 25)),
        tile_width=float(rng.uniform(*TILE_WIDTHS)),
        photographs=True,
        hands=0.1,
        dice=0 if bare else int(rng.integers(2, 7)),
        look_alikes=8 if bare else int(rng.integers(0, 4)),
    )
    return make_scene(seed, request)


def count_dice(
    picture: Picture, truth: list[dict[str, Any]], seen: tuple[DieReading, ...]
) -> Counter[str]:
    """What became of the dice of one picture, by ROWS."""
    count: Counter[str] = Counter()
    left = list(seen)
    for die in truth:
        near = [s for s in left if math.dist(s.center, die["center"]) < 0.8 * die["side"]]
        met = min(near, key=lambda s: math.dist(s.center, die["center"]), default=None)
        if met is not None:
            left.remove(met)
        sure = met is not None and met.face is not None and met.confidence >= SURE
        lies = met is not None and met.state == "lying"
        if die["state"] in ("cocked", "rolling"):
            count["leaning or rolling with a sure face"] += sure and lies
        if die["state"] != "lying" or die["side"] < LEAST_SIDE or die["visible"] < LEAST_VISIBLE:
            continue
        shows = top_contrast(picture, die["corners"]) >= LEAST_CONTRAST
        count["dice"] += 1
        count["with a top that shows something"] += shows
        if met is None:
            continue
        right = met.face == die["face"]
        count["found"] += 1
        count["found of these"] += shows
        count["right of these"] += shows and right
        if right or met.face is not None:
            count["right" if right else "wrong"] += 1
            count["right and sure" if right else "wrong and sure"] += sure
        else:
            count["not told"] += 1
    count["phantoms"] += len(left)
    count["phantoms with a sure face"] += sum(
        s.face is not None and s.confidence >= SURE for s in left
    )
    return count


def bare_pictures(scenes: int) -> Iterator[Path | Picture]:
    """Pictures in which there is no die, none of which the networks have learnt from."""
    for path in sorted((SAMPLES / "report").glob("*.jpg")):
        # Some tables have dice among what else lies there.
        if '"dice"' not in path.with_suffix(".truth.json").read_text():
            yield path
    for seed in range(BARE_SEED, BARE_SEED + scenes):
        yield drawn(seed, "mild" if seed % 2 else "hard", bare=True).image


def counted(part: str, pictures: int) -> dict[str, Counter[str]]:
    """The counts of a part: the drawn pictures by level, and the rendered ones."""
    counts = {level: Counter[str]() for level in ("mild", "hard", RENDERED)}
    for path in sorted((SAMPLES / "dice" / part).glob("*.jpg")):
        truth = json.loads(path.with_suffix(".truth.json").read_text())
        picture = np.asarray(cv2.imread(str(path)), np.uint8)
        counts[RENDERED] += count_dice(picture, truth["dice"], read(path).dice)
    for seed in range(FIRST_SEEDS[part], FIRST_SEEDS[part] + pictures):
        level = ("mild", "hard")[seed % 2]
        scene = drawn(seed, level)
        counts[level] += count_dice(scene.image, scene.truth["dice"], read(scene.image).dice)
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=int, default=60, help="with dice, half in each part")
    parser.add_argument("--bare", type=int, default=30, help="drawn ones without dice")
    parser.add_argument("--part", choices=FIRST_SEEDS, help="count this one, write nothing")
    arguments = parser.parse_args()
    if not all(is_shipped(name) for name in NETWORKS):
        print(
            "The networks for dice are not there: no dice are seen, and there is nothing to count."
        )
        return
    parts = [arguments.part] if arguments.part else list(FIRST_SEEDS)
    counts = {
        f"{part}, {level}": count
        for part in parts
        for level, count in counted(part, arguments.pictures // 2).items()
    }
    table = markdown_table(
        "", list(counts), [(row, *(count[row] for count in counts.values())) for row in ROWS]
    )
    if arguments.part:
        print(table)
        return
    write_results(
        __file__,
        "Dice",
        f"{arguments.pictures} drawn pictures of 1280 x 960 pixels, and those of "
        "`sample_images/dice`, which were rendered. Counted are dice that lie, from "
        f"{LEAST_SIDE:.0f} pixels an edge, of whose top at least {LEAST_VISIBLE:.0%} is seen; "
        f"sure is a confidence from {SURE} on. A sign of other games is right when no face is "
        f"told. A top shows something where its colours spread by {LEAST_CONTRAST} of 255 at "
        "least; what is lit to white shows nothing.",
        table,
        _bare_line(arguments.bare),
    )


def _bare_line(scenes: int) -> str:
    counts = {"rendered sample pictures": Counter[str](), "drawn ones with look-alikes": Counter()}
    seconds = extra = 0.0
    for picture in bare_pictures(scenes):
        started = time.perf_counter()
        reading = read(picture)
        seconds += time.perf_counter() - started
        extra += reading.elapsed_ms.get("dice", 0.0) / 1000.0
        count = counts[list(counts)[not isinstance(picture, Path)]]
        count["pictures"] += 1
        count["phantoms"] += len(reading.dice)
        count["sure"] += sum(d.face is not None and d.confidence >= SURE for d in reading.dice)
    told = "; ".join(
        f"{count['pictures']} {what}: {count['phantoms']} phantoms, {count['sure']} of them with a"
        " sure face"
        for what, count in counts.items()
    )
    took = f"Looking for dice took {extra / max(seconds - extra, 1e-9):.0%} of the rest of reading."
    return f"Without a die: {told}. {took}"


if __name__ == "__main__":
    main()
