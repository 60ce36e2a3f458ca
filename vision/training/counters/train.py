"""Training of the network for counters on samples in a folder, within a limit of time."""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from ...counters.glance import network_input
from ...counters.rectify import PER_SIDE, Rectified
from .network import CounterNetwork
from .samples import Sample, load_sample


def train(
    folder: Path, minutes: float, seed: int = 0, start: CounterNetwork | None = None,
    rate: float = 2e-3,
) -> CounterNetwork:  # fmt: skip
    """A network trained for so many minutes on all samples of a folder."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    samples = [load_sample(path) for path in sorted(folder.glob("*.npz"))]
    model = start or CounterNetwork()
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=1e-3)
    begin = time.monotonic()
    step, running = 0, 0.0
    while (share := (time.monotonic() - begin) / (60 * minutes)) < 1.0:
        for group in optimizer.param_groups:
            warm = min(1.0, (step + 1) / 100)
            group["lr"] = rate * warm * 0.5 * (1 + math.cos(math.pi * share))
        model.train()
        optimizer.zero_grad()
        for _ in range(2):
            sample = varied(rng, samples[int(rng.integers(len(samples)))])
            picture, places = network_input(sample.rectified)
            answers = model(torch.from_numpy(picture), torch.from_numpy(places)[None])
            loss = loss_of(answers[0], torch.from_numpy(sample.answers))
            (loss / 2).backward()
            running = 0.99 * running + 0.01 * float(loss)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 2.0)
        optimizer.step()
        step += 1
        if step % 100 == 0:
            print(f"{step} steps, {share:.0%}, loss {running:.4f}", flush=True)
    return model


def loss_of(found: Tensor, wanted: Tensor) -> Tensor:
    """The losses of all answers about a board, added."""
    logit, target = found[:, [0, 1, 6, 7]], wanted[:, [0, 1, 6, 7]]
    entropy = functional.binary_cross_entropy_with_logits(logit, target, reduction="none")
    weight = wanted[:, [8, 9, 9, 11]]
    # Every single cell counts: hard ones more.
    focus = (torch.sigmoid(logit) - target).detach().abs() + 0.1
    shares = torch.tensor([6.0, 3.0, 0.5, 1.0])
    odds = (entropy * weight * focus * shares).sum() / (20 + wanted[:, 0].sum())
    gap = functional.smooth_l1_loss(found[:, 2:6], wanted[:, 2:6], reduction="none", beta=0.1)
    scale = torch.tensor([3.0, 3.0, 3.0, 2.0])
    measures = (gap * wanted[:, 10:11] * scale).sum() / (5 + wanted[:, 10].sum())
    return odds + measures


def varied(rng: np.random.Generator, sample: Sample) -> Sample:
    """A sample in other colours and light, a little blurred or noisy, maybe mirrored, its cells a
    little beside where they were found."""
    r = sample.rectified
    image: NDArray[Any] = r.image.astype(np.float32) / 255
    gamma = math.exp(rng.normal(0, 0.2))
    gain = np.exp(rng.normal(0, 0.1, 3) + rng.normal(0, 0.12))
    image = np.clip(image, 0, 1) ** gamma * gain.astype(np.float32)
    if rng.random() < 0.3:
        grey = image.mean(axis=2, keepdims=True)
        image = grey + (image - grey) * np.float32(math.exp(rng.normal(0, 0.4)))
    if rng.random() < 0.25:
        image = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.3, 1.3)))
    if rng.random() < 0.4:
        noise = rng.standard_normal(image.shape, np.float32) * np.float32(rng.uniform(0, 0.06))
        image = image + noise
    if rng.random() < 0.3:
        image = image[..., rng.permutation(3)]
    pixels = np.clip(image * 255, 0, 255).astype(np.uint8)
    matrix, answers = r.matrix.copy(), sample.answers.copy()
    shift = rng.normal(0, 0.05, 2)
    matrix[:, 2] += shift * PER_SIDE
    answers[:, 2:4] -= shift
    if rng.random() < 0.5:
        pixels = np.ascontiguousarray(pixels[:, ::-1])
        matrix[0] *= -1
        matrix[0, 2] += pixels.shape[1] - 1
        answers[:, 2] *= -1
    return Sample(Rectified(pixels, matrix, r.camera, r.shown), answers)


def tried(model: CounterNetwork, samples: list[Sample]) -> dict[str, float]:
    """How often the network errs on samples that it never saw."""
    model.eval()
    right: list[NDArray[np.float64]] = []
    for sample in samples:
        picture, places = network_input(sample.rectified)
        with torch.no_grad():
            found = model(torch.from_numpy(picture), torch.from_numpy(places)[None])[0].numpy()
        a = sample.answers
        right.append(np.column_stack([found, a]))
    table = np.concatenate(right)
    known = (table[:, 16] > 0.5) & (table[:, 15] < 0.5)
    piece = table[:, 8] > 0.5
    marked = known & piece & (table[:, 17] > 0.5)
    return {
        "missed": float((table[known & piece, 0] < 0).mean()),
        "phantom": float((table[known & ~piece, 0] > 0).mean()),
        "mark": float(((table[marked, 1] > 0) != (table[marked, 9] > 0.5)).mean()),
        "offset": float(np.hypot(*(table[marked, 2:4] - table[marked, 10:12]).T).mean()),
        "radius": float(np.abs(table[marked, 4] - table[marked, 12]).mean()),
        "height": float(np.abs(table[marked, 5] - table[marked, 13]).mean()),
    }
