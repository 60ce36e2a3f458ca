"""Paragraphs that wrap, in Latin letters or Chinese characters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from xml.sax.saxutils import escape

from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Paragraph

from .sheet import Sheet


def fitting_size(
    sheet: Sheet,
    lines: Sequence[str],
    width: float,
    height: float,
    *,
    largest: float,
    language: str,
    numbered: bool = False,
) -> float:
    """The largest size of letters, mm, at which the paragraphs fit a box of width x height mm."""
    size = largest
    while size > 1.0:
        paragraphs = _paragraphs(sheet, lines, size, language, numbered)
        heights = [paragraph.wrap(width, 1000)[1] + 0.35 * size for paragraph in paragraphs]
        if sum(heights) <= height:
            break
        size -= 0.05
    return size


def draw_paragraphs(
    sheet: Sheet,
    lines: Iterable[str],
    left: float,
    top: float,
    width: float,
    *,
    size: float,
    language: str,
    numbered: bool = False,
) -> None:
    """Set paragraphs downwards from ``top``; letters ``size`` mm high."""
    y = top
    for paragraph in _paragraphs(sheet, lines, size, language, numbered):
        _, height = paragraph.wrap(width, 1000)
        paragraph.drawOn(sheet.canvas, left, y - height)
        y -= height + 0.35 * size


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
        leftIndent=1.7 * size if numbered else 0.0,
        bulletIndent=0.0,
        wordWrap="CJK" if language == "zh-Hant" else None,
    )
    return [
        Paragraph(escape(line), style, bulletText=f"{number}." if numbered else None)
        for number, line in enumerate(lines, start=1)
    ]
