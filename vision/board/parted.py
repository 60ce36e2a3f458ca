"""Boards that something parts in two: a hand, a card, glare, tiles that were not found.

Two groups of hexagons that lie on one lattice, a step or two apart, are one board. The hexagons
next to the gap are often seen badly, beside a hand or a glare, so the whole of the larger group
says where its lattice goes on. A few tiles, of which a card hides a part, say that badly: if they
and the others lie straight in one view that is fitted to all, they are one board, too.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...engine.lattice import Cell, cell_centre, neighbours
from ..faces.neighbourhood import sixth_turn, sixth_turns
from ..lattice.groups import TileGroup, nearest_cell, view_of_members
from ..lattice.hexagons import Hexagons
from .candidate import poses_on_table, scores_of, start_poses

Points = NDArray[np.float64]

LEAST_ANCHOR, LEAST_PART = 3, 2
"""Tiles of the larger group, so that it knows its lattice, and of the smaller: a single tile that
lies apart is a loose one, however straight it lies."""
MOST_STEPS = 4
"""A part is at most this many steps away: three cells hidden."""
NEAR_END = 4
"""So many hexagons of either, those nearest to the other, say where its rows lead to."""
OFF_LATTICE, OFF_HEADING = 0.3, 0.15
"""How far (in sides, in radians) the part may lie off the larger group's lattice. By chance it
agrees this well three times in a hundred."""
STRAIGHT = 0.09
"""How far (in sides, in radians, as a share of a size) two parts may lie off one lattice in a view
that is fitted to both. Of 151 boards cut in two 14 more are joined by it, of 151 parts moved at
random two."""


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
    """Both as one group, if they lie on one lattice by the view of either, or by one of both."""
    if len(part.members) < LEAST_PART or not _are_near(hexagons, anchor, part):
        return None
    orders = [(anchor, part), (part, anchor)][: 2 if len(part.members) >= LEAST_ANCHOR else 1]
    tried = []
    for first, second in orders:
        near = _part_seen_from(hexagons, first, second)
        if near is None:
            continue
        landing = _landing(near, second)
        if landing is not None:
            together = _together(hexagons, first, second, landing, size)
            if together is not None and together.apart <= 2 * STRAIGHT:
                return together.group
        for landing in _possible_landings(near, second):
            tried.append(_together(hexagons, first, second, landing, size))
    best = min((one for one in tried if one), key=lambda one: one.apart, default=None)
    return best.group if best is not None and best.apart <= STRAIGHT else None


@dataclass(frozen=True)
class _Together:
    """Two parts in one frame, and how far they lie off one lattice there (see STRAIGHT)."""

    group: TileGroup
    apart: float


def _together(
    hexagons: Hexagons,
    anchor: TileGroup,
    part: TileGroup,
    landing: _Landing,
    size: tuple[int, int],
) -> _Together | None:
    """Both in the anchor's frame; None where two would share a cell, or no view fits them."""
    added = part.relabelled(landing.index, landing.cell, landing.sixths)
    if anchor.cells.keys() & {member.cell for member in added}:
        return None
    members = anchor.members + added
    view = view_of_members(hexagons, members, size)
    if view is None:
        return None
    group = TileGroup(members, lambda: view)
    poses = start_poses(hexagons, group)
    own = len(anchor.members)
    gaps = np.linalg.norm(poses.centres[:own, None] - poses.centres[None, own:], axis=2)
    ends = [
        np.argsort(gaps.min(axis=1), kind="stable")[:NEAR_END],
        own + np.argsort(gaps.min(axis=0), kind="stable")[:NEAR_END],
    ]
    corners = np.stack([hexagons.corners[member.index] for member in members])
    spokes = view.to_table(corners) - poses.centres[:, None]
    sides = np.linalg.norm(spokes, axis=2).mean(axis=1)
    shift = np.subtract(*(np.median(poses.shifts[end], axis=0) for end in ends))
    lean = sixth_turn(float(np.subtract(*(np.median(poses.angles[end]) for end in ends))))
    larger = np.log(np.divide(*(np.median(sides[end]) for end in ends)))
    off = np.sqrt(np.average((poses.shifts**2).sum(axis=1), weights=scores_of(hexagons, group)))
    measures = np.array([np.linalg.norm(shift), abs(lean), abs(larger), off])
    return _Together(group, float(measures.max())) if np.all(np.isfinite(measures)) else None


def _are_near(hexagons: Hexagons, first: TileGroup, second: TileGroup) -> bool:
    """Whether the groups' outlines in the photo are near enough to be worth a closer look."""
    outlines = [
        hexagons.corners[[member.index for member in group.members]] for group in (first, second)
    ]
    low, high = zip(*((o.min(axis=(0, 1)), o.max(axis=(0, 1))) for o in outlines), strict=True)
    gap = np.maximum(np.maximum(low[0] - high[1], low[1] - high[0]), 0.0)
    width = max(float(np.ptp(outline, axis=1).max()) for outline in outlines)
    return bool(np.linalg.norm(gap) <= MOST_STEPS * width)


@dataclass(frozen=True)
class _Near:
    """The part's hexagons next to the anchor, numbered as in the part: where they lie on the
    anchor's lattice, as that lies at its near end, and by how much they are turned there."""

    numbers: NDArray[np.intp]
    places: Points
    turned: NDArray[np.float64]


def _part_seen_from(hexagons: Hexagons, anchor: TileGroup, part: TileGroup) -> _Near | None:
    """The near end of the part; None where it lies too far away."""
    own = start_poses(hexagons, anchor)
    others = [member.index for member in part.members]
    seen = poses_on_table(anchor.view, hexagons, np.array(others))
    if not np.all(np.isfinite(seen.centres)):
        return None
    gaps = np.linalg.norm(seen.centres[:, None] - own.centres[None], axis=2)
    nearest = np.argsort(gaps.min(axis=1), kind="stable")[:NEAR_END]
    if gaps[nearest[0]].min() > MOST_STEPS * np.sqrt(3.0) + OFF_LATTICE:
        return None
    # Rows bend: the lattice goes on as it lies at the anchor's near end.
    end = np.argsort(gaps[nearest[0]], kind="stable")[:NEAR_END]
    drift = np.median(own.shifts[end], axis=0)
    lean = np.median(sixth_turns(own.angles[end]))
    return _Near(nearest, seen.centres[nearest] - drift, seen.angles[nearest] - lean)


def _landing(near: _Near, part: TileGroup) -> _Landing | None:
    """Where the part belongs, if its hexagons nearest to the anchor lie on the anchor's lattice."""
    cells = [nearest_cell(place) for place in near.places]
    off = near.places - np.array([cell_centre(cell) for cell in cells])
    lean = float(np.median(sixth_turns(near.turned)))
    if np.linalg.norm(np.median(off, axis=0)) > OFF_LATTICE or abs(lean) > OFF_HEADING:
        return None
    landings = [_landing_in(near, part, row, cell) for row, cell in enumerate(cells)]
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


def _possible_landings(near: _Near, part: TileGroup) -> list[_Landing]:
    """Where the part may belong if it lies otherwise than the anchor's view has it."""
    if abs(sixth_turn(near.turned[0])) > 2 * OFF_HEADING:
        return []
    cell = nearest_cell(near.places[0])
    around = [cell, *neighbours(cell)]
    away = np.linalg.norm(near.places[0] - np.array([cell_centre(c) for c in around]), axis=1)
    return [_landing_in(near, part, 0, around[i]) for i in np.flatnonzero(away < 1.0)]


def _landing_in(near: _Near, part: TileGroup, row: int, cell: Cell) -> _Landing:
    """The landing with the near hexagon of this row in this cell."""
    member = part.members[near.numbers[row]]
    return _Landing(member.index, cell, (round(near.turned[row] / (np.pi / 3.0)) + member.turn) % 6)
