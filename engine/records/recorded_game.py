"""What games of all kinds say of themselves in the same words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, Self, TypeVar

from ..games.protocols import UNSEEN, GameEnding
from ..games.registry import plug_of
from ..phrases import Phrase, Refused
from ..stamp import counted
from .record import Record, RecordedTurn
from .replay import start_position

Action = TypeVar("Action")


class RecordedGame:
    """A game that knows how it came about.

    Its kind has ``outcome``, its own account of the end and None before it, and :meth:`_ended_by`;
    for records ``events``, all that was played in words, and :attr:`beginning`.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        game: Any = self
        stands = f"over, {game.result}" if game.over else f"{game.on_turn or 'nobody'} to play"
        return f"<{type(game).__name__} {stands}, {counted(len(game.board), 'piece')} on the table>"

    def _repr_svg_(self) -> str:
        game: Any = self
        return str(game.board._repr_svg_())

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        game: Any = self
        return game.outcome is not None

    @property
    def ending(self) -> GameEnding | None:
        """How the game ended, told alike of all games; None while it goes on."""
        game: Any = self
        return None if game.outcome is None else self._ended_by(game.outcome)

    def _ended_by(self, outcome: Any) -> GameEnding:
        raise NotImplementedError

    @property
    def result(self) -> str | None:
        """Who has won, as records write it, "draw", or None while the game goes on."""
        return None if self.ending is None else " and ".join(self.ending.winners) or "draw"

    @property
    def beginning(self) -> tuple[Any, str]:
        """The table before the first event, None for the usual one, and who was to move there."""
        return None, ""

    @property
    def before(self) -> Self | None:
        """The game without its last event, played again; None at its start. Raises ValueError as
        :meth:`to_record` does."""
        record = self.to_record()
        game: Any = start_position(record) if record.moves else None
        for turn in record.moves[:-1]:
            game = game.play(turn.move)
        before: Self | None = game
        return before

    def is_legal(self, action: object) -> bool:
        """Whether :meth:`play` takes an action now, also in words; nothing is raised."""
        game: Any = self
        try:
            game.play(action)
        except ValueError:
            return False
        return True

    def to_record(self) -> Record:
        """What was played, which `replay` leads to the same position again. Raises ValueError where
        turns were not seen, or palagems are still being chosen."""
        game: Any = self
        options = plug_of(game.kind).options(game)
        if UNSEEN in game.events:
            raise Refused(Phrase("record.unseen"))
        (start, to_move), turns = self.beginning, tuple(map(RecordedTurn, game.events))
        record = Record(game.kind, turns, game.players, options, start, to_move)
        return replace(record, result=self.result or "")


@dataclass(frozen=True)
class LegalActions(Iterator[Action]):
    """The legal actions of a game one by one. ``in`` asks :meth:`RecordedGame.is_legal`: it also
    takes words, tiles in another order, and what is played beside the actions, as a roll."""

    game: RecordedGame
    listed: Iterator[Action]

    def __iter__(self) -> Iterator[Action]:
        return self.listed

    def __next__(self) -> Action:
        return next(self.listed)

    def __contains__(self, action: object) -> bool:
        return self.game.is_legal(action)


Own = TypeVar("Own", bound=RecordedGame)


def listing(actions: Callable[[Own], Iterator[Action]]) -> Callable[[Own], LegalActions[Action]]:
    """For a game's method ``legal_actions``: what it yields can also be asked by ``in``."""
    return wraps(actions)(lambda game: LegalActions(game, actions(game)))
