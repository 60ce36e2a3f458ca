"""The rolls for the start as they are seen: one die each, by players whom nobody has named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...games.seats import MOST_PLAYERS
from ..dice import DieFace

FEWEST_PLAYERS = 3


def rounds(faces: Sequence[DieFace], players: int) -> Iterator[tuple[DieFace, ...]]:
    """The rolls of so many players in rounds: all roll, those tied for the highest number again.

    The last round may be incomplete.
    """
    rolling, left = players, tuple(faces)
    while left and rolling > 1:
        rolled, left = left[:rolling], left[rolling:]
        yield rolled
        highest = max(face.number or 0 for face in rolled)
        if highest and len(rolled) == rolling:
            rolling = sum(face.number == highest for face in rolled)
    if left:
        yield left


def deciding_number(faces: Sequence[DieFace], players: int) -> int | None:
    """The number that decided who starts, None where these rolls do not decide it, or go on
    after."""
    rolled = list(rounds(faces, players))
    if sum(map(len, rolled)) != len(faces) or not rolled:
        return None
    rolling = players
    for number, faces_of_round in enumerate(rolled):
        highest = max(face.number or 0 for face in faces_of_round)
        winners = sum(face.number == highest for face in faces_of_round) if highest else 0
        if len(faces_of_round) != rolling:
            return None
        if winners == 1:
            return highest if number == len(rolled) - 1 else None
        rolling = winners or rolling
    return None


def count_of_players(faces: Sequence[DieFace]) -> int:
    """How many players rolled one die each for the start, tied ones again; 0 where no number of
    players fits, or several do."""
    fitting = [
        count
        for count in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
        if deciding_number(faces, count) is not None
    ]
    return fitting[0] if len(fitting) == 1 else 0
