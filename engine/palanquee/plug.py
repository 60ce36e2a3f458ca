"""Palanquée as the rest of the house knows it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ..games.protocols import GamePlug, Start
from ..games.seats import seats_of
from ..games.tables import TableShape
from ..phrases import Phrase
from .judging.from_sight import FOLLOWING, between, position_of, with_turn
from .judging.referee import judge
from .judging.status import status
from .play.match import PalanqueeMatch
from .position import FEWEST_PLAYERS, MOST_PLAYERS, PalanqueePosition
from .position_json import position_from_json
from .table import drawn
from .table.board import COLUMNS, cell_from_name, cell_name
from .table.pieces import COLOURS, Piece, Pieces
from .table.pieces_json import PositionError
from .table.seen import SeenBoard


def start(begin: Start) -> PalanqueeMatch:
    """A new game, or one that goes on from a position. Raises PositionError. ``players`` are names;
    ``colours`` among the options are the colours in the order of turns."""
    seats = seats_of(begin.options, PositionError)
    names, colours = begin.players or seats.players or (), seats.colours
    if begin.board is not None:
        position = _start_position(begin, colours or COLOURS[:FEWEST_PLAYERS])
        if names and len(names) != len(position.players):
            counts = {"names": len(names), "players": len(position.players)}
            raise PositionError(Phrase("palanquee_names", counts))
        return PalanqueeMatch.at(position, names)
    if colours is None:
        count = len(names) or FEWEST_PLAYERS
        colours = names if names and set(names) <= set(COLOURS) else COLOURS[:count]
    if names and len(colours) != len(names):
        raise PositionError(Phrase("palanquee_seats"))
    if len(set(names)) != len(names):
        raise PositionError(Phrase("same_names"))
    return PalanqueeMatch.at(PalanqueePosition.start(colours), names)


def _start_position(begin: Start, colours: tuple[str, ...]) -> PalanqueePosition:
    """The position from which a game goes on: a given one, or what was seen."""
    board = begin.board.pieces if isinstance(begin.board, SeenBoard) else begin.board
    if isinstance(board, Pieces):
        return position_of(board, colours, begin.to_move or colours[0])
    position: PalanqueePosition = board
    if begin.to_move and begin.to_move != position.to_move:
        return with_turn(position, begin.to_move)
    return position


def from_text(text: str) -> PalanqueePosition:
    """A position from :meth:`PalanqueePosition.to_text`. Raises PositionError."""
    try:
        return position_from_json(json.loads(text))
    except (json.JSONDecodeError, RecursionError):
        raise PositionError(Phrase("palanquee_one_object")) from None


def problems(position: PalanqueePosition, options: Mapping[str, Any]) -> tuple[Phrase, ...]:
    """What keeps a game from starting at a position."""
    return tuple(found.sentence for found in status(position))


def observed(value: Any) -> Any:
    """A board as it was seen, of a reading; positions as they are. Raises ValueError."""
    seen = value.observation() if hasattr(value, "observation") else value
    if seen is None or isinstance(seen, SeenBoard | PalanqueePosition):
        return seen
    raise ValueError(
        "these are tiles, and this is a game of palanquee: read its photos by "
        'palago.read(photo, "palanquee")'
    )


def draw_in_characters(position: PalanqueePosition) -> str:
    """The board as one sees it, S on the left: small letters are sprouts, capital ones seeds. A
    cell that is drawn twice shows its piece at the top and at the bottom."""
    pieces = {piece.cell: piece for piece in position.pieces}
    rows: dict[int, list[str]] = {}
    for place in drawn.drawn_cells():
        row = rows.setdefault(place.half_steps, [" "] * (_COLUMN_WIDTH * len(COLUMNS)))
        left = _COLUMN_WIDTH * (len(COLUMNS) - 1 - place.column)
        row[left] = _letter(pieces.get(cell_from_name(place.name)))
    heading = "".join(letter.ljust(_COLUMN_WIDTH) for letter in reversed(COLUMNS))
    body = ["".join(rows[height]) for height in sorted(rows)]
    # The number of the cells of A, C, … in a half row; the others stand half a cell higher.
    numbers = [str(height // 2 + 1) if height % 2 else "" for height in sorted(rows)]
    lines = [f"{number:>3} {line}" for number, line in zip(numbers, body, strict=True)]
    return "\n".join(line.rstrip() for line in [f"    {heading}", *lines, f"    {heading.lower()}"])


def _letter(piece: Piece | None) -> str:
    if piece is None:
        return "."
    letter = _LETTERS[piece.colour]
    return letter.upper() if piece.is_seed else letter


TABLE = TableShape(
    "palanquee board",
    position_from_json,
    from_text,
    problems,
    PalanqueePosition.svg,
    draw_in_characters,
    cell_name=cell_name,
    piece_words=lambda position: " ".join(map(str, position.pieces)),
    observed=observed,
    first_turn="",
    unsure="digitise.unsure_cells",
)

PLUG = GamePlug(
    "palanquee",
    start,
    judge,
    options=lambda match: {"colours": list(match.position.players)},
    players=(FEWEST_PLAYERS, MOST_PLAYERS),
    is_begun=lambda match, verdict: verdict.legal and verdict.owed > 0,
    amends=lambda match, verdict: not verdict.legal,
    between=between,
    table=TABLE,
    following=FOLLOWING,
    option_names=("colours",),
)


#: How a colour's sprout is written; its seed is the capital letter.
_LETTERS = {"blue": "b", "green": "g", "red": "r", "yellow": "y", "violet": "v"}
_COLUMN_WIDTH = 3
