"""Positions of Palanquée that look like a game's: plants that have grown from seeds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .....engine.palanquee.table.drawn import COLUMNS, RING, DrawnCell, drawings_of

PLAYERS = ("blue", "green", "red", "yellow", "violet")


@dataclass(frozen=True)
class Laid:
    """A piece in one of its cell's drawings."""

    cell: DrawnCell
    colour: str
    kind: str


def neighbours(column: int, half: int) -> list[tuple[int, int]]:
    """The cells round one, as (column, height in half cells modulo 32)."""
    found = [(column, half + 2), (column, half - 2)]
    found += [(column + i, half + k) for i in (-1, 1) for k in (-1, 1)]
    return [(c, h % (2 * RING)) for c, h in found if 0 <= c < len(COLUMNS)]


def random_position(rng: np.random.Generator) -> list[Laid]:
    """Plants of two to five players, or now and then pieces strewn at random."""
    players = [str(p) for p in rng.permutation(PLAYERS)[: int(rng.integers(2, 6))]]
    total = int(rng.choice((rng.integers(0, 12), rng.integers(10, 60), rng.integers(40, 170))))
    taken: dict[tuple[int, int], tuple[str, str]] = {}
    strewn = rng.random() < 0.15
    each = max(1, total // len(players))
    for player in players:
        if total == 0:
            break
        seeds = int(rng.integers(1, 4))
        own: list[tuple[int, int]] = []
        for _ in range(min(seeds, each)):
            for _ in range(20):
                column = int(rng.integers(len(COLUMNS)))
                place = (column, (2 * int(rng.integers(RING)) + (column % 2 == 0)) % 32)
                if place not in taken:
                    taken[place] = (player, "seed")
                    own.append(place)
                    break
        for _ in range(min(50, each - len(own)) * 3):
            if not own or len(own) >= min(each, 53):
                break
            start = own[int(rng.integers(len(own)))]
            if strewn:
                column = int(rng.integers(len(COLUMNS)))
                place = (column, (2 * int(rng.integers(RING)) + (column % 2 == 0)) % 32)
            else:
                around = neighbours(*start)
                place = around[int(rng.integers(len(around)))]
            if place not in taken:
                taken[place] = (player, "sprout")
                own.append(place)
    return [
        Laid(_drawn(rng, column, half), colour, kind)
        for (column, half), (colour, kind) in taken.items()
    ]


def _drawn(rng: np.random.Generator, column: int, half: int) -> DrawnCell:
    row = (half + 1 + column % 2) // 2
    drawings = drawings_of(f"{COLUMNS[column]}{row if row else 1}")
    return drawings[int(rng.integers(len(drawings)))]
