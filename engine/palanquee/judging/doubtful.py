"""What a board that was not seen well probably is: the likeliest one to which a turn leads."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from ...tiles.observation import LEAST_CHANCE
from ..play.match import PalanqueeMatch
from ..table.pieces import COLOUR_BITS, SEED, Pieces
from ..table.seen import SeenBoard
from .between import Way, lawful_ways

MOST_DOUBTS = 6
"""Doubtful cells that may all be something else at once: their choices multiply."""
MOST_BOARDS = 60
"""Of those the likeliest are tried. With `QUICK_TRIES` each they cost less than one slow search."""
UNTOLD = LEAST_CHANCE / 2
"""How likely what the reading does not name counts."""


@dataclass(frozen=True)
class LikelyBoard:
    """A board, and the lawful ways that lead to it."""

    pieces: Pieces
    ways: tuple[Way, ...]


def likely_board(match: PalanqueeMatch, seen: SeenBoard) -> LikelyBoard | None:
    """The likeliest board that a turn explains; None if all was seen well, or no board is found.

    A doubtful cell may be as it was read, hold a piece of the other kind, be as it was before, or
    hold a piece of the mover that the reading takes for possible. Boards after a whole turn come
    first, then those of a turn that has begun, then the one on which nothing was played; within
    each the likeliest comes first.
    """
    before, colour = match.position.pieces.codes, match.position.colour
    read = bytearray(seen.pieces.codes)
    doubtful = [c for c, code in enumerate(read) if code != before[c] and seen.is_unsure(c)]
    if not doubtful:
        return None
    chances = {cell: _chances(seen, cell, before[cell], colour) for cell in doubtful}
    for cell in doubtful:
        read[cell] = before[cell]
    open_ones = [cell for cell in doubtful if len(chances[cell]) > 1]
    open_ones.sort(key=lambda cell: seen.confidence.get(cell, 0.0))
    begun = nothing = None
    for codes in _boards(read, {cell: chances[cell] for cell in open_ones[:MOST_DOUBTS]}):
        ways = tuple(lawful_ways(match.game, codes, quickly=True))
        if not ways:
            continue
        found = LikelyBoard(Pieces(codes), ways)
        if not ways[0].actions:
            nothing = nothing or found
        elif ways[0].game.owed:
            begun = begun or found
        else:
            return found
    return begun or nothing


def _chances(seen: SeenBoard, cell: int, before: int, colour: int) -> dict[int, float]:
    """What a turn of the colour may have left on a cell: code → how likely, by what was seen."""
    read, others = seen.pieces.codes[cell], seen.others.get(cell, {})
    may_be = [read, read ^ SEED, before, *others] if read else [read, before]
    told = {**others, read: seen.confidence.get(cell, 1.0)}
    return {
        code: max(told.get(code, 0.0), UNTOLD)
        for code in may_be
        if code == before or not read or code & COLOUR_BITS == colour  # nobody else lays anything
    }


def _boards(before: bytearray, chances: dict[int, dict[int, float]]) -> Iterator[bytes]:
    """The likeliest boards in turn, and in the end the one with these cells as they were before."""
    boards = list(product(*(likely.items() for likely in chances.values())))
    boards.sort(key=lambda board: -math.prod(chance for _, chance in board))
    for board in boards[:MOST_BOARDS]:
        codes = bytearray(before)
        for cell, (code, _) in zip(chances, board, strict=True):
            codes[cell] = code
        yield bytes(codes)
    yield bytes(before)
