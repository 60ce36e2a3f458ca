"""The lays that score on a board, and the most that is left to whoever plays next. Exact."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...creatures.friendly import NO_FRIENDS, Catalogue
from ...tiles.board import Board
from ..actions import Lay, are_connected, holes_made, lay_refusals
from ..closings import Closing, TileSet, closings
from ..points.payment import points_of_action
from ..rules import PALAGONIA, Counting, HouseRules
from .outlook import NUMBERS, Outlook, can_look


@dataclass(frozen=True)
class Leaves:
    """The most that the next player can score after an action, whatever the roll.

    ``by_number`` says it for each number of tiles that the bag allows; ``lay`` is a lay that earns
    the most, None where nothing can be scored.
    """

    points: int
    by_number: dict[int, int]
    lay: Lay | None

    def to_json(self) -> dict[str, Any]:
        """Points, points by number, and the lay in words."""
        return {
            "points": self.points,
            "by_number": {str(number): points for number, points in self.by_number.items()},
            "lay": str(self.lay) if self.lay else None,
        }


def scoring_lays(
    board: Board, number: int, rules: HouseRules = PALAGONIA, friends: Catalogue = NO_FRIENDS
) -> tuple[tuple[int, Lay], ...]:
    """Every legal lay of ``number`` tiles that scores, with its points, most points first. Exact.
    The bag is not asked; on an empty board nothing scores."""
    if not len(board):
        return ()
    found = []
    for tiles, closed in closings(board, number).items():
        points = _points(board, tiles, closed, rules, friends)
        if points and _may_be_laid(board, tiles):
            found.append((points, Lay.of(tuple(tiles))))
    return tuple(sorted(found, key=lambda entry: (-entry[0], entry[1].tiles)))


def _points(
    board: Board, tiles: TileSet, closed: tuple[Closing, ...], rules: HouseRules, friends: Catalogue
) -> int:
    """The points of a lay. Without a ring there is one loop, and each end is a leg on it."""
    if rules.friendly_scores_double or any(closing.own_rings for closing in closed):
        return points_of_action(board, Lay.of(tuple(tiles)), rules, friends)
    total = 0
    for closing in closed:
        count = 1 + closing.ends - (rules.counting is Counting.ISLANDS)
        is_bone = closing.straights == 1
        if count >= rules.least_points and (rules.bones_score or not is_bone):
            total += count
    return total


def _may_be_laid(board: Board, tiles: TileSet) -> bool:
    """Whether a lay that scores is legal: it must join the palago and make no single hole."""
    cells = {tile.cell for tile in tiles}
    if next(holes_made(board, cells), None) is not None:
        return False
    # Tiles that are apart belong to one creature and hang together through its other tiles.
    return not are_connected(cells) or not lay_refusals(board, tuple(tiles))


def what_it_leaves(
    board: Board, bag: int, rules: HouseRules = PALAGONIA, friends: Catalogue = NO_FRIENDS
) -> Leaves:
    """The most that the next player can score on a board with so many tiles in the bag. Exact."""
    numbers = [number for number in NUMBERS if number <= bag]
    best: dict[int, tuple[int, Lay | None]]
    if can_look(board, rules):
        best = Outlook(board, rules).best()
    else:
        best = {}
        for number in numbers:
            lays = scoring_lays(board, number, rules, friends)
            best[number] = lays[0] if lays else (0, None)
    offered = {number: best[number] for number in numbers}
    points, lay = max(offered.values(), key=lambda entry: entry[0], default=(0, None))
    return Leaves(points, {number: entry[0] for number, entry in offered.items()}, lay)
