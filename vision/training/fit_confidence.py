"""Fit the confidence: `python -m palago.vision.training.fit_confidence`.

Scenes that serve for nothing else are read, each tile is right or wrong by the scene's truth, and a
logistic function of the features in `confidence.features` is fitted to that. A ridge keeps the
weights from running away where nothing goes wrong.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..board_search import find_board
from ..confidence import FEATURES, WEIGHTS, features, naming_chance
from ..reader import find_hexagons
from .classifier_data import JUNK, labels_of_poses
from .scenes import LEVELS, Request, make_scene

FIRST_SEED = 700_000


def read_faces(
    first_seed: int, scenes: int
) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.int64]]:
    """Features (n, f) of all tiles read, whether each was right (n,), and its scene's seed (n,)."""
    rows: list[NDArray[np.float64]] = []
    right: list[NDArray[np.bool_]] = []
    seeds: list[NDArray[np.int64]] = []
    for seed in range(first_seed, first_seed + scenes):
        rng = np.random.default_rng([seed, 2])
        width = int(rng.choice((640, 900, 1200)))
        level = LEVELS[int(rng.choice(3, p=(0.3, 0.5, 0.2)))]
        scene = make_scene(seed, Request(width, width * 3 // 4, level=level))
        found = find_board(scene.image, find_hexagons(scene.image))
        # Which colour is called White is a chance of its own, see `naming_chance`.
        if found is None or naming_chance(found.palette) < 0.99:
            continue
        faces = found.faces
        labels = labels_of_poses(scene, faces.poses.corners_in_photo(found.view))
        parity = round(float(np.mean(faces.rotations % 2)))
        known = labels >= 0
        rows.append(features(faces, faces.rotations % 2 != parity)[known])
        right.append((labels == faces.rotations)[known & (labels <= JUNK)])
        seeds.append(np.full(int(known.sum()), seed))
    return np.concatenate(rows), np.concatenate(right), np.concatenate(seeds)


def logistic_weights(
    rows: NDArray[np.float64], right: NDArray[np.bool_], ridge: float = 1.0
) -> NDArray[np.float64]:
    """Newton's method for logistic regression with a ridge on all weights but the constant."""
    weights = np.zeros(rows.shape[1])
    penalty = ridge * np.diag([0.0] + [1.0] * (rows.shape[1] - 1))
    for _ in range(50):
        chance = 1.0 / (1.0 + np.exp(-np.clip(rows @ weights, -30, 30)))
        gradient = rows.T @ (chance - right) + penalty @ weights
        curvature = (rows * (chance * (1 - chance))[:, None]).T @ rows + penalty
        step = np.linalg.solve(curvature + 1e-9 * np.eye(len(weights)), gradient)
        weights -= step
        if np.abs(step).max() < 1e-8:
            break
    return weights


def main() -> None:
    """Read, fit, say how well, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=600)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    arguments = parser.parse_args()
    rows, right, seeds = read_faces(FIRST_SEED, arguments.scenes)
    weights = logistic_weights(rows, right)
    for name, fold in (("first half", seeds % 2 == 0), ("second half", seeds % 2 == 1)):
        other = logistic_weights(rows[~fold], right[~fold])
        chance = 1.0 / (1.0 + np.exp(-(rows[fold] @ other)))
        sure = chance >= 0.95
        wrong = int((sure & ~right[fold]).sum())
        print(
            f"{name}: {int(sure.sum())} of {int(fold.sum())} sure, {wrong} of them wrong; "
            f"{int((~right[fold]).sum())} wrong in all"
        )
    stored = {name: round(float(value), 4) for name, value in zip(FEATURES, weights, strict=True)}
    arguments.out.write_text(json.dumps(stored, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
