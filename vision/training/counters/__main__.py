"""Generate scenes, lay their boards flat, train the network for counters and write its weights.

python -m palago.vision.training.counters --scenes 1500 --minutes 20 --out vision/weights
"""

from __future__ import annotations

import argparse
from pathlib import Path

from .network import export
from .samples import sample_of, save_sample
from .scenes import CounterRequest, make_scene
from .train import prepared, train, tried

SIZES = ((1000, 750), (1000, 750), (1000, 750), (750, 1000), (1280, 960))
HELD_BACK = 12
"""Of so many scenes one is never learnt from."""


def main() -> None:
    """The whole way; scenes that are in the folder already are not made again."""
    parser = argparse.ArgumentParser(prog="python -m palago.vision.training.counters")
    parser.add_argument("--scenes", type=int, default=1500)
    parser.add_argument("--minutes", type=float, default=20.0, help="for the training alone")
    parser.add_argument("--samples", type=Path, default=Path("counter-samples"))
    parser.add_argument("--out", type=Path, required=True, help="folder for counters.onnx")
    arguments = parser.parse_args()
    arguments.samples.mkdir(parents=True, exist_ok=True)
    for seed in range(arguments.scenes):
        path = arguments.samples / f"{seed:05d}.npz"
        if path.exists():
            continue
        width, height = SIZES[seed % len(SIZES)]
        scene = make_scene(seed, CounterRequest(width, height))
        sample = sample_of(scene.image, scene.truth)
        if sample is not None:
            save_sample(sample, path)
    paths = sorted(arguments.samples.glob("*.npz"))
    held = [path for path in paths if int(path.stem) % HELD_BACK == 0]
    model = train(*prepared([p for p in paths if p not in held], 3), arguments.minutes)
    print(tried(model, *prepared(held, 1)))
    print(export(model, arguments.out / "counters.onnx"), "bytes")


if __name__ == "__main__":
    main()
