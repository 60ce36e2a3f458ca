"""A game of Palagonia looked at action by action: the points that each roll could have earned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...games.reviewing import Effort, Remark
from ...phrases import Phrase
from ..game import PalagoniaGame
from ..turn import TurnPhase
from .best_actions import payoff

#: Suggestions that are looked at; the points of the best one are exact.
OPTIONS = 3


def review(
    positions: Sequence[PalagoniaGame], actions: Sequence[str], effort: Effort
) -> Iterator[Remark]:
    """The remarks on all actions; rolls are passed over."""
    number = 0
    for game, action, after in zip(positions, actions, positions[1:], strict=False):
        if (
            not isinstance(game, PalagoniaGame)
            or game.phase is not TurnPhase.ACT
            or game.roll is None
        ):
            continue
        number += 1
        turn = after.history[-1]
        who = game.players[turn.mover]
        remark = Remark(number, who, action, details={"points": turn.points, "best_points": 0})
        if not len(game.board):  # the first lay does not score
            yield remark
            continue
        found = payoff(
            game.board,
            game.roll,
            game.bag,
            game.rules,
            game.friends,
            options=OPTIONS,
            seconds=min(1.0, effort.seconds),
        )
        remark = replace(remark, details={**remark.details, "best_points": found.best_points})
        given_away = max(0, found.best_points - turn.points)
        if given_away:
            said: dict[str, str | int] = {"who": who, "count": given_away}
            yield replace(
                remark,
                marks=("points_given_away",),
                phrases=(Phrase("review.points_given_away", {**said, "best": found.best_points}),),
                better=(str(found.options[0].action),),
                value=float(given_away),
            )
        elif turn.points:
            best = Phrase("review.best_points", {"who": who, "count": turn.points})
            yield replace(remark, phrases=(best,))
        else:
            yield remark
