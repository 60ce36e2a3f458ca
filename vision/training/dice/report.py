"""How well the networks for dice do on scenes that none of them has learnt from."""

from __future__ import annotations

import torch
from torch import Tensor

from ...dice.states import STATES
from .bank import Bank
from .state_training import NONE, Suspects
from .top_training import Tops

SIZES = ((8, 14), (14, 20), (20, 32), (32, 999))


def report(
    bank: Bank, first: Suspects, found: Suspects, states: Tensor, tops: Tops, faces: Tensor
) -> None:
    """Print errors on the scenes held out.

    `first` are those of the candidates `found` that were seen at the size that a board tells.
    """
    kept = bank.held_out[found.samples]
    known = found.at(kept)
    dice = known.dice(bank)
    said, face = torch.softmax(states[kept], 1), torch.softmax(faces[kept], 1)
    print(f"held out: {int(bank.held_out[: bank.count].sum())} scenes")
    _found(bank, first)
    is_none = said[:, NONE] > 0.5
    print(f"none taken for a die {float((~is_none)[known.states == NONE].float().mean()):.4f}")
    for low, high in SIZES:
        within = (dice[:, 2] >= low) & (dice[:, 2] < high)
        lying = within & (known.states == 0)
        readable = within & (tops.faces[kept] >= 0) & (known.states == 0)
        wrong = (face.argmax(dim=1) != tops.faces[kept])[readable]
        sure = (face.max(dim=1).values > 0.97)[readable]
        cocked = within & (known.states == 1)
        parts = (
            f"lying taken for none {float(is_none[lying].float().mean()):.4f}",
            f"not for lying {float((said.argmax(dim=1) != 0)[lying].float().mean()):.4f}",
            f"leaning for lying {float((said[:, 0] > 0.5)[cocked].float().mean()):.4f}",
            f"tops wrong {float(wrong.float().mean()):.4f} of {len(wrong)}",
            f"sure {float(sure.float().mean()):.3f}",
            f"sure and wrong {float((wrong & sure).float().mean()):.5f}",
        )
        print(f"{low}-{high} px: " + ", ".join(parts), flush=True)


def _found(bank: Bank, first: Suspects) -> None:
    """Print how many of the dice that lie plainly have been found."""
    met = torch.zeros_like(bank.has_die)
    is_die = first.states != NONE
    met[first.samples[is_die], first.owners[is_die]] = True
    scale = (37.0 / bank.tile_widths).clamp(max=1.0)
    for low, high in ((7, 9), (9, 12), (12, 17), (17, 26)):
        sides = bank.dice[..., 2] * scale[:, None]
        plain = (
            bank.has_die & bank.held_out[:, None] & (sides >= low) & (sides < high)
            & (bank.dice[..., 5] == STATES.index("lying")) & (bank.dice[..., 7] > 0.9)
            & (bank.dice[..., 8] > 0) & (bank.dice[..., 2] >= 12)
        )  # fmt: skip
        share = float(met[plain].float().mean())
        print(f"seen {low}-{high} px: found {share:.4f} of {int(plain.sum())}")
