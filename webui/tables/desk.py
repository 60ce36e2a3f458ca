"""The desk where changes are handed in: checked against the game, stored, and shown."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from ...engine.board import BoardError
from ..store import Event, EventStore, VersionConflict
from . import history
from .play import ChangeRefused
from .state import State, apply, begin, fold

#: Folded games that are kept in memory; a busy evening's.
MOST_STATES = 512
#: Tries to put a change after whatever stands there while others keep changing the game.
MOST_TRIES = 50


class Desk:
    """Reads and changes games; remembers the folded state of those in use."""

    def __init__(self, store: EventStore) -> None:
        self.store = store
        self._lock = threading.Lock()
        self._known: OrderedDict[tuple[str, int], State] = OrderedDict()
        self._views: OrderedDict[tuple[str, int, str], dict[str, Any]] = OrderedDict()
        self._making: dict[tuple[str, int, str], threading.Lock] = {}

    def events(self, game: str, upto: int | None = None) -> tuple[Event, ...]:
        """A game's events, up to a version where one is given. Raises UnknownGame."""
        events = self.store.events(game)
        return events if upto is None else tuple(e for e in events if e.version <= upto)

    def state(self, game: str, upto: int | None = None) -> State:
        """A game as it stands, or as it stood at a version. Raises UnknownGame."""
        version = self.store.version(game) if upto is None else upto
        with self._lock:
            known = self._known.get((game, version))
            if known is not None:
                self._known.move_to_end((game, version))
                return known
        state = self._folded(game, version)
        with self._lock:
            self._known[game, version] = state
            if len(self._known) > MOST_STATES:
                self._known.popitem(last=False)
        return state

    def _folded(self, game: str, version: int) -> State:
        counting, _ = history.effective(self.events(game, version))
        return fold(counting)

    def view(
        self, game: str, version: int, language: str, make: Callable[[State, str], dict[str, Any]]
    ) -> dict[str, Any]:
        """What ``make`` shows of a game at a version, made once and then remembered.

        All who watch ask for it at the same moment: one of them makes it, the others wait.
        """
        key = (game, version, language)
        with self._lock:
            making = self._making.setdefault(key, threading.Lock())
        with making:
            with self._lock:
                known = self._views.get(key)
            if known is None:
                can_undo, can_redo = self.can_undo_redo(game, version)
                known = {"can_undo": can_undo, "can_redo": can_redo}
                known |= make(self.state(game, version), language)
                with self._lock:
                    self._views[key] = known
                    if len(self._views) > MOST_STATES:
                        self._views.popitem(last=False)
        with self._lock:
            self._making.pop(key, None)
        return known

    def can_undo_redo(self, game: str, upto: int | None = None) -> tuple[bool, bool]:
        """Whether there is something to undo, and to redo. Raises UnknownGame."""
        counting, taken_back = history.effective(self.events(game, upto))
        about = history.ABOUT_THE_GAME
        return any(event.kind not in about for event in counting), bool(taken_back)

    def start(self, data: Mapping[str, Any]) -> str:
        """Begin a game and return its name. Raises ChangeRefused."""
        try:
            begin(Event(1, datetime.now(UTC), "game_created", data))
        except BoardError as error:
            raise ChangeRefused(str(error)) from None
        return self.store.create(str(data["kind"]), str(data["title"]), data)

    def change(self, game: str, kind: str, data: Mapping[str, Any], version: int | None) -> Event:
        """Check one change and store it.

        ``version`` is the one that the sender has seen; None puts the change after whatever
        stands there. Raises UnknownGame, ChangeRefused, and VersionConflict where somebody was
        faster.
        """
        title = str(data["title"]) if kind == "game_renamed" else None
        deleted = {"game_deleted": True, "game_restored": False}.get(kind)
        for _ in range(MOST_TRIES):
            before = self.store.version(game)
            if version not in (None, before):
                raise VersionConflict(before)
            self._check(game, kind, data, before)
            try:
                return self.store.append(
                    game, kind, data, version=before, title=title, deleted=deleted
                )
            except VersionConflict:
                if version is not None:
                    raise
        raise VersionConflict(self.store.version(game))

    def _check(self, game: str, kind: str, data: Mapping[str, Any], version: int) -> None:
        if kind in (history.UNDONE, history.REDONE):
            can_undo, can_redo = self.can_undo_redo(game, version)
            if not (can_undo if kind == history.UNDONE else can_redo):
                what = "undo" if kind == history.UNDONE else "redo"
                raise ChangeRefused(f"there is nothing to {what}")
            return
        state = self.state(game, version)
        try:
            apply(state, Event(version + 1, datetime.now(UTC), kind, data))
        except ValueError as error:
            raise ChangeRefused(str(error)) from None
