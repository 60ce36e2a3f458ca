"""The format and version that all JSON of ours carries, and how a sentence names a wrong value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .phrases import Phrase, Refused

#: Of all JSON that has no version of its own.
VERSION = 1


class WrongValue(Refused):
    """A value that does not fit its type: the message says which field, and what it must be."""


def stamped(what: str, value: Mapping[str, Any]) -> dict[str, Any]:
    """A JSON object of ours with its format and version; what it says of them itself stays."""
    return {"format": f"palago-{what}", "version": VERSION, **value}


def require_stamp(
    what: str, value: object, error: type[ValueError] = WrongValue, *, is_named: bool = True
) -> None:
    """Refuse with an ``error`` JSON of another format, or of a later version. What earlier versions
    of the program wrote may have neither, where the format need not be ``is_named``."""
    wanted = f"palago-{what}"
    if not isinstance(value, Mapping) or (is_named and "format" not in value):
        raise error(Phrase("stamp.missing", {"wanted": wanted}))
    if value.get("format", wanted) != wanted:
        given = shortened(value["format"])
        raise error(Phrase("stamp.other", {"given": given, "wanted": wanted}))
    version = value.get("version", VERSION)
    if type(version) is not int or version < 1:
        raise error(Phrase("stamp.no_version", {"given": shortened(version)}))
    if version > VERSION:
        raise error(Phrase("stamp.later", {"given": shortened(version), "most": VERSION}))


def counted(count: int, what: str) -> str:
    """``1 move``, ``2 moves``, for programmers."""
    return f"{count} {what}{'' if count == 1 else 's'}"


def shortened(value: object) -> str:
    """A value as a sentence can name it."""
    if isinstance(value, int) and abs(value) >= 10**12:
        return "a huge number"
    if isinstance(value, Mapping | list | tuple):
        return "an object" if isinstance(value, Mapping) else "a list"
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
