"""What stands in the JSON of pieces on the board, as types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, TypeVar

from msgspec import Meta, Struct

from ...phrases import Refused
from ...values import value_of
from .board import CellError, cell_from_name
from .pieces import Piece

T = TypeVar("T")
WordList = Annotated[tuple[str, ...], Meta(title="a list of words")]
_KINDS = {"seed": True, "sprout": False}


class PositionError(Refused):
    """A position that cannot be read or set up; the message says what to change."""


class PieceSaid(Struct, frozen=True):
    """A piece."""

    cell: Annotated[str, Meta(title="a word such as C5")]
    colour: str
    kind: str

    def piece(self, colours: tuple[str, ...], whose: str) -> Piece:
        """The piece. Raises PositionError; ``whose`` says what is wrong with another colour."""
        cell = cell_named(self.cell)
        if self.colour not in colours:
            raise PositionError(f"the piece on {self.cell} is {self.colour!r}; {whose}")
        if self.kind not in _KINDS:
            raise PositionError(
                f'the piece on {self.cell} is a {self.kind!r}; it must be "seed" or "sprout"'
            )
        return Piece(cell, self.colour, _KINDS[self.kind])


def said_in(kind: type[T], value: object) -> T:
    """What JSON says. Raises PositionError."""
    if not isinstance(value, Mapping):
        raise PositionError('a position or board is a JSON object with "pieces"')
    return value_of(kind, value, PositionError)


def cell_named(name: str) -> int:
    """The cell of a name. Raises PositionError."""
    try:
        return cell_from_name(name)
    except CellError as error:
        raise PositionError(str(error)) from None
