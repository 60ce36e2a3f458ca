"""Samples where the networks learn: many boards beside one another, each varied a little."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from ....engine.palanquee.table.pieces import COLOURS
from ...counters import shapes
from ...counters.glance import AROUND, STRIDE
from ...counters.rectify import CENTRES, PER_SIDE
from .samples import CounterSample

MEASURED = ("piece", "mark", "cube", "hidden", "radius", "height", "matters", "sized", "marked")
NAMED = ("colour", "seed")


@dataclass(frozen=True)
class Boards:
    """Some boards with `n` drawn cells each: flat pictures (b, 3, h, w), 0 to 255; the matrices
    (b, 2, 3); the lean, the foot and the answers of each cell (b, n, ...); what is shown (b, n) and
    what seeds are told by (b,), -1 where that is not known."""

    image: Tensor
    matrix: Tensor
    lean: Tensor
    offset: Tensor
    measured: dict[str, Tensor]
    named: dict[str, Tensor]
    shown: Tensor
    way: Tensor

    def usual(self) -> Tensor:
        """The median colour of the shown cells' middles (b, 3), as `glance.usual_colour`."""
        around = torch.tensor(AROUND[::3] * 0.3, dtype=torch.float32, device=self.image.device)
        places = centres(self.image.device)[:, None] + around
        seen = _look_up(self.image, self._pixels(places.reshape(-1, 2)), "nearest")
        seen = seen.reshape(len(seen), 3, len(CENTRES), -1).median(dim=3).values
        hides = ~self.shown & self.shown.any(dim=1, keepdim=True)
        some = seen.masked_fill(hides[:, None], float("nan"))
        return (some.nanmedian(dim=2).values - 128) / 64

    def around(self, picture: Tensor) -> Tensor:
        """The values (b, n, c * m) of the first network's pictures round each cell."""
        spread = torch.tensor(AROUND * PER_SIDE, dtype=torch.float32, device=picture.device)
        at = (self._pixels(centres(picture.device))[:, :, None] + spread) / STRIDE
        found = _look_up(picture, at.flatten(1, 2))
        found = found.reshape(*found.shape[:2], *at.shape[1:3])
        return found.permute(0, 2, 3, 1).flatten(2)

    def _pixels(self, places: Tensor) -> Tensor:
        """Pixels (b, n, 2) of places (n, 2) in the coarser picture."""
        return places @ self.matrix[:, :, :2].transpose(1, 2) + self.matrix[:, None, :, 2]


def pooled(values: Tensor, group: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """For n values (n, d) the mean, the most, the least and the number (n, 1) of each's group."""
    groups = int(group.max()) + 1
    number = torch.bincount(group, minlength=groups).float()[:, None]
    index = group[:, None].expand_as(values)
    empty = torch.zeros(groups, values.shape[1], device=values.device)
    mean = empty.index_add(0, group, values) / number.clamp(min=1)
    most = empty.scatter_reduce(0, index, values, "amax", include_self=False)
    least = empty.scatter_reduce(0, index, values, "amin", include_self=False)
    return mean[group], most[group], least[group], number[group]


def beside_own(seen: Tensor, board: Tensor, colours: Tensor, lean: Tensor) -> Tensor:
    """`shapes.cuts_of` of what is seen about pieces (n, 3, ROWS, COLUMNS) of these colours."""
    own = seen[:, :, shapes.MIDDLE_Y, shapes.MIDDLE_X].flatten(2).median(dim=2).values
    company = pooled(own, board * len(COLOURS) + colours)[0]
    far = (seen - company[:, :, None, None]).square().sum(dim=1, keepdim=True)
    like = torch.exp(-far / (2 * shapes.LIKE**2))
    leans = lean[:, :, None, None].expand(-1, -1, *seen.shape[2:])
    return torch.cat([(seen - own[:, :, None, None]) / 64, like, leans], dim=1)


def centres(device: torch.device) -> Tensor:
    """The middles of the drawn cells."""
    return torch.tensor(CENTRES, dtype=torch.float32, device=device)


def _look_up(picture: Tensor, at: Tensor, mode: str = "bilinear") -> Tensor:
    """The values (b, c, n) of pictures (b, c, h, w) at pixels (b, n, 2)."""
    size = torch.tensor([picture.shape[3] - 1.0, picture.shape[2] - 1.0], device=picture.device)
    grid = (at / size * 2 - 1)[:, :, None]
    how = {"padding_mode": "border", "align_corners": True}
    return functional.grid_sample(picture, grid, mode=mode, **how)[..., 0]


Kept = dict[str, Tensor]
"""One sample where the networks learn, by name: its picture, its answers and how it is seen."""


def kept(sample: CounterSample, device: torch.device) -> Kept:
    """Bring a sample there."""
    flat, answers = sample.rectified, sample.answers.arrays()
    lean = flat.turn(flat.camera.lean(CENTRES)).astype(np.float32)
    seen = {"image": flat.image, "matrix": flat.matrix.astype(np.float32), "lean": lean}
    named = {**seen, "shown": flat.shown, **answers}
    return {name: torch.as_tensor(value, device=device) for name, value in named.items()}


def boards_of(some: Sequence[Kept]) -> Boards:
    """Samples beside one another."""
    values = {n: torch.stack([one[n] for one in some]) for n in some[0] if n != "image"}
    return Boards(
        _beside([one["image"] for one in some]), values["matrix"], values["lean"], values["offset"],
        {name: values[name].float() for name in MEASURED}, {name: values[name] for name in NAMED},
        values["shown"], values["way"],
    )  # fmt: skip


def _beside(pictures: Sequence[Tensor]) -> Tensor:
    height = max(p.shape[0] for p in pictures)
    width = max(p.shape[1] for p in pictures)
    result = torch.zeros(len(pictures), 3, height, width, device=pictures[0].device)
    for k, picture in enumerate(pictures):
        result[k, :, : picture.shape[0], : picture.shape[1]] = picture.permute(2, 0, 1)
    return result


def varied(rng: np.random.Generator, boards: Boards) -> Boards:
    """Boards in other light, their cells a little beside their places, half of them mirrored."""
    device, count = boards.image.device, len(boards.image)
    mirror = torch.tensor(rng.random(count) < 0.5, device=device)
    image = torch.where(mirror[:, None, None, None], boards.image.flip(3), boards.image)
    side = torch.where(mirror, -1.0, 1.0)
    matrix = boards.matrix.clone()
    matrix[:, 0] *= side[:, None]
    matrix[:, 0, 2] += mirror * (image.shape[3] - 1.0)
    both = torch.stack([side, torch.ones_like(side)], dim=1)[:, None]
    shift = torch.tensor(rng.normal(0, 0.03, (count, 2)), dtype=torch.float32, device=device)
    matrix[:, :, 2] += shift * PER_SIDE
    gain = np.exp(rng.normal(0, 0.2, (count, 1)) + rng.normal(0, 0.05, (count, 3)))
    power = np.exp(rng.normal(0, 0.12, (count, 1, 1, 1)))
    gains = torch.tensor(gain * 255, dtype=torch.float32, device=device)[:, :, None, None]
    powers = torch.tensor(power, dtype=torch.float32, device=device)
    image = (((image / 255) ** powers) * gains).clamp(0, 255)
    lean, offset = boards.lean * both, boards.offset * both - shift[:, None]
    return replace(boards, image=image, matrix=matrix, lean=lean, offset=offset)
