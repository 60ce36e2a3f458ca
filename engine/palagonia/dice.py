"""The dice of Palagonia: two, each with 2, 3, 4, 5, Remove and Rotate.

The designer's earlier version has one ordinary die: 1 removes, 2 to 5 add, 6 rotates. Its faces
are the same six actions, so that one type serves both.
"""

from __future__ import annotations

import enum
import random
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement

from ..phrases import Phrase, Refused


class DieFace(enum.Enum):
    """What one die shows. The value is the word that files and the command line use."""

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    REMOVE = "remove"
    ROTATE = "rotate"

    @cached_property
    def number(self) -> int | None:
        """The number of tiles to play, None for Remove and Rotate."""
        return int(self.value) if self.value.isdigit() else None

    @classmethod
    def of_number(cls, number: int) -> DieFace:
        """The face with a number from 2 to 5. Raises ValueError."""
        return cls(str(number))

    @classmethod
    def from_text(cls, word: str) -> DieFace:
        """Read a face; 1 and 6 are the one-die version's Remove and Rotate. Raises DiceError."""
        known = {"1": cls.REMOVE, "6": cls.ROTATE, "rem": cls.REMOVE, "rot": cls.ROTATE}
        lowered = word.strip().lower()
        try:
            return known.get(lowered) or cls(lowered)
        except ValueError:
            given = repr(word.strip()[:20])
            raise DiceError(Phrase("palagonia.no_face", {"given": given})) from None


class DiceError(Refused):
    """Words that are no dice: the message says what is wrong and what to write."""


@dataclass(frozen=True)
class Roll:
    """What was thrown: two faces, or one in the one-die version, in :class:`DieFace` order. Made by
    :meth:`of`."""

    faces: tuple[DieFace, ...]

    @classmethod
    def of(cls, faces: Collection[DieFace]) -> Roll:
        """One or two faces in any order. Raises DiceError."""
        if not 1 <= len(faces) <= 2:
            raise DiceError(Phrase("palagonia.roll_of", {"given": len(faces)}))
        return cls(tuple(sorted(faces, key=list(DieFace).index)))

    @property
    def is_double(self) -> bool:
        """Two equal faces, symbols too: they give another turn."""
        return len(self.faces) == 2 and self.faces[0] is self.faces[1]

    def __str__(self) -> str:
        return ":".join(face.value for face in self.faces)

    @classmethod
    def from_text(cls, text: str) -> Roll:
        """Read ``3:5``, ``3 5`` or ``remove,2``. Raises DiceError."""
        words = str(text).replace(":", " ").replace(",", " ").replace("-", " ").split(maxsplit=3)
        return cls.of([DieFace.from_text(word) for word in words])

    @classmethod
    def all(cls, dice: int = 2) -> Iterator[Roll]:
        """Every roll of one or two dice once, whatever the order of the dice."""
        return (cls(faces) for faces in combinations_with_replacement(DieFace, dice))

    @classmethod
    def thrown(cls, rng: random.Random, dice: int = 2) -> Roll:
        """Throw the dice; a seeded ``rng`` throws the same again."""
        return cls.of([rng.choice(list(DieFace)) for _ in range(dice)])
