"""The format and version that all JSON of ours carries, and how a sentence names a wrong value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

#: Of all JSON that has no version of its own.
VERSION = 1


class WrongValue(ValueError):
    """A value that does not fit its type: the message says which field, and what it must be."""


def stamped(what: str, value: Mapping[str, Any]) -> dict[str, Any]:
    """A JSON object of ours with its format and version; what it says of them itself stays."""
    return {"format": f"palago-{what}", "version": VERSION, **value}


def require_stamp(what: str, value: Mapping[str, Any]) -> None:
    """Refuse JSON of another format, or of a later version. Raises WrongValue.

    What earlier versions of the program wrote may have neither.
    """
    if value.get("format", f"palago-{what}") != f"palago-{what}":
        raise WrongValue(f'its "format" is {shortened(value["format"])}, not "palago-{what}"')
    version = value.get("version", VERSION)
    if type(version) is not int or not 1 <= version <= VERSION:
        raise WrongValue(f'its "version" is {shortened(version)}; {VERSION} is read here')


def shortened(value: object) -> str:
    """A value as a sentence can name it."""
    if isinstance(value, int) and abs(value) >= 10**12:
        return "a huge number"
    if isinstance(value, Mapping | list | tuple):
        return "an object" if isinstance(value, Mapping) else "a list"
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
