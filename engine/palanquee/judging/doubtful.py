"""What a board that was not seen well probably is: the likeliest one to which a turn leads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

from ..pieces import COLOUR_BITS, SEED, Pieces
from ..play.match import Match
from ..seen import SeenBoard
from .between import Way, lawful_ways

#: Doubtful cells that may all be something else, and boards that are tried at most.
MOST_DOUBTS = 6
MOST_BOARDS = 60


@dataclass(frozen=True)
class LikelyBoard:
    """A board, and the lawful ways that lead to it."""

    pieces: Pieces
    ways: tuple[Way, ...]


def likely_board(match: Match, seen: SeenBoard) -> LikelyBoard | None:
    """The likeliest board that a turn explains, None where all was seen well or none is found.

    A doubtful cell may be as it was read, hold a piece of the other kind, or be as it was before.
    Whole turns come before turns that have begun, and nothing played comes last; among those the
    board comes first that is nearest to what was read.
    """
    before, colour = match.position.pieces.codes, match.position.colour
    read = bytearray(seen.pieces.codes)
    doubtful = [c for c, code in enumerate(read) if code != before[c] and seen.is_unsure(c)]
    if not doubtful:
        return None
    own = []
    for cell in doubtful:
        if read[cell] and read[cell] & COLOUR_BITS != colour:
            read[cell] = before[cell]  # nobody else lays anything in this turn
        else:
            own.append(cell)
    own.sort(key=lambda cell: seen.confidence.get(cell, 0.0))
    for cell in own[MOST_DOUBTS:]:
        read[cell] = before[cell]
    begun = nothing = None
    for codes in _boards(bytes(read), before, own[:MOST_DOUBTS]):
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


def _boards(read: bytes, before: bytes, cells: list[int]) -> Iterator[bytes]:
    """The board as it was read, then with one cell read otherwise, with two, and so on."""
    count = 0
    for changed in range(len(cells) + 1):
        for some in combinations(cells, changed):
            for others in product(*(_others(read[cell], before[cell]) for cell in some)):
                codes = bytearray(read)
                for cell, code in zip(some, others, strict=True):
                    codes[cell] = code
                yield bytes(codes)
                count += 1
                if count >= MOST_BOARDS:
                    yield _all_before(read, before, cells)
                    return


def _others(read: int, before: int) -> tuple[int, ...]:
    """What may stand on a cell instead of what was read there."""
    if not read or read ^ SEED == before:
        return (before,)
    return (read ^ SEED, before)


def _all_before(read: bytes, before: bytes, cells: list[int]) -> bytes:
    codes = bytearray(read)
    for cell in cells:
        codes[cell] = before[cell]
    return bytes(codes)
