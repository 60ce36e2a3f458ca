"""What a board that was seen meant for the game: the steps that it added, and the verdict."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any

from ..lattice import Cell
from .game import Game
from .move import Move
from .verdict import Verdict


class FindingKind(enum.Enum):
    """What a board meant; the value is the word that files use."""

    START = "start"
    MOVE = "move"
    AMENDED = "amended"
    WAITING = "waiting for the rest of the turn"
    TAKEN_BACK = "taken back"
    QUESTION = "question"
    PROBLEM = "problem"
    ACCEPTED = "played on after a problem"


@dataclass(frozen=True)
class Step:
    """One move of the game as it was seen.

    ``before`` and ``after`` are the game around it; ``source`` names the photo or frame behind
    it; ``confidence`` is how likely all of its tiles were read right, and ``unsure`` the cells
    that a person should look at. ``verdict`` holds the broken rules where play went on in spite
    of them. ``is_offbeat`` says that the number of tiles before it is none that whole turns have.
    """

    before: Game
    move: Move
    after: Game
    time: float | None
    source: str | None
    confidence: float
    unsure: tuple[Cell, ...] = ()
    verdict: Verdict | None = None
    is_offbeat: bool = False

    @property
    def needs_a_look(self) -> bool:
        """Whether a person should check this step."""
        return bool(self.unsure) or self.verdict is not None or self.is_offbeat


@dataclass(frozen=True)
class Finding:
    """What one board meant: the steps that it added or changed, and the referee's verdict."""

    kind: FindingKind
    time: float | None
    source: str | None
    steps: tuple[Step, ...] = ()
    verdict: Verdict | None = None

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is to be said of it, in English."""
        return () if self.verdict is None else tuple(map(str, self.verdict.sentences))

    def to_json(self) -> dict[str, Any]:
        """The finding as plain JSON."""
        return {
            "kind": self.kind.value,
            "time": self.time,
            "source": self.source,
            "moves": [str(step.move) for step in self.steps],
            "confidence": [round(step.confidence, 4) for step in self.steps],
            "unsure": sorted([list(cell) for step in self.steps for cell in step.unsure]),
            "verdict": None if self.verdict is None else self.verdict.to_json(),
        }
