"""A followed game by name and number: who rolled what, whose turn each action was, who has what.

The follower knows actions and rolls; the players' names and the rolls for the start make a game of
them, which counts the points. What was unlawful, or not seen, ends what can be counted for sure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..actions import Lay, action_from_text
from ..dice import DieFace
from ..game import GameError, PalagoniaGame
from ..rules import PALAGONIA, HouseRules, IllegalPalagoniaAction
from ..turn import TurnPhase
from .dice_follower import DiceFollower, Throw
from .starting import deciding_number, players_of, rounds

ASSUMED = "the rolls for the start were not seen: {player} is taken to have begun"


@dataclass(frozen=True)
class PlayedGame:
    """A game as far as it can be counted.

    ``events`` are its rolls and actions in the game's words, each with the number of the action
    that it belongs to. ``doubts`` are what is assumed, and where and why the counting ends;
    ``is_whole`` says that it does not end before the last action.
    """

    game: PalagoniaGame
    events: tuple[tuple[str, int], ...]
    doubts: tuple[str, ...] = ()
    is_whole: bool = True


def played_game(
    follower: DiceFollower, players: Sequence[str] = (), rules: HouseRules = PALAGONIA
) -> PlayedGame | None:
    """The game that was followed; None where its beginning was not seen, or nobody's name is known.

    Without names the players are numbered in the order in which they rolled for the start. Where
    those rolls were not seen, the first of the ``players`` is taken to have begun.
    """
    faces = follower.start_faces
    if faces is None or len(follower.start or ()):
        return None
    count = len(players) or players_of(faces)
    if not count:
        return None
    names = tuple(players) or tuple(f"Player {number + 1}" for number in range(count))
    assumed: tuple[str, ...] = ()
    if len(names) > 1 and deciding_number(faces, count) is None:
        words = follower.steps[0].action if follower.steps else ""
        first = action_from_text(words) if words else None
        if not isinstance(first, Lay) or first.face is None:
            return None
        faces = (first.face, *(DieFace.REMOVE,) * (count - 1))
        assumed = (ASSUMED.format(player=names[0]),)
    events: list[tuple[str, int]] = []
    try:
        game = PalagoniaGame.new(names, rules)
        for rolled in rounds(faces, count):
            event = "start " + " ".join(face.value for face in rolled)
            game = game.after_event(event)
            events.append((event, 0))
        played = _played_on(game, follower, events)
    except (GameError, IllegalPalagoniaAction):
        return None
    return replace(played, doubts=assumed + played.doubts)


def _played_on(
    game: PalagoniaGame, follower: DiceFollower, events: list[tuple[str, int]]
) -> PlayedGame:  # fmt: skip
    """All actions after the start, as far as the game lets them be played."""
    for number, step in enumerate(follower.steps):
        throw = follower.roll_of(number)
        try:
            if game.phase is TurnPhase.ROLL:
                roll = _told(throw)
                if roll is None:
                    return _broken(game, events, number, "its roll was not seen")
                game = game.after_event(f"roll {roll}")
                events.append((f"roll {roll}", number))
            if not step.action:
                return _broken(game, events, number, "it was no single action")
            game = game.play(step.action)
            events.append((step.action, number))
        except IllegalPalagoniaAction as problem:
            return _broken(game, events, number, str(problem))
    return PlayedGame(game, tuple(events))


def _told(throw: Throw | None) -> str | None:
    return None if throw is None or throw.roll is None else str(throw.roll)


def _broken(
    game: PalagoniaGame, events: list[tuple[str, int]], number: int, reason: str
) -> PlayedGame:  # fmt: skip
    doubt = f"the points are counted up to action {number}; the next one cannot be: {reason}"
    return PlayedGame(game, tuple(events), (doubt,), is_whole=False)
