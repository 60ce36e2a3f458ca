"""What a single tile or two tiles would close, found from the groups without placing anything.

A set of rotations is a number with one bit for each: bit ``i`` for letter ``i`` of a single tile,
bit ``3 * i + j`` for letter ``i`` in the first and ``j`` in the second of two cells.

Tiles in the cells x and y close a group exactly when all of its freedoms lie in x and y. A
creature that needs both tiles contains a group with freedoms in both: were each group in it open
towards one of the two cells only, the straight in x could join none but those open towards x, and
the tile in x would close them alone. So all wins are found by walking the ring of groups and
looking at those whose freedoms lie in one cell, or in two neighbours.
"""

from __future__ import annotations

from .jit import compiled
from .layout import (
    BLUE_HEAD,
    CELL_SUM,
    CELLS,
    FREEDOMS,
    NEXT,
    SQUARE_SUM,
    STRAIGHTS,
    WHITE_HEAD,
    WIDTH,
    Integers,
    State,
)
from .placement import find

WHITE, BLUE = 0, 1
ALL_PAIRS = 0b111_111_111


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
    shut_0 = node[root_0, FREEDOMS] == 1 + same_01 + same_02
    shut_1 = node[root_1, FREEDOMS] == 1 + same_01 + same_12
    shut_2 = node[root_2, FREEDOMS] == 1 + same_02 + same_12
    closings = 0
    if (shut_1 and shut_2) or (
        shut_0 and not same_01 and not same_02 and node[root_0, STRAIGHTS] > 0
    ):
        closings = 1
    if (shut_0 and shut_2) or (
        shut_1 and not same_01 and not same_12 and node[root_1, STRAIGHTS] > 0
    ):
        closings |= 2
    if (shut_0 and shut_1) or (
        shut_2 and not same_02 and not same_12 and node[root_2, STRAIGHTS] > 0
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
    open_0 = node[roots[0], FREEDOMS] != _bits(slots_0)
    open_1 = node[roots[1], FREEDOMS] != _bits(slots_1)
    open_2 = node[roots[2], FREEDOMS] != _bits(slots_2)
    open_3 = node[roots[3], FREEDOMS] != _bits(slots_3)
    open_4 = node[roots[4], FREEDOMS] != _bits(slots_4)
    open_5 = node[roots[5], FREEDOMS] != _bits(slots_5)
    open_slots = (
        open_0 | (open_1 << 1) | (open_2 << 2) | (open_3 << 3) | (open_4 << 4) | (open_5 << 5)
    )
    if open_slots == 0b111111:
        return 0
    with_straight = (
        (node[roots[0], STRAIGHTS] > 0)
        | ((node[roots[1], STRAIGHTS] > 0) << 1)
        | ((node[roots[2], STRAIGHTS] > 0) << 2)
        | ((node[roots[3], STRAIGHTS] > 0) << 3)
        | ((node[roots[4], STRAIGHTS] > 0) << 4)
        | ((node[roots[5], STRAIGHTS] > 0) << 5)
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
    return single_closings(node, cell, WHITE) | single_closings(node, cell, BLUE)


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
def freedom_cells(node: Integers, group: int) -> tuple[int, int]:
    """The cells in which all freedoms of a group may lie, the lower first.

    ``(x, x)`` for one cell, ``(x, y)`` for two neighbours, ``(-1, -1)`` where neither can be.
    With n freedoms, a of them in x and b in y: n * SQUARE_SUM - CELL_SUM² = a * b * (x - y)², and
    neighbours differ by 1, WIDTH or WIDTH - 1. The sums may agree by chance for cells that are
    not these (never where all freedoms lie in one cell): callers count the freedoms.
    """
    n = node[group, FREEDOMS]
    total = node[group, CELL_SUM]
    spread = n * node[group, SQUARE_SUM] - total * total
    if spread == 0:
        return total // n, total // n
    if n == 2:
        product, fewer = 1, 1
    elif n == 3:
        product, fewer = 2, 1
    elif n == 4:
        # Two and two, or one and three: 4 d² and 3 d² of no two neighbour steps agree.
        fewer = 2
        product = 4
        if spread == 3 or spread == 3 * WIDTH * WIDTH or spread == 3 * (WIDTH - 1) * (WIDTH - 1):
            product, fewer = 3, 1
    elif n == 5:
        product, fewer = 6, 2
    else:
        product, fewer = 9, 3
    if spread == product:
        step = 1
    elif spread == product * WIDTH * WIDTH:
        step = WIDTH
    elif spread == product * (WIDTH - 1) * (WIDTH - 1):
        step = WIDTH - 1
    else:
        return -1, -1
    # Of n freedoms the higher cell x + step has either ``fewer`` or n - ``fewer``.
    rest = total - fewer * step
    if rest % n == 0 and (product != 3 or _corners_in(node, group, rest // n + step) == 1):
        return rest // n, rest // n + step
    rest = total - (n - fewer) * step
    if rest % n == 0:
        return rest // n, rest // n + step
    return -1, -1


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
def has_win(state: State, colour: int) -> bool:
    """Whether ``colour`` could win if it were to move now."""
    node, tile = state.node, state.tile
    head = WHITE_HEAD if colour == WHITE else BLUE_HEAD
    group = node[head, NEXT]
    while group != head:
        freedoms = node[group, FREEDOMS]
        if 0 < freedoms <= 6:
            first, second = freedom_cells(node, group)
            if first == second:
                if first >= 0 and single_wins(node, first, colour):
                    return True
            elif tile[first] == 0 and tile[second] == 0:
                if pair_wins(node, first, second, colour):
                    return True
        group = node[group, NEXT]
    return False
