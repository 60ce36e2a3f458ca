"""Everything that is known of a board at a glance: the analysis in `docs/library/formats.md`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .lattice import Cell
from .tiles.board import TILES_IN_A_SET, Board
from .tiles.groups import Group
from .tiles.outlines import Curve, Outline, closed_curves, outline

LEAST_POINTS_THAT_SCORE = 3

EYE = "an eye does not score"
BONE = "a bone does not score"
EMPTY_CELL_INSIDE = "an empty cell inside: the creature is not closed"
TOO_SMALL = "1 or 2 points do not score"
BROKEN_LINE = "a tile of odd rotation breaks the line round it"


def points(shape: Outline) -> tuple[int, str | None]:
    """What Palagonia pays for a closed group: points, and the reason where they are 0.

    Rules, section Palagonia, point 6.
    """
    if shape.group.is_eye:
        return 0, EYE
    if shape.is_bone:
        return 0, BONE
    if shape.empty_inside:
        return 0, EMPTY_CELL_INSIDE
    if shape.count < LEAST_POINTS_THAT_SCORE:
        return 0, TOO_SMALL
    return shape.count, None


def group_json(group: Group) -> dict[str, Any]:
    """One entry of the analysis' ``groups``."""
    return {
        "colour": group.colour.value,
        "corners": len(group.corners),
        "straights": group.straights,
        "freedoms": len(group.freedoms),
        "closed": group.closed,
        "creature": group.is_creature,
        "tiles": cells_json(group.tiles),
    }


def closed_group_json(
    board: Board, group: Group, curves: tuple[Curve, ...] | None = None
) -> dict[str, Any]:
    """One entry of the analysis' ``closed_groups``."""
    entry: dict[str, Any] = {
        "colour": group.colour.value,
        "corners": len(group.corners),
        "straights": group.straights,
        "tiles": cells_json(group.tiles),
    }
    try:
        shape = outline(board, group, curves)
    except ValueError:
        none = dict.fromkeys(("loops", "legs", "internal_legs", "empty_inside", "points"), 0)
        return entry | none | {"count": 0, "reason": BROKEN_LINE}
    paid, reason = points(shape)
    entry |= {
        "loops": shape.loops,
        "legs": len(shape.legs),
        "internal_legs": len(shape.internal_legs),
        "empty_inside": len(shape.empty_inside),
        "points": paid,
        "count": shape.count,
    }
    return entry if reason is None else entry | {"reason": reason}


def cells_json(cells: frozenset[Cell] | tuple[Cell, ...]) -> list[list[int]]:
    """Cells as sorted ``[q, r]`` pairs."""
    return [list(cell) for cell in sorted(cells)]


def analyse(
    board: Board,
    *,
    lists: bool = True,
    tiles_in_set: int = TILES_IN_A_SET,
) -> dict[str, Any]:
    """The analysis of one board as a JSON object.

    ``lists=False`` leaves out the list of winning moves. Threats are left out where a creature
    is closed: the game is over.
    """
    groups = board.groups()
    closed = [group for group in groups if group.closed]
    over = any(group.is_creature for group in closed)
    curves = closed_curves(board) if closed else ()
    result: dict[str, Any] = {
        "tiles": len(board),
        "status": list(board.status(tiles_in_set)),
        "over": over,
        "groups": [group_json(group) for group in groups],
        "closed_groups": [closed_group_json(board, group, curves) for group in closed],
        "holes": cells_json(board.holes()),
    }
    if not over:
        result |= threats_json(board, lists=lists)
    return result


def threats_json(board: Board, *, lists: bool) -> Mapping[str, Any]:
    """The analysis' ``moves`` and ``threats``. Compiled code is loaded only when it is needed."""
    from .palago.threats import analyse_threats

    return analyse_threats(board, lists=lists).to_json()
