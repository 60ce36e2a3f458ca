"""Wins by force found in a plain way, from the rules and the groups' freedoms alone.

It shares nothing with the program's search but the board and the rule that closes a creature. A
colour can win at once only by filling all empty places round one of its groups, so each group with
one or two of them is tried; everything else follows by trying every move.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from palago.engine.lattice import Cell, Colour, Corner, are_adjacent, neighbours
from palago.engine.tiles.board import Tile
from palago.engine.tiles.endings import EVEN_ROTATIONS, colours_closed
from palago.engine.tiles.groups import straight_corners, tip_corner

Rotations = dict[Cell, int]
Tiles = tuple[Tile, ...]


def cells_round(corner: Corner) -> tuple[Cell, Cell, Cell]:
    """The three cells at a corner (conventions, "The lattice")."""
    q, r = corner.q, corner.r
    if corner.colour is Colour.WHITE:
        return (q, r), (q, r - 1), (q + 1, r - 1)
    return (q, r), (q, r + 1), (q - 1, r + 1)


def open_places(rotations: Rotations, colour: Colour, start: Corner) -> frozenset[Cell] | None:
    """The empty places round the group at a corner; None where there are more than two."""
    seen, group, empty = {start}, [start], set()
    for corner in group:  # grows while it is walked
        for cell in cells_round(corner):
            rotation = rotations.get(cell)
            if rotation is None:
                empty.add(cell)
                if len(empty) > 2:
                    return None
                continue
            ends = straight_corners(cell, rotation, colour)
            if corner in ends:
                other = ends[1] if ends[0] == corner else ends[0]
                if other not in seen:
                    seen.add(other)
                    group.append(other)
    return frozenset(empty)


def corners_of(cells: Iterable[Cell], colour: Colour) -> set[Corner]:
    """The corners of a colour that cells have."""
    found: set[Any] = set()
    for cell in cells:
        found.update(straight_corners(cell, 0, colour))
        found.add(tip_corner(cell, 0, colour))
    return found


def outcome_of(rotations: Rotations, tiles: Tiles) -> frozenset[Colour] | None:
    """What is closed when the tiles are laid in some order that may be played; None where none may
    (each of the two would end the game alone)."""
    if len(tiles) == 1:
        return colours_closed({**rotations, tiles[0].cell: tiles[0].rotation}, tiles[0])
    for first, second in (tiles, tiles[::-1]):
        with_first = {**rotations, first.cell: first.rotation}
        if not colours_closed(with_first, first):
            return colours_closed({**with_first, second.cell: second.rotation}, second)
    return None


def wins_at_once(
    rotations: Rotations, colour: Colour, near: Iterable[Cell] | None = None
) -> Iterator[Tiles]:
    """The moves with which a colour that is to move closes a creature of its own, and none of the
    other; with ``near`` only those that close a group at these cells."""
    tried: set[Tiles] = set()
    asked: set[frozenset[Cell]] = set()
    for corner in corners_of(rotations if near is None else near, colour):
        places = open_places(rotations, colour, corner)
        if not places or places in asked:
            continue
        asked.add(places)
        for tiles in _fillings(rotations, places):
            if tiles not in tried:
                tried.add(tiles)
                if outcome_of(rotations, tiles) == frozenset({colour}):
                    yield tiles


def can_win_at_once(rotations: Rotations, colour: Colour) -> bool:
    """Whether there is such a move."""
    return next(wins_at_once(rotations, colour), None) is not None


def _fillings(rotations: Rotations, places: frozenset[Cell]) -> Iterator[Tiles]:
    """Moves that fill all of one or two places: with one, the other tile may lie anywhere near."""
    if len(places) == 1:
        (place,) = places
        for turn in EVEN_ROTATIONS:
            yield (Tile(*place, turn),)
            for near in neighbours(place):
                if near not in rotations:
                    for other in EVEN_ROTATIONS:
                        yield tuple(sorted((Tile(*place, turn), Tile(*near, other))))
    elif len(places) == 2 and are_adjacent(*places):
        one, two = sorted(places)
        for turn in EVEN_ROTATIONS:
            for other in EVEN_ROTATIONS:
                yield Tile(*one, turn), Tile(*two, other)


def quiet_moves(rotations: Rotations) -> Iterator[Tiles]:
    """All moves of two tiles after which the game goes on."""
    rim = {near for cell in rotations for near in neighbours(cell) if near not in rotations}
    pairs = {
        tuple(sorted((cell, near)))
        for cell in rim
        for near in neighbours(cell)
        if near not in rotations
    }
    for one, two in sorted(pairs):
        for turn in EVEN_ROTATIONS:
            for other in EVEN_ROTATIONS:
                tiles = (Tile(*one, turn), Tile(*two, other))
                if outcome_of(rotations, tiles) == frozenset():
                    yield tiles


def laid(rotations: Rotations, tiles: Tiles) -> Rotations:
    """The table with a move on it."""
    return {**rotations, **{tile.cell: tile.rotation for tile in tiles}}


def moves_that_win_in_two(rotations: Rotations, colour: Colour) -> Iterator[Tiles]:
    """The moves of a colour, to move and without a win at once, that threaten, and after which it
    wins whatever is replied."""
    for first in quiet_moves(rotations):
        after = laid(rotations, first)
        # There was no win before: a new one closes a group at the tiles that were laid.
        threats = list(wins_at_once(after, colour, [tile.cell for tile in first]))
        if not threats or can_win_at_once(after, colour.other):
            continue
        if all(_is_answered(laid(after, reply), colour, threats) for reply in quiet_moves(after)):
            yield first


def moves_that_hold(rotations: Rotations, colour: Colour) -> Iterator[Tiles]:
    """The moves of a colour after which the other one cannot win at once."""
    for move in quiet_moves(rotations):
        if not can_win_at_once(laid(rotations, move), colour.other):
            yield move


def _is_answered(rotations: Rotations, colour: Colour, threats: list[Tiles]) -> bool:
    """Whether a colour wins at once: with one of the threats that stood, or in another way."""
    for tiles in threats:
        there = not any(tile.cell in rotations for tile in tiles)
        if there and outcome_of(rotations, tiles) == frozenset({colour}):
            return True
    return can_win_at_once(rotations, colour)
