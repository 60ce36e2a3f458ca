"""A reading's warnings are sentences that a program can read back."""

from __future__ import annotations

import string

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palago.vision import read
from palago.vision.readings.warnings import WARNINGS, ReadingWarning, parse_warning, warn


@settings(deadline=None)
@given(code=st.sampled_from(sorted(WARNINGS)), data=st.data())
def test_every_warning_is_known_again_from_its_sentence(code: str, data: st.DataObject) -> None:
    names = {name for _, name, _, _ in string.Formatter().parse(WARNINGS[code]) if name}
    values = {name: data.draw(st.integers(-9999, 9999), label=name) for name in sorted(names)}
    assert parse_warning(warn(code, **values)) == ReadingWarning(code, values)


@pytest.mark.parametrize("words", ["", "tile at 0,0 is gone", "Tile at 1,2 is partly covered."])
def test_other_sentences_are_left_alone(words: str) -> None:
    assert parse_warning(words) is None


def test_a_photo_without_a_board_says_so() -> None:
    reading = read(np.full((480, 640, 3), 120, np.uint8))
    found = [parse_warning(sentence) for sentence in reading.warnings]
    assert [warning.code for warning in found if warning] == ["no_board"]
