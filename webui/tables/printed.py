"""Printed boards with pieces on their cells."""

from __future__ import annotations

from typing import Any

from ...engine.games.tables import TableShape
from ...engine.palanquee.table.board import cell_name
from ...engine.palanquee.table.pieces import Pieces
from ...engine.phrases import Phrase
from .board_sight import PIECE_EVENTS, BoardSight, PrintedBoard
from .page import EventData, TableCommands, TableInGames, TablePage
from .printed_digitised import PrintedDigitised


class PrintedInGames(TableInGames[BoardSight, PrintedBoard]):
    """See :class:`palago.webui.tables.page.TableInGames`."""

    template = "game/printed.html"
    live = "palago.webui.watching.live_board:LiveBoardSession"
    plain = "palago.webui.games.printed.page:PAGE"
    keeps_moves = True
    reads_by = "board_reader"
    no_board_help = "verdict.no_printed_help"
    events = PIECE_EVENTS

    def first_sight(self, board: PrintedBoard | None) -> BoardSight:
        return BoardSight()

    def going_on(self, sight: BoardSight, game: Any) -> Pieces | None:
        return sight.standing(game.board) if sight.is_board else None

    def kept_start(self, board: PrintedBoard) -> dict[str, Any]:
        return board.to_json()

    def start_faults(self, shape: TableShape, board: PrintedBoard) -> tuple[Phrase, ...]:
        return shape.problems(board, {})

    def put_right(
        self, sight: BoardSight, known: PrintedBoard, board: PrintedBoard
    ) -> list[EventData]:
        if not sight.is_board:
            return []
        was, now, seen = map(_pieces_told, (known.pieces, board.pieces, sight.standing(known)))
        return [
            ("piece_set", {"cell": cell_name(cell), **now.get(cell, {})})
            for cell in sorted(was.keys() | now.keys())
            if seen.get(cell) == was.get(cell) != now.get(cell) and cell not in sight.seen.hidden
        ]

    def photo_events(self, board: PrintedBoard, photo: str) -> list[EventData]:
        if not photo or not len(board):
            return []
        # Nobody knows any more where in the photo the pieces stood.
        reading = {"pieces": board.to_json()["pieces"], "image": {}}
        return [("photo_read", {"photo": photo, "reading": reading})]


def _pieces_told(pieces: Pieces) -> dict[int, dict[str, str]]:
    """By its cell what is said of each piece by hand."""
    return {
        cell: {"colour": colour, "kind": "seed" if is_seed else "sprout"}
        for cell, colour, is_seed in pieces
    }


PRINTED_PAGE = TablePage(
    PrintedInGames(),
    PrintedDigitised(),
    TableCommands(
        told="palago.webui.jobs.reading_told:counters_told",
        heeds=frozenset(("seeds_by",)),
        argument="palago.webui.commands.arguments.table_arguments:counters_argument",
        wanted="positions or photos of its board",
        diagram="palago.webui.commands.arguments.table_arguments:counters_diagram",
        bench="palago.webui.commands.photos.bench:bench_counters",
        drawn="palago.webui.api.studying.pictures:draw_printed",
    ),
)
