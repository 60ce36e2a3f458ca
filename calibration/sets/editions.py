"""A small gallery of pairs of colours in which Palago tiles are known to exist."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources

from .colour import Srgb, parse_hex
from .tile_set import MeasuredColour, Stripe, TileSetProfile

#: Width of the line in the pictures of the editions, as a share of the width across flats.
USUAL_LINE_WIDTH = 0.025


@dataclass(frozen=True)
class Edition:
    """A known edition: its short name, its title for people and its colours."""

    name: str
    title: str
    white: Srgb
    blue: Srgb
    line: Srgb | None
    rim: Srgb | None

    def as_profile(self) -> TileSetProfile:
        """The edition as a set profile; its colours are approximate, hence the wide spread."""
        return TileSetProfile(
            name=self.name,
            white=MeasuredColour(self.white, 10.0),
            blue=MeasuredColour(self.blue, 10.0),
            line=Stripe(self.line, USUAL_LINE_WIDTH) if self.line else None,
            rim=Stripe(self.rim, 2 * USUAL_LINE_WIDTH) if self.rim else None,
        )


@cache
def editions() -> tuple[Edition, ...]:
    """All editions of the gallery; the first is the one printed by default."""
    text = resources.files(__package__).joinpath("editions.json").read_text(encoding="utf-8")
    return tuple(
        Edition(
            name=entry["name"],
            title=entry["title"],
            white=parse_hex(entry["white"]),
            blue=parse_hex(entry["blue"]),
            line=parse_hex(entry["line"]) if entry["line"] else None,
            rim=parse_hex(entry["rim"]) if entry["rim"] else None,
        )
        for entry in json.loads(text)["editions"]
    )


def edition_named(name: str) -> Edition:
    """The edition of that name. Raises KeyError with a sentence that lists the names."""
    for edition in editions():
        if edition.name == name.strip().lower().replace("/", "-").replace(" ", "-"):
            return edition
    raise KeyError(f"no edition '{name}'; known are {', '.join(e.name for e in editions())}")
