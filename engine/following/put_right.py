"""A last turn that lies otherwise now, as its player may have put it right."""

from __future__ import annotations

from ..games.protocols import AnyPlug, Game
from ..games.tables import SeenTable
from .follower import Follower
from .steps import FollowedTurn, Sighting


def actions_put_right(
    plug: AnyPlug, before: Game, last: str, game: Game, seen: SeenTable
) -> tuple[str, ...]:
    """The ``last`` turn, which led from one game to another, as it lies now, and behind it the next
    one where that lies there too. Nothing where the table does not tell. What is seen is in the
    game's frame."""
    step = FollowedTurn(before, last, game, None, None, 1.0)
    follower, sighting = Follower(plug, start=game, steps=(step,)), Sighting(seen, aligned=True)
    found = follower.put_right(sighting, follower.judge(sighting))
    if found is None or found[1] is None:
        return ()
    return tuple(step.action for step in found[1].steps)
