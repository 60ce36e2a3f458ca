"""A game's clock as a value: whose time runs, since when, and how much is left. Times are seconds
since 1970 by the server's clock; a clock never asks for the time itself. Nothing happens when time
runs out: the players say what that means."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal, get_args

from msgspec import Meta

from ..phrases import Phrase, Refused
from ..values import plain, value_of

ClockKind = Literal["move", "sudden", "increment", "delay"]
KINDS: tuple[ClockKind, ...] = get_args(ClockKind)
MOST_SECONDS = 24 * 3600.0
MOST_EXTRA = 3600.0


class ClockError(Refused):
    """A clock that cannot be; the message says why."""


@dataclass(frozen=True)
class TimeControl:
    """How much time there is.

    ``kind`` is one of :data:`KINDS`: so many ``seconds`` for each move; for the whole game
    (sudden death); for the whole game and ``extra`` seconds after each move (increment); or for
    the whole game, of which the first ``extra`` seconds of each move cost nothing (delay).
    """

    kind: ClockKind
    seconds: Annotated[float, Meta(ge=1, le=MOST_SECONDS)]
    extra: Annotated[float, Meta(ge=0, le=MOST_EXTRA)] = 0.0

    def to_json(self) -> dict[str, Any]:
        """The control as plain JSON, which :meth:`from_json` reads again."""
        return plain(self)

    @classmethod
    def from_json(cls, value: object) -> TimeControl:
        """Read :meth:`to_json`'s object. Raises ClockError."""
        return value_of(cls, value, lambda why: ClockError(Phrase("clock.none", {"why": why})))


@dataclass(frozen=True)
class Clock:
    """The clock of one game at one moment. Immutable.

    ``left`` is what each player had when the move under way began, which ``mover`` thinks about;
    ``spent`` is what the move has cost before the clock was stopped last, ``since`` when it was
    started again, None while it stands still. Time that has run out is below zero.
    """

    control: TimeControl
    left: tuple[float, ...]
    mover: int = 0
    spent: float = 0.0
    since: float | None = None
    begun: bool = False

    @classmethod
    def new(cls, control: TimeControl, players: int) -> Clock:
        """A clock that was not started yet. Raises ClockError."""
        if players < 1:
            raise ClockError("a clock needs somebody whose time it tells")
        return cls(control, (control.seconds,) * players)

    @property
    def runs(self) -> bool:
        """Whether somebody's time is running."""
        return self.since is not None

    def left_at(self, at: float) -> tuple[float, ...]:
        """What each player has left at a moment, in seconds."""
        running = 0.0 if self.since is None else max(0.0, at - self.since)
        shown = list(self.left)
        shown[self.mover] -= self._cost(self.spent + running)
        return tuple(shown)

    def started(self, at: float) -> Clock:
        """The clock running from a moment on."""
        return self if self.runs else replace(self, since=at, begun=True)

    def stopped(self, at: float) -> Clock:
        """The clock standing still; what the move has cost so far stays."""
        if self.since is None:
            return self
        return replace(self, spent=self.spent + max(0.0, at - self.since), since=None)

    def pressed(self, at: float, mover: int | None = None) -> Clock:
        """The clock after the move: the next player's time runs, or that of ``mover``; where it
        runs already nothing changes: a tap and the confirmed move after it are one press. A clock
        that stands still goes on standing still, unless it was never started."""
        following = (self.mover + 1) % len(self.left) if mover is None else mover
        if not 0 <= following < len(self.left):
            raise ClockError(Phrase("no_player", {"number": following + 1}))
        if following == self.mover and self.begun:
            return self
        left = list(self.left_at(at))
        if self.control.kind == "increment" and self.begun:
            left[self.mover] += self.control.extra
        if self.control.kind == "move":
            left[self.mover] = self.control.seconds
        since = at if self.runs or not self.begun else None
        return replace(self, left=tuple(left), mover=following, spent=0.0, since=since, begun=True)

    def corrected(self, player: int, seconds: float, at: float) -> Clock:
        """The clock with another time for a player, as the referee says. Raises ClockError."""
        if not 0 <= player < len(self.left):
            raise ClockError(Phrase("no_player", {"number": player + 1}))
        if not 0.0 <= seconds <= MOST_SECONDS:
            raise ClockError(Phrase("clock.range", {"most": round(MOST_SECONDS)}))
        left = list(self.left)
        left[player] = seconds
        if player != self.mover:
            return replace(self, left=tuple(left))
        return replace(self, left=tuple(left), spent=0.0, since=at if self.runs else None)

    def to_json(self) -> dict[str, Any]:
        """The clock as plain JSON, from which a page reckons what is left."""
        return plain(self)

    def _cost(self, seconds: float) -> float:
        """What thinking for so long about one move costs."""
        free = self.control.extra if self.control.kind == "delay" else 0.0
        return max(0.0, seconds - free)
