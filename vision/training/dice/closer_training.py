"""What the network for the closer look at dice learns from: what the first look takes for dice, or
nearly so, at places as wrong as the first look's are."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from ...dice.die_states import PLACED, STATES
from ...dice.faces import TOPS
from ...dice.patches import UNKNOWN_LEAN
from ..learning_loop import quick_numbers
from .bank import Bank, RowsInBank, varied_in_part
from .networks import CloserLook, DiceFinder, DiceStates
from .state_training import (
    MORE,
    NONE,
    axes_of,
    corrections,
    cut_about,
    first_look,
    found_suspects,
    known_at,
    misplacement,
    together,
    true_suspects,
    with_leans,
)

BATCH, RATE, DECAY = 512, 3e-3, 1e-2
SHARES = (0.33, 0.10, 0.09, 0.04, 0.44)
"""Of a batch, for each of STATES."""
LEAST_LIKELY = 0.04
"""Nothing is learnt from what is less likely; less is looked at (`die_states.SURELY_NONE`)."""
LEAST_HARD = 0.1
"""What is none is drawn as often as the first look takes it for a die, by this chance at least."""
MOST_WRONG = 0.5
"""A die's size may be so wrong (logarithm) after the first look."""
LEGIBLE_FROM = 0.5
"""Of tops of which less is seen the face is not learnt."""
SHAKES, MUCH_SHAKEN = ((0.03, 0.03), (0.09, 0.10)), 0.4
"""By how much the patches are moved, in edges and in size: as a rule, and for a share of them."""
TURNED, BENT = 0.06, 0.03
"""How wrongly up (radians) and the lean are told, on purpose."""
VARIED = 0.5
"""The share of the patches that are seen in other light than they are drawn in."""
FACE_COUNTS = 0.5


@dataclass(frozen=True)
class LikelyDice(RowsInBank):
    """Places (n, 3) in `samples` that the first look takes for dice, or nearly so, with their
    chances; the ways up (n, 2) and leans (n,) told of them; which die each is; STATES, TOPS (n,) or
    -1."""

    samples: Tensor
    places: Tensor
    chances: Tensor
    ups: Tensor
    leans: Tensor
    owners: Tensor
    states: Tensor
    faces: Tensor


def likely_dice(finder: DiceFinder, states: DiceStates, bank: Bank) -> LikelyDice:
    """All of them in the samples that are not held out."""
    known = together([*found_suspects(finder, bank), true_suspects(bank)])
    known = known.at(~bank.held_out[known.samples])
    looked = first_look(states, bank, known)
    owners, numbers = known_at(bank, known.samples, looked.places, MOST_WRONG)
    dice = bank.dice[known.samples, owners]
    readable = (numbers == STATES.index("lying")) & (dice[:, 7] >= LEGIBLE_FROM)
    faces = torch.where(readable, dice[:, 6].long(), -1)
    found = LikelyDice(
        known.samples, looked.places, looked.chances(), looked.ups, looked.leans, owners, numbers,
        faces,
    )  # fmt: skip
    return found.at((found.chances > LEAST_LIKELY) & (numbers >= 0))


class CloserLoss:
    """The loss on patches drawn at random among likely dice, while the bank still fills."""

    def __init__(
        self, model: CloserLook, finder: DiceFinder, states: DiceStates, bank: Bank
    ) -> None:
        self.model, self.bank, self.looked_at = model, bank, 0
        self._before = (finder, states)
        self.look()

    def look(self) -> None:
        """Find the likely dice in what the bank holds now, if that is much more than before."""
        if self.bank.count <= MORE * self.looked_at:
            return
        self.known = likely_dice(*self._before, self.bank)
        self.by_state = [torch.nonzero(self.known.states == k)[:, 0] for k in range(len(STATES))]
        hard = torch.cumsum(self.known.chances[self.by_state[NONE]].clamp(min=LEAST_HARD), dim=0)
        self.hard = hard / hard[-1]
        self.looked_at = self.bank.count

    def draw(self) -> LikelyDice:
        """Those of one batch."""
        bank = self.bank
        parts = bank.chosen_in_shares(self.by_state[:NONE], SHARES[:NONE], BATCH)
        at = torch.searchsorted(self.hard, bank.uniform(0, 1, round(SHARES[NONE] * BATCH)))
        none = self.by_state[NONE]
        return self.known.at(torch.cat([*parts, none[at.clamp(max=len(none) - 1)]]))

    def batch(self) -> tuple[Tensor, LikelyDice, Tensor]:
        """Patches (n, 4, SIZE, SIZE), what they show, and the corrections (n, PLACED) of dice."""
        bank, chosen = self.bank, self.draw()
        count = len(chosen.states)
        much = (bank.uniform(0, 1, count) < MUCH_SHAKEN).float()
        moved, grown = (one + (two - one) * much for one, two in zip(*SHAKES, strict=True))
        sides = chosen.places[:, 2] * torch.exp(grown * bank.normal(count))
        shifts = (moved * chosen.places[:, 2])[:, None] * bank.normal(count, 2)
        middles = chosen.places[:, :2] + shifts
        angles = torch.atan2(chosen.ups[:, 1], chosen.ups[:, 0]) + TURNED * bank.normal(count)
        ups = torch.stack([angles.cos(), angles.sin()], dim=1)
        axes = axes_of(ups, bank.uniform(0, 1, count) < 0.5)
        leans = (chosen.leans + BENT * bank.normal(count)).clamp(0.0, 1.0)
        leans = torch.where(chosen.leans == UNKNOWN_LEAN, chosen.leans, leans)
        patches = cut_about(bank, chosen.samples, middles, sides, axes)
        seen = with_leans(varied_in_part(bank, patches, VARIED), leans)
        dice = bank.dice[chosen.samples, chosen.owners]
        wanted = corrections(dice, middles, sides, axes)
        return seen.contiguous(memory_format=torch.channels_last), chosen, wanted

    def __call__(self) -> dict[str, Tensor]:
        """Cross entropy of states and faces, absolute deviations of the corrections of dice."""
        seen, chosen, wanted = self.batch()
        with quick_numbers(self.bank.device):
            said = self.model(seen).float()
        state, place, face = said.split((len(STATES), PLACED, len(TOPS)), dim=1)
        read = nn.functional.cross_entropy(face, chosen.faces, ignore_index=-1)
        return {
            "state": nn.functional.cross_entropy(state, chosen.states),
            "place": misplacement(place, wanted, chosen.states),
            "face": FACE_COUNTS * read,
        }
