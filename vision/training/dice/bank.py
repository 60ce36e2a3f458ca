"""All samples in the memory of the device that trains, and any parts of them cut in one go, as
OpenCV cuts them from halves of the photo where the networks are used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

import cv2
import numpy as np
import torch
from torch import Tensor

from ..randomness import Randomness
from .samples import COLUMNS, HEIGHT, MOST_DICE, WIDTH, DiceSample

LEVELS = 4
_SIZES = [(HEIGHT >> level, WIDTH >> level) for level in range(LEVELS)]
_STARTS = [sum(h * w for h, w in _SIZES[:level]) for level in range(LEVELS + 1)]
PIXELS = _STARTS[-1]
"""How many pixels one sample has, on all levels together."""


@dataclass(frozen=True)
class RowsInBank:
    """Tensors that have a row for each of n things."""

    def at(self, which: Tensor) -> Self:
        """Those chosen."""
        return type(self)(*(values[which] for values in vars(self).values()))


class Bank(Randomness):
    """Room for a number of samples: their pixels, whole and halved again and again; their dice."""

    def __init__(self, room: int, device: torch.device) -> None:
        super().__init__(device)
        self.count = 0
        self.pixels = torch.empty((room * PIXELS, 3), dtype=torch.uint8, device=device)
        self.dice = torch.zeros((room, MOST_DICE, len(COLUMNS)), device=device)
        self.has_die = torch.zeros((room, MOST_DICE), dtype=torch.bool, device=device)
        self.tile_widths = torch.zeros(room, device=device)
        self.held_out = torch.zeros(room, dtype=torch.bool, device=device)
        self.starts = torch.tensor(_STARTS[:-1], device=device)
        self.sizes = torch.tensor(_SIZES, device=device)

    @property
    def room(self) -> int:
        """How many samples it can hold."""
        return len(self.tile_widths)

    def add(self, samples: Sequence[DiceSample]) -> int:
        """Take samples in; how many there are then. One scene of ten is held out of training."""
        samples = samples[: self.room - self.count]
        if not samples:
            return self.count
        taken = slice(self.count, self.count + len(samples))
        images = torch.from_numpy(np.stack([sample.image for sample in samples]))
        level = images.to(self.device).permute(0, 3, 1, 2).float()
        rows = self.pixels.view(self.room, PIXELS, 3)[taken]
        for first, last in pairwise(_STARTS):
            rows[:, first:last] = level.permute(0, 2, 3, 1).flatten(1, 2).to(torch.uint8)
            level = (torch.nn.functional.avg_pool2d(level, 2) + 0.5).floor()
        dice = np.zeros((len(samples), MOST_DICE, len(COLUMNS)), np.float32)
        for own, sample in zip(dice, samples, strict=True):
            own[: len(sample.dice)] = sample.dice
        counts = np.array([len(sample.dice) for sample in samples])
        has_die = np.arange(MOST_DICE) < counts[:, None]
        widths = [sample.tile_width for sample in samples]
        held_out = [sample.seed % 10 == 0 for sample in samples]
        rooms = (self.dice, self.has_die, self.tile_widths, self.held_out)
        for room, values in zip(rooms, (dice, has_die, widths, held_out), strict=True):
            room[taken] = torch.as_tensor(values, dtype=room.dtype, device=self.device)
        self.count = taken.stop
        return self.count

    def numbers(self, *, held_out: bool) -> Tensor:
        """The samples that are held out, or those that are not."""
        return torch.nonzero(self.held_out[: self.count] == held_out)[:, 0]

    def cut(self, samples: Tensor, middles: Tensor, steps: Tensor, size: tuple[int, int]) -> Tensor:
        """Parts (n, 3, *size) of samples, 0 to 255: about their pixels `middles` (n, 2), where one
        pixel of the part to the right, and one down, leads as the columns of `steps` (n, 2, 2)."""
        height, width = size
        if self.device.type == "cpu":
            return self._cut_singly(samples, middles, steps, size)
        down = torch.arange(height, device=self.device) - (height - 1) / 2
        right = torch.arange(width, device=self.device) - (width - 1) / 2
        to_right, to_down = steps[..., None, None].unbind(dim=2)
        places = middles[..., None, None] + to_right * right + to_down * down[:, None]
        x, y = places.unbind(dim=1)
        levels = _levels(steps)
        times = torch.exp2(levels.float())[:, None, None]
        last_y, last_x = (self.sizes[levels, k, None, None] - 1 for k in (0, 1))
        x = torch.minimum(((x + 0.5) / times - 0.5).clamp(min=0), last_x)
        y = torch.minimum(((y + 0.5) / times - 0.5).clamp(min=0), last_y)
        left, upper = x.floor().long(), y.floor().long()
        right_too, lower = torch.minimum(left + 1, last_x), torch.minimum(upper + 1, last_y)
        first = (samples * PIXELS + self.starts[levels])[:, None, None]
        across, along = (x - left)[..., None], (y - upper)[..., None]

        def at(row: Tensor, column: Tensor) -> Tensor:
            return self.pixels[first + row * (last_x + 1) + column].float()

        above = torch.lerp(at(upper, left), at(upper, right_too), across)
        below = torch.lerp(at(lower, left), at(lower, right_too), across)
        return torch.lerp(above, below, along).permute(0, 3, 1, 2)

    def _cut_singly(
        self, samples: Tensor, middles: Tensor, steps: Tensor, size: tuple[int, int]
    ) -> Tensor:
        """The same by OpenCV, which is far quicker without a GPU."""
        pixels, (height, width) = self.pixels.numpy(), size
        parts = np.empty((len(samples), height, width, 3), np.uint8)
        levels = _levels(steps)
        ways = steps.double().numpy()
        corners = middles.double().numpy() - ways @ np.array([width - 1, height - 1]) / 2
        for part, sample, level, way, corner in zip(
            parts, samples.tolist(), levels.tolist(), ways, corners, strict=True
        ):
            first = sample * PIXELS + _STARTS[level]
            picture = pixels[first : first + _SIZES[level][0] * _SIZES[level][1]]
            matrix = np.column_stack([way, corner + 0.5]) / 2**level
            matrix[:, 2] -= 0.5
            cv2.warpAffine(
                picture.reshape(*_SIZES[level], 3), matrix, (width, height), part,
                cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, cv2.BORDER_REPLICATE,
            )  # fmt: skip
        return torch.from_numpy(parts).permute(0, 3, 1, 2).float()

    def chosen(self, among: Tensor, count: int) -> Tensor:
        """A number of a tensor's rows at random."""
        at = torch.randint(len(among), (count,), generator=self.generator, device=self.device)
        return among[at]

    def chosen_in_shares(
        self, groups: Sequence[Tensor], shares: Sequence[float], count: int
    ) -> list[Tensor]:
        """Rows of each group at random, a share each of such a number; none of empty groups."""
        pairs = zip(groups, shares, strict=True)
        return [self.chosen(group, round(share * count)) for group, share in pairs if len(group)]


def _levels(steps: Tensor) -> Tensor:
    """The level of halving (n,) from which parts with these steps (n, 2, 2) are cut."""
    lengths = torch.linalg.vector_norm(steps, dim=1).mean(dim=1)
    return torch.log2(lengths.clamp(min=1.0)).floor().long().clamp(max=LEVELS - 1)


def varied_in_part(bank: Randomness, patches: Tensor, share: float) -> Tensor:
    """Such a share of the parts (n, 3, h, w) varied, the others as they are."""
    other = bank.uniform(0, 1, len(patches), 1, 1, 1) < share
    return torch.where(other, varied(bank, patches), patches)


def varied(bank: Randomness, patches: Tensor) -> Tensor:
    """Parts (n, 3, h, w) as another camera, other light and other paint would show them."""
    count, size = len(patches), patches.shape[2:]
    patches = patches.clone()

    def some(share: float) -> Tensor:
        return torch.nonzero(bank.uniform(0, 1, count) < share)[:, 0]

    # Drawn beside the device, which then need not be waited for.
    coarse, smooth = bank.beside.uniform(0.35, 0.9), bool(bank.beside.random() < 0.6)
    these = some(0.2)
    small = torch.nn.functional.interpolate(
        patches[these], scale_factor=float(coarse), mode="bilinear", antialias=smooth
    )
    patches[these] = torch.nn.functional.interpolate(small, size=size, mode="bicubic")
    these = some(0.25)
    order = bank.uniform(0, 1, len(these), 3).argsort(dim=1)
    patches[these] = patches[these[:, None], order]
    these = some(0.3)
    mixed = torch.eye(3, device=bank.device) + 0.25 * bank.normal(len(these), 3, 3)
    patches[these] = torch.einsum("ncd,ndhw->nchw", mixed, patches[these])
    these = some(0.08)
    patches[these] = 255 - patches[these]
    these = some(0.1)
    patches[these] = patches[these].mean(dim=1, keepdim=True).expand(-1, 3, -1, -1)
    slope_x = torch.linspace(-0.5, 0.5, size[1], device=bank.device)[None, None, None]
    slope_y = torch.linspace(-0.5, 0.5, size[0], device=bank.device)[None, None, :, None]
    these = some(0.3)
    right, down = bank.normal(2, len(these), 1, 1, 1)
    patches[these] *= 1 + 0.4 * (right * slope_x + down * slope_y)
    these = some(0.4)
    gain = 0.2 * bank.normal(len(these), 1, 1, 1) + 0.07 * bank.normal(len(these), 3, 1, 1)
    patches[these] *= torch.exp(gain)
    these = some(0.2)
    gamma = torch.exp(0.35 * bank.normal(len(these), 1, 1, 1))
    patches[these] = 255 * (patches[these] / 255).clamp(1e-4, 1) ** gamma
    these = some(0.3)
    noise = bank.uniform(0, 12, len(these), 1, 1, 1)
    patches[these] += noise * bank.normal(len(these), *patches.shape[1:])
    return patches.clamp_(0, 255)
