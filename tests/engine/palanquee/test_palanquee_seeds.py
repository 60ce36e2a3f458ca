"""How many seeds a colour can have settles what the eye leaves open."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palago.engine.palanquee.table.pieces import COLOURS
from palago.engine.palanquee.table.seeds import settled_seeds


def test_a_lone_piece_is_a_seed() -> None:
    assert settled_seeds(["blue", "green"], [-1.0, -1.0])[0] > 1.0


def test_of_many_only_three_are_seeds() -> None:
    seen = [4.0, 3.0, 2.5, 0.3, 0.2, -5.0, -6.0]
    settled = settled_seeds(["red"] * 7, seen)
    assert [value > 0 for value in settled] == [True, True, True, False, False, False, False]


def test_what_is_seen_beyond_doubt_stays() -> None:
    settled = settled_seeds(["red"] * 5, [9.0] * 4 + [-9.0])
    assert all(value > 0 for value in settled[:4]) and settled[4] < 0


def test_one_colour_says_nothing_of_another() -> None:
    alone = settled_seeds(["violet"] * 3, [1.0, -2.0, -3.0])
    both = settled_seeds(["violet"] * 3 + ["yellow"] * 2, [1.0, -2.0, -3.0, 5.0, -5.0])
    assert both[:3] == pytest.approx(alone)


@given(
    st.lists(st.tuples(st.sampled_from(COLOURS), st.floats(-20, 20)), max_size=60),
    st.randoms(use_true_random=False),
)
def test_the_order_does_not_matter(pieces: list[tuple[str, float]], shuffle: object) -> None:
    order = list(range(len(pieces)))
    shuffle.shuffle(order)  # type: ignore[attr-defined]
    settled = settled_seeds([p[0] for p in pieces], [p[1] for p in pieces])
    other = settled_seeds([pieces[k][0] for k in order], [pieces[k][1] for k in order])
    assert [settled[k] for k in order] == pytest.approx(other, abs=1e-6)
