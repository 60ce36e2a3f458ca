"""One printed page in millimetres: paper sizes, header, ruler, cut marks and lettering."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reportlab.lib.colors import Color
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

from ..sets.colour import Srgb

Point = tuple[float, float]

#: Width and height of each paper in portrait, mm.
PAPERS: dict[str, Point] = {"A4": (210.0, 297.0), "letter": (215.9, 279.4)}
#: Papers on which a whole board goes; the poster is what a print shop makes.
LARGE_PAPERS: dict[str, Point] = {
    "A3": (297.0, 420.0),
    "A2": (420.0, 594.0),
    "poster": (500.0, 500.0),
}
#: What common home printers leave white at each side, with a reserve, mm.
MARGIN = 8.0
RULER_LENGTH = 100.0

BLACK: Srgb = (0, 0, 0)
GREY: Srgb = (120, 120, 120)
PAPER_WHITE: Srgb = (255, 255, 255)


@dataclass(frozen=True)
class Fonts:
    """Names of the regular and the bold face of one language."""

    regular: str
    bold: str


def fonts_for(language: str) -> Fonts:
    """The faces for a language. Chinese is set in a face that PDF readers bring themselves."""
    if language == "zh-Hant":
        pdfmetrics.registerFont(UnicodeCIDFont("MSung-Light"))
        return Fonts("MSung-Light", "MSung-Light")
    return Fonts("Helvetica", "Helvetica-Bold")


class Sheet:
    """A PDF being written, page by page, in millimetres."""

    def __init__(
        self, out: Path, paper: str, *, title: str, fonts: Fonts, landscape: bool = False
    ) -> None:
        width, height = (PAPERS | LARGE_PAPERS)[paper]
        self.width, self.height = (height, width) if landscape else (width, height)
        self.fonts = fonts
        # The same sheet is the same file, byte for byte.
        self.canvas: Any = Canvas(
            str(out), pagesize=(self.width * mm, self.height * mm), invariant=1
        )
        self.canvas.setTitle(title)
        self.canvas.setAuthor("palago")
        self.canvas.setViewerPreference("PrintScaling", "None")
        self._begin()

    def _begin(self) -> None:
        self.canvas.scale(mm, mm)
        self.canvas.setLineJoin(1)

    def next_page(self) -> None:
        """Finish this page and begin the next."""
        self.canvas.showPage()
        self._begin()

    def save(self) -> None:
        """Finish the document and write it."""
        self.canvas.showPage()
        self.canvas.save()

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: float = 3.2,
        bold: bool = False,
        align: str = "left",
        colour: Srgb = BLACK,
    ) -> None:
        """One line of text with its baseline at y; ``size`` is the letters' height in mm."""
        self.canvas.setFillColor(ink(colour))
        font = self.fonts.bold if bold else self.fonts.regular
        # Chinese faces have accented letters as wide as a character.
        runs = [
            (run, "Times-Roman" if place % 2 else font)
            for place, run in enumerate(re.split("([À-ɏ]+)", words) if "MSung" in font else [words])
        ]
        width = sum(pdfmetrics.stringWidth(run, face, size) for run, face in runs)
        x -= {"left": 0.0, "centre": width / 2, "right": width}[align]
        for run, face in runs:
            self.canvas.setFont(face, size)
            self.canvas.drawString(x, y, run)
            x += pdfmetrics.stringWidth(run, face, size)

    def line(self, start: Point, end: Point, *, width: float = 0.2, colour: Srgb = BLACK) -> None:
        """A straight line ``width`` mm wide."""
        self.canvas.setStrokeColor(ink(colour))
        self.canvas.setLineWidth(width)
        self.canvas.line(*start, *end)

    def polygon(
        self,
        points: Sequence[Point],
        *,
        fill: Srgb | None = None,
        stroke: Srgb | None = None,
        width: float = 0.2,
    ) -> None:
        """A closed polygon, filled, outlined or both."""
        self.draw_path(self.path_of(points, close=True), fill=fill, stroke=stroke, width=width)

    def rectangles(self, boxes: Iterable[tuple[float, float, float, float]], *, fill: Srgb) -> None:
        """Rectangles (x, y, width, height) painted in one stroke, so that no seam shows."""
        path = self.canvas.beginPath()
        for box in boxes:
            path.rect(*box)
        self.draw_path(path, fill=fill)

    def draw_path(
        self, path: Any, *, fill: Srgb | None = None, stroke: Srgb | None = None, width: float = 0.2
    ) -> None:
        """Paint a path of the canvas."""
        if fill is not None:
            self.canvas.setFillColor(ink(fill))
        if stroke is not None:
            self.canvas.setStrokeColor(ink(stroke))
            self.canvas.setLineWidth(width)
        self.canvas.drawPath(path, stroke=int(stroke is not None), fill=int(fill is not None))

    def ruler(self, words: str, *, x: float | None = None) -> None:
        """A ruler of 100 mm at the foot of the page, with what to check written over it."""
        y = MARGIN
        left = (self.width - RULER_LENGTH) / 2 if x is None else x
        self.line((left, y), (left + RULER_LENGTH, y), width=0.15)
        for millimetre in range(int(RULER_LENGTH) + 1):
            length = 4.0 if millimetre % 10 == 0 else 3.0 if millimetre % 5 == 0 else 1.8
            at = left + millimetre
            self.line((at, y), (at, y + length), width=0.15)
        for centimetre in range(int(RULER_LENGTH) // 10 + 1):
            at = left + 10.0 * centimetre
            self.text(at, y + 4.6, str(10 * centimetre), size=2.2, align="centre")
        self.text(left + RULER_LENGTH / 2, y + 7.6, words, size=3.2, align="centre")

    def path_of(self, points: Sequence[Point], *, close: bool = False) -> Any:
        """A path along points, to be painted by `draw_path` or to clip with."""
        path = self.canvas.beginPath()
        path.moveTo(*points[0])
        for point in points[1:]:
            path.lineTo(*point)
        if close:
            path.close()
        return path

    def disc(
        self, centre: Point, radius: float, *, fill: Srgb | None = None, stroke: Srgb | None = None,
        width: float = 0.2,
    ) -> None:  # fmt: skip
        """A circle, filled, outlined or both."""
        path = self.canvas.beginPath()
        path.circle(*centre, radius)
        self.draw_path(path, fill=fill, stroke=stroke, width=width)

    def registration_mark(self, x: float, y: float) -> None:
        """A cross in a circle: front and back fit when held against the light they coincide."""
        self.line((x - 2.5, y), (x + 2.5, y), width=0.1)
        self.line((x, y - 2.5), (x, y + 2.5), width=0.1)
        self.canvas.circle(x, y, 1.5, stroke=1, fill=0)

    def cut_box(self, x: float, y: float, width: float, height: float) -> None:
        """Cut marks outside the four corners of a rectangle."""
        for corner_x, outwards_x in ((x, -1), (x + width, 1)):
            for corner_y, outwards_y in ((y, -1), (y + height, 1)):
                self.line((corner_x + outwards_x, corner_y), (corner_x + 4 * outwards_x, corner_y))
                self.line((corner_x, corner_y + outwards_y), (corner_x, corner_y + 4 * outwards_y))


def ink(colour: Srgb) -> Color:
    """An sRGB triple as the PDF library's colour."""
    red, green, blue = colour
    return Color(red / 255, green / 255, blue / 255)
