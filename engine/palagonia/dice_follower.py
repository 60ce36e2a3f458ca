"""Palagonia followed from sight with its dice: every roll ends the turn before it.

The table's boards go to :class:`.follower.ActionFollower`; the dice say which action was owed and
when a turn is over. Where no dice are seen, boards are followed as they are without.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ..tiles.board import Board
from ..tiles.dice_seen import DieSeen
from ..tiles.observation import Observation
from .actions import Action, Lay
from .dice import Face, Roll
from .follower import ActionFollower, ActionStep
from .rolls import DiceOnTable, RollSeen
from .starting import deciding_number, players_of

AGAIN = "The dice were rolled again though nothing had been played: which roll counts?"
PARTLY = "Only one of the dice was seen to roll: was the other one part of this roll?"
PUSHED = "The dice show what they showed before, a little aside: were they rolled, or pushed?"
UNTOLD = "A die's face could not be told: what was rolled?"
UNSURE = "A die was not seen well: was {roll} rolled?"
NO_ROLL = "No roll was seen before this action: what was rolled?"


@dataclass(frozen=True)
class Throw:
    """A roll as it was seen. ``step`` counts the actions that had been followed before it."""

    seen: RollSeen
    step: int
    time: float | None
    source: str | None
    again: bool = False

    @property
    def roll(self) -> Roll | None:
        """What was rolled, None where it could not be told."""
        return self.seen.roll

    @property
    def doubts(self) -> tuple[str, ...]:
        """What a person should be asked about it."""
        found = [AGAIN] if self.again else []
        found += [PARTLY] if self.seen.partly else []
        found += [PUSHED] if self.seen.pushed else []
        if self.roll is None:
            found.append(UNTOLD)
        elif not all(die.is_sure for die in self.seen.dice):
            found.append(UNSURE.format(roll=self.roll))
        return tuple(found)


@dataclass(frozen=True)
class DiceFollower:
    """The game so far. Immutable. ``players`` is how many there are, 0 where nobody has said."""

    actions: ActionFollower = field(default_factory=ActionFollower)
    dice: DiceOnTable = field(default_factory=DiceOnTable)
    throws: tuple[Throw, ...] = ()
    players: int = 0

    @property
    def steps(self) -> tuple[ActionStep, ...]:
        """The actions that were followed."""
        return self.actions.steps

    @property
    def start(self) -> Board | None:
        """The first board that was seen."""
        return self.actions.start

    @property
    def board(self) -> Board:
        """The board after the last action that was followed."""
        return self.actions.board

    @property
    def start_faces(self) -> tuple[Face, ...] | None:
        """What was rolled for the start, one die each; None where not all of it could be told."""
        thrown = [throw for throw in self.throws if throw.step == 0]
        if any(len(throw.seen.dice) != 1 or throw.roll is None for throw in thrown):
            return None
        return tuple(throw.seen.faces[0] for throw in thrown)

    @property
    def last_throw(self) -> Throw | None:
        """The roll that is to be obeyed now, or was obeyed last."""
        return self.throws[-1] if self.throws else None

    def starting(self, board: Board) -> DiceFollower:
        """The same before anything was seen of the board, beginning with this one."""
        return replace(self, actions=replace(self.actions, start=board))

    def see(
        self, dice: Sequence[DieSeen], *, time: float | None = None, source: str | None = None
    ) -> DiceFollower:
        """Take the dice of a sighting, before the board of the same sighting.

        They count only where all of them are at rest. A new roll takes what waits as an action.
        """
        if any(not die.lies for die in dice):
            return self
        thrown = 1 if self._is_before_the_start else self.actions.table.rules.dice
        table, roll = self.dice.see(dice, thrown=thrown, played=self._is_obeyed)
        known = replace(self, dice=table)
        if roll is None:
            return known._told_better()
        settled = known._before(roll)
        last = known.last_throw
        earlier = known.throws
        again = last is not None and last.step == len(settled.steps) and not known._starts(roll)
        if again and last is not None and last.seen.partly:
            # The dice had not all come to rest, or one was still under a hand.
            earlier, again = earlier[:-1], last.again
        throw = Throw(roll, len(settled.steps), time, source, again)
        return replace(known, actions=settled, throws=(*earlier, throw))._obeying()

    def _before(self, roll: RollSeen) -> ActionFollower:
        """The actions that were complete when a roll came to be seen.

        What waits was the turn before it. But where no roll was owed any more, the dice may only
        have been seen late, and what waits may obey them.
        """
        waiting = self.actions.pending
        owed = self.last_throw is not None and self.last_throw.step == len(self.steps)
        if waiting is not None and not owed and roll.roll is not None:
            tried = self.actions.under(replace(self.actions.table, roll=roll.roll)).pending
            is_late = tried is not None and tried.verdict.legal
            if is_late or _may_go_on(waiting.verdict.action, roll.roll):
                return self.actions
        return self.actions.settle()[0]

    def observe(
        self,
        seen: Board | Observation,
        *,
        time: float | None = None,
        source: str | None = None,
        aligned: bool = False,
    ) -> tuple[DiceFollower, ActionStep | None]:
        """Take the next stable board, as :meth:`.ActionFollower.observe`."""
        actions, step = self.actions.observe(seen, time=time, source=source, aligned=aligned)
        return replace(self, actions=actions)._obeying(), step

    def settle(self, *times: float) -> tuple[DiceFollower, ActionStep | None]:
        """Take what waits as an action, as :meth:`.ActionFollower.settle`."""
        actions, step = self.actions.settle(*times)
        return replace(self, actions=actions)._obeying(), step

    def doubts_of(self, number: int) -> tuple[str, ...]:
        """What is doubtful about the rolls before an action, counted from 0."""
        if not self.throws:
            return ()
        own = [throw for throw in self.throws if throw.step == number]
        if not own:
            return (NO_ROLL,)
        return tuple(dict.fromkeys(doubt for throw in own for doubt in throw.doubts))

    def roll_of(self, number: int) -> Throw | None:
        """The roll that an action obeyed, counted from 0; None where none was seen."""
        return next((throw for throw in reversed(self.throws) if throw.step == number), None)

    @property
    def _is_before_the_start(self) -> bool:
        """Whether no tile lies on the table, so that everybody rolls one die."""
        return not self.actions.steps and not len(self.board)

    @property
    def _is_obeyed(self) -> bool:
        """Whether something has been played since the last roll, as far as can be seen."""
        last, waiting = self.last_throw, self.actions.pending
        if last is None or last.step < len(self.steps):
            return last is not None
        return waiting is not None and waiting.verdict.legal

    @property
    def _start_roll(self) -> Roll | None:
        """The roll that the first lay obeys, None as long as it is not decided."""
        faces = self.start_faces or ()
        number = deciding_number(faces, self.players or players_of(faces))
        return None if number is None else Roll((Face.of_number(number),))

    def _starts(self, roll: RollSeen) -> bool:
        """Whether everybody is still rolling for the start, with one die each."""
        return self._is_before_the_start and len(roll.dice) == 1

    def _told_better(self) -> DiceFollower:
        """The last throw with what was learnt of its faces since."""
        last = self.last_throw
        if last is None or self.dice.last is None or last.seen == self.dice.last:
            return self
        newer = replace(last, seen=self.dice.last)
        return replace(self, throws=(*self.throws[:-1], newer))._obeying()

    def _obeying(self) -> DiceFollower:
        """With the table's roll set to what has to be obeyed; none where no roll is known."""
        last = self.last_throw
        if last is None:
            return self
        owed = last.roll if last.step == len(self.actions.steps) else None
        if owed is not None and self._is_before_the_start:
            owed = self._start_roll
        if owed is not None and last.doubts:
            owed = None  # nothing is refused for a roll that may have been another one
        if self.actions.table.roll == owed:
            return self
        return replace(self, actions=self.actions.under(replace(self.actions.table, roll=owed)))


def _may_go_on(action: Action | None, roll: Roll) -> bool:
    """Whether an action may be the beginning of what a roll asks for."""
    most = max((face.number or 0 for face in roll.faces), default=0)
    return isinstance(action, Lay) and len(action.tiles) < most
