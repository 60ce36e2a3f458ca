"""What seeds are told by at a table; photos of one game find it together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from ...calibration.arrays import Floats

SeedSign = Literal["mark", "size", "height", "cube"]

WAYS: tuple[SeedSign, ...] = ("mark", "size", "height", "cube")
"""What a seed may be told by."""
FEWEST = 3
"""What a game's photos say of it is believed once there are so many."""
SHARE = 2 / 3
"""So large a share of these photos has to agree."""
MOST = 9
"""No more than so many photos are remembered."""


def any_way() -> Floats:
    """The shares of the ways (4,) where nothing speaks for one."""
    return np.full(len(WAYS), 1 / len(WAYS))


def way_told(way: SeedSign | None) -> Floats:
    """What the networks are told (5,): 1 for the way among WAYS, or last for not knowing it."""
    return np.asarray(np.eye(len(WAYS) + 1)[len(WAYS) if way is None else WAYS.index(way)])


def found_way(ways: Sequence[str]) -> SeedSign | None:
    """What photos that each told a way agree on; None where they are few or differ."""
    if len(ways) < FEWEST:
        return None
    best = max(WAYS, key=ways.count)
    return best if ways.count(best) >= SHARE * len(ways) else None


def with_one_more(ways: tuple[str, ...], seeds_by: object) -> tuple[str, ...]:
    """The ways after another photo's; one that tells none changes nothing."""
    return (*ways, str(seeds_by))[-MOST:] if seeds_by in WAYS else ways
