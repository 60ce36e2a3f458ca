"""The network that reads tops of dice, and its training."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from ...dice.faces import FACES
from ...dice.tops import SIZE
from .top_pool import Tops

BATCH = 128
RATE = 4e-3


class TopReader(nn.Module):
    """From tops (B, 2, SIZE, SIZE) to logits (B, len(FACES))."""

    def __init__(self) -> None:
        super().__init__()

        def block(inputs: int, outputs: int, *, halved: bool) -> list[nn.Module]:
            conv = nn.Conv2d(inputs, outputs, 3, 1, 1, bias=False)
            end: list[nn.Module] = [nn.MaxPool2d(2)] if halved else []
            return [conv, nn.BatchNorm2d(outputs), nn.ReLU(inplace=True), *end]

        self.body = nn.Sequential(
            *block(2, 16, halved=True), *block(16, 32, halved=False), *block(32, 32, halved=True),
            *block(32, 64, halved=False), *block(64, 48, halved=False), nn.Conv2d(48, 16, 1),
            nn.Flatten(), nn.Dropout(0.2), nn.Linear(16 * (SIZE // 4) ** 2, 48),
            nn.ReLU(inplace=True), nn.Linear(48, len(FACES)),
        )  # fmt: skip

    def forward(self, tops: Tensor) -> Tensor:
        """Logits (B, len(FACES))."""
        return self.body(tops)  # type: ignore[no-any-return]


def train_tops(tops: Tops, steps: int, checkpoint: Path) -> TopReader:
    """Train for so many steps of BATCH on those not kept apart; goes on from the checkpoint where
    there is one."""
    torch.manual_seed(1)
    rng = np.random.default_rng(1)
    model = TopReader().to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    if checkpoint.exists():
        model.load_state_dict(torch.load(checkpoint))
        rng = np.random.default_rng(checkpoint.stat().st_mtime_ns)
    learn = np.flatnonzero(~tops.held_out)
    optimiser = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=5e-3)
    total = 0.0
    for step in range(1, steps + 1):
        for group in optimiser.param_groups:
            falling = 0.5 * (1 + math.cos(math.pi * step / steps))
            group["lr"] = RATE * min(1.0, step / 100) * (0.01 + 0.99 * falling)
        model.train()
        chosen = rng.choice(learn, BATCH)
        seen = torch.from_numpy(varied_tops(rng, tops.seen[chosen]))
        with torch.autocast("cpu", torch.bfloat16):
            scores = model(seen.to(memory_format=torch.channels_last))
        target = torch.from_numpy(tops.faces[chosen])
        loss = nn.functional.cross_entropy(scores.float(), target, label_smoothing=0.01)
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        total += float(loss.detach())
        if step % 500 == 0 or step == steps:
            print(f"step {step}: loss {total / 500:.3f}, {report(model, tops)}", flush=True)
            total = 0.0
            torch.save(model.state_dict(), checkpoint)
    return model


def varied_tops(rng: np.random.Generator, seen: NDArray[np.float16]) -> NDArray[np.float32]:
    """The same tops turned by right angles, a little shifted, with a little noise."""
    out = np.empty(seen.shape, np.float32)
    for part in np.array_split(np.arange(len(seen)), 8):
        turned = np.rot90(seen[part], int(rng.integers(4)), axes=(2, 3))
        shift = tuple(int(k) for k in rng.integers(-1, 2, 2))
        out[part] = np.roll(turned, shift, axis=(2, 3))
    strength = rng.uniform(0, 0.15, (len(seen), 1, 1, 1)).astype(np.float32)
    out += strength * rng.standard_normal(out.shape, np.float32)
    return out


def report(model: TopReader, tops: Tops) -> str:
    """Errors on tops that served for nothing else, by size."""
    model.eval()
    apart = np.flatnonzero(tops.held_out)[:6000]
    with torch.no_grad():
        scores = model(torch.from_numpy(tops.seen[apart].astype(np.float32)))
    wrong = scores.argmax(dim=1).numpy() != tops.faces[apart]
    sides = tops.sides[apart]
    parts = []
    for low, high in ((8, 14), (14, 20), (20, 50)):
        of_size = (sides >= low) & (sides < high)
        if of_size.any():
            parts.append(f"{low}-{high} px {wrong[of_size].mean():.3f}")
    return "wrong: " + ", ".join(parts)
