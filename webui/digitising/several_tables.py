"""Photos of several tables in one folder: which photos show which, and which one is followed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from ...engine.following.shots import ToCheck
from ...engine.phrases import Phrase
from ...engine.tiles.board import Board
from ...engine.tiles.tables_apart import tables_apart
from ..tables.shots import CameraShot

SEVERAL_TABLES = "digitise.several_tables"
#: What is answered where all photos show one table.
ONE_TABLE = ""
#: Maximum number of photos, or of rows of photos, that are named of one table.
MOST_NAMED = 5


@dataclass(frozen=True)
class TableSeen:
    """A table that some of the photos show, in order: by their sources, and in words; and the last
    of its boards."""

    sources: tuple[str, ...]
    photos: Phrase
    board: Board


def tables_seen(shots: Sequence[CameraShot]) -> tuple[TableSeen, ...]:
    """The tables that photos show; nothing where all may show one. A photo of dice alone was taken
    before that of what was played; one that could not be read shows none of them."""
    shown = [shot for shot in shots if shot.seen is not None]
    tables = tables_apart([shot.seen.board for shot in shown])
    if len(tables) < 2:
        return ()
    on = {shown[number].source: table for table, numbers in enumerate(tables) for number in numbers}
    table = on[shown[-1].source]
    for shot in reversed(shots):
        if shot.problem is None:
            table = on.setdefault(shot.source, table)
    taken = [shot.source for shot in shots if shot.problem is None]
    rows = [(table, list(row)) for table, row in groupby(taken, key=on.__getitem__)]
    found = []
    for table, numbers in enumerate(tables):
        own = [row for of_table, row in rows if of_table == table]
        sources = tuple(source for row in own for source in row)
        found.append(TableSeen(sources, _named(own), shown[numbers[-1]].seen.board))
    return tuple(found)


def _named(rows: Sequence[Sequence[str]]) -> Phrase:
    """How many photos, and which: each row of photos that follow one another by its ends."""
    parts = [part for row in rows for part in ([row] if len(row) > 2 else [[one] for one in row])]
    names = [_ends(part) for part in parts[:MOST_NAMED]]
    if more := sum(map(len, parts[MOST_NAMED:])):
        names.append(Phrase("digitise.more_photos", {"count": more}))
    return Phrase("digitise.photos", {"count": sum(map(len, rows)), "photos": tuple(names)})


def _ends(row: Sequence[str]) -> Phrase | str:
    if len(row) == 1:
        return row[0]
    return Phrase("digitise.photos_between", {"first": row[0], "last": row[-1]})


def chosen_table(tables: Sequence[TableSeen], told: str | None) -> TableSeen | None:
    """The table of which a record is made: the one whose first photo a person has ``told``, or that
    of most photos. None where all photos show one table."""
    if not tables or told == ONE_TABLE:
        return None
    named = (table for table in tables if told in table.sources)
    return next(named, None) or max(tables, key=lambda table: len(table.sources))


def question_of_tables(tables: Sequence[TableSeen]) -> ToCheck:
    """Which of the tables the record is of."""
    photos = tuple(table.photos for table in tables)
    said = Phrase(SEVERAL_TABLES, {"count": len(tables), "tables": photos})
    return ToCheck("", 0.0, (said,))
