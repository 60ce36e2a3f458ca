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
from .threat_items import is_ready

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
        self._remember(game, version, state)
        return state

    def _folded(self, game: str, version: int) -> State:
        """Fold the events; only the newest one where the state before it is remembered."""
        with self._lock:
            before = self._known.get((game, version - 1))
        if before is not None:
            newest = self.store.events(game, after=version - 1)[0]
            if newest.kind not in (history.UNDONE, history.REDONE):
                return apply(before, newest)
        counting, _ = history.effective(self.events(game, version))
        return fold(counting)

    def _remember(self, game: str, version: int, state: State) -> None:
        with self._lock:
            self._known[game, version] = state
            if len(self._known) > MOST_STATES:
                self._known.popitem(last=False)

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
                complete = is_ready()
                known |= make(self.state(game, version), language)
                with self._lock:
                    if complete:
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
            now = datetime.now(UTC)
            after = self._after(game, Event(before + 1, now, kind, data))
            try:
                stored = self.store.append(
                    game, kind, data, version=before, at=now, title=title, deleted=deleted
                )
            except VersionConflict:
                if version is not None:
                    raise
                continue
            if after is not None:
                self._remember(game, stored.version, after)
            self.store.tell(game, stored)
            return stored
        raise VersionConflict(self.store.version(game))

    def _after(self, game: str, event: Event) -> State | None:
        """The state after an event, None where it has to be folded anew. Raises ChangeRefused."""
        version = event.version - 1
        if event.kind in (history.UNDONE, history.REDONE):
            can_undo, can_redo = self.can_undo_redo(game, version)
            if not (can_undo if event.kind == history.UNDONE else can_redo):
                what = "undo" if event.kind == history.UNDONE else "redo"
                raise ChangeRefused(f"there is nothing to {what}")
            return None
        try:
            return apply(self.state(game, version), event)
        except ValueError as error:
            raise ChangeRefused(str(error)) from None
