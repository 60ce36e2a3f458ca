"""A followed game by name and number: who rolled what, whose turn each action was, who has what.

The follower knows actions and rolls; the players' names and the rolls for the start make a game of
them, which counts the points. Where a roll was not seen well, what was played tells one of its
dice; whether it was a double, and so who is next, may stay open. Then all the games that it may
have been are counted side by side: what they have in common needs no question. What was unlawful
ends what can be counted.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, pairwise, product

from ...phrases import Phrase
from ...tiles.dice_seen import DieSeen
from ..actions import Lay, action_from_text
from ..dice import DieFace, Roll
from ..game import GameError, PalagoniaGame
from ..rules import IllegalPalagoniaAction
from ..turn import TurnPhase
from .dice_follower import FollowerWithDice, Throw
from .rolls import Chances, count_of_players, deciding_number, rounds, side_chances

UNFIT, DOUBLES = Phrase("dice.unfit"), Phrase("dice.double")
STARTS = ("dice.began_unseen", "dice.began_unsure")
"""What is said where it is open who began."""
ON_TURN = "dice.on_turn"
"""What is said where it is open whose turn it is."""
SURE_OF_POINTS = 0.9
"""Points that the likely games agree on with this chance need no question; nor who is on turn."""
LEAST_LIKELY = 0.02
"""A roll is asked about, where points hang on it, unless that it is a double, or none, has less
chance than this."""
MOST_GAMES = 60
"""Maximum number of games that are counted side by side, the likeliest."""
NEGLIGIBLE = 1e-3
"""A game with a smaller share of the likeliest one's weight is not counted."""
MOST_STARTS = 1_300
"""All faces of four dice (6⁴); of more dice only the likeliest faces are tried."""
MOST_OVERLOOKED = 2
"""Maximum number of rolls for the start that may have been overlooked."""
OVERLOOKED_AS_OFTEN = 0.05
"""Chance that one of them was overlooked."""
AT_AN_END = 0.3
"""Factor on that chance for one before the first or after the last roll that was seen."""
UNEVEN = 0.25
"""How quickly it becomes unlikely that rolls follow on one another unevenly: squared logarithms."""
FAINT = 1e-3
"""Rolls below this chance are not tried for whether they forced a tile to be removed."""
LIKELY = 0.02
"""Where only rolls below this chance allow it, it was perhaps played against the roll."""


@dataclass(frozen=True)
class PlayedGame:
    """A game as far as it can be counted.

    ``events`` are its rolls and actions in the game's words, each with the number of its action.
    ``doubts`` say what is assumed, and where and why the counting ends; ``is_whole``: it counts
    every action. ``chance``: how likely the points are right. ``unfit`` are the numbers of actions
    whose roll was seen otherwise; ``asked`` adds those whose unsure rolls decide the points.
    ``movers`` are players of whom one is on turn, where that is open though the points are not.
    """

    game: PalagoniaGame
    events: tuple[tuple[str, int], ...]
    doubts: tuple[Phrase, ...] = ()
    is_whole: bool = True
    chance: float = 1.0
    asked: frozenset[int] = frozenset()
    unfit: frozenset[int] = frozenset()
    movers: tuple[str, ...] = ()


@dataclass(frozen=True)
class _LikelyGame:
    """One of the games that it may have been, and how likely it is beside the others."""

    game: PalagoniaGame
    events: tuple[tuple[str, int], ...]
    weight: float

    def after(self, words: str, number: int, share: float = 1.0) -> _LikelyGame:
        """One event more. Raises GameError, IllegalPalagoniaAction."""
        game = self.game.play(words)
        return _LikelyGame(game, (*self.events, (words, number)), self.weight * share)


def played_game(
    follower: FollowerWithDice,
    players: Sequence[str] = (),
    began: str | None = None,
    on_turn: str | None = None,
) -> PlayedGame | None:
    """The game that was followed; None where its beginning was not seen, or nobody's name is known.

    Without names the players are numbered in the order in which they rolled for the start. If those
    rolls were not seen, somebody has to say who ``began``, or who is ``on_turn`` at the end;
    otherwise the first of the ``players`` is taken to have begun.
    """
    if len(follower.start_board or ()):
        return None
    count = len(players) or count_of_players(follower.start_faces() or ())
    if not count:
        return None
    names = tuple(players) or tuple(f"Player {number + 1}" for number in range(count))
    began = began if began in names else None
    try:
        new = _LikelyGame(PalagoniaGame.new(names), (), 1.0)
        first = _laid_first(follower)
        lines, said = list(_started(new, _seen_starts(follower, count, first))), STARTS[1]
        if began is not None:
            lines = [line for line in lines if names[line.game.mover] == began]
        if not lines and first is not None:
            starter = None if began is None else names.index(began)
            lines, said = list(_started(new, _any_starts(count, first, starter))), STARTS[0]
    except (GameError, IllegalPalagoniaAction):
        return None
    if not lines:
        return None
    played = _played_on(lines, follower, on_turn)
    if (played.is_whole and played.chance >= SURE_OF_POINTS) or began is not None or count == 1:
        return played  # whoever began has won or lost nothing by it, or is known
    starts = [line.weight for line in lines]
    if max(starts) >= SURE_OF_POINTS * sum(starts) and (played.asked or not played.is_whole):
        return played
    game = played.game
    beginner = game.history[0].mover if game.history else game.mover
    # Rolls on which no points hang if this player began are asked about only if it was another.
    alone = _played_on([line for line in lines if line.game.mover == beginner], follower)
    assumed = Phrase(said, {"player": names[beginner]})
    return replace(played, doubts=(assumed, *played.doubts), asked=alone.asked)


# -- the start -------------------------------------------------------------------------------------


def _laid_first(follower: FollowerWithDice, number: int = 0) -> DieFace | None:
    """The number that a lay on the empty table obeyed, as its tiles tell."""
    words = follower.steps[number].action if follower.steps else ""
    first = action_from_text(words) if words else None
    return first.face if isinstance(first, Lay) else None


def _seen_starts(
    follower: FollowerWithDice, count: int, first: DieFace | None, step: int = 0
) -> Iterator[tuple[tuple[DieFace, ...], float]]:
    """What may have been rolled for the start, with its chances: the highest number was laid.
    Some rolls may have been overlooked, rather where more time passed between two of them."""
    thrown = [
        throw for throw in follower.throws if throw.step == step and len(throw.seen.dice) == 1
    ]
    found = 0.0
    for lacking in range(1 + MOST_OVERLOOKED * bool(thrown)):
        if found > OVERLOOKED_AS_OFTEN:
            return
        for gaps in combinations_with_replacement(range(len(thrown) + 1), lacking):
            dice: list[DieSeen | None] = []
            for number in range(len(thrown) + 1):
                dice += [None] * gaps.count(number)
                dice += thrown[number].seen.dice[:1] if number < len(thrown) else ()
            share = OVERLOOKED_AS_OFTEN**lacking * _even(thrown, gaps)
            for faces, weight in _deciding(dice, count, first, share):
                found += weight
                yield faces, weight


def _even(thrown: Sequence[Throw], gaps: Sequence[int]) -> float:
    """How evenly rolls would have followed on one another with others in these gaps between them:
    at best 1."""
    ends = gaps.count(0) + gaps.count(len(thrown))
    times = [throw.time or 0.0 for throw in thrown]
    steps = [
        (later - earlier) / (1 + gaps.count(number))
        for number, (earlier, later) in enumerate(pairwise(times), start=1)
    ]
    if len(steps) < 2:
        return AT_AN_END**ends
    logarithms = [math.log(max(step, 0.1)) for step in steps]
    spread = max(logarithms) - min(logarithms)
    return AT_AN_END**ends * math.exp(-(spread**2) / UNEVEN)


def _deciding(
    dice: Sequence[DieSeen | None], count: int, first: DieFace | None, share: float
) -> Iterator[tuple[tuple[DieFace, ...], float]]:
    """All faces of these dice that decide who starts, and that the first lay allows."""
    sides = [sorted(side_chances(die).items(), key=lambda side: -side[1]) for die in dice]
    fewer = len(DieFace)
    while fewer ** len(sides) > MOST_STARTS:
        fewer -= 1
    for chosen in product(
        *(side if die is None else side[:fewer] for die, side in zip(dice, sides, strict=True))
    ):
        faces = tuple(face for face, _ in chosen)
        number = deciding_number(faces, count)
        if number is not None and (first is None or number == first.number):
            yield faces, share * math.prod(chance for _, chance in chosen)


def _any_starts(
    count: int, first: DieFace, starter: int | None
) -> Iterator[tuple[tuple[DieFace, ...], float]]:
    """Anybody may have begun; the first of the players is taken to, if it is all the same."""
    for player in range(count) if starter is None else (starter,):
        faces = [DieFace.REMOVE] * count
        faces[player] = first
        yield tuple(faces), 1.0 + 0.01 * (player == 0)


def _started_anew(line: _LikelyGame, follower: FollowerWithDice, number: int) -> list[_LikelyGame]:
    """What a game may have become on the emptied table, on which everybody rolls again."""
    first, count = _laid_first(follower, number), len(line.game.players)
    seen = list(_started(line, _seen_starts(follower, count, first, number), number))
    if seen or first is None:
        return seen
    return list(_started(line, _any_starts(count, first, None), number))


def _started(
    new: _LikelyGame, starts: Iterable[tuple[tuple[DieFace, ...], float]], number: int = 0
) -> Iterator[_LikelyGame]:
    """A game for each player who may have begun, with the likeliest rolls."""
    best: dict[int, tuple[float, float, _LikelyGame]] = {}
    for faces, weight in starts:
        line = new
        for rolled in rounds(faces, len(new.game.players)):
            line = line.after("start " + " ".join(face.value for face in rolled), number)
        total, highest, likeliest = best.get(line.game.mover, (0.0, 0.0, line))
        if weight > highest:
            highest, likeliest = weight, line
        best[line.game.mover] = total + weight, highest, likeliest
    for total, _, line in best.values():
        yield replace(line, weight=total * new.weight)


# -- the turns -------------------------------------------------------------------------------------


def _played_on(
    lines: list[_LikelyGame], follower: FollowerWithDice, on_turn: str | None = None
) -> PlayedGame:
    """All actions after the start, as far as the game lets them be played."""
    asked, unlikely = set[int](), set[int]()
    for number, step in enumerate(follower.steps):
        begun = lines
        if step.action and number and not len(step.before.board):
            begun = [one for line in lines for one in _started_anew(line, follower, number)]
        if not step.action or not begun:
            said = "no_single_action" if len(step.after.board) else "cleared"
            return _told(lines, asked, unlikely, number, Phrase(f"dice.{said}"))
        lines, face = begun, action_from_text(step.action).face
        chances = follower.chances_of(number)
        if step.verdict is not None:  # the roll was seen well, and not kept to
            face = None
        further: dict[tuple[object, ...], _LikelyGame] = {}
        reason: Phrase | str = ""
        doubled = rolled = allowed = 0.0
        for line in lines:
            for roll, share in _rolls(line.game, chances, face):
                try:
                    onward = line if roll is None else line.after(f"roll {roll}", number, share)
                    onward = onward.after(step.action, number)
                except (GameError, IllegalPalagoniaAction) as problem:
                    reason = reason or problem.sentences[0]
                    continue
                if roll is not None:
                    allowed = max(allowed, share)
                    rolled += onward.weight
                    doubled += onward.weight * roll.is_double
                game = onward.game
                key = (game.mover, game.extra, game.phase, game.points)
                known = further.get(key)
                if known is None or known.weight < onward.weight:
                    more = 0.0 if known is None else known.weight
                    further[key] = replace(onward, weight=onward.weight + more)
                else:
                    further[key] = replace(known, weight=known.weight + onward.weight)
        if not further:
            return _told(lines, asked, unlikely, number, reason)
        if 0.0 < allowed < LIKELY:
            unlikely.add(number)
        if LEAST_LIKELY < doubled / max(rolled, 1e-300) < 1.0 - LEAST_LIKELY:
            asked.add(number)
        lines = sorted(further.values(), key=lambda line: -line.weight)[:MOST_GAMES]
        lines = [line for line in lines if line.weight > NEGLIGIBLE * lines[0].weight]
        total = sum(line.weight for line in lines)
        lines = [replace(line, weight=line.weight / total) for line in lines]
    told = [line for line in lines if line.game.players[line.game.mover] == on_turn]
    return _told(told or lines, asked, unlikely)


def _rolls(
    game: PalagoniaGame, chances: Chances, face: DieFace | None
) -> Iterator[tuple[Roll | None, float]]:
    """The likeliest double and the likeliest other roll that an action obeys, and how likely any
    double and any other one is by it; the likeliest roll where it obeys none."""
    if game.phase is not TurnPhase.ROLL:
        yield None, 1.0
        return
    obeyed = {
        roll: chance * roll.faces.count(face) / len(roll.faces)
        for roll, chance in chances.items()
        if face in roll.faces
    }
    if face is DieFace.REMOVE:  # also where neither die can be obeyed
        forced = (roll for roll in chances if face not in roll.faces and chances[roll] > FAINT)
        obeyed |= {roll: chances[roll] for roll in forced if game.throw(roll).must_remove}
    if not obeyed:
        obeyed = {max(chances, key=lambda roll: chances[roll]): 1.0}
    for double in (False, True):
        fitting = {roll: chance for roll, chance in obeyed.items() if roll.is_double is double}
        if fitting:
            yield max(fitting, key=lambda roll: fitting[roll]), sum(fitting.values())


def _told(
    lines: Sequence[_LikelyGame],
    asked: Iterable[int],
    unlikely: Iterable[int],
    number: int | None = None,
    reason: Phrase | str = "",
) -> PlayedGame:
    """The game with the likeliest points; up to an action that cannot be counted."""
    shares: dict[tuple[int, ...], float] = {}
    for line in lines:
        shares[line.game.points] = shares.get(line.game.points, 0.0) + line.weight
    points = max(shares, key=lambda told: shares[told])
    best = max((x for x in lines if x.game.points == points), key=lambda line: line.weight)
    chance = shares[points] / sum(shares.values())
    doubts: tuple[Phrase, ...] = ()
    if number is not None:
        doubts = (Phrase("dice.not_counted", {"number": number, "reason": reason}),)
    whole = number is None
    hanging = asked if chance < SURE_OF_POINTS or not whole else ()
    asks, unfit = frozenset((*hanging, *unlikely)), frozenset(unlikely)
    movers = _on_turn(lines, best.game, asked) if whole and chance >= SURE_OF_POINTS else ()
    if movers:
        doubts = (Phrase(ON_TURN, {"player": best.game.players[best.game.mover]}),)
    return PlayedGame(best.game, best.events, doubts, whole, chance, asks, unfit, movers)


def _on_turn(
    lines: Sequence[_LikelyGame], game: PalagoniaGame, asked: Iterable[int]
) -> tuple[str, ...]:
    """The players who may be on turn; none where it is plain who is, or the game is over.

    Rolls that were all seen well do not make it doubtful together, however many they are.
    """
    beginners, movers = [0.0] * len(game.players), [0.0] * len(game.players)
    for line in lines:
        first = line.game.history[0] if line.game.history else line.game
        beginners[first.mover] += line.weight
        movers[line.game.mover] += line.weight
    least = SURE_OF_POINTS * sum(movers)
    is_seen = max(beginners) >= least and not asked
    if game.phase is TurnPhase.OVER or is_seen or max(movers) >= least:
        return ()
    return tuple(name for name, share in zip(game.players, movers, strict=True) if share)
