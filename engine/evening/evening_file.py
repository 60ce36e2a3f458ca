"""An evening in a file of its own, to be kept or to go on elsewhere. Files of others are held
against what can happen in an evening before anything is made of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from msgspec import Meta

from ..stamp import require_stamp, stamped
from ..values import plain, value_of
from .evening import MOST_NAME, MOST_ROUNDS, MOST_SEATS, Evening, EveningError

EVENING_FORMAT = "evening"
MOST_TITLE = 200


@dataclass(frozen=True)
class EveningFile:
    """A club night as it is saved. The games of its pairings are files beside it, which are called
    as the pairings say."""

    title: Annotated[str, Meta(max_length=MOST_TITLE)]
    created: Annotated[datetime, Meta(tz=True, title="a time with its zone")]
    evening: Evening

    def to_json(self) -> dict[str, Any]:
        """The file as plain JSON."""
        return stamped(EVENING_FORMAT, plain(self))

    @classmethod
    def from_json(cls, value: object) -> EveningFile:
        """Read :meth:`to_json`'s object. Raises EveningError."""
        require_stamp(EVENING_FORMAT, value, EveningError)
        saved = value_of(cls, value, EveningError)
        _check(saved.evening)
        return saved


def _check(evening: Evening) -> None:
    """Refuse an evening that cannot have been. Raises EveningError."""
    if Evening().with_people(evening.names).names != evening.names:
        raise EveningError.of("name", most=MOST_NAME)
    if max(len(evening.rounds), evening.wanted or 0) > MOST_ROUNDS:
        raise EveningError.of("rounds", most=MOST_ROUNDS)
    for number, pairings in enumerate(evening.rounds, start=1):
        seated = [name for pairing in pairings for name in pairing.seats]
        tables = sorted(pairing.table for pairing in pairings if not pairing.is_bye)
        if (
            len(set(seated)) < len(seated)
            or not set(seated) <= set(evening.names)
            or tables != list(range(1, len(tables) + 1))
            or not all(1 <= len(pairing.seats) <= MOST_SEATS for pairing in pairings)
        ):
            raise EveningError.of("seating", round=number)
        for pairing in pairings:
            if pairing.score is not None:
                evening.with_score(number, pairing.table, pairing.score)
