"""What a reading warns of: codes with values and cells, put into words at the edge."""

import json
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palago.engine.tiles.alignment import Alignment
from palago.engine.values import value_of
from palago.vision.readings.warnings import (
    FOREIGN,
    WARNINGS,
    CellWarning,
    ReadingWarning,
    TileWarning,
    as_known,
    moved_warning,
    tile_sentence,
    warning_of_sentence,
)

number = st.integers(-9999, 9999)


@st.composite
def warnings(draw: st.DrawFn) -> TileWarning:
    code = draw(st.sampled_from(sorted(WARNINGS)))
    names = {name for _, name, _, _ in string.Formatter().parse(WARNINGS[code]) if name}
    cells = ((draw(number), draw(number)),) if {"q", "r"} <= names else ()
    values = {name: draw(number, label=name) for name in sorted(names - {"q", "r"})}
    return ReadingWarning(code, cells, values)


@given(warnings())
def test_a_warning_goes_to_json_and_back(warning: TileWarning) -> None:
    assert as_known(value_of(TileWarning, json.loads(json.dumps(warning.to_json())))) == warning


@given(warnings())
def test_the_sentences_of_the_first_version_are_still_known(warning: TileWarning) -> None:
    assert warning_of_sentence(tile_sentence(warning)) == warning


@pytest.mark.parametrize("words", ["", "tile at 0,0 is gone", "Tile at 1,2 is partly covered."])
def test_other_sentences_are_kept_as_they_are(words: str) -> None:
    foreign = warning_of_sentence(words)
    assert foreign.code == FOREIGN and tile_sentence(foreign) == words
    assert as_known(value_of(TileWarning, foreign.to_json())) == foreign


@given(warnings(), st.integers(0, 5), number, number)
def test_a_warning_goes_with_its_cell(warning: TileWarning, sixths: int, dq: int, dr: int) -> None:
    way = Alignment(sixths, (dq, dr))
    moved = moved_warning(warning, way)
    assert moved.cells == tuple(map(way.cell, warning.cells))
    assert (moved.code, moved.values) == (warning.code, warning.values)


def test_a_warning_is_printed_as_its_sentence() -> None:
    tile: TileWarning = ReadingWarning("unsure", ((1, 0),), {"percent": 60})
    piece = CellWarning("unsure", ("S9",), {"percent": 60})
    assert str(tile) == "tile at 1,0 is unsure (60%)" and str(piece) == "S9 is unsure (60%)"
    assert str(CellWarning("heading")).startswith("the letters are not seen")
    found = (str(ReadingWarning("no_board")), str(CellWarning("no_board")))
    assert found == tuple(f"no {kind}board was found in this photo" for kind in ("", "Palanquée "))
