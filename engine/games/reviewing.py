"""What a review says of the moves of a game: remarks, each with its words and a better line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from ..phrases import Phrase


@dataclass(frozen=True)
class Effort:
    """How hard each position is searched: forced wins in up to ``moves``, for ``seconds``."""

    moves: int = 3
    seconds: float = 3.0


@dataclass(frozen=True)
class Remark:
    """What there is to say of one move."""

    number: int
    who: str
    action: str
    #: Words for programs: ``missed_win``, ``slower_win``, ``loses``, ``threat_not_seen``,
    #: ``only_move``, ``lost_already``, ``wins``, ``points_given_away``, ``no_turn``.
    marks: tuple[str, ...] = ()
    #: The same for people.
    phrases: tuple[Phrase, ...] = ()
    #: A line in the game's notation that starts instead of the move.
    better: tuple[str, ...] = ()
    #: The position after it, for a graph: from 1, a win of the first side is proved, to −1; for
    #: games of points what was given away.
    value: float = 0.0
    #: The search came to its end.
    complete: bool = True
    details: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The remark as plain JSON."""
        return {
            "number": self.number,
            "who": self.who,
            "move": self.action,
            "marks": list(self.marks),
            "sentences": [str(phrase) for phrase in self.phrases],
            "better": list(self.better),
            "value": self.value,
            "complete": self.complete,
            **self.details,
        }


Reviewed = TypeVar("Reviewed")
#: Positions from the start on, and the actions between them, one fewer → the remarks.
Reviewer = Callable[[Sequence[Reviewed], Sequence[str], Effort], Iterator[Remark]]
