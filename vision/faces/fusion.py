"""Three witnesses of a face's rotation, heard together: the network, the fit of the drawing and the
votes of single places fail in different light. Their scores are added with fitted weights (softmax
regression; see `training.fit_confidence`)."""

from __future__ import annotations

import numpy as np

from ...calibration.arrays import Floats
from ..fitted import fitted_numbers
from .networks import softmax

WITNESSES = ("network", "fit", "votes")


def stored_weights(part: str, names: tuple[str, ...]) -> Floats:
    """The weights of one part of `weights/confidence.json`, in the order of `names`."""
    stored = fitted_numbers("confidence")[part]
    return np.array([float(stored[name]) for name in names])


def witness_scores(network: Floats, fit_scores: Floats, vote_scores: Floats) -> Floats:
    """The scores of each witness for the six rotations, (n, 6, 3); `network` is (n, 7)."""
    chances = network[:, :6] / np.maximum(network[:, :6].sum(axis=1, keepdims=True), 1e-12)
    return np.stack([np.log(np.maximum(chances, 1e-5)), fit_scores, vote_scores], axis=2)


def fused_probabilities(network: Floats, fit_scores: Floats, vote_scores: Floats) -> Floats:
    """Probabilities (n, 7) like the network's own, the rotations among them by all witnesses."""
    scores = witness_scores(network, fit_scores, vote_scores) @ stored_weights("fusion", WITNESSES)
    face = 1.0 - network[:, 6:]
    return np.concatenate([softmax(scores) * face, network[:, 6:]], axis=1)
