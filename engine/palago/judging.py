"""The verdict on a board that is taken as it was read: the changes held against the rules.

Where one tile ends the game, the order of the tiles counts. Tiles that are too many for one move
are tried as two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations

from ..lattice import Colour, name_cells, steps_between
from ..phrases import Phrase
from ..tiles.board import Board, Tile
from ..tiles.endings import ends_the_game
from ..tiles.groups import Group
from .game import PalagoGame
from .move import Move
from .turn_rules import (
    TurnRules,
    Violation,
    ViolationKind,
    placement_violations,
    violation_of,
)
from .verdict import Alternative, PalagoAnswer, PalagoVerdict


def judge_certain_board(position: PalagoGame, board: Board, mover: Colour | None) -> PalagoVerdict:
    """The verdict on ``board``, in the frame of ``position``, the game before it. ``mover`` is who
    moved, where that is known."""
    changes = changes_between(position.board, board, position.turn_rules)
    violations = list(_old_tiles(position.board, board, changes))
    if any(violation.kind is ViolationKind.DIFFERENT_BOARD for violation in violations):
        return _finished(position, board, changes, (), violations)
    if mover not in (None, position.to_move) and changes.added:
        violations.insert(0, _wrong_turn(position, changes.added))
    if position.over:
        if not violations and position.is_surplus(changes.added):
            note = _not_played(PalagoAnswer(position.history, position, changes.added))
            return replace(_finished(position, board, changes, (), []), notes=note)
        violations += _after_the_end(changes.added)
        return _finished(position, board, changes, (), violations)
    if not violations and changes.added:
        splits = _splits(position, changes.added)
        if splits is not None:
            return _finished_split(position, board, changes, splits)
    base = Board((*(tile for tile in position.board if tile.cell in board),))
    base = Board((*base, *(new for _, new in changes.moved)))
    broken = placement_violations(base, changes.added, position.turn_rules)
    if changes.old_tiles_lie or changes.added:
        said = {(found.kind, found.tiles) for found in violations}
        violations += (found for found in broken if (found.kind, found.tiles) not in said)
    if violations:
        return _finished(position, board, changes, (), violations)
    return _with_order(position, board, changes)


def _old_tiles(before: Board, after: Board, changes: Changes) -> Iterator[Violation]:
    """What was done to tiles that lay there before."""
    kept = sum(1 for tile in before if after.get(tile.cell) == tile)
    if 2 * kept < len(before):
        cells = tuple(sorted(before.cells))
        yield Violation(ViolationKind.DIFFERENT_BOARD, cells, Phrase("different_board"))
        return
    for old, _ in changes.turned:
        yield violation_of(ViolationKind.OLD_TILE_TURNED, "old_tile_turned", [old.cell])
    for old, new in changes.moved:
        names = {"tiles": name_cells([old.cell]), "to": name_cells([new.cell])}
        cells = (old.cell, new.cell)
        yield violation_of(ViolationKind.OLD_TILE_MOVED, "old_tile_moved", cells, **names)
    for old in changes.removed:
        yield violation_of(ViolationKind.OLD_TILE_REMOVED, "old_tile_removed", [old.cell])
    doubled = sorted({tile.cell for tile in after if after[tile.cell] != tile})
    for cell in doubled:
        yield violation_of(ViolationKind.CELL_TAKEN, "two_in_one_cell", [cell])


def _wrong_turn(position: PalagoGame, added: tuple[Tile, ...]) -> Violation:
    cells = tuple(tile.cell for tile in added)
    phrase = Phrase("wrong_turn", {"colour": position.to_move.value})
    return Violation(ViolationKind.WRONG_TURN, cells, phrase)


def _after_the_end(added: tuple[Tile, ...]) -> list[Violation]:
    if not added:
        return []
    return [violation_of(ViolationKind.AFTER_THE_END, "after_end", (tile.cell for tile in added))]


def _with_order(position: PalagoGame, board: Board, changes: Changes) -> PalagoVerdict:
    """A legal set of tiles: does it matter which came first? (rules, Palago 2 and 3)"""
    added = changes.added
    if not _may_end(position, added):
        return _finished(position, board, changes, (_near_first(position, added),), [])
    orders = tuple(_played_in_order(position, order) for order in permutations(added))
    told_apart = _told_apart(orders)
    if len(told_apart) == 1:
        chosen = told_apart[0]
        verdict = _finished(position, board, changes, chosen.moves, [])
        return replace(verdict, orders=orders, notes=_not_played(chosen))
    verdict = _finished(position, board, changes, (), [_order_decides(orders, added)])
    return replace(verdict, order_matters=True, orders=orders, answers=orders)


def _may_end(position: PalagoGame, added: tuple[Tile, ...]) -> bool:
    """Whether one of several tiles ends the game by itself."""
    return len(added) > 1 and any(ends_the_game(position.board, tile) for tile in added)


def _near_first(position: PalagoGame, added: tuple[Tile, ...]) -> Move:
    """The tiles as a move, one that touches the board first."""
    return Move(tuple(sorted(added, key=lambda tile: not position.board.touching(tile.cell))))


def _told_apart(orders: tuple[PalagoAnswer, ...]) -> tuple[PalagoAnswer, ...]:
    """All orders if they lead to different winners; else one of them, without a surplus tile if
    there is one."""
    winners = {None if o.outcome is None else o.outcome.winner for o in orders}
    if len(winners) > 1:
        return orders
    # An order with a surplus tile breaks a rule.
    complete = [order for order in orders if not order.surplus]
    return ((complete or list(orders))[0],)


def _not_played(order: PalagoAnswer) -> tuple[Phrase, ...]:
    """A note for each tile that lies there but came after the end."""
    last = name_cells([order.moves[-1].tiles[-1].cell])
    return tuple(
        Phrase("after_end_second_tile", {"first": last, "tiles": name_cells([tile.cell])})
        for tile in order.surplus
    )


def _played_in_order(position: PalagoGame, order: tuple[Tile, ...]) -> PalagoAnswer:
    first_ends = bool(ends_the_game(position.board, order[0]))
    played = Move(order[:1] if first_ends else order)
    return PalagoAnswer((played,), position.play(played), order[len(played) :])


def _order_decides(orders: Sequence[PalagoAnswer], added: tuple[Tile, ...]) -> Violation:
    first, second = orders
    goes_on = Phrase("goes_on")
    phrase = Phrase(
        "order_decides",
        {
            "first": name_cells([first.moves[-1].tiles[0].cell]),
            "first_outcome": goes_on if first.outcome is None else first.outcome.sentence,
            "second": name_cells([second.moves[-1].tiles[0].cell]),
            "second_outcome": goes_on if second.outcome is None else second.outcome.sentence,
        },
    )
    cells = tuple(tile.cell for tile in added)
    return Violation(ViolationKind.ORDER_DECIDES, cells, phrase)


def _finished(
    position: PalagoGame,
    board: Board,
    changes: Changes,
    moves: tuple[Move, ...],
    violations: list[Violation],
) -> PalagoVerdict:
    after: PalagoGame | None = position
    for move in moves:
        after = after.play(move) if after is not None else None
    return PalagoVerdict(
        before=position,
        board=board,
        moves=moves,
        violations=tuple(violations),
        after=after if moves else None,
        closures=_newly_closed(position.board, board),
        added=changes.added,
    )


def _newly_closed(before: Board, after: Board) -> tuple[Group, ...]:
    known = {(group.colour, group.corners) for group in before.closed_groups()}
    return tuple(g for g in after.closed_groups() if (g.colour, g.corners) not in known)


# -- two moves at once ----------------------------------------------------------------------------


def _splits(position: PalagoGame, added: tuple[Tile, ...]) -> list[PalagoAnswer] | None:
    """The ways in which the tiles make two legal moves, None where they are at most one move."""
    size = position.turn_rules.tiles
    if not size < len(added) <= 2 * size:
        return None
    splits: list[PalagoAnswer] = []
    for first_tiles in combinations(added, size):
        rest = tuple(tile for tile in added if tile not in first_tiles)
        if placement_violations(position.board, first_tiles, position.turn_rules):
            continue
        if any(ends_the_game(position.board, tile) for tile in first_tiles):
            continue  # the game would have ended before the second move
        first = _near_first(position, first_tiles)
        between = position.play(first)
        if between.over or placement_violations(between.board, rest, between.turn_rules):
            continue
        splits += _second_moves(between, first, rest)
    return splits


def _second_moves(
    between: PalagoGame, first: Move, rest: tuple[Tile, ...]
) -> Iterator[PalagoAnswer]:
    """What the second of two moves may have been: its order may decide as well."""
    if not _may_end(between, rest):
        second = _near_first(between, rest)
        yield PalagoAnswer((first, second), between.play(second))
        return
    orders = tuple(_played_in_order(between, order) for order in permutations(rest))
    for order in _told_apart(orders):
        yield replace(order, moves=(first, *order.moves))


def _finished_split(
    position: PalagoGame, board: Board, changes: Changes, splits: list[PalagoAnswer]
) -> PalagoVerdict:
    if not splits:
        broken = placement_violations(position.board, changes.added, position.turn_rules)
        return _finished(position, board, changes, (), list(broken))
    if len(splits) == 1:
        verdict = _finished(position, board, changes, splits[0].moves, [])
        return replace(verdict, notes=_not_played(splits[0]))
    verdict = _finished(position, board, changes, (), [_which_came_first(splits, changes.added)])
    alternatives = tuple(
        Alternative(1 / len(splits), True, split.moves, (), split.outcome, board)
        for split in splits
    )
    return replace(verdict, answers=tuple(splits), alternatives=alternatives)


def _which_came_first(splits: list[PalagoAnswer], added: tuple[Tile, ...]) -> Violation:
    """The question about two moves: which tiles were the first, or only how the second went."""
    if len({split.moves[0] for split in splits}) > 1:
        cells = tuple(tile.cell for tile in added)
        return Violation(ViolationKind.SPLIT_UNCLEAR, cells, Phrase("split_unclear"))
    return _order_decides(splits, tuple(t for t in added if t not in splits[0].moves[0].as_set))


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
