"""The network that reads tops of dice, and its training on drawn ones."""

from __future__ import annotations

import math
import time
import warnings
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from ...dice.faces import FACES
from ...dice.rings import OVERLAP, PLACES, RINGS, as_rings
from ...dice.tops import SIZE
from ..scenes.dice import looks
from .tops import random_top

BATCH, FRESH = 96, 24
"""Patches of a step, and how many of them are new; the others were drawn for earlier steps."""
POOL = 50_000
WAVES = 4
LOOKS = 400
"""Sets of dice at hand; each is used for a while and then replaced."""


class TopReader(nn.Module):
    """From tops on rings (B, 1, RINGS, PLACES + 2 OVERLAP) to logits (B, len(FACES)).

    What is found along the rings is told by the strength of its waves, from none to `WAVES` a turn:
    they are the same however the die is turned.
    """

    def __init__(self) -> None:
        super().__init__()

        def block(
            inputs: int, outputs: int, kernel: tuple[int, int], stride: int, rim: int
        ) -> nn.Sequential:
            return nn.Sequential(
                nn.Conv2d(inputs, outputs, kernel, (stride, 1), (rim, 0), bias=False),
                nn.BatchNorm2d(outputs),
                nn.ReLU(inplace=True),
            )

        self.body = nn.Sequential(
            block(1, 16, (3, 3), 1, 1), block(16, 32, (3, 3), 2, 1), block(32, 48, (3, 3), 2, 1),
            block(48, 64, (4, 3), 1, 0),
        )  # fmt: skip
        places = torch.arange(PLACES + 2 * OVERLAP - 8)
        once = ((places > 0) & (places <= PLACES)).float()[:, None] / PLACES
        turns = places[:, None] * torch.arange(WAVES + 1) * 2 * math.pi / PLACES
        self.register_buffer("cosines", torch.cos(turns) * once)
        self.register_buffer("sines", torch.sin(turns) * once)
        self.head = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.1), nn.Linear(64 * (WAVES + 1), 64),
            nn.ReLU(inplace=True), nn.Linear(64, len(FACES)),
        )  # fmt: skip

    def forward(self, tops: Tensor) -> Tensor:
        """Logits (B, len(FACES))."""
        along = self.body(tops).squeeze(2)
        across, aside = along @ self.cosines, along @ self.sines
        waves = torch.sqrt(across * across + aside * aside + 1e-6)
        return self.head(waves)  # type: ignore[no-any-return]


class TopPool:
    """Drawn tops, renewed step by step."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.looks = [looks.random_look(self.rng) for _ in range(LOOKS)]
        self.tops = np.zeros((POOL, 1, RINGS, PLACES + 2 * OVERLAP), np.float32)
        self.faces = np.zeros(POOL, np.int64)
        self.sides = np.zeros(POOL, np.float64)
        self.count = 0

    def draw(self, count: int) -> NDArray[np.intp]:
        """Draw so many new tops; their places in the pool."""
        self.looks[int(self.rng.integers(LOOKS))] = looks.random_look(self.rng)
        places = (self.count + np.arange(count)) % POOL
        patches = np.zeros((count, SIZE, SIZE, 3), np.uint8)
        for number, place in enumerate(places):
            look = self.looks[int(self.rng.integers(LOOKS))]
            top = random_top(self.rng, look)
            patches[number], self.faces[place], self.sides[place] = top
        self.tops[places] = as_rings(patches)
        self.count += count
        return places

    def batch(self) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """BATCH tops and their faces."""
        fresh = self.draw(FRESH)
        old = self.rng.integers(min(self.count, POOL), size=BATCH - FRESH)
        chosen = np.concatenate([fresh, old])
        return self.tops[chosen], self.faces[chosen]


def train_tops(steps: int, checkpoint: Path, seed: int = 1) -> TopReader:
    """Train for so many steps of BATCH; goes on from the checkpoint where there is one."""
    torch.manual_seed(seed)
    model = TopReader()
    if checkpoint.exists():
        model.load_state_dict(torch.load(checkpoint))
        seed += int(time.time())
    pool, tests = TopPool(seed), TopPool(999)
    tests.draw(1200)
    optimiser = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=1e-3)
    total = 0.0
    for step in range(1, steps + 1):
        for group in optimiser.param_groups:
            group["lr"] = 3e-3 * min(1.0, step / 100) * (0.01 + 0.99 * (1 - step / steps))
        model.train()
        tops, faces = pool.batch()
        scores = model(torch.from_numpy(tops))
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


def report(model: TopReader, tests: TopPool) -> str:
    """Errors on tops that served for nothing else, by size."""
    model.eval()
    with torch.no_grad():
        scores = model(torch.from_numpy(tests.tops[: tests.count]))
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
            model, (torch.zeros(2, 1, RINGS, PLACES + 2 * OVERLAP),), str(path),
            input_names=["tops"], output_names=["scores"],
            dynamic_axes={"tops": {0: "n"}, "scores": {0: "n"}}, opset_version=17, dynamo=False,
        )  # fmt: skip
    return path.stat().st_size
