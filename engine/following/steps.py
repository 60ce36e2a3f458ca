"""What boards that were seen meant for a game: the turns that they showed, and what is doubtful."""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass

from ..games.protocols import Game, Verdict
from ..games.tables import LyingTable, SeenTable, TableCell
from ..phrases import Phrase
from ..tiles.dice_seen import DieSeen


@dataclass(frozen=True)
class Sighting:
    """One stable board: what was seen, when (seconds), and which photo or moment shows it.

    ``aligned`` says that it shares a frame with the boards before, as those of a tracked camera do.
    """

    seen: SeenTable
    time: float | None = None
    source: str | None = None
    aligned: bool = False

    @property
    def moment(self) -> float:
        """When, in seconds; a time that nobody knows comes after all others."""
        return math.inf if self.time is None else self.time


@dataclass(frozen=True)
class Shot:
    """What one photo or one moment of a film shows.

    The board is None if only time has passed, or none could be read. The dice that lie there are in
    the same frame; None if nobody has looked for them."""

    time: float
    source: str
    seen: SeenTable | None = None
    dice: tuple[DieSeen, ...] | None = None


@dataclass(frozen=True)
class DiceOutcome:
    """What follows from dice that were seen: actions in the game's notation, and what is to be
    asked, as a word: ``rolled_again``, ``roll_unsure`` or ``start_who``. ``rolled`` is who of those
    who roll for the start showed which face so far, ``following`` who comes next."""

    actions: tuple[str, ...] = ()
    question: str | None = None
    rolled: tuple[tuple[str, str], ...] = ()
    following: str = ""


@dataclass(frozen=True)
class FollowedTurn:
    """One turn as it was seen.

    ``action`` is in the game's notation, empty where what was done is no action. ``confidence`` is
    how likely all of its pieces were read right, and ``unsure`` the cells that a person should look
    at. ``doubts`` say why else; ``verdict`` holds the broken rules where play went on in spite of
    them.
    """

    before: Game
    action: str
    after: Game
    time: float | None
    source: str | None
    confidence: float
    unsure: tuple[TableCell, ...] = ()
    doubts: tuple[Phrase, ...] = ()
    verdict: Verdict | None = None

    @property
    def needs_a_look(self) -> bool:
        """Whether a person should check this step."""
        return bool(self.unsure) or bool(self.doubts) or self.verdict is not None

    @property
    def sentences(self) -> tuple[Phrase, ...]:
        """What is to be said of it: every rule that it breaks, and what else is doubtful."""
        broken = () if self.verdict is None else said_of(self.verdict)
        return (*broken, *self.doubts)


@dataclass(frozen=True)
class PassedOver:
    """A board that was shown on purpose, though no turn leads to it, and what to say of it.

    ``gaps``: a turn against the rules may have ended there, in spite of that; and whether a photo
    is missing before it is what a person may then say of it."""

    time: float | None
    source: str | None
    sentences: tuple[Phrase, ...]
    gaps: tuple[bool, ...] = ()


class NewsKind(enum.Enum):
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
class News:
    """What one board meant: the steps that it added or changed, and the referee's verdict."""

    kind: NewsKind
    time: float | None
    source: str | None
    steps: tuple[FollowedTurn, ...] = ()
    verdict: Verdict | None = None

    @property
    def sentences(self) -> tuple[Phrase, ...]:
        """What is to be said of it."""
        return () if self.verdict is None else said_of(self.verdict)


def said_of(verdict: Verdict) -> tuple[Phrase, ...]:
    """What is wrong by a verdict, or all that the referee has to say where nothing is."""
    wrong = tuple(f.phrase for f in verdict.findings if f.level in ("wrong", "unsure"))
    return wrong or tuple(finding.phrase for finding in verdict.findings)


def changed_cells(before: LyingTable, after: LyingTable) -> tuple[TableCell, ...]:
    """The cells in which two tables of one frame differ, as they are compared."""
    return tuple(sorted({tile.cell for tile in set(before) ^ set(after)}))
