"""A game's clock among its events: set, started, stopped, pressed by a tap or a confirmed move.

The time of each event is the server's own, so that a clock is the same on every screen and after
a restart. An undo takes a move back and not the time: the clock stands as if the move had never
been confirmed.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from ...engine.evening.clock import Clock, TimeControl
from ..store.stored import StoredEvent
from .names import COLOURS
from .play import ChangeRefused, Play

#: What happens to the clock alone. It is no change at the table: undo steps over it.
CLOCK_EVENTS = frozenset(
    ("clock_set", "clock_pressed", "clock_started", "clock_stopped", "clock_corrected")
)


def first_clock(options: Mapping[str, Any], play: Play | None) -> Clock | None:
    """The clock that was agreed on with the game. Raises ClockError."""
    if play is None or options.get("clock") is None:
        return None
    return _new(options["clock"], play)


def clock_after(clock: Clock | None, event: StoredEvent, play: Play) -> Clock | None:
    """The clock after one of :data:`CLOCK_EVENTS`. Raises ChangeRefused, ClockError."""
    if event.kind == "clock_set":
        return None if event.data["control"] is None else _new(event.data["control"], play)
    if clock is None:
        raise ChangeRefused.of("no_clock")
    at = seconds_of(event.at)
    if event.kind == "clock_started":
        return clock if play.over else _for_whoever_is_on_turn(clock, play).started(at)
    if event.kind == "clock_stopped":
        return clock.stopped(at)
    if event.kind == "clock_corrected":
        return clock.corrected(int(event.data["player"]), float(event.data["seconds"]), at)
    if play.over:
        return clock
    return clock.pressed(at) if clock.begun else clock.started(at)


def clock_after_move(clock: Clock | None, play: Play, at: datetime) -> Clock | None:
    """The clock after something was agreed on: whoever is on turn now thinks, or the game ends."""
    if clock is None:
        return None
    moment = seconds_of(at)
    if play.over:
        return clock.stopped(moment)
    mover = mover_of(play)
    return clock if mover is None else clock.pressed(moment, mover)


def mover_of(play: Play) -> int | None:
    """The place of whoever is on turn among those who play, None where nobody is."""
    who, sides = play.on_turn, sides_of(play)
    return sides.index(who) if who in sides else None


def sides_of(play: Play) -> tuple[str, ...]:
    """Those who play, in the order of their turns: names, or colours where there are none."""
    return tuple(play.game.players) or COLOURS


def seconds_of(at: datetime) -> float:
    """A time in seconds since 1970, as exact as a file keeps it."""
    return round(at.timestamp(), 3)


def now() -> float:
    """The server's time, to which every screen sets itself."""
    return round(time.time(), 3)


def _new(value: object, play: Play) -> Clock:
    clock = Clock.new(TimeControl.from_json(value), len(sides_of(play)))
    return _for_whoever_is_on_turn(clock, play)


def _for_whoever_is_on_turn(clock: Clock, play: Play) -> Clock:
    """Before it was started a clock waits for whoever is on turn."""
    mover = mover_of(play)
    return clock if clock.begun or mover is None else replace(clock, mover=mover)
