"""Which of a game's events count: undo and redo are events too, and nothing is ever erased."""

from __future__ import annotations

from collections.abc import Iterable

from ..store import Event

UNDONE, REDONE = "undone", "redone"
#: What happens to the game as a whole is not a change at the table: undo steps over it.
ABOUT_THE_GAME = frozenset(("game_created", "game_renamed", "game_deleted", "game_restored"))


def effective(events: Iterable[Event]) -> tuple[tuple[Event, ...], tuple[Event, ...]]:
    """The events that count, in order, and those that a redo would bring back, the next last."""
    counting: list[Event] = []
    taken_back: list[Event] = []
    for event in events:
        if event.kind == UNDONE:
            index = next(
                (
                    place
                    for place in range(len(counting) - 1, -1, -1)
                    if counting[place].kind not in ABOUT_THE_GAME
                ),
                None,
            )
            if index is not None:
                taken_back.append(counting.pop(index))
        elif event.kind == REDONE:
            if taken_back:
                counting.append(taken_back.pop())
        else:
            counting.append(event)
            if event.kind not in ABOUT_THE_GAME:
                taken_back.clear()
    return tuple(counting), tuple(taken_back)
