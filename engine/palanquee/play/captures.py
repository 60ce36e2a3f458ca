"""Lines: what a piece captures as it is laid, which lines could be captured, full columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..table.board import AXES, COLUMN_MASKS, COLUMNS, RAYS, RING, column_lines
from ..table.pieces import COLOUR_BITS


@dataclass(frozen=True)
class Line:
    """A line of pieces that somebody can capture, or could have captured.

    ``cells`` is the line, ``ends`` the pieces that hold it: two of one colour, or one where the
    line ends at the red edge.
    """

    cells: tuple[int, ...]
    ends: tuple[int, ...]

    @property
    def at_edge(self) -> bool:
        """Whether the line is held against the red edge."""
        return len(self.ends) == 1


def captured_lines(codes: Sequence[int], cell: int, colour: int) -> list[Line]:
    """The lines that a piece of ``colour``, just laid on ``cell``, captures.

    Along each direction an unbroken line of pieces of other colours up to another piece of the
    mover's colour; out of the columns also such a line of one colour that ends at the red edge.
    Round a column both ends may not be one piece (rules, Palanquée 7 and 8).
    """
    lines = []
    for direction, ray in enumerate(RAYS[cell]):
        for place, other in enumerate(ray):
            found = codes[other] & COLOUR_BITS
            if found == colour and place:
                lines.append(Line(ray[:place], (cell, other)))
            if not found or found == colour:
                break
        else:
            if direction > 1 and len({codes[other] & COLOUR_BITS for other in ray}) == 1:
                lines.append(Line(ray, (cell,)))
    return lines


def threatening_lines(codes: Sequence[int], cell: int, colour: int) -> list[Line]:
    """The lines through a piece of ``colour`` on ``cell`` that an enemy would have captured.

    A pincer of one enemy colour round the line, or a line of this colour alone from the red edge
    to an enemy piece (rules, Palanquée 10).
    """
    lines = []
    rays = RAYS[cell]
    for axis, (one, other) in enumerate(AXES):
        ahead, behind = rays[one], rays[other]
        if (ahead and not codes[ahead[0]]) or (behind and not codes[behind[0]]):
            continue  # beside an empty cell no line goes through
        first, second = _ends(codes, ahead, colour), _ends(codes, behind, colour)
        for enemy, near in first.items():
            far = second.get(enemy)
            if far is not None and ahead[near] != behind[far]:
                between = (*reversed(ahead[:near]), cell, *behind[:far])
                lines.append(Line(between, (ahead[near], behind[far])))
        if axis:
            for ends, ray, back in ((first, ahead, behind), (second, behind, ahead)):
                if ends and _all_of(codes, back, colour):
                    near = min(ends.values())  # all before the first enemy is of this colour
                    lines.append(Line((*reversed(ray[:near]), cell, *back), (ray[near],)))
    return lines


def _ends(codes: Sequence[int], ray: Sequence[int], colour: int) -> dict[int, int]:
    """For each enemy colour the place of its first piece along an unbroken ray."""
    ends: dict[int, int] = {}
    for place, cell in enumerate(ray):
        found = codes[cell] & COLOUR_BITS
        if not found:
            break
        if found != colour and found not in ends:
            ends[found] = place
    return ends


def _all_of(codes: Sequence[int], cells: Sequence[int], colour: int) -> bool:
    return all(codes[cell] & COLOUR_BITS == colour for cell in cells)


def standing_lines(codes: Sequence[int]) -> Iterator[Line]:
    """Every captured line that still stands on a board; at rest there is none."""
    for line in column_lines():
        closed = line[0] // RING == line[-1] // RING
        yield from _pincers(codes, line, closed)
        if not closed:
            yield from _against_edge(codes, line)
            yield from _against_edge(codes, line[::-1])


def _pincers(codes: Sequence[int], line: tuple[int, ...], closed: bool) -> Iterator[Line]:
    # Neighbouring ends of a captured line: from each piece on to the next one of its colour.
    length = len(line)
    for place, cell in enumerate(line):
        colour = codes[cell] & COLOUR_BITS
        if not colour:
            continue
        between: list[int] = []
        for step in range(1, length if closed else length - place):
            other = line[(place + step) % length]
            found = codes[other] & COLOUR_BITS
            if not found:
                break
            if found == colour:
                if between:
                    yield Line(tuple(between), (cell, other))
                break
            between.append(other)


def _against_edge(codes: Sequence[int], line: tuple[int, ...]) -> Iterator[Line]:
    colour = codes[line[0]] & COLOUR_BITS
    for place, cell in enumerate(line if colour else ()):
        found = codes[cell] & COLOUR_BITS
        if found != colour:
            if found:
                yield Line(line[:place][::-1], (cell,))
            return


def saturated_columns(occupied: int) -> list[int]:
    """The columns without two contiguous empty cells. The ring counts, and an empty cell that is
    drawn twice counts as two (rules, Palanquée 12)."""
    return [column for column in range(len(COLUMNS)) if is_saturated(occupied, column)]


def is_saturated(occupied: int, column: int) -> bool:
    """Whether a column holds no two contiguous empty cells."""
    empty = (COLUMN_MASKS[column] & ~occupied) >> RING * column
    if column % 2 and empty & 1:
        return False
    turned = empty >> 1 | (empty & 1) << RING - 1
    return not empty & turned
