"""A tile's face and back as vector drawing, in the exact pattern of the game."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ...engine.lattice import CORNER_OFFSETS, SQRT3
from ..sets.colour import Srgb, lab_from_srgb
from .sheet import BLACK, GREY, Point, Sheet

#: Width of the drawn line as a share of the tile's width across flats.
LINE_SHARE = 0.025
#: Width of the line round a tile, mm: a hairline, so that neither edge of it is far from true.
CUT_LINE = 0.08


@dataclass(frozen=True)
class PaperColours:
    """The two players' colours and the line between them."""

    white: Srgb
    blue: Srgb
    line: Srgb | None = BLACK

    @property
    def ink_for_marks(self) -> Srgb:
        """A grey that is seen beside both colours."""
        lightest = max(lab_from_srgb([self.white, self.blue])[:, 0])
        return GREY if lightest > 60 else (200, 200, 200)


def hexagon(centre: Point, side: float, turn: float = 0.0) -> list[Point]:
    """The six corners in mm, the first at the top, clockwise; ``turn`` in degrees clockwise."""
    angle = math.radians(turn)
    cosine, sine = math.cos(angle), math.sin(angle)
    corners = []
    for x, y in CORNER_OFFSETS:
        turned_x, turned_y = x * cosine - y * sine, x * sine + y * cosine
        corners.append((centre[0] + side * turned_x, centre[1] - side * turned_y))
    return corners


def draw_face(
    sheet: Sheet,
    centre: Point,
    side: float,
    colours: PaperColours,
    *,
    turn: float = 0.0,
    bleed: float = 0.0,
) -> None:
    """A tile with sides of ``side`` mm, its White tip up, turned clockwise by ``turn`` degrees.

    With ``bleed`` the colours run that many mm over the edges, so that an unsteady cut leaves no
    white sliver; the cut line stays where it is.
    """
    reach = side + bleed * 2 / SQRT3
    canvas = sheet.canvas
    canvas.saveState()
    canvas.translate(*centre)
    canvas.rotate(-turn)
    clip = sheet.path_of(hexagon((0.0, 0.0), reach), close=True)
    canvas.clipPath(clip, stroke=0, fill=0)
    sheet.rectangles([(-reach, 0.0, 2 * reach, reach)], fill=colours.blue)
    sheet.rectangles([(-reach, -reach, 2 * reach, reach)], fill=colours.white)
    top, bottom = (0.0, side), (0.0, -side)
    sheet.disc(top, side / 2, fill=colours.white)
    sheet.disc(bottom, side / 2, fill=colours.blue)
    if colours.line is not None:
        width = LINE_SHARE * SQRT3 * side
        sheet.line((-reach, 0.0), (reach, 0.0), width=width, colour=colours.line)
        for corner in (top, bottom):
            sheet.disc(corner, side / 2, stroke=colours.line, width=width)
    canvas.restoreState()
    sheet.polygon(hexagon(centre, side, turn), stroke=colours.ink_for_marks, width=CUT_LINE)


def draw_back(
    sheet: Sheet, centre: Point, side: float, colour: Srgb, *, turn: float = 0.0, bleed: float = 0.0
) -> None:
    """A tile's plain back."""
    reach = side + bleed * 2 / SQRT3
    sheet.polygon(hexagon(centre, reach, turn), fill=colour)
    sheet.polygon(hexagon(centre, side, turn), stroke=GREY, width=CUT_LINE)


def draw_cut_marks(sheet: Sheet, centre: Point, side: float, *, turn: float, length: float) -> None:
    """Short marks beyond each corner in line with both its edges: where to lay the ruler."""
    corners = hexagon(centre, side, turn)
    for index, corner in enumerate(corners):
        for neighbour in (corners[index - 1], corners[(index + 1) % 6]):
            x, y = (corner[0] - neighbour[0]) / side, (corner[1] - neighbour[1]) / side
            start = (corner[0] + 0.4 * x, corner[1] + 0.4 * y)
            end = (corner[0] + length * x, corner[1] + length * y)
            sheet.line(start, end, width=0.12)
