"""The desk where changes are handed in: checked against the game, stored, and shown."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from ....engine.tiles.board import BoardError
from ...store.event_store import EventStore
from ...store.stored import EventMark, StoredEvent, VersionConflict
from ..palago.threats import is_ready
from ..play import PLAY_EVENTS, TABLE_EVENTS, ChangeRefused
from ..state import GameState, after_event, begin
from .event_format import FormatError, check_event
from .history import REDONE, UNDONE
from .memory import Marks, Memory, Recent

#: Games as shown, in a language, that are kept in memory.
MOST_VIEWS = 512
#: Tries to put a change after whatever stands there while others keep changing the game.
MOST_TRIES = 50

#: A game, its version, a language, and the number of a move.
_ViewKey = tuple[str, int, str, int | None]


class Desk:
    """Reads and changes games; remembers those in use."""

    def __init__(self, store: EventStore) -> None:
        self.store = store
        self._lock = threading.Lock()
        self._memory = Memory(store)
        self._views: Recent[_ViewKey, dict[str, Any]] = Recent(MOST_VIEWS)
        self._making: dict[_ViewKey, threading.Lock] = {}

    def state(self, game: str, upto: int | None = None) -> GameState:
        """A game as it stands, or as it stood at a version. Raises UnknownGame."""
        return self._memory.state(game, self.store.version(game) if upto is None else upto)

    def view(
        self,
        game: str,
        version: int,
        language: str,
        make: Callable[[GameState, str], dict[str, Any]],
        move: int | None = None,
    ) -> dict[str, Any]:
        """What ``make`` shows of a game at a version, made once and then remembered.

        ``move`` names what it makes, where that is one move of the record. All who watch ask
        for it at the same moment: one of them makes it, the others wait.
        """
        key = (game, version, language, move)
        with self._lock:
            making = self._making.setdefault(key, threading.Lock())
        with making:
            with self._lock:
                known = self._views.get(key)
            if known is None:
                history = self._memory.history(game, version)
                known = {"can_undo": history.can_undo, "can_redo": history.can_redo}
                complete = is_ready()
                known |= make(self._memory.folded(game, history), language)
                if complete:
                    with self._lock:
                        self._views.keep(key, known)
        with self._lock:
            self._making.pop(key, None)
        return known

    def start(self, data: Mapping[str, Any]) -> str:
        """Begin a game and return its name. Raises ChangeRefused."""
        try:
            check_event("game_created", data)
            begin(StoredEvent(1, datetime.now(UTC), "game_created", data))
        except (BoardError, FormatError) as error:
            raise ChangeRefused(str(error)) from None
        return self.store.create(str(data["kind"]), str(data["title"]), data)

    def require_open(self, game: str) -> None:
        """Raises ChangeRefused where the game is over, UnknownGame where there is none."""
        _require_open(self.state(game))

    def change(
        self, game: str, kind: str, data: Mapping[str, Any], version: int | None
    ) -> StoredEvent:
        """Check one change and store it.

        ``version`` is the one that the sender has seen; None puts the change after whatever
        stands there. Raises UnknownGame, ChangeRefused, and VersionConflict where somebody was
        faster.
        """
        try:
            check_event(kind, data)
        except FormatError as error:
            raise ChangeRefused(str(error)) from None
        title = str(data["title"]) if kind == "game_renamed" else None
        deleted = {"game_deleted": True, "game_restored": False}.get(kind)
        for _ in range(MOST_TRIES):
            before = self.store.version(game)
            if version not in (None, before):
                raise VersionConflict(before)
            now = datetime.now(UTC)
            history, after = self._after(game, StoredEvent(before + 1, now, kind, data))
            try:
                stored = self.store.append(
                    game, kind, data, version=before, at=now, title=title, deleted=deleted
                )
            except VersionConflict:
                if version is not None:
                    raise
                continue
            self._memory.remember(game, history, after)
            self.store.tell(game, stored)
            return stored
        raise VersionConflict(self.store.version(game))

    def _after(self, game: str, event: StoredEvent) -> tuple[Marks, GameState]:
        """What counts after an event, and the state then. Raises ChangeRefused."""
        before = self._memory.history(game, event.version - 1)
        history = before.after([EventMark(event.version, event.kind)])
        if event.kind in (UNDONE, REDONE):
            if not (before.can_undo if event.kind == UNDONE else before.can_redo):
                raise ChangeRefused.of(f"nothing_{event.kind}")
            return history, self._memory.folded(game, history)
        state = self._memory.folded(game, before)
        if event.kind in TABLE_EVENTS | PLAY_EVENTS:
            _require_open(state)
        try:
            return history, after_event(state, event)
        except ChangeRefused:
            raise
        except ValueError as error:
            raise ChangeRefused(str(error)) from None


def _require_open(state: GameState) -> None:
    """A finished game stays as it ended; undo opens it again. Raises ChangeRefused.

    Games of earlier versions may hold events after their end: those are folded as they are.
    """
    if state.play is not None and state.play.over:
        raise ChangeRefused.of("finished")
