"""What a live camera sees that is no turn, and what it needs to go on by itself.

After a missed turn the table and the game differ. The camera goes on looking: as soon as what lies
there follows from the game, by the players' or the referee's doing, play goes on.
"""

from __future__ import annotations

from typing import Any

from ..games.state import GameState


def needs_of(state: GameState) -> dict[str, Any] | None:
    """A text of the page (``live_…``) and what to put in, None where nothing is needed."""
    play, sight = state.play, state.sight
    if play is None or play.over or sight.lies_still(play.board):
        return None
    verdict = state.verdict
    if verdict.answers:
        return {"key": "asks"}
    if verdict.legal or play.plug.is_begun(play.game, verdict):
        return None
    seen = sight.aligned(play.judge).seen.board
    agreed = play.plug.following.lying(play.board)
    added = sum(cell not in agreed.cells for cell in seen.cells)
    gone = sum(cell not in seen.cells for cell in agreed.cells)
    most = play.plug.following.turn_size(play.game)[1]
    if gone:
        return {"key": "gone", "count": gone}
    if added > most:
        return {"key": "missed", "count": added, "most": most}
    return {"key": "wrong"}
