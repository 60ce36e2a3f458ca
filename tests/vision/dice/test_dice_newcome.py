"""What has come to lie on a table is shown alone."""

import cv2
import numpy as np
import pytest
from palago.calibration.arrays import Picture
from palago.vision.dice.filmed.newcome import TableBefore
from palago.vision.dice.filmed.watch import DiceWatch, SeenDice
from palago.vision.dice.reader import JudgedDie
from palago.vision.photos.photo import Photo, load_photo
from palago.vision.readings.dice import DieReading

NOWHERE = np.zeros((0, 2))
DIE, COLOUR = (200, 120), (200, 40, 30)


def cloth(shift: int = 0) -> Picture:
    """A table (240, 320, 3) full of marks of a die's size."""
    rng = np.random.default_rng(1)
    table = np.full((240, 320, 3), 120, np.uint8)
    for x, y in rng.integers(0, 320, (90, 2)):
        colour = tuple(map(int, rng.integers(0, 255, 3)))
        cv2.circle(table, (int(x), int(y)), 9, colour, -1)
    return np.roll(table, shift, axis=1)


def with_die(table: Picture, at: tuple[int, int] = DIE) -> Picture:
    x, y = at
    cv2.rectangle(table, (x - 12, y - 12), (x + 12, y + 12), COLOUR, -1)
    for step in (-7, 7):
        cv2.circle(table, (x + step, y + step), 3, (255, 255, 255), -1)
    return table


def seen_before(*pictures: Picture) -> TableBefore:
    before = TableBefore()
    for time, picture in enumerate(pictures):
        before = before.then(load_photo(picture), float(time), 1.0)
    return before


def alone(before: TableBefore, picture: Picture, time: float = 9.0) -> Photo | None:
    return before.newcome(load_photo(picture), time, time, 1.0, NOWHERE)


def test_a_die_on_a_cloth_full_of_marks_stands_alone_on_a_plain_ground() -> None:
    shown = alone(seen_before(cloth(), cloth()), with_die(cloth()))
    assert shown is not None
    assert np.abs(shown.image[DIE[1], DIE[0]].astype(int) - COLOUR).max() < 8
    elsewhere = shown.image.astype(float)
    elsewhere[DIE[1] - 20 : DIE[1] + 20, DIE[0] - 20 : DIE[0] + 20] = np.nan
    assert np.nanstd(elsewhere, axis=(0, 1)).max() < 25 < cloth().std(axis=(0, 1)).min()


def test_where_a_die_has_rolled_through_the_first_pictures_the_table_is_nothing_new() -> None:
    rolling = [with_die(cloth(), (60 + 50 * step, 60)) for step in range(3)]
    assert alone(seen_before(rolling[0]), cloth()) is None
    assert alone(seen_before(*rolling), cloth()) is None


def test_what_is_known_already_is_not_shown_alone() -> None:
    before, picture = seen_before(cloth(), cloth()), load_photo(with_die(cloth()))
    assert before.newcome(picture, 9.0, 9.0, 1.0, np.array([DIE], float)) is None


def test_where_nothing_has_come_or_the_camera_has_moved_nothing_is_shown_alone() -> None:
    before = seen_before(cloth(), with_die(cloth()))
    assert alone(before, cloth()) is None
    assert alone(before, cloth(shift=15)) is None


def test_where_a_die_was_taken_up_the_table_is_nothing_new() -> None:
    lying = [with_die(cloth()) for _ in range(30)]
    before = seen_before(cloth(), *lying)
    assert alone(before, with_die(cloth(), (60, 60)), 40.0) is not None
    assert alone(before, cloth(), 40.0) is None


def test_what_a_die_has_covered_for_long_was_there_before_it() -> None:
    before = seen_before(cloth(), *(with_die(cloth()) for _ in range(5)))
    assert before.not_yet(load_photo(cloth()), np.array(DIE), 20.0) == -np.inf


def test_a_die_was_not_yet_there_as_long_as_its_colour_was_not() -> None:
    before = seen_before(*(cloth() for _ in range(5)))
    assert before.not_yet(load_photo(with_die(cloth())), np.array(DIE), 20.0) == 4.0


@pytest.mark.parametrize("middle", [(-15, 120), (340, 120), (200, -15), (200, 255), (340, 255)])
def test_a_die_whose_middle_lies_beyond_the_rim_is_dated_by_what_the_picture_shows(
    middle: tuple[int, int],
) -> None:
    before = seen_before(cloth(), cloth())
    where = np.array(middle, np.float64)
    assert before.not_yet(load_photo(cloth()), where, 24.0) == -np.inf
    assert before.not_yet(load_photo(np.zeros_like(cloth())), where, 24.0) == 1.0


def test_a_die_of_the_tables_colour_was_not_yet_there_as_long_as_its_pip_was_not() -> None:
    plain = np.full((240, 320, 3), 120, np.uint8)
    shown = plain.copy()
    cv2.circle(shown, DIE, 2, (20, 20, 20), -1)
    assert seen_before(plain, plain).not_yet(load_photo(shown), np.array(DIE), 20.0) == 1.0


class SeesOnPlainGround(DiceWatch):
    """A watch that knows a die only where no marks lie about it."""

    def look(self, photo: Photo, reading: object) -> SeenDice:
        is_there = np.abs(photo.image[DIE[1], DIE[0]].astype(int) - COLOUR).max() < 8
        if not is_there or photo.image[:, :150].std() > 20:
            return ()
        at, states = (float(DIE[0]), float(DIE[1])), (0.98, 0.0, 0.0, 0.0, 0.02)
        faces = (0.002, 0.002, 0.99, 0.002, 0.002, 0.002, 0.0)
        die = JudgedDie("3", "lying", 0.98, at, at, 25.0, states, faces)
        return ((die, DieReading("3", at, 0.98, 25.0)),)


def test_a_die_that_is_lost_among_the_marks_of_a_cloth_is_told_in_a_film() -> None:
    watch = SeesOnPlainGround()
    for number in range(30):
        picture = cloth() if number < 15 else with_die(cloth())
        watch.feed(picture, 0.2 * number, None)
    assert [(throw.time, throw.dice[0].face) for throw in watch.throws()] == [(3.0, "3")]
