"""What is known before a face is judged bounds what the judgement can come to."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from palago.vision.confidence import best_face_chances, face_chances
from palago.vision.judgement import FaceJudgement
from palago.vision.refine import Poses


def any_faces(seed: int, count: int) -> FaceJudgement:
    """Faces of one group about which the witnesses say whatever they like."""
    rng = np.random.default_rng(seed)

    def shares() -> np.ndarray:
        return rng.choice((0.0, 1.0, rng.random()), count)

    agrees = shares()
    scores = np.where(rng.random(count) < 0.2, 0.0, rng.random(count))
    no_face = rng.choice((0.0, 1.0, rng.random()), (count, 1))
    rotations = rng.dirichlet(np.ones(6), count)
    return FaceJudgement(
        poses=Poses.straight([(n, 0) for n in range(count)]),
        probabilities=np.concatenate([rotations * (1.0 - no_face), no_face], axis=1),
        network=np.zeros((count, 7)),
        fit_scores=np.zeros((count, 6)),
        vote_scores=np.zeros((count, 6)),
        fitted_rotations=np.zeros(count, np.int64),
        explained=shares(),
        margin=np.zeros(count),
        strength=np.exp(rng.uniform(-3, 3, count)),
        levels=np.zeros((count, 3)),
        voted_rotations=np.zeros(count, np.int64),
        agrees=agrees,
        contradicts=(1.0 - agrees) * rng.random(count),
        weaker=0.5 * agrees * shares(),
        lead=np.zeros(count),
        visible=shares(),
        scores=scores,
        behind=np.full(count, float(count)),
        company=np.full(count, float(np.median(scores))),
        dazzled=np.zeros(count),
    )


@given(seed=st.integers(0, 100_000), count=st.integers(1, 5))
def test_no_face_is_likelier_than_the_best_that_could_be(seed: int, count: int) -> None:
    faces = any_faces(seed, count)
    chances = face_chances(faces)
    assert (chances <= best_face_chances(faces.scores, faces.explained) + 1e-9).all()
    assert (chances <= best_face_chances(faces.scores) + 1e-9).all()


def test_a_good_score_leaves_hope_and_a_poor_one_does_not() -> None:
    alone = [float(best_face_chances(np.array([score]))[0]) for score in (0.2, 0.9)]
    assert alone[0] < 0.97 < alone[1]
