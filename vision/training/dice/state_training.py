"""What the network for how dice lie learns from: what the finder points at in samples, dice and
other things, at places and sizes as wrong as the finder's are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch
from torch import Tensor, nn

from ...dice.die_states import MOST_CORRECTED, PLACED, STATES
from ...dice.patches import REACH, SIZE, UNKNOWN_LEAN
from ..learning_loop import quick_numbers
from .bank import Bank, RowsInBank, varied
from .finder_training import found
from .judging import OFF_DICE, ON_DIE
from .networks import CloserLook, DiceFinder, DiceStates

BATCH, RATE = 384, 3e-3
LEAST_SIDE, LEAST_VISIBLE = 8.0, 0.2
MOST_WRONG = 0.55
"""A die has to be found with its size no more wrong than this, in logarithms."""
SHAKES = ((0.05, 0.06), (0.12, 0.13))
"""By how much more, in edges and in size, the patches are moved that are cut of one die."""
OF_NONE = 0.45
OF_STATES = (0.5, 0.2, 0.18, 0.12)
"""The share of the patches that show no die; and of the others, the share of each state."""
WITH_BOARD = 0.65
NONE = STATES.index("none")
LOOKED_AT_ONCE = 2048
SPREADS = (0.05, 0.35)
"""By how much, in logarithms, the sizes vary at which samples are looked at."""
PLACE_COUNTS = 2.0
MORE = 1.25
"""Once the bank has grown by this factor, the candidates in it are sought anew."""


@dataclass(frozen=True)
class Suspects(RowsInBank):
    """Places in samples that may be dice: numbers (n,) of samples, places (n, 4) as `found` gives
    them, which of the sample's dice it is (n,), and the number of its state (n,)."""

    samples: Tensor
    places: Tensor
    owners: Tensor
    states: Tensor

    def dice(self, bank: Bank) -> Tensor:
        """The dice that they are (n, COLUMNS)."""
        return bank.dice[self.samples, self.owners]


def known_at(
    bank: Bank, samples: Tensor, places: Tensor, most_wrong: float = MOST_WRONG
) -> tuple[Tensor, Tensor]:
    """Of places in samples: which of its dice each is (n,), and the number of its state (n,), -1
    where it is neither plainly a die nor plainly none."""
    dice, is_there = bank.dice[samples], bank.has_die[samples]
    gaps = torch.linalg.vector_norm(dice[..., :2] - places[:, None, :2], dim=2)
    gaps = torch.where(is_there, gaps / dice[..., 2].clamp(min=1.0), 9.0)
    gap, owners = gaps.min(dim=1)
    own = dice[torch.arange(len(dice), device=bank.device), owners]
    wrong = torch.log(places[:, 2] / own[:, 2].clamp(min=1.0)).abs()
    is_rolling = own[:, 5] == STATES.index("rolling")
    is_die = (
        (gap < ON_DIE) & (wrong < most_wrong) & (own[:, 2] >= LEAST_SIDE) & (own[:, 8] > 0)
        & ((own[:, 7] >= LEAST_VISIBLE) | is_rolling)
    )  # fmt: skip
    unclear = torch.where(gap > OFF_DICE, NONE, -1)
    return owners, torch.where(is_die, own[:, 5].long(), unclear)


def candidates(bank: Bank, samples: Tensor, places: Tensor) -> Suspects:
    """What places are, without those that are neither plainly dice nor plainly none."""
    owners, states = known_at(bank, samples, places)
    return Suspects(samples, places, owners, states).at(states >= 0)


def together(parts: Sequence[Suspects]) -> Suspects:
    """All of them."""
    return Suspects(*(torch.cat(v) for v in zip(*(vars(p).values() for p in parts), strict=True)))


def found_suspects(finder: DiceFinder, bank: Bank) -> list[Suspects]:
    """What the finder points at where a board tells its size, and where it is looked for."""
    return [candidates(bank, *found(finder, bank, spread)) for spread in SPREADS]


def true_suspects(bank: Bank) -> Suspects:
    """All dice where they truly are, so that those that the finder misses are learnt, too."""
    samples, which = torch.nonzero(bank.has_die[: bank.count], as_tuple=True)
    dice = bank.dice[samples, which]
    return candidates(bank, samples, torch.cat([dice[:, :3], torch.ones_like(dice[:, :1])], dim=1))


def told_ups(bank: Bank, ups: Tensor) -> tuple[Tensor, Tensor]:
    """The ways up (n, 2), a little wrong by a board or guessed without one; the leans (n,) told."""
    count = len(ups)
    lengths = torch.linalg.vector_norm(ups, dim=1)
    by_board = bank.uniform(0, 1, count) < WITH_BOARD
    any_way = bank.uniform(0, 6.2832, count)
    upright = 0.06 * bank.normal(count) - 1.5708
    angles = torch.atan2(ups[:, 1], ups[:, 0]) + 0.1 * bank.normal(count)
    angles = torch.where(lengths < 0.12, any_way, angles)
    is_guess = ~by_board & (bank.uniform(0, 1, count) < 0.5)
    angles = torch.where(is_guess, upright, angles)
    leans = (lengths + 0.04 * bank.normal(count)).clamp(0, 1)
    leans = torch.where(by_board, leans, UNKNOWN_LEAN)
    return torch.stack([angles.cos(), angles.sin()], dim=1), leans


def axes_of(ups: Tensor, mirrored: Tensor) -> Tensor:
    """The directions to the right and down in a patch whose up is `ups` (n, 2), as columns."""
    rights = torch.stack([-ups[:, 1], ups[:, 0]], dim=1)
    downs = torch.stack([-rights[:, 1], rights[:, 0]], dim=1)
    return torch.stack([torch.where(mirrored[:, None], -rights, rights), downs], dim=2)


def normalised(patches: Tensor) -> Tensor:
    """Patches relative to each one's mean and spread, as `network_input` makes them."""
    mean = patches.mean(dim=(1, 2, 3), keepdim=True)
    return (patches - mean) / (patches.std(dim=(1, 2, 3), keepdim=True, correction=0) + 4.0)


def network_patches(
    bank: Bank, samples: Tensor, middles: Tensor, sides: Tensor, axes: Tensor, leans: Tensor,
    *, as_seen: bool = False,
) -> Tensor:  # fmt: skip
    """What the network sees (n, 4, SIZE, SIZE) of places in samples; varied, or as they are."""
    patches = cut_about(bank, samples, middles, sides, axes)
    return with_leans(patches if as_seen else _beside(bank, varied(bank, patches)), leans)


def cut_about(bank: Bank, samples: Tensor, middles: Tensor, sides: Tensor, axes: Tensor) -> Tensor:
    """Patches (n, 3, SIZE, SIZE) about places in samples."""
    steps = axes * (2 * REACH / SIZE * sides)[:, None, None]
    return bank.cut(samples, middles, steps, (SIZE, SIZE))


def with_leans(patches: Tensor, leans: Tensor) -> Tensor:
    """Patches as the network takes them (n, 4, SIZE, SIZE), with the leans (n,) that it is told."""
    told = leans[:, None, None, None].expand(-1, 1, SIZE, SIZE)
    return torch.cat([normalised(patches), told], dim=1)


def corrections(dice: Tensor, middles: Tensor, sides: Tensor, axes: Tensor) -> Tensor:
    """By how much (n, PLACED) true dice lie otherwise than patches were cut."""
    moved = (dice[:, :2] - middles) / sides[:, None]
    grown = torch.log(dice[:, 2].clamp(min=1.0) / sides)[:, None]
    # Steps in the picture as those in patches.
    moved, up = (torch.einsum("nij,ni->nj", axes, steps) for steps in (moved, dice[:, 3:5]))
    return torch.cat([moved, grown, up], dim=1)


def misplacement(place: Tensor, wanted: Tensor, states: Tensor) -> Tensor:
    """The mean absolute deviation of corrections (n, PLACED) of those that lie or lean."""
    is_placed = (states != NONE) & (states != STATES.index("rolling"))
    apart = torch.where(is_placed[:, None], place - wanted, 0.0).abs().sum()
    return PLACE_COUNTS * apart / (PLACED * is_placed.sum().clamp(min=1))


def _beside(bank: Bank, patches: Tensor) -> Tensor:
    """Now and then something else at the patch's rim."""
    count = len(patches)
    axis = torch.arange(SIZE, device=bank.device)
    corner = bank.uniform(-8, SIZE - 4, count, 2)
    ends = corner + bank.uniform(6, 16, count, 2)
    low, high = 0.35 * SIZE, 0.65 * SIZE
    reaches_in = ((corner < high) & (ends > low)).all(dim=1)
    x, y = ((axis >= corner[:, k, None]) & (axis < ends[:, k, None]) for k in (0, 1))
    box = y[:, None, :, None] & x[:, None, None, :]
    put = (bank.uniform(0, 1, count) < 0.12) & ~reaches_in
    colours = bank.uniform(0, 255, count, 3, 1, 1)
    return torch.where(box & put[:, None, None, None], colours, patches)


class StateLoss:
    """The loss on patches drawn at random among candidates, while the bank still fills."""

    def __init__(self, model: DiceStates, finder: DiceFinder, bank: Bank) -> None:
        self.model, self.finder, self.bank, self.looked_at = model, finder, bank, 0
        self.look()

    def look(self) -> None:
        """Find the candidates in what the bank holds now, if that is much more than before."""
        if self.bank.count <= MORE * self.looked_at:
            return
        known = together([*found_suspects(self.finder, self.bank), true_suspects(self.bank)])
        self.known = known.at(~self.bank.held_out[known.samples])
        self.by_state = [torch.nonzero(self.known.states == k)[:, 0] for k in range(len(STATES))]
        self.looked_at = self.bank.count

    def batch(self) -> tuple[Tensor, Tensor, Tensor]:
        """Patches (BATCH, 4, SIZE, SIZE), their states, corrections (BATCH, PLACED) of dice."""
        bank = self.bank
        shares = [*((1 - OF_NONE) * share for share in OF_STATES), OF_NONE]
        parts = bank.chosen_in_shares(self.by_state, shares, BATCH)
        chosen = self.known.at(torch.cat(parts))
        count, is_die, dice = len(chosen.states), chosen.states != NONE, chosen.dice(bank)
        rough = (bank.uniform(0, 1, count) < 0.4).float()
        by, grown = (one + (two - one) * rough for one, two in zip(*SHAKES, strict=True))
        middles = chosen.places[:, :2] + (by * chosen.places[:, 2])[:, None] * bank.normal(count, 2)
        sides = chosen.places[:, 2] * torch.exp(grown * bank.normal(count))
        # Half of the dice are seen from where the first look has put them.
        again = is_die & (bank.uniform(0, 1, count) < 0.5)
        near = dice[:, :2] + (0.06 * dice[:, 2])[:, None] * bank.normal(count, 2)
        middles = torch.where(again[:, None], near, middles)
        sides = torch.where(again, dice[:, 2] * torch.exp(0.07 * bank.normal(count)), sides)
        ups = torch.where(is_die[:, None], dice[:, 3:5], _any_ups(bank, count))
        told, leans = told_ups(bank, ups)
        axes = axes_of(told, bank.uniform(0, 1, count) < 0.5)
        patches = network_patches(bank, chosen.samples, middles, sides, axes, leans)
        wanted = corrections(dice, middles, sides, axes)
        return patches.contiguous(memory_format=torch.channels_last), chosen.states, wanted

    def __call__(self) -> dict[str, Tensor]:
        """Cross entropy of the states, absolute deviations of the corrections of real dice."""
        patches, states, wanted = self.batch()
        with quick_numbers(self.bank.device):
            said = self.model(patches).float()
        state, place = said.split((len(STATES), PLACED), dim=1)
        loss = nn.functional.cross_entropy(state, states)
        return {"state": loss, "place": misplacement(place, wanted, states)}


def _any_ups(bank: Bank, count: int) -> Tensor:
    across = 0.15 * bank.normal(count)
    leaning = torch.stack([across, torch.full_like(across, -1.0)], dim=1)
    return bank.uniform(0, 0.9, count, 1) * leaning


@dataclass(frozen=True)
class DiceLookedAt:
    """What one look says of n places: logits (n, len(STATES)), middles and edges (n, 3) in pixels,
    and the ways up (n, 2); and the leans (n,) that it was told."""

    states: Tensor
    places: Tensor
    ups: Tensor
    leans: Tensor

    def chances(self) -> Tensor:
        """How likely each is a die (n,)."""
        return 1.0 - torch.softmax(self.states, dim=1)[:, NONE]


@torch.no_grad()  # type: ignore[untyped-decorator]
def look_at(
    model: DiceStates | CloserLook, bank: Bank, samples: Tensor, places: Tensor, ups: Tensor,
    leans: Tensor,
) -> DiceLookedAt:  # fmt: skip
    """What `die_states.look_at` would say of `places` (n, 3) in samples."""
    said = []
    axes = axes_of(ups, torch.zeros(len(ups), dtype=torch.bool, device=bank.device))
    for first in range(0, len(places), LOOKED_AT_ONCE):
        some = slice(first, first + LOOKED_AT_ONCE)
        seen = network_patches(
            bank, samples[some], places[some, :2], places[some, 2], axes[some], leans[some],
            as_seen=True,
        )  # fmt: skip
        said.append(model(seen)[:, : len(STATES) + PLACED])
    states, moved = torch.cat(said).split((len(STATES), PLACED), dim=1)
    by = moved[:, :3].clamp(-MOST_CORRECTED, MOST_CORRECTED)
    steps = torch.einsum("nij,nj->ni", axes, by[:, :2])
    middles = places[:, :2] + places[:, 2:3] * steps
    found_places = torch.cat([middles, places[:, 2:3] * by[:, 2:].exp()], dim=1)
    return DiceLookedAt(states, found_places, torch.einsum("nij,nj->ni", axes, moved[:, 3:]), leans)


def first_look(model: DiceStates, bank: Bank, known: Suspects) -> DiceLookedAt:
    """What the first look says of candidates; where a board tells which way is up, so does this."""
    own, first = known.dice(bank)[:, 3:5], bank.dice[known.samples, :, 3:5]
    there = bank.has_die[known.samples]
    some = there.any(dim=1)
    mean = (first * there[..., None]).sum(dim=1) / there.sum(dim=1).clamp(min=1)[:, None]
    mean = torch.where(some[:, None], mean, _any_ups(bank, len(mean)))
    told, leans = told_ups(bank, torch.where((known.states != NONE)[:, None], own, mean))
    looked = look_at(model, bank, known.samples, known.places, told, leans)
    by_board = (leans != UNKNOWN_LEAN)[:, None]
    # Only the way matters, not how long the step is.
    return replace(looked, ups=torch.where(by_board, told, looked.ups))
