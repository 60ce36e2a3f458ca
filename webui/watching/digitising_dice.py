"""A film or photos of Palagonia in which the dice are seen become a game with its rolls."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...engine.palagonia.dice import Face
from ...engine.palagonia.dice_follower import DiceFollower
from ...engine.palagonia.follower import PATIENCE_SECONDS, ActionFollower
from ...engine.palagonia.played import played_game
from ...engine.tiles.alignment import alignments
from ...engine.tiles.board import Board
from ...engine.tiles.observation import Observation
from .digitising import Digitised, ToCheck, unsure_words, with_question_of_names
from .sightings import Sighting, with_settled_names

LAID_AFTER_SECONDS = 2.5
"""A board that lies there when a video begins is read sooner."""
MOST_TILES_OF_A_TURN = max(face.number or 0 for face in Face)


def digitise_with_dice(
    sightings: Iterable[Sighting],
    aligned: bool,
    are_crossed: bool | None = None,
    players: Sequence[str] = (),
) -> Digitised:
    """Follow a game of Palagonia. Where no dice are seen, any roll may have been.

    ``players`` are their names in the order in which they sit; where they rolled for the start in
    sight, that order begins with whoever rolled first.
    """
    patience = PATIENCE_SECONDS if aligned else 0.0
    sightings, naming = with_settled_names(sightings, are_crossed)
    follower = DiceFollower(ActionFollower(patience=patience), players=len(players))
    result = Digitised(follower, naming)
    for sight in sightings:
        if sight.problem is not None:
            result.to_check.append(ToCheck(sight.source, sight.time, (sight.problem,)))
        if not patience or (sight.seen is None and sight.dice is None):
            # A video shows when nothing happens; a new board says nothing of what came before it.
            follower, _ = follower.settle(sight.time)
        if sight.dice is not None:
            follower = _with_dice(follower, sight, aligned)
        if sight.seen is not None:
            if follower.start is None and _is_first_lay(follower, sight, sight.seen, aligned):
                follower = follower.starting(Board())
            follower, _ = follower.observe(
                sight.seen, time=sight.time, source=sight.source, aligned=aligned
            )
        if sight.seen is not None or sight.dice:
            result.shots[sight.source] = sight
    result.follower = follower = follower.settle()[0]
    result.played = played_game(follower, players)
    for number, step in enumerate(follower.steps):
        words = () if not step.needs_a_look else step.sentences + unsure_words(step.unsure)
        words += follower.doubts_of(number)
        if words:
            result.to_check.append(ToCheck(step.source or "", step.time or 0.0, words))
    if result.played is not None and result.played.doubts:
        result.to_check.append(ToCheck("", sightings[-1].time, result.played.doubts))
    return with_question_of_names(result, sightings)


def _with_dice(follower: DiceFollower, sight: Sighting, aligned: bool) -> DiceFollower:
    """The dice of a sighting, in the frame of the game's board."""
    dice = [die.seen() for die in sight.dice or ()]
    if not aligned and sight.seen is not None and len(follower.board):
        ways = alignments(follower.board, sight.seen.board)
        dice = [die.moved(ways[0]) for die in dice]
    return follower.see(dice, time=sight.time, source=sight.source)


def _is_first_lay(
    follower: DiceFollower, sight: Sighting, seen: Observation, aligned: bool
) -> bool:
    """Whether the first board was laid on a table that was empty before: it has no more tiles than
    a die can tell, and dice were rolled before it, or a video did not begin with it."""
    if len(seen.board) > MOST_TILES_OF_A_TURN:
        return False
    return bool(follower.throws) or (aligned and sight.time >= LAID_AFTER_SECONDS)
