"""What a referee has to say of one thing that was seen."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import Any

from ..phrases import Phrase


@dataclass(frozen=True)
class Finding:
    """Something to say of what was seen, and the cells that it is about.

    ``level`` is one of fine, info, unsure, wrong and win. Cells are those of the game's table.
    ``rule`` names the rule that was broken, or what is asked: in Palago a `ViolationKind`, in
    Palagonia and Palanquée the rule of that name in small letters, in Palagem what was wrong, as
    "touch two". It is empty where pieces lie as no action lays them: there ``phrase.key`` tells
    such findings apart.
    """

    level: str
    phrase: Phrase
    cells: tuple[Any, ...] = ()
    rule: str = ""

    def __repr__(self) -> str:
        return f"<Finding {self.level}: {textwrap.shorten(str(self.phrase), LONGEST)}>"


LONGEST = 80


class VerdictInWords:
    """What a verdict says of itself, by what it found; true where what was seen is legal."""

    def __bool__(self) -> bool:
        verdict: Any = self
        return bool(verdict.legal)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All that is to be said, in the order in which players want to hear it."""
        raise NotImplementedError

    @property
    def sentences(self) -> tuple[Phrase, ...]:
        """All that is to be said, without the cells."""
        return tuple(found.phrase for found in self.findings)

    def __repr__(self) -> str:
        verdict: Any = self
        word = "not legal" if not verdict.legal else "legal" if verdict.settled else "asks"
        said = " / ".join(verdict.actions) or " ".join(map(str, self.sentences[:1]))
        return f"<{type(self).__name__} {word}: {textwrap.shorten(said, LONGEST)}>"

    def __str__(self) -> str:
        return "\n".join(map(str, self.sentences))
