"""Buttons and leaves: the figures of sprouts that give a plant more to do (Palanquée 13, 14)."""

from __future__ import annotations

from functools import cache

from ..table.board import CELLS, COLUMNS, NEIGHBOUR_MASKS, RAYS, RING, cells_of, mask_of

LEAF_SIDE = 4


def _triangle(corner: int, along: int, aside: int) -> int | None:
    """A filled triangle from a corner in two directions; None where it leaves the board."""
    mask, edge = 0, [corner, *RAYS[corner][along][: LEAF_SIDE - 1]]
    if len(edge) < LEAF_SIDE:
        return None
    for length, cell in zip(range(LEAF_SIDE, 0, -1), edge, strict=True):
        row = [cell, *RAYS[cell][aside][: length - 1]]
        if len(row) < length:
            return None
        mask |= mask_of(row)
    return mask


@cache
def leaf_places() -> tuple[int, ...]:
    """Every place of a leaf: the filled triangles of four cells a side, pointing either way."""
    # Two directions 60 degrees apart; the next two point the triangle the other way.
    up_and_upper_left, lower_left_and_upper_left = (0, 2), (4, 2)
    found = set()
    for cell in range(CELLS):
        for along, aside in (up_and_upper_left, lower_left_and_upper_left):
            triangle = _triangle(cell, along, aside)
            if triangle is not None:
                found.add(triangle)
    return tuple(sorted(found))


def leaves_in(sprouts: int) -> list[int]:
    """The leaves among a group's sprouts; they may share cells."""
    if sprouts.bit_count() < LEAF_SIDE * (LEAF_SIDE + 1) // 2:
        return []
    return [leaf for leaf in leaf_places() if leaf & sprouts == leaf]


def button_centres(sprouts: int) -> list[int]:
    """The sprouts whose six neighbours are sprouts of the same set."""
    inner = sprouts & ~_EDGE_COLUMNS
    return [cell for cell in cells_of(inner) if not NEIGHBOUR_MASKS[cell] & ~sprouts]


_EDGE_COLUMNS = mask_of(range(RING)) | mask_of(range(RING * (len(COLUMNS) - 1), CELLS))
