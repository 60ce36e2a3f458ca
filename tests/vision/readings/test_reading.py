"""A reading is a value: it goes to JSON and back, and becomes a board."""

import json
import math

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palago.engine.tiles.alignment import Alignment
from palago.engine.tiles.observation import SURE
from palago.vision.counters.readings.reading import BoardReading, CounterReading
from palago.vision.readings.dice import DieReading
from palago.vision.readings.overlay import INK, PAPER, write_on
from palago.vision.readings.reading import (
    COVERED,
    CUT_OFF,
    LooseTile,
    Reading,
    ReadingError,
    TileReading,
)
from palago.vision.readings.warnings import ReadingWarning, warning_of_sentence

pixel = st.tuples(st.floats(0, 9000), st.floats(0, 9000)).map(
    lambda place: (round(place[0], 2), round(place[1], 2))
)
coordinate = st.integers(-60, 60)


def six_places(first: tuple[float, float]) -> tuple[tuple[float, float], ...]:
    return tuple((round(first[0] + 7.5 * k, 2), round(first[1] - 3.25 * k, 2)) for k in range(6))


@st.composite
def tile_readings(draw: st.DrawFn) -> TileReading:
    rotation = draw(st.integers(0, 5))
    others = st.sampled_from([None, *(r for r in range(6) if r != rotation)])
    chance = st.integers(50, 2000).map(lambda parts: parts / 10_000)
    return TileReading(
        q=draw(coordinate),
        r=draw(coordinate),
        rotation=rotation,
        confidence=draw(st.floats(0, 1).map(lambda share: round(share, 4))),
        center=draw(pixel),
        corners=draw(pixel.map(six_places)),
        hidden=draw(st.sampled_from([None, COVERED, CUT_OFF])),
        others=draw(st.dictionaries(others, chance, max_size=2)),
    )


note = st.one_of(
    st.text(max_size=30).map(warning_of_sentence),
    st.just(ReadingWarning("parted", values={"count": 2})),
)
ways = st.builds(Alignment, st.integers(0, 5), st.tuples(coordinate, coordinate))
colour = st.tuples(*[st.integers(0, 255)] * 3)
reading = st.builds(
    Reading,
    path=st.none() | st.text(max_size=20),
    width=st.integers(1, 9000),
    height=st.integers(1, 9000),
    white=colour,
    blue=colour,
    tiles=st.lists(
        tile_readings(), max_size=3, unique_by=(lambda t: t.cell, lambda t: t.center)
    ).map(lambda tiles: tuple(sorted(tiles, key=lambda tile: (tile.r, tile.q)))),
    loose=st.lists(st.builds(LooseTile, pixel, st.just(0.5)), max_size=3).map(tuple),
    notes=st.lists(note, max_size=3).map(tuple),
    elapsed_ms=st.dictionaries(st.sampled_from(["decode", "total"]), st.just(1.5)),
    unseen=st.frozensets(st.tuples(coordinate, coordinate), max_size=3),
)


@settings(max_examples=50)
@given(reading)
def test_json_and_back(value: Reading) -> None:
    assert Reading.from_json(json.loads(json.dumps(value.to_json()))) == value


@settings(max_examples=50)
@given(reading, ways)
def test_what_the_referee_hears_moves_with_the_reading(value: Reading, way: Alignment) -> None:
    assert value.moved(way).observation() == value.observation().moved(way)


@settings(max_examples=50)
@given(reading)
def test_the_referee_hears_the_same_from_json_without_pixels(value: Reading) -> None:
    told = json.loads(json.dumps(value.to_json()))
    for tile in told["tiles"]:
        for name in ("center", "corners", "white_tip", "blue_tip"):
            del tile[name]
    heard = Reading.from_json(told)
    assert heard.observation() == value.observation()
    assert Reading.from_json(heard.to_json()) == heard


def test_what_no_cell_is_cannot_be_unseen() -> None:
    with pytest.raises(ReadingError, match="unseen"):
        Reading.from_json({"image": {}, "tiles": [], "unseen": [[0, "a"]]})


@settings(max_examples=50)
@given(reading, ways)
def test_a_reading_shows_the_same_photo_in_every_frame(value: Reading, way: Alignment) -> None:
    moved = value.moved(way)
    before = {tile.center: tile for tile in value.tiles}
    assert moved.to_board() == way.board(value.to_board())
    for tile in moved.tiles:
        old = before[tile.center]
        assert (tile.white_tip, tile.blue_tip) == (old.white_tip, old.blue_tip)
        assert tile.cell == way.cell(old.cell)
    assert {w.code for w in moved.warnings} == {w.code for w in value.warnings}


@settings(max_examples=50)
@given(reading)
def test_crossed_names_put_the_white_tip_where_the_blue_one_was(value: Reading) -> None:
    crossed = value.crossed()
    before = {tile.center: tile for tile in value.tiles}
    for tile in crossed.tiles:
        assert tile.white_tip == before[tile.center].blue_tip
        assert set(tile.others) == set(before[tile.center].others)
    assert (crossed.white, crossed.blue) == (value.blue, value.white)
    covered = {w.cells[0] for w in value.warnings if w.code == COVERED}
    now = {w.cells[0] for w in crossed.warnings if w.code == COVERED}
    assert now == {(-q, -r) for q, r in covered}
    assert crossed.crossed() == value


@given(tile_readings(), st.integers(0, 5), st.floats(0, 1))
def test_what_else_a_tile_may_be_shares_what_is_left(
    tile: TileReading, rotation: int, confidence: float
) -> None:
    judged = tile.judged(rotation, confidence)
    assert (judged.rotation, judged.confidence) == (rotation, confidence)
    if judged is not tile:
        assert rotation not in judged.others
        assert not judged.others or sum(judged.others.values()) == pytest.approx(1 - confidence)
        assert rotation == tile.rotation or tile.rotation in judged.others


def test_a_reading_of_the_first_version_is_read_with_its_sentences() -> None:
    corners = [[float(k), 2.0 * k] for k in range(6)]
    tile = {"rotation": 0, "confidence": 0.9, "center": [1.0, 2.0], "corners": corners}
    old = {
        "image": {"path": None, "width": 9, "height": 9},
        "tiles": [{"q": 0, "r": 0, **tile}, {"q": 1, "r": 0, **tile}],
        "warnings": [
            "tile at 1,0 is partly covered",
            "tile at 0,0 is unsure (90%)",
            "it is hard to tell which of the two colours is the lighter one",
        ],
    }
    value = Reading.from_json(old)
    assert [t.hidden for t in value.tiles] == [None, COVERED]
    assert [note.code for note in value.notes] == ["naming"]
    assert set(old["warnings"]) <= set(value.to_json()["warnings"])


def test_the_json_has_the_keys_of_the_conventions() -> None:
    corners = tuple((float(k), 2.0 * k) for k in range(6))
    value = Reading(
        "table.jpg", 200, 100, (236, 232, 220), (31, 58, 140),
        tiles=(TileReading(0, 0, 2, 0.998, (1.0, 2.0), corners),),
        loose=(LooseTile((3.0, 4.0), 0.9),), notes=(warning_of_sentence("one"),),
        elapsed_ms={"total": 3.14},
    ).to_json()  # fmt: skip
    conventions = {"image", "palette", "tiles", "loose", "warnings", "elapsed_ms"}
    assert set(value) == conventions | {"format", "version", "dice", "warning_codes", "unseen"}
    assert value["warnings"] == ["one"]
    assert value["image"] == {"path": "table.jpg", "width": 200, "height": 100}
    assert value["palette"] == {"white": [236, 232, 220], "blue": [31, 58, 140]}
    assert value["tiles"] == [
        {
            "q": 0, "r": 0, "rotation": 2, "confidence": 0.998, "center": [1.0, 2.0],
            "corners": [[float(k), 2.0 * k] for k in range(6)],
            "white_tip": [2.0, 4.0], "blue_tip": [5.0, 10.0],
        }
    ]  # fmt: skip
    assert value["loose"] == [{"center": [3.0, 4.0], "confidence": 0.9}]


def test_an_odd_tile_stays_odd_on_the_board() -> None:
    corners = ((0.0, 0.0),) * 6
    value = Reading("x", 9, 9, tiles=(TileReading(1, -1, 3, 0.9, (0.0, 0.0), corners),))
    assert value.to_board().to_text() == "1,-1/3"
    assert "odd rotation" in value.to_board().status()[0]


@pytest.mark.parametrize(
    "wrong",
    [
        None, [], "text", {}, {"image": {}}, {"image": {"width": "x", "height": 1}, "tiles": []},
        {"image": {"width": 1, "height": 1}, "tiles": [{"q": 0}]},
        {"image": {"width": 1, "height": 1}, "tiles": [{"q": 0, "r": 0, "rotation": 9}]},
        {"image": {"width": 1, "height": 1}, "tiles": [
            {"q": 0, "r": 0, "rotation": 0, "confidence": 2, "center": [0, 0],
             "corners": [[0, 0]] * 6}]},
        {"image": {"width": 1, "height": 1}, "tiles": [
            {"q": 0, "r": 0, "rotation": 0, "confidence": 1, "center": [0, 0],
             "corners": [[0, 0]] * 5}]},
        {"image": {"width": 1, "height": 1}, "tiles": [], "elapsed_ms": {"total": math.inf}},
    ],
)  # fmt: skip
def test_what_is_no_reading_is_refused_with_a_sentence(wrong: object) -> None:
    with pytest.raises(ReadingError, match="no reading"):
        Reading.from_json(wrong)


@pytest.mark.parametrize("confidence", [SURE, SURE - 1e-6])
def test_what_is_unsure_is_unsure_when_it_was_written(confidence: float) -> None:
    tile, die = TileReading(0, 0, 0, confidence, (1, 1), ()), DieReading("3", (1, 1), confidence)
    counter = CounterReading("C5", "blue", "seed", confidence, (1, 1))
    written = Reading(None, 9, 9, tiles=(tile,), dice=(die,)).to_json()
    again = Reading.from_json(written)
    assert again.tiles[0].is_sure == tile.is_sure and again.sentences == written["warnings"]
    assert again.dice[0].as_seen().is_sure == die.as_seen().is_sure
    board = BoardReading.from_json(BoardReading(None, 9, 9, (counter,)).to_json())
    assert board.pieces[0].is_sure == counter.is_sure and again.to_json() == written


def test_dice_are_written_read_and_moved_with_the_board() -> None:
    dice = (
        DieReading("3", (40.0, 50.0), 0.99, 22.0, "lying", (1.5, -2.0), 0.6),
        DieReading(None, (10.0, 12.0), 0.9, 20.0, "cocked"),
    )
    reading = Reading(None, 100, 80, dice=dice)
    value = reading.to_json()
    first = {key: value["dice"][0][key] for key in ("face", "center", "confidence")}
    assert first == {"face": "3", "center": [40.0, 50.0], "confidence": 0.99}
    assert value["dice"][1]["face"] is None and value["dice"][1]["state"] == "cocked"
    assert Reading.from_json(value).dice == dice
    there_and_back = reading.moved(Alignment(2, (3, -1))).moved(Alignment(0, (-3, 1)))
    back = there_and_back.moved(Alignment(4)).dice[0]
    assert back.place == pytest.approx(dice[0].place)
    for wrong in ({"face": "7"}, {"confidence": 2}, {"state": "flying"}, {"center": [1]}):
        with pytest.raises(ReadingError):
            Reading.from_json({**value, "dice": [{**value["dice"][0], **wrong}]})


def test_the_letters_of_an_overlay_have_a_light_rim_on_any_colour() -> None:
    picture = np.full((120, 200, 3), (20, 20, 180), np.uint8)
    write_on(picture, "-1,0a", (100, 60), 0.9, INK, (PAPER, 3))
    letters = (picture.max(axis=2) < 60).astype(np.uint8)
    near, far = (cv2.dilate(letters, np.ones((size, size), np.uint8)) > 0 for size in (3, 5))
    assert letters.sum() > 300 and (picture[far & ~near].min(axis=1) > 180).mean() > 0.9
