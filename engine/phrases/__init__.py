"""What the engine says to players: message keys with values, and their English wording.

The engine never builds a sentence from pieces. It names a key of ``english.json`` and the values
to put in, so that a page can say the same in another language from a table with the same keys.
``one|many`` are the forms of a sentence for the number ``count`` (:mod:`.language`); what begins
with ``word.`` stands for one of the values. Keys that name a rule's breach come with the number of
the rule (Palagonia). ``=key`` says what another key says, in every language.
"""

from __future__ import annotations

import copyreg
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

from .language import Language

Value = str | int | tuple[str, ...]


def _english() -> Language:
    catalogue = resources.files(__package__).joinpath("english.json")
    said: dict[str, str] = json.loads(catalogue.read_text(encoding="utf-8"))
    words = {key[5:]: said.pop(key) for key in list(said) if key.startswith("word.")}
    same_as = {key: said.pop(key)[1:] for key in list(said) if said[key].startswith("=")}
    return Language(said, words, same_as=same_as)


ENGLISH = _english()


@dataclass(frozen=True)
class Phrase:
    """Something to say: a key of the table and what to put in."""

    key: str
    values: Mapping[str, Value | Phrase | tuple[Phrase | str, ...]] = field(
        default_factory=dict, hash=False
    )

    def __str__(self) -> str:
        return render(self)

    def to_json(self) -> dict[str, object]:
        """Key, values and the English text."""
        return {
            "key": self.key,
            "values": {name: _told(value) for name, value in self.values.items()},
            "text": render(self),
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Phrase:
        """Read :meth:`to_json`'s object: to be said in whatever language."""
        return cls(value["key"], {name: _read(given) for name, given in value["values"].items()})


def by_sentence(said: Iterable[Phrase | str]) -> dict[str, Any]:
    """Phrases by what they say in English, as a file keeps them beside these sentences: from there
    they are said in every language, however they are worded by then."""
    return {str(one): one.to_json() for one in said if isinstance(one, Phrase)}


def _told(value: object) -> object:
    if isinstance(value, Phrase):
        return value.to_json()
    return list(map(_told, value)) if isinstance(value, tuple) else value


def _read(given: object) -> Any:
    if isinstance(given, Mapping):
        return Phrase.from_json(given)
    return tuple(map(_read, given)) if isinstance(given, list) else given


class Refused(ValueError):
    """Something that cannot be done; ``sentences`` say why, for people, in any language."""

    def __init__(self, *sentences: Phrase | str) -> None:
        super().__init__(" ".join(map(str, sentences)))
        self.sentences = sentences

    def __reduce__(self) -> tuple[Any, ...]:
        """For worker processes: an error that cannot be made again there ends their pool."""
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


def sentences_of(error: Exception) -> tuple[Phrase | str, ...]:
    """What an error says, as phrases where it has them."""
    return error.sentences if isinstance(error, Refused) else (str(error),)


def reason_of(error: Exception) -> Phrase | str:
    """What an error says, to be put into another sentence."""
    sentences = sentences_of(error)
    return sentences[0] if len(sentences) == 1 else str(error)


def render(phrase: Phrase, language: Language = ENGLISH) -> str:
    """A phrase as a sentence, in English unless another language's words are given. Raises KeyError
    where the language lacks the key."""
    shown = {name: _shown(value, language) for name, value in phrase.values.items()}
    return language.fill(phrase.key, shown)


def _shown(value: Value | Phrase | tuple[Phrase | str, ...], language: Language) -> str | int:
    if isinstance(value, Phrase):
        return render(value, language).rstrip(".。")
    words = language.words
    if isinstance(value, tuple):
        shown = [str(_shown(v, language)) if isinstance(v, Phrase) else v for v in value]
        *first, last = shown or [""]
        # What holds a comma itself, as "0,0a" does, is told apart by another sign.
        has_commas = re.search("[,;，；]", "".join(first))
        between = words["separator of lists" if has_commas else "list separator"]
        return f"{between.join(first)}{words['last separator']}{last}" if first else last
    return words.get(value, value) if isinstance(value, str) else value
