"""A club night: who meets whom, who sits out, and that the table is right."""

import json
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palago.engine.evening.evening import Evening, EveningError
from palago.engine.evening.pairing import circle, rounds_of_circle, swiss

NAMES = ("Ann", "Ben", "Cem", "Dag", "Eva", "Flo", "Gil", "Hal", "Ida", "Jon", "Kim", "Lea")


def evening(system: str, people: int, **more: Any) -> Evening:
    night = Evening(system, **more)
    for name in NAMES[:people]:
        night = night.joined(name)
    return night


def played(night: Evening, score: tuple[float, float] = (1.0, 0.0)) -> Evening:
    """The next round, in which everybody who moved first gets so much."""
    night = night.next_round({})
    for pairing in night.rounds[-1]:
        if not pairing.is_bye:
            night = night.with_score(len(night.rounds), pairing.table, score)
    return night


def met_once(night: Evening) -> set[frozenset[str]]:
    """Who sat at one table; nobody did so twice."""
    met = [frozenset(two) for r in night.rounds for p in r for two in combinations(p.seats, 2)]
    assert len(met) == len(set(met))
    return set(met)


def byes(night: Evening) -> set[str]:
    """Who sat out; nobody did so twice."""
    alone = [p.seats[0] for r in night.rounds for p in r if p.is_bye]
    assert len(alone) == len(set(alone))
    return set(alone)


@pytest.mark.parametrize("people", range(2, 13))
def test_everybody_meets_everybody_once(people: int) -> None:
    night = evening("round_robin", people)
    for _ in range(rounds_of_circle(people)):
        night = played(night)
        there = [name for pairing in night.rounds[-1] for name in pairing.seats]
        assert sorted(there) == sorted(NAMES[:people])
    assert len(met_once(night)) == people * (people - 1) // 2
    assert len(byes(night)) == (people if people % 2 else 0)
    with pytest.raises(EveningError, match="everybody"):
        night.next_round({})


@pytest.mark.parametrize("people", [4, 5, 8, 11, 12])
def test_swiss_pairs_equals_and_nobody_twice(people: int) -> None:
    night = evening("swiss", people)
    assert night.rounds_planned == (people - 1).bit_length()
    for _ in range(night.rounds_planned):
        night = played(night)
    met_once(night)
    byes(night)
    if people == 8:
        second = night.rounds[1]
        firsts = {p.seats[0] for p in night.rounds[0]}
        assert all((p.seats[0] in firsts) == (p.seats[1] in firsts) for p in second)


@pytest.mark.parametrize("system", ["round_robin", "swiss"])
def test_at_tables_of_three_nobody_sits_out_and_nobody_meets_twice(system: str) -> None:
    night = replace(evening(system, 12), seats=3)
    for number in range(3):
        night = night.next_round({})
        assert [len(p.seats) for p in night.rounds[-1]] == [3, 3, 3, 3]
        for pairing in night.rounds[-1]:
            night = night.with_score(number + 1, pairing.table, (1.0, 0.0, 0.0))
    assert len(met_once(night)) == 3 * 4 * 3
    late = night.joined("Late").next_round({}).rounds[-1]
    assert sorted(len(p.seats) for p in late) == [2, 2, 3, 3, 3]
    assert Evening.from_json(json.loads(json.dumps(night.to_json()))) == night


@given(st.integers(2, 12), st.lists(st.sampled_from(("first", "second", "equal")), max_size=60))
def test_swiss_goes_on_however_the_games_end(people: int, ends: list[str]) -> None:
    scores = {"first": (1.0, 0.0), "second": (0.0, 1.0), "equal": (0.5, 0.5)}
    night, left = evening("swiss", people), list(ends)
    for number in range(1, 6):
        night = night.next_round({})
        for pairing in night.rounds[-1]:
            if not pairing.is_bye:
                score = scores[left.pop() if left else "first"]
                night = night.with_score(number, pairing.table, score)
    if people > 10:  # five rounds leave a new opponent for everybody
        met_once(night)
    points = sum(row.points for row in night.standings({}))
    assert points == sum(len(r) for r in night.rounds), "each table gives one point away"
    whites = [sum(p.seats[0] == n for r in night.rounds for p in r if not p.is_bye) for n in NAMES]
    assert max(whites[:people]) <= 5


def test_who_comes_late_is_paired_from_then_on_and_who_leaves_is_not() -> None:
    night = played(evening("round_robin", 4)).joined("Late").left("Ann")
    assert night.present == ("Ben", "Cem", "Dag", "Late")
    for _ in range(3):
        night = played(night)
    assert {frozenset(("Late", name)) for name in ("Ben", "Cem", "Dag")} <= met_once(night)
    assert not any("Ann" in p.seats for r in night.rounds[1:] for p in r)
    assert "Ann" in [row.name for row in night.standings({})], "what she played counts"
    assert "Ann" in night.joined("Ann").present, "she may come back"
    assert evening("swiss", 3).left("Ben").names == ("Ann", "Cem"), "he never played"


def test_results_come_from_the_games_and_a_hand_stands_before_them() -> None:
    night = evening("round_robin", 2).next_round({}).with_games({1: "g1"})
    with pytest.raises(EveningError, match="table 1"):
        night.next_round({"g1": None})
    assert night.standings({"g1": (0.0, 1.0)})[0].name == night.rounds[0][0].seats[1]
    by_hand = night.with_score(1, 1, (0.5, 0.5))
    assert [row.points for row in by_hand.standings({"g1": (0.0, 1.0)})] == [0.5, 0.5]
    assert [row.place for row in by_hand.standings({})] == [1, 1]
    assert by_hand.with_score(1, 1, None) == night


def test_those_with_stronger_opponents_stand_before_equals() -> None:
    night = evening("swiss", 4)
    night = played(night)
    # The winners meet, the losers meet: two people have one point, told apart by whom they met.
    night = played(night)
    table = night.standings({})
    assert [row.points for row in table] == [2, 1, 1, 0]
    assert table[1].buchholz >= table[2].buchholz


def test_where_everybody_meets_everybody_nobody_stands_higher_for_whom_they_met_already() -> None:
    night = evening("round_robin", 4)
    for scores in (((1.0, 0.0), (0.0, 1.0)), ((0.0, 1.0), (0.5, 0.5))):
        night = night.next_round({})
        for number, score in enumerate(scores, start=1):
            night = night.with_score(len(night.rounds), number, score)
    table = {row.name: (row.place, row.points, row.sonneborn) for row in night.standings({})}
    assert table["Ben"] == table["Dag"] == (3, 0.5, 0.25), "they drew, and lost to others"
    assert night.tie_breaks == ("sonneborn",)
    assert evening("swiss", 5).tie_breaks == ("buchholz", "sonneborn")


def test_a_round_taken_back_is_paired_anew_with_who_came_and_without_who_went() -> None:
    night = played(evening("swiss", 6)).joined("Gil").next_round({})
    night = night.left("Ann").left("Gil").joined("Late").without_round()
    assert night.present == ("Ben", "Cem", "Dag", "Eva", "Flo", "Late")
    seated = [name for pairing in night.next_round({}).rounds[-1] for name in pairing.seats]
    assert sorted(seated) == sorted(night.present)
    table = {row.name: row.left for row in night.standings({})}
    assert table["Ann"] == 2 and table["Ben"] is None, "she left after the first round"
    assert "Gil" not in table, "he never played"


def test_what_makes_no_sense_is_refused_with_a_sentence() -> None:
    night = evening("swiss", 1)
    for wrong in (
        lambda: night.next_round({}),
        lambda: night.joined("Ann"),
        lambda: night.joined("ann"),
        lambda: night.joined("  "),
        lambda: night.with_score(1, 1, (1.0, 0.0)),
        lambda: Evening("knock_out"),
    ):
        with pytest.raises(EveningError) as told:
            wrong()  # type: ignore[no-untyped-call]
        assert len(str(told.value)) > 10


def test_an_evening_can_be_written_and_read() -> None:
    night = played(evening("swiss", 5, wanted=4)).joined("Late")
    assert Evening.from_json(json.loads(json.dumps(night.to_json()))) == night


def test_a_hall_full_of_people_is_paired_at_once() -> None:
    names = [f"P{number}" for number in range(60)]
    met: set[frozenset[str]] = set()
    points = dict.fromkeys(names, 0.0)
    for _ in range(8):
        ranked = sorted(names, key=lambda name: -points[name])
        pairs = swiss(ranked, points, met, {})
        again = {frozenset((a, b)) for a, b in pairs if b}
        assert not again & met
        met |= again
        for one, _ in pairs:
            points[one] += 1
    assert len(circle(names, 1)) == 30


def test_somebody_is_renamed_in_all_that_was_played() -> None:
    night = played(evening("swiss", 5)).left("Eva")
    before = night.standings({})
    renamed = night.renamed("Ann", " Anne ")
    assert [row.name.replace("Anne", "Ann") for row in renamed.standings({})] == [
        row.name for row in before
    ]
    assert "Ann" not in json.dumps(renamed.to_json()).replace("Anne", "")
    assert renamed.renamed("Anne", "ANNE").names[0] == "ANNE", "one's own name in capitals"
    for taken in ("Ben", "bEN", "eva"):
        with pytest.raises(EveningError, match=f"{taken.title()} already"):
            renamed.renamed("Anne", taken)
    for name, to, why in (
        ("Ann", "X", "not among"),
        ("Anne", " ", "name"),
        ("Anne", "x" * 41, "name"),
    ):
        with pytest.raises(EveningError, match=why):
            renamed.renamed(name, to)
