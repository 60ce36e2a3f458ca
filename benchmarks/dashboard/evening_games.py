"""The games that are played in evening.py: short ones of Palagonia, whose winner is known before.

With 15 tiles each of three plays lays five: whoever begins lays, the next one closes a creature of
four points, the one after that one of three, and the bag is empty. Points go to the mover and the
player before, so that the second player wins; of two players, too, who share nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

TILES = 15
LAYS = (
    "0,0a 0,1a 1,0b -1,1c -1,0b",
    "0,2c 1,1c 1,2b 2,-1a 2,0b",
    "-2,0b -2,1a -1,-1b 0,-1a 1,-1c",
)
BOARDS = tuple(" ".join(LAYS[: count + 1]) for count in range(len(LAYS)))
#: A tile too many: for a moment this is not what the die said.
TOO_MANY = tuple(f"{board} 3,-1a" for board in BOARDS)


@dataclass(frozen=True)
class Table:
    """One table of one round."""

    round: int
    number: int
    seats: tuple[str, ...]
    game: str

    @property
    def begins(self) -> int:
        """The seat of whoever rolls the highest number."""
        return (self.round + self.number) % len(self.seats)

    @property
    def winner(self) -> str:
        """Who is going to win."""
        return self.seats[(self.begins + 1) % len(self.seats)]

    @property
    def first_roll(self) -> list[str]:
        """What everybody rolls at the start."""
        return ["5" if seat == self.begins else "2" for seat in range(len(self.seats))]


def photo(play: int, seed: int, *, illegal: bool = False) -> bytes:
    """The table after a play, as a phone sees it."""
    from palago.engine.tiles.board import Board
    from table_photos import photo_of

    board = Board.from_text((TOO_MANY if illegal else BOARDS)[play])
    return bytes(photo_of(board, seed=seed, around=Board.from_text(BOARDS[-1])))


def expected(names: Sequence[str], tables: Sequence[Table]) -> list[list[str]]:
    """The standings as the page must show them, reckoned here by hand: name, points, games,
    the opponents' points, those of the beaten."""
    points = {name: sum(table.winner == name for table in tables) for name in names}
    rows: list[list[Any]] = []
    for name in names:
        own = [table for table in tables if name in table.seats]
        against = [[other for other in table.seats if other != name] for table in own]
        met = sum(points[other] for others in against for other in others)
        beaten = sum(
            points[other]
            for table, others in zip(own, against, strict=True)
            for other in others
            if table.winner == name
        )
        rows.append([name, points[name], len(own), met, beaten])
    rows.sort(key=lambda row: (-row[1], -row[3], -row[4], -row[1], names.index(row[0])))
    return [[str(value) for value in row] for row in rows]
