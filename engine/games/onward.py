"""A game that goes on though a turn broke the rules, or a photo is missing."""

from __future__ import annotations

from typing import Any

from .protocols import AnyPlug


def goes_on_from(plug: AnyPlug, game: Any, board: Any, *, counted: bool, to_move: str = "") -> Any:
    """The game that goes on from a board against the rules. ``counted``: it may show several turns,
    and how many pieces were laid says how many; otherwise it was one. ``to_move`` is who goes on,
    where pieces do not tell that. Raises ValueError where no game goes on from there."""
    resume, seated = plug.following.resume, plug.following.seated
    if counted and resume is not None:
        after = resume(game, board)
        return seated(after, to_move) if seated is not None and to_move else after
    try:
        return plug.accept(game, board)
    except ValueError:
        if resume is None:
            raise
        # No referee would let it stand, yet the players went on from it.
        return resume(game, board)


def holds_several_turns(plug: AnyPlug, game: Any, board: Any) -> bool:
    """Whether a board holds more than one turn lays, and what two can: photos are missing before
    it. No game goes on from pieces that lie apart. Where pieces do not tell the turns, some may be
    gone unseen, but the most still lie there: else it is another board."""
    if plug.following.resume is None or board.status(len(board)):
        return False
    lies, lay = plug.following.lying(board), plug.following.lying(game.board)
    if plug.following.seated is not None and 2 * len(lies.cells & lay.cells) < len(lay.cells):
        return False
    fewest, most = plug.following.turn_size(game)
    return len(lies.cells - lay.cells) >= max(2 * fewest, most + 1)
