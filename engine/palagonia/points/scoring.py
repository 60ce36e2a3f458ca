"""What a creature is worth, and why: each loop and each leg with its tiles and its line.

Rules, section Palagonia, points 6, 9 and 10.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ...creatures.friendly import NO_FRIENDS, Catalogue
from ...creatures.shapes import BONE, EYE, corner_inside, shape_name
from ...lattice import Cell, Colour, Corner, corner_cells, name_cells
from ...phrases import Phrase, Value
from ...tiles.board import Board
from ...tiles.diagram import curve_path, line_path
from ...tiles.groups import Group
from ...tiles.outlines import (
    Curve,
    Midpoint,
    Outline,
    closed_curves,
    edge_midpoint,
    outline,
    tile_lines,
    tips_at,
)
from ..rules import PALAGONIA, Counting, HouseRules


@dataclass(frozen=True)
class Loop:
    """A closed line and the shape just inside it.

    ``depth`` is 0 for the outer loop, 1 for a shape directly inside the creature, and so on.
    ``tiles`` are all tiles of the shape; the line itself knows those that it runs through.
    """

    curve: Curve
    colour: Colour
    shape: str
    depth: int
    tiles: frozenset[Cell]

    def to_json(self) -> dict[str, Any]:
        """The loop, its line as edge midpoints (doubled axial units) and as an SVG path."""
        return {
            "colour": self.colour.value,
            "shape": self.shape,
            "depth": self.depth,
            "tiles": [list(cell) for cell in sorted(self.tiles)],
            "midpoints": [list(midpoint) for midpoint in self.curve.midpoints],
            "path": curve_path(self.curve),
        }


@dataclass(frozen=True)
class Leg:
    """A limb's end: the corner, the tile of its straight, its two tips, and the line round them."""

    corner: Corner
    tiles: tuple[Cell, ...]
    midpoints: tuple[Midpoint, ...]

    @property
    def path(self) -> str:
        """Its line as an SVG path in units of the side."""
        return line_path(self.midpoints, (*self.tiles, self.tiles[0]))

    def to_json(self) -> dict[str, Any]:
        """The leg, its line as edge midpoints (doubled axial units) and as an SVG path."""
        return {
            "corner": [self.corner.q, self.corner.r],
            "tiles": [list(cell) for cell in self.tiles],
            "midpoints": [list(midpoint) for midpoint in self.midpoints],
            "path": self.path,
        }


@dataclass(frozen=True, repr=False)
class Score:
    """What one closed group is worth, loop by loop and leg by leg: ``count`` is what there is to
    count, ``points`` what is paid, 0 with a ``reason`` where nothing is. ``friendly`` is its name
    in the catalogue of friendly creatures, and ``doubled`` whether that doubled its points."""

    group: Group
    shape: str
    outer: Loop | None
    inner: tuple[Loop, ...]
    legs: tuple[Leg, ...]
    internal_legs: tuple[Leg, ...]
    empty_inside: tuple[Cell, ...]
    count: int
    points: int
    reason: Phrase | None
    friendly: str | None = None
    doubled: bool = False

    def __repr__(self) -> str:
        told = f"points {self.points}, loops {self.loops}, legs {len(self.legs)}"
        return f"<Score of {self.group.colour.value} {self.shape}: {told}>"

    @property
    def loops(self) -> int:
        """The outer loop and all closed lines inside it."""
        return len(self.inner) + (self.outer is not None)

    def unpaid(self, reason: Phrase) -> Score:
        """The same creature where something forbids to pay for it."""
        return replace(self, points=0, reason=self.reason or reason, doubled=False)

    def to_json(self) -> dict[str, Any]:
        """Everything that a page needs to light up each part by itself."""
        return {
            "colour": self.group.colour.value,
            "shape": self.shape,
            "friendly": self.friendly,
            "tiles": [list(cell) for cell in sorted(self.group.tiles)],
            "corners": len(self.group.corners),
            "straights": self.group.straights,
            "loops": self.loops,
            "outer_loop": self.outer.to_json() if self.outer else None,
            "inner_loops": [loop.to_json() for loop in self.inner],
            "legs": [leg.to_json() for leg in self.legs],
            "internal_legs": [leg.to_json() for leg in self.internal_legs],
            "empty_inside": [list(cell) for cell in self.empty_inside],
            "count": self.count,
            "points": self.points,
            "doubled": self.doubled,
            "reason": self.reason.to_json() if self.reason else None,
        }


def score(
    board: Board,
    creature: Group,
    rules: HouseRules = PALAGONIA,
    friends: Catalogue = NO_FRIENDS,
    curves: tuple[Curve, ...] | None = None,
) -> Score:
    """Count a closed group's loops and legs and say what is paid for them.

    How it was closed, and by which tiles, is not looked at here. ``curves`` may carry
    ``closed_curves(board)`` where several groups are scored. Raises ValueError for an open group.
    """
    curves = closed_curves(board) if curves is None else curves
    name = shape_name(board, creature)
    friendly = friends.name_of(board, creature) if creature.straights else None
    try:
        shape = outline(board, creature, curves)
    except ValueError:
        if not creature.closed:
            raise
        broken = Phrase("palagonia.score.broken")
        return Score(creature, name, None, (), (), (), (), 0, 0, broken, friendly)
    count = shape.count - (rules.counting is Counting.ISLANDS)
    reason = _reason_not_to_pay(name, shape, count, rules)
    doubled = friendly is not None and rules.friendly_scores_double and reason is None
    points = 0 if reason else count * (2 if doubled else 1)
    return Score(
        creature,
        name,
        Loop(shape.outer, creature.colour, name, 0, creature.tiles),
        _inner_loops(board, shape),
        tuple(_leg(board, corner) for corner in shape.legs),
        tuple(_leg(board, corner) for corner in shape.internal_legs),
        shape.empty_inside,
        count,
        points,
        reason,
        friendly,
        doubled,
    )


def score_all(
    board: Board, rules: HouseRules = PALAGONIA, friends: Catalogue = NO_FRIENDS
) -> tuple[Score, ...]:
    """The score of every closed group on the table, eyes too, in the order of the groups."""
    closed = board.closed_groups()
    curves = closed_curves(board) if closed else ()
    return tuple(score(board, group, rules, friends, curves) for group in closed)


def headline(found: Score) -> Phrase:
    """One sentence: what a closed group counts, and why it is not paid where it is not."""
    values: dict[str, Value | Phrase] = {
        "colour": found.group.colour.value,
        "shape": found.friendly or found.shape,
        "loops": found.loops,
        "legs": len(found.legs),
        "points": found.points,
    }
    if found.reason is not None:
        return Phrase("palagonia.scores_not", values | {"reason": found.reason})
    return Phrase("palagonia.scores_double" if found.doubled else "palagonia.scores", values)


def explanation(found: Score) -> tuple[Phrase, ...]:
    """The headline, then a line for each loop and each leg with its tiles."""
    lines = [headline(found)]
    if found.outer is not None:
        names = name_cells(dict.fromkeys(found.outer.curve.tiles))
        lines.append(Phrase("palagonia.outer_loop", {"count": len(names), "tiles": names}))
    for loop in found.inner:
        values = {
            "colour": loop.colour.value,
            "shape": loop.shape,
            "tiles": name_cells(dict.fromkeys(loop.curve.tiles)),
        }
        lines.append(Phrase("palagonia.inner_loop", values))
    lines += [Phrase("palagonia.leg", {"tiles": name_cells(leg.tiles)}) for leg in found.legs]
    for leg in found.internal_legs:
        lines.append(Phrase("palagonia.internal_leg", {"tiles": name_cells(leg.tiles)}))
    return tuple(lines)


def _reason_not_to_pay(name: str, shape: Outline, count: int, rules: HouseRules) -> Phrase | None:
    if name == EYE:
        return Phrase("palagonia.score.eye")
    if name == BONE and not rules.bones_score:
        return Phrase("palagonia.score.bone")
    if shape.empty_inside:
        return Phrase("palagonia.score.empty_inside", {"tiles": name_cells(shape.empty_inside)})
    if count < rules.least_points:
        return Phrase("palagonia.score.too_small", {"least": rules.least_points})
    return None


def _inner_loops(board: Board, shape: Outline) -> tuple[Loop, ...]:
    inside = {curve: corner_inside(board, curve) for curve in shape.inner}
    wanted = set(inside.values())
    groups = {corner: group for group in board.groups() for corner in group.corners & wanted}
    return tuple(
        Loop(
            curve,
            corner.colour,
            shape_name(board, groups[corner]),
            1 + sum(c.encloses(curve.midpoints[0]) for c in shape.inner if c is not curve),
            groups[corner].tiles,
        )
        for curve, corner in inside.items()
    )


def _leg(board: Board, corner: Corner) -> Leg:
    """The end of a limb: two tips and one straight meet at its corner."""
    first, second = tips_at(board, corner)
    (straight,) = (cell for cell in corner_cells(corner) if cell not in (first, second))
    enters, between, leaves = (
        (one[0] + other[0], one[1] + other[1])
        for one, other in ((straight, first), (first, second), (second, straight))
    )
    start, end = (_other_end(board, straight, midpoint) for midpoint in (enters, leaves))
    return Leg(corner, (straight, first, second), (start, enters, between, leaves, end))


def _other_end(board: Board, cell: Cell, midpoint: Midpoint) -> Midpoint:
    """Where the line that enters a tile at an edge's midpoint leaves it."""
    for first, last in tile_lines(board.rotations[cell]):
        ends = edge_midpoint(cell, first), edge_midpoint(cell, last)
        if midpoint in ends:
            return ends[1] if ends[0] == midpoint else ends[0]
    raise AssertionError("every edge of a tile is crossed by one of its lines")
