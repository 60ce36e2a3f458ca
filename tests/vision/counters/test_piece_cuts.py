"""Pieces cut out of boards to learn from: they stay what they are, however they are varied."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
from palago.vision.counters.glance import glance
from palago.vision.counters.shapes import COLUMNS, ROWS, seen_about
from palago.vision.training.counters.cuts import (
    ENOUGH,
    SPARE,
    PieceCuts,
    cut_pieces,
    varied_cuts,
)
from palago.vision.training.counters.samples import CounterSample
from palago.vision.training.counters.scenes import make_scene


@cache
def crowded() -> CounterSample:
    """A drawn board with more pieces than are looked at in one step."""
    scene = make_scene(7_300_000)
    assert (scene.answers.colour >= 0).sum() > ENOUGH
    return scene


def cuts_of_crowded() -> PieceCuts:
    cuts = cut_pieces(crowded())
    assert cuts is not None
    return cuts


def test_every_piece_of_a_known_kind_is_cut_where_the_reader_would_cut_it() -> None:
    cuts, truth = cuts_of_crowded(), crowded().answers
    known = np.flatnonzero(truth.colour >= 0)
    assert len(cuts.seen) == len(known)
    assert (cuts.seed == truth.seed[known]).all()
    found = glance(crowded().rectified)
    surely = found.piece[known] > 0
    assert surely.any()
    as_read = seen_about(crowded().rectified, known[surely], found.offset[known[surely]])
    inner = cuts.seen[surely, SPARE:-SPARE, SPARE:-SPARE]
    assert (inner == as_read).all()


def test_a_board_without_known_pieces_gives_nothing_to_learn() -> None:
    answers = replace(crowded().answers, colour=np.full_like(crowded().answers.colour, -1))
    assert cut_pieces(replace(crowded(), answers=answers)) is None


def test_varied_pieces_keep_their_kinds_colours_and_lean() -> None:
    cuts, rng = cuts_of_crowded(), np.random.default_rng(1)
    told = {
        (int(c), int(s), round(abs(float(x)), 5), round(float(y), 5))
        for c, s, (x, y) in zip(cuts.colour, cuts.seed, cuts.lean, strict=True)
    }
    for _ in range(6):
        varied = varied_cuts(rng, cuts)
        assert varied.seen.shape[1:] == (ROWS, COLUMNS, 3)
        assert 0 < len(varied.seen) <= ENOUGH
        assert varied.seen.min() >= 0 and varied.seen.max() <= 255
        for c, s, (x, y) in zip(varied.colour, varied.seed, varied.lean, strict=True):
            assert (int(c), int(s), round(abs(float(x)), 5), round(float(y), 5)) in told


def test_no_two_looks_at_a_board_are_alike() -> None:
    cuts, rng = cuts_of_crowded(), np.random.default_rng(2)
    first, second = varied_cuts(rng, cuts), varied_cuts(rng, cuts)
    least = min(len(first.seen), len(second.seen))
    assert not np.array_equal(first.seen[:least], second.seen[:least])
