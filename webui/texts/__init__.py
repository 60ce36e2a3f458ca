"""What the pages say, in the languages of the sources' readers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from functools import cache, lru_cache
from importlib import resources

from ...engine.phrases import ENGLISH, Phrase, render
from ...engine.phrases.language import Language

LANGUAGES: dict[str, str] = {"en": "English", "fr": "Français", "zh-Hant": "繁體中文"}
DEFAULT_LANGUAGE = "en"

#: Which form of a text a number takes, as the languages' gettext catalogues say it.
PLURALS = {"en": "n != 1", "fr": "n > 1", "zh-Hant": "0"}


@cache
def texts(language: str) -> dict[str, str]:
    """All texts of a language by key; what is not translated is said in English."""
    own = _load(language)
    return own if language == DEFAULT_LANGUAGE else {**_load(DEFAULT_LANGUAGE), **own}


@cache
def _load(language: str) -> dict[str, str]:
    source = resources.files(__package__).joinpath(f"{language}.json")
    loaded: dict[str, str] = json.loads(source.read_text(encoding="utf-8"))
    return loaded


#: What the two colours are called while something is said about a set that has other ones.
_called: ContextVar[tuple[str, str] | None] = ContextVar("colours called", default=None)


@contextmanager
def calling_colours(names: tuple[str, str] | None) -> Iterator[None]:
    """Call White and Blue by other names, in all that is said until the end of this block."""
    before = _called.set(names)
    try:
        yield
    finally:
        _called.reset(before)


def spoken(language: str) -> Language:
    """Everything that can be said in a language, with the colours by the names of the moment."""
    names = _called.get()
    return _spoken(language) if names is None else _spoken_with(language, *names)


@lru_cache(maxsize=64)
def _spoken_with(language: str, white: str, blue: str) -> Language:
    usual = _spoken(language)
    templates = {**usual.templates, "colour.white": white, "colour.blue": blue}
    words = {**usual.words, "white": white, "blue": blue}
    return replace(usual, templates=templates, words=words)


@cache
def _spoken(language: str) -> Language:
    """The pages' texts and the engine's sentences."""
    own = texts(language)
    engines = {key: _as_sentence(key, text) for key, text in ENGLISH.templates.items()}
    said = {key.removeprefix("phrase."): text for key, text in own.items()}
    words = {key[5:]: text for key, text in own.items() if key.startswith("word.")}
    templates, all_words = {**engines, **said}, {**ENGLISH.words, **words}
    return Language(templates, all_words, PLURALS[language], ENGLISH.same_as)


def _as_sentence(key: str, text: str) -> str:
    """The doubts of a film or of photos, and what is wrong with a view, follow a colon in the
    command line's list; on a page they stand alone, with a capital and a stop."""
    if not key.startswith(("digitise.", "objection.")):
        return text
    forms = text.split("|")
    return "|".join(form[0].upper() + form[1:] + "." * form[-1].isalpha() for form in forms)


def say(language: str, key: str, /, **details: object) -> str:
    """A text with its gaps filled. A key without text is returned as it is: better a strange word
    than no page."""
    try:
        return spoken(language).fill(key, details)
    except KeyError:
        if key in texts(language):
            raise
        return key


def in_english(key: str, /, **details: object) -> str:
    """A sentence of the command line, which speaks English alone. Raises KeyError."""
    return spoken(DEFAULT_LANGUAGE).fill(f"command.{key}", details)


def say_phrase(language: str, phrase: Phrase | str) -> str:
    """What the engine has to say, in a language; English where it is not translated. Words that are
    no phrase stay."""
    return phrase if isinstance(phrase, str) else render(phrase, spoken(language))


def say_word(language: str, word: str) -> str:
    """One of the engine's words (a colour, a shape, a die's face) in a language."""
    return spoken(language).words.get(word, word)


def in_a_row(sentences: Iterable[str]) -> str:
    """Sentences one after the other; a Chinese full stop needs no space behind it."""
    return re.sub("(?<=[。？！]) ", "", " ".join(sentences))
