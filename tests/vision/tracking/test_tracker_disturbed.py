"""What befalls a camera over a table, and that the boards reported are the very boards laid.

The reader is the stage's own truth (see ``stage_reader``), so that only the watching is tested.
Each board has to come in the frame of the first one: a tile keeps its cell whatever happens.
"""

import random

import cv2
import numpy as np
import pytest
from palago.calibration.arrays import Frame
from palago.engine.tiles.board import Board, Tile
from palago.vision.tracking.events import EventKind
from palago.vision.training.scenes.films.acts import Act
from palago.vision.training.scenes.films.videos import StagedTable
from staged_watching import boards, kinds, table, watch

START = Board.from_text("0,0a 1,0c 0,1b 1,1a -1,1c 0,-1a")
NEW = (Tile(2, 0, 2), Tile(2, 1, 4))
CELLS = tuple(tile.cell for tile in NEW)
GROWN = START.place(NEW[0]).place(NEW[1])
BOARD = Board.from_text("0,0a 1,0c 0,1b 1,1a -1,1c 0,-1a -1,0a 1,-1b 2,-1c 2,-2a")
PLAYED = BOARD.place(NEW[0]).place(NEW[1])


def wide_table(seed: int) -> StagedTable:
    """A table of which there is more to be seen than a camera shows at first."""
    return table(seed, margin=220)


@pytest.mark.parametrize(("pause", "is_seen"), [(0.05, False), (1.5, True)])
def test_tiles_that_are_laid_and_then_turned_end_as_they_lie(pause: float, is_seen: bool) -> None:
    shown = GROWN.turn((2, 1), 2)
    acts = [Act(START, wait=1.5), Act(shown, CELLS, wait=pause), Act(GROWN, ((2, 1),), wait=2.5)]
    expected = [START, shown, GROWN] if is_seen else [START, GROWN]
    assert boards(watch(table(1), acts, 10.0)) == expected


@pytest.mark.parametrize("rate", [2.0, pytest.param(60.0, marks=pytest.mark.slow)])
def test_the_boards_do_not_hang_on_the_frame_rate(rate: float) -> None:
    turned = GROWN.turn((0, 0), 4)
    acts = [
        Act(START, wait=1.5),
        Act(GROWN, CELLS, wait=2.0),
        Act(GROWN, bump=(18, -12), wait=2.0),
        Act(turned, ((0, 0),), wait=2.5),
    ]
    events = watch(table(3), acts, rate)
    assert boards(events) == [START, GROWN, turned]
    assert EventKind.CAMERA_MOVED in kinds(events)


def test_jumps_of_the_exposure_are_no_moves_even_under_a_hand() -> None:
    acts = [
        Act(START, wait=1.5),
        Act(START, gain=0.5, wait=1.5),
        Act(GROWN, CELLS, gain=1.25, tint=(1.1, 1.0, 0.9), wait=2.5),
        Act(GROWN, gain=0.6, fade=1.2, wait=2.5),
    ]
    events = watch(table(2), acts)
    assert boards(events) == [START, GROWN]
    assert EventKind.LIGHT_CHANGED in kinds(events)


def test_dropped_frames_hide_no_move() -> None:
    chance = random.Random(5)

    def few(time: float, frame: Frame) -> Frame | None:
        # The whole reach for the tiles falls into a gap; elsewhere every third frame is lost.
        return None if 1.4 < time < 2.9 or chance.random() < 0.33 else frame

    acts = [
        Act(START, wait=1.5),
        Act(GROWN, CELLS, wait=2.5),
        Act(GROWN.turn((1, 1), 4), ((1, 1),), wait=3.0),
    ]
    assert boards(watch(table(6), acts, seen=few)) == [START, GROWN, GROWN.turn((1, 1), 4)]


def test_a_stand_that_gives_way_slowly_moves_no_tile() -> None:
    acts = [
        Act(START, wait=1.5),
        Act(START, bump=(70, 45), roll=4, travel=9.0, wait=6.0),
        Act(GROWN, CELLS, wait=4.5),
    ]
    assert boards(watch(wide_table(4), acts, 5.0)) == [START, GROWN]


@pytest.mark.parametrize("seed", [pytest.param(4, marks=pytest.mark.slow), 8])
def test_a_stand_that_sways_hides_no_move_from_a_slow_camera(seed: int) -> None:
    swaying = StagedTable(seed, width=640, height=360, drift=10.0)
    laid, acts = [START], [Act(START, wait=2.5)]
    for tile in (*NEW, Tile(-1, 0, 0), Tile(1, -1, 2)):
        laid.append(laid[-1].place(tile))
        acts.append(Act(laid[-1], (tile.cell,), wait=3.0))
    assert boards(watch(swaying, acts, 2.0)) == laid


@pytest.mark.parametrize("rate", [2.0, pytest.param(10.0, marks=pytest.mark.slow)])
def test_a_camera_held_in_a_hand_is_not_waited_for(rate: float) -> None:
    chance = np.random.default_rng(3)
    places = chance.uniform(-9, 9, (14, 2))
    script = [(START, ())] * 4 + [(GROWN, CELLS)] + [(GROWN, ())] * 8
    acts, before = [Act(START, wait=1.5)], np.zeros(2)
    for (board, cells), place in zip(script, places, strict=False):
        x, y = place - before
        acts.append(Act(board, cells, bump=(x, y), travel=0.4, wait=0.4))
        before = place
    assert boards(watch(table(2), acts, rate)) == [START, GROWN]


def test_a_camera_aimed_anew_far_away_sees_the_same_cells() -> None:
    acts = [
        Act(BOARD, wait=1.5),
        Act(BOARD, bump=(-110, 40), roll=38, zoom=0.85, travel=0.5, wait=3.5),
        Act(PLAYED, CELLS, wait=2.5),
    ]
    assert boards(watch(wide_table(4), acts)) == [BOARD, PLAYED]


def test_a_hand_over_the_board_that_is_found_again_takes_no_tile_away() -> None:
    acts = [
        Act(BOARD, wait=1.5),
        Act(BOARD, bump=(900, 160), travel=0.3, wait=3.0),
        Act(BOARD, bump=(-930, -140), roll=20, wait=0.1),
        Act(BOARD, ((0, 0),), rest=3.0, wait=2.0),
        Act(PLAYED, CELLS, wait=2.5),
    ]
    events = watch(wide_table(4), acts)
    assert EventKind.LOST in kinds(events)
    assert boards(events) == [BOARD, PLAYED]


def test_a_tile_taken_away_while_the_board_was_out_of_sight_is_missed() -> None:
    without = BOARD.remove((2, -2))
    acts = [
        Act(BOARD, wait=1.5),
        Act(BOARD, bump=(900, 160), travel=0.3, wait=3.0),
        Act(without, wait=0.5),
        Act(without, bump=(-930, -140), roll=20, wait=3.5),
    ]
    assert boards(watch(wide_table(4), acts)) == [BOARD, without]


def test_a_turn_laid_while_the_board_was_out_of_sight_is_that_turn() -> None:
    acts = [
        Act(BOARD, wait=1.5),
        Act(BOARD, bump=(900, 160), travel=0.3, wait=2.5),
        Act(PLAYED, wait=0.5),
        Act(PLAYED, bump=(-940, -130), roll=-25, travel=0.3, wait=3.0),
    ]
    events = watch(wide_table(7), acts)
    assert boards(events) == [BOARD, PLAYED]
    last = [event for event in events if event.kind is EventKind.BOARD_CHANGED][-1]
    assert last.changed == set(CELLS)


def test_a_few_tiles_are_found_again_on_a_table_whose_pattern_repeats_itself() -> None:
    # Nothing but the pattern is in the picture for a while, and seems to be the same everywhere.
    start = Board.from_text("0,0a 1,0c")
    played = start.place(Tile(0, 1, 2)).place(Tile(1, 1, 0))
    acts = [
        Act(start, wait=1.5),
        Act(start, bump=(900, 160), travel=0.4, wait=2.5),
        Act(played, wait=0.5),
        Act(played, bump=(-970, -130), roll=-20, travel=0.4, wait=6.0),
    ]
    assert boards(watch(table(2013, 220, width=720), acts, 15.0)) == [start, played]


def fidgeting(time: float, frame: Frame) -> Frame:
    """Something at the picture's rim that is never still."""
    moved, shade = frame.copy(), 250 if round(10 * time) % 2 else 10
    cv2.rectangle(moved, (0, 330), (190, 404), (shade, shade, shade), -1)
    return moved


def test_the_board_is_found_again_though_something_always_moves() -> None:
    def seen(time: float, frame: Frame) -> Frame:
        return fidgeting(time, frame) if time > 1.4 else frame

    acts = [
        Act(BOARD, wait=1.5),
        Act(BOARD, bump=(900, 160), travel=0.3, wait=3.0),
        Act(BOARD, bump=(-900, -160), roll=30, travel=0.3, wait=5.0),
    ]
    events = watch(wide_table(4), acts, seen=seen)
    assert EventKind.FOUND_AGAIN in kinds(events)
    assert boards(events) == [BOARD]


def test_a_board_is_found_at_first_though_something_always_moves() -> None:
    assert boards(watch(table(4), [Act(BOARD, wait=9.0)], seen=fidgeting)) == [BOARD]


def test_a_finger_that_is_never_still_beside_a_new_tile_does_not_hide_it() -> None:
    stage = table(4)
    x, y = stage.place_of([(2, -1)])

    def fidgeting(time: float, frame: Frame) -> Frame:
        if time < 1.4:
            return frame
        moved = frame.copy()
        shade = 60 + 30 * (round(10 * time) % 4)
        cv2.circle(moved, (round(x), round(y)), 14, (shade // 2, shade // 2, shade), -1)
        return moved

    acts = [Act(START, wait=1.5), Act(GROWN, CELLS, wait=9.0)]
    assert boards(watch(stage, acts, seen=fidgeting)) == [START, GROWN]


def test_a_hand_that_rests_is_told_of_once() -> None:
    acts = [Act(BOARD, wait=1.5), Act(BOARD, ((0, 0),), rest=4.0, wait=1.5)]
    events = watch(table(4), acts, 5.0)
    assert kinds(events).count(EventKind.WAITING_FOR_HANDS) == 1
    assert boards(events) == [BOARD], "it leaves everything as it was"


DARKER, LIGHTER = (0.6, 0.77, 0.93), (1.25, 1.1, 1.0)
#: Arms that are tried each time; the others with the long tests.
USUAL_ARMS = ((8, LIGHTER),)


@pytest.mark.parametrize(
    ("seed", "tint"),
    [
        pytest.param(seed, tint, marks=() if (seed, tint) in USUAL_ARMS else pytest.mark.slow)
        for seed in (3, 8, 11, 13)
        for tint in (DARKER, LIGHTER)
    ],
)
def test_an_arm_of_nearly_the_tables_colour_takes_no_tiles_away(
    seed: int, tint: tuple[float, float, float]
) -> None:
    stage = table(seed)
    rim = next(stage.frames(BOARD, [Act(BOARD, wait=0.5)], 10.0))[1][:40]
    stage.skin = np.median(rim, axis=(0, 1)) * np.array(tint)
    acts = [
        Act(BOARD, wait=1.5),
        Act(BOARD, ((0, 1), (-1, 1)), rest=4.5, wait=1.5),
        Act(PLAYED, CELLS, wait=2.5),
    ]
    assert boards(watch(stage, acts)) == [BOARD, PLAYED]


def test_a_camera_aimed_anew_sees_a_tile_beyond_its_first_picture() -> None:
    tile = Tile(0, -5, 0)
    stage = table(2, margin=220, noise=0.0)
    x, y = stage.place_of([tile.cell])
    size = stage.width / stage.tiles_across
    assert y < 0
    films = []
    for board in (START, START.place(tile)):
        acts = [Act(board, bump=(0, 120), wait=0.5)]
        films.append(list(stage.frames(board, acts, 10.0))[-1][1].astype(np.int16))
    middle = np.s_[
        round(y + 120 - size / 4) : round(y + 120 + size / 4),
        round(x - size / 4) : round(x + size / 4),
    ]
    assert (np.abs(films[0] - films[1]).max(axis=2)[middle] > 12).mean() > 0.6
