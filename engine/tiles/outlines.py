"""The outlines of closed groups: loops and legs (rules, section Palagonia, points 6 and 10).

Every tile carries three pieces of line: its straight and the arcs of its two tips. They end at
edge midpoints, where the neighbour's pieces go on; so the lines of a board are curves, and each
colour's groups are what lies between them. A curve that comes back to itself is a loop. All
positions here are edge midpoints in doubled axial coordinates (the sum of the two cells), which
are whole numbers: whether one curve lies inside another is decided exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from ..lattice import DIRECTIONS, Cell, Colour, Corner, corner_cells
from .board import Board
from .groups import Group, straight_corners, tip_corner

Midpoint = tuple[int, int]


@dataclass(frozen=True)
class Curve:
    """A closed line on the table.

    ``midpoints`` are the edge midpoints that it crosses, in order, in doubled axial coordinates;
    ``tiles`` the cells whose lines it follows, in the same order: ``tiles[i]`` holds the piece
    from ``midpoints[i]`` to the next one.
    """

    midpoints: tuple[Midpoint, ...]
    tiles: tuple[Cell, ...]

    @cached_property
    def doubled_area(self) -> int:
        """Twice the enclosed area in doubled axial units, without sign."""
        following = self.midpoints[1:] + self.midpoints[:1]
        pairs = zip(self.midpoints, following, strict=True)
        return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs))

    def encloses(self, point: Midpoint) -> bool:
        """Whether a point in doubled axial coordinates, not on the curve, lies inside it."""
        x, y = point
        inside = False
        following = self.midpoints[1:] + self.midpoints[:1]
        for (x0, y0), (x1, y1) in zip(self.midpoints, following, strict=True):
            if (y0 > y) != (y1 > y):
                side = (x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)
                inside ^= (side > 0) == (y1 > y0)
        return inside


@dataclass(frozen=True)
class Outline:
    """The lines of one closed group.

    ``inner`` are all closed curves inside the outer loop, of either colour and at any depth, the
    largest first; ``legs`` and ``internal_legs`` are the corners that end a limb, on the outer
    loop and on inner ones.
    """

    group: Group
    outer: Curve
    inner: tuple[Curve, ...]
    legs: tuple[Corner, ...]
    internal_legs: tuple[Corner, ...]
    empty_inside: tuple[Cell, ...]

    @property
    def loops(self) -> int:
        """The outer loop and all closed lines inside it."""
        return 1 + len(self.inner)

    @property
    def count(self) -> int:
        """Loops and legs together, what Palagonia counts."""
        return self.loops + len(self.legs)


def tile_lines(rotation: int) -> tuple[tuple[int, int], ...]:
    """The three lines of a tile as pairs of directions: the straight, White's arc, Blue's arc.

    An arc cuts off the tip at corner k. It joins the edges on both sides of that corner, which lie
    in directions k - 2 and k - 1; the straight joins the two edges left over.
    """
    return (
        ((rotation + 0) % 6, (rotation + 3) % 6),
        ((rotation + 4) % 6, (rotation + 5) % 6),
        ((rotation + 1) % 6, (rotation + 2) % 6),
    )


def edge_midpoint(cell: Cell, direction: int) -> Midpoint:
    """The midpoint of the edge that ``DIRECTIONS[direction]`` crosses, in doubled axial units."""
    dq, dr = DIRECTIONS[direction % 6]
    return 2 * cell[0] + dq, 2 * cell[1] + dr


def closed_curves(board: Board) -> tuple[Curve, ...]:
    """All closed lines of a board. Lines end at empty cells and at tiles of odd rotation."""
    pieces: dict[Midpoint, list[tuple[Midpoint, Cell]]] = {}
    for cell, rotation in board.rotations.items():
        if rotation % 2:
            continue
        for start, end in tile_lines(rotation):
            first, last = edge_midpoint(cell, start), edge_midpoint(cell, end)
            pieces.setdefault(first, []).append((last, cell))
            pieces.setdefault(last, []).append((first, cell))
    curves = []
    unseen = set(pieces)
    # Open lines first, each from one of its two ends, so that only closed ones are left.
    for loose_end in [midpoint for midpoint, ways in pieces.items() if len(ways) == 1]:
        if loose_end in unseen:
            _follow(loose_end, pieces, unseen)
    while unseen:
        curves.append(_follow(min(unseen), pieces, unseen))
    return tuple(sorted(curves, key=lambda curve: (-curve.doubled_area, curve.midpoints)))


def _follow(
    start: Midpoint, pieces: Mapping[Midpoint, list[tuple[Midpoint, Cell]]], unseen: set[Midpoint]
) -> Curve:
    midpoints = [start]
    cells = []
    unseen.discard(start)
    # At each midpoint two pieces meet; the way on is the one that lies in the other tile. At the
    # start either will do.
    onward: Midpoint | None = start
    came_through: Cell | None = None
    while onward is not None:
        here, onward = onward, None
        for end, cell in pieces[here]:
            if cell != came_through:
                came_through = cell
                cells.append(cell)
                if end in unseen:
                    unseen.discard(end)
                    midpoints.append(end)
                    onward = end
                break
    return Curve(tuple(midpoints), tuple(cells))


def outline(board: Board, group: Group, curves: tuple[Curve, ...] | None = None) -> Outline:
    """Follow the lines round a closed group.

    ``curves`` may carry :func:`closed_curves` of the board where several groups are asked about.
    Raises ValueError where the group is not closed or a tile of odd rotation breaks its line.
    """
    if not group.closed:
        raise ValueError("only a closed group has an outline")
    curves = closed_curves(board) if curves is None else curves
    curve_at = {midpoint: curve for curve in curves for midpoint in curve.midpoints}
    bordering = [curve_at.get(midpoint) for midpoint in _bordering_midpoints(board, group)]
    closed = [curve for curve in bordering if curve is not None]
    if not closed or len(closed) < len(bordering):
        raise ValueError("a tile of odd rotation breaks the line round this group")
    outer = max(closed, key=lambda curve: (curve.doubled_area, curve.midpoints))
    inside = tuple(c for c in curves if c is not outer and outer.encloses(c.midpoints[0]))
    limb_ends = [(corner, curve_at[_arc_end(board, corner)]) for corner in _limb_ends(board, group)]
    return Outline(
        group,
        outer,
        inside,
        tuple(corner for corner, curve in limb_ends if curve is outer),
        tuple(corner for corner, curve in limb_ends if curve is not outer),
        _empty_inside(board, outer),
    )


def _bordering_midpoints(board: Board, group: Group) -> set[Midpoint]:
    """One end of each line that borders the group. A tip lies behind its own arc; a straight's band
    lies between the straight line and the arc of the other colour's tip."""
    found = set()
    for cell in group.tiles:
        rotation = board.rotations[cell]
        straight, white_arc, blue_arc = tile_lines(rotation)
        is_white = group.colour is Colour.WHITE
        own_arc, far_arc = (white_arc, blue_arc) if is_white else (blue_arc, white_arc)
        if tip_corner(cell, rotation, group.colour) in group.corners:
            found.add(edge_midpoint(cell, own_arc[0]))
        if straight_corners(cell, rotation, group.colour)[0] in group.corners:
            found.add(edge_midpoint(cell, straight[0]))
            found.add(edge_midpoint(cell, far_arc[0]))
    return found


def tips_at(board: Board, corner: Corner) -> list[Cell]:
    """The tiles whose tip is at a corner, of the three that meet there."""
    return [
        cell
        for cell in corner_cells(corner)
        if tip_corner(cell, board.rotations[cell], corner.colour) == corner
    ]


def _limb_ends(board: Board, group: Group) -> list[Corner]:
    """The group's corners with exactly one straight and two tips."""
    return [
        corner
        for corner in sorted(group.corners, key=lambda c: (c.q, c.r))
        if len(tips_at(board, corner)) == 2
    ]


def _arc_end(board: Board, corner: Corner) -> Midpoint:
    """One end of a tip's arc at a corner of a closed group."""
    cell = tips_at(board, corner)[0]
    neighbour = next(other for other in corner_cells(corner) if other != cell)
    return cell[0] + neighbour[0], cell[1] + neighbour[1]


def _empty_inside(board: Board, outer: Curve) -> tuple[Cell, ...]:
    """The empty cells inside a curve. The curve itself runs through tiles only."""
    doubled_qs = [q for q, _ in outer.midpoints]
    doubled_rs = [r for _, r in outer.midpoints]
    return tuple(
        (q, r)
        for q in range(min(doubled_qs) // 2, max(doubled_qs) // 2 + 1)
        for r in range(min(doubled_rs) // 2, max(doubled_rs) // 2 + 1)
        if (q, r) not in board and outer.encloses((2 * q, 2 * r))
    )
