"""JSON of others as values of our own types; what does not fit is refused in a sentence for people.

A type says all of a JSON object: its fields, their limits, and in a ``title`` what a field must be
where "a text" or "a list" is not enough. The same types describe the JSON to other programs.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, is_dataclass
from functools import lru_cache
from typing import Any, NamedTuple, TypedDict, TypeVar, get_type_hints, overload

import msgspec
from msgspec import inspect

from .phrases import Phrase, Refused, reason_of
from .stamp import WrongValue, shortened

T = TypeVar("T")
Refusing = Callable[[Phrase | str], Exception]

_WHERE = re.compile(r" - at `(?:key` in `)?\$(?P<path>.*)`$")
_OF_MSGSPEC = re.compile(r"Expected |Invalid |Object |Number out of range")
_STEP = re.compile(r"\.(\w+)|\[(\d+|\.\.\.)\]")
MOST_SHOWN = 24
"""Number of characters shown of a text that is too long."""
_MISSING = re.compile(r"Object missing required field `(\w+)`")


class _WrongPlace(NamedTuple):
    """Where in a JSON value something is wrong: its name, its type, and what stands there."""

    name: Phrase | str
    kind: inspect.Type
    given: Any
    #: The list of which it is an entry.
    among: inspect.Type | None = None


@overload
def value_of(
    kind: type[T], given: object, error: Refusing = WrongValue, *, is_text: bool = False
) -> T: ...
@overload
def value_of(
    kind: object, given: object, error: Refusing = WrongValue, *, is_text: bool = False
) -> Any: ...
def value_of(
    kind: object, given: object, error: Refusing = WrongValue, *, is_text: bool = False
) -> Any:
    """A value of a type from JSON. Raises an ``error`` made of a phrase that says what is wrong.
    ``is_text``: numbers may come as text, as in the query of an address."""
    try:
        return msgspec.convert(given, kind, strict=not is_text, str_keys=True)
    except UnicodeEncodeError:
        raise error(Phrase("value.half")) from None
    except msgspec.ValidationError as refusal:
        problem = str(refusal)
        if not _OF_MSGSPEC.match(problem):  # a type has refused it in its own words
            cause = refusal.__cause__
            if isinstance(cause, Exception) and type(cause) is error:
                raise cause from None
            if isinstance(cause, Refused):
                raise error(reason_of(cause)) from None
            raise error(_WHERE.sub("", problem)) from None
        raise error(_sentence(_place(kind, given, problem))) from None


class StrictNumbers(TypedDict):
    """How `json` reads what is written as a number and is none, and one with a fraction."""

    parse_constant: Callable[[str], Any]
    parse_float: Callable[[str], float]


def strict_numbers(error: Refusing) -> StrictNumbers:
    """For `json`: infinity, what is no number, and what is too large to be one are refused with an
    ``error`` made of a phrase."""

    def no_number(word: str) -> Any:
        raise error(Phrase("value.no_number", {"given": word}))

    def finite(digits: str) -> float:
        number = float(digits)
        if math.isinf(number):
            raise error(Phrase("value.too_large", {"given": digits[:20]}))
        return number

    return {"parse_constant": no_number, "parse_float": finite}


def fits(kind: object, given: object) -> bool:
    """Whether JSON is a value of a type."""
    try:
        msgspec.convert(given, kind)
    except msgspec.ValidationError:
        return False
    return True


def fitting(kind: type[T], given: Mapping[str, object]) -> T:
    """A value of a type of which every field has a default, from those fields that fit."""
    found: dict[str, Any] = {}
    described: Any = kind
    for name, wanted in _hints(described).items():
        if name in given and fits(wanted, given[name]):
            found[name] = msgspec.convert(given[name], wanted)
    return kind(**found)


@lru_cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def plain(value: object) -> dict[str, Any]:
    """An object of ours as JSON, which :func:`value_of` reads again."""
    # msgspec leaves out what a dataclass has by default.
    full = asdict(value) if is_dataclass(value) and not isinstance(value, type) else value
    told: dict[str, Any] = msgspec.to_builtins(full)
    return told


def _place(kind: object, given: object, problem: str) -> _WrongPlace:
    """The place at which msgspec found a problem."""
    where = _WHERE.search(problem)
    steps = [a or b for a, b in _STEP.findall(where["path"])] if where else []
    missing = _MISSING.match(problem)
    steps += [missing[1]] if missing else []
    place = _WrongPlace("", _described(kind), given)
    for step in steps:
        place = _inside(place, step)
    return place


def _inside(place: _WrongPlace, step: str) -> _WrongPlace:
    kind = _fitting(place)
    if isinstance(kind, inspect.StructType | inspect.DataclassType | inspect.TypedDictType):
        tags = _tags(place.kind)
        name: Phrase | str = f'"{step}"'
        if place.name:
            name = Phrase("value.inside", {"name": name, "whole": place.name})
        if step in tags:
            return _WrongPlace(name, inspect.LiteralType(tags[step]), None)
        field = next(field for field in kind.fields if field.encode_name == step)
        given = place.given.get(step) if isinstance(place.given, dict) else None
        return _WrongPlace(name, field.type, given)
    if isinstance(kind, inspect.DictType):
        return _WrongPlace(place.name, kind.value_type, None)
    items = getattr(kind, "item_type", None) or kind.item_types[int(step)]  # type: ignore[attr-defined]
    is_there = isinstance(place.given, list | tuple) and step.isdigit()
    given = place.given[int(step)] if is_there else None
    return _WrongPlace(place.name, items, given, place.among or place.kind)


def _fitting(place: _WrongPlace) -> inspect.Type:
    """The type of a place; of several the one that is meant by what stands there."""
    kind = _plain(place.kind)
    if not isinstance(kind, inspect.UnionType):
        return kind
    for one in map(_plain, kind.types):
        if isinstance(one, inspect.StructType) and one.tag_field and isinstance(place.given, dict):
            if place.given.get(one.tag_field) == one.tag:
                return one
        elif not isinstance(one, inspect.NoneType):
            return one
    return _plain(kind.types[0])


def _tags(kind: inspect.Type) -> dict[str, tuple[Any, ...]]:
    """The field that tells apart several types of objects, and what may stand there."""
    kind = _plain(kind)
    kinds = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    tagged = [one for one in kinds if isinstance(one, inspect.StructType) and one.tag_field]
    return {one.tag_field: tuple(each.tag for each in tagged) for one in tagged if one.tag_field}


def _plain(kind: inspect.Type) -> inspect.Type:
    return kind.type if isinstance(kind, inspect.Metadata) else kind


def _sentence(place: _WrongPlace) -> Phrase:
    if not place.name:
        return Phrase("value.this", {"wanted": _wanted(place)})
    kind = _fitting(place)
    most = kind.max_length if isinstance(kind, inspect.StrType) else None
    if isinstance(place.given, str) and most is not None and len(place.given) > most:
        begun = place.given[:MOST_SHOWN]
        return Phrase("value.long", {"name": place.name, "most": most, "given": begun})
    if place.among is not None:
        return _sentence(_WrongPlace(place.name, place.among, None))
    said = {"name": place.name, "wanted": _wanted(place)}
    if place.given is None or isinstance(place.given, list | tuple):
        return Phrase("value.must", said)
    return Phrase("value.not", {**said, "given": shortened(place.given)})


def _wanted(place: _WrongPlace) -> Phrase | str:
    """What should stand at a place."""
    kind = _fitting(place)
    for described in (place.kind, *getattr(place.kind, "types", ())):
        if isinstance(described, inspect.Metadata):
            title = (described.extra_json_schema or {}).get("title")
            if title is not None:
                return str(title)
    if isinstance(kind, inspect.LiteralType | inspect.EnumType):
        values = (
            kind.values
            if isinstance(kind, inspect.LiteralType)
            else tuple(one.value for one in kind.cls)
        )
        named = ", ".join(str(value) for value in values if value not in ("", None))
        return Phrase("value.one_of", {"values": named})
    if isinstance(kind, inspect.IntType):
        return _within("value.whole", kind)
    if isinstance(kind, inspect.FloatType):
        return _within("value.number", kind)
    if isinstance(kind, inspect.StrType):
        return Phrase("value.text")
    if isinstance(kind, inspect.BoolType):
        return Phrase("value.flag")
    if isinstance(kind, inspect.ListType | inspect.VarTupleType | inspect.TupleType):
        most = getattr(kind, "max_length", None)
        return Phrase("value.list") if most is None else Phrase("value.list_most", {"most": most})
    needed = [f'"{one.encode_name}"' for one in getattr(kind, "fields", ()) if one.required]
    fields = {"fields": ", ".join(needed)}
    return Phrase("value.object_with", fields) if needed else Phrase("value.object")


def _within(key: str, kind: inspect.IntType | inspect.FloatType) -> Phrase:
    limits = {"least": kind.ge, "most": None if kind.ge is None else kind.le}
    given = {name: at for name, at in limits.items() if at is not None}
    known = {name: f"{at:g}" if type(at) is float else str(at) for name, at in given.items()}
    return Phrase("_".join((key, *known)), known)


@lru_cache
def _described(kind: object) -> inspect.Type:
    return inspect.type_info(kind)
