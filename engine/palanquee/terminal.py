"""A Palanquée board drawn in characters, for the terminal."""

from __future__ import annotations

from .position import PalanqueePosition
from .table import drawn
from .table.board import COLUMNS, cell_from_name
from .table.pieces import Piece

#: How a colour's sprout is written; its seed is the capital letter.
_LETTERS = {"blue": "b", "green": "g", "red": "r", "yellow": "y", "violet": "v"}
_COLUMN_WIDTH = 3


def draw_in_characters(position: PalanqueePosition) -> str:
    """The board as one sees it, S on the left: small letters are sprouts, capital ones seeds. A
    cell that is drawn twice shows its piece at the top and at the bottom."""
    pieces = {piece.cell: piece for piece in position.pieces}
    rows: dict[int, list[str]] = {}
    for place in drawn.drawn_cells():
        row = rows.setdefault(place.half_steps, [" "] * (_COLUMN_WIDTH * len(COLUMNS)))
        left = _COLUMN_WIDTH * (len(COLUMNS) - 1 - place.column)
        row[left] = _letter(pieces.get(cell_from_name(place.name)))
    heading = "".join(letter.ljust(_COLUMN_WIDTH) for letter in reversed(COLUMNS))
    body = ["".join(rows[height]) for height in sorted(rows)]
    # The number of the cells of A, C, … in a half row; the others stand half a cell higher.
    numbers = [str(height // 2 + 1) if height % 2 else "" for height in sorted(rows)]
    lines = [f"{number:>3} {line}" for number, line in zip(numbers, body, strict=True)]
    return "\n".join(line.rstrip() for line in [f"    {heading}", *lines, f"    {heading.lower()}"])


def _letter(piece: Piece | None) -> str:
    if piece is None:
        return "."
    letter = _LETTERS[piece.colour]
    return letter.upper() if piece.is_seed else letter
