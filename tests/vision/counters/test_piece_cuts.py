"""Pieces cut out of boards to learn from."""

from dataclasses import replace
from functools import cache

import numpy as np
from palago.vision.counters.glance import glance
from palago.vision.counters.shapes import seen_about
from palago.vision.training.counters.kinds.cuts import SPARE, PieceCuts, cut_pieces
from palago.vision.training.counters.samples import CounterSample
from palago.vision.training.counters.scenes import make_scene

#: Of a drawn board with more pieces than are looked at in one step.
MANY = 64


@cache
def crowded() -> CounterSample:
    """A drawn board with more pieces than are looked at in one step."""
    scene = make_scene(7_300_000)
    assert (scene.answers.colour >= 0).sum() > MANY
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
