"""What lies on a table, from an argument: by the shape of the game's table."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from ....engine.games.registry import kinds, plug_of
from ....engine.games.tables import TILES, TableShape
from ....engine.palanquee.position_json import position_from_json
from ....engine.palanquee.table.diagram import position_svg
from ....engine.records.json_lines import JsonError, parse
from ....engine.tiles.diagram import Drawing
from ...errors import BadInput
from .apart import reader_apart
from .boards import board_argument, is_json, is_photo, json_documents
from .observations import observation_argument


def counters_argument(words: str) -> Any:
    """The JSON of what stands on a printed board: a file, ``-``, the JSON itself, or a photo.

    Raises BadInput. No words, no pieces.
    """
    if not words.strip():
        return {"pieces": []}
    found = list(positions(words))
    if len(found) != 1:
        raise BadInput(f"{words} holds {len(found)} positions; one is needed here")
    if isinstance(found[0], ValueError):
        raise BadInput(f"{words}: {found[0]}")
    return found[0]


def positions(source: str) -> Iterator[Any]:
    """The JSON of positions one by one: of a file or ``-``, the JSON itself, or a photo's.

    A bad line of many is a JsonError. Raises BadInput.
    """
    if is_photo(source):
        yield _read_counters(source)
    elif is_json(source):
        yield parse(source)
    else:
        yield from json_documents(source)


def _read_counters(source: str) -> dict[str, Any]:
    from ...tables.printed import PRINTED_PAGE

    with reader_apart() as reader:
        reading = reader.read(source, PRINTED_PAGE.told).json
    if not reading["corners"]:
        raise BadInput(f"{source}: {reading['warnings'][0]}")
    return reading


def _tiles_diagram(args: argparse.Namespace) -> str:
    board = board_argument(args.board)
    return Drawing(
        board,
        coordinates=args.coordinates,
        heading=args.heading,
        filled=board.creatures() if args.creatures else (),
        title=f"A board of {len(board)} tiles",
    ).svg()


def _counters_diagram(args: argparse.Namespace) -> str:
    try:
        position = position_from_json(completed(counters_argument(args.board)))
    except ValueError as error:
        raise BadInput(f"{args.board}: {error}") from None
    title = f"A position of Palanquée with {len(position)} pieces"
    return position_svg(position.pieces, names=args.coordinates, title=title)


@dataclass(frozen=True)
class TableArguments:
    """What arguments say of one kind of table: what was ``seen`` on it, how ``palago diagram``
    draws it, and in words what is ``wanted``."""

    seen: Callable[[str], Any]
    diagram: Callable[[argparse.Namespace], str]
    wanted: str


TILES_ARGUMENTS = TableArguments(observation_argument, _tiles_diagram, "tiles")
PRINTED_ARGUMENTS = TableArguments(
    counters_argument, _counters_diagram, "positions or photos of its board"
)


def arguments_of(shape: TableShape) -> TableArguments:
    """What arguments say of tables of a shape."""
    from ...tables.choice import table_page

    found: TableArguments = resolve_name(table_page(shape).arguments)
    return found


def shape_of_document(source: str) -> TableShape:
    """The shape of the table in an argument, by the ``game`` that its JSON names; usually tiles."""
    game = _game_named_in(source)
    return plug_of(game).table if game in kinds() else TILES


def shape_of_kind(kind: str) -> TableShape:
    """The shape of a game's table. Raises BadInput."""
    if kind not in kinds():
        raise BadInput(f"--game is one of {', '.join(kinds())}, not {kind}")
    return plug_of(kind).table


def completed(value: Any, players: Sequence[str] = (), to_move: str | None = None) -> Any:
    """A position of a printed board with the players and the turn, which no photo shows: those
    given, or else the colours that were seen and the first of them."""
    if not isinstance(value, dict) or not isinstance(value.get("pieces"), list):
        return value
    seen: list[Any] = [piece.get("colour") for piece in value["pieces"] if isinstance(piece, dict)]
    known: list[Any] = list(players) or list(dict.fromkeys(seen))
    turn = to_move or (known or [None])[0]
    return {"players": known, "to_move": turn} | value


def _game_named_in(source: str) -> str | None:
    if source.lstrip().startswith("{"):
        text = source
    elif Path(source).suffix.lower() in (".json", ".jsonl") and os.path.exists(source):
        text = Path(source).read_text(encoding="utf-8", errors="replace")
    else:
        return None
    try:
        value = parse(text)
    except JsonError:
        return None  # the reader of boards says what is wrong with it
    game = value.get("game") if isinstance(value, dict) else None
    return game if isinstance(game, str) else None
