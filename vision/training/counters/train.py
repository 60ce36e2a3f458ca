"""Training of the networks for counters, all at once, while other processes generate scenes."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from ....calibration.arrays import Floats32
from ....engine.palanquee.table.pieces import COLOURS
from ...counters.rectify import coarser
from ..learning_loop import Course, learn
from ..making import ENDLESS, Makers
from .answering import Said, say_learning
from .batches import Boards, Kept, boards_of, kept, varied
from .kinds.kind_training import kind_loss
from .network import CounterNetworks
from .samples import CounterSample, load_sample
from .scenes import make_scene

BOARDS = 16
"""The number of boards that are looked at before each step."""
PICTURED = 0.35
"""Of the boards this share are pictures, where there are any."""
PICTURES_MADE = 6
"""Every PICTURES_MADE-th sample is a picture, made worse anew each time."""
RATE = 2.5e-3
HELD_BACK = 12
"""Every HELD_BACK-th scene is never learnt from."""


@dataclass(frozen=True)
class Plan:
    """How long to learn, beside how many makers, from which files, and how many samples to keep."""

    minutes: float
    processes: int
    pictures: tuple[Path, ...]
    room: int


def train(plan: Plan, keep: Path, seed: int = 0) -> CounterNetworks:
    """Networks that have learnt; meanwhile they are kept in a file."""
    torch.manual_seed(seed)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    rng, stock = np.random.default_rng(seed), _Stock(plan, device)
    networks = CounterNetworks().to(device)

    def losses_of_batch() -> dict[str, Tensor]:
        boards = stock.draw(rng)
        return losses_of(say_learning(rng, networks, boards), boards)

    until = time.monotonic() + 60 * plan.minutes
    numbers = range(seed, seed + ENDLESS.stop)
    with Makers(partial(_made, plan.pictures), plan.processes, numbers) as makers:
        makers.wait_until(stock.is_enough_with)
        learn(
            networks, losses_of_batch, Course(until, RATE, warm_steps=200, checkpoint=keep),
            refresh=lambda: stock.is_enough_with(makers.take()), told=stock.told,
        )  # fmt: skip
    networks.cpu()
    return networks


class _Stock:
    """The samples at hand, filled up and, once there is no room, replaced."""

    def __init__(self, plan: Plan, device: torch.device) -> None:
        self._plan, self._device, self.made = plan, device, 0
        self.scenes: list[Kept] = []
        self.pictures: list[Kept] = []
        self._rng = np.random.default_rng(1)

    def is_enough_with(self, made: list[tuple[bool, CounterSample]]) -> bool:
        """Take what has been made; whether it is enough to begin with."""
        for is_picture, sample in made:
            some = self.pictures if is_picture else self.scenes
            self.made += 1
            if len(some) >= self._plan.room // (4 if is_picture else 1):
                some.pop(int(self._rng.integers(len(some))))
            some.append(kept(sample, self._device))
        is_pictured = bool(self.pictures) or not self._plan.pictures
        return is_pictured and len(self.scenes) >= min(BOARDS, self._plan.room)

    def draw(self, rng: np.random.Generator) -> Boards:
        """Some boards to learn from."""
        some = []
        for _ in range(BOARDS):
            many = self.pictures if self.pictures and rng.random() < PICTURED else self.scenes
            some.append(many[int(rng.integers(len(many)))])
        return varied(rng, boards_of(some))

    def told(self) -> str:
        """How many samples there are, in words."""
        return f"{self.made} made, {len(self.scenes)} and {len(self.pictures)} kept"


def _made(pictures: tuple[Path, ...], number: int) -> list[tuple[bool, CounterSample]]:
    """The sample of a number, and whether it is a picture; none of a scene that is held back."""
    if pictures and number % PICTURES_MADE == 0:
        path = pictures[number // PICTURES_MADE % len(pictures)]
        return [(True, worn(np.random.default_rng([41, number]), load_sample(path)))]
    return [(False, make_scene(number))] if number % HELD_BACK else []


def worn(rng: np.random.Generator, sample: CounterSample) -> CounterSample:
    """A sample with less sharpness and more noise than it had."""
    fine = sample.rectified.fine
    if rng.random() < 0.3:
        fine = np.asarray(cv2.GaussianBlur(fine, (0, 0), float(rng.uniform(0.5, 2.8))), np.uint8)
    if rng.random() < 0.15:
        fine = np.asarray(cv2.filter2D(fine, -1, _moved_camera(rng)), np.uint8)
    if rng.random() < 0.4:
        noise = rng.standard_normal(fine.shape, np.float32) * np.float32(rng.uniform(1, 9))
        fine = np.clip(fine + noise, 0, 255).astype(np.uint8)
    size = np.array(sample.rectified.image.shape[1::-1])
    flat = replace(sample.rectified, fine=fine, image=coarser(fine, size))
    return replace(sample, rectified=flat)


def _moved_camera(rng: np.random.Generator) -> Floats32:
    """What becomes of one pixel (17, 17) where the camera moves while the picture is taken."""
    kernel = np.zeros((17, 17), np.uint8)
    angle, reach = rng.uniform(0, math.pi), rng.uniform(1, 7) * 16
    x, y = round(math.cos(angle) * reach), round(math.sin(angle) * reach)
    cv2.line(kernel, (128 - x, 128 - y), (128 + x, 128 + y), 255, 1, cv2.LINE_AA, 4)
    return np.asarray(kernel / kernel.sum(), np.float32)


def losses_of(said: Said, boards: Boards) -> dict[str, Tensor]:
    """The losses by name: of what each cell says, and the company of colours and kinds."""
    known = boards.named["colour"][said.board, said.cell] >= 0
    named = boards.named["colour"][said.board, said.cell][known]
    kinds = boards.named["seed"][said.board, said.cell].float()
    answer, zero = said.company, said.measures.new_zeros(())
    colour = company = zero
    if known.any():
        colour = functional.cross_entropy(answer[known, : len(COLOURS)], named)
        ways = answer[known, len(COLOURS) :]
        company = 2.0 * kind_loss(ways, kinds[known], said.board[known], boards.way)
    return {"alone": _alone(said, boards), "colour": colour, "company": company}


def _alone(said: Said, boards: Boards) -> Tensor:
    found, truth = said.measures, boards.measured
    target = torch.stack([truth[name] for name in ("piece", "mark", "cube", "hidden")], dim=2)
    entropy = functional.binary_cross_entropy_with_logits(
        found[..., [0, 1, 6, 7]], target, reduction="none"
    )
    marked = truth["marked"]
    weight = torch.stack([truth["matters"], marked, marked, boards.shown.float()], dim=2)
    shares = torch.tensor([2.0, 0.3, 0.1, 0.6], device=found.device)
    # Pieces are few: what stands there counts for as much as all that is empty.
    few = 1.0 + target[..., :1] * 2.0
    odds = (entropy * weight * few * shares).sum() / 100 / len(found)
    of_piece = torch.stack([truth["radius"], truth["height"]], dim=2)
    sizes = torch.cat([boards.offset, of_piece], dim=2)
    gap = functional.smooth_l1_loss(found[..., 2:6], sizes, reduction="none", beta=0.1)
    scale = torch.tensor([3.0, 3.0, 3.0, 2.0], device=found.device) * truth["sized"][..., None]
    gaps = (gap * scale).sum() / (1 + truth["sized"].sum())
    colour = functional.cross_entropy(
        said.colours.flatten(0, 1), boards.named["colour"].flatten(), ignore_index=-1,
        reduction="sum",
    )  # fmt: skip
    return odds + gaps + 0.5 * colour / (1 + (boards.named["colour"] >= 0).sum())
