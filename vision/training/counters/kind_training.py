"""Train the two networks that tell seeds from sprouts by their shapes, within a given time.

They learn from what the networks before them find, which have to be there; scenes are drawn
meanwhile, pictures with their truth are cut up once.

    python -m sample_images.render.palanquee --seeds 10000:10191 --out counter-pictures
    python -m sample_images.render.palanquee --seeds 12000:12212 --out counter-pictures \
        --megapixels 0.25
    python -m palago.vision.training.counters.kind_training --minutes 75 --pictures counter-pictures

The shipped networks learnt from these pictures and 1,954 scenes, while both were being made, on two
processors beside much else. Some 14,900 steps were taken before this command was written, by the
same losses and at the same rate, the pieces neither turned nor made larger; then 8,448 as here,
with 0.6 for PICTURED and about half the rate (``--onward`` goes on at 0.4 of it).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from ...counters.seed_sign import WAYS
from ..learning_loop import ONWARD, Course, learn
from ..making import Makers
from .answering import judge_kinds
from .batches import beside_own
from .cuts import PieceCuts, VariedCuts, cut_pieces, varied_cuts
from .network import KindNetworks
from .samples import laid_flat, load_sample
from .scenes import make_scene

WEIGHTS = Path(__file__).resolve().parents[2] / "weights"
CACHE = Path(__file__).resolve().parents[3] / "data" / "training" / "counter_kinds"
FIRST_SEED = 20_000_000
SCENES = 100
"""So many scenes lie in one file."""
BOARDS = 12
"""So many boards are looked at before each step."""
PICTURED = 0.4
"""Of the boards this share are pictures, where there are any."""
HINTED = 0.25
"""For this share of the boards the networks are told what tells seeds."""
RATE = 2.5e-3
JUDGEMENTS_COUNT = (0.3, 0.5, 1.0)
"""So much each time counts at which the kinds are judged."""


def make_cuts(first_seed: int, number: int) -> list[PieceCuts]:
    """The pieces of the scenes of a number."""
    first = first_seed + number * SCENES
    made = (cut_pieces(make_scene(seed)) for seed in range(first, first + SCENES))
    return [cuts for cuts in made if cuts is not None]


class KindLesson:
    """The boards at hand, scenes and pictures, and batches of both."""

    def __init__(self, pictures: Sequence[PieceCuts]) -> None:
        self.scenes: list[PieceCuts] = []
        self.pictures = list(pictures)
        self._rng = np.random.default_rng(0)

    def is_enough_with(self, made: Sequence[PieceCuts]) -> bool:
        """Take what has been made; whether it is enough to begin with."""
        self.scenes += made
        return bool(self.scenes)

    def losses(self, networks: KindNetworks) -> dict[str, Tensor]:
        """How wrong the networks are about some boards."""
        rng, drawn = self._rng, []
        for _ in range(BOARDS):
            some = self.pictures if self.pictures and rng.random() < PICTURED else self.scenes
            drawn.append(varied_cuts(rng, some[int(rng.integers(len(some)))]))
        told = [rng.random() < HINTED and one.way >= 0 for one in drawn]
        return losses_of(networks, drawn, told)

    def told(self) -> str:
        """How many boards there are, in words."""
        return f"{len(self.scenes)} scenes, {len(self.pictures)} pictures"


def losses_of(
    networks: KindNetworks, drawn: Sequence[VariedCuts], told: Sequence[bool]
) -> dict[str, Tensor]:
    """How wrong the networks are about these boards; of some they are told what tells seeds."""
    seen = torch.from_numpy(np.concatenate([one.seen for one in drawn])).permute(0, 3, 1, 2)
    lean = torch.from_numpy(np.concatenate([one.lean for one in drawn]))
    colour = torch.from_numpy(np.concatenate([one.colour for one in drawn]))
    seed = torch.from_numpy(np.concatenate([one.seed for one in drawn])).float()
    board = torch.repeat_interleave(torch.tensor([len(one.seed) for one in drawn]))
    way = torch.tensor([one.way for one in drawn])
    hint = torch.where(torch.tensor(told), way, len(WAYS))
    cuts = beside_own(seen.contiguous(), board, colour, lean)
    said = judge_kinds(networks, cuts, board, colour, hint)
    shares = zip(JUDGEMENTS_COUNT, said, strict=True)
    return {"kinds": torch.stack([s * kind_loss(k, seed, board, way) for s, k in shares]).sum()}


def kind_loss(answer: Tensor, kinds: Tensor, board: Tensor, way: Tensor) -> Tensor:
    """The loss of log odds (n, 1 + ways): of being a seed, and of each way to tell seeds. `board`
    (n,) says on which board each piece stands, `way` (b,) what tells seeds there."""
    entropy = functional.binary_cross_entropy_with_logits(answer[:, 0], kinds, reduction="none")
    weight = torch.where(kinds > 0.5, 3.0, 1.0)
    loss = (entropy * weight).sum() / weight.sum()
    count = torch.bincount(board, minlength=len(way)).float()
    ways = answer.new_zeros(len(count), answer.shape[1] - 1).index_add(0, board, answer[:, 1:])
    seeds = torch.zeros_like(count).index_add(0, board, kinds)
    told = (seeds > 0) & (way >= 0)
    if told.any():
        shares = (ways / count.clamp(min=1)[:, None])[told]
        loss = loss + 0.1 * functional.cross_entropy(shares, way[told])
    return loss


def main() -> None:
    """Draw, cut, learn, write."""
    parser = argparse.ArgumentParser("python -m palago.vision.training.counters.kind_training")
    parser.add_argument("--minutes", type=float, default=75.0, help="to learn (75)")
    parser.add_argument("--processes", type=int, default=1, help="that draw scenes (1)")
    parser.add_argument("--pictures", type=Path, help="folder of pictures with their truth")
    parser.add_argument("--first-seed", type=int, default=FIRST_SEED, help="of the scenes")
    parser.add_argument("--cache", type=Path, default=CACHE, help="for scenes and a checkpoint")
    parser.add_argument("--onward", action="store_true", help="go on from the shipped networks")
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="for the networks")
    arguments = parser.parse_args()
    torch.manual_seed(0)
    pictures = laid_flat(arguments.pictures, arguments.pictures) if arguments.pictures else []
    cut = (cut_pieces(load_sample(path)) for path in pictures)
    lesson, networks = KindLesson([cuts for cuts in cut if cuts is not None]), KindNetworks()
    rate = RATE
    if arguments.onward:
        networks.restore(WEIGHTS)
        rate *= ONWARD
    make = partial(make_cuts, arguments.first_seed)
    with Makers(make, arguments.processes, folder=arguments.cache / "scenes") as makers:
        makers.wait_until(lesson.is_enough_with)
        until = time.monotonic() + 60 * arguments.minutes
        learn(
            networks, lambda: lesson.losses(networks),
            Course(until, rate, warm_steps=200, is_averaged=True,
                   checkpoint=arguments.cache / "kinds.pt"),
            refresh=lambda: lesson.is_enough_with(makers.take()), told=lesson.told,
        )  # fmt: skip
    print(networks.write(arguments.out), "bytes", flush=True)


if __name__ == "__main__":
    main()
