"""What was read in a set of photos, as a file: a change is held against what was read before it.

One line a photo: place → what lies there, and how sure. A place is a tile's cell, or the name of a
cell on the printed board; what lies there is a tile's rotation, or a piece.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ...engine.stamp import require_stamp, stamped
from ...engine.values import value_of
from .compare import BoardComparison
from .counters import CounterComparison
from .truth import TruthError

PhotoSaid = Mapping[str, tuple[str, float]]

DIGITS = 3
"""Of a confidence. One step in the last of them is no difference: machines round unlike."""


@dataclass(frozen=True)
class SavedReadings:
    """What was read in each photo, by the photo's name in its set."""

    photos: Mapping[str, PhotoSaid]

    def dumps(self) -> str:
        """The file's text."""
        lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(self.photos[name])}" for name in
                           sorted(self.photos))  # fmt: skip
        head = json.dumps(stamped("readings", {"photos": {}}))
        return f"{head.removesuffix('{}}')}{{\n{lines}\n}}}}\n"


def readings_of_tiles(comparisons: Iterable[BoardComparison]) -> SavedReadings:
    """Every tile that was read, right or wrong."""
    return SavedReadings({
        one.case.name: {
            f"{tile.q},{tile.r}": (str(tile.rotation), round(float(tile.confidence), DIGITS))
            for tile in sorted((*one.right, *one.wrong), key=lambda tile: tile.cell)
        }
        for one in comparisons
    })  # fmt: skip


def readings_of_pieces(comparisons: Iterable[CounterComparison]) -> SavedReadings:
    """Every piece that was read on a printed board, right or wrong."""
    return SavedReadings({
        one.case.name: {
            piece.cell: (f"{piece.colour} {piece.kind}", round(float(piece.confidence), DIGITS))
            for piece in one.reading.pieces
        }
        for one in comparisons
    })  # fmt: skip


def load_readings(path: Path) -> SavedReadings:
    """Read such a file. Raises TruthError."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
        require_stamp("readings", value)
        return value_of(SavedReadings, value)
    except (ValueError, OSError) as error:
        raise TruthError(f"{path} holds no readings that were saved: {error}") from None


def changes_in_readings(before: SavedReadings, after: SavedReadings) -> Iterator[str]:
    """A line for every place where the two differ, in the photos that were read after."""
    for name, now in sorted(after.photos.items()):
        then = before.photos.get(name)
        if then is None:
            yield f"{name}: was not read before"
            continue
        for place in sorted({*then, *now}):
            old, new = then.get(place), now.get(place)
            if _differ(old, new):
                yield f"{name} {place}: {_words(old)} → {_words(new)}"


def _differ(old: tuple[str, float] | None, new: tuple[str, float] | None) -> bool:
    if old is None or new is None:
        return old is not new
    return old[0] != new[0] or abs(old[1] - new[1]) > 1.5 * 10**-DIGITS


def _words(seen: tuple[str, float] | None) -> str:
    return "nothing" if seen is None else f"{seen[0]} ({seen[1]:.{DIGITS}f})"
