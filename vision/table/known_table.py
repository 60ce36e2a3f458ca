"""A table as it is known from confirmed photos, kept as one small file beside the games."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...calibration.profile_format import tile_set_from_json, tile_set_to_json
from ...calibration.sets.tile_set import TileSetProfile
from ...engine.stamp import WrongValue, require_stamp, stamped
from ...engine.values import plain, value_of
from ..readings.naming import with_names_doubted
from ..readings.reading import Reading
from ..readings.warnings import HARD_TO_NAME
from .colours import learned_sets, may_be_misnamed, set_seen
from .fit import fitted_trust
from .lesson import Lesson
from .trust import TableTrust

FILE = "table.json"
"""The name of the file in the data folder."""
MOST_SETS = 50
"""More are left out: every photo is compared with all, and no table has so many."""
LARGEST = 1_000_000
"""A file of more bytes is none of ours: no table has so many sets."""


@dataclass(frozen=True)
class TableSaid:
    """The file's object."""

    photos: int
    sets: tuple[dict[str, Any], ...]
    trust: TableTrust


@dataclass(frozen=True)
class KnownTable:
    """The sets of a table, how far its readings can be trusted, and from how many photos that is
    known. The usual one knows nothing and changes nothing."""

    sets: tuple[TileSetProfile, ...] = ()
    trust: TableTrust = field(default_factory=TableTrust)
    photos: int = 0

    @classmethod
    def from_lessons(cls, lessons: Sequence[Lesson]) -> KnownTable:
        """What some photos teach together."""
        return cls(learned_sets(lessons), fitted_trust(lessons), len(lessons))

    @classmethod
    def in_folder(cls, data_folder: Path) -> KnownTable:
        """The table of a data folder; the usual one where nothing was learned, or where the file
        is damaged: a photo is read with what the program brings along then."""
        try:
            with (data_folder / FILE).open("rb") as file:
                return cls.from_json(json.loads(file.read(LARGEST)))
        except (OSError, ValueError, RecursionError):
            return cls()

    def set_of(self, reading: Reading) -> TileSetProfile | None:
        """The learned set that a reading shows, where that makes its names clear."""
        return set_seen(reading, self.sets)

    def trusted(
        self, reading: Reading, *, is_named: bool = False, is_played: bool = False
    ) -> Reading:
        """A reading with the confidence of this table, where it shows one of its sets.

        If it shows none, and no other set ``is_named``, the lighter colour need not be White: then
        the reading says that the names are in doubt. Before any set is learned it says so only
        where the table ``is_played`` at: somebody is there to answer once.
        """
        if self.set_of(reading) is not None:
            return self.trust.applied(reading)
        is_settled = is_named or not (self.sets or is_played) or HARD_TO_NAME in reading.notes
        if is_settled or not may_be_misnamed(reading, self.sets):
            return reading
        return with_names_doubted(reading)

    def to_json(self) -> dict[str, Any]:
        """The table as its file has it."""
        told = {
            "photos": self.photos,
            "sets": [tile_set_to_json(each) for each in self.sets],
            "trust": plain(self.trust),
        }
        return stamped("known-table", told)

    @classmethod
    def from_json(cls, value: object) -> KnownTable:
        """Read what `to_json` wrote. Raises WrongValue and ProfileError."""
        require_stamp("known-table", value)
        said = value_of(TableSaid, value)
        # Log odds: ten more turn 1 to 150 into 150 to 1, which no fit near the shipped ones does.
        if not (abs(said.trust.shift) < 10.0 and 0.0 < said.trust.slope < 10.0):
            raise WrongValue("no trust is like that")
        return cls(tuple(map(tile_set_from_json, said.sets[:MOST_SETS])), said.trust, said.photos)
