"""Palagonia followed while it is being played: what its dice mean is entered, or asked, at once.

Every sighting is answered by an action where nobody can doubt it, else by a question to those who
sit there. In a film (`dice_follower`) nobody can be asked: it goes on without knowing, and what
comes later tells more. What both have in common is what lies there (`rolls`), how likely a face is
(`likely`) and who begins (`starting`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import NamedTuple, Self, cast

from ...following.follower import Follower
from ...following.steps import DiceOutcome, Shot
from ...tiles.dice_seen import DieSeen
from ...tiles.observation import Observation
from ..dice import DieFace
from ..game import PalagoniaGame
from ..referee import judge
from ..turn import TurnPhase
from .rolls import DiceOnTable, RollSeen, deciding_number, is_clear, roll_chances, side_chances

ROLLED_AGAIN = "rolled_again"
"""Asked: which of two rolls counts."""
ROLL_UNSURE = "roll_unsure"
"""Asked: what was rolled."""
START_WHO = "start_who"
"""Asked: who rolled which die for the start."""
LEAST = 0.1
"""Least chance of all rolls together that allow what was played; with less it tells no roll."""
LIKELIEST = 3
"""Number of faces, the likeliest, that may be on top of a die that was not seen well."""
NEARLY_SURE = 0.95
"""Chance from which something, also that a roll is no double, is beyond doubt."""
PATIENCE_SECONDS = 3.0
"""Time that a roll lies unsure before it is asked for: the next looks often tell it."""
PATIENCE_LOOKS = 2
"""So many looks more it is given, however far apart they are."""


class LookAtDice(NamedTuple):
    """A look at the table: when, in seconds, and its number."""

    time: float = 0.0
    number: int = 0

    def is_past(self, since: LookAtDice) -> bool:
        """Whether what is open since then was looked at for long enough."""
        waited = self.time - since.time >= PATIENCE_SECONDS
        return waited and self.number - since.number >= PATIENCE_LOOKS


NOT_YET = LookAtDice()


@dataclass(frozen=True)
class FollowerAtTable(Follower):
    """The game so far, and its dice. ``started`` are rolls for the start; ``open`` is one that was
    not seen well, or that came while the turn before it was unsettled, at the look ``open_since``;
    ``asked_at`` is how many events the game had when something was to be asked. Since ``few_since``
    not all dice of a roll are known; ``now`` is the latest look."""

    dice: DiceOnTable = field(default_factory=DiceOnTable)
    started: tuple[DieSeen, ...] = ()
    open: RollSeen | None = None
    open_since: LookAtDice = NOT_YET
    asked_at: int | None = None
    few_since: LookAtDice | None = None
    now: LookAtDice = NOT_YET

    @property
    def game(self) -> PalagoniaGame:
        """The game after the last action that was followed."""
        return cast(PalagoniaGame, super().game)

    def see_dice(self, shot: Shot, *, whole: bool = False) -> Self:
        """Take the dice of a shot, and the board as it was seen, if it is known.

        They count only where all of them are at rest. Where there are none, what is open may be
        told by now, the game or the board having changed. What was rolled is asked after a while,
        of a ``whole`` roll at once.
        """
        after = replace(self, now=LookAtDice(shot.time, self.now.number + 1))._seen(shot)
        is_early = not whole and not after.now.is_past(after.open_since)
        is_kept = is_early and after.due.question == ROLL_UNSURE
        if self.game.phase is not TurnPhase.ROLL:
            after = replace(after, few_since=None)
        elif after.few_since is not None and after.now.is_past(after.few_since):
            return after._due(question=ROLL_UNSURE)
        return after._due(*after.due.actions) if is_kept else after

    def _seen(self, shot: Shot) -> Self:
        """As `see_dice`, with what is to be asked sooner or later."""
        game, dice = self.game, shot.dice
        board = shot.seen if isinstance(shot.seen, Observation) else None
        if dice is None:
            return self._settled(game, board)
        if game.phase is TurnPhase.OVER or any(not die.lies for die in dice):
            return self._due()
        since = self.few_since or self.now
        if len({die.by_board for die in dice}) > 1:
            # The next look tells where all of them lie beside the board.
            return replace(self, few_since=since)._due()
        thrown = 1 if game.phase is TurnPhase.START else game.rules.dice
        table, roll = self.dice.see(dice, thrown=thrown, played=game.phase is not TurnPhase.ACT)
        known = replace(self, dice=table, few_since=None)
        if roll is None:
            if self.dice.see(dice, whole=True)[1] is not None:
                known = replace(known, few_since=since)
            if self.open is None or table.last is None:
                return known._due()
            return replace(known, open=table.last)._settled(game, board)  # seen better by now
        before = known._by_what_was_played(game, board)
        for words in before:
            game = game.play(words)
        if game.phase is TurnPhase.START and known.open is not None:
            known = replace(known, started=(*known.started, *known.open.dice))
        known = replace(known, open=roll, open_since=self.now, asked_at=None)
        after = known._settled(game, board)
        return after._due(*before, *after.due.actions, question=after.due.question)

    def _due(self, *actions: str, question: str | None = None) -> Self:
        names = [self.game.players[player] for player in self.game.contenders]
        rolled = tuple(
            (who, die.face or "?") for who, die in zip(names, self.started, strict=False)
        )
        following = names[len(rolled)] if 0 < len(rolled) < len(names) else ""
        return replace(self, due=DiceOutcome(actions, question, rolled, following))

    def _anew(self) -> Self:
        """The same dice, of which nothing is open."""
        return replace(self, started=(), open=None, asked_at=None)

    def _settled(self, game: PalagoniaGame, seen: Observation | None) -> Self:
        """Try to take a roll that is open."""
        roll = self.open
        if self.asked_at is not None and self.asked_at != len(game.events):
            return self._anew()._due()  # somebody has told it
        if game.phase is TurnPhase.START:
            return self._for_start(game, seen)
        if roll is None:
            return self._due()
        if game.phase is TurnPhase.ROLL:
            return self._taken(game, roll, ())
        if game.phase is not TurnPhase.ACT:
            return replace(self, open=None)._due()
        if seen is None:
            return self._due(question=ROLLED_AGAIN)
        verdict = judge(None, seen, game=game)
        if verdict.board == game.board:
            return self._due(question=ROLLED_AGAIN)
        if not verdict.settled or verdict.after is None:
            return self._due()  # what is wrong with the board is said already
        if verdict.after.phase is not TurnPhase.ROLL:
            return replace(self, open=None)._due(*verdict.actions)
        return self._taken(verdict.after, roll, verdict.actions)

    def _taken(self, game: PalagoniaGame, roll: RollSeen, before: tuple[str, ...]) -> Self:
        """The roll as an action, if it is beyond doubt, after those that came before it."""
        if roll.roll is None or not roll.is_sure:
            return replace(self, asked_at=len(game.events))._due(*before, question=ROLL_UNSURE)
        return replace(self, open=None, asked_at=None)._due(*before, f"roll {roll.roll}")

    def _by_what_was_played(self, game: PalagoniaGame, seen: Observation | None) -> tuple[str, ...]:
        """Once another roll has come: the one before, which was not seen well, and the action that
        obeyed it, which tells one of its dice. Nothing where it may have been a double."""
        if self.open is None or seen is None or game.phase is not TurnPhase.ROLL:
            return ()
        played = judge(game.board, seen).action
        face = None if played is None else played.face
        chances = roll_chances(self.open.dice, game.rules.dice)
        fitting = {roll: chance for roll, chance in chances.items() if face in roll.faces}
        doubles = sum(chance for roll, chance in fitting.items() if roll.is_double)
        possible = sum(fitting.values())
        if possible < LEAST or (1.0 - NEARLY_SURE) * possible < doubles < NEARLY_SURE * possible:
            return ()
        roll = max(fitting, key=lambda told: fitting[told])
        after = judge(None, seen, game=game.throw(roll))
        return (f"roll {roll}", *after.actions) if after.settled and after.after else ()

    def _for_start(self, game: PalagoniaGame, seen: Observation | None) -> Self:
        """The rolls for the start, one die each, once everybody has rolled: sure ones, or such as
        what was laid on them tells."""
        rolled = () if self.open is None else self.open.dice
        dice, laid = (*self.started, *rolled), 0 if seen is None else len(seen.board)
        if not laid and (any(die.lay for die in rolled) or (len(rolled) > 1 and not self.started)):
            # Everybody rolls one die: these lay there before anybody did, or nobody can tell whose.
            return replace(self._anew(), dice=replace(self.dice, last=None))._due()
        if len(rolled) > 1 or len(dice) > len(game.contenders):
            return self._anew()._due(question=START_WHO)
        faces = _start_faces(dice, laid) if len(dice) == len(game.contenders) else ()
        if faces:
            return self._anew()._due("start " + " ".join(face.value for face in faces))
        noted = replace(self, asked_at=len(game.events))
        if laid:
            return noted._due(question=START_WHO)
        if self.open is None or not self.open.is_sure:
            return noted._due(question=ROLL_UNSURE if self.open else None)
        return replace(noted, started=dice, open=None)._due()


def _start_faces(dice: Sequence[DieSeen], laid: int) -> tuple[DieFace, ...]:
    """What these dice show, one of each player, if it is beyond doubt once so many tiles lie."""
    if all(is_clear(die) for die in dice):
        faces = tuple(DieFace(die.face) for die in dice)
        return faces if laid <= max(face.number or 0 for face in faces) else ()
    fitting: dict[tuple[DieFace, ...], float] = {}
    possible = 0.0
    shown = (sorted(side_chances(die).items(), key=lambda side: -side[1]) for die in dice)
    for sides in product(*(likely[:LIKELIEST] for likely in shown)) if laid else ():
        faces = tuple(face for face, _ in sides)
        share = math.prod(chance for _, chance in sides)
        possible += share if max(face.number or 0 for face in faces) >= laid else 0.0
        if deciding_number(faces, len(dice)) == laid:
            fitting[faces] = share
    if not fitting:
        return ()
    best = max(fitting, key=lambda told: fitting[told])
    first = best.index(DieFace.of_number(laid))
    alike = sum(share for told, share in fitting.items() if told[first] is best[first])
    return best if alike > NEARLY_SURE * possible else ()
