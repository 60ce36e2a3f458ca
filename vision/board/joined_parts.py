"""Boards that something parts in two: a hand, a card, glare, tiles that were not found.

Two groups of hexagons on one lattice, a step or two apart, are one board. But next to the gap much
is seen badly, and a few tiles do not tell where their lattice goes on. So one view is fitted to
both: they are one board if they lie about as straight in it as each does alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from ...engine.lattice import cell_centre, neighbours
from ..faces.neighbourhood import MISSEEN_TURN, sixth_turns
from ..lattice.groups import Member, TileGroup, nearest_cell, view_of_members
from ..lattice.hexagons import Hexagons
from ..lattice.pattern import WIDTH
from ..lattice.plane import TableView
from .candidate import poses_on_table, start_poses
from .shape import MOST_STEPS

LEAST_ANCHOR = 3
"""Tiles of the larger group, so that it knows its lattice."""
LEAST_PART = 2
"""Tiles of the smaller: a single one that lies apart is loose, however straight it lies."""
NEAR_END = 4
"""Number of a group's hexagons, those nearest to the other, that say where its rows lead to."""
ROUGHER = 1.4
"""Two parts are one if together they are at most this many times as rough as the rougher of them;
`_roughness` measures how far hexagons lie off their lattice."""
PART_ROUGHER = 2.1
"""Or if only the smaller part became rougher, by at most this factor: with its share s of the tiles
it makes the whole sqrt(1 + s (PART_ROUGHER² - 1)) times as rough."""
LEAST_ROUGH = 0.02
"""Roughness that every part counts as having at least."""
MOST_ROUGH = 0.15
"""The whole may not become rougher than this, unless a part was so before: a floor of hexagons
among the tiles makes it rough."""


def with_parts_joined(
    hexagons: Hexagons, groups: list[TileGroup], size: tuple[int, int]
) -> list[TileGroup]:
    """The groups, largest first; groups that lie on one lattice have become one. `size` is (width,
    height) of the photo in which the hexagons were seen."""
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
    """Both as one group, if they lie on one lattice in a view that is fitted to both."""
    if len(part.members) < LEAST_PART or not _are_near(hexagons, anchor, part):
        return None
    tried = _together(hexagons, anchor, part, size)
    if len(part.members) >= LEAST_ANCHOR:
        tried += _together(hexagons, part, anchor, size)
    if not tried:
        return None
    roughness = [_roughness(hexagons, group) for group in (anchor, part, *tried)]
    rough = max(LEAST_ROUGH, *roughness[:2])
    share = len(part.members) / (len(anchor.members) + len(part.members))
    rougher = max(ROUGHER, np.sqrt(1.0 + share * (PART_ROUGHER**2 - 1.0)))
    limit = max(rough, min(rougher * rough, MOST_ROUGH))
    best = int(np.argmin(roughness[2:]))
    return tried[best] if roughness[2 + best] <= limit else None


def _together(
    hexagons: Hexagons, anchor: TileGroup, part: TileGroup, size: tuple[int, int]
) -> list[TileGroup]:
    """Both in the anchor's frame, in all ways in which the part may lie there."""
    found = []
    for landed in _possible_landings(hexagons, anchor, part):
        if anchor.cells.keys() & {member.cell for member in landed}:
            continue
        members = anchor.members + landed
        view = view_of_members(hexagons, members, size)
        if view is not None:
            found.append(TileGroup(members, partial(_known, view)))
    return found


def _known(view: TableView) -> TableView:
    return view


def _roughness(hexagons: Hexagons, group: TileGroup) -> float:
    """How far hexagons lie off the lattice that they show: in sides, in radians, or as a share of
    their size, whichever is most."""
    poses = start_poses(hexagons, group)
    spokes = group.view.to_table(hexagons.corners[group.indices]) - poses.centres[:, None]
    sizes = np.log(np.linalg.norm(spokes, axis=2).mean(axis=1))
    weights = hexagons.scores[group.indices]
    off = np.sqrt(np.average((poses.shifts**2).sum(axis=1), weights=weights))
    rough = float(max(off, np.std(sixth_turns(poses.angles)), np.std(sizes)))
    return rough if np.isfinite(rough) else np.inf


def _are_near(hexagons: Hexagons, first: TileGroup, second: TileGroup) -> bool:
    """Whether the groups' outlines in the photo are near enough to be worth a closer look."""
    outlines = [hexagons.corners[group.indices] for group in (first, second)]
    low, high = zip(*((o.min(axis=(0, 1)), o.max(axis=(0, 1))) for o in outlines), strict=True)
    gap = np.maximum(np.maximum(low[0] - high[1], low[1] - high[0]), 0.0)
    width = max(float(np.ptp(outline, axis=1).max()) for outline in outlines)
    return bool(np.linalg.norm(gap) <= MOST_STEPS * width)


def _possible_landings(
    hexagons: Hexagons, anchor: TileGroup, part: TileGroup
) -> Iterator[tuple[Member, ...]]:
    """The part's members in the anchor's frame, once for each cell in which the hexagon nearest to
    the anchor may lie.

    The anchor's view is known there only to within a side, so several cells are tried.
    """
    own = start_poses(hexagons, anchor)
    seen = poses_on_table(anchor.view, hexagons, part.indices)
    if not np.all(np.isfinite(seen.centres)):
        return
    gaps = np.linalg.norm(seen.centres[:, None] - own.centres[None], axis=2)
    nearest = int(np.argmin(gaps.min(axis=1)))
    if gaps[nearest].min() > MOST_STEPS * WIDTH + 1.0:
        return
    # Rows bend: the lattice goes on as it lies at the anchor's near end.
    end = np.argsort(gaps[nearest], kind="stable")[:NEAR_END]
    place = seen.centres[nearest] - np.median(own.shifts[end], axis=0)
    turned = float(seen.angles[nearest] - np.median(sixth_turns(own.angles[end])))
    if abs(sixth_turns(turned)) > MISSEEN_TURN:
        return
    member = part.members[nearest]
    sixths = (round(turned / (np.pi / 3.0)) + member.turn) % 6
    middle = nearest_cell(place)
    for cell in (middle, *neighbours(middle)):
        if np.linalg.norm(place - np.array(cell_centre(cell))) <= 1.0:
            yield part.relabelled(member.index, cell, sixths)
