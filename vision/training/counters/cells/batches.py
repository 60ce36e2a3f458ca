"""Parts of photos and the maps of cells that a network is to draw of them."""

from __future__ import annotations

import math
import pickle
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.utils.data import IterableDataset

from .....calibration.arrays import Floats, Floats32, Picture
from ....counters.locating.cell_map import LONG_SIDE, STEP
from .samples import LARGEST, CellSample, picture_of

PART = 320
"""Pixels of a part's sides."""
BATCH = 6
"""The number of parts that are learnt from at a time."""
SIZES = (0.45, 1.15)
"""How large a photo is beside the one that is looked at, at random."""
INSIDE, OUTSIDE = 0.5, 0.8
"""Nearer to a cell's middle, in sides, the map is 1; farther it is 0. An edge is at 0.87."""
DARKEST, GREYEST = 0.35, 0.25
"""So much of the light, and of the contrast, is left at least."""
OF_PICTURES = 0.25
"""The share of the batches that shows pictures, where there are any, not drawn photos."""
AGAIN = 100
"""After this number of batches it is looked whether more photos have been drawn."""


class PartsOfPhotos(IterableDataset[tuple[Tensor, Tensor]]):
    """Batches without end, of the drawn photos in a folder's files and of some pictures."""

    def __init__(self, folder: Path, pictures: Sequence[CellSample], seed: int) -> None:
        self.folder, self.pictures, self.seed = folder, pictures, seed

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor]]:
        rng = np.random.default_rng(self.seed)
        drawn: list[CellSample] = []
        taken: set[Path] = set()
        while True:
            for path in sorted(set(self.folder.glob("*.shard")) - taken):
                taken.add(path)
                drawn += pickle.loads(path.read_bytes())
            for _ in range(AGAIN):
                of_pictures = self.pictures and rng.random() < OF_PICTURES
                yield random_batch(rng, self.pictures if of_pictures else drawn)


def random_batch(rng: np.random.Generator, samples: Sequence[CellSample]) -> tuple[Tensor, Tensor]:
    """Parts (BATCH, 3, PART, PART) BGR of photos, and their maps (BATCH, 1, s, s), one for each."""
    pictures, maps = [], []
    for index in rng.integers(len(samples), size=BATCH):
        sample = samples[index]
        photo = picture_of(sample)
        matrix = _random_view(rng, photo)
        part = cv2.warpAffine(
            photo, matrix, (PART, PART), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT_101
        )
        pictures.append(_in_other_light(rng, np.asarray(part, np.uint8)))
        maps.append(wanted_map(sample, matrix, PART // STEP))
    values = np.ascontiguousarray(np.stack(pictures).transpose(0, 3, 1, 2))
    return torch.from_numpy(values).float(), torch.from_numpy(np.stack(maps)[:, None])


def _random_view(rng: np.random.Generator, photo: Picture) -> Floats:
    """A matrix (2, 3) from a photo's pixels to those of a part: any turn by 90 degrees or a little
    beside it, mirrored or not."""
    low, high = (math.log(size * LONG_SIDE / LARGEST) for size in SIZES)
    scale = math.exp(rng.uniform(low, high))
    angle = rng.integers(4) * math.pi / 2 + rng.normal(0, 0.1)
    c, s = scale * math.cos(angle), scale * math.sin(angle)
    turn = np.array([[c, -s], [s, c]]) @ np.diag([rng.choice((-1.0, 1.0)), 1.0])
    size = np.array(photo.shape[1::-1], np.float64)
    room = np.minimum(0.5, 0.4 * PART / scale / size)
    middle = size * (room + (1 - 2 * room) * rng.uniform(0, 1, 2))
    return np.column_stack([turn, PART / 2 - turn @ middle])


def wanted_map(sample: CellSample, matrix: Floats, size: int) -> Floats32:
    """The map (size, size) of a part: where its pixels lie well inside a cell."""
    drawn = np.zeros((size, size), np.float32)
    turn = matrix[:, :2] / STEP
    centres = (sample.centres @ matrix[:, :2].T + matrix[:, 2] + 0.5) / STEP - 0.5
    back = sample.axes.transpose(0, 2, 1) @ np.linalg.inv(turn)
    for centre, to_sides in zip(centres, back, strict=True):
        reach = OUTSIDE * float(np.linalg.norm(np.linalg.inv(to_sides), 2)) + 1
        low = np.maximum(np.floor(centre - reach), 0).astype(int)
        high = np.minimum(np.ceil(centre + reach) + 1, size).astype(int)
        if np.any(low >= high):
            continue
        x = np.arange(low[0], high[0]) - centre[0]
        y = (np.arange(low[1], high[1]) - centre[1])[:, None]
        (a, b), (c, d) = to_sides
        away = np.hypot(a * x + b * y, c * x + d * y)
        here = drawn[low[1] : high[1], low[0] : high[0]]
        np.maximum(here, np.clip((OUTSIDE - away) / (OUTSIDE - INSIDE), 0, 1), out=here)
    return drawn


def _in_other_light(rng: np.random.Generator, part: Picture) -> Picture:
    """The part darker, greyer, in other colours, blurred or grainy."""
    if rng.random() < 0.25:
        return part
    values: NDArray[Any] = part.astype(np.float32)
    if rng.random() < 0.3:
        values = values[..., rng.permutation(3)]
    if rng.random() < 0.1:
        values = 255 - values
    if rng.random() < 0.3:
        values = cv2.GaussianBlur(values, (0, 0), rng.uniform(0.4, 1.5)).reshape(part.shape)
    middle = values.mean(axis=(0, 1))
    values = middle + (values - middle) * rng.uniform(GREYEST if rng.random() < 0.3 else 0.7, 1.1)
    values = values * rng.uniform(DARKEST, 1.2) * rng.normal(1, 0.08, 3)
    values = values + rng.normal(0, rng.choice((0.5, 2.0, 5.0)), values.shape)
    return np.clip(values, 0, 255).astype(np.uint8)
