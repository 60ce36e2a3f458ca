"""Games as lists of events: append, read, and tell the later of two writers."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, sessionmaker

from .opening import open_database, truncate_wal
from .schema import EventRow, GameRow, LineColoursRow, LineRow, PhotoRow, PhotoUseRow, SettingRow
from .stored import (
    RECORD_CORRECTED,
    EventMark,
    GameSummary,
    StoredEvent,
    UnknownGame,
    VersionConflict,
)

#: The setting that says that no photo's use is missing.
PHOTO_USES_NOTED = "photo_uses_noted"


class EventStore:
    """All games in one database. A write returns only after the database has it on disk: what a
    page was told is not lost when the server is killed."""

    def __init__(self, url: str) -> None:
        """Open a database, made where it is new. Raises DatabaseUnavailable."""
        self.engine = open_database(url)
        self._session = sessionmaker(self.engine, expire_on_commit=False)
        #: For what is kept beside the events, too.
        self.writing_sessions = sessionmaker(
            self.engine.execution_options(writes=True), expire_on_commit=False
        )
        self._listeners: list[Callable[[str, StoredEvent], None]] = []

    def close(self) -> None:
        """Give back the connections."""
        self.engine.dispose()

    def listen(self, listener: Callable[[str, StoredEvent], None]) -> None:
        """Have ``listener(game_id, event)`` called after every event that was stored."""
        self._listeners.append(listener)

    def create(
        self,
        kind: str,
        title: str,
        data: Mapping[str, Any],
        events: Sequence[tuple[datetime, str, Mapping[str, Any]]] = (),
    ) -> str:
        """Begin a game and return its name. ``events`` follow the first one, as an import has."""
        game = secrets.token_urlsafe(9)
        now = datetime.now(UTC)
        rows = [(now, "game_created", dict(data)), *events]
        with self.writing_sessions.begin() as session:
            session.add(
                GameRow(
                    id=game, kind=kind, title=title, version=len(rows), created=now, changed=now
                )
            )
            session.flush()
            session.add_all(
                EventRow(game_id=game, version=number, at=at, kind=name, data=dict(content))
                for number, (at, name, content) in enumerate(rows, start=1)
            )
            _note_photos(session, game, [content for _, _, content in rows])
        self.tell(game, StoredEvent(len(rows), now, rows[-1][1], rows[-1][2]))
        return game

    def append(
        self,
        game: str,
        kind: str,
        data: Mapping[str, Any],
        *,
        version: int,
        at: datetime,
        title: str | None = None,
        deleted: bool | None = None,
    ) -> StoredEvent:
        """Store one change after ``version``, the one that the writer has seen. Nobody is told yet,
        see :meth:`tell`. Raises UnknownGame, and VersionConflict where somebody was faster."""
        stored = StoredEvent(version + 1, at, kind, dict(data))
        row = EventRow(game_id=game, version=stored.version, at=at, kind=kind, data=stored.data)
        changes: dict[str, Any] = {"version": stored.version, "changed": at}
        if title is not None:
            changes["title"] = title
        if deleted is not None:
            changes["deleted"] = at if deleted else None
        try:
            with self.writing_sessions.begin() as session:
                current = session.scalar(select(GameRow.version).where(GameRow.id == game))
                if current is None:
                    raise UnknownGame(game)
                if version != current:
                    raise VersionConflict(current)
                session.add(row)
                session.flush()
                session.execute(update(GameRow).where(GameRow.id == game).values(changes))
                _note_photos(session, game, [data])
        except IntegrityError:
            raise VersionConflict(self.version(game)) from None
        return stored

    def tell(self, game: str, stored: StoredEvent) -> None:
        """Tell the listeners of a change that was stored."""
        for listener in self._listeners:
            listener(game, stored)

    def version(self, game: str) -> int:
        """The number of the newest event. Raises UnknownGame."""
        with self._session() as session:
            found = session.scalar(select(GameRow.version).where(GameRow.id == game))
        if found is None:
            raise UnknownGame(game)
        return found

    def events(self, game: str, after: int = 0) -> tuple[StoredEvent, ...]:
        """The events of a game in order, those after version ``after``. Raises UnknownGame."""
        with self._session() as session:
            _row(session, game)
            rows = session.scalars(
                select(EventRow)
                .where(EventRow.game_id == game, EventRow.version > after)
                .order_by(EventRow.version)
            )
            return tuple(
                StoredEvent(row.version, in_utc(row.at), row.kind, row.data) for row in rows
            )

    def marks(self, game: str, after: int, upto: int) -> tuple[EventMark, ...]:
        """Numbers and kinds of the events after one version up to another. Raises UnknownGame."""
        with self._session() as session:
            wanted = (
                *(EventRow.game_id == game, EventRow.version > after),
                EventRow.version <= upto,
            )
            rows = session.execute(
                select(EventRow.version, EventRow.kind).where(*wanted).order_by(EventRow.version)
            ).all()
            corrections = {
                row.version: StoredEvent(row.version, row.at, row.kind, row.data).mark
                for row in session.scalars(
                    select(EventRow).where(*wanted, EventRow.kind == RECORD_CORRECTED)
                )
            }
        if not rows or rows[-1].version != upto:  # what is to come must not be taken for known
            raise UnknownGame(game)
        return tuple(corrections.get(row.version) or EventMark(*row) for row in rows)

    def games(self, *, deleted: bool = False, most: int = 500) -> list[GameSummary]:
        """The games, the one changed last first; with ``deleted`` those in the bin."""
        condition = GameRow.deleted.is_not(None) if deleted else GameRow.deleted.is_(None)
        query = select(GameRow).where(condition).order_by(GameRow.changed.desc()).limit(most)
        with self._session() as session:
            return [summary_of(row) for row in session.scalars(query)]

    def summary(self, game: str) -> GameSummary:
        """One game's line. Raises UnknownGame."""
        with self._session() as session:
            return summary_of(_row(session, game))

    def purge(self, game: str) -> list[str]:
        """Delete a game for good; return the photos that no other game shows."""
        with self.writing_sessions.begin() as session:
            _row(session, game)
            mine = set(
                session.scalars(select(PhotoUseRow.digest).where(PhotoUseRow.game_id == game))
            )
            for table in (PhotoUseRow, LineColoursRow, LineRow, EventRow):
                session.execute(delete(table).where(table.game_id == game))
            session.execute(delete(GameRow).where(GameRow.id == game))
            shared = set(
                session.scalars(select(PhotoUseRow.digest).where(PhotoUseRow.digest.in_(mine)))
            )
        truncate_wal(self.engine)
        return sorted(mine - shared)

    def note_all_photo_uses(self) -> None:
        """Note which games show which photos. Earlier versions did so only after the events. Killed
        in between, they missed a photo, which must not be swept away for that."""
        if self.settings().get(PHOTO_USES_NOTED):
            return
        showing = select(EventRow.game_id, EventRow.data["photo"].as_string()).where(
            EventRow.kind.in_(("photo_read", "board_set"))
        )
        with self.writing_sessions.begin() as session:
            for game, photo in session.execute(showing.distinct()).all():
                _note_photos(session, game, [{"photo": photo}])
        self.change_setting(PHOTO_USES_NOTED, True)

    def made_titles(self, games: Collection[str]) -> dict[str, Any]:
        """Of some games the titles that the program made, where they are still called so."""
        begun = select(GameRow.id, GameRow.title, EventRow.data).join(EventRow)
        query = begun.where(EventRow.version == 1, GameRow.id.in_(games))
        with self._session() as session:
            found = session.execute(query).all()
        return {
            game: data["made_title"]
            for game, title, data in found
            if "made_title" in data and data["title"] == title
        }

    def settings(self) -> dict[str, Any]:
        """All settings by name."""
        with self._session() as session:
            return {row.name: json.loads(row.value) for row in session.scalars(select(SettingRow))}

    def change_setting(self, name: str, value: object) -> None:
        """Store a setting; its value is anything that JSON can say."""
        with self.writing_sessions.begin() as session:
            session.merge(SettingRow(name=name, value=json.dumps(value)))


def _row(session: Session, game: str) -> GameRow:
    """A game's row. Raises UnknownGame."""
    row = session.get(GameRow, game)
    if row is None:
        raise UnknownGame(game)
    return row


def _note_photos(session: Session, game: str, contents: Iterable[Mapping[str, Any]]) -> None:
    """Remember, together with its events, which photos a game shows."""
    for digest in {content.get("photo") for content in contents}:
        if isinstance(digest, str) and session.get(PhotoRow, digest) is not None:
            session.merge(PhotoUseRow(digest=digest, game_id=game))


def summary_of(row: GameRow) -> GameSummary:
    """A game's row as a value."""
    times = in_utc(row.created), in_utc(row.changed)
    return GameSummary(row.id, row.kind, row.title, row.version, *times, row.deleted is not None)


def in_utc(at: datetime) -> datetime:
    """A time as databases give it back, in UTC."""
    return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
