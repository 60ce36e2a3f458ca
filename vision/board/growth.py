"""Tiles of the board that were missed at first, looked for in the empty cells around it: hexagons
that were not linked to it, faces that the finder did not see, then tiles seen in part."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from ...calibration.arrays import Flags, Floats, Indices
from ...engine.lattice import Cell, neighbours
from ..faces.classify import settle_faces
from ..faces.judgement import FaceJudgement, judge_faces
from ..faces.neighbourhood import (
    expected_poses,
    sixth_turns,
    steps_to,
    tiles_beside,
)
from ..faces.partly_seen import as_hidden, hidden_tile_probabilities
from ..faces.poses import Poses
from ..lattice.groups import Hexagons, nearest_cell
from ..lattice.pattern import CORNERS
from .beyond import odds_of_a_cell
from .candidate import CandidateBoard, poses_on_table
from .evidence import SURE_TO_BE_HIDDEN, CellEvidence, Leftovers, hold_tiles
from .joined_parts import LEAST_ANCHOR
from .shape import MOST_STEPS, without_leaning

EXPLAINED_AT_ALL = 0.1
"""For a second look the drawing has to explain this share of the colour on a cell: most cells are
plainly empty, and a second look takes long."""
LEAST_IN_PHOTO = 0.3
"""A tile cut by the photo's border is read only if this share of it is seen."""
MOST_LEANING = 0.25
"""A hexagon turned by more than this, in radians, was seen askew: its drawing is tried straight."""
LEAST_ODDS = 10.0
"""How many times likelier a tile beyond a gap must lie so in its cell than a loose one. With a card
between, 15 of 26 tiles of the board passed on drawn tables that the rules before left out, and one
of 64 that had been moved by a third or half of a tile."""
MOST_MISSED = 6
"""Maximum number of tiles missed in a row, one beyond the other, that are found: this bounds the
time. If more hexagons are seen in cells a few steps off, and in most of those cells, it is a
floor's lattice."""

Belief = Callable[[CellEvidence], Flags]


@dataclass(frozen=True)
class _Additions:
    """Faces to add to a board, and which leftover hexagon each was (-1: none)."""

    faces: FaceJudgement
    owners: Indices


def with_missed_tiles(
    found: CandidateBoard, hexagons: Hexagons, believed: Belief = hold_tiles
) -> CandidateBoard:
    """The board with the faces that were missed in the cells around those found. `believed` says
    of evidence on n cells in which of them a tile of the board lies, (n,)."""
    rest = np.setdiff1d(np.arange(len(hexagons)), found.hexagons)
    leftovers = Leftovers(hexagons.scores[rest], poses_on_table(found.view, hexagons, rest))
    tried: set[Cell] = set()
    looked_at: set[Cell] = set()
    for _ in range(MOST_MISSED):
        beside = _cells_beside(found)
        found = _in_sight(found, beside)
        more = _whole_faces(found, leftovers, sorted(beside - tried), believed)
        tried |= beside
        if more is None:
            likely = (beside - looked_at) | _cells_beyond(found, leftovers)
            more = _partly_seen_faces(found, leftovers, sorted(likely), believed)
            looked_at |= beside
        if more is None:
            break
        adopted = np.where(more.owners >= 0, np.append(rest, -1)[more.owners], -1)
        found = replace(
            found,
            faces=found.faces.joined(more.faces),
            hexagons=np.concatenate([found.hexagons, adopted]),
        )
    return without_leaning(found)


def may_go_on(before: CandidateBoard, grown: CandidateBoard) -> bool:
    """Whether a board has grown as far as it can at once: there may be more of it."""
    board = before.faces.poses
    return any(steps_to(cell, board).min() >= MOST_MISSED for cell in grown.faces.poses.cell_list)


def _cells_beside(found: CandidateBoard) -> set[Cell]:
    """The empty cells that touch the board."""
    taken = set(found.faces.poses.cell_list)
    return {near for cell in taken for near in neighbours(cell)} - taken


def _in_sight(found: CandidateBoard, cells: set[Cell]) -> CandidateBoard:
    """The board with a sampler that shows these cells. A row's ends may lie far from all that the
    finder saw."""
    poses = expected_poses(sorted(cells), found.faces.poses)
    sampler = found.sampler.going_on_to(poses.corners_in_photo(found.view))
    return replace(found, sampler=sampler)


def _cells_beyond(found: CandidateBoard, leftovers: Leftovers) -> set[Cell]:
    """Cells a few steps off in which the finder saw something, and which the photo shows whole: a
    card may lie between. Fewer than LEAST_ANCHOR tiles do not tell where such cells are; and if the
    floor has hexagons in the board's lattice, none of them is taken."""
    board = found.faces.poses
    if len(board) < LEAST_ANCHOR:
        return set()
    places = leftovers.poses.centres[np.isfinite(leftovers.poses.centres).all(axis=1)]
    hinted = [nearest_cell(place) for place in places]
    far = [cell for cell in hinted if 1 < steps_to(cell, board).min() <= MOST_STEPS]
    poses = expected_poses(far, board, beyond=True)
    are_seen = leftovers.in_cells(poses) >= 0
    if are_seen.sum() > MOST_MISSED and 2 * are_seen.sum() > len(far):
        return set()
    return set(poses.take(are_seen & (_shares_in_photo(found, poses) == 1.0)).cell_list)


def _whole_faces(
    found: CandidateBoard, leftovers: Leftovers, cells: list[Cell], believed: Belief
) -> _Additions | None:
    """Tiles in the cells that are seen whole; None where there are none."""
    expected = expected_poses(cells, found.faces.poses)
    owners = leftovers.in_cells(expected)
    start = _started_at(expected, leftovers, owners)
    seen = _shares_in_photo(found, start) >= LEAST_IN_PHOTO
    start, owners = start.take(seen), owners[seen]
    first = settle_faces(found.sampler, start, palette=found.palette, rounds=0)
    if first is None:
        return None
    likely = (first.explained >= EXPLAINED_AT_ALL) | (owners >= 0)
    start, owners = start.take(likely), owners[likely]
    settled = settle_faces(found.sampler, start, palette=found.palette)
    if settled is None:
        return None
    faces = judge_faces(found.sampler, settled, leftovers.scores_of(owners), board=found.faces)
    keep = believed(CellEvidence(found.faces, faces, leftovers))
    return _Additions(faces.take(keep), owners[keep]) if keep.any() else None


def _partly_seen_faces(
    found: CandidateBoard, leftovers: Leftovers, cells: list[Cell], believed: Belief
) -> _Additions | None:
    """Tiles in the cells that something hides in part; None where there are none."""
    poses = expected_poses(cells, found.faces.poses, beyond=True)
    poses = poses.take(_shares_in_photo(found, poses) >= LEAST_IN_PHOTO)
    owners = leftovers.in_cells(poses)
    poses, may_be = _as_seen_beyond(found, poses, leftovers, owners)
    chances = hidden_tile_probabilities(
        found.sampler, poses, found.palette, found.faces, owners >= 0
    )
    likely = chances[:, 6] <= 1.0 - SURE_TO_BE_HIDDEN
    poses, chances = poses.take(likely), chances[likely]
    owners, may_be = owners[likely], may_be[likely]
    settled = settle_faces(found.sampler, poses, palette=found.palette, rounds=0)
    if settled is None:
        return None
    faces = judge_faces(found.sampler, settled, leftovers.scores_of(owners), board=found.faces)
    keep = believed(CellEvidence(found.faces, faces, leftovers, chances)) & may_be
    if not keep.any():
        return None
    return _Additions(as_hidden(faces, chances).take(keep), owners[keep])


def _as_seen_beyond(
    found: CandidateBoard, expected: Poses, leftovers: Leftovers, owners: Indices
) -> tuple[Poses, Flags]:
    """Where to look at tiles, and which (n,) may be of the board as far as their places say.

    A tile that touches the board may. One beyond a gap may if it lies so straight in its cell that
    it is hardly a loose one; it is then looked at where it is seen. Where much of it is covered its
    place is uncertain: it may, too, if the drawing explains as much of it in the middle of its cell
    as where it is seen."""
    is_beside = tiles_beside(expected.cell_list, found.faces.poses) > 0
    far = np.flatnonzero(~is_beside & (owners >= 0))
    start = _started_at(expected.take(far), leftovers, owners[far])
    seen = settle_faces(found.sampler, start, palette=found.palette)
    in_cell = settle_faces(found.sampler, expected.take(far), palette=found.palette, rounds=0)
    if seen is None or in_cell is None:
        return expected, is_beside
    lies = odds_of_a_cell(found, seen.poses) >= LEAST_ODDS
    shifts, angles = expected.shifts.copy(), expected.angles.copy()
    shifts[far[lies]], angles[far[lies]] = seen.poses.shifts[lies], seen.poses.angles[lies]
    may_be = is_beside.copy()
    may_be[far] = lies | (in_cell.explained >= seen.explained)
    return replace(expected, shifts=shifts, angles=angles), may_be


def _started_at(expected: Poses, leftovers: Leftovers, owners: Indices) -> Poses:
    """Where to look for faces: where a hexagon was seen, else where a tile is expected."""
    if len(leftovers.scores) == 0:
        return expected
    seen = leftovers.poses.take(owners)
    away = seen.centres - expected.centres
    lean = sixth_turns(seen.angles - expected.angles)
    straight = np.abs(lean) < MOST_LEANING
    is_seen = owners >= 0
    return replace(
        expected,
        shifts=expected.shifts + np.where(is_seen[:, None], away, 0.0),
        angles=expected.angles + np.where(is_seen & straight, lean, 0.0),
    )


def _shares_in_photo(found: CandidateBoard, poses: Poses) -> Floats:
    """How much of each cell (n,) the photo shows."""
    inside = found.sampler.colours(poses.on_table(CORNERS * 0.8)).inside
    return np.asarray(inside.mean(axis=1))
