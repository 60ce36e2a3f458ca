"""What the closer look at dice learns from: what the first look takes for dice, or nearly so.

The finder and the first look are those that the reader ships with, so that the places are as wrong
as theirs, and what is no die is what they are deceived by.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ....calibration.arrays import Flags, Floats, Floats32, Integers, Picture
from ...dice.die_states import STATES, Judged, look_at
from ...dice.finder import DiceFound, find_dice
from ...dice.reader import upright
from ...faces.networks import softmax
from ...photos.shrink import Halves
from ..making import kept_samples
from .samples import COLUMNS, DiceSample, make_shard

LEAST_LIKELY = 0.04
"""Nothing is learnt from what the first look thinks less likely a die; fewer are looked at closer
(`states.SURELY_NONE`)."""
ON_DIE, OFF_DICE, MOST_WRONG = 0.5, 0.9, 0.5
"""A place is a die's if it lies nearer than the first to its middle, in edges, and is no more wrong
than the last in its size (logarithm); no die's if it lies farther than the second from all."""
LEAST_VISIBLE = 0.2
LEGIBLE_FROM = 0.5
"""Of tops of which less is seen the face is not learnt."""
SIZE_UNSURE, UP_UNSURE = 0.06, 0.03
"""How wrong a board is about a tile's width (logarithm) and about which way is up (edges)."""
NONE, LYING, ROLLING = (STATES.index(state) for state in ("none", "lying", "rolling"))
COLUMN = {name: number for number, name in enumerate(COLUMNS)}


@dataclass(frozen=True)
class LikelyDice:
    """Places in a picture (h, w, 3) BGR that the first look takes for dice, or nearly so.

    Of each: its middle (n, 2) and edge (n,) in pixels; which way is up (n, 2) and how much it leans
    (n,), told by a board or guessed by the first look; the chance that the first look gave it (n,);
    the numbers of its STATES and TOPS (n,), -1 if no face can be learnt; and the true die there
    (n, COLUMNS)."""

    image: Picture
    middles: Floats
    sides: Floats
    ups: Floats
    leans: Floats
    chances: Floats
    states: Integers
    faces: Integers
    dice: Floats32


def make_suspects(
    number: int, processes: int, first_seed: int, cuts: int, kept: Path | None = None
) -> list[LikelyDice]:
    """The suspects in the samples of a number: see `make_shard`; in those in the folder `kept` as
    far as there are any. Pictures without suspects are left out."""
    samples = kept_samples(kept, number) if kept else None
    if samples is None:
        samples = make_shard(number, processes, first_seed, cuts)
    looks = [suspects_of(sample, by_board) for sample in samples for by_board in (True, False)]
    return [look for look in looks if look is not None]


def suspects_of(sample: DiceSample, by_board: bool) -> LikelyDice | None:
    """What is suspected in a sample where a board tells of the camera, or where none does."""
    rng = np.random.default_rng((sample.seed, 77, by_board))
    width = sample.tile_width * math.exp(SIZE_UNSURE * rng.normal()) if by_board else None
    halves = Halves(sample.image)
    found = find_dice(halves, width)
    if len(found) == 0:
        return None
    ups, leans = _told(sample, found, rng) if by_board else upright(found, None)[1:3]
    look = look_at("dice_states", halves, found.middles, found.sides, ups, leans)
    chances = 1.0 - softmax(look.states)[:, NONE]
    states, owners = _known(sample.dice, look)
    height, width_seen = sample.image.shape[:2]
    inside = ((look.middles >= 0) & (look.middles < (width_seen, height))).all(axis=1)
    kept = (chances > LEAST_LIKELY) & (states >= 0) & inside
    if not kept.any():
        return None
    dice = np.zeros((len(states), len(COLUMNS)), np.float32)
    if len(sample.dice):
        dice = np.where((states != NONE)[:, None], sample.dice[owners], dice)
    readable = (states == LYING) & (dice[:, COLUMN["visible"]] >= LEGIBLE_FROM)
    faces = np.where(readable, dice[:, COLUMN["face"]], -1).astype(np.int64)
    ups = ups if by_board else look.ups
    return LikelyDice(
        sample.image, look.middles[kept], look.sides[kept], ups[kept], leans[kept], chances[kept],
        states[kept], faces[kept], dice[kept],
    )  # fmt: skip


def _told(sample: DiceSample, found: DiceFound, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """The ways up and leans as a board tells them: those of the dice, elsewhere their mean."""
    first = COLUMN["up x"]
    known = sample.dice[:, first : first + 2].astype(np.float64)
    if len(known):
        gaps = np.linalg.norm(sample.dice[None, :, :2] - found.middles[:, None], axis=2)
        near = (gaps / np.maximum(sample.dice[:, 2], 1.0)).min(axis=1) < ON_DIE
        ups = np.where(near[:, None], known[gaps.argmin(axis=1)], known.mean(axis=0))
    else:
        up = np.array([0.1 * rng.normal(), -1.0]) * rng.uniform(0, 0.9)
        ups = np.tile(up, (len(found), 1))
    ups = ups + UP_UNSURE * rng.normal(size=ups.shape)
    return ups, np.clip(np.linalg.norm(ups, axis=1), 0.0, 1.0)


def _known(dice: Floats32, look: Judged) -> tuple[Integers, Integers]:
    """The states (n,) of what was looked at, -1 where that is not plain, and which die it is."""
    count = len(look.sides)
    if not len(dice):
        return np.full(count, NONE), np.zeros(count, np.int64)
    gaps = np.linalg.norm(dice[None, :, :2] - look.middles[:, None], axis=2)
    gaps /= np.maximum(dice[:, 2], 1.0)
    owners = gaps.argmin(axis=1)
    gap, own = gaps.min(axis=1), dice[owners]
    wrong = np.abs(np.log(look.sides / np.maximum(own[:, 2], 1.0)))
    is_plain: Flags = (own[:, COLUMN["visible"]] >= LEAST_VISIBLE) | (
        own[:, COLUMN["state"]] == ROLLING
    )
    is_die = (gap < ON_DIE) & (wrong < MOST_WRONG) & is_plain & (own[:, COLUMN["legible"]] > 0)
    states = np.where(is_die, own[:, COLUMN["state"]], np.where(gap > OFF_DICE, NONE, -1))
    return states.astype(np.int64), owners
