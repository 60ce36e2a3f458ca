"""Turns that are not complete: what a verdict tells of them."""

from __future__ import annotations

from collections.abc import Collection
from itertools import permutations

from ..lattice import neighbours
from ..tiles.board import Tile
from .game import IllegalMove, PalagoGame
from .move import Move
from .turn_rules import OLD_TILES, ViolationKind
from .verdict import PalagoVerdict


def is_begun(game: PalagoGame, verdict: PalagoVerdict) -> bool:
    """Whether the tiles added are the beginning of a turn, or a whole turn and such a beginning."""
    size = game.turn_rules.tiles
    added = verdict.added
    kinds = {violation.kind for violation in verdict.violations}
    if 0 < len(added) < size:
        if kinds == {ViolationKind.WRONG_COUNT, ViolationKind.NOT_TOUCHING}:
            return _may_be_joined(game, added)
        return kinds <= {ViolationKind.WRONG_COUNT, ViolationKind.DEAD_HOLE}
    if not size < len(added) < 2 * size or kinds & OLD_TILES or game.over:
        return False
    return any(_goes_on(game, Move(first), added) for first in permutations(added, size))


def missing_tiles(verdict: PalagoVerdict) -> int:
    """How many tiles are still to be laid, where a legal turn has begun; else 0."""
    size = verdict.before.turn_rules.tiles
    kinds = {violation.kind for violation in verdict.violations}
    if not kinds or ViolationKind.DEAD_HOLE in kinds or not is_begun(verdict.before, verdict):
        return 0
    return -len(verdict.added) % size


def _may_be_joined(game: PalagoGame, added: Collection[Tile]) -> bool:
    """Whether the tile laid first is the far one of two: the near one may join it to the board."""
    between = [cell for tile in added for cell in neighbours(tile.cell)]
    return len(added) == 1 and any(game.board.touching(cell) for cell in between)


def _goes_on(game: PalagoGame, first: Move, added: Collection[Tile]) -> bool:
    """Whether a turn may have been these tiles, and the others the beginning of the next."""
    try:
        after = game.play(first)
    except IllegalMove:
        return False
    rest = [tile for tile in added if tile not in first.as_set]
    return not after.over and all(
        tile.rotation % 2 == 0 and after.board.touching(tile.cell) for tile in rest
    )
