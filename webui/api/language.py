"""The language of an answer."""

from __future__ import annotations

from flask import g, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from ..texts import DEFAULT_LANGUAGE, LANGUAGES


def language() -> str:
    """The language of the answer: asked for, chosen before, or the browser's own."""
    if "language" not in g:
        wished = request.args.get("language") or request.cookies.get("language") or ""
        known = wished if wished in LANGUAGES else None
        g.language = known or best_language(request.headers.get("Accept-Language", "")[:500])
    return str(g.language or DEFAULT_LANGUAGE)


def best_language(accepted: str) -> str:
    """The language to use for an ``Accept-Language`` header."""
    for tag, quality in parse_accept_header(accepted, LanguageAccept):
        known = "zh-Hant" if tag.lower().startswith("zh") else tag[:2].lower()
        if quality and known in LANGUAGES:  # what has none is not wanted at all
            return known
    return DEFAULT_LANGUAGE
