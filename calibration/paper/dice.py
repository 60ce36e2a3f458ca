"""Nets of the two Palagonia dice: 2, 3, 4, 5, remove, rotate."""

from __future__ import annotations

import math

from .sheet import BLACK, MARGIN, Point, Sheet
from .texts import Texts
from .tile_face import hexagon

DEFAULT_EDGE = 25.0
#: How far the glue tabs stand out, as a share of the edge.
TAB = 0.28
#: Faces of the cross: column, row from its foot; opposite faces add up to seven.
NET: dict[Point, str] = {
    (1, 3): "2", (1, 2): "remove", (1, 1): "5", (1, 0): "rotate", (0, 2): "3", (2, 2): "4"
}  # fmt: skip


def net_size(edge: float) -> Point:
    """Width and height of one net with its tabs, mm."""
    return (3 + 2 * TAB) * edge, (4 + TAB) * edge


def draw_dice(sheet: Sheet, edge: float, texts: Texts) -> None:
    """Two nets side by side where they fit, else the second on a page of its own."""
    width, height = net_size(edge)
    side_by_side = 2 * width + 4 <= sheet.width - 2 * MARGIN
    for number in range(2):
        if number and not side_by_side:
            sheet.next_page()
        if number == 0 or not side_by_side:
            top = sheet.height - MARGIN - 4
            sheet.text(sheet.width / 2, top, texts.dice_title, size=4.2, bold=True, align="centre")
            sheet.text(sheet.width / 2, top - 5, texts.dice_use, size=3.4, align="centre")
            sheet.ruler(texts.ruler)
        column = (2 * number - 1) * (width + 4) / 2 if side_by_side else 0.0
        left = sheet.width / 2 + column - width / 2
        low = (sheet.height - height) / 2 + 4
        _draw_net(sheet, (left + TAB * edge, low), edge)


def _draw_net(sheet: Sheet, origin: Point, edge: float) -> None:
    """The net whose cell (0, 0) has its lower left corner at ``origin``."""

    def at(column: float, row: float) -> Point:
        return origin[0] + column * edge, origin[1] + row * edge

    for (column, row), face in NET.items():
        draw_mark(sheet, at(column + 0.5, row + 0.5), edge, face)
    sides = {
        (column, row, dx, dy)
        for column, row in NET
        for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0))
    }
    tabs = {(1, 3, 0, 1), (1, 3, -1, 0), (1, 3, 1, 0), (0, 2, 0, -1), (2, 2, 0, -1),
            (1, 0, -1, 0), (1, 0, 1, 0)}  # fmt: skip
    for column, row, dx, dy in sides:
        middle = (column + 0.5 + dx / 2, row + 0.5 + dy / 2)
        start = at(middle[0] - dy / 2, middle[1] + dx / 2)
        end = at(middle[0] + dy / 2, middle[1] - dx / 2)
        if (column + dx, row + dy) in NET:
            _fold(sheet, start, end)
        elif (column, row, dx, dy) in tabs:
            _fold(sheet, start, end)
            slant = 0.2
            inner_start = at(
                middle[0] - dy * (0.5 - slant) + dx * TAB, middle[1] + dx * (0.5 - slant) + dy * TAB
            )
            inner_end = at(
                middle[0] + dy * (0.5 - slant) + dx * TAB, middle[1] - dx * (0.5 - slant) + dy * TAB
            )
            for first, second in (
                (start, inner_start), (inner_start, inner_end), (inner_end, end)
            ):  # fmt: skip
                sheet.line(first, second, width=0.25)
        else:
            sheet.line(start, end, width=0.25)


def _fold(sheet: Sheet, start: Point, end: Point) -> None:
    sheet.canvas.setDash(1.2, 0.8)
    sheet.line(start, end, width=0.2)
    sheet.canvas.setDash()


def draw_mark(sheet: Sheet, centre: Point, edge: float, face: str) -> None:
    """One face's mark: a numeral, ``remove`` or ``rotate``; ``edge`` is the face's size."""
    x, y = centre
    if face.isdigit():
        size = 0.72 * edge
        sheet.canvas.setFillColorRGB(0, 0, 0)
        sheet.canvas.setFont("Helvetica-Bold", size)
        # Numerals of this face are 0.72 of its size high.
        sheet.canvas.drawCentredString(x, y - 0.36 * size, face)
        return
    weight = 0.035 * edge
    if face == "remove":
        sheet.polygon(
            hexagon((x - 0.1 * edge, y - 0.1 * edge), 0.23 * edge), stroke=BLACK, width=weight
        )
        _arrow(sheet, (x - 0.02 * edge, y - 0.02 * edge), (x + 0.33 * edge, y + 0.33 * edge), edge)
        return
    sheet.polygon(hexagon(centre, 0.2 * edge), stroke=BLACK, width=weight)
    radius = 0.33 * edge
    for beginning in (100.0, 280.0):
        arc = sheet.canvas.beginPath()
        arc.arc(x - radius, y - radius, x + radius, y + radius, beginning, -120)
        sheet.draw_path(arc, stroke=BLACK, width=1.4 * weight)
        angle = math.radians(beginning - 120)
        tip_angle = angle - 0.32
        tip = (x + radius * math.cos(tip_angle), y + radius * math.sin(tip_angle))
        base = (x + radius * math.cos(angle), y + radius * math.sin(angle))
        _arrow_head(sheet, base, tip, 0.2 * edge)


def _arrow(sheet: Sheet, start: Point, end: Point, edge: float) -> None:
    length = math.dist(start, end)
    share = 1 - 0.17 * edge / length
    base = tuple(a + share * (b - a) for a, b in zip(start, end, strict=True))
    sheet.line(start, (base[0], base[1]), width=0.05 * edge)
    _arrow_head(sheet, (base[0], base[1]), end, 0.2 * edge)


def _arrow_head(sheet: Sheet, base: Point, tip: Point, breadth: float) -> None:
    length = math.dist(base, tip)
    across = (-(tip[1] - base[1]) / length * breadth / 2, (tip[0] - base[0]) / length * breadth / 2)
    sheet.polygon(
        [
            tip,
            (base[0] + across[0], base[1] + across[1]),
            (base[0] - across[0], base[1] - across[1]),
        ],
        fill=BLACK,
    )
