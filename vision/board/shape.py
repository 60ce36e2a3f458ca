"""What hangs together as one board, and what only lies beside it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...engine.lattice import Cell, neighbours, pieces_of, steps_between
from ..faces.classify import SEEN_AT_ALL, settle_faces
from ..faces.confidence import RATHER_CROOKED
from ..faces.judgement import judge_faces
from ..faces.neighbourhood import crookedness, expected_poses, sixth_turns, straying
from ..faces.poses import Poses
from ..lattice.groups import Hexagons, nearest_cell
from .candidate import CandidateBoard

MOST_STEPS = 4
"""Maximum number of steps to a piece: three cells hidden, as a card hides them."""
OFF_LATTICE = 0.14
"""How far a piece may lie off the lattice of the rest, in sides."""
OFF_HEADING = 0.06
"""How far it may be turned from the rest, in radians: by chance one piece in three hundred agrees
in both."""
NEXT_TO = 4
"""Number of tiles of a piece and of the rest, those that lie nearest to each other, by which the
two are compared."""


def in_one_piece(found: CandidateBoard, hexagons: Hexagons) -> CandidateBoard:
    """The board without the faces that are not connected to it: what led to them was no tile.

    A piece of two tiles or more stays if it lies on the board's lattice. A single tile has to have
    something between that the finder saw, perhaps a tile under a hand.
    """
    found = without_leaning(found)
    cells = found.faces.poses.cell_list
    pieces = pieces_of(cells)
    if len(pieces) == 1:
        return found
    between = _cells_of_hints(found, hexagons)
    kept, left = set(pieces[0]), pieces[1:]
    while joining := [piece for piece in left if _belongs(found, kept, piece, between)]:
        kept.update(*joining)
        # What has joined may lead on to a piece farther off.
        left = [piece for piece in left if piece not in joining]
    chosen = np.array([cell in kept for cell in cells])
    return replace(found, faces=found.faces.take(chosen), hexagons=found.hexagons[chosen])


def _belongs(found: CandidateBoard, kept: set[Cell], piece: set[Cell], between: set[Cell]) -> bool:
    """Whether a piece belongs to the part of the board that is kept, with hidden cells between."""
    steps = min(steps_between(cell, other) for cell in piece for other in kept)
    if steps > (MOST_STEPS if len(piece) > 1 else 2):
        return False
    off, lean = _apart(found.faces.poses, kept, piece)
    if off > OFF_LATTICE or lean > OFF_HEADING:
        return False
    around = {near for cell in piece for near in neighbours(cell)}
    gap = {near for cell in kept for near in neighbours(cell)} & around
    return len(piece) > 1 or bool(gap & between)


def _cells_of_hints(found: CandidateBoard, hexagons: Hexagons) -> set[Cell]:
    """The cells in which the finder saw something that was not taken for a tile of the board."""
    rest = np.setdiff1d(np.arange(len(hexagons)), found.hexagons)
    if len(rest) == 0:
        return set()
    return {nearest_cell(place) for place in found.view.to_table(hexagons.centres[rest])}


def _apart(poses: Poses, kept: set[Cell], piece: set[Cell]) -> tuple[float, float]:
    """How far a piece is shifted (in sides) and turned (in radians) against the rest. Only the
    tiles nearest to each other are compared, since rows bend."""
    own = [index for index, cell in enumerate(poses.cell_list) if cell in piece]
    others = [index for index, cell in enumerate(poses.cell_list) if cell in kept]
    gaps = np.linalg.norm(poses.centres[own][:, None] - poses.centres[others][None], axis=2)
    near = np.array(own)[np.argsort(gaps.min(axis=1), kind="stable")[:NEXT_TO]]
    beside = np.array(others)[np.argsort(gaps.min(axis=0), kind="stable")[:NEXT_TO]]
    shift = np.median(poses.shifts[near], axis=0) - np.median(poses.shifts[beside], axis=0)
    lean = sixth_turns(np.median(poses.angles[near]) - np.median(poses.angles[beside]))
    return float(np.linalg.norm(shift)), abs(float(lean))


def without_leaning(found: CandidateBoard) -> CandidateBoard:
    """The board without the faces that plainly do not lie as their neighbours do, the worst left
    out first: loose tiles that happen to lie close by."""
    if len(found.faces) > 2:
        found = _seen_straight(found)
    while len(found.faces) > 2:  # of two that disagree nobody knows which
        off = straying(found.faces.poses)
        # Where the drawing is hardly seen the pose is less sure, so more is allowed.
        off[found.faces.explained < 0.5] /= 1.6
        worst = int(np.argmax(off))
        if off[worst] <= 1.0:
            break
        keep = np.arange(len(off)) != worst
        found = replace(found, faces=found.faces.take(keep), hexagons=found.hexagons[keep])
    return found


def _seen_straight(found: CandidateBoard) -> CandidateBoard:
    """With crooked faces looked at once more, from where their neighbours say they lie; the new
    place is kept if the drawing explains more there. The finder may have seen a tile too far
    askew."""
    faces = found.faces
    is_crooked = (crookedness(faces.poses) > RATHER_CROOKED) & ~faces.hidden
    crooked = faces.take(is_crooked)
    expected = expected_poses(crooked.poses.cell_list, faces.poses)
    before = settle_faces(found.sampler, crooked.poses, palette=found.palette, rounds=0)
    after = settle_faces(found.sampler, expected, palette=found.palette)
    if before is None or after is None:
        return found
    better = after.explained > np.maximum(before.explained, SEEN_AT_ALL)
    if not better.any():
        return found
    anew = judge_faces(found.sampler, after, crooked.scores, board=faces)
    rows = np.flatnonzero(is_crooked)[better]
    order = np.arange(len(faces))
    order[rows] = len(faces) + np.arange(len(rows))
    return replace(found, faces=faces.joined(anew.take(better)).take(order))
