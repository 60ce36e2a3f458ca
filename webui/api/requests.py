"""Reading what a request carries: every field checked, every refusal a sentence."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from flask import Response, g, request

from .. import access
from ..limits import CHANGES, Rate
from ..services import services
from ..store import UnknownGame, UnknownPhoto, VersionConflict
from ..tables.play import ChangeRefused
from ..texts import DEFAULT_LANGUAGE, LANGUAGES, best_language
from ..worker import Busy, JobRefused
from .fields import BadRequest
from .problems import come_again, problem

P = ParamSpec("P")
Answer = TypeVar("Answer")


def language() -> str:
    """The language of the answer: asked for, chosen before, or the browser's own."""
    if "language" not in g:
        wished = request.args.get("language") or request.cookies.get("language") or ""
        known = wished if wished in LANGUAGES else None
        g.language = known or best_language(request.headers.get("Accept-Language", "")[:500])
    return str(g.language or DEFAULT_LANGUAGE)


def guarded(
    *, changes: bool = False, rate: tuple[str, Rate] | None = None
) -> Callable[[Callable[P, Any]], Callable[P, Any]]:
    """Guard a route: the PIN where it changes something, the rate limit, errors as sentences."""
    kind, allowed = rate or ("change", CHANGES)

    def decorate(route: Callable[P, Any]) -> Callable[P, Any]:
        @wraps(route)
        def guard(*args: P.args, **kwargs: P.kwargs) -> Any:
            refusal = refused(changes, kind if changes or rate else None, allowed)
            if refusal is not None:
                return refusal
            try:
                return route(*args, **kwargs)
            except Exception as error:
                answer = explained(error)
                if answer is None:
                    raise
                return answer

        return guard

    return decorate


def refused(changes: bool, kind: str | None, rate: Rate) -> tuple[Response, int] | None:
    """Why this request may not go on, None where it may."""
    parts = services()
    configuration = parts.configuration
    if (changes or configuration.pin_to_view) and not access.may_change(configuration, request):
        if access.bearer_pin(request) is not None:
            return wrong_pin()
        return problem(401, "pin_needed", "the PIN is needed for this: enter it in the settings")
    if kind is not None:
        seconds = parts.limiter.wait(kind, request.remote_addr or "", rate)
        if seconds:
            return come_again(seconds, "too_many", "too many requests at once: wait a moment")
    return None


def wrong_pin() -> tuple[Response, int]:
    """Refuse a wrong PIN, and count the try."""
    from ..limits import PIN_TRIES

    seconds = services().limiter.wait("pin", request.remote_addr or "", PIN_TRIES)
    if seconds:
        return come_again(seconds, "too_many_tries", "too many wrong PINs: wait a moment")
    return problem(401, "wrong_pin", "this is not the PIN")


def explained(error: Exception) -> tuple[Response, int] | None:
    """The response for an error that a request can cause, None for one that it cannot."""
    if isinstance(error, BadRequest):
        return problem(400, "bad_request", str(error))
    if isinstance(error, UnknownGame):
        return problem(404, "unknown_game", "there is no such game")
    if isinstance(error, UnknownPhoto):
        return problem(404, "unknown_photo", "there is no such photo; it may have been deleted")
    if isinstance(error, VersionConflict):
        return problem(
            409,
            "changed_meanwhile",
            "somebody else changed the game first: look at it and try again",
            version=error.version,
        )
    if isinstance(error, ChangeRefused | JobRefused):
        return problem(422, "refused", str(error))
    if isinstance(error, Busy):
        return come_again(2, "busy", "too much is being worked on: try again in a moment", 503)
    return None
