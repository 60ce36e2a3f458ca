"""Learns from photos as they are confirmed, in the background and when nobody waits for it."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

from ..games.play import PLAY_EVENTS
from ..store.event_store import EventStore
from ..store.files.photo_store import PhotoStore
from ..store.stored import RECORD_CORRECTED, StoredEvent
from ..workers.queue import WorkQueue
from ..workers.worker import JobRefused, WorkerPool
from .lessons import Lessons
from .summary import Summary

_log = logging.getLogger("palago")

#: The setting that says whether photos teach anything; where nobody has said so, they do.
LEARNS = "learns"
#: All photos are one work: those that are confirmed while it waits are learned from, too.
PHOTOS = "photos"
_HEARD = PLAY_EVENTS | {"undone", "redone", RECORD_CORRECTED, "game_deleted", "game_restored"}


class Learner:
    """What one dashboard learns from its photos. ``wait`` seconds after a photo is confirmed it is
    looked at, with all that were confirmed until then."""

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
        self._lessons = Lessons(folder, photos, pool.run)
        self._working = threading.Lock()
        self._queue = WorkQueue("learner", self._learn, pause=wait)
        store.listen(self._hear)

    @property
    def learns(self) -> bool:
        """Whether photos teach anything here."""
        return self._store.settings().get(LEARNS, True) is True

    def look(self) -> None:
        """Learn soon from what is confirmed by now."""
        self._queue.add(PHOTOS)

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
        return not self._queue.is_idle

    def wait_until_learned(self, seconds: float) -> bool:
        """Wait until nothing is left to be learned from; whether that came about in time."""
        return self._queue.wait_until_idle(seconds)

    def close(self) -> None:
        """End; what is not learned yet is learned when the dashboard runs again."""
        self._queue.close()
        self._pool.close()

    def _hear(self, game: str, event: StoredEvent) -> None:
        if event.kind in _HEARD:
            self.look()

    def _learn(self, _photos: str) -> None:
        with self._working:
            if not self.learns:
                return
            photos = (taken.photo for taken in self._summary.photos())
            try:
                for _ in self._lessons.learn(photos):
                    if self._queue.is_closed or not self.learns:
                        return
            except (JobRefused, OSError) as error:
                _log.info("nothing was learned from the photos: %s", error)
