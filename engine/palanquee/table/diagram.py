"""A Palanquée board as an SVG picture, as the source's figures show it, with the joining seen.

Beyond the blue edges a strip of the cells from the other side is repeated, so that one sees where
the cylinder closes; a cell that is drawn twice shows its piece twice. Every drawing of a cell is a
``<g class="cell" data-cell="C5">``, so that a page can make it answer to a touch. Lengths are in
units of a hexagon's side, as in :mod:`.drawn`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from . import drawn
from .board import COLUMNS, cell_from_name, cell_name
from .drawn import DrawnCell
from .pieces import Piece, Pieces

#: How much of the repeated cells is seen beyond each blue edge, and the room for the red ones.
REPEAT = 1.6
MARGIN = 0.6
RADIUS = 0.66


#: Colours, each as CSS writes it.
CELL, LINE, INK = "#fbf7ec", "#8b8577", "#22201c"
UNSEEN = "#d5d0c4"
RED_EDGE, BLUE_EDGE, MARK = "#cd2626", "#1c54b0", "#d9480f"
PIECES = {
    "blue": "#2b62c4",
    "green": "#3a9448",
    "red": "#cf3a2e",
    "yellow": "#f0c02c",
    "violet": "#8a4bb0",
}
#: A sign for each colour, so that nobody has to tell them apart by colour alone.
_SIGNS = {
    "blue": '<circle r=".2"/>',
    "green": '<path d="M0-.27.25.17-.25.17Z"/>',
    "red": '<path d="M-.2-.2H.2V.2H-.2Z"/>',
    "yellow": '<path d="M0-.3.22 0 0 .3-.22 0Z"/>',
    "violet": '<path d="M-.07-.27H.07V-.07H.27V.07H.07V.27H-.07V.07H-.27V-.07H-.07Z"/>',
}
_DARK_SIGN = {"yellow"}


def position_svg(
    pieces: Pieces,
    *,
    scale: float = 22.0,
    names: bool = False,
    marked: Iterable[int] = (),
    gone: Iterable[Piece] = (),
    badges: Mapping[int, str] | None = None,
    unseen: Collection[int] = (),
    title: str | None = None,
) -> str:
    """Draw what stands on a board.

    ``names`` writes every cell's name. ``marked`` puts a ring on cells. ``gone`` are pieces that
    have just been taken away, drawn faintly, ``badges`` are a few signs each at a cell's upper
    right corner. ``unseen`` cells, which a photo does not show, are hatched.
    """
    shown = _CellsShown(
        {piece.cell: piece for piece in pieces},
        {piece.cell: piece for piece in gone},
        frozenset(marked),
        names,
        badges or {},
        unseen,
    )
    strips = [shown.cell(cell) for cell in _beyond()]
    cells = [shown.cell(cell) for cell in drawn.drawn_cells()]
    width, height = drawn.WIDTH + 2 * MARGIN, drawn.HEIGHT + 2 * REPEAT
    box = f"{-MARGIN:g} {-REPEAT:g} {width:g} {height:.3f}"
    label = f' role="img" aria-label={quoteattr(title)}' if title else ""
    heading = f"<title>{escape(title)}</title>" if title else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="palanquee-board" viewBox="{box}" '
        f'width="{width * scale:.0f}" height="{height * scale:.0f}" '
        f'font-family="sans-serif"{label}>{heading}'
        f'<g class="repeat" opacity=".38" aria-hidden="true">{"".join(strips)}</g>'
        f'<g class="cells">{"".join(cells)}</g>'
        f"{_edges()}{_letters()}{''.join(map(shown.ring, drawn.drawn_cells()))}"
        f"{''.join(map(shown.badge, drawn.drawn_cells()))}</svg>"
    )


@dataclass(frozen=True)
class _CellsShown:
    """Everything that a cell's drawing needs to know."""

    pieces: Mapping[int, Piece]
    gone: Mapping[int, Piece]
    marked: frozenset[int]
    names: bool
    badges: Mapping[int, str]
    unseen: Collection[int]

    def cell(self, place: DrawnCell) -> str:
        """One hexagon with all that is on it."""
        number = cell_from_name(place.name)
        outline = " ".join(f"{x:.3f},{y:.3f}" for x, y in place.corners)
        x, y = place.centre
        fill = UNSEEN if number in self.unseen else CELL
        inside = [f'<polygon points="{outline}" fill="{fill}" stroke="{LINE}" stroke-width=".05"/>']
        if number in self.unseen:
            lines = "".join(
                f"M{x + a:.3f} {y + b:.3f}L{x + c:.3f} {y + d:.3f}"
                for (a, b), (c, d) in drawn.HATCHING
            )
            inside.append(f'<path class="unseen" d="{lines}" stroke="{INK}" stroke-width=".09"/>')
        if number in self.gone and number not in self.pieces:
            piece = _piece(self.gone[number], x, y)
            inside.append(f'<g class="gone" opacity=".3">{piece}</g>')
        if number in self.pieces:
            inside.append(_piece(self.pieces[number], x, y))
        elif self.names:
            inside.append(_text(place.name, x, y + 0.14, 0.4, LINE))
        if self.names and number in self.pieces:
            inside.append(_text(place.name, x, y + 0.8, 0.3, INK))
        return f'<g class="cell" data-cell="{place.name}">{"".join(inside)}</g>'

    def ring(self, place: DrawnCell) -> str:
        """The ring round a marked cell."""
        if cell_from_name(place.name) not in self.marked:
            return ""
        x, y = place.centre
        return (
            f'<circle class="mark" cx="{x:.3f}" cy="{y:.3f}" r=".78" fill="none" '
            f'stroke="{MARK}" stroke-width=".13" pointer-events="none"/>'
        )

    def badge(self, place: DrawnCell) -> str:
        """A small sign at the corner of a cell."""
        words = self.badges.get(cell_from_name(place.name))
        if words is None:
            return ""
        x, y = place.centre
        return (
            f'<g class="badge" pointer-events="none" transform="translate({x + 0.56:.3f} '
            f'{y - 0.52:.3f})"><circle r=".36" fill="{INK}" stroke="#fff" '
            f'stroke-width=".07"/><text y=".18" font-size=".52" font-weight="bold" fill="#fff" '
            f'text-anchor="middle">{escape(words)}</text></g>'
        )


def _piece(piece: Piece, x: float, y: float) -> str:
    """A counter: a disc with its colour's sign; a seed bears a double rim round it."""
    sign = INK if piece.colour in _DARK_SIGN else "#fff"
    rims = (
        f'<circle r="{RADIUS:g}" fill="{PIECES[piece.colour]}" stroke="{INK}" stroke-width=".05"/>'
    )
    if piece.is_seed:
        rims += (
            f'<circle r=".54" fill="none" stroke="{sign}" stroke-width=".13"/>'
            f'<circle r=".4" fill="none" stroke="{INK}" stroke-width=".04"/>'
        )
    return (
        f'<g class="piece" data-colour="{piece.colour}" data-kind="{piece.kind}" '
        f'transform="translate({x:.3f} {y:.3f})">'
        f"<title>{piece.colour} {piece.kind} {cell_name(piece.cell)}</title>{rims}"
        f'<g fill="{sign}">{_SIGNS[piece.colour]}</g></g>'
    )


def _beyond() -> list[DrawnCell]:
    """The cells that the ring shows just beyond the blue edges, drawn once more."""
    rows = []
    for column in range(len(COLUMNS)):
        last = drawn.cells_in(column)
        rows += [DrawnCell(column, row) for row in (-1, 0, last + 1, last + 2)]
    return rows


def _edges() -> str:
    lines = []
    for name, points in drawn.edges().items():
        path = " ".join(f"{x:.3f},{y:.3f}" for x, y in points)
        colour = RED_EDGE if name in ("left", "right") else BLUE_EDGE
        width = ".22" if name in ("left", "right") else ".12"
        lines.append(
            f'<polyline class="edge-{name}" points="{path}" fill="none" stroke="{colour}" '
            f'stroke-width="{width}" stroke-linejoin="round"/>'
        )
    return f'<g class="edges">{"".join(lines)}</g>'


def _letters() -> str:
    letters = []
    for cell in drawn.drawn_cells():
        if cell.letter is not None:
            x, y = cell.centre
            up = cell.row == 1
            letters.append(
                _text(cell.letter, x, y + (-0.5 if up else 0.8), 0.42, INK, weight="bold")
            )
    return f'<g class="letters" aria-hidden="true">{"".join(letters)}</g>'


def _text(words: str, x: float, y: float, size: float, fill: str, weight: str = "normal") -> str:
    return (
        f'<text x="{x:.3f}" y="{y:.3f}" font-size="{size:g}" fill="{fill}" '
        f'font-weight="{weight}" text-anchor="middle" pointer-events="none" paint-order="stroke" '
        f'stroke="#fff" stroke-width=".09">{escape(words)}</text>'
    )
