"""What can be stored and given back everywhere: JSON without what some readers of it break on.

UTF-8 cannot write half a character (a lone surrogate), PostgreSQL keeps no NUL, JSON has no
infinity, and a number of hundreds of digits is refused, too.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from ...engine.values import strict_numbers

MOST_DEPTH = 40
MOST_WHOLE_NUMBER = 2**53
"""Whole numbers up to here are the same in every language, JavaScript's too."""


class NotPlain(ValueError):
    """The value cannot be stored; the message says what is wrong with it."""


def check_plain(value: object, depth: int = 0) -> None:
    """Look through a value made of dicts, lists and simple ones. Raises NotPlain."""
    if depth > MOST_DEPTH:
        raise NotPlain("it is nested too deeply")
    if isinstance(value, str):
        _check_text(value)
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise NotPlain("a number is not finite")
    elif isinstance(value, int):
        if abs(value) > MOST_WHOLE_NUMBER:
            raise NotPlain("a whole number is too large")
    elif isinstance(value, Mapping):
        for name, content in value.items():
            _check_text(str(name))
            check_plain(content, depth + 1)
    elif isinstance(value, list | tuple):
        for content in value:
            check_plain(content, depth + 1)
    elif value is not None:
        raise NotPlain(f"{type(value).__name__} is nothing that JSON can say")


def parse_plain(text: bytes | str) -> Any:
    """JSON whose numbers are finite and not too large. Raises NotPlain for such a number, and
    ValueError or RecursionError for what is no JSON."""
    return json.loads(text, parse_int=_whole, **strict_numbers(NotPlain))


def _check_text(text: str) -> None:
    if "\0" in text:
        raise NotPlain("a text has a NUL character")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise NotPlain("a text has half a character (a lone surrogate)") from None


def _whole(digits: str) -> int:
    if len(digits) > len(str(-MOST_WHOLE_NUMBER)) or abs(int(digits)) > MOST_WHOLE_NUMBER:
        raise NotPlain("a whole number is too large")
    return int(digits)
