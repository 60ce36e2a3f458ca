"""The two-player game at the table: the engine's game, and the moves that were agreed on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ....engine.lattice import Colour
from ....engine.palago.game import Game, GameOptions, IllegalMove, OptionsError
from ....engine.palago.move import Move
from ....engine.palago.referee import judge
from ....engine.palago.verdict import Verdict
from ....engine.tiles.board import Board, BoardError
from ...store import Event
from ..play import ChangeRefused, Entry
from ..sight import Sight


@dataclass(frozen=True)
class PalagoPlay:
    """A game of Palago as far as it was agreed on."""

    game: Game
    entries: tuple[Entry, ...] = ()
    #: The sight judged last and its verdict: a page asks several times for the same one.
    _judged: tuple[Sight, Verdict] | None = field(
        default=None, init=False, repr=False, compare=False
    )

    @classmethod
    def start(cls, options: Mapping[str, Any], board: Board | None = None) -> PalagoPlay:
        """A new game, or one that goes on from a position. Raises ChangeRefused."""
        try:
            agreed = GameOptions.from_json(options)
        except (OptionsError, BoardError) as error:
            raise ChangeRefused(str(error)) from None
        if board is None or not len(board):
            return cls(Game(agreed))
        mover = Colour.BLUE if options.get("to_move") == "blue" else Colour.WHITE
        return cls(Game.from_board(board, mover, agreed))

    @property
    def board(self) -> Board:
        """The board that was agreed on last."""
        return self.game.board

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.over

    def verdict(self, sight: Sight) -> Verdict:
        """What was played since the last move that was agreed on, or what is wrong."""
        if self._judged is None or self._judged[0] is not sight:
            found = judge(None, sight.observation, self.game)
            object.__setattr__(self, "_judged", (sight, found))
            return found
        return self._judged[1]

    def aligned(self, sight: Sight) -> Sight:
        """A sight in the game's own frame."""
        if not sight.tiles:
            return sight
        return sight.moved(judge(None, sight.observation, self.game).alignment)

    def after(self, event: Event, sight: Sight) -> PalagoPlay:
        """The play after a move was confirmed. Raises ChangeRefused."""
        if event.kind != "move_confirmed":
            raise ChangeRefused("this is no change of a game of Palago")
        if event.data.get("accept"):
            return self._accepted(event, sight)
        play = self
        for text in event.data["moves"]:
            play = play._played(str(text), event, sight)
        return play

    def _played(self, text: str, event: Event, sight: Sight) -> PalagoPlay:
        try:
            move = Move.from_text(text)
            game = self.game.play(move)
        except (BoardError, IllegalMove) as error:
            raise ChangeRefused(str(error)) from None
        return replace(
            self,
            game=game,
            entries=(*self.entries, self._entry(str(move), game.board, event, sight)),
        )

    def _accepted(self, event: Event, sight: Sight) -> PalagoPlay:
        """The referee lets the table stand as it lies, whatever the rules say."""
        board = sight.board
        if board.status():
            raise ChangeRefused.of("cannot_accept")
        mover = self.game.to_move
        added = " ".join(str(tile) for tile in board if tile.cell not in self.game.board)
        game = Game.from_board(board, mover.other, self.game.options)
        entry = replace(self._entry(added, board, event, sight), accepted=True)
        return replace(self, game=game, entries=(*self.entries, entry))

    def _entry(self, text: str, board: Board, event: Event, sight: Sight) -> Entry:
        photo = sight.photo.digest if sight.photo else None
        number = len(self.entries) + 1
        return Entry(number, self.game.to_move.value, text, board, event.version, event.at, photo)


def moves_to_confirm(play: PalagoPlay, sight: Sight, chosen: str | None) -> list[str]:
    """The moves that a confirmation means: those of the verdict, or the one that was chosen.

    ``chosen`` says in which order the tiles were placed, where that decides. Raises ChangeRefused.
    """
    verdict = play.verdict(sight)
    if chosen is not None:
        if not verdict.legal:
            raise ChangeRefused.of("nothing_to_confirm")
        offered = {str(order.move) for order in verdict.orders}
        offered |= {" / ".join(map(str, a.moves)) for a in verdict.alternatives if a.legal}
        if chosen not in offered:
            raise ChangeRefused.of("not_offered")
        return chosen.split(" / ")
    if not verdict.settled or not verdict.moves:
        raise ChangeRefused.of("nothing_to_confirm")
    return [str(move) for move in verdict.moves]
