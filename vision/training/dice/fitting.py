"""The loop in which each of the networks learns, for a given time."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from pathlib import Path

import torch
from torch import Tensor, nn

REPORTS = 8
WARM_STEPS = 100


def fit(
    model: nn.Module,
    loss_of_batch: Callable[[], Tensor],
    until: float,
    rate: float,
    checkpoint: Path,
) -> None:
    """Learn until the monotonic clock shows `until`, at a rate that falls; the network is kept in
    `checkpoint`."""
    device = next(model.parameters()).device
    model.to(memory_format=torch.channels_last).train()  # type: ignore[call-overload]
    optimiser = torch.optim.AdamW(
        model.parameters(), lr=rate, weight_decay=3e-3, fused=device.type == "cuda"
    )
    started, step, reports = time.monotonic(), 0, 1
    seconds = max(until - started, 1e-6)
    total = torch.zeros((), device=device)
    last = 0
    while (share := (time.monotonic() - started) / seconds) < 1.0:
        for group in optimiser.param_groups:
            falling = 0.5 * (1 + math.cos(math.pi * share))
            group["lr"] = rate * min(1.0, (step + 1) / WARM_STEPS) * (0.005 + 0.995 * falling)
        loss = loss_of_batch()
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(model.parameters(), 2.0)
        optimiser.step()
        step += 1
        total += loss.detach()
        if share >= reports / REPORTS:
            reports += 1
            print(f"step {step}: loss {float(total) / (step - last):.4f}", flush=True)
            total.zero_()
            last = step
    print(f"{step} steps", flush=True)
    torch.save(model.state_dict(), checkpoint)
    model.eval()
