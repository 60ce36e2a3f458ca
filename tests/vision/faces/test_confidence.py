"""What is known before a face is judged bounds what the judgement can come to."""

from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from palago.vision.faces.confidence import are_tiles, best_tile_chances, confidences, tile_chances
from palago.vision.faces.judgement import FaceJudgement
from palago.vision.faces.logistic import logistic, logistic_weights
from palago.vision.faces.palette import Palette
from palago.vision.faces.poses import Poses


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
        hidden=np.zeros(count, bool),
    )


@given(seed=st.integers(0, 100_000), count=st.integers(1, 5))
def test_no_face_is_likelier_than_the_best_that_could_be(seed: int, count: int) -> None:
    faces = any_faces(seed, count)
    chances = tile_chances(faces)
    assert (chances <= best_tile_chances(faces.scores, faces.explained) + 1e-9).all()
    assert (chances <= best_tile_chances(faces.scores) + 1e-9).all()


def test_a_good_score_leaves_hope_and_a_poor_one_does_not() -> None:
    alone = [float(best_tile_chances(np.array([score]))[0]) for score in (0.2, 0.9)]
    assert alone[0] < 0.97 < alone[1]


@given(seed=st.integers(0, 100_000), count=st.integers(1, 9))
def test_only_votes_in_both_colours_make_surer_of_a_tile_than_its_looks(
    seed: int, count: int
) -> None:
    faces = any_faces(seed, count)
    grey, step = np.full(3, 120.0), np.full(3, 0.5)
    palette = Palette(grey + 100, grey - 60, step, np.full(3, 4.0))
    heard = confidences(faces, np.zeros(count, bool), palette)
    silent = replace(faces, weaker=np.zeros(count))
    looks = confidences(silent, np.zeros(count, bool), palette)
    assert (looks <= np.maximum(tile_chances(silent), 0.01) + 1e-9).all()
    agreed = (faces.rotations == faces.fitted_rotations) & (
        faces.rotations == faces.voted_rotations
    )
    bound = np.maximum(tile_chances(faces), 0.01) + 1e-9
    assert (heard <= bound)[~agreed | (count <= 2)].all()


def test_bare_table_between_tiles_is_no_tile_whatever_the_network_believes() -> None:
    among = any_faces(3, 10)
    certain = np.full((10, 7), [0.98, 0.01, 0.0, 0.0, 0.0, 0.0, 0.01])
    flat = {"strength": 0.9, "contradicts": 0.0, "company": 0.7, "dazzled": 0.0, "visible": 0.6}
    rows: dict[str, Any] = {name: np.full(10, value) for name, value in flat.items()}
    faces = replace(among, probabilities=certain, **rows)

    def seen(score: float, explained: float, agrees: float, weaker: float) -> bool:
        values = {"scores": score, "explained": explained, "agrees": agrees, "weaker": weaker}
        rows: dict[str, Any] = {name: np.full(10, value) for name, value in values.items()}
        known = replace(faces, **rows)
        assert (tile_chances(known) >= 0.5).all()
        return bool(are_tiles(known).any())

    assert not seen(0.3, 0.15, 0.3, 0.0)
    assert seen(0.6, 0.15, 0.3, 0.0)  # the finder is sure of a hexagon
    assert seen(0.3, 0.15, 0.3, 0.1)  # places of both colours vote for a rotation
    assert seen(0.3, 0.6, 0.3, 0.0)  # the drawing explains the colours


def test_the_best_weights_are_found_though_every_row_is_right() -> None:
    scores = np.random.default_rng(0).normal(2, 3, 500)
    rows, usual = np.stack([np.ones(500), scores], axis=1), np.array([0.0, 1.0])
    weights = logistic_weights(rows, np.ones(500, np.bool_), np.ones(2), usual)
    slope = rows.T @ (logistic(rows @ weights) - 1.0) + weights - usual
    np.testing.assert_allclose(slope, 0.0, atol=1e-6)


def sureness(shifts: list[float], cells: list[tuple[int, int]], **more: float) -> np.ndarray:
    """How sure tiles are that show all there is to see, but for what `more` says of each; they lie
    so far aside, in sides."""
    poses = Poses.straight(cells)
    poses.shifts[:, 0] = shifts
    ones, count = np.ones(len(poses)), len(poses)
    values = {"explained": 1.0, "strength": 1.0, "agrees": 1.0, "contradicts": 0.0, "weaker": 0.4}
    values |= {"visible": 1.0, "scores": 0.9, "company": 0.9, "dazzled": 0.0, **more}
    rows: dict[str, Any] = {name: value * ones for name, value in values.items()}
    likely = np.tile([1.0, 0, 0, 0, 0, 0, 0], (count, 1))
    faces = replace(any_faces(3, count), poses=poses, probabilities=likely, **rows)
    palette = Palette(np.full(3, 220.0), np.full(3, 60.0), np.full(3, 0.5), np.full(3, 4.0))
    return np.asarray(confidences(faces, np.zeros(count, bool), palette))


ROW = [(q, 0) for q in range(8)]


def test_a_crooked_tile_is_doubted_only_where_it_has_room() -> None:
    def first(shift: float, beside: list[tuple[int, int]]) -> float:
        return float(sureness([shift] + [0.0] * len(beside), [(0, 0), *beside])[0])

    row, around = ROW[1:4], [(1, 0), (0, 1), (-1, 1)]
    # Less crooked than 0.15 a loose tile once lay in a free cell, and was wrong and sure.
    assert first(0.15, row) < 0.95 < first(0.1, row)
    assert first(0.2, around) == first(0.0, around) > 0.95


def test_two_tiles_apart_from_the_others_may_lie_there_by_chance() -> None:
    def apart(count: int) -> float:
        cells = [*ROW, *((q + 2, 4) for q in range(count))]
        return float(sureness([0.0] * len(cells), cells)[len(ROW) :].min())

    assert apart(1) < 0.95 and apart(2) < 0.95 < apart(3)


def test_a_tile_no_more_crooked_than_its_board_is_not_doubted() -> None:
    straight, crooked = [0.16] + [0.0] * 7, [0.16] + [0.0, 0.11] * 3 + [0.0]
    assert sureness(straight, ROW)[0] < 0.95 < sureness(crooked, ROW)[0]


def test_a_white_part_that_is_blown_out_hides_no_drawing() -> None:
    straight = [0.0] * len(ROW)
    # So a White in far too much light looks: its places are neither colour's for sure.
    burnt = {"dazzled": 0.55, "agrees": 0.55, "weaker": 0.05, "contradicts": 0.1}
    assert sureness(straight, ROW, lead=0.4, **burnt).min() > 0.95
    assert sureness(straight, ROW, lead=0.1, **burnt).max() <= 0.5


def test_grain_may_hide_the_places_and_leave_the_drawing_plain() -> None:
    straight, grainy = [0.0] * len(ROW), {"agrees": 0.06, "weaker": 0.03}
    assert sureness(straight, ROW, explained=0.6, **grainy).min() > 0.95
    assert sureness(straight, ROW, explained=0.4, **grainy).max() < 0.95
    # So a floor of hexagons under stripes of light looks: all votes are of one colour.
    assert sureness(straight, ROW, explained=0.6, agrees=0.06, weaker=0.0).max() < 0.95
