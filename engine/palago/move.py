"""A move: the tiles that one turn adds, in the order in which they are placed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..phrases import Phrase
from ..tiles.board import BoardError, Tile

MOST_TILES_IN_A_MOVE = 8


@dataclass(frozen=True, order=True, slots=True)
class Move:
    """Tiles in the order placed. Whether a game allows them is the game's affair."""

    tiles: tuple[Tile, ...]

    def __str__(self) -> str:
        return " ".join(map(str, self.tiles))

    def __iter__(self) -> Iterator[Tile]:
        return iter(self.tiles)

    def __len__(self) -> int:
        return len(self.tiles)

    @property
    def as_set(self) -> frozenset[Tile]:
        """The tiles without their order."""
        return frozenset(self.tiles)

    @classmethod
    def of(cls, *tiles: Tile) -> Move:
        """A move of these tiles in this order."""
        return cls(tiles)

    @classmethod
    def from_text(cls, text: str) -> Move:
        """Read ``"1,0c 2,0a"``. Raises BoardError."""
        words = text.split(maxsplit=MOST_TILES_IN_A_MOVE)
        if not words:
            raise BoardError(Phrase("move.no_tile"))
        if len(words) > MOST_TILES_IN_A_MOVE:
            raise BoardError(Phrase("move.too_many", {"most": MOST_TILES_IN_A_MOVE}))
        return cls(tuple(Tile.from_text(word) for word in words))
