"""What cannot be done, as a sentence for the person who asked, in that person's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from ..engine.phrases import Phrase, sentences_of
from .texts import DEFAULT_LANGUAGE, say, say_phrase


class Refusal(Exception):
    """Something that cannot be done.

    ``key`` names the sentence among the texts ``refusal.…`` and ``details`` fill its gaps; without
    one the sentence is only there as it was given, in English.
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
        return cls(say(DEFAULT_LANGUAGE, f"refusal.{key}", **details), key, **details)

    @classmethod
    def because(cls, error: Exception) -> Self:
        """What another refusal or an error of the engine says."""
        if isinstance(error, Refusal):
            return cls.from_json(error.to_json())
        return cls.saying(*sentences_of(error))

    def to_json(self) -> dict[str, Any]:
        """All of it, to be said elsewhere."""
        sentences = [
            said.to_json() if isinstance(said, Phrase) else said for said in self.sentences
        ]
        return {
            "refused": str(self),
            "key": self.key,
            "details": self.details,
            "sentences": sentences,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """Read :meth:`to_json`'s object."""
        refusal = cls(value["refused"], value["key"], **value["details"])
        refusal.sentences = tuple(
            Phrase.from_json(said) if isinstance(said, Mapping) else str(said)
            for said in value["sentences"]
        )
        return refusal

    def said(self, language: str) -> str:
        """The sentence in a language; in English where it is not translated."""
        if self.key:
            return say(language, f"refusal.{self.key}", **self.details)
        return " ".join(
            say_phrase(language, said) if isinstance(said, Phrase) else said
            for said in self.sentences
        )
