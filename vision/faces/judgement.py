"""All that is known of each face: from the network, the fit, the single places, the finder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ...calibration.arrays import Flags, Floats, Integers
from ..fitted import fitted_numbers
from ..lattice.aligned import Aligned
from .agreement import colour_agreement, expected_levels
from .classify import SettledFaces, face_patches, network_probabilities, visible_shares
from .networks import softmax
from .poses import Poses, TableSampler

WITNESSES = ("network", "fit", "votes")


def stored_weights(part: str, names: tuple[str, ...]) -> Floats:
    """The weights of one part of `weights/confidence.json`, in the order of `names`."""
    stored = fitted_numbers("confidence")[part]
    return np.array([float(stored[name]) for name in names])


def feature_rows(features: Mapping[str, Floats]) -> Floats:
    """Features (n,) by name as rows (n, k)."""
    return np.stack(list(features.values()), axis=1)


def fitted_score(part: str, features: Mapping[str, Floats]) -> Floats:
    """The log odds (n,) that the weights of one part of `weights/confidence.json` give them."""
    return np.asarray(feature_rows(features) @ stored_weights(part, tuple(features)))


def witness_scores(network: Floats, fit_scores: Floats, vote_scores: Floats) -> Floats:
    """The scores of each witness for the six rotations, (n, 6, 3); `network` is (n, 7)."""
    chances = network[:, :6] / np.maximum(network[:, :6].sum(axis=1, keepdims=True), 1e-12)
    return np.stack([np.log(np.maximum(chances, 1e-5)), fit_scores, vote_scores], axis=2)


def fused_probabilities(network: Floats, fit_scores: Floats, vote_scores: Floats) -> Floats:
    """Probabilities (n, 7) like the network's own. Those of the six rotations are told by all three
    witnesses, since each fails in another light: their scores are added with fitted weights
    (softmax regression, see `training.fit_confidence`)."""
    scores = witness_scores(network, fit_scores, vote_scores) @ stored_weights("fusion", WITNESSES)
    face = 1.0 - network[:, 6:]
    return np.concatenate([softmax(scores) * face, network[:, 6:]], axis=1)


@dataclass(frozen=True)
class FaceJudgement(Aligned):
    """Faces judged, aligned arrays of length n, rotations in the group's frame.

    `probabilities` (n, 7) for the six rotations and for "no Palago face", by all witnesses, and
    `network` (n, 7) by the network alone; `fit_scores` and `vote_scores` (n, 6) are those of the
    other two witnesses of the rotation.

    By the fit of the drawing: `fitted_rotations`, `explained`, `margin`, `strength` and `levels`
    (n, 3). By the votes of single places: `voted_rotations`, `agrees`, `contradicts`, `weaker` and
    `lead`. `visible` is the share of the face that looks as its rotation says; `scores` are the
    finder's, 0 where it saw nothing; `behind` is on how many hexagons the two colours rest,
    `company` what the finder says of those in the middle; `dazzled` is the share blown out.
    `hidden` marks tiles of which only a part is seen: their `probabilities` are by the network for
    such tiles alone.
    """

    poses: Poses
    probabilities: Floats
    network: Floats
    fit_scores: Floats
    vote_scores: Floats
    fitted_rotations: Integers
    explained: Floats
    margin: Floats
    strength: Floats
    levels: Floats
    voted_rotations: Integers
    agrees: Floats
    contradicts: Floats
    weaker: Floats
    lead: Floats
    visible: Floats
    scores: Floats
    behind: Floats
    company: Floats
    dazzled: Floats
    hidden: Flags

    @property
    def rotations(self) -> Integers:
        """The likeliest rotation, (n,)."""
        return np.asarray(np.argmax(self.probabilities[:, :6], axis=1), np.int64)


def judge_faces(
    sampler: TableSampler,
    settled: SettledFaces,
    scores: Floats,
    *,
    board: FaceJudgement | None = None,
) -> FaceJudgement:
    """Let the network and the single places look at settled faces. The light to expect on each face
    comes from those of the `board`, or of the group itself where there is no board yet."""
    patches = face_patches(sampler, settled.poses, settled.palette)
    network = network_probabilities(patches)
    known = settled if board is None else board
    levels = expected_levels(
        settled.poses.centres, known.poses.centres, known.levels, known.explained**2 + 1e-6
    )
    votes = colour_agreement(sampler, settled.poses, settled.palette, levels)
    ordered = np.sort(settled.fit.explained, axis=1)
    fit_scores = signed_shares(settled)
    probabilities = fused_probabilities(network, fit_scores, votes.scores)
    rotations = probabilities[:, :6].argmax(axis=1)
    return FaceJudgement(
        poses=settled.poses,
        probabilities=probabilities,
        network=network,
        fit_scores=fit_scores,
        vote_scores=votes.scores,
        fitted_rotations=settled.rotations,
        explained=ordered[:, 2],
        margin=ordered[:, 2] - ordered[:, 1],
        strength=settled.strength,
        levels=settled.levels,
        voted_rotations=votes.rotations,
        agrees=votes.agrees,
        contradicts=votes.contradicts,
        weaker=votes.weaker,
        lead=votes.lead,
        visible=visible_shares(patches, rotations),
        scores=np.asarray(scores, np.float64),
        behind=np.full(len(scores), float(len(known.poses))),
        company=np.full(len(scores), float(np.median(scores if board is None else board.scores))),
        dazzled=votes.dazzled,
        hidden=np.zeros(len(scores), bool),
    )


def signed_shares(settled: SettledFaces) -> Floats:
    """What the drawing explains of each face in each rotation, (n, 6): the share for its axis,
    negative for the rotation that would have the two colours the wrong way round."""
    sign = np.sign(settled.fit.steps @ settled.palette.step)
    signed = settled.fit.explained * sign
    return np.concatenate([signed, -signed], axis=1)
