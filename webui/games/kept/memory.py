"""Games in use, folded: a change folds only what is new, an undo goes back to what was known."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

from ...store.event_store import EventStore
from ...store.stored import EventMark
from ..state import GameState, after_event, begin
from .history import History

#: Folded games that are kept in memory; a busy evening's.
MOST_STATES = 512
#: Steps back from a folded game that are kept as well, for whoever undoes one after the other.
STEPS_BACK = 64

Key = TypeVar("Key", bound=Hashable)
Remembered = TypeVar("Remembered")
Marks = History[EventMark]


class Recent(Generic[Key, Remembered]):
    """What was used last, up to a number of things; for one thread at a time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Key, Remembered] = OrderedDict()

    def get(self, key: Key) -> Remembered | None:
        """What is kept under a key, None where nothing is."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def keep(self, key: Key, value: Remembered) -> None:
        """Keep something, and forget what was not used for longest."""
        self._kept[key] = value
        self._kept.move_to_end(key)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)


class Memory:
    """The histories and folded states of the games in use.

    A state hangs on nothing but the events that count, so it is kept under their numbers: undo and
    redo lead to numbers that were there before.
    """

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._histories: Recent[tuple[str, int], Marks] = Recent(MOST_STATES)
        self._states: Recent[tuple[str, tuple[int, ...]], GameState] = Recent(MOST_STATES)

    def history(self, game: str, version: int) -> Marks:
        """Which events count at a version. Raises UnknownGame."""
        with self._lock:
            known = self._histories.get((game, version))
            before = self._histories.get((game, version - 1))
        if known is not None:
            return known
        if before is not None:
            history = before.after(self._store.marks(game, version - 1, version))
        else:
            history = Marks().after(self._store.marks(game, 0, version))
        with self._lock:
            self._histories.keep((game, version), history)
        return history

    def state(self, game: str, version: int) -> GameState:
        """A game as it stood at a version. Raises UnknownGame."""
        return self.folded(game, self.history(game, version))

    def folded(self, game: str, history: Marks) -> GameState:
        """What the events that count add up to. Raises UnknownGame, ChangeRefused."""
        path = tuple(mark.version for mark in history.counting)
        done, state = self._nearest(game, path)
        if state is not None and done == len(path):
            return state
        missing = path[done:]
        events = {e.version: e for e in self._store.events(game, after=min(missing) - 1)}
        for version in missing:  # a redone event comes after what happened in between
            state = begin(events[version]) if state is None else after_event(state, events[version])
            done += 1
            if done >= len(path) - STEPS_BACK:
                self._keep(game, path[:done], state)
        assert state is not None  # a game has a first event
        return state

    def remember(self, game: str, history: Marks, state: GameState) -> None:
        """Keep what the events that count add up to."""
        self._keep(game, tuple(mark.version for mark in history.counting), state)

    def _keep(self, game: str, path: tuple[int, ...], state: GameState) -> None:
        with self._lock:
            self._states.keep((game, path), state)

    def _nearest(self, game: str, path: tuple[int, ...]) -> tuple[int, GameState | None]:
        """The longest part of a path whose state is known, and that state."""
        with self._lock:
            for length in range(len(path), max(0, len(path) - STEPS_BACK), -1):
                known = self._states.get((game, path[:length]))
                if known is not None:
                    return length, known
        return 0, None
