"""A reading is a value: it goes to JSON and back, and becomes a board."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palago.vision.readings.reading import LooseTile, Reading, ReadingError, TileReading

pixel = st.tuples(st.floats(0, 9000), st.floats(0, 9000)).map(
    lambda place: (round(place[0], 2), round(place[1], 2))
)
tile = st.builds(
    TileReading,
    q=st.integers(-60, 60),
    r=st.integers(-60, 60),
    rotation=st.integers(0, 5),
    confidence=st.floats(0, 1).map(lambda share: round(share, 4)),
    center=pixel,
    corners=st.tuples(*[pixel] * 6),
)
colour = st.tuples(*[st.integers(0, 255)] * 3)
reading = st.builds(
    Reading,
    path=st.none() | st.text(max_size=20),
    width=st.integers(1, 9000),
    height=st.integers(1, 9000),
    white=colour,
    blue=colour,
    tiles=st.lists(tile, max_size=6).map(tuple),
    loose=st.lists(st.builds(LooseTile, pixel, st.just(0.5)), max_size=3).map(tuple),
    warnings=st.lists(st.text(max_size=30), max_size=3).map(tuple),
    elapsed_ms=st.dictionaries(st.sampled_from(["decode", "total"]), st.just(1.5)),
)


@given(reading)
def test_json_and_back(value: Reading) -> None:
    assert Reading.from_json(json.loads(json.dumps(value.to_json()))) == value


def test_the_json_has_exactly_the_keys_of_the_conventions() -> None:
    corners = tuple((float(k), 2.0 * k) for k in range(6))
    value = Reading(
        "table.jpg", 200, 100, (236, 232, 220), (31, 58, 140),
        tiles=(TileReading(0, 0, 2, 0.998, (1.0, 2.0), corners),),
        loose=(LooseTile((3.0, 4.0), 0.9),), warnings=("one",), elapsed_ms={"total": 3.14},
    ).to_json()  # fmt: skip
    assert set(value) == {"image", "palette", "tiles", "loose", "warnings", "elapsed_ms"}
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
    ],
)  # fmt: skip
def test_what_is_no_reading_is_refused_with_a_sentence(wrong: object) -> None:
    with pytest.raises(ReadingError, match="no reading"):
        Reading.from_json(wrong)
