"""The program as a partner: when it is on turn it thinks in a process apart, and plays."""

from __future__ import annotations

import logging
from contextlib import suppress

from ..games.game_pages import is_programs_turn, page_of, programs_sides
from ..games.kept.desk import Desk
from ..games.play import ChangeRefused
from ..store.event_store import EventStore
from ..store.stored import StoredEvent, UnknownGame, VersionConflict
from ..workers.queue import WorkQueue
from ..workers.worker import JobRefused, WorkerPool

_log = logging.getLogger("palago")

#: After these the program may be on turn. After an undo it waits until it is asked.
_HEARD = frozenset(("game_created", "move_confirmed", "options_changed", "begun_here"))


class Partner:
    """Plays in all games in which the program has a place."""

    def __init__(self, desk: Desk, store: EventStore, pool: WorkerPool) -> None:
        self._desk = desk
        self._pool = pool
        self._queue = WorkQueue("partner", self._play)
        store.listen(self._hear)

    def look(self, game: str) -> None:
        """Have the program play where it is on turn."""
        self._queue.add(game)

    def close(self) -> None:
        """End; a game that waits for the program goes on when it is looked at again."""
        self._queue.close()
        self._pool.close()

    def _hear(self, game: str, event: StoredEvent) -> None:
        if event.kind not in _HEARD:
            return
        with suppress(UnknownGame, ChangeRefused):
            if programs_sides(self._desk.state(game)):
                self.look(game)

    def _play(self, game: str) -> None:
        try:
            self._play_in(game)
        except VersionConflict:
            self.look(game)  # somebody looked at the table, or changed it, while it thought
        except (UnknownGame, ChangeRefused, JobRefused) as error:
            _log.info("the program does not play in %s: %s", game, error)

    def _play_in(self, game: str) -> None:
        state = self._desk.state(game)
        if state.play is None or not is_programs_turn(state):
            return
        events = page_of(state.kind).program.choose(state, self._pool.run)
        version = self._desk.store.version(game)
        now = self._desk.state(game, version)
        is_same = now.play is not None and len(now.play.played) == len(state.play.played)
        if not is_same or not is_programs_turn(now):
            return  # the game went another way meanwhile
        for number, (kind, data) in enumerate(events):
            self._desk.change(game, kind, data, version + number)
