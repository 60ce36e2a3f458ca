"""The desk where changes are handed in: checked against the game, stored, and shown."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from ...engine.board import Board, BoardError, Tile
from ..store import Event, EventStore
from . import history
from .state import State, apply, fold

#: Folded games that are kept in memory; a club has few at once.
MOST_STATES = 64


class ChangeRefused(ValueError):
    """The change makes no sense in this game; the message says why."""


class Desk:
    """Reads and changes games; remembers the folded state of those in use."""

    def __init__(self, store: EventStore) -> None:
        self.store = store
        self._lock = threading.Lock()
        self._known: OrderedDict[tuple[str, int], State] = OrderedDict()

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

    def can_undo_redo(self, game: str, upto: int | None = None) -> tuple[bool, bool]:
        """Whether there is something to undo, and to redo. Raises UnknownGame."""
        counting, taken_back = history.effective(self.events(game, upto))
        about = history.ABOUT_THE_GAME
        return any(event.kind not in about for event in counting), bool(taken_back)

    def change(self, game: str, kind: str, data: Mapping[str, Any], version: int | None) -> Event:
        """Check one change and store it.

        Raises UnknownGame, ChangeRefused, and VersionConflict where somebody was faster.
        """
        title = str(data["title"]) if kind == "game_renamed" else None
        deleted = {"game_deleted": True, "game_restored": False}.get(kind)
        before = self.store.version(game) if version is None else version
        self._check(game, kind, data, before)
        return self.store.append(game, kind, data, version=version, title=title, deleted=deleted)

    def _check(self, game: str, kind: str, data: Mapping[str, Any], version: int) -> None:
        if kind in (history.UNDONE, history.REDONE):
            can_undo, can_redo = self.can_undo_redo(game, version)
            if not (can_undo if kind == history.UNDONE else can_redo):
                what = "undo" if kind == history.UNDONE else "redo"
                raise ChangeRefused(f"there is nothing to {what}")
            return
        state = self.state(game, version)
        trial = Event(version + 1, datetime.now(UTC), kind, data)
        try:
            apply(state, trial)
        except (BoardError, ValueError) as error:
            raise ChangeRefused(str(error)) from None


def board_of(value: object) -> Board:
    """A board that came over the network. Raises ChangeRefused."""
    try:
        return Board.from_json(value)
    except BoardError as error:
        raise ChangeRefused(str(error)) from None


def tile_of(value: object) -> Tile:
    """A tile that came over the network. Raises ChangeRefused."""
    try:
        return Tile.from_json(value)
    except BoardError as error:
        raise ChangeRefused(str(error)) from None
