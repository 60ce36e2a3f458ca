"""Symbols on dice that were shown once are known again, whichever way the die lies."""

import cv2
import numpy as np
import pytest
from palago.calibration.arrays import Floats32
from palago.vision.dice.taught import TaughtFaces, taught_faces, told_by, top_of
from palago.vision.photos.shrink import Halves
from palago.vision.training.scenes.dice import marks

SIDE, MIDDLE = 30.0, np.array([60.0, 60.0])
RNG = np.random.default_rng(4)
SIGNS = {face: marks.sign(RNG) for face in ("2", "3", "remove")}


def table(mark: Floats32, degrees: float) -> Halves:
    """A die seen from straight above, turned, on a table of another colour."""
    picture = np.full((120, 120, 3), (90, 120, 150), np.uint8)
    light, ink = (220, 230, 235), (40, 30, 120)
    face = np.asarray(light) + mark[..., None] * (np.asarray(ink) - np.asarray(light))
    turn = cv2.getRotationMatrix2D((marks.SIZE / 2, marks.SIZE / 2), degrees, SIDE / marks.SIZE)
    turn[:, 2] += np.asarray(MIDDLE - marks.SIZE / 2)
    whole = np.ones_like(mark)
    there = cv2.warpAffine(whole, turn, (120, 120)) > 0.5
    picture[there] = cv2.warpAffine(face.astype(np.float32), turn, (120, 120))[there]
    return Halves(picture)


def shown() -> TaughtFaces:
    return TaughtFaces(
        {face: top_of(table(mark, 10.0), MIDDLE, MIDDLE, SIDE) for face, mark in SIGNS.items()}
    )


@pytest.mark.parametrize("degrees", [0, 37, 118, 203])
def test_a_symbol_is_known_again_however_it_is_turned(degrees: float) -> None:
    taught = shown()
    for face, mark in SIGNS.items():
        seen, chance = told_by(table(mark, degrees), MIDDLE, MIDDLE, SIDE, [taught])
        assert seen == face and chance > 0.5


def test_what_nobody_has_shown_is_not_told() -> None:
    bare = np.zeros((marks.SIZE, marks.SIZE), np.float32)
    assert told_by(table(bare, 20), MIDDLE, MIDDLE, SIDE, [shown()]) == (None, 0.0)
    assert told_by(table(SIGNS["2"], 0), MIDDLE, MIDDLE, SIDE, []) == (None, 0.0)


def test_pictures_travel_as_rows_of_greys() -> None:
    taught = shown()
    rows = {face: [row.tobytes() for row in picture] for face, picture in taught.pictures.items()}
    again = taught_faces(rows)
    assert all((again.pictures[face] == picture).all() for face, picture in taught.pictures.items())
    with pytest.raises(ValueError, match="no face of a die"):
        taught_faces({"7": rows["2"]})
