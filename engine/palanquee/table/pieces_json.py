"""What stands in the JSON of pieces on the board, as types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

from msgspec import Meta, Struct

from ...tiles.observation import Share
from ...values import value_of
from .board import CellError, cell_from_name
from .pieces import NUMBERS, SEED, Piece

T = TypeVar("T")
WordList = Annotated[tuple[str, ...], Meta(title="a list of words")]
#: What a reading says where perhaps no piece stands at all.
NOTHING = "nothing"
_KINDS = {"seed": True, "sprout": False}


class PositionError(ValueError):
    """A position that cannot be read or set up; the message says what to change."""


class PieceSaid(Struct, frozen=True):
    """A piece; a reading says how surely it was seen."""

    cell: Annotated[str, Meta(title="a word such as C5")]
    colour: str
    kind: str
    confidence: Any = None
    others: dict[str, Share] | None = None

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

    def code(self, said: str) -> int:
        """The code of one of ``others``: "blue seed", or "nothing". Raises PositionError."""
        colour, _, kind = said.partition(" ")
        if said == NOTHING:
            return 0
        if colour not in NUMBERS or kind not in _KINDS:
            raise PositionError(f"the piece on {self.cell} cannot be a {said[:40]!r} instead")
        return NUMBERS[colour] + SEED * _KINDS[kind]


class DoubtsSaid(Struct, frozen=True):
    """What is doubtful about a board that was seen."""

    hidden: WordList = ()
    perhaps: WordList = ()
    may_be_turned: bool = False


class WarningSaid(Struct, frozen=True):
    """What a reading warns of."""

    code: str
    cells: WordList = ()
    values: dict[str, Any] = {}


class SeenSaid(Struct, frozen=True):
    """A board that was seen: of a position or a reading only the pieces are needed."""

    pieces: tuple[PieceSaid, ...]
    seen: DoubtsSaid | None = None
    warning_codes: tuple[WarningSaid, ...] = ()


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
