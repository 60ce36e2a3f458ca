"""Groups of one colour: corners joined through straights (docs/library/rules.md, "Groups")."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from ..lattice import Cell, Colour, Corner, cell_corner, corner_cells
from ..stamp import counted

Freedom = tuple[Corner, Cell]


@dataclass(frozen=True)
class Group:
    """A connected set of corners of one colour, joined through straights.

    ``tiles`` are the cells of the tiles that have a corner in the group; ``freedoms`` pairs each
    corner with each empty cell that meets there.
    """

    colour: Colour
    corners: frozenset[Corner]
    straights: int
    freedoms: frozenset[Freedom]
    tiles: frozenset[Cell]

    def __repr__(self) -> str:
        sizes = f"{counted(len(self.corners), 'corner')}, {counted(self.straights, 'straight')}"
        return f"<Group of {self.colour.value}: {sizes}, {counted(len(self.freedoms), 'freedom')}>"

    @property
    def closed(self) -> bool:
        """Whether no empty cell is left at any of its corners."""
        return not self.freedoms

    @property
    def is_creature(self) -> bool:
        """A closed group with at least one straight."""
        return self.closed and self.straights > 0

    @property
    def is_eye(self) -> bool:
        """A closed group without a straight: one corner where three tips meet."""
        return self.closed and self.straights == 0

    @cached_property
    def sort_key(self) -> tuple[bool, int, int, int, tuple[Cell, ...]]:
        """White first, then by corners, straights and freedoms; the cells settle what is equal."""
        return (
            self.colour is Colour.BLUE,
            len(self.corners),
            self.straights,
            len(self.freedoms),
            tuple(sorted(self.tiles)),
        )


def tip_corner(cell: Cell, rotation: int, colour: Colour) -> Corner:
    """The corner at which a tile of even rotation shows its tip of a colour."""
    return cell_corner(cell, rotation if colour is Colour.WHITE else rotation + 3)


def straight_corners(cell: Cell, rotation: int, colour: Colour) -> tuple[Corner, Corner]:
    """The two corners that a tile of even rotation joins with its straight of a colour."""
    tip = rotation if colour is Colour.WHITE else rotation + 3
    return cell_corner(cell, tip + 2), cell_corner(cell, tip + 4)


def find_groups(rotations: Mapping[Cell, int]) -> tuple[Group, ...]:
    """All groups of a board given as cell → rotation, sorted by :attr:`Group.sort_key`. A tile of
    odd rotation fills its cell and joins nothing: it has no corner in any group."""
    links: dict[Corner, list[Corner]] = {}
    for cell, rotation in rotations.items():
        if rotation % 2:
            continue
        for colour in Colour:
            links.setdefault(tip_corner(cell, rotation, colour), [])
            first, second = straight_corners(cell, rotation, colour)
            links.setdefault(first, []).append(second)
            links.setdefault(second, []).append(first)
    groups = []
    seen: set[Corner] = set()
    for start in links:
        if start in seen:
            continue
        seen.add(start)
        corners = [start]
        for corner in corners:  # grows while it is walked: a breadth-first search
            for linked in links[corner]:
                if linked not in seen:
                    seen.add(linked)
                    corners.append(linked)
        groups.append(_group_of(corners, sum(len(links[c]) for c in corners) // 2, rotations))
    return tuple(sorted(groups, key=lambda group: group.sort_key))


def _group_of(corners: Iterable[Corner], straights: int, rotations: Mapping[Cell, int]) -> Group:
    freedoms = set()
    tiles = set()
    for corner in corners:
        for cell in corner_cells(corner):
            rotation = rotations.get(cell)
            if rotation is None:
                freedoms.add((corner, cell))
            elif rotation % 2 == 0:
                tiles.add(cell)
    members = frozenset(corners)
    return Group(
        next(iter(members)).colour, members, straights, frozenset(freedoms), frozenset(tiles)
    )
