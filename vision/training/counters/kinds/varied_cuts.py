"""Pieces cut out of boards as other photos may show them: moved, blurred, in other light."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from ....counters.shapes import COLUMNS, FOOT_X, FOOT_Y, PER_CUT, ROWS
from ...randomness import Randomness
from .cuts import SPARE, PieceCuts

MOVED_TOGETHER, MOVED_APART = 0.03, 0.04
"""How far a board's pieces, and each piece, are seen beside where they were found, in sides."""
GROWN, TURNED = 0.04, 0.05
"""By how much a board's pieces are larger or smaller, and each is turned (radians)."""
FEWER = 0.4
"""The share of boards of which some pieces alone are seen: a game begins with few."""
ENOUGH = 64
"""The most pieces of a board that are seen at a time."""
BLURRED, NOISY = 0.2, 0.25
"""The shares of the boards that are less sharp, and that have noise."""
REACH_OF_BLUR = 4


@dataclass(frozen=True)
class Cuts:
    """The n pieces of some boards where networks learn: what is `seen` about each (n, 3, h, w), 0
    to 255; `lean` (n, 2); numbers of colours, kinds and boards (n,); the `way` of each board (b,),
    or -1."""

    seen: Tensor
    lean: Tensor
    colour: Tensor
    seed: Tensor
    board: Tensor
    way: Tensor

    @classmethod
    def of(cls, cuts: PieceCuts, device: torch.device) -> Cuts:
        """Bring the pieces of one board there."""
        seen = torch.from_numpy(np.ascontiguousarray(cuts.seen.transpose(0, 3, 1, 2)))
        colour, seed = torch.from_numpy(cuts.colour).long(), torch.from_numpy(cuts.seed).long()
        kept = (seen, torch.from_numpy(cuts.lean), colour, seed, torch.zeros_like(seed),
                torch.tensor([cuts.way]))  # fmt: skip
        return cls(*(one.to(device) for one in kept))

    def at(self, which: Tensor) -> Cuts:
        """Those pieces of one board."""
        return Cuts(
            self.seen[which], self.lean[which], self.colour[which], self.seed[which],
            self.board[which], self.way,
        )  # fmt: skip


def varied_cuts(random: Randomness, boards: Sequence[Cuts]) -> Cuts:
    """Pieces of boards, or some of them, as other photos may show them (n, 3, ROWS, COLUMNS)."""
    drawn = [_some(random, one) for one in boards]
    counts = torch.tensor([len(one.seed) for one in drawn], device=random.device)
    board = torch.repeat_interleave(torch.arange(len(drawn), device=random.device), counts)
    seen = _moved(random, torch.cat([one.seen for one in drawn]).float(), board, len(drawn))
    lean = torch.cat([one.lean for one in drawn])
    count = len(drawn)
    gain = 0.2 * random.normal(count, 1) + 0.05 * random.normal(count, 3)
    power = torch.exp(0.12 * random.normal(count, 1))
    seen = (seen / 255).clamp(0, 1) ** power[board][..., None, None]
    seen = (seen * 255 * torch.exp(gain)[board][..., None, None]).clamp(0, 255)
    mirrored = (random.uniform(0, 1, count) < 0.5)[board]
    seen = torch.where(mirrored[:, None, None, None], seen.flip(3), seen)
    lean = torch.where(mirrored[:, None], lean * lean.new_tensor([-1.0, 1.0]), lean)
    # Shapes hang on no colour: any will do.
    other = (random.uniform(0, 1, count) < 0.5)[:, None]
    order = random.uniform(0, 1, count, 3).argsort(dim=1)
    order = torch.where(other, order, torch.arange(3, device=random.device))
    seen = seen.gather(1, order[board][..., None, None].expand_as(seen))
    seen = _blurred(random, seen, board, count)
    noise = random.uniform(1, 8, count) * (random.uniform(0, 1, count) < NOISY)
    seen = (seen + noise[board][:, None, None, None] * random.normal(*seen.shape)).clamp(0, 255)
    colour, seed, way = (
        torch.cat([getattr(one, name) for one in drawn]) for name in ("colour", "seed", "way")
    )
    return Cuts(seen, lean, colour, seed, board, way)


def _some(random: Randomness, cuts: Cuts) -> Cuts:
    is_fewer = random.beside.random() < FEWER
    most = int(random.beside.integers(4, ENOUGH)) if is_fewer else ENOUGH
    order = random.beside.permutation(len(cuts.seed))[:most]
    return cuts.at(torch.from_numpy(order).to(random.device))


def _moved(random: Randomness, seen: Tensor, board: Tensor, boards: int) -> Tensor:
    """The pieces (n, 3, ROWS, COLUMNS) moved and turned one by one; a board's grown together."""
    size = torch.exp(GROWN * random.normal(boards))[board]
    together = MOVED_TOGETHER * PER_CUT * random.normal(boards, 2)
    shift = together[board] + MOVED_APART * PER_CUT * random.normal(len(board), 2)
    angle = TURNED * random.normal(len(board))
    c, s = angle.cos() / size, angle.sin() / size
    back = torch.stack([torch.stack([c, s], dim=1), torch.stack([-s, c], dim=1)], dim=1)
    down = torch.arange(ROWS, device=random.device).float()
    right = torch.arange(COLUMNS, device=random.device).float()
    places = torch.stack(torch.meshgrid(right, down, indexing="xy"), dim=2)
    foot = places.new_tensor([FOOT_X, FOOT_Y])
    from_foot = places - foot - shift[:, None, None]
    at = torch.einsum("nij,nhwj->nhwi", back, from_foot) + foot + SPARE
    last = places.new_tensor([seen.shape[3] - 1.0, seen.shape[2] - 1.0])
    return functional.grid_sample(
        seen, at / last * 2 - 1, padding_mode="border", align_corners=True
    )


def _blurred(random: Randomness, seen: Tensor, board: Tensor, boards: int) -> Tensor:
    """Some boards' pieces as a lens shows them that is not quite sharp."""
    is_blurred = random.uniform(0, 1, boards) < BLURRED
    spread = random.uniform(0.4, 1.5, boards)[:, None]
    steps = torch.arange(-REACH_OF_BLUR, REACH_OF_BLUR + 1, device=random.device)
    kernel = torch.exp(-(steps**2) / (2 * spread**2))
    kernel = kernel / kernel.sum(dim=1, keepdim=True)
    kernel = torch.where(is_blurred[:, None], kernel, (steps == 0).float())[board]
    kernel = kernel.repeat_interleave(3, dim=0)[:, None]
    count = len(kernel)
    flat = functional.pad(seen.reshape(1, count, ROWS, COLUMNS), (REACH_OF_BLUR,) * 4, "replicate")
    flat = functional.conv2d(flat, kernel[..., None], groups=count)
    return functional.conv2d(flat, kernel[:, :, None], groups=count).reshape(seen.shape)
