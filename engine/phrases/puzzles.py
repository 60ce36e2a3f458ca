"""What is said of answers to puzzles, in English."""

from __future__ import annotations

from collections.abc import Mapping

PUZZLES_ENGLISH: Mapping[str, str] = {
    "puzzle.solved": "Right: that wins.",
    "puzzle.parried": "Right: that is the only move that holds.",
    "puzzle.goes_on": "Right so far. {other} answers; now go on.",
    "puzzle.loses": "Not this: it closes a creature of {other}.",
    "puzzle.other_wins": "Not this: {other} wins first.",
    "puzzle.still_wins": "Not yet: {other} still wins, like this.",
    "puzzle.does_not_close": "Not this: it closes no creature of {colour}.",
    "puzzle.no_threat": "Not this: it threatens nothing, and {other} has time.",
    "puzzle.parried_by": "A good try, but {other} parries like this.",
    "puzzle.not_forced": "Not this: that is no forced win.",
}
