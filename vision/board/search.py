"""Which of the hexagons in a photo are tiles of the board: of a group of the lattice each face has
to show the Palago drawing. What is left over lies beside the board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from ...calibration.arrays import Floats, Picture, Points
from ..faces.classify import settle_faces
from ..faces.confidence import show_a_drawing, tile_chances
from ..faces.judgement import FaceJudgement, judge_faces
from ..faces.palette import Palette
from ..faces.poses import Poses
from ..lattice.groups import Hexagons, Member, TileGroup, find_tile_groups, without_overlaps
from ..lattice.plane import KnownLens, TableView, fit_view, tell_a_lens
from ..photos.shrink import Halves
from .candidate import CandidateBoard, poses_on_table, turned_by
from .floors import without_floor
from .growth import may_go_on, with_missed_tiles
from .joined_parts import with_parts_joined
from .largest import largest_board, repeats_itself
from .shape import in_one_piece
from .shifted_parts import in_nearest_cells

FACE_FOR_A_LOOSE_TILE = 0.7
"""The chance that a face off the board must have: it has no neighbours that speak for it."""
MOST_GROUPS = 60
"""Textures show hundreds of groups: only the largest are looked at, to bound the time."""
MOST_ROUNDS = 4
"""Maximum number of times that a board that has grown is grouped again, with the faces that were
missed, or grows on from a view that is fitted anew. More rounds would only cost time."""


@dataclass(frozen=True)
class FoundBoard:
    """The board and what lies beside it, in pixels of the picture searched: `loose` centres (k, 2)
    of single faces with their chances (k,); `second_groups` the centres (m, 2) of further groups.
    `shifted` are parts that lie shifted against the board, by a guess in the nearest cells."""

    view: TableView
    palette: Palette
    faces: FaceJudgement
    tile_width: float
    loose: Points
    loose_chances: Floats
    second_groups: tuple[Points, ...]
    shifted: tuple[FaceJudgement, ...] = ()


def find_board(
    image: Picture, hexagons: Hexagons, *, known: KnownLens | None = None
) -> FoundBoard | None:
    """The largest group of Palago faces among the hexagons found in `image` (h, w, 3) BGR; None
    where there is none, or only a cloth's pattern."""
    size = (image.shape[1], image.shape[0])
    hexagons = without_overlaps(hexagons)
    groups = _groups(hexagons, size)
    halves = Halves(image)
    left = without_floor(halves, hexagons, groups)
    if left is not None:
        hexagons = hexagons.take(np.flatnonzero(left))
        groups = _groups(hexagons, size)
    best = largest_board(halves, hexagons, groups)
    if best is None:
        return None
    hexagons, groups, best = _without_what_pulls(halves, hexagons, groups, best)
    best = in_one_piece(with_better_view(best, size, known), hexagons)
    for _ in range(MOST_ROUNDS):
        before, best = best, with_missed_tiles(best, hexagons)
        if len(best.faces) == len(before.faces):
            break
        again = _grouped_again(halves, hexagons, before, best, known)
        if again is not None:
            best, hexagons, groups = again
        elif may_go_on(before, best):
            best = in_one_piece(with_better_view(best, size, known), hexagons)
        else:
            break
    if repeats_itself(best.faces):
        return None
    return _with_surroundings(best, hexagons, groups)


def _groups(hexagons: Hexagons, size: tuple[int, int]) -> list[TileGroup]:
    """The groups that are looked at, largest first."""
    return with_parts_joined(hexagons, find_tile_groups(hexagons, size), size)[:MOST_GROUPS]


def _without_what_pulls(
    halves: Halves, hexagons: Hexagons, groups: list[TileGroup], best: CandidateBoard
) -> tuple[Hexagons, list[TileGroup], CandidateBoard]:
    """Let go of hexagons in the board's group that are no tiles, if the board is larger without
    them: in wrong cells they pull its lattice askew. Returns the hexagons, groups and board."""
    own = best.hexagons
    group = next(group for group in groups if np.isin(own, group.indices).all())
    others = np.setdiff1d(group.indices, own)
    if len(others) == 0 or len(own) + len(others) == len(hexagons):
        return hexagons, groups, best
    left = hexagons.take(np.setdiff1d(np.arange(len(hexagons)), others))
    regrouped = _groups(left, halves.size)
    # To judge faces takes long: only groups that may be a larger board are looked at.
    larger = [group for group in regrouped if len(group.members) > len(best.faces)]
    again = largest_board(halves, left, larger)
    if again is None or len(again.faces) <= len(best.faces):
        return hexagons, groups, best
    return left, regrouped, again


def _grouped_again(
    halves: Halves,
    hexagons: Hexagons,
    before: CandidateBoard,
    grown: CandidateBoard,
    known: KnownLens | None,
) -> tuple[CandidateBoard, Hexagons, list[TileGroup]] | None:
    """The board, its hexagons and groups, grouped again with the faces that were missed: it may
    have been parted just there. None where it is no larger for it."""
    if not _touches_leftovers(grown, before, hexagons):
        return None
    known_better = without_overlaps(_with_faces(hexagons, grown))
    regrouped = _groups(known_better, halves.size)
    larger = largest_board(halves, known_better, regrouped)
    if larger is None:
        return None
    larger = in_one_piece(with_better_view(larger, halves.size, known), known_better)
    # Beyond a tile seen in part, a single tile more may well be a loose one.
    least = 2 if grown.faces.hidden.any() else 1
    if len(larger.faces) < len(grown.faces) + least:
        return None
    return larger, known_better, regrouped


def _touches_leftovers(grown: CandidateBoard, before: CandidateBoard, hexagons: Hexagons) -> bool:
    """Whether a face added to the board lies beside a hexagon that is not of the board."""
    rest = np.setdiff1d(np.arange(len(hexagons)), grown.hexagons)
    added = grown.faces.poses.centres[len(before.faces) :]
    if len(rest) == 0 or len(added) == 0:
        return False
    places = grown.view.to_table(hexagons.centres[rest])
    gaps = np.linalg.norm(places[:, None] - added[None], axis=2)
    # Neighbours lie 1.73 sides apart, the next ones 3: nearer than their middle is beside it.
    return bool(gaps.min() < 2.2)


def _with_faces(hexagons: Hexagons, found: CandidateBoard) -> Hexagons:
    """All hexagons; those of the board lie as their faces have settled."""
    rest = np.setdiff1d(np.arange(len(hexagons)), found.hexagons)
    poses = found.faces.poses
    return Hexagons(
        np.concatenate([hexagons.centres[rest], poses.centres_in_photo(found.view)]),
        np.concatenate([hexagons.corners[rest], poses.corners_in_photo(found.view)]),
        np.concatenate([hexagons.scores[rest], np.maximum(found.faces.scores, 0.5)]),
    )


def with_better_view(
    found: CandidateBoard, size: tuple[int, int], known: KnownLens | None
) -> CandidateBoard:
    """The same faces, seen by a view that is fitted to where they have settled: finer than the
    finder's places."""
    poses = found.faces.poses
    if len(poses) < 4 and known is None:
        return found
    places, pixels = found.lattice_points()
    flat = pixels.reshape(-1, 2)
    view = fit_view(
        places.reshape(-1, 2),
        flat,
        size,
        fit_lens=tell_a_lens(len(poses), flat, size),
        known=known,
        huber=found.stray_pixels,
    )
    if view is None:
        return found
    centres = view.to_table(pixels[:, 0])
    spokes = view.to_table(pixels[:, 1:]) - centres[:, None]
    moved = Poses(poses.cells, centres - places[:, 0], turned_by(spokes))
    sampler = found.sampler.with_view(view)
    return replace(found, view=view, sampler=sampler, faces=replace(found.faces, poses=moved))


def _with_surroundings(
    found: CandidateBoard, hexagons: Hexagons, groups: list[TileGroup]
) -> FoundBoard:
    """The board together with the Palago faces that lie off it, on the same table."""
    own = set(found.hexagons.tolist())
    rest = [(number, m) for number, g in enumerate(groups) for m in g.members if m.index not in own]
    alone = FoundBoard(
        found.view, found.palette, found.faces, found.sampler.tile_width,
        np.zeros((0, 2)), np.zeros(0), (),
    )  # fmt: skip
    indices = np.array([member.index for _, member in rest], np.intp)
    seen = poses_on_table(found.view, hexagons, indices)
    faces = _faces_off_the_board(found, seen, hexagons.scores[indices])
    if faces is None:
        return alone
    gaps = np.linalg.norm(faces.poses.centres[:, None] - found.faces.poses.centres[None], axis=2)
    chances = tile_chances(faces)
    likely = (chances >= FACE_FOR_A_LOOSE_TILE) & show_a_drawing(faces)
    # Nearer than a side to a tile of the board it is that tile, seen twice.
    keep = likely & (gaps.min(axis=1) > 0.8)
    owners = np.array([number for number, _ in rest])
    by_group = [np.flatnonzero(keep & (owners == number)) for number in np.unique(owners[keep])]
    single = np.array([rows[0] for rows in by_group if len(rows) == 1], np.intp)
    second = [rows for rows in by_group if len(rows) > 1]
    parts = ((seen.take(rows), [rest[row][1] for row in rows], faces.scores[rows])
             for rows in second)  # fmt: skip
    centres = faces.poses.centres_in_photo(found.view)
    return replace(
        alone,
        loose=centres[single],
        loose_chances=chances[single],
        second_groups=tuple(centres[rows] for rows in second),
        shifted=_shifted_parts(found, parts),
    )


def _shifted_parts(
    found: CandidateBoard, parts: Iterable[tuple[Poses, list[Member], Floats]]
) -> tuple[FaceJudgement, ...]:
    """Those groups off the board, each given by its poses, members and scores, that are parts of it
    which lie shifted: their faces in the nearest cells."""
    shifted: list[FaceJudgement] = []
    taken, board = found.faces.poses, found.faces.rotations
    for seen, members, scores in parts:
        start = in_nearest_cells(seen, members, taken)
        part = start and _faces_off_the_board(found, start, scores)
        # Most tiles of both must have the corners of one colour on top.
        if part and round(np.mean(part.rotations % 2)) == round(np.mean(board % 2)):
            taken = taken.joined(part.poses)
            shifted.append(part)
    return tuple(shifted)


def _faces_off_the_board(
    found: CandidateBoard, start: Poses, scores: Floats
) -> FaceJudgement | None:
    """Faces anywhere on the table, with the finder's `scores` (n,), judged by the board's own
    colours."""
    settled = settle_faces(found.sampler, start, palette=found.palette)
    if settled is None:
        return None
    return judge_faces(found.sampler, settled, scores, board=found.faces)
