"""Palagonia followed from sight with its dice: every roll ends the turn before it.

It follows boards as those of all games are followed; the dice say which action was owed and when a
turn is over. Where no dice are seen, boards are followed as they are without. In films and photos
nobody's name is known, and nobody can be asked: see `dice_at_table` for a game being played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Self, cast

from ...following.follower import Follower
from ...following.progress import WRONG_OR_MISSING
from ...following.shots import UNOBEYED
from ...following.steps import News, Shot, Sighting
from ...following.waiting import is_turn
from ...games.protocols import AnyPlug, Start, Verdict
from ...phrases import Phrase
from ...tiles.board import Board
from ...tiles.dice_seen import DieSeen
from ..actions import Lay, PalagoniaAction, action_from_text
from ..changes import MOST_WAYS, may_obey, ways_of_two_turns
from ..choices import roll_phrase
from ..dice import DieFace, Roll
from ..referee import PalagoniaVerdict
from ..rules import PALAGONIA
from .boards_alone import WITHOUT_DICE, GameWithoutRolls
from .rolls import Chances, DiceOnTable, RollSeen, count_of_players, deciding_number, roll_chances

AGAIN, PARTLY, PUSHED, OVERLOOKED, UNTOLD, NO_ROLL = (
    Phrase(f"dice.{key}")
    for key in ("again", "partly", "pushed", "overlooked", "untold", "no_roll")
)


@dataclass(frozen=True)
class Throw:
    """A roll as it was seen, or as a person has ``told``. ``step`` counts the actions that had been
    followed before it."""

    seen: RollSeen
    step: int
    time: float | None
    source: str | None
    again: bool = False
    told: bool = False

    @property
    def roll(self) -> Roll | None:
        """What was rolled, None where it could not be told."""
        return self.seen.roll

    @property
    def doubts(self) -> tuple[Phrase, ...]:
        """What a person should be asked about it."""
        found = [AGAIN] if self.again else []
        found += [PARTLY] if self.seen.partly else []
        found += [PUSHED] if self.seen.pushed else []
        if self.seen.lacking:
            found.append(OVERLOOKED)
        elif self.roll is None:
            found.append(UNTOLD)
        elif not all(die.is_sure for die in self.seen.dice):
            found.append(Phrase("dice.unsure", {"roll": roll_phrase(self.roll)}))
        return tuple(found)


@dataclass(frozen=True)
class FollowerWithDice(Follower):
    """The game so far. Immutable.

    ``players`` is how many there are, 0 where nobody has said; ``by_word`` are the numbers of the
    actions that a person has told.
    """

    plug: AnyPlug = WITHOUT_DICE
    dice: DiceOnTable = field(default_factory=DiceOnTable)
    throws: tuple[Throw, ...] = ()
    players: int = 0
    by_word: frozenset[int] = frozenset()

    @property
    def game(self) -> GameWithoutRolls:
        """The game after the last action that was followed, its players left out."""
        return cast(GameWithoutRolls, super().game)

    def start_faces(self, number: int = 0) -> tuple[DieFace, ...] | None:
        """What was rolled for the start before an action, the first or the next on an emptied
        table, one die each; None where not all of it could be told."""
        thrown = [throw for throw in self.throws if throw.step == number]
        if any(len(throw.seen.dice) != 1 or throw.roll is None for throw in thrown):
            return None
        return tuple(throw.seen.faces[0] for throw in thrown)

    @property
    def last_throw(self) -> Throw | None:
        """The roll that is to be obeyed now, or was obeyed last."""
        return self.throws[-1] if self.throws else None

    def starting(self, board: Board) -> Self:
        """The same before anything was seen of the board, beginning with this one."""
        start = self.plug.start(Start(board=board))
        return replace(self, start=start, saw_start=bool(self.throws))

    def see_dice(self, shot: Shot, *, whole: bool = False) -> Self:
        """As :meth:`.Follower.see_dice`.

        They count only where all of them are at rest. A new roll takes what waits as an action.
        """
        dice = shot.dice or ()
        if not whole and any(not die.lies for die in dice):
            return self
        # Everybody rolls for the start: who shows what the one before showed has rolled, too.
        starts = self._is_before_the_first_lay
        thrown, played = 1 if starts else PALAGONIA.dice, starts or self._is_obeyed
        table, roll = self.dice.see(dice, thrown=thrown, played=played, whole=whole)
        known = replace(self, dice=table)
        if roll is None:
            return known._told_better()
        settled = known.finish()[0] if whole else known._before(roll)
        last = known.last_throw
        earlier = known.throws
        is_start = starts and len(roll.dice) == 1
        again = last is not None and last.step == len(settled.steps) and not is_start
        if again and last is not None and last.seen.partly:
            # The dice had not all come to rest, or one was still under a hand.
            earlier, again = earlier[:-1], last.again
        throw = Throw(roll, len(settled.steps), shot.time, shot.source, again)
        return replace(settled, throws=(*earlier, throw)).obeying()

    def _before(self, roll: RollSeen) -> Self:
        """The game with the actions that were complete when a roll came to be seen.

        What waits was the turn before it. But where no roll was owed any more, the dice may only
        have been seen late, and what waits may obey them.
        """
        waiting = self.change
        owed = self.last_throw is not None and self.last_throw.step == len(self.steps)
        if waiting is not None and not owed and roll.roll is not None:
            tried = self.knowing(replace(self.game, roll=roll.roll)).change
            is_late = tried is not None and is_turn(tried.verdict)
            if is_late or _may_go_on(waiting.verdict, roll.roll):
                return self
        return self.finish()[0]

    def finish(self, *, takes_back: bool = True) -> tuple[Self, News | None]:
        """As :meth:`.Follower.finish`: who photographs all of it after another roll took nothing
        back."""
        is_new = self.on_purpose and self.roll_of(len(self.steps)) is not None
        return super().finish(takes_back=takes_back and not is_new)

    def see_board(self, sighting: Sighting, played: Sequence[str] = ()) -> tuple[Self, News | None]:
        """Take the next stable board, as :meth:`.Follower.told`; ``played`` is what a person has
        said of it."""
        after, news = self.told(played, sighting)
        told = range(len(self.steps), len(after.steps)) if played else ()
        return replace(after, by_word=self.by_word | frozenset(told)).obeying(), news

    def with_turns_before(self, source: str | None, count: int) -> Self:
        """A person has told that so many turns were played before the last one that a photo shows:
        the dice in it belong to that last one."""
        number = len(self.steps)
        throws = (
            replace(throw, step=number + count)
            if throw.source == source and throw.step == number
            else throw
            for throw in self.throws
        )
        return replace(self, throws=tuple(sorted(throws, key=lambda throw: throw.step)))

    def told_roll(
        self, faces: Sequence[str], *, time: float | None = None, source: str | None = None
    ) -> Self:
        """Take a person's word for the roll that is obeyed next, whatever was seen of it."""
        finished = self.finish()[0]
        dice = tuple(DieSeen(face, 1.0, (0.0, 0.0), 0.0) for face in faces)
        earlier = tuple(throw for throw in self.throws if throw.step != len(finished.steps))
        throw = Throw(RollSeen(dice), len(finished.steps), time, source, told=True)
        throws = tuple(sorted((*earlier, throw), key=lambda one: one.step))
        return replace(finished, throws=throws).obeying()

    def two_turns(self, number: int) -> tuple[tuple[PalagoniaAction, PalagoniaAction], ...]:
        """The pairs of turns that an action against the rules may be, counted from 0, with no photo
        between them; none where there are too many to choose from.

        The dice beside the board are those of the second, unless they lay there before it.
        """
        step = self.steps[number]
        before, verdict = step.before, step.verdict
        if not (isinstance(before, GameWithoutRolls) and isinstance(verdict, PalagoniaVerdict)):
            return ()
        own = [throw for throw in self.throws if throw.step == number and not throw.doubts]
        first = next((throw.roll for throw in own if throw.source != step.source), None)
        second = next((throw.roll for throw in own if throw.source == step.source), None)
        ways = ways_of_two_turns(before.board, verdict.board, first)
        fitting = (way for way in ways if may_obey(way[1], second))
        found = tuple(islice(fitting, MOST_WAYS + 1))
        return found if len(found) <= MOST_WAYS else ()

    def doubts_of(self, number: int) -> tuple[Phrase, ...]:
        """What is doubtful about the rolls before an action, counted from 0."""
        if not self.throws:
            return ()
        own = [throw for throw in self.throws if throw.step == number]
        every = [doubt for throw in own for doubt in throw.doubts] if own else [NO_ROLL]
        if self.on_purpose and number < len(self.steps) and not self._was_rolled(number):
            every.append(WRONG_OR_MISSING)
        return tuple(doubt for at, doubt in enumerate(every) if doubt not in every[:at])

    def _was_rolled(self, number: int) -> bool:
        """Whether an action is held against its roll, or obeys a die as that was read."""
        step, throw = self.steps[number], self.roll_of(number)
        if step.verdict is not None or not step.action or not len(step.before.board):
            return True
        if number in self.by_word:
            return True
        if throw is None:
            return False
        return not throw.doubts or action_from_text(step.action).face in throw.seen.faces

    @property
    def open_doubts(self) -> tuple[Phrase, ...]:
        """What is doubtful about the rolls after the last action that was followed, if nothing
        more will be seen: what they asked for may have been played unseen."""
        number = len(self.steps)
        if self.roll_of(number) is None:
            return ()
        again = (said for said in self.doubts_of(number) if said == AGAIN)
        return (*again, UNOBEYED)

    def roll_of(self, number: int) -> Throw | None:
        """The roll that an action obeyed, counted from 0; None where none was seen."""
        return next((throw for throw in reversed(self.throws) if throw.step == number), None)

    def chances_of(self, number: int) -> Chances:
        """How likely each roll is that an action, counted from 0, obeyed.

        No roll seen: any. Several seen: half the chance for the last one, half for all before it.
        """
        found: dict[Roll, float] = {}
        own = [throw.seen.dice for throw in self.throws if throw.step == number] or [()]
        for age, dice in enumerate(reversed(own)):
            share = 1.0 if len(own) == 1 else 0.5 if age == 0 else 0.5 / (len(own) - 1)
            for roll, chance in roll_chances(dice, PALAGONIA.dice).items():
                found[roll] = found.get(roll, 0.0) + share * chance
        return found

    @property
    def _is_before_the_start(self) -> bool:
        """Whether no tile lies on the table, any more or yet, so that everybody rolls one die."""
        return not len(self.game.board)

    @property
    def _is_before_the_first_lay(self) -> bool:
        """The same, and nothing that waits may be the first lay."""
        return self._is_before_the_start and self.change is None

    @property
    def _is_obeyed(self) -> bool:
        """Whether something has been played since the last roll, as far as can be seen."""
        last, waiting = self.last_throw, self.change
        if last is None or last.step < len(self.steps):
            return last is not None
        return waiting is not None and is_turn(waiting.verdict)

    @property
    def _start_roll(self) -> Roll | None:
        """The roll that the first lay obeys, None as long as it is not decided."""
        faces = self.start_faces(len(self.steps)) or ()
        players = self.players or count_of_players(self.start_faces() or ())
        number = deciding_number(faces, players)
        return None if number is None else Roll.of((DieFace.of_number(number),))

    def _told_better(self) -> Self:
        """The last throw with what was learnt of its faces since."""
        last = self.last_throw
        if last is None or last.told or self.dice.last is None or last.seen == self.dice.last:
            return self
        newer = replace(last, seen=self.dice.last)
        return replace(self, throws=(*self.throws[:-1], newer)).obeying()

    def obeying(self) -> Self:
        """With the table's roll set to what has to be obeyed; none where no roll is known."""
        last = self.last_throw
        if last is None or self.start is None:
            return self
        owed = last.roll if last.step == len(self.steps) else None
        if owed is not None and self._is_before_the_start:
            owed = self._start_roll
        if owed is not None and last.doubts:
            owed = None  # nothing is refused for a roll that may have been another one
        if self.game.roll == owed:
            return self
        return self.knowing(replace(self.game, roll=owed))


def _may_go_on(verdict: Verdict, roll: Roll) -> bool:
    """Whether what was seen may be the beginning of what a roll asks for."""
    action = verdict.action if isinstance(verdict, PalagoniaVerdict) else None
    most = max((face.number or 0 for face in roll.faces), default=0)
    return isinstance(action, Lay) and len(action.tiles) < most
