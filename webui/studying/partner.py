"""The program as a partner: when it is on turn it thinks in a process apart, and plays."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import Any

from ...engine.palago.search.levels import level
from ...engine.palanquee.play.match import END
from ...engine.tiles.board import Tile
from ..games.desk import Desk
from ..games.page_options import ProgramSeat
from ..games.palanquee.advice import turn_arguments
from ..games.partner import has_a_place, is_on_turn, wanted_move
from ..games.play import ChangeRefused, confirmed
from ..games.state import GameState
from ..store.event_store import EventStore
from ..store.stored import StoredEvent, UnknownGame, VersionConflict
from ..workers.queue import WorkQueue
from ..workers.worker import Busy, JobRefused, WorkerPool

_log = logging.getLogger("palago")

#: After these the program may be on turn. After an undo it waits until it is asked.
_HEARD = frozenset(("game_created", "move_confirmed", "options_changed", "begun_here"))
SECONDS_BESIDES = 25.0
#: A turn on a printed board is chosen in about so long.
SECONDS_FOR_A_TURN = 1.5
SECONDS_TO_COMPILE = 600.0


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
            if has_a_place(self._desk.state(game)):
                self.look(game)

    def _play(self, game: str) -> None:
        try:
            self._play_in(game)
        except Busy:
            raise
        except (UnknownGame, ChangeRefused, VersionConflict, JobRefused) as error:
            _log.info("the program does not play in %s: %s", game, error)
        except Exception:
            _log.exception("the program could not play in %s", game)

    def _play_in(self, game: str) -> None:
        state = self._desk.state(game)
        if not state.shape.is_free:
            self._play_printed(game, state)
            return
        seat, play = state.agreed.partner, state.play
        if seat is None or play is None or not is_on_turn(state) or wanted_move(state):
            return
        move = self._choose(state, seat)
        version = self._desk.store.version(game)
        now = self._desk.state(game, version)
        if now.play is None or len(now.play.entries) != len(play.entries) or not is_on_turn(now):
            return  # the game went another way meanwhile
        if seat.at_table:
            thought = {"turn": len(play.entries), "move": move}
            self._desk.change(game, "partner_thought", thought, None)
            return
        board = play.board
        for word in move.split():
            board = board.place(Tile.from_text(word))
        self._desk.change(game, "board_set", board.to_json(), version)
        kind, data = confirmed(move)
        self._desk.change(game, kind, data, version + 1)

    def _play_printed(self, game: str, state: GameState) -> None:
        """A turn on a printed board, whose actions are agreed on together."""
        play = state.play
        if play is None or not is_on_turn(state):
            return
        arguments = turn_arguments(play.game, SECONDS_FOR_A_TURN)
        limit = SECONDS_FOR_A_TURN + SECONDS_BESIDES
        found: dict[str, list[str]] = self._pool.run(
            "palago.webui.jobs.thinking:play_palanquee", arguments, seconds=limit
        )
        version = self._desk.store.version(game)
        now = self._desk.state(game, version)
        if now.play is None or len(now.play.played) != len(play.played) or not is_on_turn(now):
            return  # the game went another way meanwhile
        kind, data = confirmed(*(found["actions"] or [END]))
        self._desk.change(game, kind, data, version)

    def _choose(self, state: GameState, seat: ProgramSeat) -> str:
        assert state.play is not None
        with suppress(JobRefused):  # the search itself will say what is wrong
            job = "palago.webui.jobs.thinking:load_solver"
            self._pool.run(job, {}, seconds=SECONDS_TO_COMPILE)
        arguments: dict[str, Any] = {
            "board": state.play.board.to_json(),
            "to_move": seat.colour,
            "options": state.play.game.options.to_json(),
            "level": seat.level,
        }
        limit = level(seat.level).seconds + SECONDS_BESIDES
        chosen: dict[str, str] = self._pool.run(
            "palago.webui.jobs.thinking:play_at_level", arguments, seconds=limit
        )
        return chosen["move"]
