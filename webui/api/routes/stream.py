"""Server-sent events: every watcher of a game sees each change at once."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from itertools import chain

from flask import Response, request

from ...live_hub import ALL_GAMES, Message
from ...server.access import browser_of, lasting_right
from ...services import Services, services
from .. import api
from ..requests import guarded

#: What is told when there is nothing to tell, so that a page knows that the line still holds.
HERE = Message("here", {})
HERE_EVERY_SECONDS = 12.0
#: How soon it is noticed that a page was closed, so that another one finds room.
LOOK_EVERY_SECONDS = 2.0


@api.get("/games/<game>/stream")
@guarded(gives=("text/event-stream",))
def stream(game: str) -> Response:
    """The changes of a game as they happen.

    A stream ends after some minutes and the browser opens the next one, so that none stays for
    ever; where all are taken the answer is 503 and the page asks every few seconds instead.
    """
    return _streamed(game)


@api.get("/stream")
@guarded(gives=("text/event-stream",))
def stream_all() -> Response:
    """The changes of all games and events as they happen, for screens that show many."""
    return _streamed(ALL_GAMES)


def _streamed(game: str) -> Response:
    parts, may_look = services(), lasting_right(services(), request)
    has_gone = request.environ.get("waitress.client_disconnected", bool)
    messages = _messages(
        parts, game, browser_of(request) or "", lambda: may_look() and not has_gone()
    )
    first = next(messages)  # raises where no stream is left
    response = Response(chain([first], messages), mimetype="text/event-stream")
    response.call_on_close(messages.close)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _messages(
    parts: Services, game: str, browser: str, may_go_on: Callable[[], bool]
) -> Generator[bytes, None, None]:
    ends = time.monotonic() + parts.configuration.stream_seconds
    with parts.live.watching(game, browser) as watcher:
        version = 0 if game == ALL_GAMES else parts.events.version(game)
        yield b"retry: 2000\n\n" + Message("hello", {"version": version}, version).encode()
        state = parts.live.state(game)
        if state is not None:
            yield Message("live", state).encode()
        told = time.monotonic()
        while time.monotonic() < ends:
            try:
                message = watcher.take(LOOK_EVERY_SECONDS)
            except EOFError:
                return
            if not may_go_on():
                return
            if message is not None or time.monotonic() - told >= HERE_EVERY_SECONDS:
                yield (message or HERE).encode()
                told = time.monotonic()
