"""The network that reads tops of dice, and its training on drawn ones."""

from __future__ import annotations

import time
import warnings
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from ...dice.faces import FACES
from ...dice.tops import SIZE, without_colours
from ..scenes.dice import looks
from .tops import random_top

BATCH, FRESH = 96, 32
"""Patches of a step, and how many of them are new; the others were drawn for earlier steps."""
POOL = 60_000
LOOKS = 400
"""Sets of dice at hand; each is used for a while and then replaced."""


class TopReader(nn.Module):
    """From tops without colours (B, 1, SIZE, SIZE) to logits (B, len(FACES))."""

    def __init__(self) -> None:
        super().__init__()

        def block(inputs: int, outputs: int, stride: int) -> nn.Sequential:
            return nn.Sequential(
                nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False),
                nn.BatchNorm2d(outputs),
                nn.ReLU(inplace=True),
            )

        self.body = nn.Sequential(
            block(1, 16, 1), block(16, 32, 2), block(32, 48, 2), block(48, 64, 1),
            nn.Flatten(), nn.Dropout(0.1), nn.Linear(64 * (SIZE // 4) ** 2, 80),
            nn.ReLU(inplace=True), nn.Linear(80, len(FACES)),
        )  # fmt: skip

    def forward(self, tops: Tensor) -> Tensor:
        """Logits (B, len(FACES))."""
        return self.body(tops)  # type: ignore[no-any-return]


class Strongest:
    """Drawn tops, renewed step by step."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.looks = [looks.random_look(self.rng) for _ in range(LOOKS)]
        self.patches = np.zeros((POOL, SIZE, SIZE, 3), np.uint8)
        self.faces = np.zeros(POOL, np.int64)
        self.sides = np.zeros(POOL, np.float64)
        self.count = 0

    def draw(self, count: int) -> NDArray[np.intp]:
        """Draw so many new tops; their places in the pool."""
        self.looks[int(self.rng.integers(LOOKS))] = looks.random_look(self.rng)
        places = (self.count + np.arange(count)) % POOL
        for place in places:
            look = self.looks[int(self.rng.integers(LOOKS))]
            top = random_top(self.rng, look)
            self.patches[place], self.faces[place], self.sides[place] = top
        self.count += count
        return places

    def batch(self) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """BATCH patches, each turned by some quarter turns, and their faces."""
        fresh = self.draw(FRESH)
        old = self.rng.integers(min(self.count, POOL), size=BATCH - FRESH)
        chosen = np.concatenate([fresh, old])
        turns = self.rng.integers(4, size=BATCH)
        patches = np.stack(
            [np.rot90(self.patches[k], t) for k, t in zip(chosen, turns, strict=True)]
        )
        return patches, self.faces[chosen]


def train_tops(steps: int, checkpoint: Path, seed: int = 1) -> TopReader:
    """Train for so many steps of BATCH; goes on from the checkpoint where there is one."""
    torch.manual_seed(seed)
    model = TopReader()
    if checkpoint.exists():
        model.load_state_dict(torch.load(checkpoint))
        seed += int(time.time())
    pool, tests = Strongest(seed), Strongest(999)
    tests.draw(1500)
    optimiser = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=1e-3)
    total = 0.0
    for step in range(1, steps + 1):
        for group in optimiser.param_groups:
            group["lr"] = 3e-3 * min(1.0, step / 100) * (0.01 + 0.99 * (1 - step / steps))
        model.train()
        patches, faces = pool.batch()
        scores = model(torch.from_numpy(without_colours(patches)))
        loss = nn.functional.cross_entropy(scores, torch.from_numpy(faces), label_smoothing=0.01)
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        total += float(loss.detach())
        if step % 200 == 0 or step == steps:
            print(f"step {step}: loss {total / 200:.3f}, {report(model, tests)}", flush=True)
            total = 0.0
            torch.save(model.state_dict(), checkpoint)
    return model


def report(model: TopReader, tests: Strongest) -> str:
    """Errors on tops that served for nothing else, by size."""
    model.eval()
    with torch.no_grad():
        scores = model(torch.from_numpy(without_colours(tests.patches[: tests.count])))
    wrong = scores.argmax(dim=1).numpy() != tests.faces[: tests.count]
    parts = []
    for low, high in ((8, 14), (14, 20), (20, 50)):
        of_size = (tests.sides[: tests.count] >= low) & (tests.sides[: tests.count] < high)
        parts.append(f"{low}-{high} px {wrong[of_size].mean():.3f}")
    return "wrong: " + ", ".join(parts)


def export_tops(model: TopReader, path: Path) -> int:
    """Write the network as ONNX; the bytes written."""
    model = model.eval()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            model, (torch.zeros(2, 1, SIZE, SIZE),), str(path),
            input_names=["tops"], output_names=["scores"],
            dynamic_axes={"tops": {0: "n"}, "scores": {0: "n"}}, opset_version=17, dynamo=False,
        )  # fmt: skip
    return path.stat().st_size
