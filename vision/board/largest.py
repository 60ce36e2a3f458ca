"""Which group of hexagons is the board: the one with the most faces that show the drawing.

Photos without a board show things that look like a tile or two, and other games lie in lattices of
their own; so a group is believed only where its faces leave little doubt.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..faces.classify import settle_faces
from ..faces.confidence import are_tiles, best_face_chances, face_chances
from ..faces.edges import shares_going_on
from ..faces.judgement import FaceJudgement, judge_faces
from ..faces.palette import Palette
from ..faces.poses import Poses, TableSampler
from ..lattice.groups import TileGroup
from ..lattice.hexagons import Hexagons
from ..photos.shrink import Halves
from .candidate import CandidateBoard, corners_of, scores_of, start_poses

EXPLAINED_AT_A_GLANCE, EXPLAINED_ON_A_BOARD = 0.3, 0.25
"""Share of the colour on a face that the drawing has to explain: of one or two tiles before their
poses settle, and of the middling face of a board."""
CLEARLY_DRAWN = 0.65
"""The second for a board whose two colours are hardly to be told apart."""
FACE_FOR_A_BOARD, FACE_FOR_A_SMALL_BOARD, LEAST_SHARE = 0.93, 0.97, 0.2
"""At least one face of a board has to be as likely as this, the second for one or two tiles; and of
the hexagons that lie as a board this share has to be tiles. Of 532 boards none had a best face
below 0.98 or a share below 0.4, but another game's tiles had."""
TOGETHER, EACH_OF_THEM, DRAWN_ON_THEM = 6, 0.6, 0.8
"""So many faces vouch for one another, though the finder saw each of them badly, where the middling
one is as likely as the second and the drawing explains the third of it."""
LEAST_VISIBLE, LEAST_AGREEING, LEAST_EXPLAINED, MOST_GOING_ON = 0.35, 0.1, 0.55, 0.6
"""For one or two tiles also shares of that face: what looks as its rotation says, the single places
that vote for it, what the drawing explains, and the edge beyond which the same colour goes on."""
FEW, LEAST_SCORE_OF_FEW = 3, 0.45
"""Groups of so few hexagons are judged only where the finder is as sure as this of one of them. Of
26 such boards in 480 pictures none was seen worse than 0.54, but most of what textures show was."""
MOST_TILES, REPEATED_FROM, REPEATED = 150, 20, 0.9
"""A cloth's pattern of hexagons has more faces than three sets have tiles; or, from the second
number on, so large a share of them is turned as the face some steps further on is."""
STEPS = [(q, r) for q in range(4) for r in range(-3, 4) if (q, r) > (0, 0)]
TASTED = 16
"""From twice as many faces on so many of a group are judged first."""


def largest_board(
    halves: Halves, hexagons: Hexagons, groups: list[TileGroup]
) -> CandidateBoard | None:
    """Of the groups, largest first, the one with the most Palago faces; None where none is
    believed. `halves` is the photo in which the hexagons were seen."""
    best: CandidateBoard | None = None
    likely = [group for group in groups if _is_seen_well_enough(scores_of(hexagons, group))]
    for group in likely:
        if best is not None and len(group.members) <= best.evidence:
            break
        # The largest is mostly the board, whose surroundings will be looked at too.
        corners = corners_of(hexagons, group)
        wide = group is groups[0]
        sampler = TableSampler(halves, group.view, corners, hexagons.corners if wide else corners)
        judged = _judged(sampler, hexagons, group)
        if judged is not None and (best is None or judged.evidence > best.evidence):
            best = judged if wide else replace(judged, sampler=sampler.reaching(hexagons.corners))
    return best


def _is_seen_well_enough(scores: NDArray[np.float64]) -> bool:
    """Whether a group of hexagons that the finder gave these scores is worth a closer look."""
    if len(scores) <= FEW and float(scores.max()) < LEAST_SCORE_OF_FEW:
        return False
    return _may_be_a_board(best_face_chances(scores), np.ones(len(scores)))


def _may_be_a_board(chances: NDArray[np.float64], explained: NDArray[np.float64]) -> bool:
    """Whether a group of faces, whose chances cannot be more than these, can be believed at all."""
    if _vouch_together(chances, explained):
        return True
    needed = FACE_FOR_A_BOARD if len(chances) > 2 else FACE_FOR_A_SMALL_BOARD
    return float(chances.max()) >= needed


def _vouch_together(chances: NDArray[np.float64], explained: NDArray[np.float64]) -> bool:
    """Whether faces, none of which need be clear alone, are a board together."""
    return bool(
        len(chances) >= TOGETHER
        and np.median(chances) >= EACH_OF_THEM
        and np.median(explained) >= DRAWN_ON_THEM
    )


def _are_a_board(
    faces: FaceJudgement, group: TileGroup, sampler: TableSampler, palette: Palette
) -> bool:
    """Whether the faces of a group that each count as a tile are a board together: one or two
    tiles have nothing but their own looks to vouch for them."""
    if len(faces) < LEAST_SHARE * len(group.members) or repeats_itself(faces):
        return False
    chances = face_chances(faces)
    if len(faces) > 2:
        return bool(np.any(chances >= FACE_FOR_A_BOARD)) or _vouch_together(
            chances, faces.explained
        )
    believed = (
        (chances >= FACE_FOR_A_SMALL_BOARD)
        & (faces.visible >= LEAST_VISIBLE)
        & (faces.agrees >= LEAST_AGREEING)
        & (faces.explained >= LEAST_EXPLAINED)
    )
    if not believed.any():
        return False
    goes_on = shares_going_on(sampler, faces.poses, palette)
    return bool(np.any(believed & (goes_on <= MOST_GOING_ON)))


def repeats_itself(faces: FaceJudgement) -> bool:
    """Whether faces are those of a pattern that covers the table."""
    if len(faces) < REPEATED_FROM or len(faces) > MOST_TILES:
        return len(faces) > MOST_TILES
    turned = dict(zip(faces.poses.cell_list, faces.rotations.tolist(), strict=True))
    for q, r in STEPS:
        pairs = [
            turn == turned[cell[0] + q, cell[1] + r]
            for cell, turn in turned.items()
            if (cell[0] + q, cell[1] + r) in turned
        ]
        if len(pairs) >= REPEATED_FROM / 2 and np.mean(pairs) >= REPEATED:
            return True
    return False


def _taste_of_a_board(sampler: TableSampler, start: Poses, scores: NDArray[np.float64]) -> bool:
    """Whether a few of many faces let expect a board: a floor of hexagons shows by them that it is
    none."""
    few = np.linspace(0, len(start) - 1, TASTED).astype(np.intp)
    settled = settle_faces(sampler, start.take(few))
    if settled is None or settled.explained.max() < EXPLAINED_ON_A_BOARD:
        return False
    chances = face_chances(judge_faces(sampler, settled, scores[few]))
    return bool(np.any(chances >= FACE_FOR_A_BOARD))


def _judged(sampler: TableSampler, hexagons: Hexagons, group: TileGroup) -> CandidateBoard | None:
    """The faces of a group that show the drawing; None where none does."""
    start = start_poses(hexagons, group)
    if len(start) <= 2:
        # Most of what lies alone is nothing like a tile, which the first glance shows.
        glance = settle_faces(sampler, start, rounds=0)
        if glance is None or glance.explained.max() < EXPLAINED_AT_A_GLANCE:
            return None
    scores = scores_of(hexagons, group)
    if len(start) >= 2 * TASTED and not _taste_of_a_board(sampler, start, scores):
        return None
    settled = settle_faces(sampler, start)
    if settled is None or settled.explained.max() < EXPLAINED_ON_A_BOARD:
        return None
    # Two colours so alike are believed only where the drawing is plain to see all the same.
    if settled.palette.is_too_close and float(np.median(settled.explained)) < CLEARLY_DRAWN:
        return None
    if not _may_be_a_board(best_face_chances(scores, settled.explained), settled.explained):
        return None
    indices = np.array([member.index for member in group.members], np.intp)
    faces = judge_faces(sampler, settled, scores)
    keep = are_tiles(faces)
    kept = faces.take(keep)
    if not _are_a_board(kept, group, sampler, settled.palette):
        return None
    if float(np.median(kept.explained)) < EXPLAINED_ON_A_BOARD:
        return None
    # What turned out to be no tile vouches for nothing.
    kept = replace(kept, behind=np.full(len(kept), float(len(kept))))
    return CandidateBoard(group.view, sampler, settled.palette, kept, indices[keep])
