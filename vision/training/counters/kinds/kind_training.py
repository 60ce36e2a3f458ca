"""Train the two networks that tell seeds from sprouts by their shapes, within a given time.

They learn from what the networks before them find, which have to be there; scenes are drawn
meanwhile, pictures with their truth are cut up once.

    python -m sample_images.render.palanquee --seeds 10000:10191 --out counter-pictures
    python -m sample_images.render.palanquee --seeds 12000:12212 --out counter-pictures \
        --megapixels 0.25
    python -m palago.vision.training.counters.kinds.kind_training --minutes 75 \
        --pictures counter-pictures

The shipped networks learnt from these pictures and 1,954 scenes: some 14,900 steps without turns
and other sizes, then 8,448 as here at half the rate, with 0.6 for PICTURED, then 7,201 on a
graphics card (``--onward --minutes 8.7 --boards 24``) from other scenes and pictures; what is
shipped lies halfway (`palago.vision.training.mix --share 0.5`). Pawns, caps on their backs, banded
caps and buttons are drawn since then.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional

from ....counters.seed_sign import WAYS
from ....fitted import WEIGHTS
from ...learning_loop import ONWARD, Course, learn
from ...making import Makers
from ...randomness import Randomness
from ..answering import judge_kinds
from ..batches import beside_own
from ..network import KindNetworks
from ..samples import flat_sample, truths_in
from ..scenes import make_scene
from .cuts import PieceCuts, cut_pieces
from .varied_cuts import Cuts, varied_cuts

CACHE = Path(__file__).resolve().parents[4] / "data" / "training" / "counter_kinds"
FIRST_SEED = 20_000_000
SCENES = 20
"""The number of scenes in one file."""
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


def cut_picture(told: Path) -> PieceCuts | None:
    """The pieces in the picture beside a truth."""
    sample = flat_sample(told)
    return None if sample is None else cut_pieces(sample)


class KindLesson:
    """The boards at hand, scenes and pictures, and batches of both."""

    def __init__(self, pictures: Sequence[PieceCuts], boards: int, device: torch.device) -> None:
        self.scenes: list[Cuts] = []
        self.pictures = [Cuts.of(cuts, device) for cuts in pictures]
        self.boards, self.random = boards, Randomness(device)

    def is_enough_with(self, made: Sequence[PieceCuts]) -> bool:
        """Take what has been made; whether it is enough to begin with."""
        self.scenes += [Cuts.of(cuts, self.random.device) for cuts in made]
        return bool(self.scenes)

    def losses(self, networks: KindNetworks) -> dict[str, Tensor]:
        """How wrong the networks are about some boards."""
        rng, drawn = self.random.beside, []
        for _ in range(self.boards):
            some = self.pictures if self.pictures and rng.random() < PICTURED else self.scenes
            drawn.append(some[int(rng.integers(len(some)))])
        hinted = self.random.uniform(0, 1, len(drawn)) < HINTED
        return losses_of(networks, varied_cuts(self.random, drawn), hinted)

    def told(self) -> str:
        """How many boards there are, in words."""
        return f"{len(self.scenes)} scenes, {len(self.pictures)} pictures"


def losses_of(networks: KindNetworks, drawn: Cuts, hinted: Tensor) -> dict[str, Tensor]:
    """How wrong the networks are; on `hinted` boards (b,) they are told what tells seeds."""
    hint = torch.where(hinted & (drawn.way >= 0), drawn.way, len(WAYS))
    cuts = beside_own(drawn.seen, drawn.board, drawn.colour, drawn.lean)
    said = judge_kinds(networks, cuts, drawn.board, drawn.colour, hint)
    seed = drawn.seed.float()
    losses = [kind_loss(one, seed, drawn.board, drawn.way) for one in said]
    shares = seed.new_tensor(JUDGEMENTS_COUNT)
    return {"kinds": (shares * torch.stack(losses)).sum()}


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
    parser = argparse.ArgumentParser(
        "python -m palago.vision.training.counters.kinds.kind_training"
    )
    parser.add_argument("--minutes", type=float, default=75.0, help="to learn (75)")
    parser.add_argument("--processes", type=int, default=1, help="that draw scenes (1)")
    parser.add_argument("--pictures", type=Path, help="folder of pictures with their truth")
    parser.add_argument("--boards", type=int, default=12, help="looked at before each step (12)")
    parser.add_argument("--first-seed", type=int, default=FIRST_SEED, help="of the scenes")
    parser.add_argument("--cache", type=Path, default=CACHE, help="for scenes and a checkpoint")
    parser.add_argument("--onward", action="store_true", help="go on from the shipped networks")
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="for the networks")
    arguments = parser.parse_args()
    torch.manual_seed(0)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    known: list[PieceCuts] = []
    if arguments.pictures:
        with get_context("spawn").Pool(arguments.processes) as pool:
            cut = pool.map(cut_picture, truths_in(arguments.pictures), chunksize=4)
        known = [cuts for cuts in cut if cuts is not None]
    lesson, networks = KindLesson(known, arguments.boards, device), KindNetworks()
    rate = RATE
    if arguments.onward:
        networks.restore(WEIGHTS)
        rate *= ONWARD
    networks.to(device)
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
    print(networks.cpu().write(arguments.out), "bytes", flush=True)


if __name__ == "__main__":
    main()
