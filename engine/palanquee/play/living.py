"""Which groups live: plants, and parasites that touch a living enemy (rules, Palanquée 2)."""

from __future__ import annotations

from ..table.pieces import flattened, in_every_plane, joined_to, neighbours_of


def living(planes: int, seed_planes: int, parasites: int) -> int:
    """The pieces of all living groups, in planes.

    A plant lives. A seedless group with a cell of ``parasites`` lives while it touches an enemy
    plant or a living enemy parasite, counted from plants outwards: parasites that only touch one
    another die.
    """
    alive = joined_to(seed_planes, planes)
    loose = planes & ~alive
    if not loose:
        return alive
    seekers = joined_to(loose & in_every_plane(parasites), loose)
    while seekers:
        enemies = in_every_plane(flattened(alive)) & ~alive
        fed = joined_to(seekers & neighbours_of(enemies), seekers)
        if not fed:
            break
        alive |= fed
        seekers ^= fed
    return alive
