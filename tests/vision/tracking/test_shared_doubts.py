"""Readings of a view that does not change share their errors: no tile is surer for being read
again and again."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from palago.calibration.arrays import Picture
from palago.engine.lattice import Cell
from palago.engine.tiles.board import Board
from palago.vision import read
from palago.vision.benchmark.compare import compare
from palago.vision.benchmark.truth import find_cases
from palago.vision.readings.reading import COVERED, Reading, TileReading
from palago.vision.tracking.tracker import Tracker
from palago.vision.training.scenes.films.acts import Act
from stage_reader import StageReader
from staged_watching import table

DEVELOP = Path(__file__).parents[3] / "sample_images" / "develop"
START = Board.from_text("0,0a 1,0c 0,1b 1,1a -1,1c 0,-1a")
COVERED_CELL = (1, 0)


def still_film(picture: Picture, frames: int) -> Iterator[tuple[float, Picture]]:
    """A film of one photo, with a sensor's noise in each frame."""
    noise = np.random.default_rng(1)
    for number in range(frames):
        grain = noise.normal(0, 3, picture.shape)
        yield 1.5 * number, np.clip(picture + grain, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("name", ["0060", pytest.param("0147", marks=pytest.mark.slow)])
def test_a_tile_half_hidden_by_a_resting_hand_does_not_become_sure(name: str) -> None:
    case = next(case for case in find_cases(DEVELOP) if case.name == name)
    picture = np.asarray(cv2.imread(str(case.photo)), np.uint8)
    tracker = Tracker(lambda frame: read(frame, with_dice=False))
    seen = 0
    for time, frame in still_film(picture, 16):
        tracker.feed(frame, time)
        if tracker.reading is not None:
            found = compare(case, tracker.reading)
            assert found.wrong_and_sure == 0
            seen += len(found.right)
    assert seen > 10 * len(case.tiles)


def shown(
    tile_at: dict[float, tuple[float, int]],
    seconds: float,
    *,
    hidden: tuple[float, float] = (0.0, 0.0),
) -> list[tuple[float, TileReading]]:
    """How one tile of a staged table is shown from moment to moment.

    `tile_at` tells from which time on the reader gives it which confidence and by how many sixths
    turned; `hidden` from when to when something lies over a half of it.
    """
    reader = StageReader(table(2), [Act(START, wait=seconds)])

    def read_in_doubt(frame: Picture) -> Reading:
        said = reader(frame)
        confidence, turned = next(v for t, v in reversed(tile_at.items()) if t <= reader.time)
        is_hidden = hidden[0] <= reader.time < hidden[1]
        tiles = tuple(
            replace(
                tile,
                confidence=confidence,
                rotation=(tile.rotation + turned) % 6,
                hidden=COVERED if is_hidden else None,
            )
            if tile.cell == COVERED_CELL
            else tile
            for tile in said.tiles
        )
        return replace(said, tiles=tiles)

    tracker, found = Tracker(read_in_doubt), []
    for time, frame in reader.film(5.0):
        if hidden[0] <= time < hidden[1]:
            frame = half_covered(frame, reader, COVERED_CELL)
        tracker.feed(frame, time)
        tiles = () if tracker.reading is None else tracker.reading.tiles
        found += [(time, tile) for tile in tiles if tile.cell == COVERED_CELL]
    return found


def half_covered(frame: Picture, reader: StageReader, cell: Cell) -> Picture:
    """The frame with something skin-coloured over one half of a tile."""
    tile = next(tile for tile in reader(frame).tiles if tile.cell == cell)
    half = np.round(tile.corners[:4]).astype(np.int32)
    return np.asarray(cv2.fillConvexPoly(frame.copy(), half, (130, 160, 210)), np.uint8)


def test_the_same_doubt_again_and_again_stays_a_doubt() -> None:
    found = shown({0.0: (0.9, 2)}, 30.0)
    assert found and max(tile.confidence for _, tile in found) == pytest.approx(0.9)


def test_a_tile_that_noise_made_doubtful_once_becomes_sure() -> None:
    found = shown({0.0: (0.8, 0), 1.0: (0.99, 0)}, 10.0)
    assert not found[0][1].is_sure and found[-1][1].is_sure


def test_a_tile_that_comes_into_sight_is_read_anew_and_sure_at_once() -> None:
    away, right = 16.0, START.rotations[COVERED_CELL]
    found = shown({0.0: (0.93, 2), away: (0.99, 0)}, away + 3.0, hidden=(0.0, away))
    assert not any(tile.is_sure for time, tile in found if time < away)
    last = [tile for time, tile in found if time >= away + 1.0]
    assert last and all(tile.is_sure and tile.rotation == right for tile in last)


def test_what_comes_to_rest_over_a_half_of_a_tile_takes_nothing_from_what_was_seen() -> None:
    found = shown({0.0: (0.999, 0), 4.0: (0.8, 0)}, 40.0, hidden=(4.0, 40.0))
    assert all(tile.is_sure for time, tile in found if time > 8.0)
