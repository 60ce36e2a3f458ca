"""Actions of Palagonia whose players are not known, nor all rolls, as a camera sees them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from ...games.protocols import Deed
from ...tiles.board import MOST_TILES, Board
from ..actions import PalagoniaAction, action_from_text, action_refusals, apply
from ..choices import action_phrase
from ..dice import DieFace, Roll
from ..game import GameError
from ..legal import legal_actions
from ..rules import IllegalPalagoniaAction


@dataclass(frozen=True)
class Actions:
    """A table on which actions follow one another, whoever rolled what. Immutable.

    ``roll`` is what was rolled for the next action, where that was seen.
    """

    kind: ClassVar[str] = "palagonia"

    board: Board
    last: PalagoniaAction | None = None
    over: bool = False
    result: str | None = None
    on_turn: str | None = None
    players: tuple[str, ...] = ()
    roll: Roll | None = None

    @classmethod
    def start(cls, board: Board | None) -> Actions:
        """A table before the first action that was seen. Raises GameError."""
        problems = (board or Board()).status(MOST_TILES)
        if problems:
            raise GameError(f"the start position is impossible: {', '.join(problems)}")
        return cls(board or Board())

    @property
    def deed(self) -> Deed | None:
        """The last action; nobody knows whose it was."""
        if self.last is None:
            return None
        return Deed("", str(self.last), phrase=action_phrase(self.last))

    def legal_actions(self) -> Iterator[PalagoniaAction]:
        """Whatever some roll would allow."""
        for face in DieFace:
            yield from legal_actions(self.board, face)

    def play(self, action: PalagoniaAction | str) -> Actions:
        """The table after an action. Raises IllegalPalagoniaAction: every rule broken."""
        done = action_from_text(action) if isinstance(action, str) else action
        refusals = action_refusals(self.board, done)
        if refusals:
            raise IllegalPalagoniaAction(*refusals)
        return Actions(apply(self.board, done), done)
