"""Strips of quick rules, to cut out and laminate."""

from __future__ import annotations

from ...engine.lattice import SQRT3, Cell, cell_centre, neighbours
from ..sets.counter_palettes import counter_palettes
from .dice import draw_mark
from .lettering import fit_paragraphs
from .palanquee.counters import COUNTER_SHARE, draw_counter
from .sheet import GREY, MARGIN, Point, Sheet
from .texts import Strip, Texts
from .tile_face import PaperColours, draw_face, hexagon

STRIP_WIDTH, STRIP_HEIGHT = 186.0, 76.0
SPACE = 9.0
ON_A_PAGE = 3
FIGURE_COLUMN = 44.0

#: Tiles of each figure: cell and rotation as in a board's JSON.
FIGURES: dict[str, tuple[tuple[Cell, int], ...]] = {
    # Three Blue tips that meet at the bottom corner of (0, 0).
    "eye": (((0, 0), 0), ((0, 1), 2), ((-1, 1), 4)),
    # The Blue straight of (0, 0) joins its upper corners; two tips close each of them.
    "bone": (((0, 0), 0), ((-1, 0), 4), ((0, -1), 0), ((1, 0), 2), ((1, -1), 0)),
    "palagem": (((0, 0), 0), ((1, 0), 2), ((0, 1), 4), ((1, 1), 2)),
}
#: Counters of each figure of Palanquée's board: colour and cell. Its columns are rows here.
COUNTERS: dict[str, tuple[tuple[str, Cell], ...]] = {
    "capture": (("blue", (0, 0)), ("green", (0, 1)), ("green", (0, 2)), ("blue", (0, 3))),
    "button": tuple(("blue", cell) for cell in ((0, 0), *neighbours((0, 0)))),
    "leaf": tuple(("blue", (q, r)) for q in range(4) for r in range(4 - q)),
}


def draw_strips(sheet: Sheet, colours: PaperColours, texts: Texts) -> None:
    """All strips of a language, as many as go on a page."""
    top = sheet.height - MARGIN - 4
    left = (sheet.width - STRIP_WIDTH) / 2
    taken = 0
    for strip in texts.strips:
        if taken + strip.rows > ON_A_PAGE:
            sheet.next_page()
            taken = 0
        if taken == 0:
            sheet.text(sheet.width / 2, top, texts.rules_title, size=3.6, bold=True, align="centre")
        taken += strip.rows
        low = top - 7 + SPACE - taken * (STRIP_HEIGHT + SPACE)
        height = strip.rows * (STRIP_HEIGHT + SPACE) - SPACE
        sheet.cut_box(left, low, STRIP_WIDTH, height)
        sheet.canvas.setStrokeColorRGB(0.75, 0.75, 0.75)
        sheet.canvas.setLineWidth(0.15)
        sheet.canvas.rect(left, low, STRIP_WIDTH, height, stroke=1, fill=0)
        _draw_strip(sheet, (left, low), height, strip, colours, texts)


def _draw_strip(
    sheet: Sheet, corner: Point, height: float, strip: Strip, colours: PaperColours, texts: Texts
) -> None:
    left, low = corner
    sheet.text(left + 4, low + height - 7, strip.title, size=4.4, bold=True)
    width = STRIP_WIDTH - 10 - (FIGURE_COLUMN if strip.figures else 0.0)
    corner = (left + 4, low + height - 11)
    fit_paragraphs(sheet, strip.lines, corner, (width, height - 13), texts.language)
    x = left + STRIP_WIDTH - FIGURE_COLUMN / 2 - 2
    for index, figure in enumerate(strip.figures):
        y = low + height * (1 - (index + 0.5) / len(strip.figures))
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
    elif figure in COUNTERS:
        _draw_counters(sheet, COUNTERS[figure], (x, y + 3), 3.2)
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
    places = _placed([cell_centre(cell) for cell, _ in tiles], centre, side)
    for (_, rotation), at in zip(tiles, places, strict=True):
        draw_face(sheet, at, side, colours, turn=60.0 * rotation)


def _draw_counters(
    sheet: Sheet, counters: tuple[tuple[str, Cell], ...], centre: Point, side: float
) -> None:
    """Sprouts on cells that stand on a side, as those of Palanquée's board."""
    places = _placed([cell_centre(cell)[::-1] for _, cell in counters], centre, side)
    for (colour, _), at in zip(counters, places, strict=True):
        sheet.polygon(hexagon(at, side, 30.0), stroke=GREY)
        ink = counter_palettes()[0].colours[colour]
        draw_counter(sheet, at, COUNTER_SHARE * SQRT3 * side, ink, seed=False)


def _placed(places: list[Point], centre: Point, side: float) -> list[Point]:
    """Places of the lattice (sides, y down) on the sheet, their middle at ``centre``."""
    middle_x, middle_y = (
        (min(place[axis] for place in places) + max(place[axis] for place in places)) / 2
        for axis in (0, 1)
    )
    return [
        (centre[0] + side * (x - middle_x), centre[1] - side * (y - middle_y)) for x, y in places
    ]
