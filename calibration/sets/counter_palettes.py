"""Sets of five colours in which Palanquée's counters are printed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from ...engine.palanquee.table.pieces import COLOURS
from .colour import Srgb, parse_hex


@dataclass(frozen=True)
class CounterPalette:
    """A named set: the sRGB colour of each player's counters."""

    name: str
    title: str
    colours: Mapping[str, Srgb]


@cache
def counter_palettes() -> tuple[CounterPalette, ...]:
    """All palettes; the first is the one printed by default."""
    text = resources.files(__package__).joinpath("counters.json").read_text(encoding="utf-8")
    return tuple(
        CounterPalette(
            entry["name"],
            entry["title"],
            {colour: parse_hex(entry[colour]) for colour in COLOURS},
        )
        for entry in json.loads(text)["palettes"]
    )


def counter_palette_named(name: str) -> CounterPalette:
    """The palette of that name. Raises KeyError with a sentence that lists the names."""
    for palette in counter_palettes():
        if palette.name == name.strip().lower().replace(" ", "-"):
            return palette
    known = ", ".join(palette.name for palette in counter_palettes())
    raise KeyError(f"no palette '{name}'; known are {known}")
