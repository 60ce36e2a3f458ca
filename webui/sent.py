"""What a request carries, as types: a value that does not fit is refused with a sentence."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, Union, dataclass_transform, get_args

import msgspec
from msgspec import Meta

from ..engine.evening.clock import TimeControl
from .refusal import Refusal

MOST_MOVES = 1_000_000

#: A version that was seen, and what a version is called in the query.
Version = Annotated[int, Meta(ge=1, le=1_000_000_000)]
MoveNumber = Annotated[int, Meta(ge=1, le=MOST_MOVES)]
Name = Annotated[str, Meta(max_length=40)]
Title = Annotated[str, Meta(max_length=120)]
Id = Annotated[str, Meta(max_length=32)]
SideWord = Literal["white", "blue"]
ClockSent = Annotated[TimeControl, Meta(title='an object with "kind", "seconds" and "extra"')]
BoardSent = Annotated[str | dict[str, Any], Meta(title="a board, as JSON or as text")]


class BadRequest(Refusal):
    """A field is missing or wrong; the message says which and what it should be."""


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class _FrozenType(msgspec.StructMeta):
    """Makes types whose values are frozen."""

    def __new__(mcs, *args: Any, **settings: Any) -> Any:
        return super().__new__(mcs, *args, **{"frozen": True, **settings})


class Sent(msgspec.Struct, metaclass=_FrozenType):
    """A JSON object that a request carries. What it does not know is left alone. Control characters
    and line breaks are taken out of its texts, but for those in ``of_lines``."""

    of_lines: ClassVar[frozenset[str]] = frozenset()


class QueryAsked(msgspec.Struct, metaclass=_FrozenType):
    """The query of an address."""


def tag_of(kind: type[msgspec.Struct]) -> str:
    """The word in JSON by which a type is told from others of its family."""
    return str(kind.__struct_config__.tag)


def any_of(kind: Any) -> Any:
    """A type, or the union of those of its subclasses that have a tag of their own."""
    found, waiting = [], list(get_args(kind) or (kind,))
    while waiting:
        one = waiting.pop(0)
        waiting += getattr(one, "__subclasses__", list)()
        if one.__struct_config__.tag not in (None, one.__name__):  # else a base of others
            found.append(one)
    return Union[tuple(found)] if found else kind  # noqa: UP007 - made while it runs
