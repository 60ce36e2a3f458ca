"""Who leads: points, and what tells people with as many points apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Literal

WIN, DRAW, LOSS = 1.0, 0.5, 0.0

TieBreak = Literal["buchholz", "sonneborn"]
TIE_BREAKS: tuple[TieBreak, ...] = ("buchholz", "sonneborn")


def winners(score: Sequence[float]) -> tuple[int, ...]:
    """The seats with the most points; none where all have as many."""
    most = max(score, default=0.0)
    return tuple(seat for seat, points in enumerate(score) if most == points != min(score))


@dataclass(frozen=True)
class Result:
    """What a game gave to those who played it: ``score`` in the order of ``seats``. One seat alone
    is a bye."""

    seats: tuple[str, ...]
    score: tuple[float, ...]


@dataclass(frozen=True)
class Standing:
    """One line of the table.

    ``buchholz`` is the sum of the opponents' points, ``sonneborn`` that of the points of those
    who were beaten and half of those of equal games. People with the same place are tied. ``left``
    is the first round without them, None for those who are still there.
    """

    place: int
    name: str
    points: float
    played: int
    wins: int
    buchholz: float
    sonneborn: float
    left: int | None = None


def standings(
    names: Sequence[str], results: Iterable[Result], tie_breaks: Sequence[TieBreak] = TIE_BREAKS
) -> tuple[Standing, ...]:
    """The table of all people, the best first; those with as many points by ``tie_breaks``, then
    by games won, and ties in the order of ``names``. A bye gives its points, and no opponent."""
    rank = attrgetter("points", *tie_breaks, "wins")
    known = tuple(results)
    points = dict.fromkeys(names, 0.0)
    for result in known:
        for name, score in zip(result.seats, result.score, strict=True):
            if name in points:
                points[name] += score
    rows = [_row(name, points, known) for name in names]
    order = {name: number for number, name in enumerate(names)}
    rows.sort(key=lambda row: (*(-value for value in rank(row)), order[row.name]))
    placed: list[Standing] = []
    for number, row in enumerate(rows, start=1):
        tied = bool(placed) and rank(placed[-1]) == rank(row)
        place = placed[-1].place if tied else number
        placed.append(replace(row, place=place))
    return tuple(placed)


def _row(name: str, points: dict[str, float], results: Sequence[Result]) -> Standing:
    played = wins = 0
    buchholz = sonneborn = 0.0
    for result in results:
        if name not in result.seats or len(result.seats) < 2:
            continue
        own = result.score[result.seats.index(name)]
        played += 1
        wins += own == WIN
        for other in result.seats:
            if other != name:
                buchholz += points.get(other, 0.0)
                sonneborn += own * points.get(other, 0.0)
    return Standing(0, name, points[name], played, wins, buchholz, sonneborn)
