"""Pages of counters to cut out: a page or more a colour, its seeds first."""

from __future__ import annotations

import math

from ...sets.colour import Srgb, lab_from_srgb
from ...sets.counter_palettes import CounterPalette
from ..sheet import BLACK, GREY, MARGIN, PAPER_WHITE, Point, Sheet
from ..texts import Texts

HEADER, FOOTER = 8.0, 14.0
GAP = 2.0
COUNTER_SHARE = 0.72
"""A counter's diameter as a share of a cell's height: it moves freely and leaves the lines seen."""
SEEDS, SPROUTS = 3, 50


def draw_counters(
    sheet: Sheet, palette: CounterPalette, diameter: float, texts: Texts, *, sprouts: int
) -> None:
    """``sprouts`` sprouts and three seeds of each colour, on pages of the sheet's paper."""
    for turn, (colour, ink) in enumerate(palette.colours.items()):
        places = _places(sheet, diameter)
        pages = math.ceil((SEEDS + sprouts) / len(places))
        for page in range(pages):
            if turn or page:
                sheet.next_page()
            first = page * len(places)
            count = min(len(places), SEEDS + sprouts - first)
            for number, place in enumerate(places[:count], start=first):
                draw_counter(sheet, place, diameter, ink, seed=number < SEEDS)
            words = texts.palanquee_counters[colour].format(diameter=diameter)
            sheet.text(MARGIN, sheet.height - MARGIN - 4, words, size=3.4, bold=True)
            sheet.ruler(texts.ruler)


def draw_counter(sheet: Sheet, centre: Point, diameter: float, ink: Srgb, *, seed: bool) -> None:
    """A disc; a seed bears a ring and a dot in black and white, seen alike from every side."""
    radius = diameter / 2
    sheet.disc(centre, radius, fill=ink, stroke=GREY, width=0.08)
    if seed:
        light = lab_from_srgb([ink])[0, 0] > 60
        outer, inner = (BLACK, PAPER_WHITE) if light else (PAPER_WHITE, BLACK)
        sheet.disc(centre, 0.58 * radius, fill=outer)
        sheet.disc(centre, 0.32 * radius, fill=inner)


def _places(sheet: Sheet, diameter: float) -> list[Point]:
    """Centres in rows, the next row in the gaps of the last."""
    step = diameter + GAP
    rise = step * math.sqrt(3) / 2
    width = sheet.width - 2 * MARGIN
    top = sheet.height - MARGIN - HEADER - diameter / 2
    rows = 1 + math.floor((top - diameter / 2 - MARGIN - FOOTER) / rise)
    whole = math.floor((width - diameter) / step + 1e-9) + 1
    shifted = math.floor((width - diameter - step / 2) / step + 1e-9) + 1
    left = MARGIN + diameter / 2
    return [
        (left + (row % 2) * step / 2 + step * place, top - rise * row)
        for row in range(rows)
        for place in range(shifted if row % 2 else whole)
    ]
