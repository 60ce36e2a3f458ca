"""The Palanquée board as vector drawing, in the geometry of the game."""

from __future__ import annotations

from dataclasses import dataclass

from ....engine.lattice import SQRT3
from ....engine.palanquee.table import drawn
from ...sets.colour import Srgb
from ..sheet import Point, Sheet

INK: Srgb = (70, 70, 70)
RED: Srgb = (205, 38, 38)
BLUE: Srgb = (28, 84, 176)
#: Width of the lines between cells, as a share of a cell's height from side to side.
LINE_SHARE = 0.02
EDGE_SHARE = 0.07
#: Room round the hexagons for the coloured edges, letters and numbers, as the same share.
SURROUND_SHARE = 0.36
LETTER_SHARE = 0.46


@dataclass(frozen=True)
class BoardDrawing:
    """The board with cells ``cell`` mm high from side to side, with its surround."""

    cell: float

    @property
    def side(self) -> float:
        """A hexagon's side, mm."""
        return self.cell / SQRT3

    @property
    def surround(self) -> float:
        """Room on each side of the hexagons, mm."""
        return self.cell * SURROUND_SHARE

    @property
    def size(self) -> Point:
        """Width and height of all that is drawn, mm."""
        room = 2 * self.surround
        return drawn.WIDTH * self.side + room, drawn.HEIGHT * self.side + room

    def at(self, corner: Point, place: Point) -> Point:
        """A place of the drawn board (sides, y down) on the sheet (mm, y up), the drawing's upper
        left corner at ``corner``."""
        return (
            corner[0] + self.surround + place[0] * self.side,
            corner[1] - self.surround - place[1] * self.side,
        )

    def draw(self, sheet: Sheet, corner: Point) -> None:
        """Draw it with its upper left corner at ``corner``."""
        for cell in drawn.drawn_cells():
            corners = [self.at(corner, place) for place in cell.corners]
            sheet.polygon(corners, stroke=INK, width=self.cell * LINE_SHARE)
        for name, places in drawn.edges().items():
            path = sheet.path_of([self.at(corner, place) for place in places])
            colour = RED if name in ("left", "right") else BLUE
            sheet.draw_path(path, stroke=colour, width=self.cell * EDGE_SHARE)
        self._letter(sheet, corner)

    def _letter(self, sheet: Sheet, corner: Point) -> None:
        """The letters in the first and last cell of each column, and again outside, where no
        piece covers them; the rows' numbers at both sides."""
        inside, outside = self.cell * LETTER_SHARE, self.cell * 0.24
        for cell in drawn.drawn_cells():
            if cell.letter is not None:
                x, y = self.at(corner, cell.centre)
                sheet.text(
                    x, y - 0.36 * inside, cell.letter,
                    size=inside, bold=True, align="centre", colour=INK,
                )  # fmt: skip
                height = -0.60 if cell.row == 1 else 0.60
                beyond = self.at(corner, (cell.centre[0], cell.centre[1] + height * SQRT3))
                sheet.text(
                    beyond[0], beyond[1] - (0.0 if cell.row == 1 else 0.72 * outside), cell.letter,
                    size=outside, align="centre", colour=INK,
                )  # fmt: skip
            if cell.column in (0, len(drawn.COLUMNS) - 1):
                away = 1.13 if cell.column == 0 else -1.13
                x, y = self.at(corner, (cell.centre[0] + away, cell.centre[1]))
                align = "left" if cell.column == 0 else "right"
                size = 0.8 * outside
                sheet.text(
                    x, y - 0.36 * size, str(cell.row), size=size, align=align, colour=INK
                )  # fmt: skip
