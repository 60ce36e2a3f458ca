"""Samples made from seeds, kept in shards on disk.

Shards are numbered by their first seed, so a generator that is stopped goes on where it was.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

SHARD_SAMPLES = 64


def fill_shards(
    folder: Path, shards: int, first_seed: int, make_sample: Callable[[int], Any]
) -> None:
    """Fill a folder with shards of the samples that `make_sample` makes, leaving those there."""
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    for seed in range(first_seed, first_seed + shards * SHARD_SAMPLES, SHARD_SAMPLES):
        path = folder / f"{seed:010d}.shard"
        if not path.exists():
            unfinished = path.with_suffix(".part")
            samples = [make_sample(seed + k) for k in range(SHARD_SAMPLES)]
            unfinished.write_bytes(pickle.dumps(samples))
            unfinished.rename(path)


def read_shard(path: Path) -> list[Any]:
    """The samples of one shard that was made on this machine."""
    return list(pickle.loads(path.read_bytes()))


def coded(image: NDArray[np.uint8], quality: int) -> bytes:
    """A picture (H, W, 3) BGR as JPEG: as pixels, samples would fill the disk."""
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def decoded(data: bytes) -> NDArray[np.uint8]:
    """The picture again."""
    pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    return np.asarray(pixels, dtype=np.uint8)
