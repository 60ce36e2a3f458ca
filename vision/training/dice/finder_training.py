"""What the finder of dice learns from: parts of samples, their maps; and what it then finds."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn

from ...dice.finder import MIDDLE_SIDE, STEP, TILE_WIDTH
from ..learning_loop import quick_numbers
from .bank import Bank, varied_in_part
from .networks import DiceFinder
from .samples import HEIGHT, WIDTH

CROP, BATCH, RATE = 128, 128, 6e-3
SIDES = (6.5, 44.0)
"""Dice of other sizes, in pixels, are neither right nor wrong."""
LEAST_SEEN = 0.4
"""Dice of whose top a smaller share is seen are neither right nor wrong, too."""
SPREAD_OF_SIZES = 0.3
NEAR_A_DIE = 0.8
"""The share of the parts that are cut beside a die."""
LEAST_SCORE = 0.04
MOST_FOUND = 24


def crops(bank: Bank, among: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Parts (n, 3, CROP, CROP) of samples, with the maps and weights of `targets`."""
    samples = bank.chosen(among, BATCH)
    tile_widths = TILE_WIDTH * torch.exp(SPREAD_OF_SIZES * bank.normal(BATCH))
    scales = (tile_widths / bank.tile_widths[samples]).clamp(max=1.0)
    ends = torch.tensor([WIDTH, HEIGHT], device=bank.device)
    middles = bank.uniform(0, 1, BATCH, 2) * ends
    dice, is_there = bank.dice[samples], bank.has_die[samples]
    one = (bank.uniform(0, 1, *is_there.shape) * is_there).argmax(dim=1)
    beside = bank.uniform(-0.4, 0.4, BATCH, 2) * CROP / scales[:, None]
    by_die = dice[torch.arange(BATCH, device=bank.device), one, :2] + beside
    near = is_there.any(dim=1) & (bank.uniform(0, 1, BATCH) < NEAR_A_DIE)
    middles = torch.where(near[:, None], by_die, middles)
    # Show as little as can be of what lies beyond the picture.
    rim = torch.minimum(0.4 * CROP / scales[:, None], ends / 2)
    middles = torch.minimum(torch.maximum(middles, rim), ends - rim)
    steps = torch.eye(2, device=bank.device) / scales[:, None, None]
    steps[:, 0, 0] *= torch.where(bank.uniform(0, 1, BATCH) < 0.5, -1.0, 1.0)
    # Half of the parts stay as they are, for the finder has to know real tables.
    cut = varied_in_part(bank, bank.cut(samples, middles, steps, (CROP, CROP)), 0.5)
    places = (dice[..., :2] - middles[:, None]) / torch.diagonal(steps, dim1=1, dim2=2)[:, None]
    places = (places + (CROP - 1) / 2 + 0.5) / STEP - 0.5
    maps, weights = targets(places, dice, dice[..., 2] * scales[:, None], is_there)
    # Beyond the picture there is no table to learn from.
    steps_of_map = STEP * (torch.arange(CROP // STEP, device=bank.device) + 0.5) - CROP / 2
    for axis, shape in ((0, (1, 1, -1)), (1, (1, -1, 1))):
        away = steps[:, axis, axis, None, None] * steps_of_map.reshape(shape)
        there = middles[:, axis, None, None] + away
        weights[:, 0] *= (there > -1) & (there < ends[axis] + 1)
    return cut, maps, weights


def targets(places: Tensor, dice: Tensor, sides: Tensor, is_there: Tensor) -> tuple[Tensor, Tensor]:
    """Maps (n, 4, h, w) and weights (n, 2, h, w), of the score and of the rest, for dice (n, m)
    whose middles `places` are in steps of the map and whose `sides` are in pixels."""
    axis = torch.arange(CROP // STEP, device=places.device, dtype=torch.float32)
    columns, rows = axis[None, None, None, :], axis[None, None, :, None]
    x, y = places[..., 0, None, None], places[..., 1, None, None]
    reach = (sides / STEP).clamp(min=1.5)[..., None, None]
    other_size = (sides < SIDES[0]) | (sides > SIDES[1])
    doubtful = (dice[..., 7] < LEAST_SEEN) | other_size | (dice[..., 8] < 1)
    sure = (is_there & ~doubtful)[..., None, None]
    # The top of the bell is a place of the map: only there the score is to be 1.
    nearest = (columns - torch.round(x)) ** 2 + (rows - torch.round(y)) ** 2
    bells = torch.exp(-nearest / (2 * (0.16 * reach + 0.3) ** 2)) * sure
    bell, owner = bells.max(dim=1)
    away = (columns - x) ** 2 + (rows - y) ** 2
    ignored = ((away < (0.8 * reach) ** 2) & (is_there & doubtful)[..., None, None]).any(dim=1)

    def of_owner(values: Tensor) -> Tensor:
        return values.expand_as(bells).gather(1, owner[:, None])[:, 0]

    size = torch.log(sides.clamp(min=1.0) / MIDDLE_SIDE)[..., None, None]
    maps = torch.stack([bell, of_owner(size), of_owner(x - columns), of_owner(y - rows)], dim=1)
    weights = torch.stack([(~ignored | (bell > 0.9)).float(), bell * (bell > 0.25)], dim=1)
    return maps, weights


class FinderLoss:
    """Penalty-reduced focal loss (X. Zhou and others, "Objects as points", 2019) for the score,
    absolute deviations for the rest, on parts drawn at random while the bank fills."""

    def __init__(self, model: DiceFinder, bank: Bank) -> None:
        self.model, self.bank = model, bank
        self.look()

    def look(self) -> None:
        """Learn from what the bank holds now."""
        self.among = self.bank.numbers(held_out=False)

    def __call__(self) -> dict[str, Tensor]:
        """The losses on one batch."""
        cut, maps, weights = crops(self.bank, self.among)
        with quick_numbers(self.bank.device):
            said = self.model(cut.contiguous(memory_format=torch.channels_last)).float()
        chance = torch.sigmoid(said[:, 0]).clamp(1e-5, 1 - 1e-5)
        wanted, weight = maps[:, 0], weights[:, 0]
        peak = (wanted > 0.97).float()
        hit = -((1 - chance) ** 2) * torch.log(chance) * peak
        false = -(chance**2) * torch.log(1 - chance) * (1 - wanted) ** 4 * (1 - peak)
        focal = ((hit + false) * weight).sum() / peak.sum().clamp(min=1.0)
        rest = (said[:, 1:] - maps[:, 1:]).abs() * weights[:, 1:]
        placed = 0.5 * rest.sum() / weights[:, 1].sum().clamp(min=1.0)
        return {"score": focal, "place": placed}


@torch.no_grad()  # type: ignore[untyped-decorator]
def found(model: DiceFinder, bank: Bank, spread: float) -> tuple[Tensor, Tensor]:
    """What the finder points at in all samples: the samples' numbers (n,), and places (n, 4) with
    middles, sides and scores. By `spread`, in logarithms, the samples' sizes vary."""
    parts: list[tuple[Tensor, Tensor]] = []
    middle = torch.tensor([(WIDTH - 1) / 2, (HEIGHT - 1) / 2], device=bank.device)
    for samples in torch.arange(bank.count, device=bank.device).split(64):
        widths = TILE_WIDTH * torch.exp(spread * bank.normal(len(samples)))
        scales = (widths / bank.tile_widths[samples]).clamp(max=1.0)
        steps = torch.eye(2, device=bank.device) / scales[:, None, None]
        middles = middle.expand(len(samples), 2)
        maps = model(bank.cut(samples, middles, steps, (HEIGHT, WIDTH)))
        heat = maps[:, 0]
        is_peak = heat >= nn.functional.max_pool2d(heat[:, None], 3, 1, 1)[:, 0]
        heat = torch.where(is_peak, heat, -99.0).flatten(1)
        best, at = heat.topk(MOST_FOUND, dim=1)
        size, right, down = (maps[:, k].flatten(1).gather(1, at) for k in (1, 2, 3))
        starts = ((at % (WIDTH // STEP), right), (at // (WIDTH // STEP), down))
        x, y = ((start + step + 0.5) * STEP - 0.5 for start, step in starts)
        x, y = ((v - m) / scales[:, None] + m for v, m in ((x, middle[0]), (y, middle[1])))
        sides = MIDDLE_SIDE * torch.exp(size.clamp(-1.5, 1.5)) / scales[:, None]
        inside = (x > 0) & (y > 0) & (x < WIDTH - 1) & (y < HEIGHT - 1)
        kept = inside & (best > math.log(LEAST_SCORE / (1 - LEAST_SCORE)))
        told = torch.stack([x, y, sides, torch.sigmoid(best)], dim=2)
        parts.append((samples[:, None].expand_as(kept)[kept], told[kept]))
    return torch.cat([p for p, _ in parts]), torch.cat([p for _, p in parts])
