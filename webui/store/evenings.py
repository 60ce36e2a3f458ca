"""Club nights and tournaments in the database: of two who change one, the later is told."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Engine, select, update
from sqlalchemy.orm import sessionmaker

from ...engine.evening.evening import Evening
from .event_store import in_utc
from .opening import truncate_wal
from .schema import BinnedEveningRow, EveningRow
from .stored import VersionConflict

MOST_LISTED = 200


class UnknownEvening(LookupError):
    """No event has this name."""


@dataclass(frozen=True)
class KeptEvening:
    """An event as it is kept: ``version`` counts its changes from 1."""

    id: str
    version: int
    title: str
    created: datetime
    changed: datetime
    evening: Evening
    deleted: bool = False


def new_name() -> str:
    """A name that no event has."""
    return secrets.token_urlsafe(9)


class EveningStore:
    """All events of one dashboard."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._session = sessionmaker(engine, expire_on_commit=False)
        self._writing = sessionmaker(engine.execution_options(writes=True))
        self._listeners: list[Callable[[str, int], None]] = []

    def listen(self, listener: Callable[[str, int], None]) -> None:
        """Have ``listener(event, version)`` called after every change that was stored."""
        self._listeners.append(listener)

    def create(
        self, title: str, evening: Evening, name: str = "", created: datetime | None = None
    ) -> str:
        """Keep a new event and return its name: the one given, or one made here."""
        name, now = name or new_name(), datetime.now(UTC)
        row = EveningRow(id=name, version=1, title=title, created=created or now, changed=now)
        row.data = evening.to_json()
        with self._writing.begin() as session:
            session.add(row)
        self._tell(name, 1)
        return name

    def get(self, name: str) -> KeptEvening:
        """One event. Raises UnknownEvening."""
        with self._session() as session:
            row = session.get(EveningRow, name)
        if row is None:
            raise UnknownEvening(name)
        return _kept(row)

    def listed(self, *, deleted: bool = False) -> list[KeptEvening]:
        """The events, the one changed last first; with ``deleted`` those in the bin."""
        binned = EveningRow.binned.has()
        query = select(EveningRow).where(binned if deleted else ~binned)
        query = query.order_by(EveningRow.changed.desc()).limit(MOST_LISTED)
        with self._session() as session:
            return [_kept(row) for row in session.scalars(query)]

    def change(self, name: str, version: int, title: str, evening: Evening) -> None:
        """Keep an event changed since ``version``. Raises UnknownEvening, VersionConflict."""
        changed = {"version": version + 1, "title": title, "changed": datetime.now(UTC)}
        changed["data"] = evening.to_json()
        with self._writing.begin() as session:
            current = session.scalar(select(EveningRow.version).where(EveningRow.id == name))
            if current is None:
                raise UnknownEvening(name)
            if current != version:
                raise VersionConflict(current)
            session.execute(update(EveningRow).where(EveningRow.id == name).values(changed))
        self._tell(name, version + 1)

    def is_binned(self, name: str) -> bool:
        """Whether an event lies in the bin."""
        with self._session() as session:
            return session.get(BinnedEveningRow, name) is not None

    def put(self, name: str, *, in_bin: bool) -> None:
        """Put an event into the bin, or take it out of there. Raises UnknownEvening."""
        with self._writing.begin() as session:
            row = session.get(EveningRow, name)
            if row is None:
                raise UnknownEvening(name)
            if in_bin is (row.binned is None):
                row.binned = BinnedEveningRow() if in_bin else None
                row.version += 1
            version = row.version
        self._tell(name, version)

    def delete(self, name: str) -> None:
        """Forget an event; its games stay. Raises UnknownEvening."""
        with self._writing.begin() as session:
            row = session.get(EveningRow, name)
            if row is None:
                raise UnknownEvening(name)
            session.delete(row)
        truncate_wal(self._engine)
        self._tell(name, 0)

    def _tell(self, name: str, version: int) -> None:
        for listener in self._listeners:
            listener(name, version)


def _kept(row: EveningRow) -> KeptEvening:
    evening = Evening.from_json(row.data)
    created, changed = in_utc(row.created), in_utc(row.changed)
    deleted = row.binned is not None
    return KeptEvening(row.id, row.version, row.title, created, changed, evening, deleted)
