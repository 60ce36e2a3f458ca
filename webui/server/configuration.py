"""What a dashboard is started with."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Configuration:
    """Everything that ``palago serve`` decides before the first request.

    ``data`` is the folder of photos and profiles, and of the SQLite file unless ``database``
    names another database by URL. ``pin`` protects changes, and viewing too with
    ``pin_to_view``; without one ``key`` does (a random one that nobody knows where none is given),
    except on this machine itself; ``open_to_all`` lets everybody change everything. ``hosts`` are
    names, besides addresses and this machine's own names, under which the dashboard may be asked
    for; ``address`` is the one under which others in the network find it. ``scheduler`` is a Dask
    scheduler on whose workers photos are read that were dropped on the page. Dashboards that share
    a database share the folder ``photos`` too; ``proxy`` is the address of the one that speaks for
    their visitors.
    """

    data: Path
    database: str | None = None
    pin: str | None = field(default=None, repr=False)
    pin_to_view: bool = False
    key: str | None = field(default=None, repr=False)
    open_to_all: bool = False
    hosts: tuple[str, ...] = ()
    address: str | None = None
    scheduler: str | None = None
    photos: Path | None = None
    proxy: str | None = None
    most_upload_bytes: int = 40 * MEGABYTE
    most_import_bytes: int = 200 * MEGABYTE
    most_streams: int = 80
    stream_seconds: float = 600.0
    #: Games that are watched by browsers' cameras at once.
    most_cameras: int = 4
    reader_processes: int = 1
    reader_queue: int = 24
    reader_seconds: float = 10.0
    #: So long after a photo was confirmed the dashboard learns from it.
    learner_wait: float = 5.0
    #: ``module:function`` that turns a photo's path into a Reading JSON object.
    reader: str = "palago.webui.jobs.reading:read_tiles"
    board_reader: str = "palago.webui.jobs.reading:read_printed_board"

    @property
    def asks_for(self) -> str:
        """What opens the right to change games: ``pin``, ``key``, or nothing where all is open."""
        if self.open_to_all:
            return ""
        return "key" if self.pin is None else "pin"

    @property
    def photo_folder(self) -> Path:
        """Where photos are kept."""
        return self.photos or self.data / "photos"

    @property
    def database_url(self) -> str:
        """The database's address, a SQLite file in the data folder unless one was given."""
        return self.database or f"sqlite:///{(self.data / 'games.sqlite').resolve()}"
