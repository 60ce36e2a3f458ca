"""A board as a picture, as whoever asks describes it: for pages with positions of their own."""

from __future__ import annotations

from pkgutil import resolve_name
from typing import Annotated

from flask import Response
from msgspec import Meta, field

from ....engine.lattice import Cell
from ....engine.palanquee.table.board import cell_from_name
from ....engine.palanquee.table.diagram import position_svg
from ....engine.tiles.board import Board, BoardError, Tile
from ....engine.tiles.diagram import Drawing, SetColours
from ....vision.counters.readings.reading import BoardReading
from ...games.pictures.colours import diagram_palette
from ...sent import BadRequest, QueryAsked
from ...services import parts
from ...tables.choice import table_of
from ...tables.sight import places_to_touch
from .. import api
from ..requests import guarded

MOST_TEXT, MOST_TILES, MOST_GAME = 6_000, 192, 40
MOST_COORDINATE = 10_000


Places = Annotated[str, Meta(max_length=MOST_TEXT, title=f"at most {MOST_TILES} places")]


class DrawnBoard(QueryAsked):
    """What is to be drawn: tiles as in ``0,0a 1,0c``, cells as in ``0,0 1,0``."""

    board: Places = ""
    ghosts: Places = ""
    marked: Places = ""
    numbers: Places = ""
    starts: Places = field(default="", name="from")
    ends: Places = field(default="", name="to")
    last: Places = ""
    empty: str = ""
    heading: Annotated[str, Meta(pattern=r"^[0-9]{0,3}\Z", title="whole degrees")] = ""
    game: Annotated[str, Meta(max_length=MOST_GAME)] = ""
    colours: Annotated[
        str, Meta(pattern=r"^(#[0-9a-f]{6} #[0-9a-f]{6})?\Z", title="two colours as #rrggbb")
    ] = ""
    kind: Annotated[str, Meta(max_length=MOST_GAME)] = ""


@api.get("/diagram.svg")
@guarded(gives=("image/svg+xml",))
def draw_board(query: DrawnBoard) -> Response:
    """A drawn board, as the query's fields say.

    - ``board``: its tiles; or, of a ``kind`` of game on a printed board, pieces as ``C5:blue:seed``
    - ``ghosts``: tiles drawn pale, as they would lie
    - ``marked``: cells ringed; on a printed board such as ``C5``
    - ``numbers``: cells numbered in their order; those with a ``/`` between share one number
    - ``from``, ``to``: cells joined by arrows
    - ``last``: cells of the move made last, outlined
    - ``empty``: with places to touch
    - ``heading``: turned clockwise by so many degrees
    - ``game``: in the colours of its set; or ``colours``, those of White and Blue: ``#f4efe2
      #2b4c9b``
    """
    picture: str = resolve_name(table_of(query.kind).commands.drawn)(query)
    response = Response(picture, mimetype="image/svg+xml")
    response.headers["Cache-Control"] = "private, max-age=3600"
    return response


def draw_tiles(query: DrawnBoard) -> str:
    """The tiles that are asked for."""
    board = Board(_tiles("board", query.board))
    ghosts = _tiles("ghosts", query.ghosts)
    starts, ends = _cells("from", query.starts), _cells("to", query.ends)
    numbered = enumerate(_words("numbers", query.numbers), 1)
    return Drawing(
        board,
        palette=_colours_of(query),
        heading=float(query.heading or 0),
        ghosts=ghosts,
        marked=_cells("marked", query.marked),
        numbered={
            cell: str(number)
            for number, word in numbered
            for cell in _cells("numbers", word.replace("/", " "))
        },
        arrows=zip(starts, ends, strict=False),
        last=_cells("last", query.last),
        empty=_places(board, ghosts) if query.empty == "true" else (),
    ).svg()


def draw_printed(query: DrawnBoard) -> str:
    """The pieces on a printed board that are asked for."""
    pieces = [
        dict(zip(("cell", "colour", "kind"), word.split(":"), strict=False))
        for word in query.board.split()
    ]
    try:
        seen = BoardReading.from_json({"pieces": pieces}).observation()
        return position_svg(seen.pieces, marked=map(cell_from_name, query.marked.split()))
    except ValueError as error:
        raise BadRequest(f'"board" or "marked": {error}') from None


def _colours_of(query: DrawnBoard) -> SetColours:
    if query.colours:
        return diagram_palette(SetColours(*query.colours.split()))
    state = parts.desk.state(query.game) if query.game else None
    return SetColours() if state is None else diagram_palette(state.sight.palette)


def _places(board: Board, ghosts: tuple[Tile, ...]) -> tuple[Cell, ...]:
    """Where a tile could be added, beside what is thought of too."""
    laid = {tile.cell for tile in ghosts}
    thought = Board((*board, *(tile for tile in ghosts if tile.cell not in board)))
    return tuple(cell for cell in places_to_touch(thought) if cell not in laid)


def _words(name: str, text: str) -> list[str]:
    words = text.split()
    if len(words) > MOST_TILES:
        raise BadRequest(f'"{name}" may name {MOST_TILES} places at most')
    return words


def _tiles(name: str, text: str) -> tuple[Tile, ...]:
    try:
        tiles = tuple(Tile.from_text(word) for word in _words(name, text))
    except BoardError as error:
        raise BadRequest(f'"{name}": {error}') from None
    if any(max(abs(tile.q), abs(tile.r)) > MOST_COORDINATE for tile in tiles):
        raise BadRequest(f'"{name}" names a place that is too far away')
    if len({tile.cell for tile in tiles}) < len(tiles):
        raise BadRequest(f'"{name}" names a place twice')
    return tiles


def _cells(name: str, text: str) -> tuple[Cell, ...]:
    try:
        pairs = [tuple(map(int, word.split(","))) for word in _words(name, text)]
    except ValueError:
        raise BadRequest(f'"{name}" must be cells, as in 0,0 1,0') from None
    if any(len(pair) != 2 or max(map(abs, pair)) > MOST_COORDINATE for pair in pairs):
        raise BadRequest(f'"{name}" must be cells, as in 0,0 1,0')
    return tuple((pair[0], pair[1]) for pair in pairs)
