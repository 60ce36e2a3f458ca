"""Which dice on the table are a new roll, and which were left over."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palago.engine.lattice import cell_centre
from palago.engine.palagonia.at_table.rolls import DiceOnTable, RollSeen
from palago.engine.palagonia.dice import DieFace, Roll
from palago.engine.tiles.alignment import Alignment
from palago.engine.tiles.dice_seen import DieSeen, moved_place

FACES = [face.value for face in DieFace]


def die(face: str | None, x: float, y: float, confidence: float = 0.99) -> DieSeen:
    return DieSeen(face, confidence, (x, y), 0.6)


def seen(*sightings: list[DieSeen]) -> list[RollSeen | None]:
    """What each sighting gives, one after the other."""
    table, found = DiceOnTable(), []
    for dice in sightings:
        table, roll = table.see(dice)
        found.append(roll)
    return found


def test_dice_that_come_to_lie_are_a_roll_and_lying_on_they_are_none() -> None:
    dice = [die("3", 4, 1), die("rotate", 5, 2)]
    first, second = seen(dice, [die("3", 4.05, 0.98), die("rotate", 5.02, 2.03)])
    assert first is not None and first.is_sure
    assert first.roll == Roll.of((DieFace.THREE, DieFace.ROTATE))
    assert second is None


def test_the_same_faces_elsewhere_are_a_new_roll() -> None:
    rolls = seen([die("3", 4, 1), die("2", 5, 2)], [die("3", -4, 1), die("2", -3, 3)])
    assert rolls[1] is not None and rolls[1].is_sure and rolls[1].roll == rolls[0].roll


def test_a_hand_over_the_dice_is_no_roll() -> None:
    dice = [die("3", 4, 1), die("2", 5, 2)]
    rolls = seen(dice, [], dice[:1], dice)
    assert rolls[1:] == [None, None, None]


def test_dice_of_others_that_lie_still_are_no_part_of_a_roll() -> None:
    left = [die("5", -4, 0), die("remove", -5, 1)]
    rolls = seen(left, [*left, die("2", 4, 1), die("4", 5, 2)])
    assert rolls[1] is not None and rolls[1].is_sure
    assert rolls[1].faces == (DieFace.TWO, DieFace.FOUR)


def test_one_die_thrown_again_is_a_roll_with_a_doubt() -> None:
    rolls = seen([die("3", 4, 1), die("2", 5, 2)], [die("3", 4, 1), die("5", 8, 2)])
    again = rolls[1]
    assert again is not None and again.partly and not again.is_sure
    assert set(again.faces) == {DieFace.THREE, DieFace.FIVE}


def test_a_die_nudged_aside_is_no_roll_and_two_are_asked_about() -> None:
    start = [die("3", 4, 1), die("2", 5, 2)]
    assert seen(start, [die("3", 4.8, 1), die("2", 5, 2)])[1] is None
    both = seen(start, [die("3", 4.8, 1), die("2", 5.9, 2)])[1]
    assert both is not None and both.pushed and not both.is_sure


def test_a_face_that_cannot_be_told_makes_no_roll_and_is_told_later() -> None:
    table, first = DiceOnTable().see([die(None, 4, 1), die("2", 5, 2)])
    assert first is not None and first.roll is None and not first.is_sure
    table, second = table.see([die("4", 4, 1), die("2", 5, 2)])
    assert second is None
    assert {d.face for d in table.rolled} == {"4", "2"}


def test_a_face_that_was_sure_stays_when_it_is_seen_worse() -> None:
    table, _ = DiceOnTable().see([die("4", 4, 1), die("2", 5, 2)])
    table, roll = table.see([die("5", 4, 1, 0.6), die("2", 5, 2)])
    assert roll is None
    assert {d.face for d in table.rolled} == {"4", "2"}


@given(st.lists(st.tuples(st.sampled_from(FACES), st.sampled_from(FACES)), min_size=1, max_size=8))
def test_every_roll_of_a_game_is_seen_once(rolls: list[tuple[str, str]]) -> None:
    table, found = DiceOnTable(), []
    for number, (one, two) in enumerate(rolls):
        at = 10.0 * (number % 2) + number * 0.9
        dice = [die(one, at, 0), die(two, at + 1.2, 1)]
        for sighting in (dice, [], dice[1:], dice):
            table, roll = table.see(sighting)
            if roll is not None:
                found.append(roll)
    assert [roll.roll for roll in found] == [Roll.of((DieFace(a), DieFace(b))) for a, b in rolls]
    assert all(roll.is_sure for roll in found)


@given(st.integers(0, 5), st.integers(-5, 5), st.integers(-5, 5), st.integers(-4, 4),
       st.integers(-4, 4))  # fmt: skip
def test_places_move_with_the_cells(sixths: int, q: int, r: int, dq: int, dr: int) -> None:
    way = Alignment(sixths, (dq, dr))
    assert moved_place(cell_centre((q, r)), way) == pytest.approx(cell_centre(way.cell((q, r))))


def test_of_two_dice_the_second_is_waited_for() -> None:
    table, first = DiceOnTable().see([die("3", 4, 1)], thrown=2)
    assert first is None
    _, roll = table.see([die("3", 4, 1), die("2", 5, 2)], thrown=2)
    assert roll is not None and roll.is_sure and len(roll.dice) == 2


def test_dice_that_moved_after_they_were_obeyed_are_a_new_roll_whatever_they_show() -> None:
    table, _ = DiceOnTable().see([die("3", 4, 1), die("2", 5, 2)], thrown=2)
    _, roll = table.see([die("2", 4.6, 1.4), die("3", 5.9, 2)], thrown=2, played=True)
    assert roll is not None and roll.is_sure


def test_a_board_that_comes_into_sight_makes_no_new_roll_of_the_dice_that_lie() -> None:
    by_picture = [DieSeen("5", 0.99, (210.0, 180.0), 24.0, by_board=False)]
    table, first = DiceOnTable().see(by_picture)
    assert first is not None
    table, roll = table.see([die("5", 4, 1)], thrown=2)
    assert roll is None
    _, roll = table.see([die("5", 4.02, 1)], thrown=2)
    assert roll is None


def test_a_clear_face_where_another_clear_one_lay_is_a_new_roll() -> None:
    faces = {face: DieSeen(face, 0.94, (4, 1), 0.6, chances=((face, 0.999),)) for face in FACES}
    rolls = seen([faces["rotate"]], [faces["5"]])
    assert rolls[1] is not None and rolls[1].faces == (DieFace.FIVE,)
