"""How the reader did on all confirmed photos; a game is counted again when it has changed."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from ..store.event_store import EventStore
from ..store.stored import GameSummary
from .confirmed import ConfirmedPhoto, ReadingScore, confirmed_in, score_of

#: Maximum number of games that are gone through, the one changed last first.
MOST_GAMES = 100_000


@dataclass(frozen=True)
class TakenPhoto:
    """One confirmed photo, and how the reader did on it."""

    photo: ConfirmedPhoto
    score: ReadingScore

    @property
    def was_put_right(self) -> bool:
        """Whether somebody had to change what was read."""
        return self.score.right < self.score.tiles


class Summary:
    """Goes through the games of a store, each again only after it has changed."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._known: dict[str, tuple[int, tuple[TakenPhoto, ...]]] = {}

    def photos(self) -> list[TakenPhoto]:
        """All confirmed photos of games that are not deleted, those of the game changed last first,
        each once."""
        with self._lock:
            games = self._store.games(most=MOST_GAMES)
            self._known = {game.id: (game.version, self._of(game)) for game in games}
            taken: dict[str, TakenPhoto] = {}
            for _, some in self._known.values():
                for each in some:
                    taken.setdefault(each.photo.digest, each)
            return list(taken.values())

    def _of(self, game: GameSummary) -> tuple[TakenPhoto, ...]:
        version, known = self._known.get(game.id, (0, ()))
        if version == game.version:
            return known
        found = confirmed_in(game, self._store.events(game.id))
        return tuple(TakenPhoto(photo, score_of(photo)) for photo in found)
