"""Guarding a route, and what a route says of itself to the API's description."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from inspect import signature
from typing import Any, ParamSpec, TypeVar, get_type_hints

from flask import Response, request
from msgspec import NODEFAULT, Struct, defstruct, structs

from ..calibrations import UnknownCalibration
from ..digitising.queue import UnknownDigitising
from ..live_hub import TooManyWatchers
from ..refusal import Refusal, is_refusal
from ..sent import BadRequest, any_of
from ..server.access import SAFE_METHODS, RefereesOnly, WrongKey
from ..server.limits import BYTES, CHANGES, Rate
from ..server.tries import TooManyTries
from ..services import parts
from ..store.evenings import UnknownEvening
from ..store.files.photo_files import UnknownPhoto
from ..store.stored import UnknownGame, VersionConflict
from ..store.troubles import trouble_of
from ..studying.studies import TooManyStudies, UnknownStudy
from ..workers.worker import Busy
from .fields import asked, sent
from .problems import come_again, key_needed, problem, wrong_key

P = ParamSpec("P")
Answered = TypeVar("Answered")

PICTURE = ("image/jpeg", "image/png", "image/webp", "image/heif")
ANY_BYTES = ("application/octet-stream",)

#: What is not there, and the code of the problem that says so.
_UNKNOWN: dict[type[Exception], str] = {
    UnknownGame: "unknown_game",
    UnknownEvening: "unknown_event",
    UnknownStudy: "unknown_study",
    UnknownPhoto: "unknown_photo",
    UnknownDigitising: "unknown_digitising",
    UnknownCalibration: "unknown_calibration",
}


@dataclass(frozen=True)
class RouteTypes:
    """What a route takes and gives: types of JSON, or kinds of files."""

    body: Any = None
    query: Any = None
    answer: Any = None
    status: int = 200
    #: Kinds of files that it takes in place of JSON, and that it gives.
    takes: tuple[str, ...] = ()
    gives: tuple[str, ...] = ()


def guarded(
    *,
    rate: tuple[str, Rate] | None = None,
    status: int = 200,
    takes: tuple[str, ...] = (),
    gives: tuple[str, ...] = (),
    answer: Any = None,
) -> Callable[[Callable[P, Any]], Callable[P, Any]]:
    """Guard a route: a rate limit where it costs or changes something, and what may be sent.

    A route that has an argument ``body`` or ``query`` gets the request's JSON or query as a value
    of the argument's type; what it takes by keyword alone are fields of the query, one by one. The
    JSON that it returns is answered with ``status``. It is described by the type ``answer``, or by
    the one that the route says it returns. Who may call it stands in :mod:`..server.routes`; a
    ``game`` in its address has to be there.
    """
    kind, allowed = rate or ("change", CHANGES)

    def decorate(route: Callable[P, Any]) -> Callable[P, Any]:
        hints = get_type_hints(route, include_extras=True)
        types = RouteTypes(
            any_of(hints["body"]) if "body" in hints else None,
            hints.get("query") or _query_of(route, hints),
            answer or hints.get("return"),
            status,
            takes,
            gives,
        )

        @wraps(route)
        def guard(*args: P.args, **kwargs: P.kwargs) -> Any:
            if rate is not None or request.method not in SAFE_METHODS:
                sender, limiter = request.remote_addr or "", parts.limiter
                seconds = limiter.wait(kind, sender, allowed)
                if rate is None and not seconds:  # what has a rate of its own may be a photo
                    size = min(request.content_length or 0, BYTES.burst)
                    seconds = limiter.wait("bytes", sender, BYTES, size)
                if seconds:
                    return come_again(seconds, "too_many")
            if types.body is not None:
                kwargs["body"] = sent(types.body)
            if types.query is not None:
                query = asked(types.query)
                kwargs.update({"query": query} if "query" in hints else structs.asdict(query))
            if game := (request.view_args or {}).get("game"):
                parts.events.version(game)  # raises where there is none
            given = route(*args, **kwargs)
            return (given, status) if isinstance(given, dict) else given

        guard.types = types  # type: ignore[attr-defined]
        return guard

    return decorate


def _query_of(route: Callable[..., Any], hints: Mapping[str, Any]) -> type[Struct] | None:
    """The type of the query whose fields a route takes by keyword alone."""
    fields = [
        (name, hints[name], NODEFAULT if one.default is one.empty else one.default)
        for name, one in signature(route).parameters.items()
        if one.kind is one.KEYWORD_ONLY
    ]
    return defstruct(route.__name__, fields, kw_only=True) if fields else None


def explained(error: Exception) -> tuple[Response, int] | None:
    """The response for an error that a request can cause, None for one that it cannot."""
    for unknown, code in _UNKNOWN.items():
        if isinstance(error, unknown):
            return problem(404, code)
    if isinstance(error, BadRequest):
        return problem(400, "bad_request", error)
    if isinstance(error, RefereesOnly):
        return key_needed()
    if isinstance(error, WrongKey):
        return wrong_key()
    if isinstance(error, TooManyTries):
        return come_again(error.seconds, "too_many_tries")
    if isinstance(error, TooManyWatchers):
        return come_again(5, "too_many_watchers", 503)
    if isinstance(error, TooManyStudies):
        return problem(422, "too_many_studies")
    if isinstance(error, VersionConflict):
        return problem(409, "changed_meanwhile", version=error.version)
    if isinstance(error, Busy):
        return come_again(error.seconds, error.code, status=503)
    if is_refusal(error):
        return problem(422, "refused", Refusal.because(error))
    trouble = trouble_of(error)
    if trouble is None:
        return None
    return come_again(trouble.seconds, trouble.key, trouble.status)
