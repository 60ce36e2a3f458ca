"""Names that wait for their turn, and the thread that works on them, one after the other."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable

from .waiting import Busy

_log = logging.getLogger("palago")


class WorkQueue:
    """A queue whose thread begins with the first name.

    ``work`` is called with each name once it has waited ``pause`` seconds, and ``failed`` after an
    error, which the log tells. Busy says that the dashboard is closing, and ends the thread.
    ``changed`` is the lock of the queue, and of what its owner keeps about the names.
    """

    def __init__(
        self,
        name: str,
        work: Callable[[str], None],
        failed: Callable[[str], None] = lambda name: None,
        pause: float = 0.0,
    ) -> None:
        self.changed = threading.Condition()
        self.is_closed = False
        self._name, self._work, self._failed = name, work, failed
        self._pause = pause
        self._is_working = False
        self._waiting: deque[str] = deque()
        self._thread: threading.Thread | None = None

    @property
    def waiting(self) -> tuple[str, ...]:
        """The names that wait, the next one first."""
        with self.changed:
            return tuple(self._waiting)

    @property
    def is_idle(self) -> bool:
        """Whether no name is left to be worked on."""
        return not self._waiting and not self._is_working

    def wait_until_idle(self, seconds: float) -> bool:
        """Wait until no name is left; whether that came about in time."""
        with self.changed:
            return self.changed.wait_for(lambda: self.is_idle, seconds)

    def add(self, name: str) -> None:
        """Let a name wait for its turn; once is enough."""
        with self.changed:
            if name not in self._waiting:
                self._waiting.append(name)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()
            self.changed.notify_all()

    def remove(self, name: str) -> None:
        """Let a name wait no more."""
        with self.changed:
            if name in self._waiting:
                self._waiting.remove(name)

    def close(self) -> threading.Thread | None:
        """Begin nothing more; the thread, which ends with what it is at."""
        with self.changed:
            self.is_closed = True
            self.changed.notify_all()
            return self._thread

    def _run(self) -> None:
        while True:
            with self.changed:
                self._is_working = False
                self.changed.notify_all()
                self.changed.wait_for(lambda: self._waiting or self.is_closed)
                if self._pause:
                    self.changed.wait_for(lambda: self.is_closed, self._pause)
                if self.is_closed:
                    return
                if not self._waiting:
                    continue  # taken away meanwhile
                name = self._waiting.popleft()
                self._is_working = True
            try:
                self._work(name)
            except Busy:
                return
            except Exception:
                _log.exception("%s: %s has failed", self._name, name)
                self._failed(name)
