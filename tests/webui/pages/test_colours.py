"""Diagrams keep a set's hues and are read by who sees none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palago.engine.tiles.diagram import SetColours
from palago.webui.games.pictures.colours import LEAST_CONTRAST, contrast, diagram_palette

colours = st.integers(0, 0xFFFFFF).map("#{:06x}".format)


def rgb(css: str) -> tuple[int, int, int]:
    return int(css[1:3], 16), int(css[3:5], 16), int(css[5:7], 16)


@given(white=colours, blue=colours)
def test_the_two_colours_always_differ_in_lightness(white: str, blue: str) -> None:
    shown = diagram_palette(SetColours(white, blue))
    assert contrast(rgb(shown.white), rgb(shown.blue)) >= LEAST_CONTRAST


@pytest.mark.parametrize("pair", [("#ece8dc", "#2646a0"), ("#101010", "#f0f0f0")])
def test_colours_that_differ_enough_are_left_alone(pair: tuple[str, str]) -> None:
    shown = diagram_palette(SetColours(*pair))
    assert (shown.white, shown.blue) == pair


def test_red_stays_red_and_green_stays_green() -> None:
    shown = diagram_palette(SetColours("#c83c32", "#46963c"))
    assert rgb(shown.white)[0] == max(rgb(shown.white))
    assert rgb(shown.blue)[1] == max(rgb(shown.blue))
