"""Phrases between processes and in files: put into words only where somebody reads them."""

from __future__ import annotations

from typing import Any

from ...engine.phrases import Phrase


def phrase_json(phrase: Phrase) -> dict[str, Any]:
    """A phrase as JSON, to be put into words in any language."""
    return {
        "key": phrase.key,
        "values": {
            name: phrase_json(value)
            if isinstance(value, Phrase)
            else list(value)
            if isinstance(value, tuple)
            else value
            for name, value in phrase.values.items()
        },
    }


def phrase_of(value: dict[str, Any]) -> Phrase:
    """Read :func:`phrase_json`'s object."""
    return Phrase(value["key"], {name: _value(given) for name, given in value["values"].items()})


def _value(given: Any) -> Any:
    if isinstance(given, dict):
        return phrase_of(given)
    return tuple(given) if isinstance(given, list) else given
