"""Placing a tile and taking it back: union-find with undo."""

from __future__ import annotations

from .jit import Integers, compiled
from .layout import (
    BEFORE,
    BLUE_HEAD,
    CELL_SHIFT,
    CELLS,
    EMPTY,
    FREEDOM_MASK,
    NEXT,
    ODD,
    ONE_STRAIGHT,
    PARENT,
    SQUARE_SHIFT,
    STRAIGHT_MASK,
    SUMMARY,
    UNTOUCHED,
    WHITE_HEAD,
    WIDTH,
    KernelState,
)

#: What :func:`place` returns: a bit for each colour of which a creature was closed.
CLOSES_WHITE, CLOSES_BLUE = 1, 2


@compiled
def find(node: Integers, corner: int) -> int:
    """The root of a corner's group."""
    above = node[corner, PARENT]
    while above != corner:
        corner = above
        above = node[corner, PARENT]
    return corner


@compiled
def freedom_in(cell: int) -> int:
    """What one freedom in a cell adds to a group's summary."""
    return 1 + (cell << CELL_SHIFT) + ((cell * cell) << SQUARE_SHIFT)


@compiled
def _take_freedom(node: Integers, corner: int, freedom: int, head: int) -> int:
    """Fill one of a corner's cells; a corner without a tile before enters the ring of groups."""
    root = find(node, corner)
    summary = node[root, SUMMARY]
    if summary & (FREEDOM_MASK | STRAIGHT_MASK) == UNTOUCHED:
        after = node[head, NEXT]
        node[root, NEXT] = after
        node[root, BEFORE] = head
        node[after, BEFORE] = root
        node[head, NEXT] = root
    node[root, SUMMARY] = summary - freedom
    return root


@compiled
def _give_freedom(node: Integers, root: int, freedom: int) -> None:
    summary = node[root, SUMMARY] + freedom
    node[root, SUMMARY] = summary
    if summary & (FREEDOM_MASK | STRAIGHT_MASK) == UNTOUCHED:
        before, after = node[root, BEFORE], node[root, NEXT]
        node[before, NEXT] = after
        node[after, BEFORE] = before


@compiled
def _join(node: Integers, first: int, second: int) -> tuple[int, int]:
    """Lay a straight between two groups given by their roots: the new root and the old one."""
    if first == second:
        node[first, SUMMARY] += ONE_STRAIGHT
        return first, first
    if node[first, SUMMARY] & STRAIGHT_MASK < node[second, SUMMARY] & STRAIGHT_MASK:
        root, child = second, first
    else:
        root, child = first, second
    node[child, PARENT] = root
    node[root, SUMMARY] += node[child, SUMMARY] + ONE_STRAIGHT
    before, after = node[child, BEFORE], node[child, NEXT]
    node[before, NEXT] = after
    node[after, BEFORE] = before
    return root, child


@compiled
def _part(node: Integers, root: int, child: int) -> None:
    """Take a straight back: :func:`_join` undone. The child still knows its place in the ring."""
    if root == child:
        node[root, SUMMARY] -= ONE_STRAIGHT
        return
    node[child, PARENT] = child
    node[root, SUMMARY] -= node[child, SUMMARY] + ONE_STRAIGHT
    before, after = node[child, BEFORE], node[child, NEXT]
    node[before, NEXT] = child
    node[after, BEFORE] = child


@compiled
def _is_closed_creature(summary: int) -> bool:
    return summary & FREEDOM_MASK == 0 and summary & STRAIGHT_MASK > 0


@compiled
def place(state: KernelState, cell: int, letter: int) -> int:
    """Place a tile in an empty cell; which colours' creatures it closes, as bits.

    ``letter`` is 0, 1, 2 for a, b, c. A White tip points to corner ``letter`` of the White
    corners (top, lower right, lower left), the Blue tip to that of the Blue ones (bottom, upper
    left, upper right); the straights join the two others. A letter of ODD - 1 joins nothing.
    """
    node = state.node
    row = state.trail[state.counters[0]]
    state.counters[0] += 1
    state.tile[cell] = letter + 1
    freedom = freedom_in(cell)
    white_0 = _take_freedom(node, cell, freedom, WHITE_HEAD)
    white_1 = _take_freedom(node, cell + WIDTH, freedom, WHITE_HEAD)
    white_2 = _take_freedom(node, cell + WIDTH - 1, freedom, WHITE_HEAD)
    blue_0 = _take_freedom(node, CELLS + cell, freedom, BLUE_HEAD)
    blue_1 = _take_freedom(node, CELLS + cell - WIDTH, freedom, BLUE_HEAD)
    blue_2 = _take_freedom(node, CELLS + cell - WIDTH + 1, freedom, BLUE_HEAD)
    row[0] = cell
    row[1] = white_0
    row[2] = white_1
    row[3] = white_2
    row[4] = blue_0
    row[5] = blue_1
    row[6] = blue_2
    if letter == ODD - 1:
        return 0
    if letter == 0:
        white_tip, blue_tip = white_0, blue_0
        white_root, white_child = _join(node, white_1, white_2)
        blue_root, blue_child = _join(node, blue_1, blue_2)
    elif letter == 1:
        white_tip, blue_tip = white_1, blue_1
        white_root, white_child = _join(node, white_0, white_2)
        blue_root, blue_child = _join(node, blue_0, blue_2)
    else:
        white_tip, blue_tip = white_2, blue_2
        white_root, white_child = _join(node, white_0, white_1)
        blue_root, blue_child = _join(node, blue_0, blue_1)
    row[7] = white_root
    row[8] = white_child
    row[9] = blue_root
    row[10] = blue_child
    closed = 0
    if _is_closed_creature(node[white_root, SUMMARY]) or (
        white_tip != white_child and _is_closed_creature(node[white_tip, SUMMARY])
    ):
        closed = CLOSES_WHITE
    if _is_closed_creature(node[blue_root, SUMMARY]) or (
        blue_tip != blue_child and _is_closed_creature(node[blue_tip, SUMMARY])
    ):
        closed |= CLOSES_BLUE
    return closed


@compiled
def undo(state: KernelState) -> None:
    """Take back the tile placed last."""
    node = state.node
    state.counters[0] -= 1
    row = state.trail[state.counters[0]]
    cell = row[0]
    if state.tile[cell] != ODD:
        _part(node, row[9], row[10])
        _part(node, row[7], row[8])
    state.tile[cell] = EMPTY
    freedom = freedom_in(cell)
    for corner in range(6, 0, -1):
        _give_freedom(node, row[corner], freedom)


@compiled
def place_all(state: KernelState, cells: Integers, letters: Integers) -> int:
    """Place tiles one after the other; which colours' creatures any of them closed."""
    closed = 0
    for i in range(len(cells)):
        closed |= place(state, cells[i], letters[i])
    return closed


@compiled
def undo_all(state: KernelState, left: int) -> None:
    """Take tiles back until ``left`` of them lie."""
    while state.counters[0] > left:
        undo(state)
