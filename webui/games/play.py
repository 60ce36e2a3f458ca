"""What a kind of game adds to the table: who is to move, what was agreed, and the referee."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from ...engine.phrases import Phrase
from ...engine.tiles.board import Board
from ..refusal import Refusal
from ..store import Event
from .sight import Sight


class ChangeRefused(Refusal, ValueError):
    """The change makes no sense in this game; the message says why."""


@dataclass(frozen=True)
class Entry:
    """One line of the timeline: a move or an action that was agreed on.

    ``who`` is a colour's word or a player's name; ``accepted`` says that the referee accepted it
    against the rules.
    """

    number: int
    who: str
    text: str
    board: Board
    version: int
    at: datetime
    photo: str | None
    accepted: bool = False
    points: Mapping[str, int] | None = None
    #: The move in words, where ``text`` is a notation of English ones.
    phrase: Phrase | None = None


class Play(Protocol):
    """The state of play of one kind of game. Immutable."""

    @property
    def board(self) -> Board:
        """The board that was agreed on last."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The timeline."""

    def aligned(self, sight: Sight) -> Sight:
        """A sight brought into the game's own frame."""

    def after(self, event: Event, sight: Sight) -> Play:
        """The play after an event of its own. Raises ChangeRefused."""


#: Events that a game's play understands; all others are about the table.
PLAY_EVENTS = frozenset(
    ("move_confirmed", "dice_rolled", "action_confirmed", "palagem_chosen", "claimed")
)


def event_text(data: Mapping[str, Any], name: str) -> str:
    """A text of an event. Raises ChangeRefused."""
    value = data.get(name)
    if not isinstance(value, str):
        raise ChangeRefused(f'"{name}" must be a text')
    return value
