"""What a review says of moves, in English."""

from __future__ import annotations

from collections.abc import Mapping

REVIEW_ENGLISH: Mapping[str, str] = {
    "review.wins": "{colour} closes a creature and wins.",
    "review.missed_win": (
        "{colour} could win at once; after this move no win was found within "
        "{searched}.|{colour} had a forced win in {count} moves; after this move none was "
        "found within {searched}."
    ),
    "review.closed_for_other": "{colour} closes a creature of {other} and loses.",
    "review.lost_already": (
        "{colour} was lost already: {other} wins with the next move.|{colour} was lost "
        "already: {other} wins by force in {count} moves."
    ),
    "review.loses": (
        "After this move {other} can win at once.|After this move {other} wins by force in "
        "{count} moves."
    ),
    "review.threat_not_seen": "{other} threatened to win, and {colour} did not see it.",
    "review.only_move_found": "This was the only move that held.",
    "review.only_move_missed": "Only one move would have held.",
    "review.best_points": (
        "{who} took all that the roll could pay: 1 point.|{who} took all that the roll could "
        "pay: {count} points."
    ),
    "review.points_given_away": (
        "{who} could have had 1 point more: {action} pays {best}.|{who} could have had "
        "{count} points more: {action} pays {best}."
    ),
}
