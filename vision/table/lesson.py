"""What one confirmed photo teaches: how sure the reader was of what, and how it saw the set."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Meta

from ...calibration.sets.fit import TileDrawing
from ...engine.tiles.observation import CERTAIN, Share
from ...engine.values import plain
from ..benchmark.compare import compare
from ..benchmark.truth import Case
from ..photos.photo import Photo
from ..readings.naming import with_names_given
from ..readings.reading import Reading
from ..readings.reading_file import SrgbSaid
from .drawing import drawing_seen
from .trust import cells_apart

MOST_TILES = 400
"""A kept lesson with more tiles is none of ours."""
HELD_BACK = 3
"""One photo in this number is kept back, to test what the others teach."""


@dataclass(frozen=True)
class Lesson:
    """One photo's lesson.

    ``faces`` are its tiles: the confidence that the shipped reader had, the doubt about names left
    out, and whether it was right; tiles that can never be sure are not among them. ``white`` and
    ``blue`` are the set's colours as the reader saw them, by their true names; ``drawing`` is what
    else its tiles show, where they are seen clearly.
    """

    photo: str
    faces: Annotated[tuple[tuple[Share, bool], ...], Meta(max_length=MOST_TILES)]
    white: SrgbSaid
    blue: SrgbSaid
    drawing: TileDrawing | None = None

    def to_json(self) -> dict[str, Any]:
        """The lesson as it is kept."""
        return {
            "photo": self.photo,
            "faces": [[round(confidence, 5), right] for confidence, right in self.faces],
            "white": list(self.white),
            "blue": list(self.blue),
            "drawing": None if self.drawing is None else plain(self.drawing),
        }


def named_truly(reading: Reading, case: Case) -> Reading | None:
    """A reading with White and Blue named as the truth about its photo names them; None where that
    fits either way, as it does with a single tile."""
    either = (reading, reading.crossed())
    straight, crossed = (len(compare(case, one).right) for one in either)
    return None if straight == crossed else either[crossed > straight]


def is_kept_back(photo: str) -> bool:
    """Whether a photo tests what the others teach."""
    return zlib.crc32(photo.encode()) % HELD_BACK == 0


def lesson_of(
    photo: str, reading: Reading, case: Case, picture: Photo | None = None
) -> Lesson | None:
    """What a photo teaches by the shipped reader's reading of it; None where it read no board. Only
    its `picture` shows what is drawn on the tiles."""
    true = named_truly(reading, case) if reading.tiles else None
    if true is None or true.white is None or true.blue is None:
        return None
    named = with_names_given(true)
    found = compare(case, named)
    sides = ((found.right, True), (found.wrong, False))
    apart = cells_apart(named)
    # A reading that may never be sure teaches nothing about how far to trust it.
    tiles = tuple(
        (tile.confidence, right)
        for side, right in sides
        for tile in side
        if named.most == CERTAIN and tile.cell not in apart
    )
    drawing = None if picture is None else drawing_seen(picture, found.right)
    return Lesson(photo, tiles, true.white, true.blue, drawing)
