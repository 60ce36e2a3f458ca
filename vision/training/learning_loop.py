"""The loop in which all networks learn: for a given time, at a rate that rises and then falls."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn

REFRESHED_AFTER = 50
"""Steps after which there may be more samples to learn from."""
REPORTS = 20
"""So often, at equal times, it is told how the learning goes, and the network is kept."""

ONWARD = 0.4
"""Networks that know something already learn at so much of the usual rate."""


def quick_numbers(device: torch.device) -> torch.autocast:
    """Short numbers where the device reckons with them itself: others take seven times as long."""
    is_quick = device.type != "cpu" or torch.ops.mkldnn._is_mkldnn_bf16_supported()
    return torch.autocast(device.type, torch.bfloat16, enabled=is_quick)


@dataclass(frozen=True)
class Course:
    """How a network learns: until the monotonic clock shows `until`, for at most `steps` steps.

    `rate` is the highest learning rate, reached after `warm_steps`; `decay` draws the weights to 0;
    a longer gradient becomes `longest_gradient`. With `is_averaged` the network ends with the mean
    of the last thousand steps or so. It is kept in the file `checkpoint` if there is one."""

    until: float
    rate: float
    decay: float = 3e-3
    warm_steps: int = 100
    longest_gradient: float = 5.0
    is_averaged: bool = False
    steps: int | None = None
    checkpoint: Path | None = None


def learn(
    model: nn.Module,
    losses_of_batch: Callable[[], Mapping[str, Tensor]],
    course: Course,
    *,
    refresh: Callable[[], object] = tuple,
    told: Callable[[], str] = str,
) -> None:
    """Let a network learn from the losses of batch after batch, and leave it in evaluation mode.
    `refresh` may take in more to learn from; `told` gives more to say with each report."""
    device = next(model.parameters()).device
    model.to(memory_format=torch.channels_last).train()  # type: ignore[call-overload]
    average = None
    if course.is_averaged:
        average = torch.optim.swa_utils.AveragedModel(model, avg_fn=_averaged, use_buffers=True)
    optimiser = torch.optim.AdamW(
        model.parameters(), lr=course.rate, weight_decay=course.decay, fused=device.type == "cuda"
    )
    began, step, reports, reported = time.monotonic(), 0, 1, 0
    sums: dict[str, Tensor] = {}

    def keep() -> None:
        if course.checkpoint is not None:
            kept = model if average is None else average.module
            torch.save(kept.state_dict(), course.checkpoint)

    while (share := _share_done(course, began, step)) < 1.0:
        falling = 0.005 + 0.995 * 0.5 * (1 + math.cos(math.pi * share))
        for group in optimiser.param_groups:
            group["lr"] = course.rate * min(1.0, (step + 1) / course.warm_steps) * falling
        if step % REFRESHED_AFTER == 0:
            refresh()
        losses = losses_of_batch()
        optimiser.zero_grad()
        torch.stack(list(losses.values())).sum().backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(model.parameters(), course.longest_gradient)
        optimiser.step()
        if average is not None:
            average.update_parameters(model)
        step += 1
        for name, loss in losses.items():
            sums[name] = sums.get(name, 0.0) + loss.detach()
        if share >= reports / REPORTS:
            number = step - reported
            means = " ".join(f"{name} {float(v) / number:.4f}" for name, v in sums.items())
            print(f"{share:.0%}, step {step}: {means} {told()}", flush=True)
            keep()
            sums, reports, reported = {}, reports + 1, step
            model.train()
    if average is not None:
        model.load_state_dict(average.module.state_dict())
    keep()
    print(f"{step} steps {told()}", flush=True)
    model.eval()


def _share_done(course: Course, began: float, step: int) -> float:
    share = (time.monotonic() - began) / max(course.until - began, 1e-6)
    return share if course.steps is None else max(share, step / max(course.steps, 1))


def _averaged(average: Tensor, current: Tensor, count: Tensor | int) -> Tensor:
    """Exponential average over some 1000 steps, over fewer at the start."""
    decay = min(0.999, (1.0 + float(count)) / (10.0 + float(count)))
    return average + (current - average) * (1.0 - decay) if average.is_floating_point() else current
