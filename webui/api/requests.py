"""Reading what a request carries: every field checked, every refusal a sentence."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from flask import Response, request

from ..games.play import ChangeRefused
from ..jobs.worker import Busy, JobRefused
from ..server import access
from ..server.limits import CHANGES, Rate
from ..services import services
from ..store import UnknownGame, UnknownPhoto, VersionConflict
from .fields import BadRequest
from .problems import come_again, problem

P = ParamSpec("P")
Answer = TypeVar("Answer")


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
        return problem(401, "pin_needed")
    if kind is not None:
        seconds = parts.limiter.wait(kind, request.remote_addr or "", rate)
        if seconds:
            return come_again(seconds, "too_many")
    return None


def wrong_pin() -> tuple[Response, int]:
    """Refuse a wrong PIN, and count the try."""
    from ..server.limits import PIN_TRIES

    seconds = services().limiter.wait("pin", request.remote_addr or "", PIN_TRIES)
    if seconds:
        return come_again(seconds, "too_many_tries")
    return problem(401, "wrong_pin")


def explained(error: Exception) -> tuple[Response, int] | None:
    """The response for an error that a request can cause, None for one that it cannot."""
    if isinstance(error, BadRequest):
        return problem(400, "bad_request", error)
    if isinstance(error, UnknownGame):
        return problem(404, "unknown_game")
    if isinstance(error, UnknownPhoto):
        return problem(404, "unknown_photo")
    if isinstance(error, VersionConflict):
        return problem(409, "changed_meanwhile", version=error.version)
    if isinstance(error, ChangeRefused | JobRefused):
        return problem(422, "refused", error)
    if isinstance(error, Busy):
        return come_again(2, "busy", status=503)
    return None
