"""Fit what it takes for a missed tile: `python -m palago.vision.training.fit_growth`.

Scenes for this alone, and the pictures to develop on, are read up to the board's first tiles, some
dropped; the truth says which cells beside hold a tile. Logistic functions (`board.evidence`)."""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from ...calibration.arrays import Flags, Floats, Integers
from ..board.evidence import LEAST_CHANCE, CellEvidence, features
from ..board.found_hexagons import find_hexagons
from ..board.growth import with_missed_tiles
from ..board.joined_parts import with_parts_joined
from ..board.largest import largest_board
from ..board.search import with_better_view
from ..board.shape import in_one_piece
from ..faces.judgement import feature_rows
from ..faces.poses import Poses
from ..lattice.groups import find_tile_groups, without_overlaps
from ..lattice.hexagons import Hexagons
from ..lattice.plane import TableView
from ..photos.photo import PhotoFile
from ..photos.shrink import Halves
from .faces.found import labels_of_poses
from .faces.labelled import JUNK, are_misnamed, is_tile, renamed
from .fit_confidence import NEAR, PRINTED, chances_elsewhere, fitted, write_weights
from .scenes.scene import LEVELS, Request, Scene, make_scene
from .scenes.tiles.laying import LaidTile
from .scenes.tiles.truth import TilePose

SCENES = range(810_000, 810_400)
PICTURES = Path(__file__).parents[2] / "sample_images" / "develop"
DROPPED, PARTLY_DROPPED = (0.0, 0.2, 0.05), (0.0, 0.2, 0.9)
"""Each scene is read once for each pair. The pair says what share of the hexagons is dropped: of
those on tiles seen whole, and of those on tiles seen in part."""
SEEN_IN_PART = 0.85
"""A tile of which a smaller share is visible is seen in part."""


@dataclass(frozen=True)
class LabelledCells:
    """Evidence on n cells of one scene; the rotation (n,) of the board's tile there, JUNK for none,
    -1 if unclear; which tiles are `plain` (n,), seen almost whole."""

    seed: int
    evidence: CellEvidence
    labels: Integers
    plain: Flags


def cells_of_scene(seed: int) -> list[LabelledCells]:
    """All cells beside the board that the reader looks at in the scene with this seed."""
    rng = np.random.default_rng([seed, 3])
    width = int(rng.choice((560, 700)))
    level = LEVELS[int(rng.choice(3, p=(0.3, 0.55, 0.15)))]
    hands = 1.0 if rng.random() < 0.6 else None
    request = Request(
        width, width * 3 // 4, level=level, content="board", hands=hands, printed=PRINTED, near=NEAR
    )
    scene = make_scene(seed, request)
    return _cells_of(_with_a_finger_beside(scene, rng) if rng.random() < 0.4 else scene, seed, rng)


def _with_a_finger_beside(scene: Scene, rng: np.random.Generator) -> Scene:
    """The scene with something as wide as a tile that reaches towards the board from outside."""
    tiles = [pose.seen for pose in scene.poses if pose.tile.group == "board"]
    centres = np.array([corners.mean(axis=0) for corners in tiles])
    away = centres - centres.mean(axis=0)
    outer = int(np.argmax(np.linalg.norm(away, axis=1) * rng.uniform(0.7, 1.0, len(away))))
    side = float(np.linalg.norm(tiles[outer] - centres[outer], axis=1).mean())
    way = away[outer] / max(float(np.linalg.norm(away[outer])), 1.0)
    width = float(rng.uniform(0.6, 1.4)) * side
    tip = centres[outer] + way * (0.9 * side + 0.5 * width)
    far = tip + 3.0 * max(scene.image.shape) * way
    colour = rng.uniform((60, 80, 120), (190, 210, 240)).tolist()
    image = scene.image.copy()
    start, end = (int(tip[0]), int(tip[1])), (int(far[0]), int(far[1]))
    cv2.line(image, start, end, colour, max(2, int(width)), cv2.LINE_AA)
    return replace(scene, image=image)


def cells_of_picture(path: Path, seed: int) -> list[LabelledCells]:
    """The same of a picture whose truth lies beside it."""
    photo = PhotoFile(path).at()
    truth = json.loads(path.with_suffix(".truth.json").read_text(encoding="utf-8"))
    poses = []
    for group, name in (("tiles", "board"), ("second_group", "second_group")):
        for tile in truth.get(group, []):
            corners = photo.from_full(np.array(tile["corners"]))
            laid = LaidTile((tile["q"], tile["r"]), tile["rotation"], 0.0, 0.0, 0.0, group=name)
            seen = np.roll(corners, -tile["rotation"], axis=0)
            poses.append(TilePose(laid, seen, tile["visible"]))
    return _cells_of(Scene(photo.image, truth, poses), seed, np.random.default_rng([seed, 4]))


def _cells_of(scene: Scene, seed: int, rng: np.random.Generator) -> list[LabelledCells]:
    hexagons = without_overlaps(find_hexagons(scene.image))
    in_part = _are_on_tiles_seen_in_part(scene, hexagons)
    result: list[LabelledCells] = []
    for plain, part in zip(DROPPED, PARTLY_DROPPED, strict=True):
        kept = rng.random(len(hexagons)) >= np.where(in_part, part, plain)
        result += _cells_beside_board(scene, seed, hexagons.take(np.flatnonzero(kept)))
    return result


def _are_on_tiles_seen_in_part(scene: Scene, hexagons: Hexagons) -> Flags:
    on_tiles = labels_of_poses(scene, hexagons.corners) < JUNK
    on_plain_ones = labels_of_poses(_seen_plainly(scene), hexagons.corners) < JUNK
    return np.asarray(on_tiles & ~on_plain_ones)


def _seen_plainly(scene: Scene) -> Scene:
    """The scene with those tiles that are not seen in part only."""
    return replace(scene, poses=[pose for pose in scene.poses if pose.visible >= SEEN_IN_PART])


def _cells_beside_board(scene: Scene, seed: int, hexagons: Hexagons) -> list[LabelledCells]:
    size = (scene.image.shape[1], scene.image.shape[0])
    groups = with_parts_joined(hexagons, find_tile_groups(hexagons, size), size)
    found = largest_board(Halves(scene.image), hexagons, groups)
    if found is None:
        return []
    found = in_one_piece(with_better_view(found, size, None), hexagons)
    scene = _with_one_group(scene, found.faces.poses, found.view)
    real = labels_of_poses(scene, found.faces.poses.corners_in_photo(found.view))
    is_misnamed = are_misnamed(real, found.faces.rotations)
    plain = _seen_plainly(scene)
    seen: list[LabelledCells] = []

    def as_it_is(evidence: CellEvidence) -> Flags:
        corners = evidence.faces.poses.corners_in_photo(found.view)
        labels = labels_of_poses(scene, corners)
        holds_tile = is_tile(labels)
        is_plain = holds_tile & (labels_of_poses(plain, corners) < JUNK)
        if is_misnamed:
            labels = renamed(labels)
        seen.append(LabelledCells(seed, evidence, labels, is_plain))
        # What is seen in part is left for the network that looks for such tiles.
        return is_plain if evidence.hidden is None else holds_tile

    with_missed_tiles(found, hexagons, as_it_is)
    return seen


def _with_one_group(scene: Scene, poses: Poses, view: TableView) -> Scene:
    """The scene with no tiles but those of the group to which most of these poses belong."""
    corners = poses.corners_in_photo(view)
    names = sorted({pose.tile.group for pose in scene.poses})
    if not names:
        return scene
    groups = [replace(scene, poses=[p for p in scene.poses if p.tile.group == n]) for n in names]
    return max(groups, key=lambda group: int((labels_of_poses(group, corners) < JUNK).sum()))


def fit_cells(cells: list[LabelledCells]) -> None:
    """Fit all functions, say how well each does on scenes it was not fitted on, and store them."""
    for part in LEAST_CHANCE:
        names, rows, right, seeds = _rows(cells, part)
        for half, own, chance in chances_elsewhere(rows, right, seeds):
            taken, real = chance >= LEAST_CHANCE[part], right[own]
            print(
                f"{part}, half {half}: {int(real.sum())} tiles in {len(real)} cells; "
                f"{int((taken & real).sum())} taken, and {int((taken & ~real).sum())} other cells"
            )
        write_weights(part, names, fitted(rows, right))


def _rows(cells: list[LabelledCells], part: str) -> tuple[tuple[str, ...], Floats, Flags, Integers]:
    """Names and values of a part's features, whether the tile is there as read, scenes' seeds."""
    names: tuple[str, ...] = ()
    rows, right, seeds = [], [], []
    for one in cells:
        if one.evidence.hidden is not None:
            continue
        is_seen = one.evidence.owners >= 0
        if part == "tile seen":
            chosen = is_seen & (one.labels >= 0)
        else:
            chosen = ~is_seen & (one.plain | (one.labels == JUNK))
        values = features(one.evidence)
        names = tuple(values)
        rows.append(feature_rows(values)[chosen])
        right.append((one.labels < JUNK)[chosen])
        seeds.append(np.full(int(chosen.sum()), one.seed))
    return names, np.concatenate(rows), np.concatenate(right), np.concatenate(seeds)


def main() -> None:
    """Read, fit, say how well, write."""
    name = "python -m palago.vision.training.fit_growth"
    argparse.ArgumentParser(name, description=__doc__).parse_args()
    cells = [one for seed in SCENES for one in cells_of_scene(seed)]
    pictures = enumerate(sorted(PICTURES.glob("*.jpg")))
    fit_cells(cells + [one for number, path in pictures for one in cells_of_picture(path, number)])


if __name__ == "__main__":
    main()
