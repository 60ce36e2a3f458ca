"""What is on a die's sides is not on its top."""

from dataclasses import replace

import numpy as np
import pytest
from palago.engine.tiles.board import Board
from palago.vision.dice.die_states import STATES
from palago.vision.dice.faces import TOPS
from palago.vision.dice.filmed.resting import RestingDie
from palago.vision.dice.placing import perhaps_dice
from palago.vision.dice.reader import JudgedDie
from palago.vision.dice.sides import not_on_sides
from palago.vision.photos.photo import load_photo
from palago.vision.readings.dice import FACES, DieReading
from palago.vision.training.scenes.dice.painting import projected
from palago.vision.training.scenes.dice.staged import StagedDie
from palago.vision.training.scenes.films.acts import Act
from palago.vision.training.scenes.films.videos import StagedTable

OPPOSITE = {"remove": "rotate", "2": "5", "3": "4", "4": "3", "5": "2", "rotate": "remove"}


def at_rest(faces: tuple[float, ...], *sides: str) -> DieReading:
    """A die as two looks tell it whose tops and sides show this."""
    seen_as = [[0.99 if other == face else 0.002 for other in FACES] for face in sides]
    left = not_on_sides(np.array(seen_as).reshape(-1, 6))
    at, states = (9.0, 9.0), tuple(float(state == "lying") for state in STATES)
    die = JudgedDie(None, "lying", 0.9, at, at, 8.0, states, faces, tuple(map(float, left)))
    die = die if sides else replace(die, open_faces=())
    seen, patch = DieReading(None, at, 0.9, 8.0), np.zeros((4, 4), np.int16)
    return RestingDie.seen(die, seen, 1.0, 1.0, patch).seen_again(die, seen, 2.0, patch).as_told()


@pytest.mark.parametrize(("seed", "kind"), [(4457, "pips"), (4451, "printed")])
def test_the_faces_that_the_sides_of_a_drawn_die_show_are_neither_its_top_nor_under_it(
    seed: int, kind: str
) -> None:
    stage = StagedTable(seed, 1280, 720, tiles_across=16.0, dice_kind=kind)
    for face, x in (("3", -6.0), ("rotate", 6.0)):
        die = StagedDie(face, x, 1.0, 0.4)
        act = Act(Board(), dice=(die,), wait=1.0)
        _, picture = next(iter(stage.frames(Board(), [act], 5.0)))
        at = projected(stage.camera, np.array([[x, 1.0, -0.5]]))[0]
        found = [die for die, _ in perhaps_dice(load_photo(picture), (), (), 0.1)]
        seen = min(found, key=lambda one: float(np.hypot(*(np.array(one.middle) - at))))
        left = dict(zip(FACES, seen.open_faces, strict=True))
        assert left[face] > 0.8 and left[OPPOSITE[face]] > 0.8
        assert min(left.values()) < 0.1


def test_a_top_that_shows_nothing_is_narrowed_down_by_the_sides_but_never_sure() -> None:
    blank = tuple(0.88 if face == "sign" else 0.02 for face in TOPS)
    told = at_rest(blank, "5", "rotate")
    assert {f for f, p in zip(FACES, told.chances, strict=True) if p > 0.2} == {"3", "4"}
    assert not told.as_seen().is_sure
    assert at_rest(blank).face is None


def test_a_doubtful_top_is_told_by_the_side_that_shows_the_other_face() -> None:
    doubtful = tuple({"2": 0.55, "remove": 0.41}.get(face, 0.008) for face in TOPS)
    told, alone = at_rest(doubtful, "remove"), at_rest(doubtful)
    assert told.face == alone.face == "2" and told.confidence > alone.confidence
    assert dict(told.as_seen().chances)["remove"] < 0.05 < dict(alone.as_seen().chances)["remove"]


def test_a_clear_top_that_a_side_contradicts_is_not_sure() -> None:
    clear = tuple(0.97 if face == "4" else 0.005 for face in TOPS)
    assert at_rest(clear).as_seen().is_sure
    assert at_rest(clear, "5").as_seen().is_sure
    assert not at_rest(clear, "4").as_seen().is_sure
