"""Which part of a honeycomb is the board: 19 columns of 16 and 17 cells, and beyond them nothing.
The board is where lines are on the sides of hexagons and, just outside, are not. A floor of
hexagons goes on; tiles that lie free have another outline."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Protocol

import cv2
import numpy as np

from ....calibration.arrays import Flags, Floats, Floats32, Integers, Picture
from ....engine.palanquee.table.drawn import HEIGHT, WIDTH, DrawnCell, drawn_cells
from ...lattice.plane import TableView
from .honeycomb import BASIS, STEPS, Honeycomb, places_of
from .pixels import look_up

REACH = 3
"""Number of cells beyond those that were found that are looked at."""
LEAST_LINES = 0.45
"""Where less of the board's sides is drawn, no letters are looked for: that would take long."""
LEAST_SHOWN = 0.45
"""The picture has to show this share of the board; with less, where it ends is a guess."""
NEARLY, MOST_PLACES = 20.0, 9
"""Places that fit worse than the best one by fewer sides are looked at closely; so many at most."""
CLOSE = 3.2
"""Distance from a cell that was found, in sides, within which the view is known and not drawn out.
(From cell to cell it is 1.73, 3, 3.46 sides.)"""

CENTRES = np.array([cell.centre for cell in drawn_cells()])
"""Middles of the drawn cells (n, 2), in sides."""
#: Turning the honeycomb by 60 degrees clockwise maps a node by this matrix (row vectors).
_TURN = np.array([[0, 1], [-1, 1]])


@dataclass(frozen=True)
class BoardPlace:
    """Where the board may be: `view` maps places of the drawn board, in sides, to the photo, one of
    two ways round. `fit` is by how many sides more lines speak for it than against it; `lines` and
    `beyond` are the shares of sides drawn on it and just outside, `reach` that of its cells near
    which cells were found."""

    view: TableView
    fit: float
    lines: float
    beyond: float
    reach: float


@dataclass(frozen=True)
class FoundPlaces:
    """The places that fit best in a honeycomb, best first, and how well the next one fits."""

    places: tuple[BoardPlace, ...]
    next_fit: float


class SidesSeen(Protocol):
    """Tells how surely a line is drawn at a node's sides towards STEPS 0, 1 and 2, for a range of
    nodes: (q, r, 3), 0 to 1; NaN outside the photo."""

    def __call__(self, honeycomb: Honeycomb, low: Integers, high: Integers) -> Floats: ...


def find_board_places(honeycomb: Honeycomb, sides_seen: SidesSeen) -> FoundPlaces | None:
    """The board's best places in a honeycomb of a picture; None where there is none."""
    nodes = np.array(list(honeycomb.nodes))
    low, high = nodes.min(axis=0) - REACH - 1, nodes.max(axis=0) + REACH + 1
    if np.any(high - low > 90):  # four boards wide: a floor
        return None
    drawn = sides_seen(honeycomb, low, high)
    turned = ((turn, _fits(drawn, *_sides_of_board(turn), nodes, low)) for turn in range(3))
    fits = [(turn, *fit) for turn, some in turned for fit in some]
    fits.sort(key=lambda fit: -fit[1])
    if not fits or fits[0][3] < LEAST_LINES:
        return None
    near = [fit for fit in fits[:MOST_PLACES] if fit[1] > fits[0][1] - NEARLY]
    places = []
    for turn, score, origin, lines, beyond in near:
        matrix = _paper_to_honeycomb(turn, origin)
        view, reach = honeycomb.view.after_mapping(matrix), _reach(nodes, matrix)
        if can_lie(view):
            places.append(BoardPlace(view, score, lines, beyond, reach))
    following = fits[len(near)][1] if len(fits) > len(near) else -np.inf
    return FoundPlaces(tuple(places), following) if places else None


def can_lie(view: TableView) -> bool:
    """Whether a board that is seen so lies before the camera with all its cells. What is around it
    may not: phones have lenses that are so wide."""
    return view.has_before_it(np.array([(0, 0), (WIDTH, 0), (0, HEIGHT), (WIDTH, HEIGHT)]))


def _reach(nodes: Integers, matrix: Floats) -> float:
    """The share of drawn cells, mapped (3, 3) to the honeycomb, that are close to nodes (n, 2)."""
    meant = CENTRES @ matrix[:2, :2].T + matrix[:2, 2]
    near = places_of(nodes)
    squares = (meant**2).sum(axis=1)[:, None] - 2 * meant @ near.T + (near**2).sum(axis=1)
    return float(np.mean(squares.min(axis=1) < CLOSE**2))


def nodes_between(low: Integers, high: Integers) -> Integers:
    """All nodes (q, r, 2) from one to another."""
    q, r = np.arange(low[0], high[0] + 1), np.arange(low[1], high[1] + 1)
    return np.stack(np.meshgrid(q, r, indexing="ij"), axis=-1)


@dataclass(frozen=True)
class LinePicture:
    """What lines are looked for in: a picture (h, w, 3), its edge strength, the mean around."""

    soft: Picture
    strength: Floats32
    around: Floats32

    @classmethod
    def of(cls, image: Picture, strength: Floats32) -> LinePicture:
        """Prepare a picture whose edge strength is known."""
        soft = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.8), np.uint8)
        return cls(soft, strength, np.asarray(cv2.boxFilter(strength, -1, (97, 97)), np.float32))

    def sides_seen(self, honeycomb: Honeycomb, low: Integers, high: Integers) -> Floats:
        """See `SidesSeen`: by edges and colours, in a honeycomb of bare cells."""
        grid = nodes_between(low, high)
        nodes = grid.reshape(-1, 2)
        middles = places_of(nodes)
        view = honeycomb.view
        seen = np.stack([_contrast(view, self, middles, k, 0.5) for k in range(3)], axis=1)
        # How a line measures where there is none (through the middles of cells), and where there is
        # one (between two cells that were found).
        known = np.array([tuple(node) in honeycomb.nodes for node in nodes.tolist()])
        there = known.reshape(grid.shape[:2])
        between = [there & np.roll(there, (-u, -v), (0, 1)) for u, v in STEPS[:3]]
        real = np.concatenate([seen[both.reshape(-1), k] for k, both in enumerate(between)])
        none = np.concatenate([_contrast(view, self, middles[known], k, 0.0) for k in range(3)])
        if len(real) == 0:
            return np.zeros((*grid.shape[:2], 3))
        line, blank = np.nanmedian(real, axis=0), np.nanpercentile(none, 60, axis=0)
        # Where all cells that were found hold pieces, their rims may be stronger than the lines
        # between them. What counts as a line must then at least be stronger than plain paper,
        # which measures 0.
        blank = np.maximum(blank, 0.0)
        sure = np.clip((seen - blank) / np.maximum(0.6 * (line - blank), 1e-3), 0, 1)
        sure[..., line <= blank] = 0.0
        return np.asarray(np.max(sure, axis=2).reshape(*grid.shape[:2], 3))


#: Where a side's place is looked at, in sides from its middle: across it, densest at the line
#: itself, and along it, short of the corners, where other lines begin.
_OFFSETS = np.array([-0.36, -0.28, -0.2, -0.1, -0.05, 0.0, 0.05, 0.1, 0.2, 0.28, 0.36], np.float32)
_POSITIONS = np.array([-0.32, -0.16, 0.0, 0.16, 0.32], np.float32)


def _contrast(
    view: TableView, picture: LinePicture, middles: Floats, k: int, away: float
) -> Floats:
    """How much each of n places looks like a line, in two ways (n, 2): by how much edges are
    stronger there than beside it, and by how much its colour differs from those on both sides. With
    `away` 0.5 a place is the side of a cell towards STEPS[k], with 0 a line through its middle. NaN
    outside the photo."""
    step = places_of([STEPS[k]])[0]
    along = np.array([-step[1], step[0]]) / np.sqrt(3.0)
    across = step / np.sqrt(3.0)
    # A side is short: what lies about its middle is seen as if the view were affine there.
    ends = np.array([[0.0, 0.0], [0.32, 0.0], [-0.32, 0.0], [0.0, 0.36], [0.0, -0.36]])
    axes = np.stack([along, across])
    places = (middles + away * step)[None] + (ends @ axes)[:, None]
    middle, after, before, right, left = view.to_photo(places).astype(np.float32)
    along, across = (after - before) / np.float32(0.64), (right - left) / np.float32(0.72)
    # The corners of what is looked at are in the photo, and so is all of it.
    rims = [0, -1]
    corners = middle + _POSITIONS[rims, None, None] * along
    corners = corners + _OFFSETS[rims, None, None, None] * across
    height, width = picture.strength.shape
    inside = np.all((corners > 1) & (corners < (width - 2, height - 2)), axis=(0, 1, 3))
    result = np.full((len(middles), 2), np.nan)
    if not inside.any():
        return result
    middle, along, across = middle[inside], along[inside], across[inside]
    # Offsets and positions come first: NumPy is slow where it reduces the last of many short axes.
    at = middle + _POSITIONS[:, None, None] * along + _OFFSETS[:, None, None, None] * across
    upon, shape = at[5], at.shape[:3]
    at = at.reshape(shape[0] * shape[1], -1, 2)
    usual = look_up(picture.around, upon, nearest=True) + 0.5
    edges = look_up(picture.strength, at).reshape(shape)
    peak = edges[3:8].max(axis=0) - edges[[0, 1, 9, 10]].mean(axis=0)
    colours = look_up(picture.soft, at).reshape(*shape, 3)
    line = colours[4:7].mean(axis=0)
    left, right = colours[0:2].mean(axis=0) - line, colours[9:11].mean(axis=0) - line
    both = np.where(left * right > 0, np.minimum(np.abs(left), np.abs(right)), 0.0).max(axis=2)
    # A line runs the whole side; what only crosses it does not.
    result[inside] = np.sort(np.stack([peak / usual, both / usual], axis=2), axis=0)[1]
    return result


def _node_of(cell: DrawnCell) -> tuple[int, int]:
    """The node of a drawn cell in a honeycomb whose node (0, 0) is S1, not turned."""
    across = 18 - cell.column
    return across, (cell.half_steps - across - 1) // 2


@cache
def _sides_of_board(turn: int) -> tuple[Integers, Integers]:
    """The board's sides (n, 3), and those just outside it that begin at its outline: they would be
    drawn if the board went on. A side is a node and an index of STEPS, 0 to 2."""
    cells = {_node_of(cell) for cell in drawn_cells()}
    inside = {_side(node, k) for node in cells for k in range(6)}
    around = {(q + u, r + v) for q, r in cells for u, v in STEPS} - cells
    ways = [(q, r, k, (q + u, r + v)) for q, r in around for k, (u, v) in enumerate(STEPS)]
    beyond = {_side((q, r), k) for q, r, k, other in ways if other in around}
    return _turned(inside, turn), _turned(beyond - inside, turn)


def _side(node: tuple[int, int], k: int) -> tuple[int, int, int]:
    """A side by the node from which it lies towards STEPS 0, 1 or 2."""
    if k < 3:
        return node[0], node[1], k
    return node[0] + STEPS[k][0], node[1] + STEPS[k][1], k - 3


def _turned(sides: set[tuple[int, int, int]], turn: int) -> Integers:
    power = np.linalg.matrix_power(_TURN, turn)
    result = []
    for q, r, k in sides:
        node = np.array([q, r]) @ power
        result.append(_side((int(node[0]), int(node[1])), (k + turn) % 6))
    return np.array(sorted(result))


def _fits(
    drawn: Floats, on: Integers, off: Integers, nodes: Integers, low: Integers
) -> list[tuple[float, tuple[int, int], float, float]]:
    """Score, origin and shares of every way to lay the board's outline over the found cells."""
    corners = on[:, :2].min(axis=0), on[:, :2].max(axis=0)
    found_low, found_high = nodes.min(axis=0), nodes.max(axis=0)
    slack = 3
    # The found cells must about fit the outline, or the outline the found cells.
    span = found_high - found_low - (corners[1] - corners[0])
    ends = found_low - corners[0], found_high - corners[1]
    first, last = np.minimum(*ends) - slack, np.maximum(*ends) + slack
    if np.any(span > 3 * slack + 30):
        return []
    origins = nodes_between(first, last).reshape(-1, 2)
    if len(origins) == 0:
        return []
    lines, lines_shown = _at(drawn, on, origins - low)
    beyond, beyond_shown = _at(drawn, off, origins - low)
    fine = lines_shown.mean(axis=1) >= LEAST_SHOWN
    number, outside = lines_shown.sum(axis=1), beyond_shown.sum(axis=1)
    # What the photo does not show says nothing: it counts as nought here.
    score = lines.sum(axis=1) - 0.5 * number - 1.5 * (beyond.sum(axis=1) - 0.5 * outside)
    share = lines.sum(axis=1) / np.maximum(number, 1)
    share_beyond = np.where(outside > 10, beyond.sum(axis=1) / np.maximum(outside, 1), 1.0)
    return [
        (float(score[k]), (int(origins[k, 0]), int(origins[k, 1])), float(share[k]),
         float(share_beyond[k]))
        for k in np.flatnonzero(fine)
    ]  # fmt: skip


def _at(drawn: Floats, sides: Integers, origins: Integers) -> tuple[Floats32, Flags]:
    """How surely each of n sides is drawn if the board begins at each of m origins (m, n), 0 where
    the photo does not show that side; and whether it does (m, n)."""
    # Around what is known lies so much unknown that every index finds a place.
    low = sides[:, :2].min(axis=0) + origins.min(axis=0)
    high = sides[:, :2].max(axis=0) + origins.max(axis=0) + 1
    before, after = np.maximum(-low, 0), np.maximum(high - drawn.shape[:2], 0)
    rims = (*zip(before, after, strict=True), (0, 0))
    padded = np.pad(drawn, rims, constant_values=np.nan)
    row = padded.shape[1]
    place = ((origins[:, 0] + before[0]) * row + origins[:, 1] + before[1]) * 3
    other = (sides[:, 0] * row + sides[:, 1]) * 3 + sides[:, 2]
    values = padded.astype(np.float32).reshape(-1).take(place[:, None] + other)
    shown = np.isfinite(values)
    return np.where(shown, values, np.float32(0.0)), shown


def _paper_to_honeycomb(turn: int, origin: tuple[int, int]) -> Floats:
    """The matrix (3, 3) from places of the drawn board to places of the honeycomb."""
    angle = np.pi / 3 * turn
    c, s = np.cos(angle), np.sin(angle)
    rotation = np.array([[c, -s], [s, c]])
    start = np.array(DrawnCell(18, 1).centre)
    shift = np.array(origin) @ BASIS - rotation @ start
    matrix = np.eye(3)
    matrix[:2, :2], matrix[:2, 2] = rotation, shift
    return matrix


HALF_TURN = np.array([[-1.0, 0.0, WIDTH], [0.0, -1.0, HEIGHT], [0.0, 0.0, 1.0]])
"""Lays the drawn board the other way round."""
