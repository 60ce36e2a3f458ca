"""Who watches a game, what they are told, and the frames of a live camera.

In one process: requests publish, open streams listen, and a live camera's tracker takes frames
and puts back what it sees.
"""

from __future__ import annotations

import json
import math
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

#: The name under which all games are watched together.
ALL_GAMES = "*"
#: A watcher that is this far behind has gone to sleep; it is told to load the game anew.
MOST_MESSAGES_WAITING = 200
#: A browser has six connections to one address for all its pages: some must be left to ask by.
MOST_STREAMS_OF_A_BROWSER = 4
#: Seconds without a frame after which a camera makes room for another one.
SENDER_GONE_AFTER = 15.0
#: Runs that have ended and are remembered: what a phone without network sends in the end.
MOST_ENDED_RUNS = 20
#: Seconds after which a game that nobody watches, and no camera, is forgotten.
FORGOTTEN_AFTER = 3600.0
#: Seconds in which a frame may still arrive that was on its way when its camera was switched off.
LATE_FRAMES_SECONDS = 2.0


class TooManyWatchers(Exception):
    """No stream is left; the page asks every few seconds instead."""


@dataclass(frozen=True)
class Message:
    """One server-sent event. ``version`` becomes its id where the game has changed."""

    name: str
    data: Mapping[str, Any]
    version: int | None = None

    def encode(self) -> bytes:
        """The message as the event stream's text."""
        number = "" if self.version is None else f"id: {self.version}\n"
        return f"{number}event: {self.name}\ndata: {json.dumps(self.data)}\n\n".encode()


class Watcher:
    """One open stream of one game, and whose it is."""

    def __init__(self, browser: str) -> None:
        self.browser = browser
        self._arrived = threading.Condition()
        self._messages: deque[Message] = deque(maxlen=MOST_MESSAGES_WAITING)
        self._closed = False

    def put(self, message: Message) -> None:
        """Have the stream send a message."""
        with self._arrived:
            self._messages.append(message)
            self._arrived.notify()

    def close(self) -> None:
        """Have the stream end."""
        with self._arrived:
            self._closed = True
            self._arrived.notify()

    def take(self, timeout: float) -> Message | None:
        """The next message, or None when none came in time. Raises EOFError once closed."""
        with self._arrived:
            self._arrived.wait_for(lambda: self._messages or self._closed, timeout)
            if self._closed:
                raise EOFError
            return self._messages.popleft() if self._messages else None


@dataclass
class _LiveGame:
    watchers: set[Watcher] = field(default_factory=set)
    state: Mapping[str, Any] | None = None
    picture: bytes | None = None
    picture_number: int = 0
    frame: tuple[bytes, float] | None = None
    taken: int = 0
    consumer_until: float = 0.0
    sender: str = ""
    run: str = ""
    sent_at: float = -math.inf
    off_at: float = -math.inf
    used_at: float = 0.0
    ended: deque[str] = field(default_factory=lambda: deque(maxlen=MOST_ENDED_RUNS))


class LiveHub:
    """The watchers and live cameras of all games."""

    def __init__(self, most_streams: int) -> None:
        self._most_streams = most_streams
        self._changed = threading.Condition()
        self._games: dict[str, _LiveGame] = {}
        self._open: list[Watcher] = []

    # -- watching ------------------------------------------------------------------------------

    @contextmanager
    def watching(self, game: str, browser: str = "") -> Iterator[Watcher]:
        """A watcher of a game while the stream is open. Raises TooManyWatchers.

        Where a ``browser`` has too many of them its oldest ends: that page asks for a new one, and
        so its pages hear by turns.
        """
        watcher = Watcher(browser)
        with self._changed:
            own = [known for known in self._open if browser and known.browser == browser]
            if len(own) >= MOST_STREAMS_OF_A_BROWSER:
                own[0].close()
                self._open.remove(own[0])
            elif len(self._open) >= self._most_streams:
                raise TooManyWatchers
            self._open.append(watcher)
            self._game(game).watchers.add(watcher)
        try:
            yield watcher
        finally:
            with self._changed:
                if watcher in self._open:
                    self._open.remove(watcher)
                self._game(game).watchers.discard(watcher)

    def watchers(self, game: str) -> int:
        """How many streams of a game are open."""
        with self._changed:
            return len(self._known(game).watchers)

    def publish(
        self, game: str, name: str, data: Mapping[str, Any], version: int | None = None
    ) -> None:
        """Tell everyone who watches a game; of changes also those who watch all games."""
        self._tell(game, Message(name, data, version))
        if name == "change":
            self.tell_all(name, {**data, "game": game})

    def pass_on(self, news: Mapping[str, Any]) -> None:
        """Tell what another dashboard of this database has changed: a game, or an event."""
        if "game" in news:
            version = int(news["version"])
            self.publish(
                str(news["game"]), "change", {"version": version, "kind": news["kind"]}, version
            )
        else:
            self.tell_all("event", dict(news))

    def tell_all(self, name: str, data: Mapping[str, Any]) -> None:
        """Tell those who watch all games."""
        self._tell(ALL_GAMES, Message(name, data))

    def _tell(self, game: str, message: Message) -> None:
        with self._changed:
            watchers = list(self._known(game).watchers)
        for watcher in watchers:
            watcher.put(message)

    def publish_everywhere(self, name: str, data: Mapping[str, Any]) -> None:
        """Tell everyone, whatever they watch."""
        with self._changed:
            for watcher in self._open:
                watcher.put(Message(name, data))

    def close(self) -> None:
        """End all streams, so that the server can stop."""
        with self._changed:
            for watcher in self._open:
                watcher.close()

    # -- a live camera: the tracker's side -------------------------------------------------------

    def set_state(self, game: str, key: str, **details: Any) -> None:
        """Say in a word what the camera sees: one of the ``live.`` texts, e.g. ``hand``."""
        state = {"key": key, **details}
        with self._changed:
            live = self._game(game)
            if live.state == state:
                return
            live.state = state
        self._tell_state(game, state)

    def show_picture(
        self, game: str, jpeg: bytes, reading: Mapping[str, Any] | None = None
    ) -> None:
        """Show a camera picture on the pages, with the reading that belongs to it."""
        with self._changed:
            live = self._game(game)
            live.picture = jpeg
            live.picture_number += 1
            number = live.picture_number
        self.publish(game, "picture", {"number": number, "reading": reading})

    def take_frame(self, game: str, timeout: float, since: float) -> tuple[bytes, float] | None:
        """The newest frame that a phone's browser sent and when it came, or None when none came in
        time. Raises EOFError where the camera was switched off ``since`` then, by the monotonic
        clock."""
        with self._changed:
            live = self._game(game)
            live.consumer_until = time.monotonic() + timeout + 15.0
            self._changed.wait_for(lambda: live.frame is not None or live.off_at >= since, timeout)
            if live.off_at >= since:
                live.consumer_until = 0.0
                raise EOFError
            frame, live.frame = live.frame, None
            if frame is not None:
                live.taken += 1
                self._changed.notify_all()
            return frame

    def stop(self, game: str, run: str = "") -> None:
        """The camera was switched off: another one may watch, and who takes its frames ends. The
        ``run`` that has ended, else the one that filmed last, is not begun again."""
        with self._changed:
            live = self._game(game)
            live.sent_at = -math.inf
            if run or live.run:
                live.ended.append(run or live.run)
            live.off_at = time.monotonic()
            self._changed.notify_all()
        self.tell_off(game)

    def tell_off(self, game: str) -> None:
        """Nobody takes a camera's frames any more."""
        with self._changed:
            live = self._game(game)
            live.state = live.picture = live.frame = None
            live.consumer_until = 0.0
        self._tell_state(game, {"key": "off"})

    def _tell_state(self, game: str, state: Mapping[str, Any]) -> None:
        self.publish(game, "live", state)
        self.tell_all("live", {**state, "game": game})

    # -- a live camera: the pages' side ----------------------------------------------------------

    def put_frame(self, game: str, jpeg: bytes, timeout: float) -> bool:
        """Hand over a frame and wait until it was taken, so that the sender keeps the pace. False
        where nobody takes it in time; a frame that waits is replaced by the next one."""
        with self._changed:
            live = self._game(game)
            live.frame = jpeg, time.monotonic()
            before = live.taken
            self._changed.notify_all()
            return self._changed.wait_for(lambda: live.taken > before, timeout)

    def may_send_frames(self, game: str, sender: str, run: str = "") -> bool:
        """Whether a sender's camera is the one that watches a game, and note that it is: two views
        mixed would look like a table that is moved with every frame."""
        now = time.monotonic()
        with self._changed:
            live = self._game(game)
            if live.sender != sender and now - live.sent_at <= SENDER_GONE_AFTER:
                return False
            live.sender, live.sent_at, live.run = sender, now, run
            return True

    def is_off(self, game: str, run: str) -> bool:
        """Whether a camera's run has ended, or, where it has no name, one ended a moment ago: a
        late frame must not begin anew."""
        with self._changed:
            live = self._game(game)
            if run and live.ended:
                return run in live.ended
            return time.monotonic() - live.off_at < LATE_FRAMES_SECONDS

    def has_consumer(self, game: str) -> bool:
        """Whether a tracker takes this game's frames."""
        with self._changed:
            return self._known(game).consumer_until > time.monotonic()

    def state(self, game: str) -> Mapping[str, Any] | None:
        """What the camera said last, None where no camera runs."""
        with self._changed:
            return self._known(game).state

    def picture(self, game: str) -> bytes | None:
        """The camera picture shown last."""
        with self._changed:
            return self._known(game).picture

    def _known(self, game: str) -> _LiveGame:
        """To be looked at only: of a game that nobody watched nothing is kept."""
        return self._games.get(game) or _LiveGame()

    def _game(self, game: str) -> _LiveGame:
        now = time.monotonic()
        if game not in self._games:
            self._games = {
                name: known
                for name, known in self._games.items()
                if known.watchers or known.state or now - known.used_at < FORGOTTEN_AFTER
            }
        live = self._games.setdefault(game, _LiveGame())
        live.used_at = now
        return live
