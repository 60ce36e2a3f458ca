"""What the closer look at dice learns from."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest
from palago.vision.training.dice.closer_training import BATCH, CloserLesson
from palago.vision.training.dice.samples import DiceSample, make_sample
from palago.vision.training.dice.suspects import NONE, LikelyDice, make_suspects, suspects_of
from palago.vision.training.making import kept_samples


@pytest.fixture(scope="module")
def sample() -> DiceSample:
    """A part of a table with dice on it, and with what looks like some."""
    return make_sample(60_000_004)


@pytest.fixture(scope="module")
def looks(sample: DiceSample) -> list[LikelyDice]:
    found = [suspects_of(sample, by_board) for by_board in (True, False)]
    return [look for look in found if look is not None]


def test_suspects_lie_where_the_truth_has_dice_or_none(
    sample: DiceSample, looks: list[LikelyDice]
) -> None:
    assert len(looks) == 2 and sum((look.states != NONE).sum() for look in looks) >= 2
    for look in looks:
        gaps = np.linalg.norm(look.middles[:, None] - sample.dice[None, :, :2], axis=2)
        nearest = (gaps / sample.dice[:, 2]).min(axis=1)
        assert (nearest[look.states != NONE] < 0.5).all()
        assert (nearest[look.states == NONE] > 0.9).all()


def test_a_patch_says_by_how_much_it_misses_its_die(looks: list[LikelyDice]) -> None:
    lesson = CloserLesson(looks)
    patches, leans, states, faces, wanted = lesson.batch()
    assert len(patches) == len(leans) == len(faces) <= BATCH
    assert (wanted[states == NONE] == 0).all()
    missed = np.abs(wanted[states != NONE, :2])
    assert 0.02 < np.median(missed) < 0.2 and missed.max() < 1.0


def test_suspects_are_sought_in_the_samples_that_were_kept(
    sample: DiceSample, looks: list[LikelyDice], tmp_path: Path
) -> None:
    (tmp_path / "0000000000.shard").write_bytes(pickle.dumps([sample]))
    assert kept_samples(tmp_path, 1) is None
    again = make_suspects(0, processes=1, first_seed=1, cuts=1, kept=tmp_path)
    assert [len(look.sides) for look in again] == [len(look.sides) for look in looks]
    assert (again[0].image == sample.image).all()
