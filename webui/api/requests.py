"""Reading what a request carries: every field checked, every refusal a sentence."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from flask import Response, request

from ...engine.records.study import StudyError
from ..games.play import ChangeRefused
from ..jobs.worker import Busy, JobRefused
from ..server.access import SAFE_METHODS, RefereesOnly
from ..server.limits import BYTES, CHANGES, Rate
from ..services import services
from ..store import UnknownGame, UnknownPhoto, VersionConflict
from ..store.evenings import UnknownEvening
from ..store.troubles import trouble_of
from ..studying.studies import TooManyStudies, UnknownStudy
from .fields import BadRequest
from .problems import come_again, in_trouble, key_needed, problem

P = ParamSpec("P")
Answer = TypeVar("Answer")


def guarded(
    *, rate: tuple[str, Rate] | None = None
) -> Callable[[Callable[P, Any]], Callable[P, Any]]:
    """Guard a route: a rate limit where it costs or changes something, errors as sentences.

    Who may call it stands in :mod:`..server.routes`.
    """
    kind, allowed = rate or ("change", CHANGES)

    def decorate(route: Callable[P, Any]) -> Callable[P, Any]:
        @wraps(route)
        def guard(*args: P.args, **kwargs: P.kwargs) -> Any:
            if rate is not None or request.method not in SAFE_METHODS:
                sender, limiter = request.remote_addr or "", services().limiter
                seconds = limiter.wait(kind, sender, allowed)
                if rate is None and not seconds:  # what has a rate of its own may be a photo
                    size = min(request.content_length or 0, BYTES.burst)
                    seconds = limiter.wait("bytes", sender, BYTES, size)
                if seconds:
                    return come_again(seconds, "too_many")
            try:
                return route(*args, **kwargs)
            except Exception as error:
                answer = explained(error)
                if answer is None:
                    raise
                return answer

        return guard

    return decorate


def explained(error: Exception) -> tuple[Response, int] | None:
    """The response for an error that a request can cause, None for one that it cannot."""
    if isinstance(error, BadRequest):
        return problem(400, "bad_request", error)
    if isinstance(error, RefereesOnly):
        return key_needed()
    if isinstance(error, UnknownGame):
        return problem(404, "unknown_game")
    if isinstance(error, UnknownEvening):
        return problem(404, "unknown_event")
    if isinstance(error, UnknownStudy):
        return problem(404, "unknown_study")
    if isinstance(error, StudyError):
        return problem(422, "refused", ChangeRefused(str(error)))
    if isinstance(error, TooManyStudies):
        return problem(422, "too_many_studies")
    if isinstance(error, UnknownPhoto):
        return problem(404, "unknown_photo")
    if isinstance(error, VersionConflict):
        return problem(409, "changed_meanwhile", version=error.version)
    if isinstance(error, ChangeRefused | JobRefused):
        return problem(422, "refused", error)
    if isinstance(error, Busy):
        return come_again(error.seconds, error.code, status=503)
    trouble = trouble_of(error)
    return None if trouble is None else in_trouble(trouble)
