"""What a reading can warn of: a code with its values and the cells that it speaks of.

Words come last: :func:`str` gives the English sentence of a reading's JSON, the page has its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from ...engine.lattice import Cell
from ...engine.tiles.alignment import Alignment

#: The English sentences by code. ``{q}`` and ``{r}`` are those of the cell; all values are whole
#: numbers.
WARNINGS: Mapping[str, str] = {
    "no_board": "no board was found in this photo",
    "cut_off": "tile at {q},{r} is cut off by the edge of the photo",
    "covered": "tile at {q},{r} is partly covered",
    "too_bright": "tile at {q},{r} is partly too bright to be seen",
    "unsure": "tile at {q},{r} is unsure ({percent}%)",
    "second_group": (
        "a second group of {count} tiles lies apart from the board, around pixel {x},{y}"
    ),
    "shifted": (
        "{count} tiles around pixel {x},{y} touch the board but lie shifted against it: where"
        " they belong is a guess; push them into line"
    ),
    "parted": "the board is seen in {count} parts: what joins them is hidden",
    "two_frames": "as many tiles match one frame as the other: either half may be turned wrongly",
    "naming": "it is hard to tell which of the two colours is the lighter one",
}

FOREIGN = "foreign"
"""The code of a sentence that another program has written into a reading."""


@dataclass(frozen=True)
class ReadingWarning:
    """A warning's code, the cells that it speaks of in the reading's frame, and its values by name.
    ``code`` is a key of :data:`WARNINGS`, or FOREIGN with the sentence in ``words``."""

    code: str
    cells: tuple[Cell, ...] = ()
    values: Mapping[str, int] = field(default_factory=dict)
    words: str = ""

    def __str__(self) -> str:
        if self.code == FOREIGN:
            return self.words
        q, r = self.cells[0] if self.cells else (0, 0)
        return WARNINGS[self.code].format(q=q, r=r, **self.values)

    def moved(self, alignment: Alignment) -> ReadingWarning:
        """The same warning in another frame."""
        return replace(self, cells=tuple(map(alignment.cell, self.cells)))

    def to_json(self) -> dict[str, Any]:
        """Code, cells and values."""
        if self.code == FOREIGN:
            return {"code": FOREIGN, "words": self.words}
        return {
            "code": self.code,
            "cells": [list(cell) for cell in self.cells],
            "values": dict(self.values),
        }

    def as_known(self) -> ReadingWarning:
        """The warning, foreign where its code is; raises KeyError where a value is missing."""
        if self.code in WARNINGS:
            str(self)
        elif self.code != FOREIGN:
            return ReadingWarning(FOREIGN, words=self.words or self.code)
        return self


HARD_TO_NAME = ReadingWarning("naming")


def warning_of_sentence(sentence: str) -> ReadingWarning:
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
