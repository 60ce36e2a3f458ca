"""A film or photos of Palagonia in which the dice are seen become a game with its rolls."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar, cast

from ...engine.following.follower import LAID_AFTER_SECONDS, Follower
from ...engine.following.progress import WRONG_OR_MISSING
from ...engine.following.steps import Sighting
from ...engine.palagonia.actions import action_from_text
from ...engine.palagonia.at_table.boards_alone import WITHOUT_DICE
from ...engine.palagonia.at_table.dice_follower import AGAIN, DiceFollower, Throw
from ...engine.palagonia.at_table.played import DOUBLES, STARTS, UNFIT, PlayedGame, played_game
from ...engine.palagonia.dice import DieFace
from ...engine.palagonia.referee import PalagoniaVerdict
from ...engine.phrases import Phrase
from ...engine.tiles.alignment import alignments
from ...engine.tiles.board import Board
from ...engine.tiles.observation import Observation
from ..tables.shots import CameraShot
from .digitise import Digitised, ToCheck, list_doubts

HANDS_LEAVE_SECONDS = 0.8
"""The next dice may already have been rolled so long before the board was seen at rest."""
MOST_TILES_OF_A_TURN = max(face.number or 0 for face in DieFace)


@dataclass
class DiceFollowed:
    """A game of Palagonia that is followed with its dice; where none are seen, any roll may have
    been.

    ``players`` are their names in the order in which they sit; where they rolled for the start in
    sight, that order begins with whoever rolled first. The rest are a person's answers: what was
    ``played`` and, before that, ``rolled`` at a source, which player ``began``, and who is
    ``on_turn`` at the end.
    """

    is_film: bool
    players: Sequence[str] = ()
    played: Mapping[str, Sequence[str]] = field(default_factory=dict)
    rolled: Mapping[str, Sequence[str]] = field(default_factory=dict)
    began: str | None = None
    on_turn: str | None = None
    has_dice: ClassVar[bool] = True

    def __post_init__(self) -> None:
        boards = Follower(WITHOUT_DICE, on_purpose=not self.is_film)
        self._follower = DiceFollower(boards, players=len(self.players))

    def in_order(self, shots: list[CameraShot]) -> list[CameraShot]:
        if self.is_film:
            # What was rolled is known only when the film has ended, a board some time after it
            # lay so.
            shots.sort(key=lambda shot: (_time_of(shot), shot.dice is None))
        return shots

    def take(self, shot: CameraShot) -> Iterator[ToCheck]:
        follower, is_film, source = self._follower, self.is_film, shot.source
        played = self.played.get(source, ())
        if not is_film or (shot.seen is None and shot.dice is None):
            # A video shows when nothing happens; a new board says nothing of what came before it.
            follower, _ = follower.settle(shot.time)
        if shot.dice is not None:
            follower = _with_dice(follower, shot, is_film)
        if len(played) > 1:
            follower = follower.with_turns_before(source, len(played) - 1)
        if source in self.rolled and shot.seen is not None:
            follower = follower.told_roll(self.rolled[source], time=shot.time, source=source)
        if shot.seen is not None:
            if follower.start_board is None and _is_first_lay(follower, shot, shot.seen, is_film):
                follower = follower.starting(Board())
            sighting = Sighting(shot.seen, shot.time, source, aligned=is_film)
            follower, _ = follower.observe(sighting, played)
        self._follower = follower
        yield from ()

    def finish(self, game: Digitised, shots: Sequence[CameraShot]) -> None:
        game.follower = follower = self._follower.finish()[0]
        game.played = found = played_game(follower, self.players, self.began, self.on_turn)
        list_doubts(
            game,
            partial(_doubts_of, follower, found),
            partial(_rolls_of, follower),
            partial(_two_turns_of, follower),
        )
        last = follower.last_throw
        is_over = self.is_film and last is not None and _stayed_bare(shots, last)
        if last is not None and follower.open_doubts and not is_over:
            # Rolls to which no action was seen: the points may lack something.
            doubts = follower.open_doubts
            game.to_check.append(ToCheck(last.source or "", last.time or 0.0, doubts))
        if found is not None and found.doubts:
            open_start = any(said.key in STARTS for said in found.doubts)
            names = found.game.players if open_start else ()
            asked = ToCheck("", shots[-1].time, found.doubts, beginners=names, movers=found.movers)
            game.to_check.append(asked)


def _time_of(shot: CameraShot) -> float:
    """When what a sighting shows was done: a hand that has laid a tile is some time in leaving."""
    return shot.time - (HANDS_LEAVE_SECONDS if shot.seen is not None else 0.0)


def _two_turns_of(follower: DiceFollower, number: int) -> tuple[tuple[str, str], ...]:
    """The two turns that may have been played in place of one, in words."""
    return tuple((str(first), str(second)) for first, second in follower.two_turns(number))


def _rolls_of(follower: DiceFollower, number: int) -> tuple[tuple[str, ...], ...]:
    """The rolls that an action may have obeyed, the likeliest by what was seen first."""
    step, chances = follower.steps[number], follower.chances_of(number)
    if number and step.source == follower.steps[number - 1].source:
        return ()  # what is said of a photo's roll is said of the first turn in it
    if step.verdict is not None:
        fitting = cast(PalagoniaVerdict, step.verdict).rolls
    else:
        is_rolled = step.action and len(step.before.board)  # no tiles: one die of each player
        face = action_from_text(step.action).face if is_rolled else None
        fitting = tuple(roll for roll in chances if face in roll.faces)
    likely = sorted(fitting, key=lambda roll: -chances.get(roll, 0.0))
    return tuple(tuple(face.value for face in roll.faces) for roll in likely)


def _doubts_of(
    follower: DiceFollower, played: PlayedGame | None, number: int
) -> tuple[Phrase, ...]:
    """What has to be asked about the rolls before an action: nothing on which no points hang."""
    doubts = follower.doubts_of(number)
    if played is None or AGAIN in doubts or WRONG_OR_MISSING in doubts:
        return doubts
    if number not in played.asked:
        return ()
    return doubts or (UNFIT if number in played.unfit else DOUBLES,)


def _stayed_bare(shots: Sequence[CameraShot], last: Throw) -> bool:
    """Whether a film ended with nothing over a table on which nothing had been done since the last
    roll."""
    free = max((shot.time for shot in shots if shot.dice is None), default=-math.inf)
    return free >= max(shot.time for shot in shots) > (last.time or 0.0)


def _with_dice(follower: DiceFollower, shot: CameraShot, is_film: bool) -> DiceFollower:
    """The dice of a sighting, in the frame of the game's board."""
    dice = [die.as_seen() for die in shot.dice or ()]
    if not is_film and shot.seen is not None and len(follower.board):
        first, *_ = alignments(follower.board, shot.seen.board)
        dice = [die.moved(first) for die in dice]
    return follower.see(dice, time=shot.time, source=shot.source, whole=True)


def _is_first_lay(
    follower: DiceFollower, shot: CameraShot, seen: Observation, is_film: bool
) -> bool:  # fmt: skip
    """Whether the first board was laid on a table that was empty before: it has no more tiles than
    a die can tell, and dice were rolled before it, or a video did not begin with it."""
    if len(seen.board) > MOST_TILES_OF_A_TURN:
        return False
    return bool(follower.throws) or (is_film and shot.time >= LAID_AFTER_SECONDS)
