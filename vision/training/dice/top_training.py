"""What the reader of tops learns from: tops cut about where they are, and what each shows."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from ...dice.tops import MOST_LEAN, SHARE, SIZE
from ..learning_loop import quick_numbers
from .bank import Bank, RowsInBank, varied_in_part
from .networks import TopReader
from .state_training import MORE, NONE, DiceLookedAt, Suspects, normalised

BATCH, RATE = 512, 3e-3
LEAST_SIDE, LEAST_VISIBLE = 8.0, 0.5
SHAKEN, GROWN, BENT = 0.03, 0.06, 0.05
"""How wrongly tops are cut on purpose: in place (in edges), in size and in shape."""
PLACED_WRONGLY, SIZED_WRONGLY, UP_WRONGLY = 0.04, 0.05, 0.03
"""How wrongly a die's place (edges), size (logarithm) and way up (edges) are known before."""
VARIED = 0.6
"""The share of the tops that are seen in other light than they are drawn in."""


@dataclass(frozen=True)
class Tops(RowsInBank):
    """Tops in `samples` (n,): middles (n, 2), edges as columns (n, 2, 2), numbers of faces (n,)."""

    samples: Tensor
    middles: Tensor
    edges: Tensor
    faces: Tensor


def tops_of(bank: Bank, known: Suspects, looked: DiceLookedAt) -> Tops:
    """The tops of candidates after looks at them; where no face can be learnt it is -1."""
    dice = known.dice(bank)
    faces = torch.where(known.states != NONE, _legible_faces(dice), -1)
    return _tops_at(known.samples, looked.places, looked.ups, faces)


def true_tops(bank: Bank) -> Tops:
    """The tops of all dice that can be read, placed as wrongly as the networks before it do."""
    samples, which = torch.nonzero(bank.has_die[: bank.count], as_tuple=True)
    dice = bank.dice[samples, which]
    faces = _legible_faces(dice)
    can = faces >= 0
    samples, dice, faces = samples[can], dice[can], faces[can]
    count, sides = len(faces), dice[:, 2:3]
    middles = dice[:, :2] + PLACED_WRONGLY * sides * bank.normal(count, 2)
    sides = sides * torch.exp(SIZED_WRONGLY * bank.normal(count, 1))
    ups = dice[:, 3:5] + UP_WRONGLY * bank.normal(count, 2)
    return _tops_at(samples, torch.cat([middles, sides], dim=1), ups, faces)


def _legible_faces(dice: Tensor) -> Tensor:
    """The numbers of the faces of true dice (n, COLUMNS), -1 where one cannot be learnt."""
    faces = dice[:, 6].long()
    can = (dice[:, 2] >= LEAST_SIDE) & (dice[:, 7] >= LEAST_VISIBLE) & (dice[:, 8] > 0)
    return torch.where(can, faces, -1)


def _tops_at(samples: Tensor, places: Tensor, ups: Tensor, faces: Tensor) -> Tops:
    """The tops of dice whose middles and edges are `places` (n, 3), turned as `ups` (n, 2) say."""
    middles, sides = places[:, :2], places[:, 2]
    lengths = torch.linalg.vector_norm(ups, dim=1).clamp(min=1e-6)
    upwards = ups / lengths[:, None]
    squash = 1 - torch.sqrt(1 - lengths.clamp(max=MOST_LEAN) ** 2)
    shortened = squash[:, None, None] * (upwards[:, :, None] * upwards[:, None, :])
    flat = torch.eye(2, device=ups.device) - shortened
    center = middles + 0.5 * sides[:, None] * ups
    return Tops(samples, center, flat * sides[:, None, None], faces)


class TopLoss:
    """The loss on tops drawn at random, while the bank still fills."""

    def __init__(self, model: TopReader, bank: Bank) -> None:
        self.model, self.bank, self.looked_at = model, bank, 0
        self.look()

    def look(self) -> None:
        """Place the tops in what the bank holds now, if that is much more than before."""
        if self.bank.count <= MORE * self.looked_at:
            return
        tops = true_tops(self.bank)
        self.tops = tops.at((tops.faces >= 0) & ~self.bank.held_out[tops.samples])
        self.looked_at = self.bank.count

    def batch(self) -> tuple[Tensor, Tensor]:
        """Tops (BATCH, 3, SIZE, SIZE) as the network takes them, and the numbers of their faces."""
        bank = self.bank
        everything = torch.arange(len(self.tops.faces), device=bank.device)
        chosen = self.tops.at(bank.chosen(everything, BATCH))
        wrong = torch.eye(2, device=bank.device) * torch.exp(GROWN * bank.normal(BATCH, 1, 1))
        edges = (wrong + BENT * bank.normal(BATCH, 2, 2)) @ chosen.edges @ spins(bank, BATCH)
        reach = torch.linalg.vector_norm(chosen.edges, dim=1).mean(dim=1)
        middles = chosen.middles + (SHAKEN * reach)[:, None] * bank.normal(BATCH, 2)
        patches = bank.cut(chosen.samples, middles, edges * SHARE / SIZE, (SIZE, SIZE))
        patches = normalised(varied_in_part(bank, patches, VARIED))
        return patches.contiguous(memory_format=torch.channels_last), chosen.faces

    def __call__(self) -> dict[str, Tensor]:
        """Cross entropy of the faces."""
        patches, faces = self.batch()
        with quick_numbers(self.bank.device):
            said = self.model(patches).float()
        return {"face": nn.functional.cross_entropy(said, faces)}


def spins(bank: Bank, count: int) -> Tensor:
    """Turns (count, 2, 2) by any angles."""
    angles = bank.uniform(0, 6.2832, count)
    c, s = angles.cos(), angles.sin()
    return torch.stack([torch.stack([c, -s], 1), torch.stack([s, c], 1)], 1)


@torch.no_grad()  # type: ignore[untyped-decorator]
def read_tops(model: TopReader, bank: Bank, tops: Tops) -> Tensor:
    """What `face_probabilities` would find, as logits (n, len(TOPS))."""
    said = []
    for at in torch.arange(len(tops.faces), device=bank.device).split(2048):
        some = tops.at(at)
        steps = some.edges @ spins(bank, len(some.faces)) * SHARE / SIZE
        patches = normalised(bank.cut(some.samples, some.middles, steps, (SIZE, SIZE)))
        looks = [model(torch.rot90(patches, turn, (2, 3))) for turn in range(4)]
        said.append(torch.stack(looks).mean(dim=0))
    return torch.cat(said)
