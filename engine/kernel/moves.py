"""Listing and counting moves, wins and parries.

A move of two tiles is a row ``first cell, first letter, second cell, second letter``, the lower
cell first; a single tile has -1 for the second cell.
"""

from __future__ import annotations

from .closing import (
    ALL_PAIRS,
    BLUE,
    WHITE,
    freedom_cells,
    has_win,
    pair_closings,
    pair_wins,
    pairs_with_ending_tile,
    single_closings,
    single_endings,
    single_wins,
)
from .jit import Integers, compiled
from .layout import BLUE_HEAD, FREEDOM_MASK, NEXT, SUMMARY, WHITE_HEAD, WIDTH, KernelState
from .placement import place, undo
from .table import neighbour

FIRST_CELL, FIRST_LETTER, SECOND_CELL, SECOND_LETTER = range(4)
MOVE_FIELDS = 4


@compiled
def count_bits(mask: int) -> int:
    """How many rotations a set holds."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@compiled
def list_places(state: KernelState, places: Integers) -> int:
    """Write all pairs of neighbouring empty cells of which one touches the board; how many.
    ``places``: (room, 2)."""
    state.counters[1] += 1
    stamp = state.counters[1]
    tile, done, trail = state.tile, state.stamp, state.trail
    found = 0
    for index in range(state.counters[0]):
        for direction in range(6):
            cell = neighbour(WIDTH, trail[index, 0], direction)
            if tile[cell] == 0 and done[cell] != stamp:
                done[cell] = stamp
                for turn in range(6):
                    other = neighbour(WIDTH, cell, turn)
                    if tile[other] == 0 and done[other] != stamp:
                        places[found, 0] = min(cell, other)
                        places[found, 1] = max(cell, other)
                        found += 1
    return found


@compiled
def quiet_pairs(node: Integers, first: int, second: int) -> int:
    """The pairs of rotations that do not end the game, by one of the tiles or by both."""
    ending = pairs_with_ending_tile(node, first, second)
    for colour in (WHITE, BLUE):
        ending |= pair_closings(node, first, second, colour)
    return ALL_PAIRS & ~ending


@compiled
def _write(moves: Integers, row: int, first: int, letter: int, second: int, other: int) -> None:
    moves[row, FIRST_CELL] = first
    moves[row, FIRST_LETTER] = letter
    moves[row, SECOND_CELL] = second
    moves[row, SECOND_LETTER] = other


@compiled
def _write_pairs(moves: Integers, found: int, first: int, second: int, pairs: int) -> int:
    for letter in range(9):
        if pairs >> letter & 1:
            _write(moves, found, first, letter // 3, second, letter % 3)
            found += 1
    return found


@compiled
def list_wins(state: KernelState, colour: int, moves: Integers) -> int:
    """Write the immediate wins of a colour, single tiles and pairs; how many."""
    node, tile = state.node, state.tile
    head = WHITE_HEAD if colour == WHITE else BLUE_HEAD
    found = 0
    group = node[head, NEXT]
    while group != head:
        if 0 < node[group, SUMMARY] & FREEDOM_MASK <= 6:
            first, other = freedom_cells(node, group)
            second = -1 if first == other else other
            if (
                first >= 0
                and tile[first] == 0
                and tile[other] == 0
                and not _is_listed(moves, found, first, second)
            ):
                if second >= 0:
                    pairs = pair_wins(node, first, second, colour)
                    found = _write_pairs(moves, found, first, second, pairs)
                else:
                    letters = single_wins(node, first, colour)
                    for letter in range(3):
                        if letters >> letter & 1:
                            _write(moves, found, first, letter, -1, -1)
                            found += 1
        group = node[group, NEXT]
    return found


@compiled
def _is_listed(moves: Integers, found: int, first: int, second: int) -> bool:
    for index in range(found):
        if moves[index, FIRST_CELL] == first and moves[index, SECOND_CELL] == second:
            return True
    return False


@compiled
def list_endings(state: KernelState, endings: Integers) -> int:
    """Write the cells in which a single tile ends the game, with what it does; how many.
    ``endings``: (room, 3): the cell, the rotations that close a White creature, and a Blue one."""
    state.counters[1] += 1
    stamp = state.counters[1]
    node = state.node
    found = 0
    for head in (WHITE_HEAD, BLUE_HEAD):
        group = node[head, NEXT]
        while group != head:
            if 0 < node[group, SUMMARY] & FREEDOM_MASK <= 3:
                cell, other = freedom_cells(node, group)
                if (
                    cell == other
                    and cell >= 0
                    and state.tile[cell] == 0
                    and state.stamp[cell] != stamp
                ):
                    state.stamp[cell] = stamp
                    endings[found, 0] = cell
                    endings[found, 1] = single_closings(node, cell, WHITE)
                    endings[found, 2] = single_closings(node, cell, BLUE)
                    if endings[found, 1] | endings[found, 2]:
                        found += 1
            group = node[group, NEXT]
    return found


@compiled
def count_moves(state: KernelState, places: Integers) -> tuple[int, int]:
    """The legal sets of two tiles, and those of them of which some order plays both."""
    node = state.node
    count = list_places(state, places)
    unplayable = 0
    for index in range(count):
        first = single_endings(node, places[index, 0])
        if first:
            second = single_endings(node, places[index, 1])
            unplayable += count_bits(first) * count_bits(second)
    return 9 * count, 9 * count - unplayable


@compiled
def list_quiet(state: KernelState, places: Integers, moves: Integers) -> int:
    """Write the moves of two tiles that do not end the game; how many."""
    found = 0
    for index in range(list_places(state, places)):
        first, second = places[index, 0], places[index, 1]
        quiet = quiet_pairs(state.node, first, second)
        found = _write_pairs(moves, found, first, second, quiet)
    return found


@compiled
def write_parries(
    state: KernelState, colour: int, places: Integers, moves: Integers, enough: int
) -> int:
    """Write the moves of two tiles after which ``colour`` has no immediate win; how many. Moves
    that end the game are none. Stops when ``enough`` are found."""
    return _list_safe(state, colour, False, places, moves, enough)


@compiled
def write_attacks(state: KernelState, colour: int, places: Integers, moves: Integers) -> int:
    """Write the moves of ``colour`` that threaten and leave no immediate win; how many.

    That is: the move does not end the game, after it ``colour`` has an immediate win, and the
    other colour has none.
    """
    return _list_safe(state, 1 - colour, True, places, moves, len(moves))


@compiled
def _list_safe(
    state: KernelState,
    colour: int,
    only_threats: bool,
    places: Integers,
    moves: Integers,
    enough: int,
) -> int:
    """Write moves that end no game and leave ``colour`` no immediate win; how many. With
    ``only_threats`` those that leave the other colour one."""
    node = state.node
    found = 0
    for index in range(list_places(state, places)):
        first, second = places[index, 0], places[index, 1]
        quiet = quiet_pairs(node, first, second)
        for letter in range(3):
            if quiet >> 3 * letter & 0b111:
                place(state, first, letter)
                for other in range(3):
                    if quiet >> 3 * letter + other & 1:
                        place(state, second, other)
                        threatens = not only_threats or has_win(state, 1 - colour)
                        holds = threatens and not has_win(state, colour)
                        undo(state)
                        if holds:
                            _write(moves, found, first, letter, second, other)
                            found += 1
                            if found == enough:
                                undo(state)
                                return found
                undo(state)
    return found
