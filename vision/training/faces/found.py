"""Faces to train the tile classifier on, cut from generated scenes by the reader's own steps, from
the truth's hexagons with a finder's mistakes: shaken, missed, turned, with phantoms among them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ....calibration.arrays import Floats, Floats32, Integers
from ....engine.lattice import Cell, neighbours
from ...board.candidate import start_poses
from ...faces.classify import SettledFaces, face_patches, settle_faces
from ...faces.poses import Poses, TableSampler
from ...lattice.groups import Hexagons, TileGroup, find_tile_groups, without_overlaps
from ...photos.shrink import Halves
from ..scenes.scene import Request, Scene, make_scene
from ..scenes.tiles.truth import TilePose
from .labelled import JUNK, LabelledFaces, are_misnamed, renamed

#: Shares of the sets with patterns inside their colours, and with near colours.
PRINTED, NEAR = 0.3, 0.1


def random_request(rng: np.random.Generator) -> Request:
    """A small picture, now and then a part cut out of a larger one."""
    if rng.random() < 0.3:
        width = float(np.exp(rng.uniform(3.0, 4.6)))
        return Request(560, 420, close_up=True, tile_width=width, printed=PRINTED, near=NEAR)
    return Request(640, 480, printed=PRINTED, near=NEAR)


def faces_of_scene(seed: int) -> LabelledFaces | None:
    """All faces that the reader would look at in the scene with this seed."""
    rng = np.random.default_rng([seed, 1])
    scene = make_scene(seed, random_request(rng))
    hexagons = without_overlaps(shaken_hexagons(scene, rng))
    size = (scene.image.shape[1], scene.image.shape[0])
    groups = find_tile_groups(hexagons, size)[:3]
    parts = [_faces_of_group(scene, hexagons, group, rng) for group in groups]
    return LabelledFaces.of_scene(seed, parts)


def shaken_hexagons(scene: Scene, rng: np.random.Generator) -> Hexagons:
    """The scene's hexagons as an imperfect finder would report them."""
    height, width = scene.image.shape[:2]
    corners: list[Floats] = []
    shake = float(rng.choice((0.01, 0.03, 0.06)))
    for tile, seen, visible in scene.poses:
        wanted = 0.97 if tile.kind == "palago" else 0.5
        if visible < 0.15 or rng.random() > wanted:
            continue
        side = float(np.linalg.norm(seen - seen.mean(axis=0), axis=1).mean())
        moved = seen + rng.normal(0, shake * side, 2) + rng.normal(0, shake * side, (6, 2))
        corners.append(np.roll(moved, int(rng.integers(6)), axis=0))
    for _ in range(int(rng.integers(0, 4))):
        angles = rng.uniform(0, 2 * np.pi) + np.arange(6) * np.pi / 3
        flat = np.stack([np.sin(angles), -rng.uniform(0.5, 1.0) * np.cos(angles)], axis=1)
        place = rng.uniform(0, 1, 2) * (width, height)
        corners.append(place + np.exp(rng.uniform(2.0, 4.0)) * flat)
    stacked = np.array(corners).reshape(-1, 6, 2)
    return Hexagons(stacked.mean(axis=1), stacked, rng.uniform(0.3, 1.0, len(stacked)))


def _faces_of_group(
    scene: Scene, hexagons: Hexagons, group: TileGroup, rng: np.random.Generator
) -> tuple[Floats32, Integers] | None:
    cells = [member.cell for member in group.members]
    sampler, settled = settled_group(scene, hexagons, group)
    if settled is None:
        return None
    chosen = [settled.poses, shaken_poses(settled.poses, rng)]
    border = empty_cells_around(cells)
    if border:
        picked = rng.permutation(len(border))[: max(4, len(cells) // 2)]
        straight = Poses.straight([border[i] for i in picked])
        tried = settle_faces(sampler, straight, palette=settled.palette)
        if tried is not None:
            chosen.append(tried.poses)
    labels = [labels_of_poses(scene, poses.corners_in_photo(group.view)) for poses in chosen]
    if are_misnamed(labels[0], settled.rotations):
        labels = [renamed(label) for label in labels]
    patches = [face_patches(sampler, poses, settled.palette) for poses in chosen]
    label = np.concatenate(labels)
    return np.concatenate(patches)[label >= 0], label[label >= 0]


def settled_group(
    scene: Scene, hexagons: Hexagons, group: TileGroup
) -> tuple[TableSampler, SettledFaces | None]:
    """A group's faces as the reader fits the drawing to them, with what it looks them up by."""
    corners = hexagons.corners[group.indices]
    sampler = TableSampler(Halves(scene.image), group.view, corners, hexagons.corners)
    return sampler, settle_faces(sampler, start_poses(hexagons, group))


def shaken_poses(poses: Poses, rng: np.random.Generator) -> Poses:
    """Poses that have settled badly."""
    spread = float(rng.choice((0.02, 0.05, 0.09)))
    shifts = poses.shifts + rng.normal(0, spread, poses.shifts.shape)
    angles = poses.angles + rng.normal(0, 0.6 * spread, poses.angles.shape)
    return Poses(poses.cells, shifts, angles)


def empty_cells_around(cells: list[Cell]) -> list[Cell]:
    """The empty cells that touch the given ones."""
    return sorted({near for cell in cells for near in neighbours(cell)} - set(cells))


def labels_of_poses(scene: Scene, corners: Floats) -> Integers:
    """The true rotations of hexagons (n, 6, 2) in the photo; JUNK: no Palago face; -1: unclear."""
    faces = [pose for pose in scene.poses if pose.tile.kind == "palago"]
    if not faces:
        return np.full(len(corners), JUNK)
    labels = []
    for (_, _, visible), gap, rotation in nearest_poses(faces, corners):
        if gap > 0.75:
            labels.append(JUNK)
        else:
            labels.append(-1 if gap > 0.3 or visible < 0.2 else rotation)
    return np.array(labels, np.int64)


def nearest_poses(poses: list[TilePose], corners: Floats) -> Iterator[tuple[TilePose, float, int]]:
    """For each hexagon (n, 6, 2) the nearest pose, its distance in sides, the rotation by it."""
    centres = np.array([pose.seen.mean(axis=0) for pose in poses])
    for hexagon in corners:
        gaps = np.linalg.norm(centres - hexagon.mean(axis=0), axis=1)
        nearest = int(np.argmin(gaps))
        seen = poses[nearest].seen
        side = float(np.linalg.norm(seen - centres[nearest], axis=1).mean())
        rotation = int(np.argmin(np.linalg.norm(hexagon - seen[0], axis=1)))
        yield poses[nearest], float(gaps[nearest]) / side, rotation
