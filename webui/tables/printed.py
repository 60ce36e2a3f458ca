"""Printed boards on whose cells pieces stand: Palanquée's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...engine.palanquee.plug import TABLE
from ...engine.palanquee.position import PalanqueePosition
from .board_sight import BoardSight

if TYPE_CHECKING:
    from ..server.configuration import Configuration


class PrintedBoardPage:
    """See :class:`palago.webui.tables.page.TablePage`."""

    shape = TABLE
    is_touched = True
    told = "palago.webui.jobs.reading_told:counters_told"
    arguments = "palago.webui.commands.arguments.tables:PRINTED_ARGUMENTS"
    bench = "palago.webui.commands.photos.bench:bench_counters"
    teaches = False

    def first_sight(self, board: PalanqueePosition | None) -> BoardSight:
        return BoardSight()

    def kept_start(self, board: PalanqueePosition) -> dict[str, Any]:
        return board.to_json()

    def start_options(self, board: PalanqueePosition) -> dict[str, Any]:
        return {}

    def start_faults(self, board: PalanqueePosition) -> tuple[str, ...]:
        return TABLE.problems(board, {})

    def photo_events(
        self, board: PalanqueePosition, photo: str
    ) -> list[tuple[str, dict[str, Any]]]:
        if not photo or not len(board):
            return []
        # Nobody knows any more where in the photo the pieces stood.
        reading = {"pieces": board.to_json()["pieces"], "image": {}}
        return [("photo_read", {"photo": photo, "reading": reading})]

    def taken(self, reading: Any) -> Any:
        return reading  # the sight looks at it

    def reader(self, configuration: Configuration) -> str:
        return configuration.board_reader

    def colours_called(
        self, told: tuple[str, str] | None, sight: BoardSight, language: str
    ) -> None:
        return None

    def changed(
        self, before: PalanqueePosition | None, after: PalanqueePosition
    ) -> tuple[Any, ...]:
        return ()  # the view names them
