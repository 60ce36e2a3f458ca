"""Sentences of ours that stand in a record, said in the looker's language.

Beside them stands by their wording which phrases they were, and with what in the gaps. Earlier
versions kept the English sentence alone: its phrase is found by the wordings of today. What is
nobody's sentence but the record's stays as it stands there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import cache, lru_cache
from typing import Any

from ...engine.phrases import ENGLISH, Phrase
from . import DEFAULT_LANGUAGE, say_phrase

_GAP = re.compile(r"\{(\w+)\}")
#: A wording with fewer letters of its own may fit what was never said by it.
_FEWEST_LETTERS = 8
#: A sentence with the rule that it is about: few letters, but no other looks like it.
_BY_RULE = "palagonia.by_rule"
#: Longer is no sentence of ours; nor is a phrase written out.
_LONGEST, _LONGEST_PHRASE = 500, 5_000
#: Deeper no sentence stands within others, nor do more phrases than these within one.
_MOST_WITHIN, _MOST_PHRASES = 3, 8


def said_by_key(language: str, text: str, phrases: Mapping[str, Any]) -> str:
    """A text in another language as far as its sentences are phrases; the rest as it is."""
    found: dict[str, str] = {}
    for sentence, told in phrases.items():
        written = str(told)
        if len(written) > _LONGEST_PHRASE or written.count("'values'") > _MOST_PHRASES:
            continue  # no version of this program wrote it
        with suppress(LookupError, TypeError, ValueError, AttributeError):  # a later one may have
            found[sentence] = say_phrase(language, Phrase.from_json(told))
    ours = "|".join(map(re.escape, sorted(filter(None, found), key=len, reverse=True)))
    return re.sub(ours, lambda one: found[one[0]], text) if ours else text


def said_before(language: str, sentence: str, phrases: Mapping[str, Any]) -> str:
    """An English sentence of a record in another language; as it is where it is not one of ours."""
    if language == DEFAULT_LANGUAGE:  # those that stand behind a photo's name begin small
        is_ours = sentence in phrases or _phrase_of(sentence) is not None
        return sentence[:1].upper() + sentence[1:] if is_ours else sentence
    if (by_key := said_by_key(language, sentence, phrases)) != sentence:
        return by_key
    whole = _phrase_of(sentence)
    source, between, rest = sentence.partition(": ")
    behind = None if whole is not None else _phrase_of(rest)
    try:
        if behind is not None:  # a photo or moment, and what is said of it
            return f"{source}{between}{say_phrase(language, behind)}"
        return sentence if whole is None else say_phrase(language, whole)
    except KeyError:  # the other language has gaps for more
        return sentence


@lru_cache(maxsize=4096)
def _phrase_of(sentence: str, within: int = 0) -> Phrase | None:
    for key, wording in _wordings() if len(sentence) <= _LONGEST else ():
        found = wording.fullmatch(sentence)
        if found is not None:
            return Phrase(key, {name: _value(v, within) for name, v in found.groupdict().items()})
    return None


def _value(words: str, within: int) -> str | int | Phrase:
    """What stood in a gap: a number, one of our words, or a sentence."""
    if words.isdecimal():
        return int(words[:9])
    own = next((word for word, english in ENGLISH.words.items() if english == words), words)
    known = _phrase_of(words, within + 1) if own == words and within < _MOST_WITHIN else None
    return known or own


@cache
def _wordings() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """All English wordings by their keys, those with most letters of their own first."""
    found: list[tuple[int, str, re.Pattern[str]]] = []
    for key, text in ENGLISH.templates.items():
        for form in text.split("|"):
            letters = sum(map(str.isalpha, _GAP.sub("", form)))
            if letters >= _FEWEST_LETTERS or key == _BY_RULE:
                found.append((-letters, key, _pattern(form)))
    return tuple((key, wording) for _, key, wording in sorted(found, key=lambda one: one[:2]))


def _pattern(form: str) -> re.Pattern[str]:
    """What a wording looks like with anything in its gaps; within another it has no full stop."""
    parts: list[str] = []
    named = set[str]()
    for number, part in enumerate(_GAP.split(form.removesuffix("."))):
        if number % 2 == 0:
            parts.append(re.escape(part))
        else:
            parts.append(f"(?P={part})" if part in named else f"(?P<{part}>.+?)")
            named.add(part)
    return re.compile("".join(parts) + r"\.?", re.DOTALL)
