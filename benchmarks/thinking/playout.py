"""Random games, and the loops by which the kernel's speed is measured."""

from __future__ import annotations

from palago.engine.kernel.closing import BLUE, WHITE, has_win
from palago.engine.kernel.jit import Integers, compiled
from palago.engine.kernel.layout import WIDTH, KernelState
from palago.engine.kernel.placement import place, undo, undo_all
from palago.engine.kernel.table import neighbour

_MULTIPLIER = 0x5851F42D4C957F2D
_INCREMENT = 0x14057B7EF767814F
_KEPT = 0x7FFFFFFFFFFFFFFF


@compiled
def _next_random(seed: Integers, below: int) -> int:
    """A number from 0 to below - 1 (below < 2^31), from the upper bits of a congruence."""
    seed[0] = (seed[0] * _MULTIPLIER + _INCREMENT) & _KEPT
    return int((seed[0] >> 32) * below) >> 31


@compiled
def _add_frontier(
    state: KernelState, cell: int, frontier: Integers, position: Integers, size: int
) -> int:
    """Note the empty neighbours of a new tile, and drop its cell; the new size.

    ``position[cell]`` is one more than the cell's place in ``frontier``, 0 where it has none.
    """
    at = position[cell] - 1
    if at >= 0:
        size -= 1
        last = frontier[size]
        frontier[at] = last
        position[last] = at + 1
        position[cell] = 0
    for direction in range(6):
        near = neighbour(WIDTH, cell, direction)
        if state.tile[near] == 0 and position[near] == 0:
            frontier[size] = near
            size += 1
            position[near] = size
    return size


@compiled
def random_game(
    state: KernelState, tiles: int, seed: Integers, frontier: Integers, position: Integers
) -> int:
    """Play random legal moves until a creature is closed or ``tiles`` lie; what was closed.

    Each legal set of two tiles is as likely as another, and so is the order of the two.
    """
    size = 0
    for index in range(state.counters[0]):
        size = _add_frontier(state, state.trail[index, 0], frontier, position, size)
    closed = 0
    tries = 0
    while closed == 0 and state.counters[0] + 2 <= tiles and tries < 1000:
        cell = frontier[_next_random(seed, size)]
        draw = _next_random(seed, 6 * 2 * 9)
        other = neighbour(WIDTH, cell, draw % 6)
        # A pair of which both cells touch the board can be drawn from either side.
        if state.tile[other] != 0 or (position[other] > 0 and (draw // 6) % 2):
            tries += 1
            continue
        tries = 0
        letters = draw // 12
        if position[other] > 0 and _next_random(seed, 2):
            cell, other = other, cell
        closed = place(state, cell, letters // 3)
        size = _add_frontier(state, cell, frontier, position, size)
        if closed == 0:
            closed = place(state, other, letters % 3)
            size = _add_frontier(state, other, frontier, position, size)
    for index in range(size):
        position[frontier[index]] = 0
    return closed


@compiled
def random_games(
    state: KernelState,
    tiles: int,
    games: int,
    seed: Integers,
    frontier: Integers,
    position: Integers,
    results: Integers,
) -> int:
    """Play games from the present board to the end; tiles placed in all.

    ``results`` (4,) counts the games by what was closed: nothing, White, Blue, both.
    """
    start = state.counters[0]
    placed = 0
    for _ in range(games):
        results[random_game(state, tiles, seed, frontier, position)] += 1
        placed += state.counters[0] - start
        undo_all(state, start)
    return placed


@compiled
def place_and_undo(state: KernelState, cells: Integers, letters: Integers, rounds: int) -> int:
    """Place tiles one after the other and take them back, again and again; tiles placed."""
    placed = 0
    for _ in range(rounds):
        for index in range(len(cells)):
            place(state, cells[index], letters[index])
        for _ in range(len(cells)):
            undo(state)
        placed += len(cells)
    return placed


@compiled
def detect_wins(state: KernelState, rounds: int) -> int:
    """Look for an immediate win of each colour, again and again; how often one was found."""
    found = 0
    for _ in range(rounds):
        found += has_win(state, WHITE)
        found += has_win(state, BLUE)
    return found
