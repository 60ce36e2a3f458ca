"""A turn of Palagonia: what the game waits for, what was played, and how a game ends."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass

from .actions import PalagoniaAction
from .dice import Roll
from .points.scoring import Score


class TurnPhase(enum.Enum):
    """What the game waits for."""

    START = "everybody rolls one die"
    ROLL = "the mover rolls"
    ACT = "the mover obeys a die"
    OVER = "the game is over"


@dataclass(frozen=True)
class PalagoniaTurn:
    """One action that was played, and what it earned whom."""

    mover: int
    roll: Roll
    action: PalagoniaAction
    scores: tuple[Score, ...]
    points: int
    gains: tuple[int, ...]
    extra: bool


@dataclass(frozen=True)
class PalagoniaOutcome:
    """How a game ended: the players, by index, or the teams that share the win."""

    points: tuple[int, ...]
    winners: tuple[int, ...]
    team_points: Mapping[str, int]
    winning_teams: tuple[str, ...]
