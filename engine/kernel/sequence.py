"""Search for a win by threats: every move of the attacker threatens, every parry is answered.

A reply of the defender counts as refuted only when a winning move was found on the board after
it; so nothing is left out by guessing which replies matter.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .closing import has_win
from .jit import compiled
from .layout import EMPTY, WIDTH, Integers, State, new_state
from .moves import (
    FIRST_CELL,
    FIRST_LETTER,
    MOVE_FIELDS,
    SECOND_CELL,
    SECOND_LETTER,
    list_attacks,
    list_parries,
    neighbour,
    quiet_pairs,
)
from .placement import place, undo

LOST, WON, STOPPED = 0, 1, -1

#: The last field of an attack: how many parries it has.
PARRIES = MOVE_FIELDS
#: The table's values, see :class:`Search`.
VALUE_SHIFT = 6
WON_MASK = (1 << VALUE_SHIFT) - 1

MOST_LEVELS = 16
ROOM_FOR_PLACES = 2048
ROOM_FOR_ATTACKS = 4096
ROOM_FOR_PARRIES = 9 * ROOM_FOR_PLACES

#: Counters: attacker's nodes searched, a request to stop, tiles in the set.
NODES, STOP, TILES_IN_SET = range(3)


class Search(NamedTuple):
    """A board and what a search needs beside it. Belongs to one thread.

    ``key`` and ``value`` are the transposition table: under the hash of a position, what is known
    of it: 64 * (most moves with which the attacker has been found not to win) + the fewest moves
    with which it has been found to win, 0 where none is known. ``places``, ``attacks``,
    ``parries`` have one layer a level.
    """

    state: State
    key: Integers
    value: Integers
    places: Integers
    attacks: Integers
    parries: Integers
    counters: Integers


def new_search(table_bits: int = 20) -> Search:
    """An empty board and an empty table of 2^table_bits positions."""
    return Search(
        new_state(),
        np.zeros(1 << table_bits, dtype=np.int64),
        np.zeros(1 << table_bits, dtype=np.int64),
        np.zeros((2 * MOST_LEVELS, ROOM_FOR_PLACES, 2), dtype=np.int64),
        np.zeros((MOST_LEVELS, ROOM_FOR_ATTACKS, MOVE_FIELDS + 1), dtype=np.int64),
        np.zeros((MOST_LEVELS, ROOM_FOR_PARRIES, MOVE_FIELDS + 1), dtype=np.int64),
        np.zeros(3, dtype=np.int64),
    )


@compiled
def _mixed(value: int) -> int:
    """Scatter the bits of a number (the finaliser of Steele, Lea and Flood's SplitMix)."""
    value = (value ^ ((value >> 30) & 0x3FFFFFFFF)) * -4658895280553007687
    value = (value ^ ((value >> 27) & 0x1FFFFFFFFF)) * -7723592293110705685
    return value ^ ((value >> 31) & 0x1FFFFFFFF)


@compiled
def position_key(state: State, colour: int) -> int:
    """A hash that shifts and turns of the board by 120° leave as it is, never 0."""
    trail, tile = state.trail, state.tile
    count = state.count[0]
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
def _place_row(state: State, moves: Integers, row: int) -> None:
    place(state, moves[row, FIRST_CELL], moves[row, FIRST_LETTER])
    place(state, moves[row, SECOND_CELL], moves[row, SECOND_LETTER])


@compiled
def _undo_row(state: State) -> None:
    undo(state)
    undo(state)


@compiled
def _touches(state: State, cell: int) -> bool:
    for direction in range(6):
        if state.tile[neighbour(cell, direction)] != EMPTY:
            return True
    return False


@compiled
def _parries(state: State, colour: int, moves: Integers, row: int) -> bool:
    """Whether a reply that was a parry on a similar board is one here."""
    first, second = moves[row, FIRST_CELL], moves[row, SECOND_CELL]
    if first == second or state.tile[first] != EMPTY or state.tile[second] != EMPTY:
        return False
    if not _touches(state, first) and not _touches(state, second):
        return False
    pair = 3 * moves[row, FIRST_LETTER] + moves[row, SECOND_LETTER]
    if not quiet_pairs(state.node, first, second) >> pair & 1:
        return False
    _place_row(state, moves, row)
    holds = not has_win(state, colour)
    _undo_row(state)
    return holds


@compiled
def _recall(search: Search, key: int) -> int:
    slot = key & (len(search.key) - 1)
    if search.key[slot] == key:
        return search.value[slot]
    if search.key[slot ^ 1] == key:
        return search.value[slot ^ 1]
    return 0


@compiled
def _remember(search: Search, key: int, value: int) -> None:
    """Write to the table, over what took less work of the two that may stand there."""
    slot = key & (len(search.key) - 1)
    if search.key[slot] != key:
        if search.key[slot ^ 1] == key or search.value[slot ^ 1] < search.value[slot]:
            slot ^= 1
    search.key[slot] = key
    search.value[slot] = value


@compiled
def _order_parries(search: Search, colour: int, depth: int, parries: Integers, found: int) -> bool:
    """Put the replies that look strongest first; True when one is known to hold."""
    state = search.state
    front = 0
    for row in range(found):
        _place_row(state, parries, row)
        known = _recall(search, position_key(state, colour)) >> VALUE_SHIFT >= depth - 1
        strong = known or has_win(state, 1 - colour)
        _undo_row(state)
        if known:
            return True
        if strong:
            for field in range(MOVE_FIELDS):
                kept = parries[front, field]
                parries[front, field] = parries[row, field]
                parries[row, field] = kept
            front += 1
    return False


@compiled
def _forks(search: Search, colour: int, level: int, found: int) -> int:
    """The row of an attack that nothing parries, or -1."""
    state, attacks, parries = search.state, search.attacks[level], search.parries[level]
    for row in range(found):
        _place_row(state, attacks, row)
        # The reply that held against the attack before often holds against this one.
        holds = _parries(state, colour, parries, 0) or (
            list_parries(state, colour, search.places[2 * level + 1], parries, 1) > 0
        )
        _undo_row(state)
        if not holds:
            return row
    return -1


@compiled
def attack_wins(search: Search, colour: int, depth: int, level: int, row: int) -> int:
    """Whether one listed attack wins within ``depth`` moves, itself included."""
    state, parries = search.state, search.parries[level]
    _place_row(state, search.attacks[level], row)
    found = list_parries(
        state, colour, search.places[2 * level + 1], parries, ROOM_FOR_PARRIES
    )
    result = WON
    if found > 0 and (depth == 2 or _order_parries(search, colour, depth, parries, found)):
        result = LOST
    reply = 0
    while result == WON and reply < found:
        _place_row(state, parries, reply)
        result = sequence(search, colour, depth - 1, level + 1)
        _undo_row(state)
        reply += 1
    _undo_row(state)
    return result


@compiled
def sequence(search: Search, colour: int, depth: int, level: int) -> int:
    """Whether ``colour``, to move, wins by threats within ``depth`` moves.

    WON, LOST (not so; nothing is said of slower or quieter ways) or STOPPED.
    """
    state, counters = search.state, search.counters
    if has_win(state, colour):
        return WON
    if depth < 2 or counters[TILES_IN_SET] - state.count[0] < 6:
        return LOST
    if counters[STOP]:
        return STOPPED
    key = position_key(state, colour)
    known = _recall(search, key)
    fewest = known & WON_MASK
    if 0 < fewest <= depth:
        return WON
    if known >> VALUE_SHIFT >= depth:
        return LOST
    counters[NODES] += 1
    attacks = search.attacks[level]
    found = list_attacks(state, colour, search.places[2 * level], attacks)
    if known >> VALUE_SHIFT < 2:
        if _forks(search, colour, level, found) >= 0:
            _remember(search, key, 1 << VALUE_SHIFT | 2)
            return WON
        if depth == 2:
            _remember(search, key, 2 << VALUE_SHIFT)
            return LOST
    _count_parries(search, colour, level, found)
    for _ in range(found):
        row = _next_attack(attacks, found)
        result = attack_wins(search, colour, depth, level, row)
        if result == STOPPED:
            return STOPPED
        if result == WON:
            _remember(search, key, (known >> VALUE_SHIFT) << VALUE_SHIFT | depth)
            return WON
    _remember(search, key, depth << VALUE_SHIFT | fewest)
    return LOST


@compiled
def _count_parries(search: Search, colour: int, level: int, found: int) -> None:
    state, attacks = search.state, search.attacks[level]
    for row in range(found):
        _place_row(state, attacks, row)
        attacks[row, PARRIES] = list_parries(
            state, colour, search.places[2 * level + 1], search.parries[level], ROOM_FOR_PARRIES
        )
        _undo_row(state)


@compiled
def _next_attack(attacks: Integers, found: int) -> int:
    """The attack with the fewest parries of those not taken yet; it is taken."""
    best = -1
    for row in range(found):
        if attacks[row, PARRIES] >= 0 and (
            best < 0 or attacks[row, PARRIES] < attacks[best, PARRIES]
        ):
            best = row
    attacks[best, PARRIES] = -1
    return best


@compiled
def solve_all(search: Search, colour: int, depth: int) -> int:
    """Mark each attack of the present board by whether it wins within ``depth`` moves.

    ``search.attacks[0]`` holds the attacks, with WON or LOST in the last field; how many there
    are, or STOPPED.
    """
    attacks = search.attacks[0]
    found = list_attacks(search.state, colour, search.places[0], attacks)
    for row in range(found):
        result = attack_wins(search, colour, depth, 0, row)
        if result == STOPPED:
            return STOPPED
        attacks[row, PARRIES] = result
    return found
