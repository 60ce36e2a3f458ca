"""Pages of tiles: fronts, and backs that fall behind them when printed on both sides."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ...engine.lattice import SQRT3
from .sheet import MARGIN, Point, Sheet
from .texts import Texts
from .tile_face import PaperColours, draw_back, draw_cut_marks, draw_face

#: Room between the corners of two tiles, mm; every cut is a straight line right across the page.
GAP = 3.0
HEADER, FOOTER = 12.0, 14.0
DEFAULT_WIDTH = 40.0


@dataclass(frozen=True)
class Layout:
    """Where the tiles of one page lie. ``turn`` (degrees clockwise) is 30 where the hexagons' flat
    sides lie along the page's width."""

    centres: tuple[Point, ...]
    side: float
    turn: float


def lay_out(width: float, height: float, across_flats: float, *, bleed: float = 0.0) -> Layout:
    """As many tiles as fit a page of width x height mm, between header and footer. They stand
    corner to corner, as in the trihexagonal tiling: each edge lies on a line that crosses no other
    tile. Of that pattern's two headings the fuller one is taken."""
    side = across_flats / SQRT3
    pitch = 2 * side + GAP + 2 * bleed
    left, low = MARGIN + bleed, MARGIN + FOOTER + bleed
    room = (width - 2 * left, height - low - MARGIN - HEADER - bleed)
    along_width = _rows(room[0], room[1], side, pitch)
    along_height = [(x, y) for y, x in _rows(room[1], room[0], side, pitch)]
    fuller, turn = max(((along_width, 30.0), (along_height, 0.0)), key=lambda pair: len(pair[0]))
    middle = (left + room[0] / 2, low + room[1] / 2)
    return Layout(_centred(fuller, middle), side, turn)


def _rows(length: float, breadth: float, side: float, pitch: float) -> list[Point]:
    """Rows of corner-to-corner hexagons; each next row is shifted by half a pitch."""
    row_step = pitch * SQRT3 / 2
    rows = 1 + math.floor((breadth - SQRT3 * side) / row_step + 1e-9)
    if length < 2 * side or rows < 1:
        return []
    centres = []
    for row in range(rows):
        shift = pitch / 2 * (row % 2)
        fitting = 1 + math.floor((length - 2 * side - shift) / pitch + 1e-9)
        centres += [
            (side + shift + pitch * place, SQRT3 / 2 * side + row_step * row)
            for place in range(fitting)
        ]
    return centres


def _centred(centres: list[Point], middle: Point) -> tuple[Point, ...]:
    if not centres:
        return ()
    shift = [
        middle[axis] - (min(c[axis] for c in centres) + max(c[axis] for c in centres)) / 2
        for axis in (0, 1)
    ]
    ordered = sorted(centres, key=lambda centre: (-centre[1], centre[0]))
    return tuple((x + shift[0], y + shift[1]) for x, y in ordered)


def _lowered(places: tuple[Point, ...], full: tuple[Point, ...]) -> tuple[Point, ...]:
    """The places of a page that is not full, moved down into the middle of the page."""
    shift = (places[-1][1] - full[-1][1]) / 2
    return tuple((x, y - shift) for x, y in places)


def draw_tiles(
    sheet: Sheet, layout: Layout, colours: PaperColours, texts: Texts, *, count: int, bleed: float
) -> None:
    """Pages front, back, front, back ... for ``count`` tiles, backs half in each colour. The backs
    are mirrored left to right: the sheet is turned over on its long edge."""
    pages = math.ceil(count / len(layout.centres))
    per_page = math.ceil(count / pages)
    across = layout.side * SQRT3
    done = 0
    for page in range(pages):
        places = layout.centres[: min(per_page, count - done)]
        if len(places) < len(layout.centres):
            places = _lowered(places, layout.centres)
        if page:
            sheet.next_page()
        width = texts.number(across)
        _furniture(sheet, texts, texts.fronts.format(page=page + 1, pages=pages, width=width))
        for centre in places:
            draw_face(sheet, centre, layout.side, colours, turn=layout.turn, bleed=bleed)
            draw_cut_marks(
                sheet, centre, layout.side, turn=layout.turn, length=0.4 + 0.8 * GAP + bleed
            )
        sheet.next_page()
        _furniture(sheet, texts, texts.backs.format(page=page + 1, pages=pages))
        for index, (x, y) in enumerate(places, start=done):
            colour = colours.white if index % 2 == 0 else colours.blue
            draw_back(
                sheet, (sheet.width - x, y), layout.side, colour, turn=layout.turn, bleed=bleed
            )
        done += len(places)


def _furniture(sheet: Sheet, texts: Texts, title: str) -> None:
    top = sheet.height - MARGIN - 3.5
    sheet.text(sheet.width / 2, top, title, size=3.4, bold=True, align="centre")
    sheet.text(sheet.width / 2, top - 4.2, texts.print_both_sides, size=3.0, align="centre")
    sheet.ruler(texts.ruler)
    for x in (MARGIN + 3, sheet.width - MARGIN - 3):
        for y in (MARGIN + 3, sheet.height - MARGIN - 3):
            sheet.registration_mark(x, y)
