"""Training of the network for counters on samples in a folder, within a limit of time."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from ...counters.glance import LOOK_X, LOOK_Y, cell_features
from ...counters.rectify import PER_SIDE
from .network import CounterNetwork
from .samples import CounterSample, load_sample

Floats = NDArray[np.float32]
VARIANTS = 4
BATCH = 1024


def prepared(paths: Sequence[Path], variants: int, seed: int = 0) -> tuple[Floats, Floats]:
    """Features and answers of all shown cells of saved samples, each board some times with its
    cells a little beside where they were found."""
    rng = np.random.default_rng(seed)
    features, answers = [], []
    for path in paths:
        sample = load_sample(path)
        for turn in range(variants):
            moved = shifted(rng, sample) if turn or variants > 1 else sample
            shown = moved.rectified.shown
            features.append(cell_features(moved.rectified)[shown].astype(np.float16))
            answers.append(moved.answers[shown])
    return np.concatenate(features), np.concatenate(answers)


def shifted(rng: np.random.Generator, sample: CounterSample) -> CounterSample:
    """A sample whose cells lie a little beside where they were found."""
    shift = rng.normal(0, 0.05, 2)
    matrix, answers = sample.rectified.matrix.copy(), sample.answers.copy()
    matrix[:, 2] += shift * PER_SIDE
    answers[:, 2:4] -= shift
    return CounterSample(replace(sample.rectified, matrix=matrix), answers)


def train(
    features: Floats,
    answers: Floats,
    minutes: float,
    seed: int = 0,
    rate: float = 2e-3,
    start: CounterNetwork | None = None,
) -> CounterNetwork:
    """A network trained for so many minutes, from scratch or on from `start`."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    model = start or CounterNetwork()
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=3e-3)
    piece = np.flatnonzero(answers[:, 0] > 0.5)
    marked = np.flatnonzero(answers[:, 1] > 0.5)
    begin = time.monotonic()
    step, running = 0, 0.0
    while (share := (time.monotonic() - begin) / (60 * minutes)) < 1.0:
        for group in optimizer.param_groups:
            group["lr"] = rate * min(1.0, (step + 1) / 50) * 0.5 * (1 + math.cos(math.pi * share))
        chosen = np.concatenate(
            [
                rng.integers(len(features), size=BATCH // 2),
                rng.choice(piece, BATCH // 4),
                rng.choice(marked, BATCH // 8),
            ]
        )
        x, y = varied(rng, features[chosen].astype(np.float32), answers[chosen].copy())
        loss = loss_of(model(torch.from_numpy(x)), torch.from_numpy(y))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        running = 0.99 * running + 0.01 * float(loss.detach())
        step += 1
        if step % 50 == 0:
            print(f"{step} steps, {share:.0%}, loss {running:.4f}", flush=True)
    return model


def varied(rng: np.random.Generator, features: Floats, answers: Floats) -> tuple[Floats, Floats]:
    """Cells in other colours, contrasts and noise, half of them mirrored."""
    count = len(features)
    picture = features[:, :-5].reshape(count, len(LOOK_Y), len(LOOK_X), 3)
    rest = features[:, -5:].copy()
    mirrored = rng.random(count) < 0.5
    picture = np.where(mirrored[:, None, None, None], picture[:, :, ::-1], picture)
    rest[mirrored, 3] *= -1
    answers[mirrored, 2] *= -1
    gain = np.exp(rng.normal(0, 0.25, (count, 1, 1, 1)) + rng.normal(0, 0.12, (count, 1, 1, 3)))
    picture = picture * gain.astype(np.float32)
    if rng.random() < 0.5:
        order = rng.permutation(3)
        picture, rest[:, :3] = picture[..., order], rest[:, order]
    if rng.random() < 0.15:
        picture, rest[:, :3] = -picture, -rest[:, :3]
    noise = rng.standard_normal(picture.shape, np.float32)
    picture = picture + noise * np.abs(rng.normal(0, 0.05, (count, 1, 1, 1))).astype(np.float32)
    return np.concatenate([picture.reshape(count, -1), rest], axis=1, dtype=np.float32), answers


def loss_of(found: Tensor, wanted: Tensor) -> Tensor:
    """The losses of all answers about some cells, added."""
    logit, target = found[:, [0, 1, 6, 7]], wanted[:, [0, 1, 6, 7]]
    entropy = functional.binary_cross_entropy_with_logits(logit, target, reduction="none")
    weight = wanted[:, [8, 9, 9, 11]]
    # Every single cell counts: hard ones more.
    focus = (torch.sigmoid(logit) - target).detach().abs() + 0.1
    shares = torch.tensor([6.0, 3.0, 0.5, 1.0])
    odds = (entropy * weight * focus * shares).sum() / len(found)
    gap = functional.smooth_l1_loss(found[:, 2:6], wanted[:, 2:6], reduction="none", beta=0.1)
    scale = torch.tensor([3.0, 3.0, 3.0, 2.0])
    measures = (gap * wanted[:, 10:11] * scale).sum() / (1 + wanted[:, 10].sum())
    return odds + measures


def tried(model: CounterNetwork, features: Floats, answers: Floats) -> dict[str, float]:
    """How often the network errs on cells that it never saw."""
    with torch.no_grad():
        found = model.eval()(torch.from_numpy(features.astype(np.float32))).numpy()
    known = (answers[:, 8] > 0.5) & (answers[:, 7] < 0.5)
    piece = answers[:, 0] > 0.5
    marked = known & piece & (answers[:, 9] > 0.5)
    sized = known & piece & (answers[:, 10] > 0.5)
    return {
        "missed": float((found[known & piece, 0] < 0).mean()),
        "phantom": float((found[known & ~piece, 0] > 0).mean()),
        "mark": float(((found[marked, 1] > 0) != (answers[marked, 1] > 0.5)).mean()),
        "offset": float(np.hypot(*(found[sized, 2:4] - answers[sized, 2:4]).T).mean()),
        "radius": float(np.abs(found[sized, 4] - answers[sized, 4]).mean()),
        "height": float(np.abs(found[sized, 5] - answers[sized, 5]).mean()),
    }
