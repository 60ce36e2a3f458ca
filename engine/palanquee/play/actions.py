"""The actions of a turn, as values and as text."""

from __future__ import annotations

import enum
from typing import NamedTuple

from ..table.board import CELL_NAMES, CellError, cell_from_name


class ActionError(ValueError):
    """A text that is no action."""


class ActionKind(enum.Enum):
    """What is done. The value is the word that files use."""

    GROW = "grow"
    MOVE = "move"
    HARVEST = "harvest"
    PRUNE = "prune"
    HATCH = "hatch"
    SOW = "sow"
    CLAIM = "claim"


_WITH_TARGET = (ActionKind.MOVE, ActionKind.HATCH)


class PalanqueeAction(NamedTuple):
    """One action. ``to`` is where a moved or hatched sprout goes; ``seed`` is for growth."""

    kind: ActionKind
    cell: int
    to: int | None = None
    seed: bool = False

    @classmethod
    def from_text(cls, text: str) -> PalanqueeAction:
        """An action such as ``grow C5 seed`` or ``move c5 d6``. Raises ActionError."""
        words = text.split()
        try:
            kind = ActionKind(words[0])
            cells = words[1:]
            seed = kind is ActionKind.GROW and len(cells) == 2 and cells[1] == "seed"
            if len(cells) != (2 if seed or kind in _WITH_TARGET else 1):
                raise ActionError(text)
            to = cell_from_name(cells[1].upper()) if kind in _WITH_TARGET else None
            return cls(kind, cell_from_name(cells[0].upper()), to, seed)
        except (IndexError, ValueError, CellError):
            raise ActionError(
                f"{text!r} is no action: write grow C5, grow C5 seed, move C5 D6, harvest C5, "
                "prune C5, hatch C5 H9, sow C5 or claim C5"
            ) from None

    @property
    def target(self) -> int | None:
        """Where a piece is laid, None where none is."""
        if self.kind in (ActionKind.GROW, ActionKind.SOW):
            return self.cell
        return self.to

    @property
    def last_cell(self) -> int:
        """Where it ends: in its own cell, unless a piece goes to another one."""
        return self.cell if self.to is None else self.to

    @property
    def lays_seed(self) -> bool:
        """Whether the piece laid is a seed."""
        return self.seed or self.kind is ActionKind.SOW

    def __str__(self) -> str:
        text = f"{self.kind._value_} {CELL_NAMES[self.cell]}"
        if self.to is not None:
            return f"{text} {CELL_NAMES[self.to]}"
        return f"{text} seed" if self.seed else text
