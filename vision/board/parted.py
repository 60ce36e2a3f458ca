"""Boards that something parts in two: a hand, a card, glare, tiles that were not found.

Two groups of hexagons that lie on one lattice, a step or two apart, are one board. The hexagons
next to the gap are often seen badly, beside a hand or a glare, so the whole of the larger group
says where its lattice goes on.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...engine.lattice import Cell, cell_centre
from ..faces.neighbourhood import sixth_turns
from ..lattice.groups import TileGroup, nearest_cell, view_of_members
from ..lattice.hexagons import Hexagons
from .candidate import turned_by

Points = NDArray[np.float64]

LEAST_ANCHOR, LEAST_PART = 3, 2
"""Tiles of the larger group, so that it knows its lattice, and of the smaller: a single tile that
lies apart is a loose one, however straight it lies."""
MOST_STEPS = 4
"""A part is at most this many steps away: three cells hidden."""
NEAREST = 4
"""So many of the part's hexagons, those nearest to the larger group, decide."""
NEAR_END = 4
"""So many of the larger group's hexagons, those nearest to the part, say how its rows bend."""
OFF_LATTICE, OFF_HEADING = 0.3, 0.15
"""How far (in sides, in radians) the part may lie off the larger group's lattice. By chance it
agrees this well three times in a hundred."""


@dataclass(frozen=True)
class _Landing:
    """Where a part belongs in the larger group's frame: its hexagon `index` lands in `cell`, and
    its frame is turned by so many sixths."""

    index: int
    cell: Cell
    sixths: int


def with_parts_joined(
    hexagons: Hexagons, groups: list[TileGroup], size: tuple[int, int]
) -> list[TileGroup]:
    """The groups, largest first; groups that lie on one lattice have become one.

    `size` is (width, height) of the photo in which the hexagons were seen.
    """
    groups = sorted(groups, key=lambda group: -len(group.members))
    anchor = 0
    while anchor < len(groups) and len(groups[anchor].members) >= LEAST_ANCHOR:
        for other in range(anchor + 1, len(groups)):
            joined = _joined(hexagons, groups[anchor], groups[other], size)
            if joined is not None:
                groups[anchor] = joined
                del groups[other]
                break
        else:
            anchor += 1
    return sorted(groups, key=lambda group: -len(group.members))


def _joined(
    hexagons: Hexagons, anchor: TileGroup, part: TileGroup, size: tuple[int, int]
) -> TileGroup | None:
    """Both as one group, if they lie on one lattice by the view of either."""
    if len(part.members) < LEAST_PART or not _are_near(hexagons, anchor, part):
        return None
    landing = _landing(hexagons, anchor, part)
    if landing is None and len(part.members) >= LEAST_ANCHOR:
        anchor, part = part, anchor
        landing = _landing(hexagons, anchor, part)
    if landing is None:
        return None
    added = part.relabelled(landing.index, landing.cell, landing.sixths)
    taken = anchor.cells
    if any(member.cell in taken for member in added):
        return None
    members = anchor.members + added
    view = view_of_members(hexagons, members, size)
    return None if view is None else TileGroup(members, lambda: view)


def _are_near(hexagons: Hexagons, first: TileGroup, second: TileGroup) -> bool:
    """Whether the groups' outlines in the photo are near enough to be worth a closer look."""
    outlines = [
        hexagons.corners[[member.index for member in group.members]] for group in (first, second)
    ]
    low, high = zip(*((o.min(axis=(0, 1)), o.max(axis=(0, 1))) for o in outlines), strict=True)
    gap = np.maximum(np.maximum(low[0] - high[1], low[1] - high[0]), 0.0)
    width = max(float(np.ptp(outline, axis=1).max()) for outline in outlines)
    return bool(np.linalg.norm(gap) <= MOST_STEPS * width)


def _landing(hexagons: Hexagons, anchor: TileGroup, part: TileGroup) -> _Landing | None:
    """Where the part belongs, if its hexagons nearest to the anchor lie on the anchor's lattice."""
    own = [member.index for member in anchor.members]
    cells = np.array([cell_centre(member.cell) for member in anchor.members])
    places = anchor.view.to_table(hexagons.centres[own])
    turns = np.array([member.turn for member in anchor.members])
    leans = sixth_turns(_angles(hexagons, anchor, own) + turns * np.pi / 3.0)
    others = [member.index for member in part.members]
    seen = anchor.view.to_table(hexagons.centres[others])
    if not np.all(np.isfinite(seen)):
        return None
    gaps = np.linalg.norm(seen[:, None] - places[None], axis=2)
    nearest = np.argsort(gaps.min(axis=1), kind="stable")[:NEAREST]
    if gaps[nearest[0]].min() > MOST_STEPS * np.sqrt(3.0) + OFF_LATTICE:
        return None
    # Rows bend: the lattice goes on as it lies at the anchor's near end.
    end = np.argsort(gaps[nearest[0]], kind="stable")[:NEAR_END]
    drift = np.median((places - cells)[end], axis=0)
    turned = _angles(hexagons, anchor, others)[nearest] - np.median(leans[end])
    landings = []
    off = np.zeros((len(nearest), 2))
    for row, index in enumerate(nearest):
        place = seen[index] - drift
        cell = nearest_cell(place)
        sixths = round(turned[row] / (np.pi / 3.0)) + part.members[index].turn
        landings.append(_Landing(part.members[index].index, cell, sixths % 6))
        off[row] = place - np.array(cell_centre(cell))
    lean = float(np.median(sixth_turns(turned)))
    if np.linalg.norm(np.median(off, axis=0)) > OFF_LATTICE or abs(lean) > OFF_HEADING:
        return None
    # One of them may be seen so badly that it lands elsewhere, but not two.
    for landing in landings[:2]:
        relabelled = part.relabelled(landing.index, landing.cell, landing.sixths)
        landed = {member.index: member.cell for member in relabelled}
        agree = [
            other.sixths == landing.sixths and landed[other.index] == other.cell
            for other in landings
        ]
        if sum(agree) >= max(LEAST_PART, len(landings) - 1):
            return landing
    return None


def _angles(hexagons: Hexagons, anchor: TileGroup, indices: list[int]) -> NDArray[np.float64]:
    """By how much hexagons are turned on the anchor's table, (n,), seen from their own corner 0."""
    centres = anchor.view.to_table(hexagons.centres[indices])
    return turned_by(anchor.view.to_table(hexagons.corners[indices]) - centres[:, None])
