"""What a reading of the printed board tells the referee, at once and by way of its JSON."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from palago.engine.palanquee.table.board import cell_from_name
from palago.engine.palanquee.table.pieces import NUMBERS, SEED
from palago.engine.palanquee.table.pieces_json import PositionError
from palago.vision.counters.reader import other_pieces
from palago.vision.counters.readings.reading import BoardReading, CounterReading, OtherPiece
from palago.vision.readings.warnings import CellWarning

OTHERS = OtherPiece(0.3, "red", "seed"), OtherPiece(0.15), OtherPiece(0.05, "violet", "sprout")
READING = BoardReading(
    None,
    400,
    300,
    (
        CounterReading("C5", "blue", "seed", 0.999, (10.0, 20.0)),
        CounterReading("C6", "red", "sprout", 0.5, (30.0, 20.0), OTHERS),
    ),
    warnings=(
        CellWarning("heading"),
        CellWarning("hidden", ("D4",)),
        CellWarning("perhaps", ("D5",)),
        CellWarning("cut_board", ("S16",), {"count": 1}),
    ),
)


def test_the_referee_hears_all_that_is_doubtful() -> None:
    seen = READING.observation()
    red, c6 = NUMBERS["red"], cell_from_name("C6")
    assert seen.pieces.codes[c6] == red and seen.is_unsure(c6)
    assert seen.others == {c6: {red + SEED: 0.3, 0: 0.15, NUMBERS["violet"]: 0.05}}
    assert seen.hidden == {cell_from_name("D4"), cell_from_name("S16")}
    assert seen.perhaps == {cell_from_name("D5")} and seen.may_be_turned


def test_what_is_not_seen_is_hatched_over_the_photo() -> None:
    corners = ((50.0, 50.0), (350.0, 50.0), (350.0, 250.0), (50.0, 250.0))
    reading = replace(READING, pieces=(), corners=corners)
    bare = replace(reading, warnings=())
    paper = np.full((300, 400, 3), 128, np.uint8)
    changed = (reading.overlay(paper) != bare.overlay(paper)).any(axis=-1)
    rows, columns = np.nonzero(changed)
    assert {bool(column < 100) for column in columns} == {True, False}  # S16 and D4
    assert rows.max() > 230 and changed.mean() < 0.01


def test_a_photo_without_a_board_is_drawn_as_it_is() -> None:
    paper = np.full((300, 400, 3), 128, np.uint8)
    assert (replace(READING, pieces=(), warnings=()).overlay(paper) == paper).all()


def test_a_saved_reading_tells_the_same() -> None:
    saved = json.loads(json.dumps(READING.to_json()))
    assert BoardReading.from_json(saved) == READING
    saved["pieces"][1]["others"] = {"golden seed": 0.2}
    with pytest.raises(PositionError, match="C6 cannot be a 'golden seed'"):
        BoardReading.from_json(saved)


def test_pieces_alone_are_a_reading() -> None:
    piece = {"cell": "C5", "colour": "blue", "kind": "seed"}
    seen = BoardReading.from_json({"pieces": [piece]}).observation()
    assert [str(one) for one in seen.pieces] == ["C5:blue:seed"]
    assert not seen.is_unsure(cell_from_name("C5"))
    assert "center" not in BoardReading.from_json({"pieces": [piece]}).to_json()["pieces"][0]


def test_what_a_saved_reading_doubts_without_a_warning_is_not_lost() -> None:
    seen = {"hidden": ["D4"], "perhaps": ["D5"], "may_be_turned": True}
    found = BoardReading.from_json({"pieces": [], "seen": seen})
    assert found.to_json()["seen"] == seen
    assert found.observation().perhaps == {cell_from_name("D5")}


def test_warnings_of_earlier_versions_and_of_others_are_read() -> None:
    old = [{"code": "hidden", "cell": "D4"}, {"code": "cut_board"}, {"code": "a fly sits there"}]
    found = BoardReading.from_json({"pieces": [], "warning_codes": old})
    assert found.observation().hidden == {cell_from_name("D4")}
    assert found.sentences[0] == "D4 is covered" and found.sentences[2] == "a fly sits there"
    told: dict[str, Any] = {"warning_codes": [{"code": "cut_board", "values": {"count": 3}}]}
    told["seen"] = {"hidden": ["S16", "B1"]}  # one of them is drawn twice
    assert "2 cells are not seen" in str(BoardReading.from_json({"pieces": [], **told}).sentences)


@pytest.mark.parametrize(
    ("saved", "words"),
    [
        ([], "JSON object"),
        ({}, '"pieces"'),
        ({"pieces": [], "format": "palago-reading"}, "palago-board-reading"),
        ({"pieces": [], "format": "palago-board-reading", "version": 2}, "up to date"),
        ({"pieces": [], "seen": {"hidden": ["Z99"]}}, "Z99"),
    ],
)
def test_what_is_no_reading_of_a_printed_board_is_refused(saved: object, words: str) -> None:
    with pytest.raises(PositionError, match=words):
        BoardReading.from_json(saved)


def test_what_a_piece_may_be_beside_is_all_the_doubt_that_there_is() -> None:
    shares = np.array([[0.7, 0.0, 0.1, 0.0, 0.2], [0.0, 1.0, 0.0, 0.0, 0.0]])
    answers = np.array([0.9, 1.0]), np.array([0.8, 1.0]), np.array([0.6, 1.0])
    doubtful, plain = other_pieces(["seed", "sprout"], np.array([0.4, 1.0]), answers, shares)
    assert sum(other.chance for other in doubtful) == pytest.approx(0.6)
    assert [other.name for other in doubtful] == [
        *("blue sprout", "violet seed", "nothing", "red seed")
    ]
    assert plain == ()
