"""Which colour is White: one doubt for the whole table, settled by all readings together."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palago.engine.tiles.board import Board, Tile
from palago.vision.readings.naming import Naming, chance_of_names, common_names, with_names_given
from palago.vision.readings.reading import Reading, TileReading
from palago.vision.readings.warnings import HARD_TO_NAME

LIGHT, DARK = (90, 110, 60), (125, 80, 100)
CORNERS = tuple((float(n), 0.0) for n in range(6))


def reading(confidence: float = 0.8, doubted: bool = True, swapped: bool = False) -> Reading:
    tiles = tuple(
        TileReading(q, r, rotation, confidence, (0.0, 0.0), CORNERS)
        for q, r, rotation in ((0, 0, 0), (1, 0, 4), (0, 1, 2))
    )
    white, blue = (DARK, LIGHT) if swapped else (LIGHT, DARK)
    notes = (HARD_TO_NAME,) if doubted else ()
    return Reading(None, 100, 100, white, blue, tiles, notes=notes)


def test_the_doubt_about_names_is_taken_out_of_the_tiles() -> None:
    alike = replace(reading(), blue=(90, 109, 60))  # hardly a difference of lightness
    given_names = with_names_given(replace(alike, tiles=reading(0.55).tiles))
    assert all(tile.is_sure for tile in given_names.tiles)
    assert given_names.warnings == ()


@pytest.mark.parametrize("named", [0.55, 0.8, 0.94])
def test_a_reading_says_how_much_doubt_about_names_is_in_its_tiles(named: float) -> None:
    doubted = replace(reading(round(0.9 * named, 4)), named=named)
    again = Reading.from_json(json.loads(json.dumps(doubted.to_json())))
    assert again == doubted and chance_of_names(again) == named
    assert [t.confidence for t in with_names_given(again).tiles] == pytest.approx([0.9] * 3)
    assert Naming().added(again).chance == pytest.approx(named)


def test_a_reading_without_that_doubt_keeps_its_own() -> None:
    unsure = reading(0.6, doubted=False)
    assert with_names_given(unsure) is unsure


def test_a_little_doubt_of_which_nobody_was_warned_is_taken_out_too() -> None:
    told = with_names_given(replace(reading(0.97, doubted=False), named=0.97))
    assert all(tile.confidence > 0.999 for tile in told.tiles)
    assert with_names_given(told) is told


def test_readings_that_agree_are_no_surer_than_one_of_them() -> None:
    one = Naming().added(reading())
    many = Naming()
    for _ in range(50):
        many = many.added(reading())
    assert many.chance == pytest.approx(one.chance)
    assert not many.is_sure


def test_what_most_readings_say_counts_and_a_person_decides() -> None:
    naming = Naming().added(reading(), is_crossed=True)
    for _ in range(2):
        naming = naming.added(reading(doubted=False))
    assert naming.gap > 0
    assert Naming().added(reading(), is_crossed=True).chance < 0.5
    assert replace(naming, is_given=True).chance == 1.0


def test_clear_readings_are_sure() -> None:
    assert Naming().added(reading(0.99, doubted=False)).is_sure


@given(st.lists(st.booleans(), min_size=1, max_size=8))
def test_photos_of_one_set_get_the_same_names(which: list[bool]) -> None:
    readings = [reading(swapped=swapped) for swapped in which]
    # The set itself is the same: only the name that each photo gives it differs.
    alike, naming = common_names(
        [reading().crossed() if swapped else reading() for swapped in which]
    )
    assert len({found.white for found in alike if found is not None}) == 1
    assert len({found.to_board() for found in alike if found is not None}) == 1
    assert naming.readings == len(readings)


def test_crossing_names_twice_changes_nothing() -> None:
    assert reading().crossed().crossed() == reading()


def test_a_tile_alone_in_its_cell_is_the_same_tile_under_other_names() -> None:
    board = reading().crossed().to_board()
    assert board == Board([Tile(0, 0, 0), Tile(-1, 0, 4), Tile(0, -1, 2)])
