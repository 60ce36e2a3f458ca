"""Fit the confidence: `python -m palago.vision.training.fit_confidence`.

Scenes that serve for nothing else are read, each tile is right or wrong by the scene's truth, and a
logistic function of the features in `faces.confidence` is fitted to that. The like for counters is
`counters.trust`, for dice `dice.judging`, for one table `palago.vision.table.fit`."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...calibration.arrays import Flags, Floats, Integers
from ...calibration.sets.colour import lightness
from ...engine.tiles.observation import SURE
from ..board.found_hexagons import find_hexagons
from ..faces.classify import settle_faces
from ..faces.confidence import face_features, rotation_features, tile_chances
from ..faces.judgement import (
    WITNESSES,
    FaceJudgement,
    feature_rows,
    fused_probabilities,
    judge_faces,
    witness_scores,
)
from ..faces.logistic import logistic, logistic_weights
from ..faces.neighbourhood import expected_poses
from ..faces.networks import softmax
from ..fitted import fitted_numbers, store_numbers
from ..lattice.groups import Hexagons, TileGroup, find_tile_groups, without_overlaps
from ..lattice.plane import TableView
from .faces.found import empty_cells_around, labels_of_poses, settled_group
from .faces.labelled import JUNK, are_misnamed, is_tile
from .scenes.scene import LEVELS, Request, Scene, make_scene

SCENES = range(700_000, 700_500)
PRINTED, NEAR = 0.15, 0.1
"""Shares of the sets with patterns inside their colours, and with near colours."""
MOST_GROUPS = 6
LIKE_LIGHTNESS = 6.0
"""Pairs of colours nearer than this in L* are left out: which is White is a matter of its own."""


@dataclass(frozen=True)
class JudgedGroup:
    """Faces of one group of one scene with their labels (n,): 0..5, JUNK, or -1 for unclear."""

    seed: int
    faces: FaceJudgement
    labels: Integers


def judged_groups(seed: int) -> list[JudgedGroup]:
    """What the reader sees in the scene with this seed, before it decides anything."""
    rng = np.random.default_rng([seed, 2])
    width = int(rng.choice((640, 900, 1200)))
    level = LEVELS[int(rng.choice(3, p=(0.4, 0.5, 0.1)))]
    request = Request(width, width * 3 // 4, level=level, printed=PRINTED, near=NEAR)
    scene = make_scene(seed, request)
    white, blue = (lightness(scene.truth["palette"][name]) for name in ("white", "blue"))
    if abs(white - blue) < LIKE_LIGHTNESS:
        return []
    hexagons = without_overlaps(find_hexagons(scene.image))
    groups = find_tile_groups(hexagons, (width, width * 3 // 4))[:MOST_GROUPS]
    return [one for group in groups for one in _judged_group(scene, seed, hexagons, group)]


def _judged_group(
    scene: Scene, seed: int, hexagons: Hexagons, group: TileGroup
) -> list[JudgedGroup]:
    """The faces of a group, and those of the empty cells around it."""
    sampler, settled = settled_group(scene, hexagons, group)
    if settled is None:
        return []
    indices = [member.index for member in group.members]
    faces = judge_faces(sampler, settled, hexagons.scores[indices])
    judged = [_labelled(scene, seed, faces, group.view)]
    empty = empty_cells_around(faces.poses.cell_list)
    around = settle_faces(sampler, expected_poses(empty, faces.poses), palette=settled.palette)
    if around is not None and len(faces) > 1:
        tried = judge_faces(sampler, around, np.zeros(len(around.poses)), board=faces)
        judged.append(_labelled(scene, seed, tried, group.view))
    return judged


def _labelled(scene: Scene, seed: int, faces: FaceJudgement, view: TableView) -> JudgedGroup:
    return JudgedGroup(seed, faces, labels_of_poses(scene, faces.poses.corners_in_photo(view)))


def fitted(rows: Floats, right: Flags) -> Floats:
    """The weights (k,) of a logistic function of rows (n, k) that tells which are right (n,). A
    ridge holds all weights but the constant's, which is the first."""
    return logistic_weights(rows, right, np.array([0.0] + [1.0] * (rows.shape[1] - 1)))


def fit_fusion(groups: list[JudgedGroup]) -> Floats:
    """The witnesses' weights (3,): softmax regression of the rotation, by Newton's method."""
    scores, labels = [], []
    for group in groups:
        faces = group.faces
        real = is_tile(group.labels)
        scores.append(witness_scores(faces.network, faces.fit_scores, faces.vote_scores)[real])
        labels.append(group.labels[real])
    values, truth = np.concatenate(scores), np.concatenate(labels)
    weights = np.ones(values.shape[2])
    for _ in range(50):
        chance = softmax(values @ weights)
        mean = np.einsum("nk,nkw->nw", chance, values)
        gradient = (mean - values[np.arange(len(truth)), truth]).sum(axis=0) + 0.1 * weights
        second = np.einsum("nk,nkw,nkv->wv", chance, values, values) - mean.T @ mean
        step = np.linalg.solve(second + 0.1 * np.eye(len(weights)), gradient)
        weights -= np.clip(step, -1.0, 1.0)
        if np.abs(step).max() < 1e-6:
            break
    return weights


def with_fusion(group: JudgedGroup) -> JudgedGroup:
    """The same group under the fusion that was just fitted."""
    faces = group.faces
    fused = fused_probabilities(faces.network, faces.fit_scores, faces.vote_scores)
    return replace(group, faces=replace(faces, probabilities=fused))


def fit_faces(groups: list[JudgedGroup]) -> tuple[tuple[str, ...], Floats]:
    """Names and weights (k,) for the chance that a hexagon is a tile."""
    features = [face_features(group.faces) for group in groups]
    known = [group.labels >= 0 for group in groups]
    rows = np.concatenate([feature_rows(f)[k] for f, k in zip(features, known, strict=True)])
    real = np.concatenate([(g.labels != JUNK)[k] for g, k in zip(groups, known, strict=True)])
    return tuple(features[0]), fitted(rows, real)


def rotation_rows(groups: list[JudgedGroup]) -> tuple[tuple[str, ...], Floats, Flags, Integers]:
    """Names, values (n, k), rightness (n,), seeds (n,): rotations of all faces that are tiles."""
    names: tuple[str, ...] = ()
    rows, right, seeds = [], [], []
    for group in groups:
        faces = group.faces
        asked = faces.scores > 0
        keep = (group.labels >= 0) & (tile_chances(faces) >= np.where(asked, 0.5, 0.9))
        # What becomes of groups that are no board is decided by their faces' evidence together.
        if not keep.any() or np.mean(group.labels[keep] == JUNK) > 0.5:
            continue
        parity = round(float(np.mean(faces.rotations[keep] % 2)))
        features = rotation_features(faces, faces.rotations % 2 != parity)
        names = tuple(features)
        rows.append(feature_rows(features)[keep])
        right.append((faces.rotations == group.labels)[keep])
        seeds.append(np.full(int(keep.sum()), group.seed))
    return names, np.concatenate(rows), np.concatenate(right), np.concatenate(seeds)


def chances_elsewhere(
    rows: Floats, right: Flags, seeds: Integers, fit: Callable[[Floats, Flags], Floats] = fitted
) -> Iterator[tuple[int, Flags, Floats]]:
    """Each half of the scenes by number: which rows (n, k) are its own (n,), and how likely it is
    that each of those is right by weights fitted to the other half."""
    for half in (0, 1):
        own = seeds % 2 == half
        yield half, own, logistic(rows[own] @ fit(rows[~own], right[~own]))


def report_fit(
    what: str, rows: Floats, right: Flags, seeds: Integers,
    fit: Callable[[Floats, Flags], Floats] = fitted,
) -> None:  # fmt: skip
    """How well weights fitted on one half of the scenes, rows (n, k), do on the other."""
    for half, own, chance in chances_elsewhere(rows, right, seeds, fit):
        sure, wrong = chance >= SURE, ~right[own]
        print(
            f"half {half}: {len(wrong)} {what}, {int(wrong.sum())} wrong; "
            f"{int(sure.sum())} sure, {int((sure & wrong).sum())} of them wrong"
        )


def write_weights(part: str, names: Sequence[str], values: Iterable[float]) -> None:
    """Store one part's weights by name, leaving the other part as it is."""
    numbers = {name: round(float(v), 4) for name, v in zip(names, values, strict=True)}
    store_numbers("confidence", {**fitted_numbers("confidence"), part: numbers})


def main() -> None:
    """Read, fit, say how well, write."""
    name = "python -m palago.vision.training.fit_confidence"
    argparse.ArgumentParser(name, description=__doc__).parse_args()
    seen = (group for seed in SCENES for group in judged_groups(seed))
    groups = [group for group in seen if not are_misnamed(group.labels, group.faces.rotations)]
    write_weights("fusion", WITNESSES, fit_fusion(groups))
    groups = [with_fusion(group) for group in groups]
    write_weights("face", *fit_faces(groups))
    names, rows, right, owners = rotation_rows(groups)
    report_fit("tiles", rows, right, owners)
    write_weights("rotation", names, fitted(rows, right))


if __name__ == "__main__":
    main()
