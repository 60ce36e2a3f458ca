"""Everything that is known of a board at a glance: the analysis in `docs/library/formats.md`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .lattice import Cell
from .palagonia.points.scoring import score
from .tiles.board import TILES_IN_A_SET, Board
from .tiles.groups import Group
from .tiles.outlines import Curve, closed_curves

#: Why Palagonia pays nothing for a closed group. Format 1 of the analysis is frozen with these
#: words: the catalogue's sentences may be worded anew, `docs/library/formats.md` may not.
REASONS = {
    "palagonia.score.eye": "an eye does not score",
    "palagonia.score.bone": "a bone does not score",
    "palagonia.score.empty_inside": "an empty cell inside: the creature is not closed",
    "palagonia.score.too_small": "1 or 2 points do not score",
    "palagonia.score.broken": "a tile of odd rotation breaks the line round it",
}


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
    found = score(board, group, curves=curves)
    entry = {
        "colour": group.colour.value,
        "corners": len(group.corners),
        "straights": group.straights,
        "tiles": cells_json(group.tiles),
        "loops": found.loops,
        "legs": len(found.legs),
        "internal_legs": len(found.internal_legs),
        "empty_inside": len(found.empty_inside),
        "points": found.points,
        "count": found.count,
    }
    return entry if found.reason is None else entry | {"reason": REASONS[found.reason.key]}


def cells_json(cells: frozenset[Cell] | tuple[Cell, ...]) -> list[list[int]]:
    """Cells as sorted ``[q, r]`` pairs."""
    return [list(cell) for cell in sorted(cells)]


def analyse(
    board: Board, *, lists: bool = True, tiles_in_set: int = TILES_IN_A_SET
) -> dict[str, Any]:
    """The analysis of one board as a JSON object. ``lists=False`` leaves out the list of winning
    moves. Threats are left out where a creature is closed: the game is over."""
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
