"""The maps that are learnt show cells where the photo shows them, however the photo is turned."""

import math

import numpy as np
import pytest
from palago.vision.training.counters.tables.boards import photograph_board

pytest.importorskip("torch", reason="the extra 'train' is not installed")

from palago.vision.counters.locating.cell_map import STEP
from palago.vision.training.counters.cells.batches import BATCH, PART, random_batch, wanted_map
from palago.vision.training.counters.cells.samples import LARGEST, picture_of, sample_of_photo


def test_a_turned_part_has_its_cells_where_they_are_seen() -> None:
    photo = photograph_board(700_070)
    sample = sample_of_photo(photo)
    shown = picture_of(sample)
    assert max(shown.shape) == LARGEST and len(sample.centres) == photo.shown.sum()
    c, s = 0.9 * math.cos(1.2), 0.9 * math.sin(1.2)
    turn = np.array([[c, -s], [s, c]])
    middle = sample.centres.mean(axis=0)
    matrix = np.column_stack([turn, PART / 2 - turn @ middle])
    drawn = wanted_map(sample, matrix, PART // STEP)
    places = (sample.centres @ turn.T + matrix[:, 2] + 0.5) / STEP - 0.5
    inside = np.all((places > 1) & (places < PART // STEP - 2), axis=1)
    assert inside.sum() > 50
    x, y = np.rint(places[inside]).astype(int).T
    assert drawn[y, x].min() > 0.9
    # Between two neighbours runs their line.
    between = (places[inside][:-1] + places[inside][1:]) / 2
    step = np.linalg.norm(np.diff(places[inside], axis=0), axis=1)
    near = step < 1.3 * np.median(step)
    x, y = np.rint(between[near]).astype(int).T
    assert np.median(drawn[y, x]) < 0.1


def test_a_batch_has_a_map_for_each_part() -> None:
    sample = sample_of_photo(photograph_board(700_071))
    shown, wanted = random_batch(np.random.default_rng(1), [sample])
    assert shown.shape == (BATCH, 3, PART, PART) and shown.min() >= 0 and shown.max() <= 255
    assert wanted.shape == (BATCH, 1, PART // STEP, PART // STEP)
    assert wanted.max() == 1 and wanted.min() == 0
