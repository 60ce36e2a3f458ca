"""How likely a tile's rotation is right, in numbers that can be believed.

A logistic function of what both channels say of the face, fitted on generated scenes that serve for
nothing else (`palago.vision.training.fit_confidence` makes `weights/confidence.json`). A score is
no probability until it is calibrated (C. Guo et al., "On calibration of modern neural networks",
ICML 2017).
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from .classify import FaceJudgement
from .palette import Palette

WEIGHTS = Path(__file__).parent / "weights" / "confidence.json"
CERTAIN = 0.9999
"""No photo makes a reading surer than this."""
SURE_LIGHTNESS_GAP = 3.0
"""L* steps below which it may be the wrong colour that is called White."""

FEATURES = (
    "constant",
    "network margin",
    "network and fit disagree",
    "face chance",
    "explained",
    "axis margin",
    "strength",
    "hidden share",
    "odd",
)


def features(faces: FaceJudgement, odd: NDArray[np.bool_]) -> NDArray[np.float64]:
    """What the confidence is computed from, (n, len(FEATURES)); `odd` says which rotations do not
    match the frame of the board's majority."""
    rotations = np.sort(faces.probabilities[:, :6], axis=1)
    best, second = rotations[:, -1], rotations[:, -2]
    margin = np.log(np.maximum(best, 1e-9)) - np.log(np.maximum(second, 1e-9))
    chance = np.clip(faces.face_chance, 1e-6, 1 - 1e-6)
    return np.stack(
        [
            np.ones(len(faces)),
            np.clip(margin, 0.0, 15.0),
            (faces.rotations != faces.fitted_rotations).astype(np.float64),
            np.clip(np.log(chance / (1 - chance)), -5.0, 10.0),
            faces.explained,
            faces.margin,
            np.clip(np.abs(np.log(np.maximum(faces.strength, 0.05))), 0.0, 2.0),
            1.0 - faces.visible,
            odd.astype(np.float64),
        ],
        axis=1,
    )


@cache
def _weights() -> NDArray[np.float64]:
    stored = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return np.array([float(stored[name]) for name in FEATURES])


def confidences(
    faces: FaceJudgement, odd: NDArray[np.bool_], palette: Palette
) -> NDArray[np.float64]:
    """The probability that each tile's rotation is right, (n,)."""
    score = features(faces, odd) @ _weights()
    each = np.clip(1.0 / (1.0 + np.exp(-score)), 0.01, CERTAIN)
    return np.asarray(each * naming_chance(palette))


def naming_chance(palette: Palette) -> float:
    """The chance that the colour called White is the lighter one, which all tiles share."""
    return 1.0 - 0.5 * float(np.exp(-max(palette.lightness_gap, 0.0) / SURE_LIGHTNESS_GAP * 1.5))
