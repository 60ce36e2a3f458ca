"""Reading the photos of one game, whose first ones tell what seeds are told by."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..seed_sign import SeedSign, found_way, with_one_more
from .reading import BoardReading


class GameReader:
    """Reads one game's photos or frames in their order: what the first ones agree on seeds being
    told by is taken as known for the others. `told` is asked first: what people have said."""

    def __init__(
        self, read: Callable[..., BoardReading], told: Callable[[], SeedSign | None] = lambda: None
    ) -> None:
        self._read, self._told = read, told
        self._ways: tuple[str, ...] = ()

    def __call__(self, source: Any) -> BoardReading:
        """The board in the next photo. Raises PhotoError where it is none."""
        known = self._told() or found_way(self._ways)
        reading = self._read(source, known)
        if known is None and reading.pieces:
            self._ways = with_one_more(self._ways, reading.seeds_by)
        return reading
