"""Pieces laid on the board by hand, a few of them not as they should be."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .....engine.palanquee.table.drawn import (
    COLUMNS,
    HALF,
    HEIGHT,
    RING,
    WIDTH,
    DrawnCell,
    drawings_of,
)
from .....engine.palanquee.table.pieces import COLOURS
from .looks import near_colour
from .pieces import CounterSet, Placed


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
    players = [str(p) for p in rng.permutation(COLOURS)[: int(rng.integers(2, 6))]]
    total = int(rng.choice((rng.integers(0, 12), rng.integers(10, 60), rng.integers(40, 170))))
    taken: dict[tuple[int, int], tuple[str, str]] = {}
    strewn = rng.random() < 0.15
    each = max(1, total // len(players))
    for player in players:
        if total == 0:
            break
        own: list[tuple[int, int]] = []
        for _ in range(min(int(rng.integers(1, 4)), each)):
            for _ in range(20):
                place = _anywhere(rng)
                if place not in taken:
                    taken[place] = (player, "seed")
                    own.append(place)
                    break
        for _ in range(min(50, each - len(own)) * 3):
            if not own or len(own) >= min(each, 53):
                break
            start = own[int(rng.integers(len(own)))]
            around = neighbours(*start)
            place = _anywhere(rng) if strewn else around[int(rng.integers(len(around)))]
            if place not in taken:
                taken[place] = (player, "sprout")
                own.append(place)
    return [Laid(_drawn(rng, *place), *piece) for place, piece in taken.items()]


def _anywhere(rng: np.random.Generator) -> tuple[int, int]:
    column = int(rng.integers(len(COLUMNS)))
    return column, (2 * int(rng.integers(RING)) + (column % 2 == 0)) % 32


def _drawn(rng: np.random.Generator, column: int, half: int) -> DrawnCell:
    row = (half + 1 + column % 2) // 2 or 1
    drawings = drawings_of(f"{COLUMNS[column]}{row}")
    return drawings[int(rng.integers(len(drawings)))]


@dataclass(frozen=True)
class Put:
    """A piece, its cell (None beside the board), and what is odd: between, under, stacked, off."""

    piece: Placed
    cell: DrawnCell | None
    colour: str
    kind: str
    odd: str | None = None


def lay_pieces(rng: np.random.Generator, laid: list[Laid], counters: CounterSet) -> list[Put]:
    """Lay the pieces of a position; places are those of the drawn board, in sides."""
    crooked = float(rng.choice((0.04, 0.08, 0.13, 0.18)))
    result = []

    def made(colour: str, kind: str, x: float, y: float, foot: float = 0.0) -> Placed:
        shape = counters.seed if kind == "seed" else counters.sprout
        shade = near_colour(rng, counters.colours[colour], counters.spread)
        mark = counters.mark if kind == "seed" and counters.by == "mark" else None
        return Placed(
            x, y, float(rng.uniform(0, 2 * math.pi)), shape, shade, mark, counters.inks[colour],
            counters.mark_size, foot,
        )  # fmt: skip

    odd = rng.random() < 0.3
    for item in laid:
        shape = counters.seed if item.kind == "seed" else counters.sprout
        room = max(0.05, HALF - shape.radius)
        offset = np.clip(rng.normal(0, crooked, 2), -0.9 * room - 0.03, 0.9 * room + 0.03)
        what = None
        if odd and rng.random() < 0.05:
            angle = math.pi / 6 + math.pi / 3 * rng.integers(6)
            offset = HALF * rng.uniform(0.85, 1.0) * np.array([math.cos(angle), math.sin(angle)])
            what = "between"
        x, y = np.array(item.cell.centre) + offset
        piece = made(item.colour, item.kind, float(x), float(y))
        stacked = odd and what is None and rng.random() < 0.06
        if stacked and counters.sprout.kind in ("draughts", "printed"):
            above = str(rng.choice(list(counters.colours)))
            upper = made(above, "sprout", float(x) + rng.normal(0, 0.05), float(y), shape.height)
            result.append(Put(piece, item.cell, item.colour, item.kind, "under"))
            result.append(Put(upper, item.cell, above, "sprout", "stacked"))
        else:
            result.append(Put(piece, item.cell, item.colour, item.kind, what))
    if rng.random() < 0.35:
        result += _beside(rng, counters, made)
    return result


def _beside(
    rng: np.random.Generator, counters: CounterSet, made: Callable[..., Placed]
) -> list[Put]:
    """The reserve beside the board, as far as a flat picture shows it."""
    result = []
    for _ in range(int(rng.integers(1, 12))):
        along, out = rng.uniform(0, 1), rng.uniform(0.9, 3.0)
        x, y = ((-out, along * HEIGHT), (WIDTH + out, along * HEIGHT),
                (along * WIDTH, -out), (along * WIDTH, HEIGHT + out))[rng.integers(4)]  # fmt: skip
        colour = str(rng.choice(list(counters.colours)))
        kind = "seed" if rng.random() < 0.15 else "sprout"
        result.append(Put(made(colour, kind, float(x), float(y)), None, colour, kind, "off"))
    return result
