"""The page object of each kind of table."""

from __future__ import annotations

from ...engine.games.registry import kinds, plug_of
from ...engine.games.tables import TableShape
from .page import TablePage
from .printed import PRINTED_PAGE
from .tiles import TILES_PAGE

_PAGES = {page.shape.name: page for page in (TILES_PAGE, PRINTED_PAGE)}

#: The changes that not all tables take.
OF_SOME_TABLES = frozenset[str]().union(*(page.changes for page in _PAGES.values()))


def table_of(kind: str) -> TablePage:
    """The page object of a kind of game's table; whatever is no game is of tiles."""
    return table_page(plug_of(kind).table) if kind in kinds() else TILES_PAGE


def table_page(shape: TableShape) -> TablePage:
    """The page object of a table; every other table is one of tiles."""
    return _PAGES.get(shape.name, TILES_PAGE)
