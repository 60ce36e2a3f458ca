"""Strips of quick rules, to cut out and laminate."""

from __future__ import annotations

from ...engine.lattice import Cell, cell_centre
from .dice import draw_mark
from .lettering import fit_paragraphs
from .sheet import GREY, MARGIN, Point, Sheet
from .texts import Strip, Texts
from .tile_face import PaperColours, draw_face

STRIP_WIDTH, STRIP_HEIGHT = 186.0, 76.0
SPACE = 9.0
FIGURE_COLUMN = 44.0

#: Tiles of each figure: cell and rotation as in a board's JSON.
FIGURES: dict[str, tuple[tuple[Cell, int], ...]] = {
    # Three Blue tips that meet at the bottom corner of (0, 0).
    "eye": (((0, 0), 0), ((0, 1), 2), ((-1, 1), 4)),
    # The Blue straight of (0, 0) joins its upper corners; two tips close each of them.
    "bone": (((0, 0), 0), ((-1, 0), 4), ((0, -1), 0), ((1, 0), 2), ((1, -1), 0)),
}


def draw_strips(sheet: Sheet, colours: PaperColours, texts: Texts) -> None:
    """All strips of a language, three to a page."""
    top = sheet.height - MARGIN - 4
    sheet.text(sheet.width / 2, top, texts.rules_title, size=3.6, bold=True, align="centre")
    left = (sheet.width - STRIP_WIDTH) / 2
    for index, strip in enumerate(texts.strips):
        low = top - 7 - STRIP_HEIGHT - index * (STRIP_HEIGHT + SPACE)
        sheet.cut_box(left, low, STRIP_WIDTH, STRIP_HEIGHT)
        sheet.canvas.setStrokeColorRGB(0.75, 0.75, 0.75)
        sheet.canvas.setLineWidth(0.15)
        sheet.canvas.rect(left, low, STRIP_WIDTH, STRIP_HEIGHT, stroke=1, fill=0)
        _draw_strip(sheet, (left, low), strip, colours, texts)


def _draw_strip(
    sheet: Sheet, corner: Point, strip: Strip, colours: PaperColours, texts: Texts
) -> None:
    left, low = corner
    sheet.text(left + 4, low + STRIP_HEIGHT - 7, strip.title, size=4.4, bold=True)
    width = STRIP_WIDTH - 10 - (FIGURE_COLUMN if strip.figures else 0.0)
    corner = (left + 4, low + STRIP_HEIGHT - 11)
    fit_paragraphs(sheet, strip.lines, corner, (width, STRIP_HEIGHT - 13), texts.language)
    x = left + STRIP_WIDTH - FIGURE_COLUMN / 2 - 2
    for index, figure in enumerate(strip.figures):
        y = low + STRIP_HEIGHT * (1 - (index + 0.5) / len(strip.figures))
        _draw_figure(sheet, figure, (x, y), colours, texts)


def _draw_figure(
    sheet: Sheet, figure: str, centre: Point, colours: PaperColours, texts: Texts
) -> None:
    x, y = centre
    sheet.text(x, y - 11.2, getattr(texts, figure), size=2.6, align="centre")
    if figure == "rotations":
        for place, letter in enumerate("abc"):
            at = (x + (place - 1) * 13.5, y + 2)
            draw_face(sheet, at, 6.2, colours, turn=120.0 * place)
            sheet.text(at[0], y - 7.6, letter, size=2.4, align="centre", colour=GREY)
    elif figure in FIGURES:
        _draw_tiles(sheet, FIGURES[figure], (x, y + 2), 4.6, colours)
    else:
        sheet.canvas.setStrokeColorRGB(0, 0, 0)
        sheet.canvas.setLineWidth(0.25)
        sheet.canvas.roundRect(x - 9, y - 7, 18, 18, 2, stroke=1, fill=0)
        draw_mark(sheet, (x, y + 2), 18.0, figure)


def _draw_tiles(
    sheet: Sheet,
    tiles: tuple[tuple[Cell, int], ...],
    centre: Point,
    side: float,
    colours: PaperColours,
) -> None:
    places = [cell_centre(cell) for cell, _ in tiles]
    middle_x, middle_y = (
        (min(place[axis] for place in places) + max(place[axis] for place in places)) / 2
        for axis in (0, 1)
    )
    for (_, rotation), (x, y) in zip(tiles, places, strict=True):
        at = (centre[0] + side * (x - middle_x), centre[1] - side * (y - middle_y))
        draw_face(sheet, at, side, colours, turn=60.0 * rotation)
