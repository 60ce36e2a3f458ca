"""A game of Palagonia looked at action by action: the points that each roll could have earned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
        if not len(game.board):
            yield Remark(number, who, action, details={"points": turn.points, "best_points": 0})
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
        given_away = max(0, found.best_points - turn.points)
        details = {"points": turn.points, "best_points": found.best_points}
        if not given_away:
            said = [Phrase("review.best_points", {"who": who, "count": turn.points})]
            yield Remark(
                number, who, action, (), tuple(said if turn.points else ()), details=details
            )
            continue
        best = str(found.options[0].action)
        values: dict[str, str | int] = {
            "who": who,
            "count": given_away,
            "best": found.best_points,
        }
        yield Remark(
            number,
            who,
            action,
            ("points_given_away",),
            (Phrase("review.points_given_away", values),),
            (best,),
            float(given_away),
            True,
            details,
        )
