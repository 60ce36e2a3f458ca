"""The atlas: all closed groups of one colour, the eye among them, counted and listed by the tiles
they touch. Two are the same creature when a shift and a turn bring one onto the other; mirror
images are different. What a group encloses is ignored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

SMALLEST = 3
#: There are a million sums of this length; more would fill the memory.
LARGEST_LISTED = 20


class AtlasError(ValueError):
    """A size that is out of reach: the message says what is possible."""


@dataclass(frozen=True)
class AtlasCount:
    """Numbers of creatures by tiles touched. ``fixed`` counts up to shifts only, ``symmetrical``
    those that a turn by 120 degrees leaves as they are; ``counts`` follows for shifts and turns
    (Burnside's lemma)."""

    fixed: Mapping[int, int]
    symmetrical: Mapping[int, int]

    @property
    def counts(self) -> dict[int, int]:
        """Number of creatures by tiles touched; sizes without any are left out."""
        return {
            tiles: (number + 2 * self.symmetrical[tiles]) // 3
            for tiles, number in self.fixed.items()
            if number
        }


def count_closed_groups(most: int) -> AtlasCount:
    """Count the closed groups of up to ``most`` tiles. Raises AtlasError beyond what it can."""
    import numpy as np

    from .search import search_closed_groups

    _require_possible(most)
    counts, symmetrical = np.zeros((2, most + 1), dtype=np.int64)
    nothing = np.zeros((0, 1, 2), dtype=np.int64)
    search_closed_groups(most, counts, symmetrical, 0, nothing)
    sizes = range(SMALLEST, most + 1)
    return AtlasCount(
        {tiles: int(counts[tiles]) for tiles in sizes},
        {tiles: int(symmetrical[tiles]) for tiles in sizes},
    )


def list_closed_groups(tiles: int) -> tuple[str, ...]:
    """The sums of all closed groups of exactly ``tiles`` tiles, in the order of ASCII. Raises
    AtlasError beyond what it can list."""
    import numpy as np

    from .search import search_closed_groups
    from .sums import SIGNS_PER_TILE, write_smallest_sums

    require_listable(tiles)
    number = count_closed_groups(tiles).fixed.get(tiles, 0)
    if not number:
        return ()
    found = np.zeros((number, tiles, 2), dtype=np.int64)
    counts, symmetrical = np.zeros((2, tiles + 1), dtype=np.int64)
    search_closed_groups(tiles, counts, symmetrical, tiles, found)
    sums = np.zeros((number, SIGNS_PER_TILE * tiles), dtype=np.int8)
    write_smallest_sums(found, sums)
    return tuple(sorted({bytes(row).rstrip(b"\0").decode("ascii") for row in sums}))


def require_listable(tiles: int) -> None:
    """Raises AtlasError where the creatures of so many tiles are too many to list."""
    if tiles > LARGEST_LISTED:
        raise AtlasError(
            f"creatures are listed up to {LARGEST_LISTED} tiles; beyond that they can be counted"
        )


def _require_possible(most: int) -> None:
    from .search import MOST_TILES

    if not 0 <= most <= MOST_TILES:
        raise AtlasError(f"creatures have up to {MOST_TILES} tiles here, not {most}")
