"""What the pages say, in the languages of the sources' readers."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources

from ...engine.phrases import ENGLISH, ENGLISH_WORDS, Phrase, render

LANGUAGES: dict[str, str] = {"en": "English", "fr": "Français", "zh-Hant": "繁體中文"}
DEFAULT_LANGUAGE = "en"


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


def say(language: str, key: str, /, **details: object) -> str:
    """A text with its gaps filled; ``one|many`` is chosen by the detail ``count``.

    A key without text is returned as it is: better a strange word than no page.
    """
    text = texts(language).get(key)
    if text is None:
        return key
    one, bar, many = text.partition("|")
    if bar:
        count = details.get("count", 0)
        is_one = isinstance(count, int) and (count == 1 or (language == "fr" and count == 0))
        text = one if is_one else many
    return text.format(**details) if details else text


def say_phrase(language: str, phrase: Phrase) -> str:
    """What the engine has to say, in a language; English where it is not translated."""
    templates, words = _phrase_tables(language)
    return render(phrase, templates, words)


def say_word(language: str, word: str) -> str:
    """One of the engine's words (a colour, a shape, a die's face) in a language."""
    return _phrase_tables(language)[1].get(word, word)


@cache
def _phrase_tables(language: str) -> tuple[dict[str, str], dict[str, str]]:
    own = texts(language)
    templates = {key[7:]: text for key, text in own.items() if key.startswith("phrase.")}
    words = {key[5:]: text for key, text in own.items() if key.startswith("word.")}
    return {**ENGLISH, **templates}, {**ENGLISH_WORDS, **words}


def best_language(accepted: str) -> str:
    """The language to use for an ``Accept-Language`` header."""
    wishes = []
    for part in accepted.split(",")[:20]:
        tag, _, weight = part.strip().partition(";q=")
        try:
            wishes.append((-float(weight or 1), tag.lower()))
        except ValueError:
            continue
    for _, tag in sorted(wishes, key=lambda wish: wish[0]):
        if tag.startswith("zh"):
            return "zh-Hant"
        if tag[:2] in LANGUAGES:
            return tag[:2]
    return DEFAULT_LANGUAGE
