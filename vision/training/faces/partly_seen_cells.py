"""Cells beside boards, some with a tile of which only a part is seen, to train a network on.

Scenes are full of hands, and an assumed finder misses most tiles that these cover in part. From the
rest the reader takes view, palette, light and places, as it will in use."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ....calibration.arrays import Floats, Floats32, Integers
from ...faces.neighbourhood import expected_poses
from ...faces.partly_seen import hidden_patches, middles_beside, show_both_colours
from ...lattice.groups import Hexagons, TileGroup, find_tile_groups, without_overlaps
from ..scenes.scene import Scene, make_scene
from .found import (
    empty_cells_around,
    labels_of_poses,
    nearest_poses,
    random_request,
    settled_group,
    shaken_hexagons,
)
from .labelled import JUNK, LabelledFaces, are_misnamed, is_tile, renamed

HANDS = 0.6
"""Chance that something reaches over the board."""
PARTLY_SEEN = 0.8
"""Tiles that are seen less than this are mostly missed by the assumed finder."""
LEAST_SEEN, NOTHING_SEEN = 0.25, 0.08
"""At least this share seen: a tile. At most this share: nothing."""
ON_A_TILE, CLEAR_OF_TILES, IN_PLACE = 0.35, 0.75, 0.3
"""Nearer to a tile than the first, in sides, a cell holds another game's; farther than the second
it is empty; nearer than the third, a tile of the board."""
MOST_LIKELY = 24
"""Most examples of empty cells from a group in which the reader would look for a tile."""
OTHERS = 3
"""Most examples of its empty cells elsewhere."""
FEWEST_TILES = 3
"""Of a group beside which examples are taken."""
DRAWN = 0.2
"""Share of the colour that the drawing explains on the faces that serve as the board."""


def hidden_faces_of_scene(seed: int) -> LabelledFaces | None:
    """Cells beside the groups of tiles in the scene with this seed."""
    rng = np.random.default_rng([seed, 2])
    scene = make_scene(seed, replace(random_request(rng), hands=HANDS))

    def is_missed(visible: float) -> bool:
        return (visible < PARTLY_SEEN and rng.random() < 0.9) or rng.random() < 0.05

    detected = replace(scene, poses=[pose for pose in scene.poses if not is_missed(pose.visible)])
    if not detected.poses:
        return None
    hexagons = without_overlaps(shaken_hexagons(detected, rng))
    groups = find_tile_groups(hexagons, (scene.image.shape[1], scene.image.shape[0]))
    parts = [_cells_beside_group(scene, hexagons, group, rng) for group in groups[:2]]
    return LabelledFaces.of_scene(seed, parts)


def _cells_beside_group(
    scene: Scene, hexagons: Hexagons, group: TileGroup, rng: np.random.Generator
) -> tuple[Floats32, Integers] | None:
    if len(group.members) < FEWEST_TILES:
        return None
    sampler, settled = settled_group(scene, hexagons, group)
    if settled is None:
        return None
    truth = labels_of_poses(scene, settled.poses.corners_in_photo(group.view))
    board = settled.take(np.flatnonzero(is_tile(truth) & (settled.explained > DRAWN)))
    if len(board.poses) < FEWEST_TILES:
        return None
    cells = expected_poses(empty_cells_around(board.poses.cell_list), board.poses)
    labels = _labels_of_cells(scene, cells.corners_in_photo(group.view))
    if are_misnamed(truth, settled.rotations):
        labels = renamed(labels)
    tiles = np.flatnonzero(is_tile(labels))
    middles = middles_beside(cells, settled.palette, board)
    likely = show_both_colours(sampler, cells, settled.palette, middles)
    empty = rng.permutation(np.flatnonzero((labels == JUNK) & likely))[:MOST_LIKELY]
    others = rng.permutation(np.flatnonzero((labels == JUNK) & ~likely))[:OTHERS]
    chosen = np.concatenate([tiles, empty, others])
    if len(chosen) == 0:
        return None
    patches = hidden_patches(sampler, cells.take(chosen), settled.palette, middles[chosen])
    return patches, labels[chosen]


def _labels_of_cells(scene: Scene, corners: Floats) -> Integers:
    """Rotations of tiles in cells (n, 6, 2), as seen; JUNK where none lies, -1 if unclear."""
    labels = []
    for (tile, _, visible), gap, rotation in nearest_poses(scene.poses, corners):
        if gap > CLEAR_OF_TILES or (tile.kind != "palago" and gap < ON_A_TILE):
            labels.append(JUNK)
        elif tile.kind != "palago":
            labels.append(-1)
        elif gap > IN_PLACE or visible < LEAST_SEEN:
            labels.append(JUNK if visible <= NOTHING_SEEN else -1)
        else:
            labels.append(rotation)
    return np.array(labels, np.int64)
