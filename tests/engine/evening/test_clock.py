"""The clock: what is left, whoever presses it, however often it is stopped."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palago.engine.evening.clock import KINDS, Clock, ClockError, TimeControl

SUDDEN = TimeControl("sudden", 300)


def run(control: TimeControl, *thinking: float) -> Clock:
    """A clock of two players started at 1000, each move thought about for so long."""
    clock, at = Clock.new(control, 2).started(1000), 1000.0
    for seconds in thinking:
        at += seconds
        clock = clock.pressed(at)
    return clock


def test_sudden_death_counts_every_second() -> None:
    clock = run(SUDDEN, 10, 20, 5)
    assert clock.left == (285, 280) and clock.mover == 1
    assert clock.left_at(1035 + 7) == (285, 273)


def test_an_increment_is_added_after_each_move() -> None:
    assert run(TimeControl("increment", 60, 3), 10, 20).left == (53, 43)


def test_a_delay_costs_nothing_and_saves_nothing() -> None:
    control = TimeControl("delay", 60, 5)
    assert run(control, 3, 12).left == (60, 53)
    clock = Clock.new(control, 2).started(0)
    # Stopped within the free seconds, they are not given again.
    clock = clock.stopped(4).started(100)
    assert clock.left_at(103) == (58, 60)


def test_time_for_each_move_begins_anew() -> None:
    clock = run(TimeControl("move", 30), 29, 12)
    assert clock.left == (30, 30)
    assert clock.left_at(1041 + 31)[0] == -1, "running out is told, and nothing else happens"


def test_a_tap_and_the_confirmed_move_after_it_are_one_press() -> None:
    clock = Clock.new(SUDDEN, 2).started(0).pressed(10)
    assert clock.pressed(12, mover=1) == clock


def test_the_first_confirmed_move_starts_it() -> None:
    clock = Clock.new(SUDDEN, 3).pressed(50, mover=1)
    assert clock.runs and clock.left == (300, 300, 300) and clock.left_at(53)[1] == 297


def test_a_stopped_clock_stays_stopped_when_a_move_is_confirmed() -> None:
    clock = Clock.new(SUDDEN, 2).started(0).stopped(10).pressed(500, mover=1)
    assert not clock.runs and clock.left_at(9999) == (290, 300)


def test_the_referee_can_correct_it() -> None:
    clock = Clock.new(SUDDEN, 2).started(0).corrected(0, 100, 50)
    assert clock.left_at(60) == (90, 300)
    assert clock.corrected(1, 20, 60).left_at(60) == (90, 20)


@given(
    st.sampled_from(KINDS),
    st.lists(
        st.tuples(st.sampled_from(("press", "stop", "start")), st.floats(0, 100)), max_size=20
    ),
)
def test_nobody_gains_time_but_by_increment(kind: Any, steps: list[tuple[str, float]]) -> None:
    control = TimeControl(kind, 600, 0 if kind in ("sudden", "move") else 4)
    clock, at = Clock.new(control, 2).started(0), 0.0
    for what, seconds in steps:
        at += seconds
        before = clock.left_at(at)
        clock = getattr(clock, {"press": "pressed", "stop": "stopped", "start": "started"}[what])(
            at
        )
        gained = [new - old for new, old in zip(clock.left_at(at), before, strict=True)]
        most = 600 if kind == "move" else 4 if kind == "increment" else 0
        assert max(gained) <= most + 1e-6 or kind == "move"
        assert min(gained) >= -1e-6, "no time is lost between two moments that are one"


@pytest.mark.parametrize(
    "wrong", [None, {"kind": "egg", "seconds": 5}, {"kind": "move"}, {"kind": "move", "seconds": 0}]
)
def test_what_is_no_clock_is_refused_with_a_sentence(wrong: object) -> None:
    with pytest.raises(ClockError, match="clock"):
        TimeControl.from_json(wrong)


def test_a_clock_can_be_written_and_read() -> None:
    control = TimeControl("delay", 90, 2.5)
    assert TimeControl.from_json(control.to_json()) == control
    short = TimeControl.from_json({"kind": "sudden", "seconds": 60})
    assert short.to_json() == {"kind": "sudden", "seconds": 60, "extra": 0}
