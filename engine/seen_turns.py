"""What a verdict tells of turns that are not complete, or of two turns that were seen at once."""

from __future__ import annotations

from collections.abc import Collection
from itertools import permutations

from .board import Tile
from .lattice import Cell
from .move import Move
from .palago import Game, IllegalMove
from .placement import OLD_TILES, ViolationKind, touches
from .verdict import Verdict


def is_unclear_split(verdict: Verdict) -> bool:
    """Whether the tiles are two moves and nobody can tell which of them are the first."""
    return any(v.kind is ViolationKind.SPLIT_UNCLEAR for v in verdict.violations)


def put_right_moves(again: Verdict, touched: Collection[Cell]) -> tuple[Move, ...]:
    """The last move as it lies now, judged from before it, and the next one where that was seen
    with it; none where the table tells neither."""
    if again.settled:
        found = [again.moves]
    elif is_unclear_split(again):
        found = [alternative.moves for alternative in again.alternatives]
    else:
        found = []
    one = [moves for moves in found if len(moves) == 1]
    two = [m for m in found if len(m) == 2 and {tile.cell for tile in m[0]} == set(touched)]
    fitting = one or two
    return fitting[0] if len(fitting) == 1 else ()


def is_begun(game: Game, verdict: Verdict) -> bool:
    """Whether the tiles added are the beginning of a turn, or a whole turn and such a beginning."""
    if 0 < len(verdict.added) < game.turn_rules.tiles:
        kinds = {violation.kind for violation in verdict.violations}
        return kinds <= {ViolationKind.WRONG_COUNT, ViolationKind.DEAD_HOLE}
    return bool(first_moves(game, verdict))


def first_moves(game: Game, verdict: Verdict) -> tuple[Move, ...]:
    """The moves that may be the whole turn, where more tiles lie there than a turn has, and fewer
    than two have; each set of tiles once."""
    size = game.turn_rules.tiles
    added = verdict.added
    kinds = {violation.kind for violation in verdict.violations}
    if not size < len(added) < 2 * size or kinds & OLD_TILES or game.over:
        return ()
    found: dict[frozenset[Tile], Move] = {}
    for tiles in permutations(added, size):
        move = Move(tiles)
        try:
            after = game.play(move)
        except IllegalMove:
            continue
        rest = [tile for tile in added if tile not in tiles]
        if not after.over and all(
            tile.rotation % 2 == 0 and touches(after.board, tile.cell) for tile in rest
        ):
            found.setdefault(move.as_set, move)
    return tuple(found.values())
