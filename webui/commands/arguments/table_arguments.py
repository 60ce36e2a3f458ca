"""What lies on a table, from an argument: by the shape of the game's table."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ....engine.games.registry import kinds
from ....engine.palanquee.judging.from_sight import turns_behind
from ....engine.palanquee.position import POSITION, PalanqueePosition
from ....engine.palanquee.position_json import position_from_json
from ....engine.palanquee.table.diagram import position_svg
from ....engine.palanquee.table.pieces_json import PositionError
from ....engine.palanquee.table.seen import SeenBoard
from ....engine.records.json_lines import JsonError, parse
from ....engine.stamp import stamped
from ....engine.tiles.board import TOO_MANY_TILES
from ....engine.tiles.diagram import Drawing
from ....vision.counters.readings.reading import BoardReading
from ...errors import BadInput
from ...usage.command_parser import Namespace
from .apart import reader_apart
from .boards import board_argument, is_json, is_photo, json_documents, tell_problems


def counters_argument(words: str) -> PalanqueePosition | SeenBoard:
    """What stands on a printed board: a position, or what was seen of one. Raises BadInput."""
    value = _counters_json(words)
    try:
        if isinstance(value, dict) and "players" in value:
            return position_from_json(value)
        return BoardReading.from_json(value).observation()
    except PositionError as error:
        raise BadInput(f"{words}: {error}") from None


def _counters_json(words: str) -> Any:
    """The JSON of what stands on a printed board: a file, ``-``, the JSON itself, or a photo.
    Raises BadInput. No words, no pieces."""
    if not words.strip():
        return {"pieces": []}
    found = list(positions(words))
    if len(found) != 1:
        raise BadInput(f"{words} holds {len(found)} positions; one is needed here")
    if isinstance(found[0], ValueError):
        raise BadInput(f"{words}: {found[0]}")
    return found[0]


def positions(source: str) -> Iterator[Any]:
    """The JSON of positions one by one: of a file or ``-``, the JSON itself, or a photo's. A bad
    line of many is a JsonError. Raises BadInput."""
    if not source.strip():
        raise BadInput("no position is given: write one as JSON, or name a file or a photo")
    if is_photo(source):
        yield _read_counters(source)
    elif is_json(source):
        yield parse(source)
    else:
        yield from json_documents(source)


def _read_counters(source: str) -> dict[str, Any]:
    from ...tables.printed import PRINTED_PAGE

    with reader_apart() as read:
        reading = read(source, PRINTED_PAGE.commands.told).json
    if not reading["corners"]:
        raise BadInput(f"{source}: {reading['warnings'][0]}")
    return reading


def tiles_diagram(args: Namespace) -> str:
    """A board of tiles as ``palago diagram`` draws it."""
    board = board_argument(args.board)
    tell_problems(tuple(said for said in board.status() if said != TOO_MANY_TILES))
    return Drawing(
        board,
        coordinates=args.coordinates,
        heading=args.heading,
        filled=board.creatures() if args.creatures else (),
        title=f"A board of {len(board)} tile{'' if len(board) == 1 else 's'}",
    ).svg()


def counters_diagram(args: Namespace) -> str:
    """A printed board as ``palago diagram`` draws it."""
    try:
        position = position_from_json(completed(_counters_json(args.board)))
    except ValueError as error:
        raise BadInput(f"{args.board}: {error}") from None
    title = f"A position of Palanquée with {len(position)} pieces"
    return position_svg(position.pieces, names=args.coordinates, title=title)


def known_kind(kind: str) -> str:
    """A kind of game that there is. Raises BadInput."""
    if kind not in kinds():
        raise BadInput(f"--game is one of {', '.join(kinds())}, not {kind}")
    return kind


def completed(value: Any, players: Sequence[str] = (), to_move: str | None = None) -> Any:
    """A position of a printed board with the players and the turn, which no photo shows: those
    given, or else the colours that were seen and the first of them."""
    if not isinstance(value, dict) or not isinstance(value.get("pieces"), list):
        return value
    seen = [piece.get("colour") for piece in value["pieces"] if isinstance(piece, dict)]
    known = list(players) or list(dict.fromkeys(one for one in seen if isinstance(one, str)))
    turn = to_move or next(iter(known), None)
    told = {"players": known, "to_move": turn} | value
    if value.get("format") == "palago-board-reading":
        told |= stamped(
            POSITION, {"turns": dict.fromkeys(known, turns_behind(len(seen), len(known)))}
        )
    return told


def kind_of_document(source: str) -> str:
    """The kind of game that the JSON in an argument names, empty where it names none."""
    if source.lstrip().startswith("{"):
        text = source
    elif Path(source).suffix.lower() in (".json", ".jsonl") and os.path.exists(source):
        text = Path(source).read_text(encoding="utf-8", errors="replace")
    else:
        return ""
    try:
        value = parse(text)
    except JsonError:
        return ""  # the reader of boards says what is wrong with it
    game = value.get("game") if isinstance(value, dict) else None
    return game if isinstance(game, str) else ""
