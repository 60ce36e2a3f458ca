"""The desk where changes are handed in: checked against the game, stored, and shown."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from ...store.event_store import EventStore
from ...store.stored import EventMark, StoredEvent, UnknownGame, VersionConflict
from ..entered import entered_winner
from ..palago.threats import is_ready
from ..play import PLAY_EVENTS, ChangeRefused, happens_on_the_table, refusing_changes
from ..state import GameState, after_event, begin
from .event_format import check_event
from .history import REDONE, UNDONE, History, Path, told_at

#: Folded games that are kept in memory; a busy evening's.
MOST_STATES = 512
#: Steps back from a folded game that are kept as well, for whoever undoes one after the other.
STEPS_BACK = 64

Key = TypeVar("Key", bound=Hashable)
Remembered = TypeVar("Remembered")
Marks = History[EventMark]


class Recent(Generic[Key, Remembered]):
    """The things used last, up to a maximum number; for one thread at a time."""

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

    A state depends only on the events that count, so it is kept under their numbers: undo and redo
    lead back to states that are kept.
    """

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._histories: Recent[tuple[str, int], Marks] = Recent(MOST_STATES)
        self._states: Recent[tuple[str, Path], GameState] = Recent(MOST_STATES)

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
        return self.folded(game, self.history(game, version).path)

    def folded(self, game: str, path: Path, *unstored: StoredEvent) -> GameState:
        """What the events that count add up to. Raises UnknownGame, ChangeRefused."""
        done, known = self._nearest(game, path)
        events = self.events(game, path[done:], *unstored)
        for place in path[done:]:
            if known is not None and done >= len(path) - STEPS_BACK:
                self.keep(game, path[:done], known)
            for event in told_at(place, events):
                known = begin(event) if known is None else after_event(known, event)
            done += 1
        if known is None:
            raise UnknownGame(game)
        self.keep(game, path, known)
        return known

    def events(self, game: str, path: Path, *more: StoredEvent) -> dict[int, StoredEvent]:
        """By their numbers all events that a part of a path rests on, and some ``more``. Raises
        UnknownGame."""
        # A redone event comes after what happened in between.
        since = min((version for version, _ in path), default=0) - 1
        stored = self._store.events(game, after=since) if path else ()
        return {event.version: event for event in (*stored, *more)}

    def at_move(self, game: str, path: Path, number: int, *, before: bool = False) -> GameState:
        """A game as it was when a move was agreed on, or just ``before``, by what is known now.
        Raises UnknownGame."""
        agreed = self.folded(game, path).playing.entries[number - 1].version
        end = [version for version, _ in path].index(agreed)
        return self.folded(game, path[: end if before else end + 1])

    def keep(self, game: str, path: Path, state: GameState) -> None:
        """Remember what the events that count, by their places, add up to."""
        with self._lock:
            self._states.keep((game, path), state)

    def _nearest(self, game: str, path: Path) -> tuple[int, GameState | None]:
        """The longest part of a path whose state is known, and that state."""
        with self._lock:
            for length in range(len(path), max(0, len(path) - STEPS_BACK), -1):
                known = self._states.get((game, path[:length]))
                if known is not None:
                    return length, known
        return 0, None


#: Games as shown, in a language, that are kept in memory.
MOST_VIEWS = 512
#: Tries to put a change after whatever stands there while others keep changing the game.
MOST_TRIES = 50

#: A game, its version, a language, and the number of a move.
_ViewKey = tuple[str, int, str, int | str | None]


class Desk:
    """Reads and changes games; remembers those in use."""

    def __init__(self, store: EventStore) -> None:
        self.store = store
        self._lock = threading.Lock()
        self.memory = Memory(store)
        self._views: Recent[_ViewKey, dict[str, Any]] = Recent(MOST_VIEWS)
        self._making: dict[_ViewKey, threading.Lock] = {}

    def state(self, game: str, upto: int | None = None) -> GameState:
        """A game as it stands, or as it stood at a version. Raises UnknownGame."""
        return self.memory.state(game, self.store.version(game) if upto is None else upto)

    def before_move(self, game: str, number: int) -> GameState | None:
        """A game as it was before a move was agreed on, by what is known now; None where that was
        taken back. Raises UnknownGame."""
        path = self.memory.history(game, self.store.version(game)).path
        if number > len(self.memory.folded(game, path).playing.entries):
            return None
        return self.memory.at_move(game, path, number, before=True)

    def view(
        self,
        game: str,
        version: int,
        language: str,
        make: Callable[[GameState, str], dict[str, Any]],
        part: int | str | None = None,
    ) -> dict[str, Any]:
        """What ``make`` shows of a game at a version, made once and then remembered.

        ``part`` names what it makes, where that is one move of the record or what is shown beside
        a live camera. All who watch ask for it at the same moment: one of them makes it, the
        others wait.
        """
        key = (game, version, language, part)
        with self._lock:
            making = self._making.setdefault(key, threading.Lock())
        with making:
            with self._lock:
                known = self._views.get(key)
            if known is None:
                history = self.memory.history(game, version)
                known = {"can_undo": history.can_undo, "can_redo": history.can_redo}
                complete = is_ready()
                path, memory = history.path, self.memory
                if isinstance(part, int):
                    state = memory.at_move(game, path, part)
                else:
                    state = memory.folded(game, path)
                known |= make(state, language)
                if complete:
                    with self._lock:
                        self._views.keep(key, known)
        with self._lock:
            self._making.pop(key, None)
        return known

    def start(self, data: Mapping[str, Any]) -> str:
        """Begin a game and return its name. Raises ChangeRefused."""
        with refusing_changes():
            check_event("game_created", data)
            begin(StoredEvent(1, datetime.now(UTC), "game_created", data))
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
        with refusing_changes():
            check_event(kind, data)
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
            self.memory.keep(game, history.path, after)
            self.store.tell(game, stored)
            return stored
        raise VersionConflict(self.store.version(game))

    def _after(self, game: str, event: StoredEvent) -> tuple[Marks, GameState]:
        """What counts after an event, and the state then. Raises ChangeRefused."""
        before = self.memory.history(game, event.version - 1)
        history = before.after([event.mark])
        if event.kind in (UNDONE, REDONE):
            require_none_entered(self.memory.folded(game, before.path))
            if not (before.can_undo if event.kind == UNDONE else before.can_redo):
                raise ChangeRefused.of(f"nothing_{event.kind}")
            return history, self.memory.folded(game, history.path)
        state = self.memory.folded(game, before.path)
        if event.kind in happens_on_the_table() | PLAY_EVENTS:
            _require_open(state)
        with refusing_changes():
            if event.instead:
                require_none_entered(state)
                return history, self.memory.folded(game, history.path, event)
            return history, after_event(state, event)


def _require_open(state: GameState) -> None:
    """A finished game stays as it ended; undo opens it again. Raises ChangeRefused.

    Games of earlier versions may hold events after their end: those are folded as they are.
    """
    require_none_entered(state)
    if state.play is not None and state.play.over:
        raise ChangeRefused.of("finished")


def require_none_entered(state: GameState) -> None:
    """What people entered as the result of a game holds until they take it back. Raises
    ChangeRefused."""
    if entered_winner(state) is not None:
        raise ChangeRefused.of("entered")
