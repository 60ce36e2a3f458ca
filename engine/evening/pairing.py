"""Who plays whom: everybody against everybody (circle method), and Swiss pairings, exact by a
search with going back: without rematches as long as there is a way, and never two byes for one
person before everybody had one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import count

#: Maximum number of steps of a search, before another rematch is allowed.
MOST_STEPS = 20_000

Pair = tuple[str, str | None]
"""Two names; None for whoever has a bye."""


def circle(names: Sequence[str], number: int) -> list[Pair]:
    """A round of the circle method, ``number`` from 1: after all of them everybody met everybody.
    https://en.wikipedia.org/wiki/Round-robin_tournament#Circle_method"""
    ring: list[str | None] = [*names, None] if len(names) % 2 else [*names]
    if len(ring) < 2:
        return [(name, None) for name in names]
    fixed, turning = ring[0], ring[1:]
    shift = (number - 1) % len(turning)
    turned = [fixed, *turning[-shift:], *turning[:-shift]] if shift else [fixed, *turning]
    half = len(turned) // 2
    pairs: list[Pair] = []
    for one, other in zip(turned[:half], reversed(turned[half:]), strict=True):
        if one is not None:
            pairs.append((one, other))
        elif other is not None:
            pairs.append((other, None))
    return pairs


def rounds_of_circle(people: int) -> int:
    """After how many rounds everybody has met everybody."""
    return max(1, people - 1 + people % 2)


def rounds_of_swiss(people: int) -> int:
    """How many rounds usually tell a winner: as many as a knock-out would have."""
    return max(1, (people - 1).bit_length())


def unmet(names: Sequence[str], met: Collection[frozenset[str]]) -> list[Pair]:
    """A round of people who have not met, as many as can be, where a circle was broken; who finds
    nobody new sits out."""
    order = sorted(names, key=lambda name: sum(name in pair for pair in met))
    for idle in range(len(order) % 2, len(order) + 1, 2):
        found = _search(
            order, lambda name: [other for other in order if other != name], met, 0, idle, {}
        )
        if found is not None:
            return found
    return [(name, None) for name in order]


def swiss(
    ranked: Sequence[str],
    points: Mapping[str, float],
    met: Collection[frozenset[str]],
    byes: Mapping[str, int],
) -> list[Pair]:
    """A Swiss round: equals against equals, in each group of equals the upper half against the
    lower one, nobody twice against the same.

    ``ranked`` are the names, the best first; ``byes`` how often each had one.
    """
    idle = len(ranked) % 2
    for rematches in count():
        found = _search(ranked, _by_points(ranked, points), met, rematches, idle, byes)
        if found is not None:
            return found
    raise AssertionError("every number of rematches is tried in the end")


def _by_points(ranked: Sequence[str], points: Mapping[str, float]) -> Callable[[str], list[str]]:
    """Whom each one should rather meet: of the same points, half a group away."""
    place = {name: index for index, name in enumerate(ranked)}
    groups: dict[float, list[str]] = {}
    for name in ranked:
        groups.setdefault(points.get(name, 0.0), []).append(name)

    def wishes(name: str) -> list[str]:
        own = points.get(name, 0.0)
        group = groups[own]
        opposite = place[group[0]] + (group.index(name) + len(group) // 2) % max(1, len(group))

        def distance(other: str) -> tuple[float, int, int]:
            gap = abs(points.get(other, 0.0) - own)
            return gap, abs(place[other] - opposite) if gap == 0 else place[other], place[other]

        return sorted((other for other in ranked if other != name), key=distance)

    return wishes


def _search(
    ranked: Sequence[str],
    wishes: Callable[[str], list[str]],
    met: Collection[frozenset[str]],
    rematches: int,
    idle: int,
    byes: Mapping[str, int],
) -> list[Pair] | None:
    """Pairs for all, with at most so many rematches and exactly ``idle`` people without a partner.
    The lowest with the fewest byes sit out first. None where there is no way, or none was found."""
    wished = {name: wishes(name) for name in ranked}
    steps = MOST_STEPS
    fewest = min((byes.get(name, 0) for name in ranked), default=0)
    may_rest = {name for name in ranked if byes.get(name, 0) == fewest}

    def pair(left: tuple[str, ...], idle: int, rematches: int) -> list[Pair] | None:
        nonlocal steps
        steps -= 1
        if steps < 0:
            return None
        if not left:
            return [] if idle == 0 else None
        first, rest = left[0], left[1:]
        for other in wished[first]:
            if other not in rest:
                continue
            again = frozenset((first, other)) in met
            if again and not rematches:
                continue
            onward = tuple(name for name in rest if name != other)
            found = pair(onward, idle, rematches - again)
            if found is not None:
                return [(first, other), *found]
        if idle and first in may_rest:
            found = pair(rest, idle - 1, rematches)
            if found is not None:
                return [*found, (first, None)]
        return None

    if idle == 1:  # one bye: the lowest who may have it, then the next one above
        place = {name: number for number, name in enumerate(ranked)}
        for name in sorted(ranked, key=lambda who: (byes.get(who, 0), -place[who])):
            found = pair(tuple(n for n in ranked if n != name), 0, rematches)
            if found is not None:
                return [*found, (name, None)]
        return None
    return pair(tuple(ranked), idle, rematches)
