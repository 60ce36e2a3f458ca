"""Pairs of points that lie near one another, against the table of all distances."""

from typing import Any

import numpy as np
import pytest
from palago.vision.lattice.nearness import firsts_of_parts, near_pairs


@pytest.mark.parametrize("count", [0, 1, 2, 60, 400])
def test_all_near_pairs_are_found_and_no_others(count: Any) -> None:
    rng = np.random.default_rng(count)
    centres, reach = rng.uniform(0, 300, (count, 2)), np.asarray(rng.uniform(1, 40, count))
    apart = np.linalg.norm(centres[:, None] - centres, axis=2)
    table = np.triu(apart < np.maximum(reach[:, None], reach), 1)
    first, second = near_pairs(centres, reach)
    assert np.array_equal(np.stack([first, second]), np.nonzero(table))


def test_points_in_one_column_are_as_near_as_others() -> None:
    column = np.arange(4)[:, None] * [0.0, 10.0]
    first, second = near_pairs(column, np.full(4, 11.0))
    assert list(zip(first, second, strict=True)) == [(0, 1), (1, 2), (2, 3)]


def test_a_long_chain_is_one_part_however_its_links_are_sorted() -> None:
    order = np.random.default_rng(3).permutation(50)
    parts = firsts_of_parts(52, order[:-1], order[1:])
    assert list(parts) == [0] * 50 + [50, 51]
