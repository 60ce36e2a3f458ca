"""The page object of each kind of table."""

from __future__ import annotations

from functools import cache
from pkgutil import resolve_name

from ...engine.games.registry import kinds, plug_of
from ...engine.games.tables import TILES, TableShape
from .page import EventFields, OtherTable, TablePage

#: Gives what ``package.module:name`` names; each name is looked up once.
named = cache(resolve_name)

#: The page objects of the tables of this house, by the names of their shapes.
_PAGES = {
    "tiles": "palago.webui.tables.tiles:TILES_PAGE",
    "palanquee board": "palago.webui.tables.printed:PRINTED_PAGE",
}


def shape_of(kind: str) -> TableShape:
    """The shape of the table of a kind of game; whatever is no game is of tiles."""
    return plug_of(kind).table if kind in kinds() else TILES


def table_of(kind: str) -> TablePage:
    """The page object of a kind of game's table. Raises OtherTable."""
    return table_page(shape_of(kind))


def table_events() -> EventFields:
    """The events that only tables of one kind understand."""
    pages = filter(None, dict.fromkeys(_page_name(shape_of(kind)) for kind in kinds()))
    return {event: fields for page in pages for event, fields in named(page).games.events.items()}


def has_page(shape: TableShape) -> bool:
    """Whether there is a page for such a table."""
    return bool(_page_name(shape))


def table_page(shape: TableShape) -> TablePage:
    """The page object of a table. Raises OtherTable where there is none."""
    if not has_page(shape):
        raise OtherTable.of("no_table_page", table=shape.name)
    page: TablePage = named(_page_name(shape))
    return page


def _page_name(shape: TableShape) -> str:
    return shape.page or _PAGES.get(shape.name, "")
