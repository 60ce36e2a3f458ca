"""Which candidates lie together."""

from typing import Any

import numpy as np
from palago.vision.finding.closer_look import clusters

ROW = np.arange(5)[:, None] * [30.0, 0.0]


def sets(groups: Any) -> list[set[int]]:
    return [set(group.tolist()) for group in groups]


def test_a_row_of_tiles_is_one_cluster_wherever_it_is_entered() -> None:
    rng = np.random.default_rng(4)
    order = rng.permutation(5)
    groups = clusters(ROW[order], np.full(5, 30.0), rng.uniform(0.3, 0.9, 5), 0.2)
    assert sets(groups) == [{0, 1, 2, 3, 4}]


def test_what_lies_apart_or_has_another_size_is_another_cluster() -> None:
    centres = np.concatenate([ROW, ROW + np.array([2000.0, 0.0]), [[45.0, 20.0]]])
    widths = np.array([30.0] * 10 + [75.0])
    scores = np.array([0.3] * 5 + [0.4] * 5 + [0.9])
    groups = clusters(centres, widths, scores, 0.2)
    assert sets(groups) == [{5, 6, 7, 8, 9}, {0, 1, 2, 3, 4}, {10}]


def test_what_is_hardly_seen_joins_nothing() -> None:
    scores = np.array([0.5, 0.5, 0.1, 0.1, 0.5])
    groups = clusters(3 * ROW / 2, np.full(5, 30.0), scores, 0.2)
    assert sets(groups) == [{0, 1}, {4}]
    assert clusters(ROW[:0], np.zeros(0), np.zeros(0), 0.2) == []
