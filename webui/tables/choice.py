"""The page object of each kind of table, which the table's shape names."""

from __future__ import annotations

from functools import cache
from pkgutil import resolve_name

from ...engine.games.registry import kinds, plug_of
from ...engine.games.tables import TILES, TableShape
from ..refusal import Refusal
from .page import EventFields, TablePage

#: What a name such as ``package.module:name`` stands for, looked up once.
named = cache(resolve_name)


class UnknownTable(Refusal, ValueError):
    """A kind of table that has no page; the message names it."""


def shape_of(kind: str) -> TableShape:
    """The shape of the table of a kind of game; whatever is no game is of tiles."""
    return plug_of(kind).table if kind in kinds() else TILES


def table_of(kind: str) -> TablePage:
    """The page object of a kind of game's table. Raises UnknownTable."""
    return table_page(shape_of(kind))


def table_events() -> EventFields:
    """The events that only tables of one kind understand."""
    pages = filter(None, dict.fromkeys(shape_of(kind).page for kind in kinds()))
    return {event: fields for page in pages for event, fields in named(page).games.events.items()}


def table_page(shape: TableShape) -> TablePage:
    """The page object of a table. Raises UnknownTable where its shape names none."""
    if not shape.page:
        raise UnknownTable.of("no_table_page", table=shape.name)
    page: TablePage = named(shape.page)
    return page
