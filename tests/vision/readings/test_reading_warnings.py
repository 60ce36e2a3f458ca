"""What a reading warns of: codes with values and cells, put into words at the edge."""

from __future__ import annotations

import json
import string

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palago.engine.tiles.alignment import Alignment
from palago.engine.values import value_of
from palago.vision import read
from palago.vision.readings.warnings import (
    FOREIGN,
    WARNINGS,
    ReadingWarning,
    warning_of_sentence,
)

number = st.integers(-9999, 9999)


@st.composite
def warnings(draw: st.DrawFn) -> ReadingWarning:
    code = draw(st.sampled_from(sorted(WARNINGS)))
    names = {name for _, name, _, _ in string.Formatter().parse(WARNINGS[code]) if name}
    cells = ((draw(number), draw(number)),) if {"q", "r"} <= names else ()
    values = {name: draw(number, label=name) for name in sorted(names - {"q", "r"})}
    return ReadingWarning(code, cells, values)


@settings(deadline=None)
@given(warnings())
def test_a_warning_goes_to_json_and_back(warning: ReadingWarning) -> None:
    assert value_of(ReadingWarning, json.loads(json.dumps(warning.to_json()))).as_known() == warning


@settings(deadline=None)
@given(warnings())
def test_the_sentences_of_the_first_version_are_still_known(warning: ReadingWarning) -> None:
    assert warning_of_sentence(str(warning)) == warning


@pytest.mark.parametrize("words", ["", "tile at 0,0 is gone", "Tile at 1,2 is partly covered."])
def test_other_sentences_are_kept_as_they_are(words: str) -> None:
    foreign = warning_of_sentence(words)
    assert foreign.code == FOREIGN and str(foreign) == words
    assert value_of(ReadingWarning, foreign.to_json()).as_known() == foreign


@given(warnings(), st.integers(0, 5), number, number)
def test_a_warning_goes_with_its_cell(
    warning: ReadingWarning, sixths: int, dq: int, dr: int
) -> None:
    way = Alignment(sixths, (dq, dr))
    moved = warning.moved(way)
    assert moved.cells == tuple(map(way.cell, warning.cells))
    assert (moved.code, moved.values) == (warning.code, warning.values)


def test_a_photo_without_a_board_says_so() -> None:
    reading = read(np.full((480, 640, 3), 120, np.uint8))
    assert [warning.code for warning in reading.warnings] == ["no_board"]
