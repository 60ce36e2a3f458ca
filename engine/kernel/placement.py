"""Placing a tile and taking it back: union-find with undo."""

from __future__ import annotations

from .jit import compiled
from .layout import (
    BEFORE,
    BLUE_HEAD,
    CELL_SUM,
    CELLS,
    EMPTY,
    FREEDOMS,
    NEXT,
    ODD,
    PARENT,
    SQUARE_SUM,
    STRAIGHTS,
    WHITE_HEAD,
    WIDTH,
    Integers,
    State,
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
def _take_freedom(node: Integers, corner: int, cell: int, head: int) -> int:
    """Fill one of a corner's cells; a corner without a tile before enters the ring of groups."""
    root = find(node, corner)
    if node[root, FREEDOMS] == 3 and node[root, STRAIGHTS] == 0:
        after = node[head, NEXT]
        node[root, NEXT] = after
        node[root, BEFORE] = head
        node[after, BEFORE] = root
        node[head, NEXT] = root
    node[root, FREEDOMS] -= 1
    node[root, CELL_SUM] -= cell
    node[root, SQUARE_SUM] -= cell * cell
    return root


@compiled
def _give_freedom(node: Integers, root: int, cell: int) -> None:
    node[root, FREEDOMS] += 1
    node[root, CELL_SUM] += cell
    node[root, SQUARE_SUM] += cell * cell
    if node[root, FREEDOMS] == 3 and node[root, STRAIGHTS] == 0:
        before, after = node[root, BEFORE], node[root, NEXT]
        node[before, NEXT] = after
        node[after, BEFORE] = before


@compiled
def _join(node: Integers, first: int, second: int) -> tuple[int, int]:
    """Lay a straight between two groups given by their roots: the new root and the old one."""
    if first == second:
        node[first, STRAIGHTS] += 1
        return first, first
    if node[first, STRAIGHTS] < node[second, STRAIGHTS]:
        root, child = second, first
    else:
        root, child = first, second
    node[child, PARENT] = root
    node[root, STRAIGHTS] += node[child, STRAIGHTS] + 1
    node[root, FREEDOMS] += node[child, FREEDOMS]
    node[root, CELL_SUM] += node[child, CELL_SUM]
    node[root, SQUARE_SUM] += node[child, SQUARE_SUM]
    before, after = node[child, BEFORE], node[child, NEXT]
    node[before, NEXT] = after
    node[after, BEFORE] = before
    return root, child


@compiled
def _part(node: Integers, root: int, child: int) -> None:
    """Take a straight back: :func:`_join` undone. The child still knows its place in the ring."""
    if root == child:
        node[root, STRAIGHTS] -= 1
        return
    node[child, PARENT] = child
    node[root, STRAIGHTS] -= node[child, STRAIGHTS] + 1
    node[root, FREEDOMS] -= node[child, FREEDOMS]
    node[root, CELL_SUM] -= node[child, CELL_SUM]
    node[root, SQUARE_SUM] -= node[child, SQUARE_SUM]
    before, after = node[child, BEFORE], node[child, NEXT]
    node[before, NEXT] = child
    node[after, BEFORE] = child


@compiled
def place(state: State, cell: int, letter: int) -> int:
    """Place a tile in an empty cell; which colours' creatures it closes, as bits.

    ``letter`` is 0, 1, 2 for a, b, c. A White tip points to corner ``letter`` of the White
    corners (top, lower right, lower left), the Blue tip to that of the Blue ones (bottom, upper
    left, upper right); the straights join the two others. A letter of ODD - 1 joins nothing.
    """
    node = state.node
    row = state.trail[state.count[0]]
    state.count[0] += 1
    state.tile[cell] = letter + 1
    white_0 = _take_freedom(node, cell, cell, WHITE_HEAD)
    white_1 = _take_freedom(node, cell + WIDTH, cell, WHITE_HEAD)
    white_2 = _take_freedom(node, cell + WIDTH - 1, cell, WHITE_HEAD)
    blue_0 = _take_freedom(node, CELLS + cell, cell, BLUE_HEAD)
    blue_1 = _take_freedom(node, CELLS + cell - WIDTH, cell, BLUE_HEAD)
    blue_2 = _take_freedom(node, CELLS + cell - WIDTH + 1, cell, BLUE_HEAD)
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
    if node[white_root, FREEDOMS] == 0 or (
        node[white_tip, FREEDOMS] == 0
        and node[white_tip, STRAIGHTS] > 0
        and white_tip != white_child
    ):
        closed = CLOSES_WHITE
    if node[blue_root, FREEDOMS] == 0 or (
        node[blue_tip, FREEDOMS] == 0 and node[blue_tip, STRAIGHTS] > 0 and blue_tip != blue_child
    ):
        closed |= CLOSES_BLUE
    return closed


@compiled
def undo(state: State) -> None:
    """Take back the tile placed last."""
    node = state.node
    state.count[0] -= 1
    row = state.trail[state.count[0]]
    cell = row[0]
    if state.tile[cell] != ODD:
        _part(node, row[9], row[10])
        _part(node, row[7], row[8])
    state.tile[cell] = EMPTY
    for corner in range(6, 0, -1):
        _give_freedom(node, row[corner], cell)


@compiled
def place_all(state: State, cells: Integers, letters: Integers) -> int:
    """Place tiles one after the other; which colours' creatures any of them closed."""
    closed = 0
    for i in range(len(cells)):
        closed |= place(state, cells[i], letters[i])
    return closed


@compiled
def undo_all(state: State, left: int) -> None:
    """Take tiles back until ``left`` of them lie."""
    while state.count[0] > left:
        undo(state)
