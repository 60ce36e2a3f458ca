"""Generate scenes, train the networks for counters, fit how sure they may be, write all weights.

Rendered pictures to learn from are others than the sample pictures, which are to measure with;
small ones do (in the environment that `sample_images/README.md` describes):

python -m sample_images.render.palanquee --seeds 1000:1200 --out counter-pictures \
    --samples 3 --megapixels 0.4
python -m palago.vision.training.counters --scenes 1200 --minutes 25 --out vision/weights \
    --begin-with vision/weights --pictures counter-pictures
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

from ...benchmark.counters import find_counter_cases
from ...photos.photo import load_photo
from .samples import CounterSample, load_sample, sample_of, save_sample
from .scenes import make_scene

HELD_BACK, HELD_BACK_PICTURES = 12, 4
"""Of so many scenes, and of so many pictures, one is never learnt from."""
LONG_SIDE = 1400


def main() -> None:
    """The whole way; samples that are in the folder already are not made again."""
    parser = argparse.ArgumentParser(prog="python -m palago.vision.training.counters")
    parser.add_argument("--scenes", type=int, default=1200, help="scenes to make (1200)")
    parser.add_argument(
        "--minutes", type=float, default=25.0, help="of processor time for each training"
    )
    samples = Path("counter-samples")
    parser.add_argument("--samples", type=Path, default=samples, help="folder for the scenes")
    parser.add_argument("--pictures", type=Path, help="folder of pictures with their truth")
    parser.add_argument("--begin-with", type=Path, help="folder of weights to learn on from")
    parser.add_argument("--out", type=Path, help="folder for the weights")
    arguments = parser.parse_args()
    arguments.samples.mkdir(parents=True, exist_ok=True)
    for seed in range(arguments.scenes):
        path = arguments.samples / f"{seed:05d}.npz"
        if not path.exists():
            scene = make_scene(seed)
            save_sample(CounterSample(scene.rectified, scene.answers), path)
    if arguments.out is None:
        return
    from .shapes import as_the_reader_sees, train_shapes
    from .train import Progress, train
    from .trust import fit_trust, tried

    paths = sorted(arguments.samples.glob("*.npz"))[: arguments.scenes]
    held = [load_sample(path) for path in paths if int(path.stem) % HELD_BACK == 0]
    scenes = [load_sample(path) for path in paths if int(path.stem) % HELD_BACK]
    pictures = _pictures(arguments.pictures) if arguments.pictures else []
    unseen = pictures[HELD_BACK_PICTURES - 1 :: HELD_BACK_PICTURES]
    learnt = [p for k, p in enumerate(pictures) if k % HELD_BACK_PICTURES < HELD_BACK_PICTURES - 1]
    progress = Progress(arguments.samples / "networks.pt", arguments.minutes, arguments.begin_with)
    networks = train(scenes, learnt, progress)
    print(networks.write(arguments.out), "bytes")
    shapes = train_shapes(
        as_the_reader_sees(scenes), as_the_reader_sees(learnt), arguments.minutes,
        arguments.samples / "shapes.pt",
    )  # fmt: skip
    print(shapes.write(arguments.out), "bytes")
    print("scenes", tried(networks, shapes, held))
    if unseen:
        print("pictures", tried(networks, shapes, unseen))
    trust = fit_trust(networks, shapes, held, unseen)
    (arguments.out / "counters_trust.json").write_text(json.dumps(trust, indent=2) + "\n")


def _pictures(folder: Path) -> list[CounterSample]:
    """What can be learnt from pictures with their truth."""
    samples = []
    for case in find_counter_cases(folder):
        truth = json.loads(case.photo.with_suffix(".truth.json").read_text(encoding="utf-8"))
        photo = load_photo(case.photo, long_side=LONG_SIDE)
        zoom = photo.image.shape[1] / truth["image"]["width"]
        sample = sample_of(np.asarray(photo.image), truth, zoom)
        if sample is not None:
            samples.append(sample)
    return samples


if __name__ == "__main__":
    main()
