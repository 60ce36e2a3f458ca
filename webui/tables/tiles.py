"""Tables on which tiles lie free."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...engine.games.tables import TILES
from ...engine.lattice import Cell
from ...engine.tiles.board import Board
from ...vision.readings.reading import Reading, ReadingError
from .set_colours import colours_called
from .sight import Sight

if TYPE_CHECKING:
    from ..server.configuration import Configuration


class TilesPage:
    """See :class:`palago.webui.tables.page.TablePage`."""

    shape = TILES
    is_touched = False
    told = "palago.webui.jobs.reading_told:tiles_told"
    arguments = "palago.webui.commands.arguments.tables:TILES_ARGUMENTS"
    bench = "palago.webui.commands.photos.bench:bench_tiles"
    teaches = True

    def first_sight(self, board: Board | None) -> Sight:
        return Sight() if board is None or not len(board) else Sight().with_board(board.tiles)

    def kept_start(self, board: Board) -> None:
        return None

    def start_options(self, board: Board) -> dict[str, Any]:
        return {"start": board.to_json()}

    def start_faults(self, board: Board) -> tuple[str, ...]:
        return ()

    def photo_events(self, board: Board, photo: str) -> list[tuple[str, dict[str, Any]]]:
        return [("board_set", board.to_json() | ({"photo": photo} if photo else {}))]

    def taken(self, reading: Any) -> Any:
        try:
            return Reading.from_json(reading).to_json()
        except AttributeError as error:
            raise ReadingError(str(error)) from None

    def reader(self, configuration: Configuration) -> str:
        return configuration.reader

    def colours_called(
        self, told: tuple[str, str] | None, sight: Sight, language: str
    ) -> tuple[str, str] | None:
        return colours_called(told, sight, language)

    def changed(self, before: Board | None, after: Board) -> tuple[Cell, ...]:
        before = before or Board()
        return tuple(tile.cell for tile in after if before.get(tile.cell) != tile)
