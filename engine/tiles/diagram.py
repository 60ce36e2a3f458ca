"""A board, a reading or an analysis as an SVG picture in the tiles' true geometry.

Pure functions from values to text. Lengths are in units of the hexagon's side; ``scale`` sets
how many pixels that is. Every tile is a ``<g class="tile" data-cell="q,r">``, so that a page can
make it answer to a touch.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Concatenate, ParamSpec, Protocol, TypeAlias
from xml.sax.saxutils import escape, quoteattr

from ..lattice import CORNER_OFFSETS, SQRT3, Cell, Colour, cell_centre
from .board import Board, BoardError, Tile, cell_of
from .groups import Group, straight_corners, tip_corner
from .observation import SURE
from .outlines import Curve, Midpoint

LINE, RIM, MARK, TEXT = "#15161a", "#5b5b60", "#d9480f", "#15161a"
"""Colours of what is drawn on tiles of any set, as CSS writes them."""


@dataclass(frozen=True)
class SetColours:
    """The set's two colours, as CSS writes them."""

    white: str = "#f4efe2"
    blue: str = "#2b4c9b"


USUAL_COLOURS = SetColours()


@dataclass(frozen=True)
class Drawing:
    """A board, and what is drawn on it and beside it."""

    board: Board
    palette: SetColours = USUAL_COLOURS
    #: Pixels of a hexagon's side, and how far the picture is turned clockwise, in degrees; writing
    #: stays upright.
    scale: float = 40.0
    heading: float = 0.0
    #: Whether q,r stands on every tile.
    coordinates: bool = False
    #: 0 to 1 by cell: tiles below 95 % have a broken outline that tells it, and a question mark.
    confidence: Mapping[Cell, float] = field(default_factory=dict)
    #: Cells (their words or tiles, too) with a ring, with a label each where it is a mapping.
    marked: Mapping[Any, str] | Iterable[Tile | str | Cell] = ()
    #: Empty cells drawn as places to touch.
    empty: Iterable[Cell] = ()
    #: Groups that are lit up, closed lines, and pairs of cells (or tiles) that are joined.
    filled: Iterable[Group] = ()
    curves: Iterable[Curve] = ()
    arrows: Iterable[Sequence[Tile | str | Cell]] = ()
    #: A large number on tiles, which stay to be seen around it.
    numbered: Mapping[Cell, str | int] = field(default_factory=dict)
    #: Tiles, also in words, that do not lie there, drawn pale as they would lie.
    ghosts: Iterable[Tile | str] = ()
    #: The cells or tiles of the move that was made last: their outline is marked.
    last: Iterable[Tile | str | Cell] = ()
    title: str | None = None

    def svg(self) -> str:
        """The picture."""
        board, palette = self.board, self.palette
        words = self.marked if isinstance(self.marked, Mapping) else dict.fromkeys(self.marked, "")
        marks = {cell_of(cell): word for cell, word in words.items()}
        places, arrows = tuple(self.empty), "arrows are pairs of cells, as [((0, 0), (1, 0))]"
        joined = _each(arrows, self.arrows, lambda ends: (cell_of(ends[0]), cell_of(ends[1])))
        thought = _each(
            'ghosts are tiles, as ["2,0a"]', self.ghosts, lambda tile: Tile.from_text(str(tile))
        )
        shown = {*board.cells, *marks, *places, *(cell for arrow in joined for cell in arrow)}
        shown |= {tile.cell for tile in thought}
        view = _View(self.heading, self.scale, shown)
        unsure = sorted(cell for cell, sure in self.confidence.items() if sure < SURE)
        drawing = [_empty_place(cell) for cell in sorted(places)]
        drawing += [_tile(tile.cell, tile.rotation, palette) for tile in board]
        drawing += [ghost_svg(tile, palette) for tile in thought]
        drawing += map(_last, map(cell_of, self.last))
        drawing += [_lit(group, board) for group in self.filled]
        drawing += map(_curve, self.curves)
        drawing += [_doubt(cell, self.confidence[cell]) for cell in unsure]
        drawing += map(_ring, marks)
        drawing += [_arrow(start, end) for start, end in joined]
        drawing += map(_plate, self.numbered)
        named = sorted(board.cells) if self.coordinates else ()
        writing = [_text(view, cell, f"{cell[0]},{cell[1]}", 0.3, 0.1) for cell in named]
        writing += [_question_mark(view, cell, board.get(cell)) for cell in unsure]
        writing += [_text(view, cell, word, 0.5, 0.18) for cell, word in marks.items() if word]
        writing += [_text(view, cell, str(word), 0.8, 0.28) for cell, word in self.numbered.items()]
        name = f"<title>{escape(self.title)}</title>" if self.title else ""
        label = f' role="img" aria-label={quoteattr(self.title)}' if self.title else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="palago-board" viewBox="{view.box}" '
            f'width="{view.width * self.scale:.0f}" height="{view.height * self.scale:.0f}"{label}>'
            f'{name}<g transform="rotate({self.heading:g})">{"".join(drawing)}</g>'
            f'<g fill="{TEXT}" text-anchor="middle" font-family="sans-serif" '
            f'paint-order="stroke" stroke="#fff" stroke-width=".08" stroke-linejoin="round">'
            f"{''.join(writing)}</g></svg>"
        )


Shown = ParamSpec("Shown")


class DrawsItself(Protocol):
    """What lies on a table of another kind."""

    def svg(self) -> str:
        """The picture."""


class HasBoard(Protocol):
    """A game, or what else stands for its board."""

    @property
    def board(self) -> Any:
        """What is drawn."""


Drawable: TypeAlias = Board | str | HasBoard | DrawsItself


def _showing(
    drawing: Callable[Concatenate[Board, Shown], Drawing],
) -> Callable[[Callable[..., str]], Callable[Concatenate[Drawable, Shown], str]]:
    """For type checkers: what may be shown is what a drawing takes."""
    return lambda function: function


@_showing(Drawing)
def board_svg(board: Any, /, **shown: Any) -> str:
    """The picture of a board, also in words, or of a game's; what else is shown is named as the
    fields of :class:`Drawing`. A position of Palanquée takes ``marked``, ``title`` and ``scale``
    alone. Raises BoardError."""
    board, scale = getattr(board, "board", board), shown.get("scale", 1)
    if not isinstance(scale, int | float) or not 0 < scale < math.inf:
        raise BoardError(f"scale is a number of pixels above 0, not {scale!r:.40}")
    if hasattr(board, "svg"):
        if others := shown.keys() - {"marked", "title", "scale"}:
            named = ", ".join(sorted(others))
            raise BoardError(f"a printed board is drawn with marked, title and scale, not {named}")
        picture: str = board.svg(**shown)
        return picture
    if not isinstance(board, Board):
        board = Board(board)
    return Drawing(board, **shown).svg()


def _each(meant: str, given: Any, taken: Callable[[Any], Any]) -> tuple[Any, ...]:
    """Each of what was given, as it is drawn. Raises BoardError, which says what was ``meant``."""
    try:
        return tuple(map(taken, given))
    except (TypeError, ValueError, LookupError):
        raise BoardError(f"{meant}, not {given!r:.40}") from None


def tile_path(cell: Cell) -> str:
    """The outline of a cell as an SVG path."""
    return _path([_corner(cell, index) for index in range(6)])


def tip_path(cell: Cell, corner: int) -> str:
    """The tip at a corner of a tile: the sector of radius half a side that the arc cuts off."""
    before, after = _edge(cell, corner - 1), _edge(cell, corner)
    return f"M{_xy(_corner(cell, corner))}L{_xy(after)}A.5.5 0 0 1 {_xy(before)}Z"


def band_path(cell: Cell, rotation: int, colour: Colour) -> str:
    """The band of a colour: that half of the tile without the other colour's tip."""
    tip = rotation if colour is Colour.WHITE else rotation + 3
    points = [_edge(cell, tip + 1), _corner(cell, tip + 2), _edge(cell, tip + 2)]
    back = [_corner(cell, tip + 4), _edge(cell, tip + 4)]
    onward = "L".join(_xy(point) for point in points)
    return f"M{onward}A.5.5 0 0 0 {_xy(_edge(cell, tip + 3))}L{'L'.join(map(_xy, back))}Z"


def group_path(group: Group, board: Board) -> str:
    """Everything on the table that belongs to a group: its tips and its bands."""
    return "".join(group_pieces(group, board).values())


def group_pieces(group: Group, board: Board) -> dict[Cell, str]:
    """What belongs to a group, tile by tile: for pictures in which each tile lies for itself."""
    pieces = {}
    for cell in sorted(group.tiles):
        rotation = board.rotations[cell]
        path = ""
        if tip_corner(cell, rotation, group.colour) in group.corners:
            path += tip_path(cell, rotation + 3 * (group.colour is Colour.BLUE))
        if straight_corners(cell, rotation, group.colour)[0] in group.corners:
            path += band_path(cell, rotation, group.colour)
        pieces[cell] = path
    return pieces


def curve_path(curve: Curve) -> str:
    """A closed line along its true straights and arcs."""
    return line_path((*curve.midpoints, curve.midpoints[0]), curve.tiles) + "Z"


def line_path(midpoints: Sequence[Midpoint], tiles: Sequence[Cell]) -> str:
    """A line from edge midpoint to edge midpoint, ``tiles[i]`` holding the piece from the i-th."""
    points = [midpoint_place(midpoint) for midpoint in midpoints]
    pieces = (
        _piece(cell, start, end)
        for cell, start, end in zip(tiles, points[:-1], points[1:], strict=True)
    )
    return f"M{_xy(points[0])}{''.join(pieces)}"


def _piece(cell: Cell, start: tuple[float, float], end: tuple[float, float]) -> str:
    """One tile's part of a line: opposite edges are joined by the straight, others by an arc."""
    x, y = cell_centre(cell)
    if math.hypot((start[0] + end[0]) / 2 - x, (start[1] + end[1]) / 2 - y) < 0.1:
        return f"L{_xy(end)}"
    turn = (start[0] - x) * (end[1] - y) - (start[1] - y) * (end[0] - x)
    return f"A.5.5 0 0 {int(turn < 0)} {_xy(end)}"


class _View:
    """Where things stand after the picture is turned, and the frame that holds them all."""

    def __init__(self, heading: float, scale: float, cells: Iterable[Cell]) -> None:
        angle = math.radians(heading)
        self.cosine, self.sine, self.scale = math.cos(angle), math.sin(angle), scale
        centres = [self.turned(cell_centre(cell)) for cell in cells] or [(0.0, 0.0)]
        margin = 1.15
        left, right = min(x for x, _ in centres) - margin, max(x for x, _ in centres) + margin
        top, bottom = min(y for _, y in centres) - margin, max(y for _, y in centres) + margin
        self.width, self.height = right - left, bottom - top
        self.box = f"{left:.3f} {top:.3f} {self.width:.3f} {self.height:.3f}"

    def turned(self, point: tuple[float, float]) -> tuple[float, float]:
        x, y = point
        return x * self.cosine - y * self.sine, x * self.sine + y * self.cosine


def _tile(cell: Cell, rotation: int, palette: SetColours) -> str:
    white_tip, blue_tip = tip_path(cell, rotation), tip_path(cell, rotation + 3)
    line = f"M{_xy(_edge(cell, rotation + 1))}L{_xy(_edge(cell, rotation + 4))}"
    for corner in (rotation, rotation + 3):
        line += f"M{_xy(_edge(cell, corner))}A.5.5 0 0 1 {_xy(_edge(cell, corner - 1))}"
    white_band = band_path(cell, rotation, Colour.WHITE)
    return (
        f'<g class="tile" data-cell="{cell[0]},{cell[1]}">'
        f'<path d="{tile_path(cell)}" fill="{palette.blue}"/>'
        f'<path d="{white_tip}{white_band}" fill="{palette.white}"/>'
        f'<path d="{blue_tip}" fill="{palette.blue}"/>'
        f'<path d="{line}" fill="none" stroke="{LINE}" stroke-width=".07"/>'
        f'<path d="{tile_path(cell)}" fill="none" stroke="{RIM}" stroke-width=".035"/></g>'
    )


def ghost_svg(tile: Tile, palette: SetColours = USUAL_COLOURS) -> str:
    """A tile as it would lie: pale, with a broken outline in the colour of marks."""
    return (
        f'<g class="ghost"><g opacity=".55">{_tile(tile.cell, tile.rotation, palette)}</g>'
        f'<path d="{tile_path(tile.cell)}" fill="none" stroke="{MARK}" '
        'stroke-width=".1" stroke-dasharray=".22 .14"/></g>'
    )


def _last(cell: Cell) -> str:
    """A rim inside a tile's edge, light and coloured, so that it is seen on either colour."""
    path = _path([_towards(_corner(cell, index), cell_centre(cell), 0.07) for index in range(6)])
    return "".join(
        f'<path class="last" d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" '
        'stroke-linejoin="round" pointer-events="none"/>'
        for colour, width in (("#fff", ".17"), (MARK, ".09"))
    )


def _empty_place(cell: Cell) -> str:
    return (
        f'<path class="empty" data-cell="{cell[0]},{cell[1]}" d="{tile_path(cell)}" '
        'fill="transparent" stroke="#8886" stroke-width=".03" stroke-dasharray=".1 .08"/>'
    )


def _lit(group: Group, board: Board) -> str:
    return (
        f'<path class="lit" d="{group_path(group, board)}" fill="{MARK}" '
        f'fill-opacity=".7" stroke="{MARK}" stroke-width=".05"/>'
    )


def _curve(curve: Curve) -> str:
    return (
        f'<path class="curve" d="{curve_path(curve)}" fill="none" stroke="{MARK}" '
        'stroke-width=".16" stroke-linejoin="round"/>'
    )


def _doubt(cell: Cell, value: float) -> str:
    shrunk = [_towards(_corner(cell, index), cell_centre(cell), 0.1) for index in range(6)]
    return (
        f'<path class="unsure" d="{_path(shrunk)}" fill="none" stroke="{MARK}" '
        f'stroke-width=".1" stroke-dasharray=".22 .14"><title>{value:.0%}</title></path>'
    )


def _ring(cell: Cell) -> str:
    x, y = cell_centre(cell)
    return (
        f'<circle class="mark" cx="{x:.3f}" cy="{y:.3f}" r=".42" fill="none" '
        f'stroke="#fff" stroke-width=".18"/><circle cx="{x:.3f}" cy="{y:.3f}" r=".42" '
        f'fill="none" stroke="{MARK}" stroke-width=".1"/>'
    )


def _plate(cell: Cell) -> str:
    """What a number stands on; it leaves the tile's edges, where its lines end, to be seen."""
    x, y = cell_centre(cell)
    return (
        f'<circle class="plate" cx="{x:.3f}" cy="{y:.3f}" r=".5" fill="#fff" '
        f'stroke="{MARK}" stroke-width=".08"/>'
    )


def _arrow(start: Cell, end: Cell) -> str:
    (x0, y0), (x1, y1) = cell_centre(start), cell_centre(end)
    length = math.hypot(x1 - x0, y1 - y0) or 1.0
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    neck = x1 - 0.35 * ux, y1 - 0.35 * uy
    head = [(x1, y1), (neck[0] - 0.2 * uy, neck[1] + 0.2 * ux)]
    head.append((neck[0] + 0.2 * uy, neck[1] - 0.2 * ux))
    return (
        f'<path class="arrow" d="M{_xy((x0, y0))}L{_xy(neck)}" stroke="{MARK}" '
        f'stroke-width=".12"/><path d="{_path(head)}" fill="{MARK}"/>'
    )


def _question_mark(view: _View, cell: Cell, tile: Tile | None) -> str:
    """Beside the uppermost corner without a tip: one colour is there, so that nothing is hidden."""
    rotation = 0 if tile is None else tile.rotation
    corners = [_corner(cell, rotation + step) for step in (1, 2, 4, 5)]
    highest = min(corners, key=lambda corner: view.turned(corner)[1])
    x, y = view.turned(_towards(highest, cell_centre(cell), 0.34))
    return f'<text class="unsure" x="{x:.3f}" y="{y + 0.14:.3f}" font-size=".4">?</text>'


def _text(view: _View, cell: Cell, words: str, size: float, drop: float) -> str:
    x, y = view.turned(cell_centre(cell))
    return f'<text x="{x:.3f}" y="{y + drop:.3f}" font-size="{size}">{escape(words)}</text>'


def _corner(cell: Cell, index: int) -> tuple[float, float]:
    x, y = cell_centre(cell)
    dx, dy = CORNER_OFFSETS[index % 6]
    return x + dx, y + dy


def _edge(cell: Cell, index: int) -> tuple[float, float]:
    """Midpoint of the edge between corners ``index`` and ``index + 1``."""
    (x0, y0), (x1, y1) = _corner(cell, index), _corner(cell, index + 1)
    return (x0 + x1) / 2, (y0 + y1) / 2


def midpoint_place(midpoint: Midpoint) -> tuple[float, float]:
    """Where the midpoint of an edge lies, in units of the side."""
    q, r = midpoint[0] / 2, midpoint[1] / 2
    return SQRT3 * (q + r / 2), 1.5 * r


def _towards(
    point: tuple[float, float], target: tuple[float, float], share: float
) -> tuple[float, float]:
    return point[0] + share * (target[0] - point[0]), point[1] + share * (target[1] - point[1])


def _xy(point: tuple[float, float]) -> str:
    return f"{point[0]:.3f} {point[1]:.3f}"


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(map(_xy, points)) + "Z"
