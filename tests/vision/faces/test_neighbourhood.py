"""How a tile lies compared with those beside it."""

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from palago.vision.faces.neighbourhood import crookedness, straying
from palago.vision.faces.poses import Poses

CELLS = [(q, r) for q in range(4) for r in range(3)]


@settings(max_examples=50)
@given(shift=st.tuples(st.floats(-0.2, 0.2), st.floats(-0.2, 0.2)), angle=st.floats(-0.15, 0.15))
def test_a_board_that_lies_askew_as_a_whole_is_not_crooked(shift: Any, angle: Any) -> None:
    straight = Poses.straight(CELLS)
    count = len(straight)
    askew = Poses(straight.cells, np.tile(shift, (count, 1)), np.full(count, angle))
    assert crookedness(askew).max() < 1e-9


@settings(max_examples=50)
@given(index=st.integers(0, len(CELLS) - 1), way=st.floats(0, 6.28))
def test_one_tile_apart_from_its_neighbours_is_the_crooked_one(index: int, way: float) -> None:
    poses = Poses.straight(CELLS)
    poses.shifts[index] += 0.2 * np.array([np.cos(way), np.sin(way)])
    off = crookedness(poses)
    assert int(np.argmax(off)) == index
    assert off[index] > 0.8


@settings(max_examples=50)
@given(index=st.integers(0, len(CELLS) - 1), lean=st.floats(0.18, 0.25))
def test_a_tile_in_its_place_that_seems_turned_is_doubted_but_not_sent_away(
    index: int, lean: float
) -> None:
    poses = Poses.straight(CELLS)
    poses.angles[index] += lean
    assert crookedness(poses)[index] > 1.0 > straying(poses)[index]
    poses.shifts[index] += 0.2
    assert straying(poses)[index] > 1.0


def test_a_tile_without_neighbours_has_to_lie_straight() -> None:
    poses = Poses.straight([*CELLS, (9, 0)])
    poses.angles[-1] += 0.2
    assert straying(poses)[-1] > 1.0
