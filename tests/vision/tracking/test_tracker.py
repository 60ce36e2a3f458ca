"""The tracker on staged videos, with a reader that sees what the stage shows.

The reader here is the stage's own truth, less whatever the hand covers: these tests are about
watching, not about reading. Whole games with the real reader are in the slow tests.
"""

from dataclasses import replace

import numpy as np
import pytest
from palago.calibration.arrays import Frame, Picture
from palago.engine.lattice import Cell
from palago.engine.tiles.board import Board, Tile
from palago.vision.readings.reading import Reading
from palago.vision.readings.warnings import HARD_TO_NAME
from palago.vision.tracking.events import EventKind, TableEvent
from palago.vision.tracking.tracker import Tracker
from palago.vision.training.scenes.dice.staged import StagedDie
from palago.vision.training.scenes.films.acts import Act
from palago.vision.training.scenes.films.videos import StagedTable
from stage_reader import StageReader
from staged_watching import boards, table, watch

START = Board.from_text("0,0a 1,0c 0,1b 1,1a -1,1c 0,-1a")
GROWN = START.place(Tile(2, 0, 2)).place(Tile(2, 1, 4))
#: A board with a lone tile at its rim, and a table with a chequered cloth.
CHAIN = Board.from_text("0,0a 1,0c 0,1b 1,1a -1,1c 0,-1a 1,-1a 2,-2b 3,-3c")
CLOTH = 2319


def test_what_happens_follows_from_the_state_and_the_frame_alone() -> None:
    acts = [Act(START, wait=1.5), Act(GROWN, ((2, 0), (2, 1)), wait=1.5)]
    stage = table(5)
    reader = StageReader(stage, acts)
    tracker, again = Tracker(reader), Tracker(reader)
    kinds = set()
    for time, frame in reader.film(5.0):
        again.state = tracker.state
        events = tracker.feed(frame, time)
        assert again.feed(frame, time) == events
        kinds |= {event.kind for event in events}
    assert kinds == {EventKind.BOARD_CHANGED, EventKind.WAITING_FOR_HANDS}


def test_the_move_is_reported_within_a_second_of_the_hand_leaving() -> None:
    acts = [Act(START, wait=2.0), Act(GROWN, ((2, 0), (2, 1)), wait=3.0)]
    hand_left = acts[0].seconds + acts[1].seconds - acts[1].wait
    events = watch(table(5), acts)
    assert events[-1].time - hand_left <= 1.0 + 1e-6
    assert events[-1].changed == {(2, 0), (2, 1)}


def test_an_inner_tile_turned_in_place_and_a_tile_taken_away_are_noticed() -> None:
    turned = START.turn((0, 0), 4)
    taken = turned.remove((-1, 1))
    acts = [
        Act(START, wait=2.0),
        Act(turned, ((0, 0),), wait=2.5),
        Act(taken, ((-1, 1),), wait=3.5),
    ]
    assert boards(watch(table(7), acts)) == [START, turned, taken]


def test_the_table_is_read_only_when_it_is_worth_reading() -> None:
    acts = [Act(START, wait=4.0), Act(GROWN, ((2, 0), (2, 1)), wait=2.5)]
    readings = []

    def read(reader: StageReader, frame: Frame) -> Reading:
        readings.append(reader.time)
        return reader(frame)

    watch(table(1), acts, 15.0, read=read)
    assert 0 < len(readings) <= 8


def test_a_board_out_of_sight_is_found_again_where_it_was() -> None:
    stage = StagedTable(1003)
    acts = [Act(START, wait=2.0)]
    reader = StageReader(stage, acts)

    def read_in_light(frame: Picture) -> Reading:
        return reader(frame) if frame.mean() > 13 else Reading(None, 960, 540)

    tracker = Tracker(read_in_light)
    events: list[TableEvent[Reading]] = []
    time = 0.0
    shown = [frame for _, frame in stage.frames(START, acts, 10.0)]
    dark = [np.zeros_like(shown[0])] * 40
    for frame in [*shown, *dark, *shown]:
        reader.time = 1.0
        events += tracker.feed(frame, time)
        time += 0.1
    kinds = [event.kind for event in events]
    assert kinds[0] is EventKind.BOARD_CHANGED
    assert {EventKind.LOST, EventKind.FOUND_AGAIN} <= set(kinds)
    assert EventKind.CLEARED not in kinds, "nobody sees in the dark that tiles were taken away"
    assert boards(events) == [START]


def test_a_doubt_about_the_colours_names_leaves_the_tiles_sure() -> None:
    acts = [Act(START, wait=2.0), Act(GROWN, ((2, 0), (2, 1)), wait=2.0)]
    reader = StageReader(table(2), acts)

    def read_in_doubt(frame: Picture) -> Reading:
        sure = reader(frame)
        doubted = tuple(replace(tile, confidence=0.55) for tile in sure.tiles)
        return replace(
            sure, tiles=doubted, white=(101, 60, 60), blue=(100, 60, 60), notes=(HARD_TO_NAME,)
        )

    tracker = Tracker(read_in_doubt)
    events = [event for time, frame in reader.film(10.0) for event in tracker.feed(frame, time)]
    changes = [event for event in events if event.kind is EventKind.BOARD_CHANGED]
    assert len(changes) == 2
    assert all(tile.is_sure for event in changes if event.reading for tile in event.reading.tiles)
    assert not tracker.naming.is_sure


@pytest.mark.parametrize("seed", [pytest.param(4, marks=pytest.mark.slow), 1015])
def test_a_hand_that_rests_on_the_board_takes_no_tile_away(seed: int) -> None:
    acts = [Act(START, wait=2.5), Act(START, ((0, 0),), rest=4.0, wait=2.5)]
    assert boards(watch(table(seed), acts)) == [START]


def test_a_thick_tile_taken_from_a_patterned_cloth_is_missed_soon() -> None:
    without = CHAIN.remove((3, -3))
    acts = [Act(CHAIN, wait=2.0), Act(without, ((3, -3),), rest=0.5, wait=3.0)]
    assert boards(watch(table(CLOTH, width=720), acts, 10.0)) == [CHAIN, without]


def test_a_tile_taken_while_a_thing_lies_beside_the_board_is_missed_soon() -> None:
    without, thing = START.remove((1, 0)), (StagedDie("4", -4.5, 1.0),)
    acts = [
        Act(Board(), wait=1.5),
        Act(START, tuple(START.cells), wait=2.0),
        Act(START, dice=thing, wait=1.5),
        Act(without, ((1, 0),), wait=1.5),
    ]
    assert boards(watch(table(4446), acts)) == [START, without]


@pytest.mark.parametrize("cell", [(3, -3), pytest.param((-1, 1), marks=pytest.mark.slow)])
def test_a_hand_that_rests_on_a_tile_at_the_rim_does_not_take_it(cell: Cell) -> None:
    acts = [Act(CHAIN, wait=2.0), Act(CHAIN, (cell,), rest=4.0, wait=2.0)]
    assert boards(watch(table(CLOTH), acts)) == [CHAIN]


def test_a_pattern_of_the_table_that_is_once_read_as_a_tile_is_no_tile() -> None:
    acts = [Act(START, wait=2.5), Act(GROWN, ((2, 0), (2, 1)), wait=4.0)]
    stage = table(2)

    def read_with_phantom(reader: StageReader, frame: Frame) -> Reading:
        reading = reader(frame)
        if reader.time <= 2.0:
            return reading
        shown = StageReader(stage, [Act(START.place(Tile(0, 2, 0)))])
        phantom = next(tile for tile in shown(frame).tiles if tile.cell == (0, 2))
        return replace(reading, tiles=(*reading.tiles, replace(phantom, confidence=0.65)))

    assert boards(watch(stage, acts, 10.0, read=read_with_phantom)) == [START, GROWN]


def test_a_pattern_of_the_table_that_is_a_tile_in_two_of_three_readings_is_no_tile() -> None:
    acts = [Act(START, wait=2.5), Act(GROWN, ((2, 0), (2, 1)), wait=4.0)]
    stage = table(2)
    shown = StageReader(stage, [Act(START.place(Tile(0, 2, 0)))])

    def read_with_phantom(reader: StageReader, frame: Frame) -> Reading:
        reading = reader(frame)
        if reader.time < 2.0 or reader.readings % 3 == 0:
            return reading
        phantom = next(tile for tile in shown(frame).tiles if tile.cell == (0, 2))
        return replace(reading, tiles=(*reading.tiles, phantom))

    assert boards(watch(stage, acts, 10.0, read=read_with_phantom)) == [START, GROWN]


def test_a_tile_that_the_first_readings_missed_is_found_soon() -> None:
    acts = [Act(START, wait=5.0)]

    def read_less_at_first(reader: StageReader, frame: Frame) -> Reading:
        reading = reader(frame)
        if reader.time >= 1.0:
            return reading
        return replace(reading, tiles=tuple(t for t in reading.tiles if t.cell != (1, 1)))

    events = watch(table(2), acts, 10.0, read=read_less_at_first)
    assert boards(events) == [START.remove((1, 1)), START]
    assert events[-1].time < 3.5


def test_a_doubtful_tile_that_is_not_found_again_is_dropped() -> None:
    more = START.place(Tile(0, 2, 0))
    acts = [Act(START, wait=9.0)]
    stage = table(2)
    first = StageReader(stage, [Act(more, wait=9.0)])

    def read_phantom_at_first(then: StageReader, frame: Frame) -> Reading:
        if then.time > 1.2:
            return then(frame)
        first.time = then.time
        reading = first(frame)
        doubted = [replace(t, confidence=0.6) if t.cell == (0, 2) else t for t in reading.tiles]
        return replace(reading, tiles=tuple(doubted))

    assert boards(watch(stage, acts, 10.0, read=read_phantom_at_first)) == [more, START]


@pytest.mark.parametrize("jump", [(53.0, 2.0), (-40.0, 50.0)])
def test_a_camera_that_jumps_by_a_tile_shows_the_same_board(jump: tuple[float, float]) -> None:
    board = Board.from_text("0,0a 1,0c 0,1b 1,1a -1,1c 0,-1a -1,0a 1,-1b 2,-1c 2,0b")
    acts = [Act(board, wait=2.0), Act(board, bump=jump, wait=3.0)]
    assert boards(watch(table(1018), acts)) == [board]


def test_a_table_from_which_all_tiles_are_taken_is_told_once_and_a_new_game_soon_seen() -> None:
    new = Board.from_text("0,0b 1,0a")
    acts = [
        Act(START, wait=2.0),
        Act(Board(), tuple(START.cells), wait=4.0),
        Act(new, tuple(new.cells), wait=2.0),
    ]
    events = watch(table(1), acts, 5.0)
    assert [event.kind for event in events].count(EventKind.CLEARED) == 1
    assert [board.canonical() for board in boards(events)] == [START.canonical(), new.canonical()]


def test_a_board_that_lies_again_as_it_lay_is_the_same_board() -> None:
    acts = [
        Act(START, wait=2.0),
        Act(Board(), tuple(START.cells), wait=4.0),
        Act(START, tuple(START.cells), wait=3.0),
    ]
    events = watch(table(2), acts, 5.0)
    assert EventKind.CLEARED in [event.kind for event in events]
    assert boards(events) == [START]
