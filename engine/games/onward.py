"""A game that goes on though a turn broke the rules, or a photo is missing."""

from __future__ import annotations

from typing import Any

from .protocols import AnyPlug


def goes_on_from(plug: AnyPlug, game: Any, board: Any, *, counted: bool) -> Any:
    """The game that goes on from a board against the rules. ``counted``: it may show several turns,
    and how many pieces were laid says how many; otherwise it was one. Raises ValueError where no
    game goes on from there."""
    resume = plug.following.resume
    if counted and resume is not None:
        return resume(game, board)
    try:
        return plug.accept(game, board)
    except ValueError:
        if resume is None:
            raise
        # No referee would let it stand, yet the players went on from it.
        return resume(game, board)


def holds_several_turns(plug: AnyPlug, game: Any, board: Any) -> bool:
    """Whether a board holds what two turns and more lay, in a game whose turns can be counted by
    their pieces: photos are missing before it."""
    if plug.following.resume is None:
        return False
    lies, lay = plug.following.lying(board), plug.following.lying(game.board)
    return len(lies.cells - lay.cells) >= 2 * plug.following.turn_size(game)[1]
