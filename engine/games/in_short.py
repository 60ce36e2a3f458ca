"""A game and a verdict on one line, as a prompt and a debugger show them."""

from __future__ import annotations

import textwrap
from typing import Any

LONGEST = 80


def game_in_short(game: Any) -> str:
    """Whose turn it is, and how much lies on the table."""
    stands = "over" if game.over else f"{game.on_turn or 'nobody'} to play"
    return f"<{type(game).__name__} {stands}, {len(game.board)} pieces on the table>"


def verdict_in_short(verdict: Any) -> str:
    """Whether what was seen is legal, and what was played, or the first thing to say."""
    word = "not legal" if not verdict.legal else "legal" if verdict.settled else "asks"
    said = " / ".join(verdict.actions) or " ".join(map(str, verdict.sentences[:1]))
    return f"<{type(verdict).__name__} {word}: {textwrap.shorten(said, LONGEST)}>"


def verdict_in_full(verdict: Any) -> str:
    """All that is to be said, a sentence a line."""
    return "\n".join(map(str, verdict.sentences))
