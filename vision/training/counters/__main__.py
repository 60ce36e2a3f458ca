"""Train the networks that find counters and tell their colours, on scenes that are generated
meanwhile and on rendered pictures; fit how sure they may be on the sample pictures to develop on;
write all weights. What tells kinds by shapes is trained by `kinds.kind_training`.

The sample pictures are for measuring, so others are rendered, as `sample_images/README.md` says.
The shipped networks were made on a graphics card, before sweets were round, shadows told heights
and cubes for seeds were as large as sprouts, by

    python -m sample_images.render.palanquee --seeds 1000:1240 --out counter-pictures \
        --samples 3 --megapixels 0.4
    python -m palago.vision.training.counters --minutes 8.2 --processes 15 --room 11000 \
        --pictures counter-pictures --out vision/weights

``--minutes 0 --out vision/weights``, from the root, fits alone how sure they may be. ``--pictures``
are measured for what outlines say of boxes (shipped: the first 84 of those above); what differs
from a bare board is fitted then, too, on scenes made for that.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from ....calibration.arrays import Flags, Floats
from ...counters.bodies import measure_bodies
from ...counters.glance import glance
from ...counters.outlines.empty_board import bare_board
from ...counters.outlines.standing import differences
from ...faces.logistic import logistic_weights
from ...fitted import store_numbers
from .samples import CounterSample, laid_flat, load_sample
from .scenes import make_scene
from .trust import fit_trust, tried

FAR = 10.0
"""Beyond these log odds of the network it does not matter how a cell differs."""
AS_SAID = 1e6
"""The network's own log odds count once."""


def fit_standing(samples: Iterable[CounterSample]) -> dict[str, list[float] | float]:
    """What is to be added to the network's log odds: `alone`, where nothing else is known, and
    `beside`, the weights of what `differences` tells. Logistic regression."""
    rows, right, alone = [], [], []
    for sample in samples:
        truth, seen = sample.answers, glance(sample.rectified)
        asked = sample.rectified.shown & (truth.matters > 0.5)
        said = np.clip(seen.piece, -FAR, FAR)
        alone.append(np.column_stack([said, np.ones(len(said)), truth.piece])[asked])
        bare = bare_board(sample.rectified, seen)
        if bare is not None:
            differ, known = differences(sample.rectified, seen, bare)
            asked &= known & (seen.hidden < 0)
            rows.append(np.column_stack([said, differ])[asked])
            right.append(truth.piece[asked] > 0.5)
    every = np.concatenate(alone)
    return {
        "alone": _added(every[:, :2], every[:, 2] > 0.5)[0],
        "beside": _added(np.concatenate(rows), np.concatenate(right)),
    }


def _added(rows: Floats, right: Flags) -> list[float]:
    """The weights of rows (n, k) but for the first, what the network says: that counts once."""
    usual = np.eye(rows.shape[1])[0]
    weights = logistic_weights(rows, right, 0.01 + AS_SAID * usual, usual)
    return [round(float(weight), 3) for weight in weights[1:]]


HELD_BACK_PICTURES = 4
"""Every HELD_BACK_PICTURES-th picture is never learnt from."""
HELD_SCENES = 150
STANDING = range(880_001_000, 880_001_120, 2)
"""The scenes that tell what standing pieces look like beside a bare board."""


def main() -> None:
    """Generate, train, fit how sure the networks may be, write."""
    parser = argparse.ArgumentParser(prog="python -m palago.vision.training.counters")
    parser.add_argument("--minutes", type=float, default=60.0, help="to learn (0: not at all)")
    parser.add_argument(
        "--processes", type=int, default=max(1, (os.cpu_count() or 2) - 1),
        help="that generate scenes",
    )  # fmt: skip
    parser.add_argument("--room", type=int, default=1000, help="scenes to keep (3.5 MB each)")
    parser.add_argument("--pictures", type=Path, help="folder of pictures with their truth")
    parser.add_argument(
        "--known", type=Path, default=Path("sample_images/palanquee/develop"),
        help="pictures with their truth to fit on how sure they may be",
    )  # fmt: skip
    parser.add_argument("--out", type=Path, required=True, help="folder for the weights")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    if arguments.minutes > 0:
        _learn(arguments)
    if arguments.pictures:
        paths = laid_flat(arguments.pictures, arguments.pictures)
        boxes = fit_boxes(load_sample(path) for path in paths)
        store_numbers("counters_bodies", boxes, folder=arguments.out)
        print("boxes", boxes, flush=True)
        standing = fit_standing(make_scene(seed) for seed in STANDING)
        store_numbers("counters_standing", standing, folder=arguments.out)
        print("standing", standing, flush=True)
    with TemporaryDirectory() as folder:
        known = [load_sample(path) for path in laid_flat(arguments.known, Path(folder))]
    print("known", tried(known), flush=True)
    store_numbers("counters_trust", fit_trust(known), folder=arguments.out)


def _learn(arguments: argparse.Namespace) -> None:
    """Train networks, write them, and tell how they do on what they did not learn from."""
    from .train import HELD_BACK, Plan, train

    source = arguments.pictures
    pictures = laid_flat(source, source) if source else []
    unseen = [load_sample(path) for path in pictures[HELD_BACK_PICTURES - 1 :: HELD_BACK_PICTURES]]
    learnt = [p for k, p in enumerate(pictures) if k % HELD_BACK_PICTURES < HELD_BACK_PICTURES - 1]
    plan = Plan(arguments.minutes, arguments.processes, tuple(learnt), arguments.room)
    networks = train(plan, arguments.out / "networks.pt")
    print(networks.write(arguments.out), "bytes", flush=True)
    with get_context("spawn").Pool(arguments.processes) as pool:
        held = pool.map(make_scene, [HELD_BACK * k for k in range(HELD_SCENES)], chunksize=1)
    print("scenes", tried(held), flush=True)
    if unseen:
        print("pictures", tried(unseen), flush=True)


NO_BETTER = 3.0
"""Outlines that fit one body so much better say no more of it."""


def fit_boxes(samples: Iterable[CounterSample]) -> dict[str, list[float]]:
    """By logistic regression the constant and the factor that make log odds of a box of by how much
    better it fits (a logarithm); less the odds that any piece is a box."""
    better, boxes = [], []
    for sample in samples:
        truth, seen = sample.answers, glance(sample.rectified)
        pieces = np.flatnonzero((seen.piece > 0) & (truth.colour >= 0))
        measured = measure_bodies(sample.rectified, seen, pieces, truth.colour[pieces])
        if measured is not None:
            better.append(np.clip(measured.box[measured.told], -NO_BETTER, NO_BETTER))
            boxes.append(truth.cube[pieces][measured.told] > 0)
    rows, right = np.concatenate(better), np.concatenate(boxes)
    rows = np.stack([np.ones_like(rows), rows], axis=1)
    constant, factor = logistic_weights(rows, right, 1.0)
    usual = np.log(right.mean() / (1 - right.mean()))
    return {"box": [round(float(constant - usual), 3), round(float(factor), 3)]}


if __name__ == "__main__":
    main()
