"""Opening the database: SQLite or PostgreSQL, ours and of a version that is known here."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event, inspect
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import QueuePool

from ..errors import BadInput
from .schema import Base

#: The format of the tables, which a SQLite file carries as its ``user_version``.
FORMAT_VERSION = 1
#: How long to wait for another program that has locked the database.
READING_SECONDS, WRITING_SECONDS = 1.5, 5.0


#: The key of PostgreSQL's advisory lock: any number that no other program would use.
_LOCK = 7_245_246


class DatabaseUnavailable(BadInput):
    """The database cannot be opened; the message says which and why, without its password."""


def open_database(url: str) -> Engine:
    """A database whose tables are there, made where it is new. Raises DatabaseUnavailable.

    Transactions are read-only unless opened with ``execution_options(writes=True)``; the option
    ``patience`` is how many seconds they wait for another program that has locked it.
    """
    try:
        engine = _engine(url)
        _check_is_ours(engine)
        _make_tables(engine)
        _mark_as_ours(engine)
    except (SQLAlchemyError, sqlite3.Error, ImportError, OSError) as error:
        raise DatabaseUnavailable(_reason(url, error)) from None
    return engine


def truncate_wal(engine: Engine) -> None:
    """Empty SQLite's write-ahead log: what was deleted stands there still."""
    if engine.dialect.name != "sqlite":
        return
    by_itself = engine.execution_options(isolation_level="AUTOCOMMIT")
    for _ in range(20):  # who reads at this moment keeps the log for a moment
        with by_itself.connect() as connection:
            busy = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").scalar()
        if not busy:
            return
        time.sleep(0.05)


def _check_is_ours(engine: Engine) -> None:
    """Refuse a database of another program or of a later version. Raises DatabaseUnavailable."""
    named = engine.url.render_as_string(hide_password=True)
    if _version_of(engine) > FORMAT_VERSION:
        raise DatabaseUnavailable(
            f"the database {named} was made by a later version of Palago: bring this one up to date"
        )
    found = inspect(engine)
    known = {
        name: {column["name"] for column in found.get_columns(name)}
        for name in found.get_table_names()
    }
    ours = {name: set(table.columns.keys()) for name, table in Base.metadata.tables.items()}
    foreign = any(not columns <= known.get(name, columns) for name, columns in ours.items())
    # A server's database may have tables of others beside ours; a file of theirs is not for us.
    if foreign or (engine.dialect.name == "sqlite" and known and not set(ours) & set(known)):
        raise DatabaseUnavailable(
            f"the database {named} belongs to another program: choose another with --database"
        )


def _make_tables(engine: Engine) -> None:
    """Make the tables that are missing. Old databases need no more: no table ever changes its
    columns, what is new gets its own table, and old events are read as they were written."""
    if engine.dialect.name != "postgresql":
        Base.metadata.create_all(engine)
        return
    with engine.begin() as connection:  # of two dashboards that start at once one waits
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
        Base.metadata.create_all(connection)


def _version_of(engine: Engine) -> int:
    if engine.dialect.name != "sqlite":
        return 0
    with engine.connect() as connection:
        return int(connection.exec_driver_sql("PRAGMA user_version").scalar() or 0)


def _mark_as_ours(engine: Engine) -> None:
    if engine.dialect.name == "sqlite" and _version_of(engine) < FORMAT_VERSION:
        with engine.execution_options(writes=True).begin() as connection:
            connection.exec_driver_sql(f"PRAGMA user_version={FORMAT_VERSION}")


def _reason(url: str, error: Exception) -> str:
    try:
        named = make_url(url).render_as_string(hide_password=True)
    except SQLAlchemyError:
        named = "this"
    if isinstance(error, ImportError):
        return f"{named} needs one more package: install palago[postgresql] ({error})"
    told = str(getattr(error, "orig", None) or error).strip().splitlines()
    why = told[0] if told else type(error).__name__
    if "locked" in why:
        why += ": another program uses it, close that and start again"
    if "not a database" in why or "malformed" in why:
        why += ": it is damaged; put a copy of it there, or start with another by --database"
    return f"the database {named} cannot be opened: {why}"


def _engine(url: str) -> Engine:
    address = make_url(url)
    if address.get_backend_name() == "postgresql" and address.drivername == "postgresql":
        address = address.set(drivername="postgresql+psycopg")
    if address.get_backend_name() != "sqlite":
        return create_engine(address, pool_pre_ping=True, pool_size=10, max_overflow=20)
    if address.database:
        Path(address.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(
        address,
        poolclass=QueuePool,
        pool_size=10,
        max_overflow=30,
        connect_args={"timeout": READING_SECONDS, "check_same_thread": False},
    )

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: object) -> None:
        # Readers go on while one writes, and a commit is on disk before it returns.
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("PRAGMA secure_delete=ON")  # what is deleted is overwritten
        connection.isolation_level = None

    @event.listens_for(engine, "begin")
    def _begin(connection: Any) -> None:
        # A transaction that reads first and writes then would fail where two run at once.
        writes = connection.get_execution_options().get("writes")
        usual = WRITING_SECONDS if writes else READING_SECONDS
        seconds = connection.get_execution_options().get("patience", usual)
        connection.exec_driver_sql(f"PRAGMA busy_timeout={round(1000 * seconds)}")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine
