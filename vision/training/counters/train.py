"""Training of the three networks for counters at once, within a limit of time."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from ...counters.glance import (
    LOOKS,
    MEASURES,
    NAMES,
    general,
    places_of_looks,
    prepared,
    usual_colour,
)
from ...counters.rectify import PER_SIDE
from ...counters.way import WAYS
from .network import CounterNetworks
from .samples import CounterSample, mirrored

BOARDS = 3
"""So many boards are looked at before each step."""
PICTURED = 0.5
"""Of the boards this share are pictures, where there are any."""
RATE = 2.5e-3


@dataclass(frozen=True)
class Progress:
    """Where networks are kept while they learn, for how many minutes they do, and the folder of
    the weights with which they begin; without one they begin with none."""

    path: Path
    minutes: float
    begin_with: Path | None = None


def train(
    scenes: Sequence[CounterSample],
    pictures: Sequence[CounterSample],
    progress: Progress,
    seed: int = 0,
) -> CounterNetworks:
    """Networks that have learnt; from those of an earlier run where its file is there, or from
    weights."""
    torch.manual_seed(seed)
    # Several threads wait for one another where other programs are busy, too.
    torch.set_num_threads(1)
    rng = np.random.default_rng(seed + int(time.time()))
    networks = CounterNetworks()
    rate = RATE
    if progress.path.exists():
        networks.load_state_dict(torch.load(progress.path))
        rate = RATE / 1.5
    elif progress.begin_with is not None:
        networks = CounterNetworks.read(progress.begin_with)
        rate = RATE / 1.5
    optimizer = torch.optim.AdamW(networks.parameters(), lr=rate, weight_decay=2e-3)
    begin = time.process_time()
    step, running = 0, np.zeros(4)
    while (share := (time.process_time() - begin) / (60 * progress.minutes)) < 1.0:
        for group in optimizer.param_groups:
            group["lr"] = rate * min(1.0, (step + 1) / 40) * 0.5 * (1 + math.cos(math.pi * share))
        optimizer.zero_grad()
        for _ in range(BOARDS):
            some = pictures if pictures and rng.random() < PICTURED else scenes
            sample = varied(rng, some[int(rng.integers(len(some)))])
            losses = losses_of(rng, networks, sample)
            (sum(losses) / BOARDS).backward()
            running = 0.99 * running + 0.01 * np.array([float(loss.detach()) for loss in losses])
        torch.nn.utils.clip_grad_norm_(networks.parameters(), 5.0)
        optimizer.step()
        step += 1
        if step % 100 == 0:
            print(f"{step} steps, {share:.0%}, losses {np.round(running, 3)}", flush=True)
            torch.save(networks.state_dict(), progress.path)
    torch.save(networks.state_dict(), progress.path)
    return networks


def varied(rng: np.random.Generator, sample: CounterSample) -> CounterSample:
    """A sample in another light, noise and sharpness, its cells a little beside where they were
    found, half of them mirrored."""
    if rng.random() < 0.5:
        sample = mirrored(sample)
    flat, answers = sample.rectified, sample.answers
    shift = rng.normal(0, 0.03, 2)
    matrix = flat.matrix.copy()
    matrix[:, 2] += shift * PER_SIDE
    offset = answers.offset - shift.astype(np.float32)
    gain = np.exp(rng.normal(0, 0.2) + rng.normal(0, 0.05, 3)).astype(np.float32)
    power = np.float32(np.exp(rng.normal(0, 0.12)))
    table = (np.arange(256, dtype=np.float32) / 255)[:, None] ** power * gain * 255
    image = cv2.LUT(flat.image, np.clip(table, 0, 255).astype(np.uint8).reshape(1, 256, 3))
    if rng.random() < 0.25:
        image = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.3, 1.6)))
    if rng.random() < 0.1:
        image = cv2.filter2D(image, -1, _moved_camera(rng))
    if rng.random() < 0.3:
        noise = rng.standard_normal(image.shape, np.float32) * np.float32(rng.uniform(1, 7))
        image = np.clip(image + noise, 0, 255).astype(np.uint8)
    flat = replace(flat, image=np.asarray(image, np.uint8), matrix=matrix)
    return CounterSample(flat, replace(answers, offset=offset))


def _moved_camera(rng: np.random.Generator) -> NDArray[np.float32]:
    """What becomes of one pixel (9, 9) where the camera moves while the picture is taken."""
    kernel = np.zeros((9, 9), np.uint8)
    angle, reach = rng.uniform(0, math.pi), rng.uniform(1, 4) * 16
    x, y = round(math.cos(angle) * reach), round(math.sin(angle) * reach)
    cv2.line(kernel, (64 - x, 64 - y), (64 + x, 64 + y), 255, 1, cv2.LINE_AA, 4)
    return np.asarray(kernel / kernel.sum(), np.float32)


def cells_answer(networks: CounterNetworks, sample: CounterSample) -> tuple[Tensor, Tensor]:
    """The answers (n, OUTPUTS) for all cells of a board, and its usual colour (3,)."""
    flat = sample.rectified
    picture = networks.picture(torch.from_numpy(prepared(flat.image)))
    usual = usual_colour(flat)
    at = torch.from_numpy(places_of_looks(flat))
    size = torch.tensor([picture.shape[3] - 1.0, picture.shape[2] - 1.0])
    around = functional.grid_sample(
        picture, (at / size * 2 - 1)[None], padding_mode="border", align_corners=True
    )
    around = around[0].permute(1, 2, 0).reshape(len(at), -1)
    told = torch.cat([around, torch.from_numpy(general(flat, usual))], dim=1)
    return networks.cells(told), torch.from_numpy(usual)


def told_of(looks: Tensor, colours: Tensor, usual: Tensor, way: int) -> Tensor:
    """What the network of company is told: `counters.company.told_of` with gradients."""
    own = colours.argmax(dim=1)
    mean, most, least = (torch.zeros_like(looks) for _ in range(3))
    number = torch.zeros(len(looks), 1)
    for colour in own.unique():
        alike = own == colour
        few = looks[alike]
        mean[alike], most[alike], least[alike] = few.mean(0), few.amax(0), few.amin(0)
        number[alike] = math.log(len(few)) / 4
    hint = torch.zeros(len(WAYS) + 1)
    hint[way] = 1.0
    count = torch.tensor([math.log(len(looks)) / 5])
    every = torch.cat([looks.mean(0), looks.amax(0), usual, count, hint])
    shares = torch.softmax(colours, dim=1)
    return torch.cat(
        [looks, mean, most, least, shares, number, every.expand(len(looks), -1)], dim=1
    )


def split_answers(found: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Measures, colours and looks."""
    return tuple(torch.split(found, [len(MEASURES), len(NAMES), LOOKS], dim=1))  # type: ignore[return-value]


def losses_of(
    rng: np.random.Generator, networks: CounterNetworks, sample: CounterSample
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Of a board: the losses of what each cell says by itself, of the colours and of the kinds
    that the company says, and of by what seeds are told."""
    answers = sample.answers
    found, usual = cells_answer(networks, sample)
    measures, colours, looks = split_answers(found)
    alone = _alone(measures, colours, sample)
    zero = torch.zeros(())
    known = answers.colour >= 0
    present = known | ((measures[:, 0].detach().numpy() > 1.0) & sample.rectified.shown)
    if not known.any():
        return alone, zero, zero, zero
    # What the tap or the game so far may say.
    way = answers.way if answers.way >= 0 and rng.random() < 0.25 else len(WAYS)
    chosen = torch.from_numpy(np.flatnonzero(present))
    answer = networks.company(told_of(looks[chosen], colours[chosen], usual, way))
    learnt = torch.from_numpy(known[present])
    named = torch.from_numpy(answers.colour[present])[learnt]
    kinds = torch.from_numpy(answers.seed[present])[learnt].float()
    colour = functional.cross_entropy(answer[learnt, : len(NAMES)], named)
    entropy = functional.binary_cross_entropy_with_logits(
        answer[learnt, len(NAMES)], kinds, reduction="none"
    )
    weight = torch.where(kinds > 0.5, 3.0, 1.0)
    kind = (entropy * weight).sum() / weight.sum()
    told = zero
    if answers.way >= 0 and kinds.any():
        shares = answer[:, len(NAMES) + 1 :].mean(0)[None]
        told = 0.2 * functional.cross_entropy(shares, torch.tensor([answers.way]))
    return alone, colour, 2.0 * kind, told


def _alone(measures: Tensor, colours: Tensor, sample: CounterSample) -> Tensor:
    answers = sample.answers
    shown = torch.from_numpy(sample.rectified.shown.astype(np.float32))

    def tensor(values: NDArray[np.float32]) -> Tensor:
        return torch.from_numpy(values.astype(np.float32))

    target = torch.stack(
        [tensor(v) for v in (answers.piece, answers.mark, answers.cube, answers.hidden)], dim=1
    )
    logit = measures[:, [0, 1, 6, 7]]
    entropy = functional.binary_cross_entropy_with_logits(logit, target, reduction="none")
    marked = tensor(answers.marked)
    weight = torch.stack([tensor(answers.matters), marked, marked, shown], dim=1)
    shares = torch.tensor([2.0, 0.3, 0.1, 0.6])
    # Pieces are few: what stands there counts for as much as all that is empty.
    few = 1.0 + target[:, :1] * 2.0
    odds = (entropy * weight * few * shares).sum() / 100
    gap = functional.smooth_l1_loss(
        measures[:, 2:6],
        torch.cat(
            [tensor(answers.offset), tensor(answers.radius)[:, None],
             tensor(answers.height)[:, None]], dim=1,
        ),
        reduction="none", beta=0.1,
    )  # fmt: skip
    scale = torch.tensor([3.0, 3.0, 3.0, 2.0]) * tensor(answers.sized)[:, None]
    sizes = (gap * scale).sum() / (1 + answers.sized.sum())
    named = torch.from_numpy(answers.colour)
    colour = functional.cross_entropy(colours, named, ignore_index=-1, reduction="sum")
    return odds + sizes + 0.5 * colour / (1 + float((answers.colour >= 0).sum()))
