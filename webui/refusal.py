"""What cannot be done, as a sentence for the person who asked, in that person's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from ..engine.phrases import Phrase, sentences_of
from .texts import DEFAULT_LANGUAGE, in_a_row, say, say_phrase


def is_refusal(error: Exception) -> bool:
    """Whether an error tells people in a sentence what cannot be done: a refusal, or a ValueError
    of a type of our own. Whoever answers people says it; nobody on the way has to catch it."""
    is_ours = type(error).__module__.startswith("palago.")
    return isinstance(error, Refusal) or (isinstance(error, ValueError) and is_ours)


class Refusal(Exception):
    """Something that cannot be done.

    ``key`` names the sentence among the texts ``refusal.…`` and ``details``, the engine's phrases
    among them, fill its gaps; without one the sentence is only there as it was given, in English.
    """

    def __init__(self, sentence: str, key: str = "", **details: Any) -> None:
        super().__init__(sentence)
        self.key = key
        self.details = details
        self.sentences: tuple[Phrase | str, ...] = (sentence,)

    @classmethod
    def saying(cls, *sentences: Phrase | str) -> Self:
        """What the engine refuses, in its own words."""
        refusal = cls(" ".join(map(str, sentences)))
        refusal.sentences = sentences
        return refusal

    @classmethod
    def of(cls, key: str, /, **details: Any) -> Self:
        """The refusal that the texts have under a key."""
        return cls(_filled(DEFAULT_LANGUAGE, key, details), key, **details)

    @classmethod
    def because(cls, error: Exception) -> Self:
        """What another refusal or an error of the engine says."""
        if isinstance(error, Refusal):
            return cls.from_json(error.to_json())
        return cls.saying(*sentences_of(error))

    def to_json(self) -> dict[str, Any]:
        """All of it, to be said elsewhere."""
        return {
            "refused": str(self),
            "key": self.key,
            "details": {name: _told(value) for name, value in self.details.items()},
            "sentences": [_told(said) for said in self.sentences],
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """Read :meth:`to_json`'s object."""
        details = {name: _read(told) for name, told in value["details"].items()}
        refusal = cls(value["refused"], value["key"], **details)
        refusal.sentences = tuple(map(_read, value["sentences"]))
        return refusal

    def said(self, language: str) -> str:
        """The sentence in a language; in English where it is not translated."""
        if self.key:
            return _filled(language, self.key, self.details)
        return in_a_row(str(_said(language, said)) for said in self.sentences)


def _filled(language: str, key: str, details: Mapping[str, Any]) -> str:
    said = {name: _said(language, value) for name, value in details.items()}
    return say(language, f"refusal.{key}", **said)


def _told(value: Any) -> Any:
    return value.to_json() if isinstance(value, Phrase) else value


def _read(told: Any) -> Any:
    return Phrase.from_json(told) if isinstance(told, Mapping) else told


def _said(language: str, value: Any) -> Any:
    return say_phrase(language, value) if isinstance(value, Phrase) else value
