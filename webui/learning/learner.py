"""Learns from photos as they are confirmed, in the background and when nobody waits for it."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

from ..games.play import PLAY_EVENTS
from ..store.event_store import EventStore
from ..store.files.photo_store import PhotoStore
from ..store.stored import StoredEvent
from ..workers.worker import Busy, JobRefused, WorkerPool
from .lessons import Lessons
from .summary import Summary

_log = logging.getLogger("palago")

#: The setting that says whether photos teach anything; where nobody has said so, they do.
LEARNS = "learns"
_HEARD = PLAY_EVENTS | {"undone", "redone", "game_deleted", "game_restored"}


class Learner:
    """What one dashboard learns from its photos.

    ``wait`` seconds after a photo is confirmed it is looked at, with all that were confirmed until
    then.
    """

    def __init__(
        self,
        store: EventStore,
        photos: PhotoStore,
        summary: Summary,
        folder: Path,
        pool: WorkerPool,
        wait: float,
    ) -> None:
        self._store = store
        self._summary = summary
        self._pool = pool
        self._wait = wait
        self._lessons = Lessons(folder, photos, pool.run)
        self._working = threading.Lock()
        self._changed = threading.Condition()
        self._is_due = False
        self._is_idle = True
        self._closed = False
        self._thread: threading.Thread | None = None
        store.listen(self._hear)

    @property
    def learns(self) -> bool:
        """Whether photos teach anything here."""
        return self._store.settings().get(LEARNS, True) is True

    def look(self) -> None:
        """Learn soon from what is confirmed by now."""
        with self._changed:
            if self._closed:
                return
            self._is_due = True
            if self._thread is None:
                self._thread = threading.Thread(target=self._live, name="learner", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def forget(self) -> None:
        """Take back all that was learned, and learn no more until somebody wishes it."""
        self._store.change_setting(LEARNS, False)
        with self._working:
            self._lessons.forget()

    def resume(self) -> None:
        """Learn again, from all photos that are confirmed."""
        self._store.change_setting(LEARNS, True)
        self.look()

    @property
    def is_at_work(self) -> bool:
        """Whether there is something left to be learned from, now or soon."""
        with self._changed:
            return self._is_due or not self._is_idle

    def wait_until_learned(self, seconds: float) -> bool:
        """Wait until nothing is left to be learned from; whether that came about in time."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._is_due and self._is_idle, seconds)

    def close(self) -> None:
        """End; what is not learned yet is learned when the dashboard runs again."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._pool.close()

    def _hear(self, game: str, event: StoredEvent) -> None:
        if event.kind in _HEARD:
            self.look()

    def _live(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._is_due or self._closed)
                self._changed.wait_for(lambda: self._closed, timeout=self._wait)
                if self._closed:
                    return
                self._is_due, self._is_idle = False, False
            try:
                self._learn()
            except Busy:
                return  # the dashboard is closing
            except (JobRefused, OSError) as error:
                _log.info("nothing was learned from the photos: %s", error)
            except Exception:
                _log.exception("the photos could not be learned from")
            finally:
                with self._changed:
                    self._is_idle = True
                    self._changed.notify_all()

    def _learn(self) -> None:
        with self._working:
            if not self.learns:
                return
            photos = (taken.photo for taken in self._summary.photos())
            for _ in self._lessons.learn(photos):
                if self._closed or not self.learns:
                    return
