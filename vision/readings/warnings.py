"""What a reading can warn of: written as a sentence, and known again from it.

A Reading carries its warnings as sentences. Who says them in another language, or wants the tile
that one speaks of, reads the sentence back with :func:`parse_warning`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

#: The sentences by code; all values are whole numbers.
WARNINGS: Mapping[str, str] = {
    "no_board": "no board was found in this photo",
    "cut_off": "tile at {q},{r} is cut off by the edge of the photo",
    "covered": "tile at {q},{r} is partly covered",
    "unsure": "tile at {q},{r} is unsure ({percent}%)",
    "second_group": (
        "a second group of {count} tiles lies apart from the board, around pixel {x},{y}"
    ),
    "parted": "the board is seen in {count} parts: what joins them is hidden",
    "two_frames": "as many tiles match one frame as the other: either half may be turned wrongly",
    "naming": "it is hard to tell which of the two colours is the lighter one",
}


@dataclass(frozen=True)
class ReadingWarning:
    """A warning's code, a key of :data:`WARNINGS`, and its values by name."""

    code: str
    values: Mapping[str, int]

    @property
    def cell(self) -> tuple[int, int] | None:
        """The cell of the tile that it speaks of, in the reading's frame; None where of none."""
        return (self.values["q"], self.values["r"]) if "q" in self.values else None


def warn(code: str, **values: int) -> str:
    """The sentence of a warning."""
    return WARNINGS[code].format(**values)


def parse_warning(sentence: str) -> ReadingWarning | None:
    """The warning that :func:`warn` has written so; None for any other sentence."""
    for code, pattern in _patterns().items():
        found = pattern.fullmatch(sentence)
        if found:
            return ReadingWarning(code, {k: int(v) for k, v in found.groupdict().items()})
    return None


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    return {
        code: re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>-?\\d{1,9})", re.escape(sentence)))
        for code, sentence in WARNINGS.items()
    }
