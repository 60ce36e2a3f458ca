"""Which of the hexagons in a photo are tiles of the board.

Groups of hexagons come from the lattice; here each face has to show the Palago drawing before it
counts. Faces that the finder missed are looked for in the empty cells around the board, and what
is left over lies beside it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..engine.lattice import Cell, neighbours
from .board_shape import in_one_piece, without_leaning
from .candidate_board import CandidateBoard, poses_on_table, turned_by
from .classify import settle_faces
from .confidence import are_tiles, face_chances, show_a_drawing
from .judgement import FaceJudgement, judge_faces
from .largest_board import largest_board
from .lattice_fit import Hexagons, TileGroup, find_groups, without_overlaps
from .lens import KnownLens, TableView, fit_view
from .neighbourhood import apart, expected_poses, shift_between, sixth_turn, tiles_beside
from .palette import Palette
from .parted import with_parts_joined
from .pattern import CORNERS
from .refine import FARTHEST_SHIFT, Poses
from .shrink import Halves

Points = NDArray[np.float64]

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
FACE_FOR_A_LOOSE_TILE = 0.7
"""Off the board nothing vouches for a face but itself."""
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
MOST_GROUPS = 60
MOST_ADDING_ROUNDS = 4
MOST_REGROUPINGS = 4


@dataclass(frozen=True)
class FoundBoard:
    """The board and what lies beside it, in pixels of the picture searched.

    `loose` are centres (k, 2) of single Palago faces off the board with their chances (k,);
    `second_groups` the centres of further groups, one array (m, 2) each.
    """

    view: TableView
    palette: Palette
    faces: FaceJudgement
    tile_width: float
    loose: Points
    loose_chances: NDArray[np.float64]
    second_groups: tuple[Points, ...]


def find_board(
    image: NDArray[np.uint8], hexagons: Hexagons, *, known: KnownLens | None = None
) -> FoundBoard | None:
    """The largest group of Palago faces among the hexagons found in `image` (h, w, 3) BGR."""
    size = (image.shape[1], image.shape[0])
    hexagons = without_overlaps(hexagons)
    groups = _groups(hexagons, size)
    halves = Halves(image)
    best = largest_board(halves, hexagons, groups)
    if best is None:
        return None
    for _ in range(MOST_REGROUPINGS):
        best = in_one_piece(_with_better_view(best, size, known), hexagons)
        grown = _with_missed_tiles(best, hexagons)
        if len(grown.faces) == len(best.faces) or not _touches_leftovers(grown, best, hexagons):
            best = grown
            break
        # A face that was missed may be what parts the board: group again, with it.
        known_better = without_overlaps(_with_faces(hexagons, grown))
        regrouped = _groups(known_better, size)
        larger = largest_board(halves, known_better, regrouped)
        best = grown
        if larger is None or len(larger.faces) <= len(grown.faces):
            break
        best, hexagons, groups = larger, known_better, regrouped
    return _with_surroundings(best, hexagons, groups)


def _groups(hexagons: Hexagons, size: tuple[int, int]) -> list[TileGroup]:
    """The groups that are looked at, largest first."""
    return with_parts_joined(hexagons, find_groups(hexagons, size), size)[:MOST_GROUPS]


def _touches_leftovers(grown: CandidateBoard, before: CandidateBoard, hexagons: Hexagons) -> bool:
    """Whether a face added to the board lies beside a hexagon that is not of the board."""
    rest = np.setdiff1d(np.arange(len(hexagons)), grown.hexagons)
    added = grown.faces.poses.centres[len(before.faces) :]
    if len(rest) == 0 or len(added) == 0:
        return False
    places = grown.view.to_table(hexagons.centres[rest])
    gaps = np.linalg.norm(places[:, None] - added[None], axis=2)
    return bool(gaps.min() < 2.2)


def _with_faces(hexagons: Hexagons, found: CandidateBoard) -> Hexagons:
    """The hexagons seen, those of the board as they have settled."""
    rest = np.setdiff1d(np.arange(len(hexagons)), found.hexagons)
    poses = found.faces.poses
    return Hexagons(
        np.concatenate([hexagons.centres[rest], poses.centres_in_photo(found.view)]),
        np.concatenate([hexagons.corners[rest], poses.corners_in_photo(found.view)]),
        np.concatenate([hexagons.scores[rest], np.maximum(found.faces.scores, 0.5)]),
    )


def _with_better_view(
    found: CandidateBoard, size: tuple[int, int], known: KnownLens | None
) -> CandidateBoard:
    """The same faces under a view fitted to their settled poses, which are finer than the
    finder's."""
    poses = found.faces.poses
    if len(poses) < 4 and known is None:
        return found
    straight = Poses.straight(poses.cell_list)
    places = np.concatenate([straight.centres[:, None], straight.on_table(CORNERS)], axis=1)
    pixels = np.concatenate(
        [poses.centres_in_photo(found.view)[:, None], poses.corners_in_photo(found.view)], axis=1
    )
    flat = pixels.reshape(-1, 2)
    spread = np.ptp(flat, axis=0) / np.array(size)
    view = fit_view(
        places.reshape(-1, 2),
        flat,
        size,
        fit_lens=len(poses) >= 5 and float(spread.max()) > 0.25,
        known=known,
        huber=max(0.5, 0.05 * found.sampler.tile_width),
    )
    if view is None:
        return found
    centres = view.to_table(pixels[:, 0])
    spokes = view.to_table(pixels[:, 1:]) - centres[:, None]
    moved = Poses(poses.cells, centres - straight.centres, turned_by(spokes))
    sampler = found.sampler.with_view(view)
    return replace(found, view=view, sampler=sampler, faces=replace(found.faces, poses=moved))


def _with_missed_tiles(found: CandidateBoard, hexagons: Hexagons) -> CandidateBoard:
    """Add faces in the cells around those found: hexagons that were not linked to the board though
    they lie where a tile of it must lie, and faces that the finder did not see at all."""
    rest = np.setdiff1d(np.arange(len(hexagons)), found.hexagons)
    leftover = poses_on_table(found.view, hexagons, rest)
    tried: set[Cell] = set()
    for _ in range(MOST_ADDING_ROUNDS):
        taken = set(found.faces.poses.cell_list)
        cells = sorted({near for cell in taken for near in neighbours(cell)} - taken - tried)
        tried.update(cells)
        start, owners = _starts(cells, found.faces.poses, leftover)
        if len(start) == 0:
            break
        visible = found.sampler.colours(start.on_table(CORNERS * 0.8)).inside.mean(axis=1)
        seen = visible >= LEAST_IN_PHOTO
        start, owners = start.take(seen), owners[seen]
        # Most cells are plainly empty: those that show nothing like the drawing are passed over.
        first = settle_faces(found.sampler, start, palette=found.palette, rounds=0)
        if first is None:
            break
        likely = (first.explained >= EXPLAINED_AT_ALL) | (owners >= 0)
        start, owners = start.take(likely), owners[likely]
        settled = settle_faces(found.sampler, start, palette=found.palette)
        if settled is None:
            break
        scores = np.zeros(len(start))
        scores[owners >= 0] = hexagons.scores[rest[owners[owners >= 0]]]
        faces = judge_faces(found.sampler, settled, scores, board=found.faces)
        strayed = shift_between(settled.poses, start) > 0.98 * FARTHEST_SHIFT
        filled = (face_chances(faces) >= FACE_FOR_ADDING) & ~strayed & _is_plain(faces, found.faces)
        adopted_faces = are_tiles(faces) & ~_are_astray(faces, start, leftover, owners, found.faces)
        adopted_faces |= _are_dim(faces, found.faces)
        keep = np.where(owners >= 0, adopted_faces, filled)
        if not keep.any():
            break
        kept_owners = owners[keep]
        adopted = np.full(len(kept_owners), -1, np.intp)
        adopted[kept_owners >= 0] = rest[kept_owners[kept_owners >= 0]]
        found = replace(
            found,
            faces=found.faces.joined(faces.take(keep)),
            hexagons=np.concatenate([found.hexagons, adopted]),
        )
    return without_leaning(found)


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


def _starts(cells: list[Cell], board: Poses, leftover: Poses) -> tuple[Poses, NDArray[np.intp]]:
    """Where to look for faces in empty cells, and which leftover hexagon lies there (-1: none).

    Cells into which a hexagon reaches from elsewhere, as a loose tile's does, are left out.
    """
    expected = expected_poses(cells, board)
    shifts, angles = expected.shifts.copy(), expected.angles.copy()
    owners = np.full(len(cells), -1, np.intp)
    free = np.ones(len(cells), bool)
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
                free[index] = gap > 0.9
    poses = Poses(expected.cells, shifts, angles)
    return poses.take(free), owners[free]


def _with_surroundings(
    found: CandidateBoard, hexagons: Hexagons, groups: list[TileGroup]
) -> FoundBoard:
    """The board together with the Palago faces that lie off it, on the same table."""
    own = set(found.hexagons.tolist())
    rest = [
        (number, member.index)
        for number, group in enumerate(groups)
        for member in group.members
        if member.index not in own
    ]
    singles: list[Points] = []
    chances: list[float] = []
    second: list[Points] = []
    faces = _faces_off_the_board(found, hexagons, [index for _, index in rest])
    if faces is not None:
        centres = faces.poses.centres_in_photo(found.view)
        gaps = np.linalg.norm(
            faces.poses.centres[:, None] - found.faces.poses.centres[None], axis=2
        )
        chance = face_chances(faces)
        likely = (chance >= FACE_FOR_A_LOOSE_TILE) & show_a_drawing(faces)
        keep = likely & (gaps.min(axis=1) > 0.8)
        owners = np.array([number for number, _ in rest])
        for number in np.unique(owners[keep]):
            of_group = keep & (owners == number)
            if of_group.sum() == 1:
                singles.append(centres[of_group][0])
                chances.append(float(chance[of_group][0]))
            else:
                second.append(centres[of_group])
    return FoundBoard(
        view=found.view,
        palette=found.palette,
        faces=found.faces,
        tile_width=found.sampler.tile_width,
        loose=np.array(singles).reshape(-1, 2),
        loose_chances=np.array(chances),
        second_groups=tuple(second),
    )


def _faces_off_the_board(
    found: CandidateBoard, hexagons: Hexagons, indices: list[int]
) -> FaceJudgement | None:
    """Faces of hexagons anywhere on the table, judged by the board's own colours."""
    start = poses_on_table(found.view, hexagons, np.array(indices, np.intp))
    settled = settle_faces(found.sampler, start, palette=found.palette)
    if settled is None:
        return None
    return judge_faces(found.sampler, settled, hexagons.scores[indices], board=found.faces)
