"""What the search for forced wins asks of the kernel at each of its nodes.

A reply of the defender counts as answered only when a winning move was found on the board after
it; so nothing is left out by guessing which replies matter.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .closing import has_win
from .jit import Integers, compiled
from .layout import EMPTY, WIDTH, KernelState, new_state
from .moves import (
    FIRST_CELL,
    FIRST_LETTER,
    MOVE_FIELDS,
    SECOND_CELL,
    SECOND_LETTER,
    quiet_pairs,
    write_attacks,
    write_parries,
)
from .placement import place, undo
from .table import neighbour

ROOM_FOR_PLACES = 2048
ROOM_FOR_MOVES = 9 * ROOM_FOR_PLACES
#: The last field of a listed attack: how many parries it has.
PARRIES = MOVE_FIELDS
#: What the table knows of a position.
NO_FORK, FORK = 1, 2


class SequenceSearch(NamedTuple):
    """A board and room to work in. Belongs to one thread.

    ``key`` and ``value`` are a table of positions by their hash: whether the attacker, to move,
    has a fork. ``places`` has two layers; ``attacks`` and ``parries`` are lists of moves.
    """

    state: KernelState
    key: Integers
    value: Integers
    places: Integers
    attacks: Integers
    parries: Integers


def new_search(table_bits: int = 20) -> SequenceSearch:
    """An empty board and an empty table of 2^table_bits positions."""
    return SequenceSearch(
        new_state(),
        np.zeros(1 << table_bits, dtype=np.int64),
        np.zeros(1 << table_bits, dtype=np.int64),
        np.zeros((2, ROOM_FOR_PLACES, 2), dtype=np.int64),
        new_list(),
        new_list(),
    )


def new_list() -> Integers:
    """Room for a list of moves with a field to spare."""
    return np.zeros((ROOM_FOR_MOVES, MOVE_FIELDS + 1), dtype=np.int64)


@compiled
def _mixed(value: int) -> int:
    """Scatter the bits of a number (the finaliser of Steele, Lea and Flood's SplitMix)."""
    value = (value ^ ((value >> 30) & 0x3FFFFFFFF)) * -4658895280553007687
    value = (value ^ ((value >> 27) & 0x1FFFFFFFFF)) * -7723592293110705685
    return value ^ ((value >> 31) & 0x1FFFFFFFF)


@compiled
def position_key(state: KernelState, colour: int) -> int:
    """A hash that shifts and turns of the board by 120° leave as it is, never 0."""
    trail, tile = state.trail, state.tile
    count = state.counters[0]
    low_q = low_r = low_s = 1 << 30
    for index in range(count):
        r, q = divmod(trail[index, 0], WIDTH)
        low_q = min(low_q, q)
        low_r = min(low_r, r)
        low_s = min(low_s, -q - r)
    key_0 = key_1 = key_2 = 0
    for index in range(count):
        cell = trail[index, 0]
        r, q = divmod(cell, WIDTH)
        a, b, c = q - low_q, r - low_r, -q - r - low_s
        letter = tile[cell] - 1
        # A turn by 120° takes (q, r) to (s, q) and letter a to b to c.
        key_0 += _mixed((a << 20 | b << 4 | letter) + 1)
        key_1 += _mixed((c << 20 | a << 4 | (letter + 1) % 3) + 1)
        key_2 += _mixed((b << 20 | c << 4 | (letter + 2) % 3) + 1)
    key = _mixed(min(key_0, key_1, key_2) + colour)
    return key if key != 0 else 1


@compiled
def place_row(state: KernelState, moves: Integers, row: int) -> None:
    """Play a move of two tiles."""
    place(state, moves[row, FIRST_CELL], moves[row, FIRST_LETTER])
    place(state, moves[row, SECOND_CELL], moves[row, SECOND_LETTER])


@compiled
def undo_row(state: KernelState) -> None:
    """Take a move of two tiles back."""
    undo(state)
    undo(state)


@compiled
def _touches(state: KernelState, cell: int) -> bool:
    direction = 0
    while direction < 6 and state.tile[neighbour(WIDTH, cell, direction)] == EMPTY:
        direction += 1
    return direction < 6


@compiled
def _is_quiet(state: KernelState, moves: Integers, row: int) -> bool:
    """Whether a move from a similar board is legal here and does not end the game."""
    first, second = moves[row, FIRST_CELL], moves[row, SECOND_CELL]
    if first == second or state.tile[first] != EMPTY or state.tile[second] != EMPTY:
        return False
    if not _touches(state, first) and not _touches(state, second):
        return False
    pair = 3 * moves[row, FIRST_LETTER] + moves[row, SECOND_LETTER]
    return bool(quiet_pairs(state.node, first, second) >> pair & 1)


@compiled
def _parries(state: KernelState, colour: int, moves: Integers, row: int) -> bool:
    """Whether a reply that was a parry on a similar board is one here."""
    if not _is_quiet(state, moves, row):
        return False
    place_row(state, moves, row)
    holds = not has_win(state, colour)
    undo_row(state)
    return holds


@compiled
def has_fork(search: SequenceSearch, colour: int) -> bool:
    """Whether ``colour``, to move, can threaten so that nothing parries, leaving no win itself."""
    state, attacks, parries = search.state, search.attacks, search.parries
    key = position_key(state, colour)
    slot = key & (len(search.key) - 1)
    if search.key[slot] == key:
        return bool(search.value[slot] == FORK)
    search.key[slot] = key
    for row in range(write_attacks(state, colour, search.places[0], attacks)):
        place_row(state, attacks, row)
        # The reply that held against the attack before often holds against this one.
        holds = _parries(state, colour, parries, 0) or (
            write_parries(state, colour, search.places[1], parries, 1) > 0
        )
        undo_row(state)
        if not holds:
            search.value[slot] = FORK
            return True
    search.value[slot] = NO_FORK
    return False


@compiled
def is_attack(state: KernelState, colour: int, moves: Integers, row: int) -> bool:
    """Whether a move that was an attack of ``colour`` on a similar board is one here."""
    if not _is_quiet(state, moves, row):
        return False
    place_row(state, moves, row)
    attacks = has_win(state, colour) and not has_win(state, 1 - colour)
    undo_row(state)
    return attacks


@compiled
def rate_attacks(search: SequenceSearch, colour: int, attacks: Integers) -> int:
    """List the attacks of ``colour`` with the number of parries of each; how many attacks."""
    state = search.state
    found = write_attacks(state, colour, search.places[0], attacks)
    for row in range(found):
        place_row(state, attacks, row)
        attacks[row, PARRIES] = write_parries(
            state, colour, search.places[1], search.parries, ROOM_FOR_MOVES
        )
        undo_row(state)
    return found


@compiled
def list_replies(search: SequenceSearch, colour: int, replies: Integers) -> int:
    """List the parries against ``colour``, those that threaten in turn first; how many."""
    state = search.state
    found = write_parries(state, colour, search.places[0], replies, ROOM_FOR_MOVES)
    front = 0
    for row in range(found):
        place_row(state, replies, row)
        if has_win(state, 1 - colour):
            for field in range(MOVE_FIELDS):
                kept = replies[front, field]
                replies[front, field] = replies[row, field]
                replies[row, field] = kept
            front += 1
        undo_row(state)
    return found


@compiled
def first_without_fork(
    search: SequenceSearch, colour: int, replies: Integers, start: int, end: int
) -> int:
    """The first reply of a part of a list after which ``colour`` neither wins at once nor forks. -1
    where each of them is answered."""
    state = search.state
    for row in range(start, end):
        place_row(state, replies, row)
        answered = has_win(state, colour) or has_fork(search, colour)
        undo_row(state)
        if not answered:
            return row
    return -1
