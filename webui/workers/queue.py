"""Names that wait for their turn, and the thread that works on them, one after the other."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from .waiting import Busy


class WorkQueue:
    """A queue whose thread begins with the first name.

    ``work`` is called with each name; it looks after what can go wrong, but for Busy: that the
    dashboard is closing, which ends the thread. ``changed`` is the lock of the queue, and of what
    its owner keeps about the names.
    """

    def __init__(self, name: str, work: Callable[[str], None]) -> None:
        self.changed = threading.Condition()
        self.is_closed = False
        self._name, self._work = name, work
        self._waiting: deque[str] = deque()
        self._thread: threading.Thread | None = None

    @property
    def waiting(self) -> tuple[str, ...]:
        """The names that wait, the next one first."""
        with self.changed:
            return tuple(self._waiting)

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
                while not self._waiting and not self.is_closed:
                    self.changed.wait()
                if self.is_closed:
                    return
                name = self._waiting.popleft()
            try:
                self._work(name)
            except Busy:
                return
