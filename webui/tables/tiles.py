"""Tables on which tiles lie free."""

from __future__ import annotations

from typing import Any

from ...engine.games.protocols import Game
from ...engine.lattice import Cell
from ...engine.tiles.alignment import align
from ...engine.tiles.board import Board
from ...vision.readings.reading import Reading, ReadingError
from .page import EventData, TableCommands, TableInGames, TablePage
from .set_colours import colours_called
from .sight import TILE_EVENTS, Sight
from .tiles_digitised import TilesDigitised


class TilesInGames(TableInGames[Sight, Board]):
    """See :class:`palago.webui.tables.page.TableInGames`."""

    template = "game/game.html"
    live = "palago.webui.watching.live_session:LiveSession"
    plain = "palago.webui.games.page:PLAIN"
    teaches = True
    reads_by = "reader"
    no_board_help = "verdict.no_board_help"
    events = TILE_EVENTS

    def taken(self, reading: Any) -> Any:
        taken = Reading.from_json(reading)
        if not taken.is_placed:
            raise ReadingError("this is no reading of a photo: it lacks the places of its tiles")
        return taken.to_json()

    def pointed_out(self, sight: Sight) -> list[list[float]]:
        return [list(place) for place in sight.shown]

    def first_sight(self, board: Board | None) -> Sight:
        return Sight().with_board(board or ())

    def going_on(self, sight: Sight, game: Game) -> Board | None:
        return sight.board if sight.tiles else None

    def colours_called(
        self, told: tuple[str, str] | None, sight: Sight, language: str
    ) -> tuple[str, str] | None:
        return colours_called(told, sight, language)

    def changed(self, before: Board | None, after: Board) -> tuple[Cell, ...]:
        known = before or Board()
        return tuple(tile.cell for tile in after if known.get(tile.cell) != tile)

    def start_options(self, board: Board) -> dict[str, Any]:
        return {"start": board.to_json()}

    def in_frame(self, sight: Sight, known: Sight) -> list[EventData]:
        way = align(known.board, sight.board)
        return [("tiles_moved", way.to_json())] if way.sixths or way.shift != (0, 0) else []

    def put_right(self, sight: Sight, known: Board, board: Board) -> list[EventData]:
        events: list[EventData] = []
        for cell in sorted(known.cells | board.cells):
            seen, tile = sight.board.get(cell), board.get(cell)
            if seen != known.get(cell) or seen == tile:
                continue
            if tile is None:
                events.append(("tile_removed", {"q": cell[0], "r": cell[1]}))
            else:
                kind = "tile_placed" if seen is None else "tile_turned"
                events.append((kind, tile.to_json()))
        return events

    def photo_events(self, board: Board, photo: str) -> list[EventData]:
        return [("board_set", board.to_json() | ({"photo": photo} if photo else {}))]


TILES_PAGE = TablePage(
    TilesInGames(),
    TilesDigitised(),
    TableCommands(
        told="palago.webui.jobs.reading_told:tiles_told",
        heeds=frozenset(("tile_set", "camera")),
        argument="palago.webui.commands.arguments.observations:observation_argument",
        wanted="tiles",
        diagram="palago.webui.commands.arguments.table_arguments:tiles_diagram",
        bench="palago.webui.commands.photos.bench:bench_tiles",
        drawn="palago.webui.api.studying.pictures:draw_tiles",
    ),
)
