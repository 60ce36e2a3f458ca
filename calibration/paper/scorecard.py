"""The Palagonia score card."""

from __future__ import annotations

from .lettering import draw_paragraphs
from .sheet import GREY, MARGIN, Sheet
from .texts import Texts

PLAYERS = 6
TURNS = 24
NUMBER_COLUMN = 10.0
ROW = 7.6


def draw_scorecard(sheet: Sheet, texts: Texts) -> None:
    """One page: a column a player with a box for points and a larger one for the running total."""
    left, right = MARGIN + 4, sheet.width - MARGIN - 4
    top = sheet.height - MARGIN - 6
    sheet.text(left, top, texts.scorecard_title, size=5.6, bold=True)
    sheet.text(right - 46, top, texts.scorecard_date, size=3.4)
    sheet.line((right - 34, top - 0.8), (right, top - 0.8), colour=GREY)
    column = (right - left - NUMBER_COLUMN) / PLAYERS
    grid_top = top - 7
    names = 10.0
    foot = grid_top - names - ROW * (TURNS + 1)
    for player in range(PLAYERS + 1):
        x = left + NUMBER_COLUMN + player * column
        sheet.line((x, grid_top), (x, foot), width=0.35)
        if player < PLAYERS:
            sheet.text(
                x + 1.2, grid_top - 3.4, f"{texts.scorecard_players} {player + 1}",
                size=2.4, colour=GREY,
            )  # fmt: skip
            middle = x + 0.42 * column
            sheet.line((middle, grid_top - names), (middle, foot + ROW), width=0.15, colour=GREY)
    sheet.line((left, grid_top), (left, foot), width=0.35)
    sheet.line((left, grid_top), (right, grid_top), width=0.35)
    for turn in range(TURNS + 2):
        y = grid_top - names - turn * ROW
        strong = turn in (0, TURNS, TURNS + 1)
        sheet.line((left, y), (right, y), width=0.35 if strong else 0.15)
        if turn < TURNS:
            sheet.text(
                left + NUMBER_COLUMN / 2, y - 0.65 * ROW, str(turn + 1),
                size=3.0, align="centre", colour=GREY,
            )  # fmt: skip
    sheet.text(
        left + NUMBER_COLUMN / 2, foot + 0.33 * ROW, texts.scorecard_total,
        size=2.8, bold=True, align="centre",
    )  # fmt: skip
    draw_paragraphs(
        sheet,
        texts.scorecard_notes,
        (left, foot - 3),
        right - left,
        size=3.0,
        language=texts.language,
    )
