"""What a shape is called, and when two shapes are the same: when one can be turned and shifted onto
the other. A shape is which tips and straights, in which cells, belong to one group; what lies
inside it is ignored, and so is its colour. Mirror images are different shapes."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from ..lattice import Cell, Colour, Corner, cell_corner, rotate_cell
from ..tiles.board import Board
from ..tiles.groups import Group, straight_corners, tip_corner
from ..tiles.outlines import Curve, edge_midpoint, tile_lines

#: Where a piece lies: its cell, the direction of the own colour's tip, has its tip, its straight.
ShapePiece = tuple[int, int, int, bool, bool]
ShapeKey = tuple[ShapePiece, ...]

EYE, BONE, WORM, STARFISH = "eye", "bone", "worm", "starfish"
RING, SNAIL, CREATURE, OPEN_SHAPE = "ring", "snail", "creature", "open shape"


def shape_pieces(board: Board, group: Group) -> list[ShapePiece]:
    """The pieces of tiles that make up a group. Directions count 60° steps from the top."""
    turn = 0 if group.colour is Colour.WHITE else 3
    return [
        (
            *cell,
            (board.rotations[cell] + turn) % 6,
            tip_corner(cell, board.rotations[cell], group.colour) in group.corners,
            straight_corners(cell, board.rotations[cell], group.colour)[0] in group.corners,
        )
        for cell in group.tiles
    ]


def shape_key(board: Board, group: Group) -> ShapeKey:
    """A value that two groups share exactly when they have the same shape."""
    pieces = shape_pieces(board, group)
    return min(_turned(pieces, sixths) for sixths in range(6))


def _turned(pieces: list[ShapePiece], sixths: int) -> ShapeKey:
    turned = sorted(
        (*rotate_cell((q, r), sixths), (tip + sixths) % 6, has_tip, has_straight)
        for q, r, tip, has_tip, has_straight in pieces
    )
    q0, r0 = turned[0][:2]
    return tuple((q - q0, r - r0, *rest) for q, r, *rest in turned)  # type: ignore[misc]


def _count_limb_ends(board: Board, group: Group) -> int:
    """How many corners of a group have exactly one straight."""
    lines = (straight_corners(cell, board.rotations[cell], group.colour) for cell in group.tiles)
    straights = Counter(chain.from_iterable(lines))
    return sum(straights[corner] == 1 for corner in group.corners)


def shape_name(board: Board, group: Group) -> str:
    """What players call a closed shape. The publisher's names are eye, bone and snail: a ring round
    an eye with one tail. A worm has two ends and no branch, a starfish more ends and no ring; a
    ring has no end."""
    if not group.closed:
        return OPEN_SHAPE
    if group.straights == 0:
        return EYE
    if group.straights == 1:
        return BONE
    own_rings = group.straights - len(group.corners) + 1
    ends = _count_limb_ends(board, group)
    if own_rings == 0:
        return WORM if ends == 2 else STARFISH
    if own_rings == 1 and ends < 2:
        return SNAIL if ends else RING
    return CREATURE


def corners_beside(board: Board, cell: Cell, piece: int) -> tuple[Corner, Corner]:
    """The corners on the two sides of a tile's line, one of each colour. ``piece`` counts as
    ``outlines.tile_lines`` does: the straight, White's arc, Blue's arc."""
    tip = board.rotations[cell]
    if piece == 0:  # the straight line parts White's straight from Blue's
        return cell_corner(cell, tip + 2), cell_corner(cell, tip + 1)
    if piece == 1:  # White's tip and the band of Blue behind it
        return cell_corner(cell, tip), cell_corner(cell, tip + 1)
    return cell_corner(cell, tip + 3), cell_corner(cell, tip + 2)


def corner_inside(board: Board, curve: Curve) -> Corner:
    """A corner of the group just inside a closed line: of the two that its first piece parts, the
    one on the left or on the right, depending on which way round the line runs. Whole numbers
    throughout: sixths of axial units."""
    cell, start, end = curve.tiles[0], curve.midpoints[0], curve.midpoints[1]
    lines = tile_lines(board.rotations[cell])
    ends = [{edge_midpoint(cell, first), edge_midpoint(cell, last)} for first, last in lines]
    beside = corners_beside(board, cell, ends.index({start, end}))
    following = curve.midpoints[1:] + curve.midpoints[:1]
    pairs = zip(curve.midpoints, following, strict=True)
    turn = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs)

    def is_inside(corner: Corner) -> bool:
        up = 1 if corner.colour is Colour.WHITE else -1
        x = 6 * corner.q + 2 * up - 3 * start[0]
        y = 6 * corner.r - 4 * up - 3 * start[1]
        return ((end[0] - start[0]) * y - (end[1] - start[1]) * x > 0) == (turn > 0)

    return beside[0] if is_inside(beside[0]) else beside[1]
