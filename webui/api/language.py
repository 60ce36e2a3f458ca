"""The language of an answer."""

from __future__ import annotations

from flask import g, request

from ..texts import DEFAULT_LANGUAGE, LANGUAGES, best_language


def language() -> str:
    """The language of the answer: asked for, chosen before, or the browser's own."""
    if "language" not in g:
        wished = request.args.get("language") or request.cookies.get("language") or ""
        known = wished if wished in LANGUAGES else None
        g.language = known or best_language(request.headers.get("Accept-Language", "")[:500])
    return str(g.language or DEFAULT_LANGUAGE)
