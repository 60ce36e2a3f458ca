"""A film or photos of Palagonia in which the dice are seen become a game with its rolls."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from ...following.follower import LAID_AFTER_SECONDS
from ...following.progress import WRONG_OR_MISSING
from ...following.shots import CountedGame, FoundGame, TwoTurns, doubtful_shots, to_check
from ...following.steps import Shot, Sighting
from ...phrases import Phrase, by_sentence
from ...records.record import RecordedTurn
from ...tiles.alignment import align
from ...tiles.board import Board
from ...tiles.observation import Observation
from ..actions import action_from_text
from ..choices import palagonia_action_phrase
from ..dice import DieFace
from ..referee import PalagoniaVerdict
from .dice_follower import AGAIN, FollowerWithDice, Throw
from .played import DOUBLES, STARTS, UNFIT, PlayedGame, played_game

HANDS_LEAVE_SECONDS = 0.8
"""Seconds before a board is seen at rest from which on the next dice may have been rolled."""
MOST_TILES_OF_A_TURN = max(face.number or 0 for face in DieFace)


@dataclass(frozen=True)
class FinderWithDice:
    """Finds a game of Palagonia with its dice; where none are seen, any roll may have
    been.

    ``players`` are their names in the order in which they sit; where they rolled for the start in
    sight, that order begins with whoever rolled first. The rest are a person's answers: what was
    ``played`` and, before that, ``rolled`` at a source, which player ``began``, and who is
    ``on_turn`` at the end; ``gaps`` as in :class:`~palago.engine.following.shots.FinderByBoards`.
    """

    is_film: bool
    players: Sequence[str] = ()
    played: Mapping[str, Sequence[str]] = field(default_factory=dict)
    rolled: Mapping[str, Sequence[str]] = field(default_factory=dict)
    began: str | None = None
    on_turn: str | None = None
    gaps: Mapping[str, bool] = field(default_factory=dict)

    def find(self, shots: Sequence[Shot]) -> FoundGame:
        """See :class:`~palago.engine.following.shots.GameFinder`."""
        if self.is_film:
            # What was rolled is known only when the film has ended, a board some time after it
            # lay so.
            shots = sorted(shots, key=lambda shot: (_time_of(shot), shot.dice is None))
        count = len(self.players)
        follower = FollowerWithDice(on_purpose=not self.is_film, gaps=self.gaps, players=count)
        for shot in shots:
            follower = self._after(follower, shot)
        follower = follower.finish()[0].obeying()
        found = played_game(follower, self.players, self.began, self.on_turn)
        doubts = doubtful_shots(
            follower,
            (),
            partial(_doubts_of, follower, found),
            partial(_rolls_of, follower),
            partial(_two_turns_of, follower),
        )
        last = follower.last_throw
        is_over = self.is_film and last is not None and _stayed_bare(shots, last)
        if last is not None and follower.open_doubts and not is_over:
            # Rolls to which no action was seen: the points may lack something.
            asked = to_check(last.source, last.time, follower.open_doubts)
            doubts.append(replace(asked, gaps=(True,)))
        if found is not None and found.doubts:
            open_start = any(said.key in STARTS for said in found.doubts)
            names = found.game.players if open_start else ()
            asked = to_check("", shots[-1].time, found.doubts)
            doubts.append(replace(asked, beginners=names, movers=found.movers))
        counted = None
        if found is not None:
            moves = tuple(_moves(follower, found))  # as of a game that was played on the page
            points = dict(zip(found.game.players, found.game.points, strict=True))
            counted = CountedGame(found.game, moves, points, found.is_whole)
        return FoundGame(follower, tuple(doubts), True, counted)

    def _after(self, follower: FollowerWithDice, shot: Shot) -> FollowerWithDice:
        """The game after one shot."""
        source = shot.source
        played = self.played.get(source, ())
        if not self.is_film or (shot.seen is None and shot.dice is None):
            # A video shows when nothing happens; a new board says nothing of what came before it.
            follower = follower.settle(shot.time)[0].obeying()
        if shot.dice is not None:
            follower = _with_dice(follower, shot, self.is_film)
        if len(played) > 1:
            follower = follower.with_turns_before(source, len(played) - 1)
        if shot.seen is None:
            return follower
        if source in self.rolled:
            follower = follower.told_roll(self.rolled[source], time=shot.time, source=source)
        sighting = Sighting(shot.seen, shot.time, source, self.is_film)
        if follower.start_board is None and self._is_first_lay(follower, sighting):
            follower = follower.starting(Board())
        return follower.see_board(sighting, played)[0]

    def _is_first_lay(self, follower: FollowerWithDice, first: Sighting) -> bool:
        """Whether the first board was laid on a table that was empty before: it has no more tiles
        than a die can tell, and dice were rolled before it, or a video did not begin with it."""
        if len(first.seen.board) > MOST_TILES_OF_A_TURN:
            return False
        return bool(follower.throws) or (self.is_film and first.moment >= LAID_AFTER_SECONDS)


def _time_of(shot: Shot) -> float:
    """When what a sighting shows was done: a hand that has laid a tile is some time in leaving."""
    return shot.time - (HANDS_LEAVE_SECONDS if shot.seen is not None else 0.0)


def _moves(follower: FollowerWithDice, played: PlayedGame) -> Iterator[RecordedTurn | int]:
    for words, number in played.events:
        kind, *faces = words.split()
        throw = follower.roll_of(number)
        if kind not in ("start", "roll"):
            yield number
            continue
        unseen = _unseen(follower, kind, faces, number)
        doubts = (*unseen, *(throw.doubts if throw else ()))
        turn = RecordedTurn(words, check=tuple(map(str, doubts)), phrases=by_sentence(doubts))
        if throw is None or unseen:
            yield turn
        else:
            sure = round(throw.seen.confidence, 4)
            of_roll = {"source": throw.source or "", "seconds": throw.time}
            yield replace(turn, confidence=sure, extra=of_roll)


def _unseen(
    follower: FollowerWithDice, kind: str, faces: Sequence[str], number: int
) -> tuple[Phrase, ...]:
    """That a roll in the game's words was not seen, but is one that fits what was played."""
    if kind == "roll":
        return () if follower.roll_of(number) else (Phrase("dice.roll_unseen"),)
    thrown = (throw.seen.faces for throw in follower.throws if throw.step == number)
    seen = Counter(str(face.value) for dice in thrown for face in dice if face is not None)
    return (Phrase("dice.start_unseen"),) if Counter(faces) - seen else ()


def _two_turns_of(follower: FollowerWithDice, number: int) -> tuple[TwoTurns, ...]:
    """The two turns that may have been played in place of one."""
    return tuple(
        TwoTurns((str(first), str(second)), palagonia_action_phrase(first))
        for first, second in follower.two_turns(number)
    )


def _rolls_of(follower: FollowerWithDice, number: int) -> tuple[tuple[str, ...], ...]:
    """The rolls that an action may have obeyed, the likeliest by what was seen first."""
    step, chances = follower.steps[number], follower.chances_of(number)
    if number and step.source == follower.steps[number - 1].source:
        return ()  # what is said of a photo's roll is said of the first turn in it
    if isinstance(step.verdict, PalagoniaVerdict):
        fitting = step.verdict.rolls
    else:
        is_rolled = step.action and len(step.before.board)  # no tiles: one die of each player
        face = action_from_text(step.action).face if is_rolled else None
        fitting = tuple(roll for roll in chances if face in roll.faces)
    likely = sorted(fitting, key=lambda roll: -chances.get(roll, 0.0))
    return tuple(tuple(face.value for face in roll.faces) for roll in likely)


def _doubts_of(
    follower: FollowerWithDice, played: PlayedGame | None, number: int
) -> tuple[Phrase, ...]:
    """What has to be asked about the rolls before an action: nothing on which no points hang."""
    doubts = follower.doubts_of(number)
    if not len(follower.steps[number].before.board):
        # Of the rolls for the start it is asked who began, where anything hangs on it.
        return tuple(said for said in doubts if said in (AGAIN, WRONG_OR_MISSING))
    if played is None or AGAIN in doubts or WRONG_OR_MISSING in doubts:
        return doubts
    if number not in played.asked:
        return ()
    return doubts or (UNFIT if number in played.unfit else DOUBLES,)


def _stayed_bare(shots: Sequence[Shot], last: Throw) -> bool:
    """Whether a film ended with nothing over a table on which nothing had been done since the last
    roll."""
    free = max((shot.time for shot in shots if shot.dice is None), default=-math.inf)
    return free >= max(shot.time for shot in shots) > (last.time or 0.0)


def _with_dice(follower: FollowerWithDice, shot: Shot, is_film: bool) -> FollowerWithDice:
    """The dice of a sighting, in the frame of the game's board."""
    if not is_film and isinstance(shot.seen, Observation) and len(follower.game.board):
        first = align(follower.game.board, shot.seen.board)
        shot = replace(shot, dice=tuple(die.moved(first) for die in shot.dice or ()))
    return follower.see_dice(shot, whole=True)
