"""Dashboards that share a PostgreSQL database tell each other what has changed.

The database carries the news (LISTEN and NOTIFY), so nothing has to know where the others are.
Whoever reads a game asks the database for its version: news only make pages look sooner, and one
that is lost costs nothing but that.
"""

from __future__ import annotations

import json
import logging
import secrets
import threading
from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Engine, text
from sqlalchemy.exc import SQLAlchemyError

CHANNEL = "palago"
SECONDS_TO_LISTEN, SECONDS_BETWEEN_TRIES = 1.0, 2.0
_log = logging.getLogger("palago")


class Neighbours:
    """The other dashboards on a database. Of SQLite, which has one dashboard, there are none."""

    def __init__(self, engine: Engine, heard: Callable[[Mapping[str, Any]], None]) -> None:
        """Have ``heard(news)`` called for whatever another dashboard tells."""
        self._engine = engine
        self._heard = heard
        self._name = secrets.token_hex(8)
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None
        if engine.dialect.name == "postgresql":
            self._thread = threading.Thread(target=self._listen, name="neighbours", daemon=True)
            self._thread.start()

    def tell(self, **news: Any) -> None:
        """Tell the others; where the database does not answer, their pages look a little later."""
        if self._thread is None:
            return
        told = json.dumps({**news, "from": self._name})
        try:
            with self._engine.begin() as connection:
                connection.execute(
                    text("SELECT pg_notify(:to, :told)"), {"to": CHANNEL, "told": told}
                )
        except SQLAlchemyError as error:
            _log.warning("the other dashboards were not told: %s", error)

    def close(self) -> None:
        """Listen no more."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join(timeout=2 * SECONDS_TO_LISTEN)

    def _listen(self) -> None:
        while not self._stopped.is_set():
            try:
                self._listen_once()
            except Exception as error:  # whatever a database that goes away may raise
                _log.info("the other dashboards are not heard for a moment: %s", error)
                self._stopped.wait(SECONDS_BETWEEN_TRIES)

    def _listen_once(self) -> None:
        borrowed = self._engine.raw_connection()
        connection: Any = borrowed.driver_connection
        borrowed.detach()  # it never goes back among those that others use
        try:
            connection.autocommit = True
            connection.execute(f"LISTEN {CHANNEL}")
            while not self._stopped.is_set():
                for note in connection.notifies(timeout=SECONDS_TO_LISTEN):
                    self._hear(note.payload)
        finally:
            connection.close()

    def _hear(self, payload: str) -> None:
        try:
            news = json.loads(payload)
            if isinstance(news, dict) and news.pop("from", self._name) != self._name:
                self._heard(news)
        except (ValueError, TypeError, KeyError):
            _log.warning("another dashboard told something that is not understood here")
