"""What seeds are told by at a table, or ``way``, ``seeds_by``; a game's photos find it together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from ...calibration.arrays import Floats

SeedSign = Literal["mark", "size", "height", "cube"]

WAYS: tuple[SeedSign, ...] = ("mark", "size", "height", "cube")
"""All that seeds may be told by, in the order of the networks' answers."""
FEWEST, SHARE = 3, 2 / 3
"""A game's photos are believed if so many tell a sign, and such a share of them agree."""
MOST = 9
"""Maximum number of photos that are remembered, the newest."""


def any_way() -> Floats:
    """Equal shares (4,) of all ways: nothing speaks for one."""
    return np.full(len(WAYS), 1 / len(WAYS))


def one_hot_sign(way: SeedSign | None) -> Floats:
    """The sign as networks take it (5,): 1 in its place among WAYS, in the last if not known."""
    return np.asarray(np.eye(len(WAYS) + 1)[len(WAYS) if way is None else WAYS.index(way)])


def agreed_sign(ways: Sequence[str]) -> SeedSign | None:
    """The sign on which photos agree, one each in `ways`; None if they are few or differ."""
    if len(ways) < FEWEST:
        return None
    best = max(WAYS, key=ways.count)
    return best if ways.count(best) >= SHARE * len(ways) else None


def with_one_more(ways: tuple[str, ...], seeds_by: object) -> tuple[str, ...]:
    """`ways` with another photo's added, if it tells one."""
    return (*ways, str(seeds_by))[-MOST:] if seeds_by in WAYS else ways
