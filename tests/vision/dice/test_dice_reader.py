"""Photos with dice in them, read as any other photo is."""

import math
from functools import cache
from typing import Any

import numpy as np
import pytest
from palago.vision import Reading, read
from palago.vision.dice.faces import TOPS
from palago.vision.dice.finder import DiceFound
from palago.vision.dice.judging import PossibleDice
from palago.vision.dice.reader import judged
from palago.vision.readings.dice import FACES, DieReading
from palago.vision.training.scenes.scene import Request, Scene, make_scene

SEEDS = (51, 52, 53)


@cache
def photos() -> tuple[tuple[Scene, Reading], ...]:
    """Tables with a board and dice of one set beside it, seen from above or aslant."""
    scenes = [
        make_scene(
            seed,
            Request(
                640, 480, level="mild", content="board", tiles=5, tile_width=84.0, dice=6,
                tilt_deg=15.0 * (seed - SEEDS[0]), hands=0.0,
            ),
        )
        for seed in SEEDS
    ]  # fmt: skip
    return tuple((scene, read(scene.image)) for scene in scenes)


def met(die: dict[str, Any], reading: Reading) -> DieReading | None:
    """The die of the reading that lies where the truth has one."""
    near = [
        seen for seen in reading.dice if math.dist(seen.center, die["center"]) < 0.4 * die["side"]
    ]
    return min(near, key=lambda seen: math.dist(seen.center, die["center"]), default=None)


def test_dice_are_found_and_what_is_told_for_sure_is_right() -> None:
    found = total = told = 0
    for scene, reading in photos():
        for die in scene.truth["dice"]:
            if die["state"] != "lying" or die["visible"] < 0.95 or die["side"] < 14:
                continue
            seen = met(die, reading)
            total += 1
            found += seen is not None
            if seen is not None and seen.face is not None:
                told += seen.face == die["face"]
                assert seen.face == die["face"] or seen.confidence < 0.95
    assert total >= 9
    assert found >= 0.4 * total and told >= 0.25 * total


def test_the_reading_s_json_tells_of_each_die_what_the_conventions_say() -> None:
    entries = [die for _, reading in photos() for die in reading.to_json()["dice"]]
    assert entries
    for entry in entries:
        assert entry["face"] is None or entry["face"] in FACES
        assert 0.0 <= entry["confidence"] <= 1.0
        assert len(entry["center"]) == 2 and entry["side"] > 5
        assert entry["state"] in ("lying", "cocked", "hidden", "rolling")


@pytest.mark.parametrize("seed", [61, 62])
def test_draughts_sweets_and_dominoes_are_no_dice(seed: int) -> None:
    request = Request(
        640, 480, level="mild", content="board", tiles=5, tile_width=84.0, look_alikes=7, hands=0.0
    )
    assert not [die for die in read(make_scene(seed, request).image).dice if die.confidence > 0.9]


def test_nobody_looks_for_dice_who_does_not_want_to() -> None:
    scene, _ = photos()[0]
    assert read(scene.image, with_dice=False).dice == ()


def possible_dice(*kinds: tuple[str, float, float]) -> PossibleDice:
    """PossibleDice beside a board, far from one another: the face on top, how likely each is none,
    and its edge."""
    count = len(kinds)
    faces = np.full((count, len(TOPS)), 1e-4)
    states = np.tile([0.9, 0.007, 0.001, 0.002, 0.0], (count, 1))
    for row, (face, none, _) in enumerate(kinds):
        faces[row, TOPS.index(face)] = 1.0
        states[row, -1] = none
    middles = np.column_stack([100.0 * np.arange(1, count + 1), np.full(count, 50.0)])
    seen = DiceFound(middles, np.array([side for _, _, side in kinds]), np.full(count, 0.5))
    ups = np.tile([0.0, -0.5], (count, 1))
    outlines, colours = np.full(count, 0.65), np.zeros((count, 3))
    gaps = np.full(count, 2.0)
    return PossibleDice(seen, ups, states, faces, outlines, colours, gaps, True)


def test_the_likelier_a_die_and_the_clearer_its_top_the_sooner_it_is_told() -> None:
    assert [die.face for die in judged(possible_dice(("3", 0.002, 25.0)))] == ["3"]
    assert judged(possible_dice(("3", 0.2, 25.0))) == ()
    blurred = possible_dice(("3", 0.05, 25.0))
    assert [die.face for die in judged(blurred)] == ["3"]
    blurred.faces[:] = 1 / len(TOPS)
    assert judged(blurred) == ()


def test_dice_of_one_size_and_colour_speak_for_each_other() -> None:
    doubtful = ("4", 0.18, 25.0)
    assert judged(possible_dice(doubtful)) == ()
    for size, told in ((25.0, 2), (45.0, 1)):
        assert len(judged(possible_dice(("3", 0.002, size), doubtful))) == told
    doubted = possible_dice(("3", 0.002, 25.0), ("4", 0.7, 25.0))
    assert len(judged(doubted)) == 2
    doubted.colours[1] = 90.0
    assert len(judged(doubted)) == 1


def test_a_die_at_the_pictures_rim_is_told_where_it_is_seen_nearly_whole() -> None:
    cut = possible_dice(("3", 0.02, 25.0))
    for gap, told in ((0.6, 1), (0.1, 0)):
        cut.gaps[:] = gap
        assert len(judged(cut)) == told


def test_the_outline_of_a_cube_speaks_for_a_die() -> None:
    doubtful = possible_dice(("4", 0.15, 25.0))
    assert judged(doubtful) == ()
    doubtful.outlines[:] = 0.8
    assert len(judged(doubtful)) == 1
