"""The board on its pages: whole on a large one, or cut into parts that are glued together."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product

from ..lettering import draw_paragraphs
from ..sheet import BLACK, GREY, MARGIN, RULER_LENGTH, Point, Sheet
from ..texts import Texts
from .board import BoardDrawing

FOOTER, GLUE_FOOTER = 14.0, 20.0
"""Room below a whole board, and below a part with how it is glued, mm."""
GLUE = 12.0
"""Width of the strip that the next sheet covers, mm."""
USUAL_CELLS = {"A4": 28.0, "letter": 26.5}
"""Height of a cell of a board in six parts that are glued, mm; a whole board is as large as its
paper allows."""


@dataclass(frozen=True)
class Parts:
    """How a board is cut: so many columns and rows of windows of one size, which overlap."""

    columns: int
    rows: int
    window: Point

    @property
    def count(self) -> int:
        """How many sheets there are."""
        return self.columns * self.rows


def room_on(sheet: Sheet, footer: float = FOOTER) -> Point:
    """Width and height that can be drawn on, above the ruler, mm."""
    return sheet.width - 2 * MARGIN, sheet.height - 2 * MARGIN - footer


def largest_cell(sheet: Sheet) -> float:
    """The height of a cell, mm, with which the whole board just fits the sheet."""
    width, height = BoardDrawing(1.0).size
    room = room_on(sheet)
    return math.floor(10 * min(room[0] / width, room[1] / height)) / 10


def drawn_parts(sheet: Sheet, board: BoardDrawing) -> Parts:
    """The fewest sheets over which the board goes."""
    room, size = room_on(sheet, GLUE_FOOTER), board.size
    counts = [
        1 + max(0, math.ceil((size[axis] - room[axis]) / (room[axis] - GLUE) - 1e-9))
        for axis in (0, 1)
    ]
    window = tuple((size[k] + (counts[k] - 1) * GLUE) / counts[k] for k in (0, 1))
    return Parts(counts[0], counts[1], (window[0], window[1]))


def draw_whole(sheet: Sheet, board: BoardDrawing, texts: Texts) -> None:
    """The board on one page, with the ruler under it."""
    left = (sheet.width - board.size[0]) / 2
    top = MARGIN + FOOTER + (room_on(sheet)[1] + board.size[1]) / 2
    board.draw(sheet, (left, top))
    sheet.ruler(texts.ruler, x=MARGIN)
    words = texts.palanquee_board.format(cell=texts.number(board.cell))
    sheet.text(sheet.width - MARGIN, MARGIN, words, size=3.2, align="right")


def draw_parts(sheet: Sheet, board: BoardDrawing, parts: Parts, texts: Texts) -> None:
    """The board over several pages, row by row. Neighbouring sheets share a strip of the drawing:
    the later one is cut at its left or upper side and glued over that strip, lines on lines."""
    for row, column in product(range(parts.rows), range(parts.columns)):
        if row or column:
            sheet.next_page()
        _draw_part(sheet, board, parts, (column, row))
        _explain(sheet, board, parts, (column, row), texts)


def _explain(
    sheet: Sheet, board: BoardDrawing, parts: Parts, place: tuple[int, int], texts: Texts
) -> None:
    """The ruler, which sheet this is, how it is glued, and a plan with this one black."""
    column, row = place
    number = row * parts.columns + column + 1
    sheet.ruler(texts.ruler, x=MARGIN)
    cell = texts.number(board.cell)
    title = texts.palanquee_part.format(part=number, parts=parts.count, cell=cell)
    sheet.text(MARGIN, MARGIN + 14, title, size=3.6, bold=True)
    side = 16 / max(parts.columns, parts.rows)
    plan = sheet.width - MARGIN - side * parts.columns
    for other in product(range(parts.columns), range(parts.rows)):
        left, low = plan + side * other[0], MARGIN + side * (parts.rows - 1 - other[1])
        box = [(left, low), (left + side, low), (left + side, low + side), (left, low + side)]
        sheet.polygon(box, fill=BLACK if other == place else None, stroke=GREY)
    cut = ("both" if column else "top") if row else "left" if column else "none"
    words = texts.palanquee_glue[cut].format(left=number - 1, above=number - parts.columns)
    beside = MARGIN + RULER_LENGTH + 6
    draw_paragraphs(
        sheet, [words], (beside, MARGIN + 15), plan - 4 - beside,
        size=3.4, language=texts.language,
    )  # fmt: skip


def _draw_part(sheet: Sheet, board: BoardDrawing, parts: Parts, place: tuple[int, int]) -> None:
    width, height = parts.window
    left = (sheet.width - width) / 2
    top = MARGIN + GLUE_FOOTER + (room_on(sheet, GLUE_FOOTER)[1] + height) / 2
    corner = (left - place[0] * (width - GLUE), top + place[1] * (height - GLUE))
    canvas = sheet.canvas
    canvas.saveState()
    window = [(left, top), (left + width, top), (left + width, top - height), (left, top - height)]
    canvas.clipPath(sheet.path_of(window, close=True), stroke=0, fill=0)
    board.draw(sheet, corner)
    canvas.restoreState()
    if place[0]:
        sheet.line((left, top), (left, top - height), width=0.15, colour=GREY)
    if place[1]:
        sheet.line((left, top), (left + width, top), width=0.15, colour=GREY)
    canvas.saveState()
    canvas.setDash(2, 2)
    if place[0] < parts.columns - 1:
        x = left + width - GLUE
        sheet.line((x, top), (x, top - height), width=0.1, colour=GREY)
    if place[1] < parts.rows - 1:
        y = top - height + GLUE
        sheet.line((left, y), (left + width, y), width=0.1, colour=GREY)
    canvas.restoreState()
