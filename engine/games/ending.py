"""How a game ended, told alike of all kinds."""

from __future__ import annotations

from dataclasses import dataclass

from ..phrases import Phrase


@dataclass(frozen=True)
class GameEnding:
    """Who has won, and why the game is over.

    ``winners`` are colours' words, players' names or their teams, none in a draw; ``reason`` is a
    word for programs, as "tiles ran out", ``sentence`` the same for people.
    """

    winners: tuple[str, ...]
    reason: str
    sentence: Phrase

    def __str__(self) -> str:
        return str(self.sentence)
