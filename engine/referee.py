"""The referee: two boards one after the other → the move that was played, or what is wrong.

The steps, each a value of its own: the boards are aligned by their common tiles, the changes
between them named, the changes held against the rules, the order of the tiles looked at where one
of them ends the game, and, where tiles were not seen well, the other explanations weighed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, permutations, product

from .alignment import Alignment, alignments
from .board import Board, Tile
from .changes import Changes, changes_between
from .endings import ends_the_game
from .groups import Group
from .lattice import Cell, Colour
from .move import Move
from .observation import Observation
from .palago import Game, GameOptions, IllegalMove, Outcome
from .phrases import Phrase
from .placement import Violation, ViolationKind, name_cells, placement_violations, touches
from .verdict import Alternative, OrderOutcome, Verdict

#: An unsure tile and a player's mistake weighed against each other: how seldom a rule is broken.
_WEIGHT_OF_A_VIOLATION = 0.02
#: Explanations below this share of the weight are not worth a question.
_LEAST_WEIGHT = 0.02
#: So many unsure tiles are thought through together, the least sure ones first.
_MOST_UNSURE = 4
#: Alignments of equal worth that are judged, to find one under which the move is right.
_MOST_ALIGNMENTS = 12
#: A game tells what lies on a table if at least this share of the tiles were read so.
_LIKE_THE_GAME = 0.7


def judge(
    before: Board | Observation | None,
    after: Board | Observation,
    game: Game | None = None,
    *,
    mover: Colour | None = None,
    aligned: bool = False,
) -> Verdict:
    """What was played between two boards, or every rule that was broken.

    ``game`` tells the options, whose turn it is and, where ``before`` is None or shows the same
    cells, the position. Without it the usual game is supposed, and the number of tiles tells
    whose turn it is. ``mover`` is who moved, where that is known. ``aligned`` says that the
    boards share a frame already, as those of a camera that tracks the table do.
    """
    seen = Observation.of(after)
    earlier = None if before is None else Observation.of(before)
    position = _position(earlier, game)
    # A position that the game knows is beyond doubt; one that was only seen is not.
    doubted = earlier if earlier is not None and position is not game else None
    best: _Case | None = None
    for way in _ways(position.board, seen.board, aligned):
        laid = _brought_over(seen, way, position.board)
        case = _Case(position, laid, doubted, way, _judge_board(position, laid.board, mover))
        if best is None or len(case.verdict.violations) < len(best.verdict.violations):
            best = case
        if best.verdict.settled:
            break
    assert best is not None  # there is always one alignment
    return _with_doubts(best, mover)


@dataclass(frozen=True)
class _Case:
    """A verdict under one alignment, and what it rests on."""

    position: Game
    laid: Observation
    doubted: Observation | None
    way: Alignment
    verdict: Verdict


def _ways(fixed: Board, moving: Board, aligned: bool) -> tuple[Alignment, ...]:
    return (Alignment(),) if aligned else alignments(fixed, moving)[:_MOST_ALIGNMENTS]


def game_of_board(board: Board, options: GameOptions | None = None) -> Game:
    """A game at a position of which nothing but the tiles is known.

    Whose turn it is follows from their number.
    """
    options = options or GameOptions()
    laid = len(board)
    if options.single_placement:
        moves = laid
    elif options.fixed_start is not None:
        moves = laid // 2  # one tile lay there before anybody had moved
    else:
        moves = (laid + 1) // 2
    return Game.from_board(board, Colour.BLUE if moves % 2 else Colour.WHITE, options)


def _position(earlier: Observation | None, game: Game | None) -> Game:
    """The position before the move: the game's own where the table shows the same cells."""
    if earlier is None:
        return game or Game()
    if game is None:
        return game_of_board(earlier.board)
    way = alignments(game.board, earlier.board)[0]
    same_cells = len(earlier.board) == len(game.board) == way.same + way.turned
    if same_cells and way.same >= _LIKE_THE_GAME * len(game.board):
        return game
    return Game.from_board(earlier.board, game.to_move, game.options)


def _brought_over(seen: Observation, way: Alignment, before: Board) -> Observation:
    """What was seen, in the position's frame. What a hand covers lies as it lay."""
    board = way.board(seen.board)
    hidden = frozenset(way.cell(cell) for cell in seen.hidden)
    covered = [before[cell] for cell in hidden if cell in before and cell not in board]
    return Observation(
        Board((*board, *covered)),
        {way.cell(cell): value for cell, value in seen.confidence.items()},
        {
            way.cell(cell): {(rotation + way.sixths) % 6: w for rotation, w in weights.items()}
            for cell, weights in seen.rotations.items()
        },
        hidden,
    )


def _with_doubts(case: _Case, mover: Colour | None) -> Verdict:
    """Mark what rests on unsure tiles, and add the other explanations."""
    unsure = {
        cell
        for violation in case.verdict.violations
        for cell in violation.tiles
        if case.laid.is_unsure(cell) or (case.doubted is not None and case.doubted.is_unsure(cell))
    }
    violations = tuple(
        replace(violation, unsure=tuple(cell for cell in violation.tiles if cell in unsure))
        for violation in case.verdict.violations
    )
    alternatives = case.verdict.alternatives or _explanations(case, mover)
    return replace(
        case.verdict, violations=violations, alternatives=alternatives, alignment=case.way
    )


# -- one board for certain -----------------------------------------------------------------------


def _judge_board(position: Game, board: Board, mover: Colour | None) -> Verdict:
    """The verdict on a board that is taken as it was read, in the position's frame."""
    changes = changes_between(position.board, board, position.turn_rules)
    violations = list(_old_tiles(position.board, board, changes))
    if any(violation.kind is ViolationKind.DIFFERENT_BOARD for violation in violations):
        return _finished(position, board, changes, (), violations)
    if mover not in (None, position.to_move) and changes.added:
        violations.insert(0, _wrong_turn(position, changes.added))
    if position.over:
        violations += _after_the_end(changes.added)
        return _finished(position, board, changes, (), violations)
    if not violations and changes.added:
        split = _split(position, changes.added)
        if split is not None:
            return _finished_split(position, board, changes, split)
    base = Board((*(tile for tile in position.board if tile.cell in board),))
    base = Board((*base, *(new for _, new in changes.moved)))
    broken = placement_violations(base, changes.added, position.turn_rules)
    violations += broken if changes.old_tiles_lie or changes.added else ()
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
        phrase = Phrase("old_tile_turned", {"tiles": name_cells([old.cell])})
        yield Violation(ViolationKind.OLD_TILE_TURNED, (old.cell,), phrase)
    for old, new in changes.moved:
        names = {"tiles": name_cells([old.cell]), "to": name_cells([new.cell])}
        yield Violation(
            ViolationKind.OLD_TILE_MOVED, (old.cell, new.cell), Phrase("old_tile_moved", names)
        )
    for old in changes.removed:
        phrase = Phrase("old_tile_removed", {"tiles": name_cells([old.cell])})
        yield Violation(ViolationKind.OLD_TILE_REMOVED, (old.cell,), phrase)
    doubled = sorted({tile.cell for tile in after if after[tile.cell] != tile})
    for cell in doubled:
        phrase = Phrase("two_in_one_cell", {"tiles": name_cells([cell])})
        yield Violation(ViolationKind.CELL_TAKEN, (cell,), phrase)


def _wrong_turn(position: Game, added: tuple[Tile, ...]) -> Violation:
    cells = tuple(tile.cell for tile in added)
    phrase = Phrase("wrong_turn", {"colour": position.to_move.value})
    return Violation(ViolationKind.WRONG_TURN, cells, phrase)


def _after_the_end(added: tuple[Tile, ...]) -> list[Violation]:
    if not added:
        return []
    cells = tuple(tile.cell for tile in added)
    phrase = Phrase("after_end", {"tiles": name_cells(cells)})
    return [Violation(ViolationKind.AFTER_THE_END, cells, phrase)]


def _with_order(position: Game, board: Board, changes: Changes) -> Verdict:
    """A legal set of tiles: does it matter which came first? (rules, Palago 2 and 3)"""
    added = changes.added
    if len(added) < 2 or not any(ends_the_game(position.board, tile) for tile in added):
        near_first = sorted(added, key=lambda tile: not touches(position.board, tile.cell))
        return _finished(position, board, changes, (Move(tuple(near_first)),), [])
    orders = tuple(_played_in_order(position, order) for order in permutations(added))
    winners = {None if o.outcome is None else o.outcome.winner for o in orders}
    # The order in which both tiles are played is the one that broke no rule.
    complete = [order for order in orders if not order.surplus]
    if len(winners) == 1:
        chosen = (complete or list(orders))[0]
        notes = tuple(
            Phrase(
                "after_end_second_tile",
                {"first": name_cells([chosen.move.tiles[-1].cell]), "tiles": name_cells([t.cell])},
            )
            for t in chosen.surplus
        )
        verdict = _finished(position, board, changes, (chosen.move,), [])
        return replace(verdict, orders=orders, notes=notes)
    verdict = _finished(position, board, changes, (), [_order_decides(orders, added)])
    return replace(verdict, order_matters=True, orders=orders)


def _played_in_order(position: Game, order: tuple[Tile, ...]) -> OrderOutcome:
    first_ends = bool(ends_the_game(position.board, order[0]))
    played = Move(order[:1] if first_ends else order)
    return OrderOutcome(played, position.play(played).outcome(), order[len(played) :])


def _order_decides(orders: tuple[OrderOutcome, ...], added: tuple[Tile, ...]) -> Violation:
    first, second = orders
    goes_on = Phrase("goes_on")
    phrase = Phrase(
        "order_decides",
        {
            "first": name_cells([first.move.tiles[0].cell]),
            "first_outcome": goes_on if first.outcome is None else first.outcome.sentence,
            "second": name_cells([second.move.tiles[0].cell]),
            "second_outcome": goes_on if second.outcome is None else second.outcome.sentence,
        },
    )
    cells = tuple(tile.cell for tile in added)
    return Violation(ViolationKind.ORDER_DECIDES, cells, phrase)


def _finished(
    position: Game,
    board: Board,
    changes: Changes,
    moves: tuple[Move, ...],
    violations: list[Violation],
) -> Verdict:
    after: Game | None = position
    for move in moves:
        after = after.play(move) if after is not None else None
    return Verdict(
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

_Split = tuple[Move, Move]


def _split(position: Game, added: tuple[Tile, ...]) -> list[_Split] | None:
    """The ways in which the tiles make two legal moves, None where they are at most one move."""
    size = position.turn_rules.tiles
    if not size < len(added) <= 2 * size:
        return None
    splits = []
    for first_tiles in combinations(added, size):
        rest = tuple(tile for tile in added if tile not in first_tiles)
        first = _playable(position, first_tiles)
        if first is None or first[1].over:
            continue
        second = _playable(first[1], rest)
        if second is not None:
            splits.append((first[0], second[0]))
    return splits


def _playable(game: Game, tiles: tuple[Tile, ...]) -> tuple[Move, Game] | None:
    """A set of tiles as a move in an order that may be played, and the game after it."""
    for order in permutations(tiles):
        try:
            return Move(order), game.play(Move(order))
        except IllegalMove:
            continue
    return None


def _finished_split(
    position: Game, board: Board, changes: Changes, splits: list[_Split]
) -> Verdict:
    if len(splits) == 1:
        return _finished(position, board, changes, splits[0], [])
    if not splits:
        broken = placement_violations(position.board, changes.added, position.turn_rules)
        return _finished(position, board, changes, (), list(broken))
    cells = tuple(tile.cell for tile in changes.added)
    question = Violation(ViolationKind.SPLIT_UNCLEAR, cells, Phrase("split_unclear"))
    verdict = _finished(position, board, changes, (), [question])
    alternatives = tuple(
        Alternative(1 / len(splits), True, split, (), _outcome_of(position, split), board)
        for split in splits
    )
    return replace(verdict, alternatives=alternatives)


def _outcome_of(position: Game, moves: tuple[Move, ...]) -> Outcome | None:
    for move in moves:
        position = position.play(move)
    return position.outcome()


# -- several explanations -------------------------------------------------------------------------


def _explanations(case: _Case, mover: Colour | None) -> tuple[Alternative, ...]:
    """Every explanation worth mentioning of a board with unsure tiles, the likeliest first.

    An unsure tile may be another rotation, now or before; each broken rule counts against an
    explanation, for players mostly keep to the rules.
    """
    changed = [cell for cell in sorted(case.laid.board.cells) if len(_readings(case, cell)) > 1]
    changed.sort(key=lambda cell: case.laid.confidence.get(cell, 1.0))
    changed = changed[:_MOST_UNSURE]
    if not changed:
        return ()
    found: list[Alternative] = []
    for chosen in product(*(_readings(case, cell) for cell in changed)):
        position, board = case.position, case.laid.board
        weight = math.prod(reading.weight for reading in chosen)
        for cell, reading in zip(changed, chosen, strict=True):
            board = board.turn(cell, reading.now)
            if reading.before is not None:
                corrected = position.board.turn(cell, reading.before)
                position = Game.from_board(corrected, position.to_move, position.options)
        verdict = _judge_board(position, board, mover)
        broken = sum(not violation.is_question for violation in verdict.violations)
        found.append(
            Alternative(
                weight * _WEIGHT_OF_A_VIOLATION**broken,
                verdict.legal,
                verdict.moves,
                verdict.violations,
                verdict.outcome,
                board,
            )
        )
    total = math.fsum(alternative.weight for alternative in found)
    shared = [replace(a, weight=a.weight / total) for a in found if a.weight > 0]
    kept = [alternative for alternative in shared if alternative.weight >= _LEAST_WEIGHT]
    return tuple(sorted(kept, key=lambda a: (-a.weight, a.board.tiles)))


@dataclass(frozen=True)
class _Reading:
    """What a tile may be now, and what it was before where that was misread."""

    now: int
    before: int | None
    weight: float


def _readings(case: _Case, cell: Cell) -> list[_Reading]:
    """What a changed tile may be. One entry where it did not change or leaves no doubt."""
    old = case.position.board.get(cell)
    seen = case.laid.board[cell]
    if old == seen or cell in case.laid.hidden:
        return [_Reading(seen.rotation, None, 1.0)]
    readings = [
        _Reading(rotation, None, weight)
        for rotation, weight in case.laid.rotation_weights(cell).items()
        if weight > 0
    ]
    if old is not None and case.doubted is not None and case.doubted.is_unsure(cell):
        doubt = 1.0 - case.doubted.confidence.get(cell, 1.0)
        readings.append(_Reading(seen.rotation, seen.rotation, doubt))
    return readings
