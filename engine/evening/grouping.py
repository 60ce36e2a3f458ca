"""Who sits at tables of three and more: nobody sits out, and people meet new ones. This is the
social golfer problem; swaps that help, from several beginnings, find good tables for the numbers
that meet in a room."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

#: Maximum number of swaps that are tried; then the best tables so far must do.
MOST_SWAPS = 60_000
#: How often the search begins anew.
BEGINNINGS = 40
#: Cost of one more meeting, as a squared difference of points.
AGAIN = 30.0

Meetings = Mapping[frozenset[str], int]
_Cost = Callable[[Sequence[str]], float]


def sizes(people: int, seats: int) -> list[int]:
    """As few tables as can be, as equal as can be, the larger ones first."""
    tables = -(-people // seats)
    return [people // tables + (number < people % tables) for number in range(tables)]


def rounds_of_groups(people: int, seats: int, *, swiss: bool) -> int:
    """How many rounds tell a winner, or let everybody meet everybody at best."""
    if not swiss:
        return max(1, -(-(people - 1) // (seats - 1)))
    rounds = 1
    while seats**rounds < people:
        rounds += 1
    return rounds


def groups(
    ranked: Sequence[str], seats: int, met: Meetings, points: Mapping[str, float]
) -> list[tuple[str, ...]]:
    """Tables for all: people who have not met; among them, people with as many ``points``.
    ``ranked`` are the names, the best first; without differences in points all are equal."""

    def cost(table: Sequence[str]) -> float:
        return sum(
            AGAIN * met.get(frozenset(pair), 0) ** 2
            + (points.get(pair[0], 0.0) - points.get(pair[1], 0.0)) ** 2
            for pair in combinations(table, 2)
        )

    shape = sizes(len(ranked), seats)
    chance = random.Random(len(met))
    order = list(ranked)
    best, swaps = _settled(_cut(order, shape), cost, MOST_SWAPS)
    least = sum(map(cost, best))
    for _ in range(BEGINNINGS - 1):
        if least == 0 or swaps <= 0:
            break
        chance.shuffle(order)
        found, swaps = _settled(_cut(order, shape), cost, swaps)
        total = sum(map(cost, found))
        best, least = (found, total) if total < least else (best, least)
    return [tuple(table) for table in best]


def _cut(order: Sequence[str], shape: Sequence[int]) -> list[list[str]]:
    tables, begin = [], 0
    for size in shape:
        tables.append(list(order[begin : begin + size]))
        begin += size
    return tables


def _settled(tables: list[list[str]], cost: _Cost, swaps: int) -> tuple[list[list[str]], int]:
    """The tables after all swaps of two people that help; and how many may still be tried."""
    costs = [cost(table) for table in tables]
    helped = True
    while helped and swaps > 0:
        helped = False
        for one, other in combinations(range(len(tables)), 2):
            if not costs[one] and not costs[other]:
                continue
            for here in range(len(tables[one])):
                for there in range(len(tables[other])):
                    first, second = tables[one], tables[other]
                    first[here], second[there] = second[there], first[here]
                    swaps -= 1
                    new = cost(first), cost(second)
                    if sum(new) < costs[one] + costs[other] - 1e-9:
                        costs[one], costs[other] = new
                        helped = True
                    else:
                        first[here], second[there] = second[there], first[here]
    return tables, swaps
