"""Which group of hexagons is the board: the one with the most faces that show the drawing, if they
leave little doubt. Other things look like a tile or two, and other games lie in lattices, too."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np

from ...calibration.arrays import Floats
from ..faces.classify import settle_faces
from ..faces.confidence import are_tiles, best_tile_chances, tile_chances
from ..faces.judgement import FaceJudgement, judge_faces
from ..faces.palette import Palette, logarithmic
from ..faces.poses import Poses, TableSampler
from ..lattice.groups import TileGroup
from ..lattice.hexagons import Hexagons
from ..lattice.pattern import CORNERS
from ..photos.shrink import Halves
from .candidate import CandidateBoard, start_poses

EXPLAINED_ON_A_BOARD = 0.25
"""The share of the colour that the drawing has to explain on the best face of a group. Textures
explain less, and are not looked at further."""
EXPLAINED_AT_A_GLANCE = 0.3
"""The same at a first glance at one or two tiles."""
FACE_FOR_A_BOARD = 0.93
"""A board needs a face with this chance. Another game's have less; of 532 boards none had a best
one below 0.98."""
FACE_FOR_A_SMALL_BOARD = 0.97
"""A board of one or two tiles needs a face with this chance."""
LEAST_SHARE = 0.2
"""Least share of a group's hexagons that must be tiles; in those 532 boards at least 0.4 were."""
TOGETHER = 6
"""Number of faces that vouch for one another, though the finder saw each of them badly."""
DRAWN_ON_THEM = 0.8
"""Least share that the drawing must explain of the median one of them."""
LEAST_AGREEING = 0.1
"""Of one or two tiles, the share of the best face's places that must vote for it."""
MOST_GOING_ON = 0.6
"""Of one or two tiles, the largest share of the best one's edge beyond which its colour may go on.
Letters, prints and chequers fail this or `LEAST_AGREEING`."""
NARROW = 56.0
"""For a single face narrower than this, in pixels, `MOST_GOING_ON` is halved. In 120 drawings
nine letters and codes looked like a tile, and all of them fail this; of 113 lone tiles none is
lost."""
FEW = 3
"""A group of at most this number of hexagons is looked at only if one has `LEAST_SCORE_OF_FEW`."""
LEAST_SCORE_OF_FEW = 0.45
"""By the finder. In 480 pictures the 26 boards so small had 0.54 or more, most textures less."""
MOST_TILES = 150
"""More faces than three sets have tiles are the pattern of a cloth."""
REPEATED_FROM = 20
"""Number of faces that are a cloth, too, if they repeat themselves."""
REPEATED = 0.9
"""They do if this share of them is turned as the face some steps farther on is."""
STEPS = [(q, r) for q in range(4) for r in range(-3, 4) if (q, r) > (0, 0)]
"""Steps by which a pattern may repeat itself, each way once."""
TASTED = 16
"""Number of faces of a group at least twice as large that are judged first: most large groups are
floors, and all of their faces would take long."""


def largest_board(
    halves: Halves, hexagons: Hexagons, groups: list[TileGroup]
) -> CandidateBoard | None:
    """The group with the most Palago faces; None where none is believed. The groups come largest
    first; `halves` is the photo in which the hexagons were seen."""
    best: CandidateBoard | None = None
    for group in groups:
        if not _is_seen_well_enough(hexagons.scores[group.indices]):
            continue
        if best is not None and len(group.members) <= best.evidence:
            break
        # The largest group mostly is the board: then what lies around it will be looked at, too.
        corners = hexagons.corners[group.indices]
        wide = group is groups[0]
        sampler = TableSampler(halves, group.view, corners, hexagons.corners if wide else corners)
        judged = _judged(sampler, hexagons, group)
        if judged is not None and (best is None or judged.evidence > best.evidence):
            best = judged if wide else replace(judged, sampler=sampler.reaching(hexagons.corners))
    return best


def _is_seen_well_enough(scores: Floats) -> bool:
    """Whether a group of hexagons that the finder gave these scores is worth a closer look."""
    if len(scores) <= FEW and float(scores.max()) < LEAST_SCORE_OF_FEW:
        return False
    return _may_be_a_board(best_tile_chances(scores), np.ones(len(scores)))


def _may_be_a_board(chances: Floats, explained: Floats) -> bool:
    """Whether a group of faces, whose chances cannot be more than these, can be believed at all."""
    if _vouch_together(explained):
        return True
    needed = FACE_FOR_A_BOARD if len(chances) > 2 else FACE_FOR_A_SMALL_BOARD
    return float(chances.max()) >= needed


def _vouch_together(explained: Floats) -> bool:
    """Whether so many faces show the drawing, by how much it explains of each (n,), that they are
    a board though none of them is clear by itself."""
    return len(explained) >= TOGETHER and float(np.median(explained)) >= DRAWN_ON_THEM


def _are_a_board(
    faces: FaceJudgement, group: TileGroup, sampler: TableSampler, palette: Palette
) -> bool:
    """Whether the faces of a group, each of which counts as a tile, are a board together. One or
    two tiles have only their own looks to vouch for them."""
    if len(faces) < LEAST_SHARE * len(group.members) or repeats_itself(faces):
        return False
    chances = tile_chances(faces)
    if len(faces) > 2:
        return bool(np.any(chances >= FACE_FOR_A_BOARD)) or _vouch_together(faces.explained)
    believed = (chances >= FACE_FOR_A_SMALL_BOARD) & (faces.agrees >= LEAST_AGREEING)
    if not believed.any():
        return False
    goes_on = shares_going_on(sampler, faces.poses, palette)
    is_narrow = len(faces) == 1 and sampler.tile_width < NARROW
    return bool(np.any(believed & (goes_on <= MOST_GOING_ON / (1 + is_narrow))))


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


def _taste_of_a_board(sampler: TableSampler, start: Poses, scores: Floats) -> bool:
    """Whether a few of many faces look like a board's; those of a hexagonal floor do not."""
    few = np.linspace(0, len(start) - 1, TASTED).astype(np.intp)
    settled = settle_faces(sampler, start.take(few))
    if settled is None or settled.explained.max() < EXPLAINED_ON_A_BOARD:
        return False
    chances = tile_chances(judge_faces(sampler, settled, scores[few]))
    return bool(np.any(chances >= FACE_FOR_A_BOARD))


def _judged(sampler: TableSampler, hexagons: Hexagons, group: TileGroup) -> CandidateBoard | None:
    """A group of hexagons as a board, with those faces on which the drawing is seen; None where it
    is seen on none."""
    start = start_poses(hexagons, group)
    if len(start) <= 2:
        # Most things that lie alone are nothing like a tile, and a glance shows that.
        glance = settle_faces(sampler, start, rounds=0)
        if glance is None or glance.explained.max() < EXPLAINED_AT_A_GLANCE:
            return None
    scores = hexagons.scores[group.indices]
    if len(start) >= 2 * TASTED and not _taste_of_a_board(sampler, start, scores):
        return None
    settled = settle_faces(sampler, start)
    if settled is None or settled.explained.max() < EXPLAINED_ON_A_BOARD:
        return None
    if not _may_be_a_board(best_tile_chances(scores, settled.explained), settled.explained):
        return None
    faces = judge_faces(sampler, settled, scores)
    keep = are_tiles(faces)
    kept = faces.take(keep)
    if not _are_a_board(kept, group, sampler, settled.palette):
        return None
    # The group is now as large as its tiles are many.
    kept = replace(kept, behind=np.full(len(kept), float(len(kept))))
    return CandidateBoard(group.view, sampler, settled.palette, kept, group.indices[keep])


WITHIN = 0.82
"""A place on a tile, clear of its rim, as a share of the way from its centre to its edge."""
BEYOND = 1.22
"""The place beyond the gap that it is compared with, alike."""
PLACES_PER_EDGE = 8
"""One for every few pixels of a tile that is seen well."""
ALIKE = 0.3
"""Two places are alike when their colours differ by less than this share of half the two colours'
difference, in logarithmic BGR. Of 142 lone tiles none had more than 0.52 of its edge going on."""


def shares_going_on(sampler: TableSampler, poses: Poses, palette: Palette) -> Floats:
    """The share of each tile's edge, (n,), beyond which the same colour goes on.

    Where four squares of a chequered table meet they look much like a Palago face, but they go on
    beyond the hexagon. A table in one of a tile's two colours goes on as half of its edge at most.
    """
    within, beyond = (
        logarithmic(sampler.colours(poses.on_table(_outline() * share)).colours)
        for share in (WITHIN, BEYOND)
    )
    apart = np.linalg.norm(beyond - within, axis=2) / np.linalg.norm(palette.step)
    return np.asarray((apart < ALIKE).mean(axis=1))


@cache
def _outline() -> Floats:
    """Places along the edge of the unit-side hexagon, (6 * PLACES_PER_EDGE, 2)."""
    along = (np.arange(PLACES_PER_EDGE) + 0.5) / PLACES_PER_EDGE
    edges = np.roll(CORNERS, -1, axis=0) - CORNERS
    return (CORNERS[:, None] + along[None, :, None] * edges[:, None]).reshape(-1, 2)
