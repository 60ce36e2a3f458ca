"""What the routes work with: one value that the application carries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from flask import current_app
from werkzeug.local import LocalProxy

from .digitising.queue import Digitisings
from .games.kept.desk import Desk
from .games.kept.lines import Lines
from .learning.learner import Learner
from .learning.summary import Summary
from .live_hub import LiveHub
from .server.configuration import Configuration
from .server.keys import Keys
from .server.limits import RateLimiter
from .server.sessions import Sessions
from .store.evenings import EveningStore
from .store.event_store import EventStore
from .store.files.data_folder import DataFolder
from .store.files.photo_store import PhotoStore
from .store.neighbours import Neighbours
from .studying.partner import Partner
from .studying.reviews import Reviews
from .studying.studies import Studies
from .workers.worker import WorkerPool


@dataclass(frozen=True)
class Services:
    """The parts of a running dashboard."""

    configuration: Configuration
    folder: DataFolder
    events: EventStore
    photos: PhotoStore
    desk: Desk
    lines: Lines
    evenings: EveningStore
    summary: Summary
    learner: Learner
    readers: WorkerPool
    thinkers: WorkerPool
    decoders: WorkerPool
    live: LiveHub
    neighbours: Neighbours
    reviews: Reviews
    studies: Studies
    digitisings: Digitisings
    partner: Partner
    limiter: RateLimiter
    keys: Keys
    sessions: Sessions

    def close(self) -> None:
        """End streams and processes and give back the database."""
        serving = (self.live, self.neighbours, self.reviews, self.digitisings, self.partner)
        for part in (*serving, self.learner, self.readers, self.thinkers, self.decoders):
            part.close()
        self.events.close()
        self.folder.release()


def services() -> Services:
    """The services of the application that handles this request."""
    return cast("Services", current_app.extensions["palago"])


#: The same by itself, as Flask's ``request`` is; not for what outlives a request.
parts = cast("Services", LocalProxy(services))
