"""The networks' answers about many boards at once: what `vision.counters` does, with gradients."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from ....engine.palanquee.table.pieces import COLOURS
from ...counters.glance import LOOKS, MEASURES
from ...counters.seed_sign import WAYS
from ...counters.shapes import TIMES
from .batches import Boards, pooled
from .network import CounterNetworks, KindNetworks


@dataclass(frozen=True)
class Said:
    """What the networks say: the `measures` (b, n, ...) and `colours` of each cell, and what the
    `company` says of the pieces, which stand in `cell` of `board`."""

    measures: Tensor
    colours: Tensor
    board: Tensor
    cell: Tensor
    company: Tensor


def say_learning(rng: np.random.Generator, networks: CounterNetworks, boards: Boards) -> Said:
    """The answers about known pieces and what else is seen; now and then told what tells seeds."""
    measures, colours, looks, usual = cells_say(networks, boards)
    known = boards.named["colour"] >= 0
    seen = (measures[..., 0].detach() > 1.0) & boards.shown
    board, cell = (known | seen).nonzero(as_tuple=True)
    hint = torch.tensor(rng.random(len(known)) < 0.25, device=board.device) & (boards.way >= 0)
    way = torch.where(hint, boards.way, len(WAYS))
    company = networks.company(told_of(looks[board, cell], colours[board, cell], usual, board, way))
    return Said(measures, colours, board, cell, company)


def cells_say(networks: CounterNetworks, boards: Boards) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Measures, colours and looks of each cell (b, n, ...); the boards' usual colours (b, 3)."""
    picture = networks.picture((boards.image - 128) / 64)
    usual = boards.usual()
    each = usual[:, None].expand(-1, boards.shown.shape[1], -1)
    told = torch.cat([boards.around(picture), boards.lean, each], dim=2)
    found = networks.cells(told)
    measures, colours, looks = torch.split(found, [len(MEASURES), len(COLOURS), LOOKS], dim=2)
    return measures, colours, looks, usual


def _hint(way: Tensor, board: Tensor) -> Tensor:
    return torch.nn.functional.one_hot(way, len(WAYS) + 1)[board].float()


def told_of(looks: Tensor, colours: Tensor, usual: Tensor, board: Tensor, way: Tensor) -> Tensor:
    """What the network of company is told: `counters.company.told_of`."""
    if len(board) == 0:
        return looks.new_zeros(0, LOOKS * 6 + len(COLOURS) + 5 + len(WAYS) + 1)
    own = colours.argmax(dim=1)
    mean, most, least, number = pooled(looks, board * len(COLOURS) + own)
    every, best, _, count = pooled(looks, board)
    return torch.cat(
        [looks, mean, most, least, torch.softmax(colours, dim=1), number.log() / 4,
         every, best, usual[board], count.log() / 5, _hint(way, board)], dim=1,
    )  # fmt: skip


def judge_kinds(
    networks: KindNetworks, cuts: Tensor, board: Tensor, colours: Tensor, way: Tensor
) -> list[Tensor]:
    """What cuts say of kinds each time they are judged: `counters.shapes.compare_shapes`."""
    made = networks.shape(cuts)
    mean, most, least, number = pooled(made, board * len(COLOURS) + colours)
    every, best, last, count = pooled(made, board)
    said: list[Tensor] = []
    for time in range(TIMES):
        before = torch.zeros(len(made), 1, device=made.device)
        seeds = sprouts = torch.zeros_like(made)
        share = torch.zeros_like(before)
        if time:
            odds = said[-1][:, :1]
            chance = torch.sigmoid(odds)
            share = pooled(chance, board)[0]
            seeds = pooled(chance * made, board)[0] * count / (share * count + 0.1)
            sprouts = pooled((1 - chance) * made, board)[0] * count / ((1 - share) * count + 0.1)
            before = torch.tanh(odds / 4)
        told = [made, mean, most, least, before, number.log() / 4, every, best, last, seeds,
                sprouts, share, count.log() / 5, _hint(way, board)]  # fmt: skip
        said.append(networks.kind(torch.cat(told, dim=1)))
    return said
