"""Pages of counters to cut out, colour by colour, the seeds of each first."""

from __future__ import annotations

import math
from itertools import count

from ...sets.colour import Srgb, lab_from_srgb
from ...sets.counter_palettes import CounterPalette
from ..sheet import BLACK, GREY, MARGIN, PAPER_WHITE, Point, Sheet
from ..texts import Texts

HEADING, FOOTER = 6.5, 14.0
GAP = 2.0
COUNTER_SHARE = 0.72
"""A counter's diameter as a share of a cell's height: it moves freely and leaves the lines seen."""
SEEDS, SPROUTS = 3, 50


def draw_counters(
    sheet: Sheet, palette: CounterPalette, diameter: float, texts: Texts, *, sprouts: int
) -> None:
    """``sprouts`` sprouts and three seeds of each colour, one colour below the other: rows of which
    each next one lies in the gaps of the last."""
    step = diameter + GAP
    rise = step * math.sqrt(3) / 2
    low = MARGIN + FOOTER
    top = _begun(sheet, texts)
    for colour, ink in palette.colours.items():
        if top - HEADING - diameter < low:
            sheet.next_page()
            top = _begun(sheet, texts)
        words = texts.palanquee_counters[colour].format(diameter=texts.number(diameter))
        sheet.text(MARGIN, top - 4, words, size=3.4, bold=True)
        top -= HEADING
        left = range(SEEDS + sprouts)
        for row in count():
            if top - diameter < low:
                sheet.next_page()
                top = _begun(sheet, texts)
            shift = diameter / 2 + row % 2 * step / 2
            fitting = 1 + math.floor((sheet.width - 2 * MARGIN - diameter / 2 - shift) / step)
            for place, number in enumerate(left[:fitting]):
                centre = (MARGIN + shift + step * place, top - diameter / 2)
                draw_counter(sheet, centre, diameter, ink, seed=number < SEEDS)
            left = left[fitting:]
            if not left:
                break
            top -= rise
        top -= step


def _begun(sheet: Sheet, texts: Texts) -> float:
    """Draw a page's ruler and return where what is drawn next begins at the top, mm."""
    sheet.ruler(texts.ruler)
    return sheet.height - MARGIN


def draw_counter(sheet: Sheet, centre: Point, diameter: float, ink: Srgb, *, seed: bool) -> None:
    """A disc; a seed bears a ring and a dot in black and white, seen alike from every side."""
    radius = diameter / 2
    sheet.disc(centre, radius, fill=ink, stroke=GREY, width=0.08)
    if seed:
        light = lab_from_srgb([ink])[0, 0] > 60
        outer, inner = (BLACK, PAPER_WHITE) if light else (PAPER_WHITE, BLACK)
        sheet.disc(centre, 0.58 * radius, fill=outer)
        sheet.disc(centre, 0.32 * radius, fill=inner)
