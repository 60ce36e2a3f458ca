"""What a single tile or two tiles would close, found from the groups without placing anything.

A set of rotations is a number with one bit for each: bit ``i`` for letter ``i`` of a single tile,
bit ``3 * i + j`` for letter ``i`` in the first and ``j`` in the second of two cells.

Tiles in the cells x and y close a group exactly when all of its freedoms lie in x and y. A
creature that needs both tiles contains a group with freedoms in both cells. (Suppose it did not:
each of its groups is open towards x alone or towards y alone. Then the straight in x joins only
groups that are open towards x, and the tile in x closes them by itself.) So all wins are found by
walking the ring of groups and looking at those whose freedoms lie in one cell, or in two
neighbours.
"""

from __future__ import annotations

from .jit import Integers, compiled
from .layout import (
    BLUE_HEAD,
    CELL_MASK,
    CELL_SHIFT,
    CELLS,
    EMPTY,
    FREEDOM_MASK,
    NEXT,
    PARENT,
    SQUARE_MASK,
    SQUARE_SHIFT,
    STRAIGHT_MASK,
    SUMMARY,
    WHITE_HEAD,
    WIDTH,
    KernelState,
)
from .placement import find

WHITE, BLUE = 0, 1
ALL_PAIRS = 0b111_111_111
#: Freedoms and straights of a group, and their value for a corner with a single tip.
GROUP_MASK = FREEDOM_MASK | STRAIGHT_MASK
LONE_TIP = 2


@compiled
def single_closings(node: Integers, cell: int, colour: int) -> int:
    """The rotations with which a tile in ``cell`` closes a creature of ``colour``."""
    if colour == WHITE:
        root_0 = find(node, cell)
        root_1 = find(node, cell + WIDTH)
        root_2 = find(node, cell + WIDTH - 1)
    else:
        root_0 = find(node, CELLS + cell)
        root_1 = find(node, CELLS + cell - WIDTH)
        root_2 = find(node, CELLS + cell - WIDTH + 1)
    same_01, same_02, same_12 = root_0 == root_1, root_0 == root_2, root_1 == root_2
    shut_0 = (node[root_0, SUMMARY] & FREEDOM_MASK) == 1 + same_01 + same_02
    shut_1 = (node[root_1, SUMMARY] & FREEDOM_MASK) == 1 + same_01 + same_12
    shut_2 = (node[root_2, SUMMARY] & FREEDOM_MASK) == 1 + same_02 + same_12
    closings = 0
    if (shut_1 and shut_2) or (
        shut_0 and not same_01 and not same_02 and (node[root_0, SUMMARY] & STRAIGHT_MASK) > 0
    ):
        closings = 1
    if (shut_0 and shut_2) or (
        shut_1 and not same_01 and not same_12 and (node[root_1, SUMMARY] & STRAIGHT_MASK) > 0
    ):
        closings |= 2
    if (shut_0 and shut_1) or (
        shut_2 and not same_02 and not same_12 and (node[root_2, SUMMARY] & STRAIGHT_MASK) > 0
    ):
        closings |= 4
    return closings


@compiled
def _slot(node: Integers, root: int, others: tuple[int, int, int, int, int, int]) -> int:
    """The slots (as bits) whose corner is in the group of ``root``."""
    return (
        (root == others[0])
        | ((root == others[1]) << 1)
        | ((root == others[2]) << 2)
        | ((root == others[3]) << 3)
        | ((root == others[4]) << 4)
        | ((root == others[5]) << 5)
    )


@compiled
def _bits(mask: int) -> int:
    mask = (mask & 0b010101) + ((mask >> 1) & 0b010101)
    return (mask & 3) + ((mask >> 2) & 3) + (mask >> 4)


@compiled
def _closes(joined_first: int, joined_second: int, open_slots: int, ready: int) -> bool:
    """Whether two straights, given by the slots they join, leave a creature closed."""
    both = joined_first | joined_second
    if ready & ~both:
        return True
    if joined_first & joined_second:
        return both & open_slots == 0
    return joined_first & open_slots == 0 or joined_second & open_slots == 0


@compiled
def pair_closings(node: Integers, first: int, second: int, colour: int) -> int:
    """The pairs of rotations with which tiles in two cells leave a creature of ``colour`` closed.

    Each of the two cells has three corners of the colour: six slots, in which a corner that both
    cells share appears twice, once for each of its two freedoms.
    """
    if colour == WHITE:
        base, step, diagonal = 0, WIDTH, WIDTH - 1
    else:
        base, step, diagonal = CELLS, -WIDTH, 1 - WIDTH
    roots = (
        find(node, base + first),
        find(node, base + first + step),
        find(node, base + first + diagonal),
        find(node, base + second),
        find(node, base + second + step),
        find(node, base + second + diagonal),
    )
    slots_0 = _slot(node, roots[0], roots)
    slots_1 = _slot(node, roots[1], roots)
    slots_2 = _slot(node, roots[2], roots)
    slots_3 = _slot(node, roots[3], roots)
    slots_4 = _slot(node, roots[4], roots)
    slots_5 = _slot(node, roots[5], roots)
    open_0 = (node[roots[0], SUMMARY] & FREEDOM_MASK) != _bits(slots_0)
    open_1 = (node[roots[1], SUMMARY] & FREEDOM_MASK) != _bits(slots_1)
    open_2 = (node[roots[2], SUMMARY] & FREEDOM_MASK) != _bits(slots_2)
    open_3 = (node[roots[3], SUMMARY] & FREEDOM_MASK) != _bits(slots_3)
    open_4 = (node[roots[4], SUMMARY] & FREEDOM_MASK) != _bits(slots_4)
    open_5 = (node[roots[5], SUMMARY] & FREEDOM_MASK) != _bits(slots_5)
    open_slots = (
        open_0 | (open_1 << 1) | (open_2 << 2) | (open_3 << 3) | (open_4 << 4) | (open_5 << 5)
    )
    if open_slots == 0b111111:
        return 0
    with_straight = (
        ((node[roots[0], SUMMARY] & STRAIGHT_MASK) > 0)
        | (((node[roots[1], SUMMARY] & STRAIGHT_MASK) > 0) << 1)
        | (((node[roots[2], SUMMARY] & STRAIGHT_MASK) > 0) << 2)
        | (((node[roots[3], SUMMARY] & STRAIGHT_MASK) > 0) << 3)
        | (((node[roots[4], SUMMARY] & STRAIGHT_MASK) > 0) << 4)
        | (((node[roots[5], SUMMARY] & STRAIGHT_MASK) > 0) << 5)
    )
    ready = with_straight & ~open_slots
    closings = 0
    for letter in range(3):
        if letter == 0:
            joined = slots_1 | slots_2
        elif letter == 1:
            joined = slots_0 | slots_2
        else:
            joined = slots_0 | slots_1
        closings |= (
            _closes(joined, slots_4 | slots_5, open_slots, ready)
            | (_closes(joined, slots_3 | slots_5, open_slots, ready) << 1)
            | (_closes(joined, slots_3 | slots_4, open_slots, ready) << 2)
        ) << (3 * letter)
    return closings


@compiled
def spread_first(letters: int) -> int:
    """All pairs whose first tile has one of these rotations."""
    return (letters & 1) * 0b111 | (letters & 2) * 0b11100 | (letters & 4) * 0b1110000


@compiled
def spread_second(letters: int) -> int:
    """All pairs whose second tile has one of these rotations."""
    return letters * 0b001_001_001


@compiled
def single_endings(node: Integers, cell: int) -> int:
    """The rotations with which a tile in ``cell`` ends the game."""
    endings = 0
    for colour in (WHITE, BLUE):
        endings |= single_closings(node, cell, colour)
    return endings


@compiled
def pairs_with_ending_tile(node: Integers, first: int, second: int) -> int:
    """The pairs of rotations of which one tile alone ends the game."""
    return spread_first(single_endings(node, first)) | spread_second(single_endings(node, second))


@compiled
def single_wins(node: Integers, cell: int, colour: int) -> int:
    """The rotations with which a tile in ``cell`` wins for ``colour``."""
    own = single_closings(node, cell, colour)
    if own == 0:
        return 0
    return own & ~single_closings(node, cell, 1 - colour)


@compiled
def pair_wins(node: Integers, first: int, second: int, colour: int) -> int:
    """The pairs of rotations that win for ``colour`` and of which neither tile ends the game."""
    own = pair_closings(node, first, second, colour)
    if own == 0:
        return 0
    own &= ~pair_closings(node, first, second, 1 - colour)
    if own == 0:
        return 0
    return own & ~pairs_with_ending_tile(node, first, second)


@compiled
def _step_between(spread: int, product: int) -> int:
    """How far apart in number the two cells are: 1, WIDTH - 1 or WIDTH; 0 for no neighbours."""
    if spread == product:
        return 1
    if spread == product * WIDTH * WIDTH & SQUARE_MASK:
        return WIDTH
    if spread == product * (WIDTH - 1) * (WIDTH - 1) & SQUARE_MASK:
        return WIDTH - 1
    return 0


@compiled
def _lower_cell(total: int, n: int, step: int, upper: int) -> int:
    """The lower cell x of n freedoms, ``upper`` of which lie in x + step and sum to ``total``."""
    rest = total - upper * step
    return rest // n if rest % n == 0 else -1


@compiled
def freedom_cells(node: Integers, group: int) -> tuple[int, int]:
    """The cells in which all freedoms of a group (1 to 6 of them) may lie, the lower first.

    ``(x, x)`` for one cell, ``(x, y)`` for two neighbours, ``(-1, -1)`` where neither can be.
    With n freedoms, a of them in x and b in y, the sums S of the cell numbers and Q of their
    squares give n Q - S² = a b (x - y)², and a and b are at most 3. The sums are kept modulo 2^18
    and may agree by chance for other cells: callers must not take the answer for more than a hint.
    """
    summary = node[group, SUMMARY]
    n = summary & FREEDOM_MASK
    total = (summary >> CELL_SHIFT) & CELL_MASK
    spread = (n * (summary >> SQUARE_SHIFT) - total * total) & SQUARE_MASK
    cell, step = -1, 0
    if spread == 0:
        if n == 1:
            cell = total
        elif n == 2:
            cell = total >> 1
        elif n == 3:
            cell = total // 3
    elif n == 2:
        step = _step_between(spread, 1)
        cell = (total - step) >> 1
    elif n == 3:
        step = _step_between(spread, 2)
        cell = _lower_cell(total, 3, step, 1)
        if cell < 0:
            cell = _lower_cell(total, 3, step, 2)
    elif n == 4:
        step = _step_between(spread, 4)
        if step:
            cell = _lower_cell(total, 4, step, 2)
        else:
            step = _step_between(spread, 3)
            # Both ways can come out whole here, since WIDTH - 1 is even.
            cell = _lower_cell(total, 4, step, 1)
            if cell < 0 or _corners_in(node, group, cell + step) != 1:
                cell = _lower_cell(total, 4, step, 3)
    elif n == 5:
        step = _step_between(spread, 6)
        cell = _lower_cell(total, 5, step, 2)
        if cell < 0:
            cell = _lower_cell(total, 5, step, 3)
    elif n == 6:
        step = _step_between(spread, 9)
        cell = _lower_cell(total, 6, step, 3)
    if cell < 0 or (spread != 0 and step == 0):
        return -1, -1
    return cell, cell + step


@compiled
def _corners_in(node: Integers, group: int, cell: int) -> int:
    """How many of a cell's corners belong to a group given by its root."""
    if group < CELLS:
        base, step, diagonal = 0, WIDTH, WIDTH - 1
    else:
        base, step, diagonal = CELLS, -WIDTH, 1 - WIDTH
    return (
        (find(node, base + cell) == group)
        + (find(node, base + cell + step) == group)
        + (find(node, base + cell + diagonal) == group)
    )


@compiled
def _beyond_lone_tip(node: Integers, corner: int, cell: int) -> int:
    """The other freedom's cell of a corner with one lone tip; -1 for any other corner."""
    summary = node[corner, SUMMARY]
    if node[corner, PARENT] != corner or summary & GROUP_MASK != LONE_TIP:
        return -1
    return int((summary >> CELL_SHIFT) & CELL_MASK) - cell


@compiled
def has_win(state: KernelState, colour: int) -> bool:
    """Whether ``colour`` could win if it were to move now.

    A lone tip has freedoms in two cells. A creature that uses it always uses another group, too,
    and is found through that: one with freedoms in both cells, or with all of them in one.
    """
    node, tile = state.node, state.tile
    if colour == WHITE:
        head, base, step, diagonal = WHITE_HEAD, 0, WIDTH, WIDTH - 1
    else:
        head, base, step, diagonal = BLUE_HEAD, CELLS, -WIDTH, 1 - WIDTH
    group = node[head, NEXT]
    while group != head:
        summary = node[group, SUMMARY]
        if 0 < summary & FREEDOM_MASK <= 6 and summary & GROUP_MASK != LONE_TIP:
            first, second = freedom_cells(node, group)
            if first >= 0 and tile[first] == EMPTY and tile[second] == EMPTY:
                in_one_cell = first == second
                if in_one_cell and single_wins(node, first, colour):
                    return True
                corner = base + first
                for _ in range(3 if in_one_cell else 1):
                    if in_one_cell:
                        second = _beyond_lone_tip(node, corner, first)
                        corner = base + first + (step if corner == base + first else diagonal)
                    if second >= 0 and pair_wins(node, first, second, colour):
                        return True
        group = node[group, NEXT]
    return False
