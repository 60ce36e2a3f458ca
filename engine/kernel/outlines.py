"""The closed lines round a group in the kernel, and its loops and legs.

``outlines.outline`` is the specification.
"""

from __future__ import annotations

from .jit import compiled
from .table import (
    AREA,
    BORDERS,
    CELLS,
    CORNERS,
    DEGREES,
    EMPTY,
    LENGTH,
    LIMB_ENDS,
    LINES,
    STAMP,
    START,
    TILES,
    WIDTH,
    KernelTable,
    corner_cell,
    neighbour,
    slot_corner,
)

#: Of a tile of letter a, by the edge: which line starts there, and how far from it that ends.
_LINES, _TURNS = (0, 2, 2, 0, 1, 1), (3, 1, 5, 3, 1, 5)


@compiled
def _line_and_exit(letter: int, entry: int) -> tuple[int, int]:
    """Which line of a tile starts at an edge (straight, White's arc, Blue's arc), and its end."""
    turned = (entry - 2 * letter) % 6
    return _LINES[turned], (entry + _TURNS[turned]) % 6


@compiled
def _borders_group(table: KernelTable, cell: int, line: int, stamp: int) -> bool:
    """Whether one of the two corners beside a line is in the group last looked at."""
    letter = table.letter[cell]
    if line == 1:  # White's tip, and Blue's straight behind it
        white, blue = letter, (letter + 1) % 3
    elif line == 2:
        white, blue = (letter + 1) % 3, letter
    else:
        white, blue = (letter + 1) % 3, (letter + 1) % 3
    return bool(
        table.corner_mark[slot_corner(table, cell, white, False)] == stamp
        or table.corner_mark[slot_corner(table, cell, blue, True)] == stamp
    )


@compiled
def _walk_the_other_half(table: KernelTable, cell: int, enters: int, number: int) -> None:
    """Number an open line's tiles before this one too, else they would count as another line."""
    while True:
        edge = neighbour(table.shape[WIDTH], cell, enters)
        if table.letter[edge] == EMPTY:
            return
        line, leaves = _line_and_exit(table.letter[edge], (enters + 3) % 6)
        table.curve[3 * edge + line] = number
        cell, enters = edge, leaves


@compiled
def _follow_lines(table: KernelTable, stamp: int) -> int:
    """Write all closed lines; the number of the one with the largest area at the group."""
    width, letter, curve = table.shape[WIDTH], table.letter, table.curve
    tiles = table.shape[TILES]
    for index in range(tiles):
        for line in range(3):
            curve[3 * table.tiles[index] + line] = -1
    lines = written = 0
    outer = -1
    for index in range(tiles):
        for entry in range(6):
            cell = table.tiles[index]
            line, _ = _line_and_exit(letter[cell], entry)
            if curve[3 * cell + line] >= 0:
                continue
            first_cell = cell
            start = written
            borders = False
            closed = True
            enters = entry
            while True:
                line, leaves = _line_and_exit(letter[cell], enters)
                if curve[3 * cell + line] == lines:
                    break
                curve[3 * cell + line] = lines
                borders = borders or _borders_group(table, cell, line, stamp)
                edge = neighbour(width, cell, leaves)
                table.points[written, 0] = cell % width + edge % width
                table.points[written, 1] = cell // width + edge // width
                written += 1
                if letter[edge] == EMPTY:
                    closed = False
                    break
                cell, enters = edge, (leaves + 3) % 6
            if not closed:
                _walk_the_other_half(table, first_cell, entry, lines)
                written = start
            table.lines[lines, START] = start
            table.lines[lines, LENGTH] = written - start
            table.lines[lines, BORDERS] = borders and closed
            area = 0
            for point in range(start, written):
                after = start if point + 1 == written else point + 1
                area += table.points[point, 0] * table.points[after, 1]
                area -= table.points[after, 0] * table.points[point, 1]
            table.lines[lines, AREA] = abs(area)
            if table.lines[lines, BORDERS] and (
                outer < 0 or table.lines[lines, AREA] > table.lines[outer, AREA]
            ):
                outer = lines
            lines += 1
    table.shape[LINES] = lines
    return outer


@compiled
def _encloses(table: KernelTable, line: int, x: int, y: int) -> bool:
    """Whether a point that is not on a closed line lies inside it."""
    start, length = table.lines[line, START], table.lines[line, LENGTH]
    points = table.points
    inside = False
    before = start + length - 1
    for point in range(start, start + length):
        x0, y0 = points[before, 0], points[before, 1]
        x1, y1 = points[point, 0], points[point, 1]
        if (y0 > y) != (y1 > y):
            side = (x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)
            if (side > 0) == (y1 > y0):
                inside = not inside
        before = point
    return inside


@compiled
def count_loops_and_legs(table: KernelTable) -> int:
    """Loops and legs of the closed group last looked at; 0 with an empty cell inside."""
    corners, degrees = table.found[CORNERS], table.found[DEGREES]
    if degrees // 2 - corners + 1 == 0:  # no ring: one loop, and every limb end is on it
        return int(1 + table.found[LIMB_ENDS])
    stamp = table.shape[STAMP]
    width, letter, points = table.shape[WIDTH], table.letter, table.points
    outer = _follow_lines(table, stamp)
    start = table.lines[outer, START]
    end = start + table.lines[outer, LENGTH]
    left = right = points[start, 0]
    top = bottom = points[start, 1]
    for point in range(start, end):
        left, right = min(left, points[point, 0]), max(right, points[point, 0])
        top, bottom = min(top, points[point, 1]), max(bottom, points[point, 1])
    for q in range(left // 2, right // 2 + 1):
        for r in range(top // 2, bottom // 2 + 1):
            if letter[r * width + q] == EMPTY and _encloses(table, outer, 2 * q, 2 * r):
                return 0
    count = 1
    for line in range(table.shape[LINES]):
        if line != outer and table.lines[line, LENGTH] > 0:
            point = table.lines[line, START]
            count += _encloses(table, outer, points[point, 0], points[point, 1])
    is_blue = table.queue[0] >= table.shape[CELLS]
    for index in range(corners):
        corner = table.queue[index]
        degree = 0
        tip = -1
        for slot in range(3):
            cell = corner_cell(table, corner, slot)
            if letter[cell] == slot:
                tip = cell
            else:
                degree += 1
        if degree == 1:
            count += table.curve[3 * tip + (2 if is_blue else 1)] == outer
    return count
