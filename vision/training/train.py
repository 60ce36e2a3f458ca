"""Training of the tile finder from shards of generated samples, within a limit of time."""

from __future__ import annotations

import math
import time
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from ..finding.tile_code import AXIS, HEAT, OFFSET, OTHER, OUTLINE, POLARITY, SHAPE, VISIBLE
from .examples.samples import SAMPLE_SIZE, Sample
from .examples.shards import read_shard
from .examples.targets import make_targets, mirrored
from .network import TileFinder
from .restore import restore

BATCH, CAPACITY = 8, 60_000
STATISTICS_SAMPLES = 64


class Pool:
    """The samples of a folder that a generator keeps filling; at most CAPACITY at a time."""

    def __init__(self, folder: Path, rng: np.random.Generator):
        self.folder, self.rng = folder, rng
        self.samples: list[Sample] = []
        self.read: set[str] = set()

    def refresh(self) -> None:
        """Take in shards that were finished since the last call; the oldest samples go."""
        for path in sorted(self.folder.glob("*.shard")):
            if path.name not in self.read:
                self.read.add(path.name)
                self.samples += read_shard(path)
        self.samples = self.samples[-CAPACITY:]

    def batch(
        self, size: int
    ) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.float32]]:
        """Pictures (B, 3, S, S), target maps and weights of samples, turned and recoloured."""
        images, targets, weights = [], [], []
        for index in self.rng.integers(len(self.samples), size=size):
            sample = self.samples[int(index)]
            way = int(self.rng.integers(8))
            image = sample.image()
            if way & 1:
                image = image[:, ::-1]
            if way & 2:
                image = image[::-1]
            if way & 4:
                image = image.transpose(1, 0, 2)
            corners = mirrored(sample.corners, SAMPLE_SIZE, way)
            target, weight = make_targets(
                SAMPLE_SIZE, corners, sample.palago, sample.visible, sample.lightness_gap
            )
            images.append(self._recoloured(image))
            targets.append(target)
            weights.append(weight)
        stacked = np.stack(images).transpose(0, 3, 1, 2)
        return np.ascontiguousarray(stacked), np.stack(targets), np.stack(weights)

    def _recoloured(self, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
        levels = np.arange(256) / 255.0
        gamma = math.exp(self.rng.normal(0, 0.2))
        gain = np.exp(self.rng.normal(0, 0.08, 3)) * math.exp(self.rng.normal(0, 0.12))
        table = np.clip(levels[:, None] ** gamma * gain * 255, 0, 255).astype(np.uint8)
        return np.stack([table[:, c][image[..., c]] for c in range(3)], axis=-1)


def loss_of(maps: Tensor, target: Tensor, weight: Tensor) -> tuple[Tensor, dict[str, float]]:
    """Weighted sum of the losses of all maps, and each part by name."""
    parts: dict[str, Tensor] = {}
    for name, channel, share in (("heat", HEAT, 1.0), ("other", OTHER, 0.3)):
        wanted = target[:, channel]
        found = torch.sigmoid(maps[:, channel])
        entropy = functional.binary_cross_entropy_with_logits(
            maps[:, channel], wanted, reduction="none"
        )
        focal = entropy * (wanted - found).abs() ** 2 * weight[:, channel]
        parts[name] = share * focal.sum() / torch.clamp(wanted.sum() * 0.4, min=20.0)
    core = weight[:, VISIBLE]
    count = torch.clamp(core.sum(), min=20.0)
    parts["visible"] = (
        0.3 * ((torch.sigmoid(maps[:, VISIBLE]) - target[:, VISIBLE]).abs() * core).sum() / count
    )
    shares = (("offset", OFFSET, 2.0), ("shape", SHAPE, 3.0), ("outline", OUTLINE, 0.5),
              ("axis", AXIS, 0.5), ("polarity", POLARITY, 0.5))  # fmt: skip
    for name, channels, share in shares:
        error = functional.smooth_l1_loss(
            maps[:, channels], target[:, channels], reduction="none", beta=0.05
        )
        parts[name] = share * (error * weight[:, channels]).sum() / count
    total = torch.stack(list(parts.values())).sum()
    return total, {name: float(part.detach()) for name, part in parts.items()}


def _averaged(average: Tensor, current: Tensor, count: Tensor | int) -> Tensor:
    """Exponential average over some 1000 steps, over fewer at the start."""
    decay = min(0.999, (1.0 + float(count)) / (10.0 + float(count)))
    return average + (current - average) * (1.0 - decay) if average.is_floating_point() else current


def train(
    folder: Path,
    checkpoint: Path,
    seconds: float,
    *,
    shipped: Path | None = None,
    rate: float = 2e-3,
) -> TileFinder:
    """Train for ``seconds``, going on from ``checkpoint`` if it exists, and save it there.

    Without a checkpoint training goes on from the ``shipped`` ONNX file, or starts anew.

    The learning rate warms up, stays, and falls along a cosine to the end of the time; averaged
    weights are what is saved and returned.
    """
    torch.set_num_threads(1)
    torch.manual_seed(0)
    pool = Pool(folder, np.random.default_rng(0))
    model = TileFinder()
    if checkpoint.exists():
        model.load_state_dict(torch.load(checkpoint, weights_only=True))
    elif shipped is not None:
        pool.refresh()
        model = restore(shipped, torch.from_numpy(pool.batch(STATISTICS_SAMPLES)[0]).float())
    average = torch.optim.swa_utils.AveragedModel(model, avg_fn=_averaged, use_buffers=True)
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=1e-3)
    model = model.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    start, step, last_saved = time.monotonic(), 0, time.monotonic()
    sums: dict[str, float] = {}
    while (spent := time.monotonic() - start) < seconds:
        if step % 50 == 0:
            pool.refresh()
        progress = spent / seconds
        warm = min(1.0, (step + 1) / 100)
        for group in optimizer.param_groups:
            group["lr"] = rate * warm * (0.5 + 0.5 * math.cos(math.pi * progress) + 0.01)
        pixels, target, weight = (torch.from_numpy(part) for part in pool.batch(BATCH))
        model.train()
        pictures = pixels.float().contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            maps = model(pictures)
        total, parts = loss_of(maps.float(), target, weight)
        optimizer.zero_grad()
        total.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimizer.step()
        average.update_parameters(model)
        step += 1
        for name, part in parts.items():
            sums[name] = sums.get(name, 0.0) + part
        if step % 100 == 0:
            means = " ".join(f"{name} {value / 100:.3f}" for name, value in sums.items())
            print(f"{spent:6.0f} s step {step} samples {len(pool.samples)} {means}")
            sums = {}
        if time.monotonic() - last_saved > 240:
            torch.save(average.module.state_dict(), checkpoint)
            last_saved = time.monotonic()
    torch.save(average.module.state_dict(), checkpoint)
    finder: TileFinder = average.module  # type: ignore[assignment]
    return finder.eval()
