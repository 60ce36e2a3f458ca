"""Generated scenes with dice, kept in shards on disk, to train both networks on.

Shards are numbered by their first seed, so a generator that is stopped goes on where it was.
"""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ..scenes.scene import Request, make_scene

WIDTH, HEIGHT = 480, 360
SHARD_SAMPLES = 64
TILE_WIDTHS = (24.0, 96.0)


@dataclass(frozen=True)
class DiceSample:
    """A JPEG-coded picture, its dice as the truth of the scenes tells of them, and the width in
    pixels that a tile in its middle has."""

    seed: int
    data: bytes
    dice: list[dict[str, Any]]
    tile_width: float

    def image(self) -> NDArray[np.uint8]:
        """The decoded picture (HEIGHT, WIDTH, 3), BGR."""
        return _decoded(self.data)


@lru_cache(maxsize=1000)
def _decoded(data: bytes) -> NDArray[np.uint8]:
    """Decoding takes as long as a step of training does: what was decoded is kept."""
    pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    return np.asarray(pixels, dtype=np.uint8)


def make_sample(seed: int) -> DiceSample:
    """A part of a table with dice and what looks like them; one of seven has no die."""
    rng = np.random.default_rng((seed, 9))
    low, high = np.log(TILE_WIDTHS)
    tile_width = float(np.exp(rng.uniform(low, high)))
    bare = rng.random() < 0.14
    request = Request(
        WIDTH,
        HEIGHT,
        level=str(rng.choice(("mild", "hard", "extreme"), p=(0.48, 0.48, 0.04))),
        content=str(rng.choice(("board", "other_game", "empty"), p=(0.75, 0.1, 0.15))),
        tile_width=tile_width,
        close_up=bool(rng.random() < 0.75),
        tilt_deg=float(rng.uniform(0, 62)) if rng.random() < 0.5 else None,
        photographs=True,
        hands=float(rng.choice((0.15, 0.6), p=(0.75, 0.25))),
        dice=0 if bare else int(rng.integers(6, 19)),
        look_alikes=int(rng.integers(6, 14)) if bare else int(rng.integers(2, 11)),
    )
    scene = make_scene(seed, request)
    coded = cv2.imencode(".jpg", scene.image, [cv2.IMWRITE_JPEG_QUALITY, 97])[1]
    return DiceSample(seed, coded.tobytes(), scene.truth["dice"], tile_width)


def write_shard(folder: Path, first_seed: int) -> Path:
    """Make and save the samples with seeds from ``first_seed`` on; returns the file."""
    samples = [make_sample(first_seed + k) for k in range(SHARD_SAMPLES)]
    path = folder / f"{first_seed:010d}.shard"
    unfinished = path.with_suffix(".part")
    unfinished.write_bytes(pickle.dumps(samples))
    unfinished.rename(path)
    return path


def read_shard(path: Path) -> list[DiceSample]:
    """The samples of one shard that :func:`write_shard` made on this machine."""
    samples: list[DiceSample] = pickle.loads(path.read_bytes())
    return samples


def generate(folder: Path, shards: int, first_seed: int) -> None:
    """Fill ``folder`` with ``shards`` shards, leaving those that exist."""
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    for index in range(shards):
        seed = first_seed + index * SHARD_SAMPLES
        if not (folder / f"{seed:010d}.shard").exists():
            write_shard(folder, seed)
