"""Palagonia by its boards alone: nobody knows the players, nor all rolls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import ClassVar, cast

from ...games.protocols import UNSEEN, Deed, Following, Game, GamePlug
from ...games.tables import tile_problems
from ...phrases import Phrase
from ...records.recorded_game import RecordedGame, listing
from ...tiles.board import Board
from ...tiles.observation import Observation
from ..actions import PalagoniaAction, action_from_text, action_refusals, apply
from ..choices import palagonia_action_phrase
from ..dice import DieFace, Roll
from ..game import GameError
from ..legal import legal_actions
from ..referee import PalagoniaVerdict
from ..referee import judge as judge_boards
from ..rules import IllegalPalagoniaAction


@dataclass(frozen=True, repr=False)
class GameWithoutRolls(RecordedGame):
    """A table on which actions follow one another, whoever rolled what. Immutable.

    ``roll`` is what was rolled for the next action, where that was seen. ``events`` is all that was
    played in words, from the board ``begun`` on.
    """

    kind: ClassVar[str] = "palagonia"
    outcome: ClassVar[None] = None

    board: Board
    last: PalagoniaAction | None = None
    on_turn: str | None = None
    players: tuple[str, ...] = ()
    roll: Roll | None = None
    events: tuple[str, ...] = field(default=(), compare=False)
    begun: Board | None = field(default=None, compare=False)

    @classmethod
    def start(cls, board: Board | None) -> GameWithoutRolls:
        """A table before the first action that was seen. Raises GameError."""
        problems = tile_problems(board or Board(), {})
        if problems:
            raise GameError(Phrase("start_impossible", {"problems": problems}))
        return cls(board or Board(), begun=board)

    @property
    def beginning(self) -> tuple[Board | None, str]:
        """The board that it began from; nobody knows who was to move there."""
        return self.begun, ""

    @property
    def deed(self) -> Deed | None:
        """The last action; nobody knows whose it was."""
        if self.last is None:
            return None
        return Deed("", str(self.last), phrase=palagonia_action_phrase(self.last))

    @listing
    def legal_actions(self) -> Iterator[PalagoniaAction]:
        """Whatever some roll would allow."""
        for face in DieFace:
            yield from legal_actions(self.board, face)

    def play(self, action: PalagoniaAction | str) -> GameWithoutRolls:
        """The table after an action. Raises IllegalPalagoniaAction: every rule broken."""
        done = action_from_text(action) if isinstance(action, str) else action
        refusals = action_refusals(self.board, done)
        if refusals:
            raise IllegalPalagoniaAction(*refusals)
        events = (*self.events, str(done))
        return GameWithoutRolls(apply(self.board, done), done, events=events, begun=self.begun)

    def gone_on(self, board: Board) -> GameWithoutRolls:
        """The table as players go on from it."""
        return GameWithoutRolls(board, events=(*self.events, UNSEEN), begun=self.begun)


def judge_without_dice(
    game: GameWithoutRolls, seen: Observation, *, aligned: bool = False
) -> PalagoniaVerdict:
    """What was done since the last action, by its roll if that is known."""
    found = judge_boards(game.board, seen, game.roll, aligned=aligned)
    if not found.legal or found.action is None:
        return found
    return replace(found, after=game.play(found.action))


def attempt(game: Game, verdict: PalagoniaVerdict) -> str:
    """The action that was tried; empty where what was done is no single one."""
    return "" if verdict.action is None else str(verdict.action)


def led_to(game: Game, words: str) -> Board:
    """The board to which an action leads, whatever the rules say; without one, the game's own.
    Raises BoardError."""
    board = cast(Board, game.board)
    return apply(board, action_from_text(words)) if words else board


def turn_size(game: Game) -> tuple[int, int]:
    """The smallest and the largest number on a die."""
    numbers = [face.number for face in DieFace if face.number is not None]
    return min(numbers), max(numbers)


WITHOUT_DICE = GamePlug(
    "palagonia",
    lambda begin: GameWithoutRolls.start(begin.board),
    judge_without_dice,
    options=lambda game: {},
    is_whole=False,
    following=Following(turn_size, resume=GameWithoutRolls.gone_on, attempt=attempt, led_to=led_to),
    names_matter=False,
)
