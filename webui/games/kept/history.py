"""Which of a game's events count: undo and redo are events too, and nothing is ever erased."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from ...store.stored import RECORD_CORRECTED, EventMark, StoredEvent

UNDONE, REDONE = "undone", "redone"
#: What happens to the game as a whole is not a change at the table: undo steps over it.
ABOUT_THE_GAME = frozenset(
    (
        *("game_created", "game_renamed", "game_deleted", "game_restored", "options_changed"),
        "partner_thought",
        *("clock_set", "clock_pressed", "clock_started", "clock_stopped", "clock_corrected"),
    )
)


#: Where an event counts: its number, and that of the correction that says what counts there.
Counted = tuple[int, int]
Path = tuple[Counted, ...]
#: An event, or as much of one as decides whether it counts.
AnyNumbered = TypeVar("AnyNumbered", StoredEvent, EventMark)


@dataclass(frozen=True)
class History(Generic[AnyNumbered]):
    """The events that count, in order, and those that a redo would bring back, the next last."""

    counting: tuple[AnyNumbered, ...] = ()
    taken_back: tuple[AnyNumbered, ...] = ()

    @property
    def path(self) -> Path:
        """The places of those that count. A correction has none: it changes what stands there."""
        by = {step.version: 0 for step in self.counting if step.kind != RECORD_CORRECTED}
        for step in self.counting:
            by |= {version: step.version for version in step.instead if version in by}
        return tuple(by.items())

    @property
    def can_undo(self) -> bool:
        """Whether something was done at the table."""
        return any(step.kind not in ABOUT_THE_GAME for step in self.counting)

    @property
    def can_redo(self) -> bool:
        """Whether something was undone last."""
        return bool(self.taken_back)

    def after(self, steps: Iterable[AnyNumbered]) -> History[AnyNumbered]:
        """The history with more events after it."""
        counting, taken_back = list(self.counting), list(self.taken_back)
        for step in steps:
            _apply_event(step, counting, taken_back)
        return History(tuple(counting), tuple(taken_back))


def told(events: Iterable[StoredEvent]) -> Iterator[StoredEvent]:
    """The events that count of all events of a game, put right where they were corrected."""
    known = {event.version: event for event in events}
    for place in History[StoredEvent]().after(known.values()).path:
        yield from told_at(place, known)


def told_at(place: Counted, known: Mapping[int, StoredEvent]) -> Iterator[StoredEvent]:
    """What counts at a place: the event that was stored there, or what a correction has put there.
    ``known`` are all events by their numbers."""
    version, by = place
    own = known[version]
    if not by:
        yield own
        return
    for said in known[by].data["instead"][str(version)]:
        yield own if said is None else replace(own, kind=said["kind"], data=said["data"], by=by)


def _apply_event(
    step: AnyNumbered, counting: list[AnyNumbered], taken_back: list[AnyNumbered]
) -> None:
    if step.kind == UNDONE:
        for place in range(len(counting) - 1, -1, -1):
            if counting[place].kind not in ABOUT_THE_GAME:
                taken_back.append(counting.pop(place))
                return
    elif step.kind == REDONE:
        if taken_back:
            counting.append(taken_back.pop())
    else:
        counting.append(step)
        if step.kind not in ABOUT_THE_GAME:
            taken_back.clear()
