"""What a referee has to say of one thing that was seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..phrases import Phrase


@dataclass(frozen=True)
class Finding:
    """Something to say of what was seen, and the cells that it is about.

    ``level`` is one of fine, info, unsure, wrong and win. Cells are those of the game's table.
    ``rule`` names the rule that was broken, where the game's rules have names.
    """

    level: str
    phrase: Phrase
    cells: tuple[Any, ...] = ()
    rule: str = ""
