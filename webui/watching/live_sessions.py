"""The live cameras of one server: at most one a game, each in a thread of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pkgutil import resolve_name
from typing import NamedTuple

from ...calibration.arrays import Frame, Picture
from ..live_hub import LiveHub
from ..refusal import Refusal
from ..services import Services
from ..workers.worker import Busy, JobRefused, WorkerPool

FRAME_SIDE = 1280
"""Pixels of a frame's longer side; `camera.js` sends no more."""
SECONDS_OF_SILENCE = 5.0
"""Without a frame from a browser, after which the pages are told."""
MOST_SILENCES = 24
"""So many in a row end a session: fewer lose a laptop that fell asleep."""

SECONDS_TO_END = 3.0
"""For which a session that was stopped is waited for: it ends with its next frame."""


class _SessionAtWork(NamedTuple):
    """A session's thread, and what ends it."""

    thread: threading.Thread
    stopped: threading.Event
    counting: threading.Lock


class LiveSessions:
    """Starts sessions, knows which run, and ends them all."""

    def __init__(self, parts: Services) -> None:
        self._parts = parts
        self._lock = threading.RLock()
        self._running: dict[str, _SessionAtWork] = {}

    def start(
        self, game: str, frames: Iterator[tuple[float, Frame | None]], confirms: bool = True
    ) -> bool:
        """Watch a game; False where it is watched already. A frame is None while none comes."""
        with self._lock:
            if self.is_watched(game):
                return False
            # OpenCV and the networks are loaded only here.
            begin = resolve_name(self._parts.desk.state(game).table.games.live).begin
            session, stopped = begin(self._parts, game, confirms), threading.Event()
            thread = threading.Thread(
                target=session.run, args=(frames, stopped), name=f"live {game}", daemon=True
            )
            at_work = _SessionAtWork(thread, stopped, session.counting)
            self._running = {**self._at_work(), game: at_work}
            thread.start()
        return True

    def start_from_browser(self, game: str) -> bool:
        """Watch a game through the frames that a browser sends; False where it is watched. Raises
        Refusal where as many games are watched as this machine can watch."""
        if not self.is_watched(game):
            self._require_room()
        hub, decoders = self._parts.live, self._parts.decoders
        return self.start(game, frames_from_browser(hub, decoders, game, time.monotonic()))

    def start_from_server(self, game: str, camera: int) -> None:
        """Watch a game with a camera of the server, once the one that was stopped has ended.

        Raises Refusal where there is no such camera, one watches the game already, or as many games
        are watched as may be.
        """
        from ...vision.photos.frames import SourceError, coming_back

        before = self._at_work().get(game)
        if before is not None and before.stopped.is_set():
            before.thread.join(SECONDS_TO_END)
        if self.is_watched(game):
            raise Refusal.of("still_watched")
        self._require_room()
        try:
            frames = coming_back(str(camera))
        except SourceError:
            raise Refusal.of("no_server_camera", number=camera) from None
        if not self.start(game, frames):
            raise Refusal.of("still_watched")

    def stop(self, game: str) -> None:
        """Have a game's camera end with its next frame; from now on nothing that it sees counts."""
        known = self._at_work().get(game)
        if known is not None:
            with known.counting:
                known.stopped.set()

    def _require_room(self) -> None:
        most = self._parts.configuration.most_cameras
        if len(self._at_work()) >= most:
            raise Refusal.of("too_many_cameras", count=most)

    def is_watched(self, game: str) -> bool:
        """Whether a camera watches a game."""
        return game in self._at_work()

    def _at_work(self) -> dict[str, _SessionAtWork]:
        with self._lock:
            return {game: one for game, one in self._running.items() if one.thread.is_alive()}

    def close(self) -> None:
        """End all sessions."""
        running = self._at_work().values()
        for one in running:
            one.stopped.set()
        for one in running:
            one.thread.join(SECONDS_TO_END)


def frames_from_browser(
    hub: LiveHub, decoders: WorkerPool, game: str, started: float
) -> Iterator[tuple[float, Picture | None]]:
    """The frames that a browser sends, until it has sent none for long, or was switched off after
    ``started`` by the monotonic clock. None stands for a silence.

    They are decoded by a process apart; what it cannot or may not decode is left out. Their times
    are those at which they came: one that had to wait shows the table as it was then.
    """
    import numpy as np

    silences = 0
    while silences < MOST_SILENCES:
        try:
            taken = hub.take_frame(game, SECONDS_OF_SILENCE, started)
        except EOFError:
            return
        if taken is None:
            silences += 1
            yield time.monotonic() - started, None
            continue
        silences, (data, came) = 0, taken
        try:
            decoded = decoders.run_with(
                data,
                "palago.webui.jobs.frames:decode_frame",
                {"long_side": FRAME_SIDE},
                sender=f"camera {game}",
            )
        except JobRefused:
            continue
        except Busy as busy:
            time.sleep(min(busy.seconds, 1.0))
            continue
        height, width = decoded.result
        yield (
            came - started,
            np.frombuffer(decoded.attached, np.uint8).reshape(height, width, 3).copy(),
        )
