"""Tiles of the board that were missed at first, looked for in the empty cells around it.

Hexagons that were not linked to the board though they lie where a tile of it must lie, faces that
the finder did not see at all, and last, tiles of which only a part is seen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ...engine.lattice import Cell, neighbours
from ..faces.classify import settle_faces
from ..faces.confidence import are_tiles, face_chances
from ..faces.hidden import as_hidden, hidden_tile_probabilities
from ..faces.judgement import FaceJudgement, judge_faces
from ..faces.neighbourhood import apart, expected_poses, sixth_turn, tiles_beside
from ..faces.poses import FARTHEST_SHIFT, Poses
from ..lattice.groups import Hexagons
from ..lattice.pattern import CORNERS
from .candidate import CandidateBoard, poses_on_table
from .shape import without_leaning

FACE_FOR_ADDING = 0.75
"""Chance of showing a Palago face from which a cell in which the finder saw nothing is filled."""
EXPLAINED_AT_ALL = 0.1
"""Share of the colour on a cell that the drawing has to explain for a second look."""
LEAST_IN_PHOTO = 0.3
"""Of a tile cut by the border, the share that has to be seen for it to be read at all."""
IN_ITS_CELL, MOST_LEANING = 0.4, 0.25
"""How far (in sides, in radians) the finder may see a tile otherwise than its neighbours let
expect."""
AS_DRAWN, HARDLY_LEANING = 0.8, 0.09
"""A face that the finder saw leaning more belongs to the board all the same if the drawing, tried
straight, explains this share of what it does on the board and turns by less than this."""
LEAST_DRAWN, ENCLOSED = 0.25, 3
"""Share of the colour on a face that the drawing explains where the finder saw nothing; with this
many tiles around a cell it is enough by itself."""
DIM_SCORE, DIM_SHIFT, DIM_LEAN, DIM_EXPLAINED, DIM_AGREEING = 0.4, 0.16, 0.06, 0.3, 0.12
"""What a face in a bad light needs for being listed as unsure: the finder's score, a place (in
sides) and a turn (in radians) that near to what its neighbours let expect, and these shares of its
colour that the drawing explains and of its places that vote for it."""
HALF_LIT_SCORE, HALF_LIT_FACE, HALF_LIT_LEAN = 0.3, 0.3, 0.1
HALF_LIT_EXPLAINED, HALF_LIT_AGREEING = 0.15, 0.3
"""The same where a shadow's edge goes through a face; and the chance of showing a Palago face."""
FREE, CROWDED_SHIFT, CROWDED_LEAN = 0.9, 0.16, 0.06
"""A hexagon so far off (in sides) leaves a cell free. One that is nearer, but not in the cell, is a
loose tile that reaches into it, or a tile of the board of which the finder saw the side for a part
of its face: then the drawing lies as near to its place and turn as this."""
SURE_TO_BE_HIDDEN, HIDDEN_WEAKER, HIDDEN_CONTRADICTS = 0.95, 0.04, 0.15
"""What a tile of which only a part is seen needs: this chance by the network that looks for such
tiles, this share of its places that votes for it in the rarer colour, and no more against it."""
ALMOST_CERTAIN, HIDDEN_AGREES = 0.998, 0.2
"""The chance that is enough if most places vote so, if the finder saw something there, or if this
share of the places has the board's colours as some rotation would."""
REACHING_IN, REACHING_SCORE, HIDDEN_EXPLAINED = 0.15, 0.4, 0.45
"""A hexagon so far off its place (in sides), seen so well, is a loose tile that reaches into a
cell, unless the drawing explains this share of the colour where the board's tile must lie, and the
chance is that high."""
MOST_ADDING_ROUNDS = 6


@dataclass(frozen=True)
class _Leftovers:
    """The hexagons that are not of the board: their scores (k,), and how they lie on the table."""

    scores: NDArray[np.float64]
    poses: Poses


@dataclass(frozen=True)
class _Additions:
    """Faces to add to a board, and which leftover hexagon each was (-1: none)."""

    faces: FaceJudgement
    owners: NDArray[np.intp]


def with_missed_tiles(found: CandidateBoard, hexagons: Hexagons) -> CandidateBoard:
    """The board with the faces that were missed in the cells around those found."""
    rest = np.setdiff1d(np.arange(len(hexagons)), found.hexagons)
    poses = poses_on_table(found.view, hexagons, rest)
    leftovers = _Leftovers(hexagons.scores[rest], poses)
    tried: set[Cell] = set()
    looked_at: set[Cell] = set()
    for _ in range(MOST_ADDING_ROUNDS):
        beside = _cells_beside(found)
        more = _seen_faces(found, leftovers, sorted(beside - tried))
        tried |= beside
        if more is None:
            more = _partly_seen_faces(found, leftovers, sorted(beside - looked_at))
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


def _cells_beside(found: CandidateBoard) -> set[Cell]:
    """The empty cells that touch the board."""
    taken = set(found.faces.poses.cell_list)
    return {near for cell in taken for near in neighbours(cell)} - taken


def _seen_faces(
    found: CandidateBoard, leftovers: _Leftovers, cells: list[Cell]
) -> _Additions | None:
    """Hexagons in the cells that were not linked to the board though they lie where a tile of it
    must lie, and faces that the finder did not see at all; None where there are none."""
    start, owners, crowded = _starts(cells, found.faces.poses, leftovers.poses)
    seen = _shares_in_photo(found, start) >= LEAST_IN_PHOTO
    start, owners, crowded = start.take(seen), owners[seen], crowded[seen]
    # Most cells are plainly empty: those that show nothing like the drawing are passed over.
    first = settle_faces(found.sampler, start, palette=found.palette, rounds=0)
    if first is None:
        return None
    likely = (first.explained >= EXPLAINED_AT_ALL) | (owners >= 0)
    start, owners, crowded = start.take(likely), owners[likely], crowded[likely]
    settled = settle_faces(found.sampler, start, palette=found.palette)
    if settled is None:
        return None
    scores = np.where(owners >= 0, np.append(leftovers.scores, 0.0)[owners], 0.0)
    faces = judge_faces(found.sampler, settled, scores, board=found.faces)
    shift, lean = apart(settled.poses, start)
    strayed = shift > 0.98 * FARTHEST_SHIFT
    strayed |= crowded & ((shift > CROWDED_SHIFT) | (lean > CROWDED_LEAN))
    filled = (face_chances(faces) >= FACE_FOR_ADDING) & ~strayed & _is_plain(faces, found.faces)
    astray = _are_astray(faces, start, leftovers.poses, owners, found.faces)
    adopted = (are_tiles(faces) & ~astray) | _are_dim(faces, found.faces)
    keep = np.where(owners >= 0, adopted, filled)
    return _Additions(faces.take(keep), owners[keep]) if keep.any() else None


def _partly_seen_faces(
    found: CandidateBoard, leftovers: _Leftovers, cells: list[Cell]
) -> _Additions | None:
    """Tiles in the cells that something hides in part; None where there are none."""
    poses = expected_poses(cells, found.faces.poses)
    poses = poses.take(_shares_in_photo(found, poses) >= LEAST_IN_PHOTO)
    owners, reached_into = _hints(leftovers, poses)
    chances = hidden_tile_probabilities(
        found.sampler, poses, found.palette, found.faces, owners >= 0
    )
    likely = chances[:, 6] <= 1.0 - SURE_TO_BE_HIDDEN
    poses, chances = poses.take(likely), chances[likely]
    owners, reached_into = owners[likely], reached_into[likely]
    settled = settle_faces(found.sampler, poses, palette=found.palette, rounds=0)
    if settled is None:
        return None
    scores = np.where(owners >= 0, np.append(leftovers.scores, 0.0)[owners], 0.0)
    faces = judge_faces(found.sampler, settled, scores, board=found.faces)
    voted = faces.voted_rotations == chances[:, :6].argmax(axis=1)
    spoken_for = voted | (owners >= 0) | (faces.agrees >= HIDDEN_AGREES)
    certain = (chances[:, 6] <= 1.0 - ALMOST_CERTAIN) & spoken_for
    voted &= (faces.weaker >= HIDDEN_WEAKER) & (faces.contradicts <= HIDDEN_CONTRADICTS)
    drawn = certain & (faces.explained >= HIDDEN_EXPLAINED)
    keep = np.where(reached_into, drawn, voted | certain)
    if not keep.any():
        return None
    return _Additions(as_hidden(faces, chances).take(keep), owners[keep])


def _hints(leftovers: _Leftovers, poses: Poses) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Which leftover hexagon lies in each cell (-1: none), and into which cells one that is plainly
    seen reaches from another place."""
    count = len(poses)
    if len(leftovers.scores) == 0:
        return np.full(count, -1, np.intp), np.zeros(count, bool)
    gaps = np.linalg.norm(leftovers.poses.centres[None] - poses.centres[:, None], axis=2)
    owners = np.where(gaps.min(axis=1) < IN_ITS_CELL, np.argmin(gaps, axis=1), -1)
    plain = leftovers.scores >= REACHING_SCORE
    reached_into = np.any((gaps > REACHING_IN) & (gaps < FREE) & plain, axis=1)
    return owners, reached_into


def _shares_in_photo(found: CandidateBoard, poses: Poses) -> NDArray[np.float64]:
    """How much of each cell (n,) the photo shows."""
    inside = found.sampler.colours(poses.on_table(CORNERS * 0.8)).inside
    return np.asarray(inside.mean(axis=1))


def _is_plain(faces: FaceJudgement, board: FaceJudgement) -> NDArray[np.bool_]:
    """Which faces the drawing explains by itself, without a finder's word; outside the board as
    well as it does the board's, since a striped table comes near enough otherwise."""
    beside = tiles_beside(faces.poses.cell_list, board.poses)
    as_well = AS_DRAWN * float(np.median(board.explained))
    least = np.where(beside >= ENCLOSED, LEAST_DRAWN, max(LEAST_DRAWN, as_well))
    return np.asarray((faces.explained >= least) & (faces.rotations == faces.fitted_rotations))


def _are_dim(faces: FaceJudgement, board: FaceJudgement) -> NDArray[np.bool_]:
    """Which faces the finder saw exactly where a tile of the board must lie, though a reflection, a
    haze or the edge of a shadow has left only part of the drawing. In a hole among many tiles the
    outline says little."""
    cells = faces.poses.cell_list
    shift, lean = apart(faces.poses, expected_poses(cells, board.poses))
    beside = tiles_beside(cells, board.poses)
    hazy = (faces.scores >= DIM_SCORE) & (faces.explained >= DIM_EXPLAINED)
    hazy &= (faces.agrees >= DIM_AGREEING) & (lean < DIM_LEAN)
    # In two lights the drawing explains little, but the places in one of them all vote for it.
    half_lit = (faces.scores >= HALF_LIT_SCORE) & (face_chances(faces) >= HALF_LIT_FACE)
    half_lit &= (faces.explained >= HALF_LIT_EXPLAINED) & (faces.agrees >= HALF_LIT_AGREEING)
    half_lit &= (faces.contradicts <= 0.1 * faces.agrees) & (lean < HALF_LIT_LEAN)
    return np.asarray((hazy | half_lit) & (shift < DIM_SHIFT) & (beside <= ENCLOSED))


def _are_astray(
    faces: FaceJudgement,
    start: Poses,
    leftover: Poses,
    owners: NDArray[np.intp],
    board: FaceJudgement,
) -> NDArray[np.bool_]:
    """Which faces the finder saw leaning too much, and the drawing does not show to be straight."""
    astray = np.zeros(len(start), bool)
    for index in np.flatnonzero(owners >= 0):
        seen = sixth_turn(leftover.angles[owners[index]] - start.angles[index])
        lean = sixth_turn(faces.poses.angles[index] - start.angles[index])
        drawn = faces.explained[index] >= AS_DRAWN * float(np.median(board.explained))
        astray[index] = abs(seen) >= MOST_LEANING and not (drawn and abs(lean) < HARDLY_LEANING)
    return astray


def _starts(
    cells: list[Cell], board: Poses, leftover: Poses
) -> tuple[Poses, NDArray[np.intp], NDArray[np.bool_]]:
    """Where to look for faces in empty cells, which leftover hexagon lies there (-1: none), and
    into which of them a hexagon reaches from elsewhere, as a loose tile's does."""
    expected = expected_poses(cells, board)
    shifts, angles = expected.shifts.copy(), expected.angles.copy()
    owners = np.full(len(cells), -1, np.intp)
    crowded = np.zeros(len(cells), bool)
    if len(leftover):
        away = leftover.centres[None] - expected.centres[:, None]
        gaps = np.linalg.norm(away, axis=2)
        for index in range(len(cells)):
            nearest = int(np.argmin(gaps[index]))
            gap = gaps[index, nearest]
            lean = sixth_turn(leftover.angles[nearest] - angles[index])
            if gap < IN_ITS_CELL:
                owners[index] = nearest
                shifts[index] += away[index, nearest]
                # A hexagon seen from far off may be askew: it is tried as the board lets expect.
                angles[index] += lean if abs(lean) < MOST_LEANING else 0.0
            else:
                crowded[index] = gap <= FREE
    return Poses(expected.cells, shifts, angles), owners, crowded
