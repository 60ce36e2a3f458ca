"""What changed between two boards in one frame: tiles added, taken away, turned and moved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from ..lattice import steps_between
from ..tiles.board import Board, Tile
from .turn_rules import TurnRules, placement_violations

#: With more tiles than this in play, which of them were moved is not asked in detail.
_MOST_ADDED = 8


@dataclass(frozen=True)
class Changes:
    """The difference between two boards, each part sorted by cell. ``turned`` and ``moved`` pair
    the tile as it lay with the tile as it lies now."""

    added: tuple[Tile, ...] = ()
    removed: tuple[Tile, ...] = ()
    turned: tuple[tuple[Tile, Tile], ...] = ()
    moved: tuple[tuple[Tile, Tile], ...] = ()

    @property
    def old_tiles_lie(self) -> bool:
        """Whether nothing happened to the tiles that lay there before."""
        return not (self.removed or self.turned or self.moved)


def changes_between(before: Board, after: Board, rules: TurnRules) -> Changes:
    """What changed from ``before`` to ``after``, which share a frame.

    Tiles that vanished while more were added than a move has were moved, not removed: of all
    ways to pair them up, the one that leaves fewest rules broken is taken.
    """
    added, removed = after.beyond(before), before.beyond(after)
    turned = after.turned_since(before)
    if not removed or not added or len(added) > _MOST_ADDED:
        return Changes(added, removed, turned)
    base = Board(tile for tile in before if tile.cell in after)
    moved_to = _moved(base, added, len(removed), rules)
    pairs = _nearest_pairs(removed, moved_to)
    gone = {old for old, _ in pairs}
    return Changes(
        tuple(tile for tile in added if tile not in moved_to),
        tuple(tile for tile in removed if tile not in gone),
        turned,
        pairs,
    )


def _moved(base: Board, added: Sequence[Tile], removed: int, rules: TurnRules) -> tuple[Tile, ...]:
    """Which of the added tiles are old ones that were moved."""
    best: tuple[Tile, ...] = ()
    fewest: tuple[int, int] | None = None
    for number in range(min(removed, len(added)) + 1):
        for moved in combinations(added, number):
            new = [tile for tile in added if tile not in moved]
            broken = removed + len(placement_violations(Board((*base, *moved)), new, rules))
            # Of two readings equally bad the one with more tiles moved: tiles do not vanish.
            if fewest is None or (broken, -number) < fewest:
                best, fewest = moved, (broken, -number)
    return best


def _nearest_pairs(
    removed: Sequence[Tile], moved_to: Sequence[Tile]
) -> tuple[tuple[Tile, Tile], ...]:
    pairs = []
    left = list(removed)
    for new in moved_to:
        old = min(left, key=lambda tile: (steps_between(tile.cell, new.cell), tile))
        left.remove(old)
        pairs.append((old, new))
    return tuple(sorted(pairs))
