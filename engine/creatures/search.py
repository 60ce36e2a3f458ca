"""The compiled search behind the atlas: every closed group of one colour, each once.

A closed group is found by deciding its tiles one by one. From a first corner on, the next empty
cell at a corner of the group gets each of the three rotations in turn; a straight that reaches a
new corner takes it in. When no cell at a corner is empty the group is closed. To find each group
only once, its other corners must come after the first one in the order of rows. A branch is left
as soon as its tiles, and one more for each empty cell at its corners, are too many.

Cells and corners are numbers in a window ``WIDTH`` wide: cell (q, r) is ``(r + ORIGIN) * WIDTH +
q + ORIGIN``; a (Blue) corner has the number of the cell at whose bottom it lies.
"""

from __future__ import annotations

import numpy as np

from ..kernel.jit import Bytes, Integers, compiled

WIDTH = 128
ORIGIN = 64
#: Maximum number of tiles in a group: no such group reaches the border of the window.
MOST_TILES = 60
#: More corners than a group of MOST_TILES tiles can have.
_MOST_CORNERS = 3 * MOST_TILES
#: A cell's corners by number k: at the bottom, at the upper right, at the upper left.
_CORNER_OFFSETS = np.array((0, 1 - WIDTH, -WIDTH))
#: A corner's cells, and which corner of each cell it is.
_CELL_OFFSETS = np.array((0, WIDTH, WIDTH - 1))
_CELL_CORNERS = np.array((0, 2, 1))


@compiled
def _take_in(
    corner: int,
    tips: Bytes,
    members: Bytes,
    touched: Bytes,
    corners: Integers,
    length: int,
    first: int,
) -> tuple[int, int, bool]:
    """Take a corner into the group, and those that straights already laid join to it.

    Returns the new number of corners, how many empty cells came to lie at the group, and False
    where a corner comes before the first one.
    """
    opened = 0
    if members[corner]:
        return length, 0, True
    if corner < first:
        return length, 0, False
    members[corner] = 1
    corners[length] = corner
    reached = length
    length += 1
    while reached < length:
        here = corners[reached]
        reached += 1
        for way in range(3):
            cell = here + _CELL_OFFSETS[way]
            if touched[cell] == 0 and tips[cell] < 0:
                opened += 1
            touched[cell] += 1
            tip = tips[cell]
            if tip < 0 or tip == _CELL_CORNERS[way]:
                continue
            other = cell + _CORNER_OFFSETS[3 - tip - _CELL_CORNERS[way]]
            if members[other]:
                continue
            if other >= first:
                members[other] = 1
                corners[length] = other
                length += 1
                continue
            # What was pushed but not looked at yet must not be taken back later.
            for index in range(reached, length):
                members[corners[index]] = 0
            for rest in range(way + 1, 3):
                cell = here + _CELL_OFFSETS[rest]
                if touched[cell] == 0 and tips[cell] < 0:
                    opened += 1
                touched[cell] += 1
            return reached, opened, False
    return length, opened, True


@compiled
def _give_back(
    tips: Bytes, members: Bytes, touched: Bytes, corners: Integers, length: int, to: int
) -> int:
    """Take the last corners out of the group again; how many empty cells it leaves."""
    closed = 0
    for index in range(to, length):
        here = corners[index]
        members[here] = 0
        for way in range(3):
            cell = here + _CELL_OFFSETS[way]
            touched[cell] -= 1
            if touched[cell] == 0 and tips[cell] < 0:
                closed += 1
    return closed


@compiled
def _is_symmetrical(tips: Bytes, cells: Integers, tiles: int) -> bool:
    """Whether a turn by 120 degrees about its centre brings the group onto itself."""
    if tiles % 3:
        return False
    sum_q = 0
    sum_r = 0
    for index in range(tiles):
        sum_q += cells[index] % WIDTH - ORIGIN
        sum_r += cells[index] // WIDTH - ORIGIN
    # (q, r) turns to (-q - r, q); the shift that keeps the centre in its place must be whole.
    shift_q = sum_q + sum_q + sum_r
    shift_r = sum_r - sum_q
    if shift_q % tiles or shift_r % tiles:
        return False
    shift_q //= tiles
    shift_r //= tiles
    for index in range(tiles):
        q = cells[index] % WIDTH - ORIGIN
        r = cells[index] // WIDTH - ORIGIN
        turned_q = shift_q - q - r
        turned_r = shift_r + q
        if abs(turned_q) >= ORIGIN or abs(turned_r) >= ORIGIN:
            return False
        tip = tips[cells[index]]
        # Bottom turns to upper left, upper left to upper right, upper right to bottom.
        turned_tip = 2 if tip == 0 else tip - 1
        if tips[(turned_r + ORIGIN) * WIDTH + turned_q + ORIGIN] != turned_tip:
            return False
    return True


@compiled
def _next_empty(tips: Bytes, corners: Integers, looked_at: int, length: int) -> tuple[int, int]:
    """The first corner from this one on with an empty cell beside it, and the cell; else -1."""
    while looked_at < length:
        for way in range(3):
            cell = corners[looked_at] + _CELL_OFFSETS[way]
            if tips[cell] < 0:
                return looked_at, cell
        looked_at += 1
    return looked_at, -1


@compiled
def _corner_joined(members: Bytes, cell: int, tip: int) -> int:
    """A straight joins two of the cell's corners: the one to take in where the group has the other
    one; else -1."""
    one: int = cell + _CORNER_OFFSETS[(tip + 1) % 3]
    other: int = cell + _CORNER_OFFSETS[(tip + 2) % 3]
    if members[one]:
        return other
    return one if members[other] else -1


@compiled
def search_closed_groups(
    most: int, counts: Integers, symmetrical: Integers, wanted: int, found: Integers
) -> None:
    """Count the closed groups of at most ``most`` tiles, up to shifts only.

    ``counts`` and ``symmetrical`` (most + 1 entries each) are added to. Groups of ``wanted``
    tiles are written to ``found`` (groups, wanted, 2) as cell numbers and tips (0 bottom, 1 upper
    right, 2 upper left) as long as there is room.
    """
    tips = np.full(WIDTH * WIDTH, -1, dtype=np.int8)
    members = np.zeros(WIDTH * WIDTH, dtype=np.int8)
    touched = np.zeros(WIDTH * WIDTH, dtype=np.int8)
    corners = np.zeros(_MOST_CORNERS, dtype=np.int64)
    cells = np.zeros(MOST_TILES + 2, dtype=np.int64)
    position = np.zeros(MOST_TILES + 2, dtype=np.int64)
    length_before = np.zeros(MOST_TILES + 2, dtype=np.int64)
    first = ORIGIN * WIDTH + ORIGIN
    length, open_cells, _ = _take_in(first, tips, members, touched, corners, 0, first)
    tiles = 0  # decided cells; the last one's rotation is still being tried
    looked_at = written = 0
    going_down = True
    while True:
        if going_down:
            looked_at, cell = _next_empty(tips, corners, looked_at, length)
            if cell >= 0:
                cells[tiles], position[tiles], length_before[tiles] = cell, looked_at, length
                tiles += 1
                open_cells -= 1
            else:
                counts[tiles] += 1
                symmetrical[tiles] += _is_symmetrical(tips, cells, tiles)
                if tiles == wanted and written < found.shape[0]:
                    for index in range(tiles):
                        found[written, index, 0] = cells[index]
                        found[written, index, 1] = tips[cells[index]]
                    written += 1
        if tiles == 0:
            return
        # The next rotation of the last tile, after taking back what the one before brought.
        last = tiles - 1
        cell = cells[last]
        open_cells -= _give_back(tips, members, touched, corners, length, length_before[last])
        length = length_before[last]
        tip = tips[cell] + 1
        if tip == 3:
            tips[cell] = -1
            open_cells += 1
            tiles -= 1
            going_down = False
            continue
        tips[cell] = tip
        right = True
        new = _corner_joined(members, cell, tip)
        if new >= 0:
            length, opened, right = _take_in(new, tips, members, touched, corners, length, first)
            open_cells += opened
        looked_at = position[last]
        going_down = right and tiles + open_cells <= most
