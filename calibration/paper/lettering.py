"""Paragraphs that wrap, in Latin letters or Chinese characters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from xml.sax.saxutils import escape

from reportlab.lib import textsplit
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Paragraph

from .sheet import Point, Sheet

# Of the signs that begin no line reportlab knows Japanese ones only.
textsplit.ALL_CANNOT_START += "，；：！？"

LARGEST = 4.0
"""Maximum height of letters that fit a box, mm."""
SMALLEST = 1.0
"""Minimum height of letters that fit a box, mm."""


def fit_paragraphs(
    sheet: Sheet, lines: Sequence[str], corner: Point, room: Point, language: str
) -> None:
    """Set numbered paragraphs in a box (width, height) mm from its upper left corner downwards, in
    letters as large as they fit in."""
    size = LARGEST
    while size > SMALLEST:
        paragraphs = _paragraphs(sheet, lines, size, language, numbered=True)
        if sum(_height(paragraph, room[0], size) for paragraph in paragraphs) <= room[1]:
            break
        size -= 0.05
    _draw(sheet, _paragraphs(sheet, lines, size, language, numbered=True), corner, room[0], size)


def draw_paragraphs(
    sheet: Sheet, lines: Iterable[str], corner: Point, width: float, *, size: float, language: str
) -> None:
    """Set paragraphs downwards from a corner; letters ``size`` mm high."""
    _draw(sheet, _paragraphs(sheet, lines, size, language, numbered=False), corner, width, size)


def _draw(
    sheet: Sheet, paragraphs: Iterable[Any], corner: Point, width: float, size: float
) -> None:
    left, y = corner
    for paragraph in paragraphs:
        height = _height(paragraph, width, size)
        paragraph.drawOn(sheet.canvas, left, y - height + 0.35 * size)
        y -= height


def _height(paragraph: Any, width: float, size: float) -> float:
    """With the room below it."""
    return float(paragraph.wrap(width, 1000)[1] + 0.35 * size)


def _paragraphs(
    sheet: Sheet, lines: Iterable[str], size: float, language: str, numbered: bool
) -> list[Any]:
    style = ParagraphStyle(
        "body",
        fontName=sheet.fonts.regular,
        bulletFontName=sheet.fonts.regular,
        fontSize=size,
        bulletFontSize=size,
        leading=1.28 * size,
        leftIndent=2.1 * size if numbered else 0.0,
        bulletIndent=0.0,
        wordWrap="CJK" if language == "zh-Hant" else None,
    )
    return [
        Paragraph(escape(line), style, bulletText=f"{number}." if numbered else None)
        for number, line in enumerate(lines, start=1)
    ]
