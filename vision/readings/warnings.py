"""What a reading can warn of: a code with its values and the cells that it speaks of.

Words come last: a reading's JSON has English sentences, the page has its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Generic, TypeVar

from ...engine.lattice import Cell
from ...engine.phrases import ENGLISH, Phrase
from ...engine.tiles.alignment import Alignment

#: The English sentences by code. ``{q}`` and ``{r}`` are those of the cell; all values are whole
#: numbers.
WARNINGS = ENGLISH.below("tiles_read.")

FOREIGN = "foreign"
"""The code of a sentence that another program has written into a reading."""
Named = TypeVar("Named", Cell, str)
"""How cells are called: those of tiles by two numbers, printed ones by their name."""


@dataclass(frozen=True)
class ReadingWarning(Generic[Named]):
    """A warning's code, the cells that it speaks of in the reading's frame, and its values by name.
    ``code`` is one that the table's readings know, or FOREIGN with the sentence in ``words``."""

    code: str
    cells: tuple[Named, ...] = ()
    values: Mapping[str, int] = field(default_factory=dict, hash=False)
    words: str = ""

    def __str__(self) -> str:
        given: Any = self
        return tile_sentence(given)

    def to_json(self) -> dict[str, Any]:
        """Code, cells and values."""
        if self.code == FOREIGN:
            return {"code": FOREIGN, "words": self.words}
        return {
            "code": self.code,
            "cells": list(self.cells),
            "values": dict(self.values),
        }


class CellWarning(ReadingWarning[str]):
    """The same of a printed board, which has sentences of its own."""

    def __str__(self) -> str:
        return cell_sentence(self)


TileWarning = ReadingWarning[Cell]
HARD_TO_NAME: TileWarning = ReadingWarning("naming")


def tile_sentence(warning: TileWarning) -> str:
    """A warning of tiles in English. Raises KeyError where a value is missing."""
    if warning.code == FOREIGN:
        return warning.words
    q, r = warning.cells[0] if warning.cells else (0, 0)
    return str(Phrase(f"tiles_read.{warning.code}", {"q": q, "r": r, **warning.values}))


def cell_sentence(warning: CellWarning) -> str:
    """A warning of a printed board in English. Raises KeyError where a value is missing."""
    if warning.code == FOREIGN:
        return warning.words
    cells = ", ".join(warning.cells)
    return str(Phrase(f"counters_read.{warning.code}", {"cell": cells, **warning.values}))


def moved_warning(warning: TileWarning, alignment: Alignment) -> TileWarning:
    """The same warning in another frame."""
    return replace(warning, cells=tuple(map(alignment.cell, warning.cells)))


def as_known(warning: TileWarning) -> TileWarning:
    """The warning, foreign where its code is; raises KeyError where a value is missing."""
    if warning.code in WARNINGS:
        tile_sentence(warning)
    elif warning.code != FOREIGN:
        return ReadingWarning(FOREIGN, words=warning.words or warning.code)
    return warning


def warning_of_sentence(sentence: str) -> TileWarning:
    """The warning that a sentence says, for readings that were saved with sentences alone."""
    for code, pattern in _patterns().items():
        found = pattern.fullmatch(sentence)
        if found:
            values = {name: int(number) for name, number in found.groupdict().items()}
            cells = ((values.pop("q"), values.pop("r")),) if "q" in values else ()
            return ReadingWarning(code, cells, values)
    return ReadingWarning(FOREIGN, words=sentence)


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    return {
        code: re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>-?\\d{1,9})", re.escape(sentence)))
        for code, sentence in WARNINGS.items()
    }
