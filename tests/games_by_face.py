"""A game of every kind in which something was played, made by the public face."""

from typing import Any

import palago

PLAYED: dict[str, tuple[Any, ...]] = {
    "palago": ("0,0a 1,0c", "0,1b 1,1a"),
    "palagonia": ("start 3 5 remove", "lay 0,0a 1,0a 2,0a 3,0a 4,0a", "roll 2:3"),
    "palagem": ("choose abca", "choose cabb", "0,0a", "1,0b"),
    "palanquee": ("sow c5", "sow m8", "sow h12", "grow C6", "end"),
}


def played(kind: str, **how: Any) -> Any:
    """A game in which something was played."""
    names = () if kind == "palago" else ("Ann", "Ben", "Cy")
    game: Any = palago.Game(kind, players=names[: 2 if kind == "palagem" else 3], **how)
    for action in PLAYED[kind]:
        game = game.play(action)
    return game
