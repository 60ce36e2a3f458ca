"""The words on the sheets, one JSON file a language in ``languages/``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from ...engine.values import value_of

LANGUAGES = ("en", "fr", "zh-Hant")


@dataclass(frozen=True)
class Strip:
    """One strip of quick rules: its title, its figures and its sentences."""

    title: str
    figures: tuple[str, ...]
    lines: tuple[str, ...]
    rows: int = 1
    """How many strips of the usual height it takes."""


@dataclass(frozen=True)
class Texts:
    """Everything that is written on the sheets, in one language."""

    language: str
    decimal_sign: str
    print_both_sides: str
    ruler: str
    tiles_title: str
    fronts: str
    backs: str
    charuco_title: str
    charuco_use: str
    dice_title: str
    dice_use: str
    scorecard_title: str
    scorecard_players: str
    scorecard_date: str
    scorecard_total: str
    scorecard_notes: tuple[str, ...]
    rules_title: str
    rotations: str
    eye: str
    bone: str
    remove: str
    rotate: str
    palagem: str
    capture: str
    button: str
    leaf: str
    palanquee_title: str
    palanquee_board: str
    palanquee_part: str
    palanquee_glue: Mapping[str, str]
    palanquee_counters: Mapping[str, str]
    strips: tuple[Strip, ...]

    def number(self, value: float) -> str:
        """A number as the language writes it."""
        return f"{value:g}".replace(".", self.decimal_sign)


@cache
def texts_in(language: str) -> Texts:
    """The words in one of ``LANGUAGES``."""
    folder = resources.files(__package__).joinpath("languages")
    words = json.loads(folder.joinpath(f"{language}.json").read_text(encoding="utf-8"))
    return value_of(Texts, {"language": language, **words})
