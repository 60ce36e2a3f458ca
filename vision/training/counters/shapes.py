"""Training of the two networks that tell seeds from sprouts by their shapes."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from ...counters.glance import glance
from ...counters.shapes import ANSWERS, CHANNELS, CUT_X, CUT_Y, SHAPE, TOLD, cuts_of
from ...counters.way import WAYS
from .network import export_answers
from .samples import CounterSample
from .train import PICTURED, varied

RATE = 2e-3
BOARDS = 4
"""So many boards are looked at before each step,"""
ENOUGH = 40
"""and so many pieces of each at most."""


class ShapeNetworks(nn.Module):
    """From cuts (n, CHANNELS, 36, 28) to shapes (n, SHAPE); from what is told of shapes (n, TOLD)
    to log odds of a seed and of the ways (n, ANSWERS)."""

    def __init__(self) -> None:
        super().__init__()
        self.shape = nn.Sequential(
            nn.Conv2d(CHANNELS, 16, 3, 2, 1), nn.ReLU(),
            nn.Conv2d(16, 24, 3, 2, 1), nn.ReLU(),
            nn.Conv2d(24, 32, 3, 2, 1), nn.ReLU(),
            nn.Flatten(),
            nn.Linear(32 * math.ceil(len(CUT_Y) / 8) * math.ceil(len(CUT_X) / 8), 48), nn.ReLU(),
            nn.Linear(48, SHAPE),
        )  # fmt: skip
        self.kind = nn.Sequential(
            nn.Linear(TOLD, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, ANSWERS)
        )

    def forward(self, cuts: Tensor, colours: NDArray[np.intp], way: int) -> list[Tensor]:
        """The answers (n, ANSWERS) at first and at last; `way` len(WAYS) is not known."""
        shapes = self.shape(cuts)
        answers: list[Tensor] = []
        for _ in range(2):
            odds = answers[-1][:, 0] if answers else None
            answers.append(self.kind(_told(shapes, colours, odds, way)))
        return answers

    def write(self, folder: Path) -> int:
        """Write them where the reader looks for them; returns the bytes written."""
        self.eval()
        cut = torch.zeros(5, CHANNELS, len(CUT_Y), len(CUT_X))
        return export_answers(
            self.shape, cut, {0: "pieces"}, folder / "counters_shape.onnx"
        ) + export_answers(
            self.kind, torch.zeros(5, TOLD), {0: "pieces"}, folder / "counters_kind.onnx"
        )


def _told(shapes: Tensor, colours: NDArray[np.intp], odds: Tensor | None, way: int) -> Tensor:
    """`counters.shapes.told_of_shapes` with gradients."""
    count = len(shapes)
    mean, most, least = (torch.zeros_like(shapes) for _ in range(3))
    number = torch.zeros(count, 1)
    for colour in np.unique(colours):
        alike = torch.from_numpy(colours == colour)
        few = shapes[alike]
        mean[alike], most[alike], least[alike] = few.mean(0), few.amax(0), few.amin(0)
        number[alike] = math.log(len(few)) / 4
    before = torch.zeros(count, 1)
    seeds = sprouts = torch.zeros(SHAPE)
    share = torch.zeros(())
    if odds is not None:
        chance = torch.sigmoid(odds)[:, None]
        seeds = (chance * shapes).sum(0) / (chance.sum() + 0.1)
        sprouts = ((1 - chance) * shapes).sum(0) / ((1 - chance).sum() + 0.1)
        share = chance.mean()
        before = torch.tanh(odds / 4)[:, None]
    hint = torch.zeros(len(WAYS) + 1)
    hint[way] = 1.0
    known = torch.stack([share, torch.tensor(math.log(count) / 5)])
    every = [shapes.mean(0), shapes.amax(0), shapes.amin(0), seeds, sprouts, known, hint]
    general = torch.cat(every).expand(count, -1)
    return torch.cat([shapes, mean, most, least, before, number, general], dim=1)


def as_the_reader_sees(samples: Sequence[CounterSample]) -> list[CounterSample]:
    """The samples with the feet of their pieces where the reader's other networks take them to be:
    pieces are cut out there."""
    result = []
    for sample in samples:
        seen, answers = glance(sample.rectified), sample.answers
        there = ((seen.piece > 0) & (answers.colour >= 0))[:, None]
        offset = np.where(there, seen.offset, answers.offset).astype(np.float32)
        result.append(replace(sample, answers=replace(answers, offset=offset)))
    return result


def train_shapes(
    scenes: Sequence[CounterSample],
    pictures: Sequence[CounterSample],
    minutes: float,
    keep: Path,
    seed: int = 0,
) -> ShapeNetworks:
    """Networks that have learnt for so many minutes; they go on from `keep`, where that is there,
    and are kept there."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    rng = np.random.default_rng(seed + int(time.time()))
    networks = ShapeNetworks()
    if keep.exists():
        networks.load_state_dict(torch.load(keep))
    optimizer = torch.optim.AdamW(networks.parameters(), lr=RATE, weight_decay=5e-3)
    begin, step, running = time.process_time(), 0, 0.5
    while (share := (time.process_time() - begin) / (60 * minutes)) < 1.0:
        for group in optimizer.param_groups:
            group["lr"] = RATE * min(1.0, (step + 1) / 40) * 0.5 * (1 + math.cos(math.pi * share))
        optimizer.zero_grad()
        for _ in range(BOARDS):
            some = pictures if pictures and rng.random() < PICTURED else scenes
            loss = _loss(rng, networks, some[int(rng.integers(len(some)))])
            if loss is not None:
                (loss / BOARDS).backward()
                running = 0.995 * running + 0.005 * float(loss.detach())
        torch.nn.utils.clip_grad_norm_(networks.parameters(), 5.0)
        optimizer.step()
        step += 1
        if step % 200 == 0:
            print(f"{step} steps, {share:.0%}, loss {running:.3f}", flush=True)
            torch.save(networks.state_dict(), keep)
    torch.save(networks.state_dict(), keep)
    return networks


def _loss(
    rng: np.random.Generator, networks: ShapeNetworks, sample: CounterSample
) -> Tensor | None:
    known = np.flatnonzero(sample.answers.colour >= 0)
    if len(known) == 0:
        return None
    # A game has few pieces at first; of many some will do.
    most = int(rng.integers(4, ENOUGH)) if rng.random() < 0.4 else ENOUGH
    known = np.sort(rng.permutation(known)[:most])
    sample = varied(rng, sample)
    if rng.random() < 0.5:
        # Shapes hang on no colour: any will do.
        other = sample.rectified.image[..., rng.permutation(3)]
        sample = replace(sample, rectified=replace(sample.rectified, image=other))
    answers = sample.answers
    offset = answers.offset[known] + rng.normal(0, 0.04, (len(known), 2))
    colours = answers.colour[known].astype(np.intp)
    cuts = torch.from_numpy(cuts_of(sample.rectified, known, offset, colours))
    told = answers.way if answers.way >= 0 and rng.random() < 0.25 else len(WAYS)
    kinds = torch.from_numpy(answers.seed[known]).float()
    weight = torch.where(kinds > 0.5, 3.0, 1.0)
    total = torch.zeros(())
    for share, answer in zip((0.4, 1.0), networks(cuts, colours, told), strict=True):
        entropy = functional.binary_cross_entropy_with_logits(answer[:, 0], kinds, reduction="none")
        total = total + share * (entropy * weight).sum() / weight.sum()
        if answers.way >= 0 and kinds.any():
            shares = answer[:, 1:].mean(0)[None]
            total = total + 0.1 * functional.cross_entropy(shares, torch.tensor([answers.way]))
    return total
