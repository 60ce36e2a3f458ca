"""What frames together tell of dice: small grey pictures, and looks that see badly."""

import random
from dataclasses import replace

import numpy as np
from palago.calibration.arrays import Picture
from palago.vision.dice.die_states import STATES
from palago.vision.dice.faces import TOPS
from palago.vision.dice.filmed.watch import DiceWatch, SeenDice
from palago.vision.dice.reader import JudgedDie
from palago.vision.photos.photo import Photo
from palago.vision.readings.dice import DieReading

EDGE = 8
Spot = tuple[int, int]


def seen(spot: Spot, face: str, chance: float, sure: float = 0.99) -> tuple[JudgedDie, DieReading]:
    """One candidate of a look: how likely a die, and how surely it shows the face."""
    faces = tuple(sure if name == face else (1 - sure) / 6 for name in TOPS)
    states = tuple({"lying": chance, "none": 1 - chance}.get(name, 0.0) for name in STATES)
    at = float(spot[0]), float(spot[1])
    die = JudgedDie(face, "lying", chance, at, at, float(EDGE), states, faces)
    return die, DieReading(face, at, chance, float(EDGE))


def frame(*spots: Spot, hand: bool = False) -> Picture:
    """A table with a patch of its own for each spot, and a hand over all of them."""
    table = np.full((180, 320, 3), 90, np.uint8)
    for x, y in spots:
        patch = np.frombuffer(random.Random(f"{x} {y}").randbytes(EDGE * EDGE), np.uint8)
        table[y - 4 : y + 4, x - 4 : x + 4] = patch.reshape(EDGE, EDGE, 1)
    if hand:
        table[20:160, 20:300] = 200
    return table


class Told(DiceWatch):
    """A watch whose looks are told."""

    def __init__(self) -> None:
        super().__init__()
        self.now: SeenDice = ()

    def look(self, photo: Photo, reading: object) -> SeenDice:
        return self.now

    def show(self, since: float, picture: Picture, *now: tuple[JudgedDie, DieReading]
             ) -> None:  # fmt: skip
        self.now = now
        for number in range(5):
            self.feed(picture, since + 0.2 * number, None)


def faces_of(watch: DiceWatch) -> list[tuple[float, list[str]]]:
    return [(round(t.time, 1), sorted(str(die.face) for die in t.dice)) for t in watch.throws()]


def test_what_has_come_is_a_die_with_less_evidence_than_what_lay_there_all_along() -> None:
    watch, old, one, two = Told(), (60, 60), (160, 90), (200, 120)
    watch.show(0.0, frame(old), seen(old, "5", 0.95))
    watch.show(1.0, frame(old, one, two), seen(old, "5", 0.95), seen(one, "3", 0.95),
               seen(two, "4", 0.6))  # fmt: skip
    assert faces_of(watch) == [(1.0, ["3", "4"])]
    assert all(die.lay == (die.center == old) for die in watch.told or ())


def test_dice_are_looked_at_until_the_board_tells_where_all_of_them_lie() -> None:
    watch, one, two = Told(), (160, 90), (200, 120)
    watch.show(0.0, frame())
    for number in range(8):
        dice = [seen(one, "3", 0.99), seen(two, "2", 0.99)]
        told = len(dice) if number > 5 else 1
        placed = [(d, replace(r, place=r.center, edge=0.4)) for d, r in dice[:told]]
        watch.now = (*placed, *dice[told:])
        watch.feed(frame(one, two), 1.0 + 0.2 * number, None)
    assert [die.place for die in watch.told or ()] == [one, two]


def test_a_die_seen_late_came_when_its_place_changed() -> None:
    watch, one, two = Told(), (160, 90), (200, 120)
    watch.show(0.0, frame())
    watch.show(1.0, frame(one, two), seen(one, "3", 0.99))
    watch.show(2.0, frame(one, two, (40, 40)), seen(one, "3", 0.99), seen(two, "2", 0.99))
    assert faces_of(watch) == [(1.0, ["2", "3"])]


def test_a_hand_that_passes_over_dice_makes_no_new_roll() -> None:
    watch, one = Told(), (160, 90)
    watch.show(0.0, frame())
    watch.show(1.0, frame(one), seen(one, "3", 0.99))
    watch.show(2.0, frame(one, hand=True))
    watch.show(3.0, frame(one), seen(one, "3", 0.99))
    assert faces_of(watch) == [(1.0, ["3"])]
    assert [die.face for die in watch.told or ()] == ["3"]


def test_a_die_that_rolls_on_is_none_however_often_its_frame_is_shown() -> None:
    watch, told = Told(), set[str | None]()
    watch.show(0.0, frame())
    for number, (spot, face) in enumerate((((100, 60), "5"), ((130, 75), "4"), ((160, 90), "3"))):
        watch.now = (seen(spot, face, 0.99),)
        for again in range(3 if face != "3" else 9):
            dice = watch.feed(frame(spot), 1.0 + number / 3 + again / 9, None)
            told |= {die.face for die in dice or ()}
    assert told == {"3"} and [faces for _, faces in faces_of(watch)] == [["3"]]


def test_many_looks_at_one_resting_die_are_one_witness() -> None:
    watch, one = Told(), (160, 90)
    watch.show(0.0, frame())
    for number in range(1, 6):  # something else changes each time, so that it is looked at anew
        spot = 20 * number, 30
        watch.show(float(number), frame(one, spot), seen(one, "3", 0.95, sure=0.6))
    (die,) = watch.told or ()
    assert die.face == "3" and max(die.chances) < 0.7 and not die.as_seen().is_sure


def test_a_place_that_is_rolled_on_again_is_a_new_roll() -> None:
    watch, one = Told(), (160, 90)
    watch.show(0.0, frame())
    watch.show(1.0, frame(one), seen(one, "4", 0.99))
    for number in range(2, 6):
        watch.show(float(number), frame())
    watch.show(6.0, frame(one), seen(one, "4", 0.99))
    assert faces_of(watch) == [(1.0, ["4"]), (6.0, ["4"])]


def test_a_die_that_is_hardly_seen_was_rolled_when_the_others_were_taken_up() -> None:
    watch, spots = Told(), [(60, 60), (160, 90), (200, 120), (250, 60)]
    watch.show(0.0, frame())
    for number, spot in enumerate(spots, start=1):
        chance = 0.99 if number < 4 else 0.3
        watch.show(2.0 * number, frame(spot), seen(spot, "3", chance, sure=0.9 * chance))
        watch.show(2.0 * number + 1, frame(hand=True))
    assert [time for time, _ in faces_of(watch)] == [2.0, 4.0, 6.0, 8.0]


def test_what_comes_while_the_dice_lie_on_is_no_die_though_it_looks_a_little_like_one() -> None:
    watch, one, two, other = Told(), (60, 60), (160, 90), (250, 60)
    watch.show(0.0, frame())
    for number in range(1, 4):
        watch.show(4.0 * number, frame(one, two), seen(one, "3", 0.99), seen(two, "2", 0.99))
        watch.show(4.0 * number + 3, frame())
    dice = seen(one, "3", 0.99), seen(two, "2", 0.99)
    for since in (16.0, 18.0):
        watch.show(since, frame(one, two), *dice)
    for since in (20.0, 21.0):
        watch.show(since, frame(one, two, other), *dice, seen(other, "5", 0.3))
    assert faces_of(watch)[-1] == (16.0, ["2", "3"])


def test_what_came_with_a_die_and_stays_through_the_next_rolls_is_none() -> None:
    watch, spots, other = Told(), [(60, 60), (160, 90), (200, 120)], (250, 60)
    watch.show(0.0, frame())
    for number, spot in enumerate(spots, start=1):
        odd = seen(other, "5", 0.3, sure=0.4)
        watch.show(2.0 * number, frame(spot, other), seen(spot, "3", 0.99), odd)
        watch.show(2.0 * number + 1, frame(other), odd)
    assert faces_of(watch) == [(2.0, ["3"]), (4.0, ["3"]), (6.0, ["3"])]


def test_what_came_right_beside_a_die_and_shows_no_face_is_its_shadow() -> None:
    watch, spots = Told(), [(60, 60), (160, 90), (200, 120), (250, 60)]
    watch.show(0.0, frame())
    for number, spot in enumerate(spots, start=1):
        beside = spot[0] + EDGE + 1, spot[1]
        shadow = seen(beside, "sign", 0.5, sure=0.4)
        watch.show(2.0 * number, frame(spot, beside), seen(spot, "3", 0.99), shadow)
        watch.show(2.0 * number + 1, frame(hand=True))
    assert [faces for _, faces in faces_of(watch)] == [["3"]] * 4


def test_frames_that_come_late_show_a_die_as_well_and_no_second_roll() -> None:
    watch, looks = Told(), list[float]()
    bare, shown = (frame(*spots).repeat(2, 0).repeat(2, 1) for spots in ((), ((160, 90),)))
    watch.show(0.0, bare)
    watch.show(1.0, bare)

    def look(photo: Photo, reading: object) -> SeenDice:
        looks.append(time)
        return (seen((320, 180), "3", 0.3 if looks.count(time) == 1 else 0.95),)  # clear alone

    watch.look = look  # type: ignore[method-assign]
    for time in (3.0, 3.9, 8.0):  # then nothing comes for four seconds
        watch.feed(shown, time, None)
        assert [die.face for die in watch.told or ()] == (["3"] if time > 3.0 else []), time
    assert faces_of(watch) == [(3.0, ["3"])]
