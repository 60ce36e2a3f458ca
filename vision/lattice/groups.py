"""From loose hexagons in a photo to cells of a honeycomb: labels spread along links between
neighbours; a global view then drops what does not belong. Wrong labels are worse than missing
ones."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from ...calibration.arrays import Floats, Indices, Points
from ...engine.lattice import DIRECTIONS, Cell, cell_centre, neighbours, rotate_cell
from .hexagons import Hexagons, Link, neighbour_links
from .pattern import CORNERS, WIDTH
from .plane import DivisionLens, TableView, fit_view, tell_a_lens

__all__ = [
    "Hexagons",
    "Member",
    "TileGroup",
    "find_tile_groups",
    "nearest_cell",
    "without_overlaps",
]

SMALLEST_RADIUS = 1.0
"""In pixels, from a hexagon's centre to the middle of its nearest side."""
OFF_LATTICE = 0.42
"""How much farther a hexagon may lie off its cell than its neighbours do, in sides, before it is
dropped."""


@dataclass(frozen=True)
class Member:
    """A hexagon in its cell: `turn` is the index of its own corner that is the frame's top."""

    index: int
    cell: Cell
    turn: int


@dataclass(frozen=True)
class TileGroup:
    """Hexagons that lie edge to edge, with a common frame. Their view, if they have one, is fitted
    when it is first asked for: most groups are never looked at."""

    members: tuple[Member, ...]
    fitted: Callable[[], TableView]

    @cached_property
    def view(self) -> TableView:
        """How the table is seen on which they lie."""
        return self.fitted()

    @property
    def indices(self) -> Indices:
        """Which hexagons they are, (n,)."""
        return _indices(self.members)

    @property
    def cells(self) -> dict[Cell, Member]:
        """The members by cell."""
        return {member.cell: member for member in self.members}

    def relabelled(self, index: int, cell: Cell, sixths: int) -> tuple[Member, ...]:
        """The members in another frame: turned by so many sixths and shifted so that the hexagon
        `index` comes to lie in `cell`."""
        start = next(member for member in self.members if member.index == index)
        turned = rotate_cell(start.cell, sixths)
        shift = (cell[0] - turned[0], cell[1] - turned[1])
        result = []
        for member in self.members:
            q, r = rotate_cell(member.cell, sixths)
            place = (q + shift[0], r + shift[1])
            result.append(Member(member.index, place, (member.turn - sixths) % 6))
        return tuple(result)


def _indices(members: Sequence[Member]) -> Indices:
    return np.array([member.index for member in members], np.intp)


def without_overlaps(hexagons: Hexagons) -> Hexagons:
    """The hexagons without those that lie over one with a higher score or are too small to see."""
    hexagons = hexagons.take(np.flatnonzero(_inner_radius(hexagons.corners) >= SMALLEST_RADIUS))
    if len(hexagons) < 2:
        return hexagons
    reach = _inner_radius(hexagons.corners)
    x, y = hexagons.centres.T
    over = (x[:, None] - x) ** 2 + (y[:, None] - y) ** 2 < np.minimum(reach[:, None], reach) ** 2
    np.fill_diagonal(over, False)
    kept = np.ones(len(hexagons), bool)
    for index in np.argsort(-hexagons.scores, kind="stable"):
        if kept[index]:
            kept &= ~over[index]
    return hexagons.take(np.flatnonzero(kept))


def _inner_radius(corners: Points) -> Floats:
    """Distance from the centre to the nearest edge's midpoint, (n,)."""
    middles = 0.5 * (corners + np.roll(corners, -1, axis=1))
    return np.asarray(
        np.linalg.norm(middles - corners.mean(axis=1, keepdims=True), axis=2).min(axis=1)
    )


def find_tile_groups(hexagons: Hexagons, size: tuple[int, int]) -> list[TileGroup]:
    """Sort hexagons into groups of neighbours, the largest first; one without neighbours is a group
    of one. `size` is (width, height) of the photo in which they were seen."""
    if len(hexagons) == 0:
        return []
    links = neighbour_links(hexagons)
    groups: list[TileGroup] = []
    left = set(range(len(hexagons)))
    alone = _affine_views(hexagons, size)
    for seed in np.argsort(-hexagons.scores, kind="stable"):
        if int(seed) not in left:
            continue
        if not links[seed]:
            left.remove(int(seed))
            member = Member(int(seed), (0, 0), 0)
            groups.append(TileGroup((member,), partial(alone.__getitem__, seed)))
            continue
        labels = _spread_labels(int(seed), links, left)
        left -= set(labels)
        group, dropped = _fit_group(hexagons, labels, size)
        left |= dropped - {int(seed)}
        groups.append(group)
    return sorted(groups, key=lambda group: -len(group.members))


def _spread_labels(
    seed: int, links: list[list[Link]], allowed: set[int]
) -> dict[int, tuple[Cell, int]]:
    """Cells and turns of all that hangs together with `seed`, best links first."""
    labels: dict[int, tuple[Cell, int]] = {seed: ((0, 0), 0)}
    taken: dict[Cell, int] = {(0, 0): seed}
    queue = deque([seed])
    while queue:
        index = queue.popleft()
        cell, turn = labels[index]
        for link in sorted(links[index], key=lambda item: item.gap):
            if link.other in labels or link.other not in allowed:
                continue
            step = DIRECTIONS[(link.edge - turn - 1) % 6]
            target = (cell[0] + step[0], cell[1] + step[1])
            if target in taken:
                continue
            labels[link.other] = (target, (turn + link.turn) % 6)
            taken[target] = link.other
            queue.append(link.other)
    return labels


def _places(cells: list[Cell]) -> Points:
    """The centre and the six corners of each cell, (n, 7, 2), in sides."""
    centres = np.array([cell_centre(cell) for cell in cells])[:, None]
    return np.concatenate([centres, centres + CORNERS], axis=1)


def _sightings(hexagons: Hexagons, members: Sequence[Member]) -> Points:
    """Where the photo shows those seven places of the members, (n, 7, 2)."""
    indices = _indices(members)
    turns = np.array([member.turn for member in members])
    order = (np.arange(6) + turns[:, None]) % 6
    corners = hexagons.corners[indices[:, None], order]
    return np.concatenate([hexagons.centres[indices][:, None], corners], axis=1)


_PLACE_WEIGHTS = np.array([2.0] + [0.4] * len(CORNERS))
"""The finder measures a centre better than its corners: together they count for about as much."""


def view_of_members(
    hexagons: Hexagons, members: Sequence[Member], size: tuple[int, int]
) -> TableView | None:
    """The view that best explains where the members' centres and corners are seen."""
    places = _places([member.cell for member in members]).reshape(-1, 2)
    pixels = _sightings(hexagons, members).reshape(-1, 2)
    radii = _inner_radius(hexagons.corners[_indices(members)])
    side = float(np.median(radii))
    # What is farther away is smaller, and is seen more exactly by as much.
    closeness = np.clip(side / np.maximum(radii, 1e-6), 0.5, 2.0) ** 2
    weights = (closeness[:, None] * _PLACE_WEIGHTS).reshape(-1)
    fit_lens = tell_a_lens(len(members), pixels, size)
    huber = max(0.5, 0.08 * side)
    return fit_view(places, pixels, size, weights=weights, fit_lens=fit_lens, huber=huber)


def _fit_group(
    hexagons: Hexagons, labels: dict[int, tuple[Cell, int]], size: tuple[int, int]
) -> tuple[TileGroup, set[int]]:
    """The view of labelled hexagons; those that do not lie as their neighbours do are dropped."""
    members = [Member(index, cell, turn) for index, (cell, turn) in labels.items()]
    dropped: set[int] = set()
    group = _group_of(hexagons, members, size)
    for _ in range(4):
        if len(members) < 3:  # fewer cannot contradict one another
            break
        stray = _strays(hexagons, members, group.view)
        if not stray:
            break
        dropped |= stray
        members = [member for member in members if member.index not in stray]
        group = _group_of(hexagons, members, size)
    return group, dropped


def _group_of(hexagons: Hexagons, members: list[Member], size: tuple[int, int]) -> TileGroup:
    return TileGroup(tuple(members), partial(_view_or_affine, hexagons, members, size))


def _strays(hexagons: Hexagons, members: list[Member], view: TableView) -> set[int]:
    """Indices of the hexagons that are off their cells most unlike their neighbours. Long rows laid
    by hand drift away from any one lattice, but they drift together."""
    seen = view.to_table(hexagons.centres[_indices(members)])
    off = seen - np.array([cell_centre(member.cell) for member in members])
    drift = dict(zip((member.cell for member in members), off, strict=True))
    gaps = np.zeros(len(members))
    for position, member in enumerate(members):
        beside = [drift[cell] for cell in neighbours(member.cell) if cell in drift]
        if beside:
            gaps[position] = np.linalg.norm(off[position] - np.mean(beside, axis=0))
    worst = float(gaps.max())
    if worst <= OFF_LATTICE:
        return set()
    # Those nearly as far off as the worst go with it: a group should not take many turns.
    stray = {members[i].index for i in np.flatnonzero(gaps > max(OFF_LATTICE, 0.8 * worst))}
    # If all disagree alike, the first stays: the finder is surest of it.
    return stray - {members[0].index} if len(stray) == len(members) else stray


def _view_or_affine(hexagons: Hexagons, members: list[Member], size: tuple[int, int]) -> TableView:
    """The fitted view, or that of the first member's hexagon alone where none can be fitted."""
    # A single hexagon's corners are too few, and its finder too unsure, for a perspective.
    view = view_of_members(hexagons, members, size) if len(members) > 1 else None
    if view is not None:
        return view
    first = members[0]
    alone = hexagons.take([first.index])
    turned = np.roll(alone.corners, -first.turn, axis=1)
    return _affine_views(Hexagons(alone.centres, turned, alone.scores), size, first.cell)[0]


def _affine_views(
    hexagons: Hexagons, size: tuple[int, int], cell: Cell = (0, 0)
) -> list[TableView]:
    """For each hexagon the affine view, by least squares, that puts it in `cell` with corner 0 at
    the top."""
    lens = DivisionLens(size)
    seen = np.concatenate([hexagons.centres[:, None], hexagons.corners], axis=1)
    design = np.column_stack([_places([cell])[0], np.ones(7)])
    homographies = np.zeros((len(hexagons), 3, 3))
    homographies[:, :2] = (np.linalg.pinv(design) @ lens.straighten(seen)).transpose(0, 2, 1)
    homographies[:, 2, 2] = 1.0
    return [TableView(homography, lens) for homography in homographies]


def nearest_cell(place: Points) -> Cell:
    """The cell in which a place (2,) on the table lies, by cube rounding."""
    r = place[1] / 1.5
    q = place[0] / WIDTH - r / 2.0
    s = -q - r
    cell_q, cell_r, cell_s = round(q), round(r), round(s)
    if abs(cell_q - q) > max(abs(cell_r - r), abs(cell_s - s)):
        cell_q = -cell_r - cell_s
    elif abs(cell_r - r) > abs(cell_s - s):
        cell_r = -cell_q - cell_s
    return int(cell_q), int(cell_r)
