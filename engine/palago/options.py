"""What the two players agree on before the game (rules, Palago 7 and 8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..phrases import Phrase, Refused
from ..tiles.board import MOST_TILES, TILES_IN_A_SET, BoardError, Tile
from ..values import plain, value_of


class OptionsError(Refused):
    """Options that make no game: the message says which and why."""


@dataclass(frozen=True)
class GameOptions:
    """What the players agreed on before the game (rules, Palago 7 and 8).

    ``tiles`` is the number of tiles in the bag; ``fixed_start`` the tile from which the game
    starts and that counts as the opener's first.
    """

    tiles: int = TILES_IN_A_SET
    single_placement: bool = False
    place_anywhere: bool = False
    fixed_start: Tile | None = None
    tie_break: bool = False

    def __post_init__(self) -> None:
        if not 2 <= self.tiles <= MOST_TILES:
            given = {"most": MOST_TILES, "given": self.tiles}
            raise OptionsError(Phrase("options.tiles", given))
        if self.single_placement and self.place_anywhere:
            raise OptionsError(Phrase("options.placement"))
        if self.fixed_start is not None and self.fixed_start.rotation % 2:
            raise OptionsError(Phrase("options.fixed_start"))

    @property
    def is_usual(self) -> bool:
        """Whether two adjacent tiles are played a turn from the opening pair on."""
        return not (self.single_placement or self.place_anywhere or self.fixed_start)

    def to_json(self) -> dict[str, Any]:
        """The options that differ from the usual game, and the number of tiles."""
        shown: dict[str, Any] = {"tiles": self.tiles}
        for name in ("single_placement", "place_anywhere", "tie_break"):
            if getattr(self, name):
                shown[name] = True
        if self.fixed_start is not None:
            shown["fixed_start"] = str(self.fixed_start)
        return shown

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> GameOptions:
        """Read :meth:`to_json`'s object; other keys are ignored. Raises OptionsError."""
        start = value.get("fixed_start")
        try:
            fixed = None if start is None else plain(Tile.from_text(str(start)))
        except BoardError as error:
            raise OptionsError(str(error)) from None
        return value_of(cls, {**value, "fixed_start": fixed}, OptionsError)
