"""What one confirmed photo teaches: how sure the reader was of what, and how it saw the set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...engine.tiles.observation import CERTAIN
from ..benchmark.compare import compare
from ..benchmark.truth import Case
from ..readings.naming import with_names_given
from ..readings.reading import Reading, Srgb
from .trust import is_apart

MOST_TILES = 400
"""A kept lesson with more tiles is none of ours."""


@dataclass(frozen=True)
class Lesson:
    """One photo's lesson.

    ``tiles`` are its tiles: the confidence that the shipped reader had, the doubt about names left
    out, and whether it was right; tiles that can never be sure are not among them. ``white`` and
    ``blue`` are the set's colours as the reader saw them, by their true names.
    """

    photo: str
    tiles: tuple[tuple[float, bool], ...]
    white: Srgb
    blue: Srgb

    def to_json(self) -> dict[str, Any]:
        """The lesson as it is kept."""
        return {
            "photo": self.photo,
            "faces": [[round(confidence, 5), right] for confidence, right in self.tiles],
            "white": list(self.white),
            "blue": list(self.blue),
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Lesson:
        """Read what `to_json` wrote. Raises KeyError, TypeError, ValueError."""
        tiles = tuple((float(c), bool(right)) for c, right in value["faces"][:MOST_TILES])
        if not all(0.0 <= confidence <= 1.0 for confidence, _ in tiles):
            raise ValueError("a confidence is not between 0 and 1")
        return cls(str(value["photo"]), tiles, _colour(value["white"]), _colour(value["blue"]))


def named_truly(reading: Reading, case: Case) -> Reading | None:
    """A reading with White and Blue named as the truth about its photo names them; None where that
    fits either way, as it does with a single tile."""
    either = (reading, reading.crossed())
    straight, crossed = (len(compare(case, one).right) for one in either)
    return None if straight == crossed else either[crossed > straight]


def lesson_of(photo: str, reading: Reading, case: Case) -> Lesson | None:
    """What a photo teaches by the shipped reader's reading of it; None where it read no board."""
    if reading.white is None or reading.blue is None or not reading.tiles:
        return None
    true = named_truly(reading, case)
    if true is None:
        return None
    named = with_names_given(true)
    assert named.white is not None and named.blue is not None
    found = compare(case, named)
    sides = ((found.right, True), (found.wrong, False))
    # A reading that may never be sure teaches nothing about how far to trust it.
    tiles = tuple(
        (tile.confidence, right)
        for side, right in sides
        for tile in side
        if named.most == CERTAIN and not is_apart(tile)
    )
    return Lesson(photo, tiles, named.white, named.blue)


def _colour(value: Any) -> Srgb:
    red, green, blue = (int(number) for number in value)
    if not all(0 <= number <= 255 for number in (red, green, blue)):
        raise ValueError("a colour is not three numbers from 0 to 255")
    return red, green, blue
