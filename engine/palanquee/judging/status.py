"""What is wrong with a board at rest: everything at once, as a referee reports it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...phrases import Phrase
from ..play.captures import saturated_columns, standing_lines
from ..play.consequences import isolated_at_rest
from ..position import PalanqueePosition
from ..table.board import COLUMN_MASKS, COLUMNS, cell_name, cells_of, names_of
from ..table.pieces import COLOURS, NUMBERS, SEEDS_OF_A_PLAYER, SPROUTS_OF_A_PLAYER

MOST_NAMED = 6
"""Cells of one fault that are named."""


@dataclass(frozen=True)
class BoardFault:
    """One fault, in words, and the cells where it is seen."""

    sentence: Phrase
    cells: tuple[int, ...] = ()

    def __str__(self) -> str:
        return str(self.sentence)


def status(position: PalanqueePosition) -> list[BoardFault]:
    """Every fault of a board at rest; none where all is well."""
    return [
        *_captured(position),
        *_isolated(position),
        *_saturated(position),
        *_too_many(position),
        *_drawn_on_both(position),
        *_strangers(position),
    ]


def _captured(position: PalanqueePosition) -> Iterator[BoardFault]:
    for line in standing_lines(position.pieces.codes):
        cells = tuple(cell_name(cell) for cell in line.cells)
        if line.at_edge:
            phrase = Phrase(
                "palanquee_stands_at_edge", {"cells": cells, "first": cell_name(line.ends[0])}
            )
        else:
            first, last = map(cell_name, line.ends)
            phrase = Phrase(
                "palanquee_stands_between", {"cells": cells, "first": first, "last": last}
            )
        yield BoardFault(phrase, line.cells)


def _isolated(position: PalanqueePosition) -> Iterator[BoardFault]:
    dead = isolated_at_rest(position.pieces)
    for colour in range(1, len(COLOURS) + 1):
        for group in position.pieces.groups_of(colour):
            if group & dead:
                phrase = Phrase(
                    "palanquee_isolated",
                    {"cells": tuple(names_of(group)), "colour": COLOURS[colour - 1]},
                )
                yield BoardFault(phrase, tuple(cells_of(group)))


def _saturated(position: PalanqueePosition) -> Iterator[BoardFault]:
    occupied = position.pieces.occupied
    for column in saturated_columns(occupied):
        phrase = Phrase("palanquee_saturated", {"column": COLUMNS[column]})
        yield BoardFault(phrase, tuple(cells_of(occupied & COLUMN_MASKS[column])))


def _too_many(position: PalanqueePosition) -> Iterator[BoardFault]:
    for player, reserve in zip(position.players, position.reserve, strict=True):
        seeds, sprouts = position.pieces.count(NUMBERS[player])
        for kind, found, most in (
            ("seeds", seeds + reserve.seeds, SEEDS_OF_A_PLAYER),
            ("sprouts", sprouts + reserve.sprouts, SPROUTS_OF_A_PLAYER),
        ):
            if found > most:
                phrase = Phrase(
                    f"palanquee_too_many_{kind}", {"colour": player, "count": found, "most": most}
                )
                yield BoardFault(phrase)


def _drawn_on_both(position: PalanqueePosition) -> Iterator[BoardFault]:
    for cell in cells_of(position.drawn_on_both):
        phrase = Phrase("palanquee_drawn_on_both", {"cell": cell_name(cell)})
        yield BoardFault(phrase, (cell,))


def _strangers(position: PalanqueePosition) -> Iterator[BoardFault]:
    for colour in COLOURS:
        group = 0 if colour in position.players else position.pieces.of_colour(NUMBERS[colour])
        if group:
            cells = tuple(cells_of(group))
            phrase = Phrase(
                "palanquee_no_player",
                {"cells": named(cells), "colour": colour, "count": len(cells)},
            )
            yield BoardFault(phrase, cells)


def named(cells: Sequence[int]) -> tuple[Phrase | str, ...]:
    """The first cells by name, and how many more there are: a wrong photo may speak of all."""
    names: list[Phrase | str] = [cell_name(cell) for cell in cells[:MOST_NAMED]]
    if more := len(cells) - len(names):
        names.append(Phrase("palanquee_more_cells", {"count": more}))
    return tuple(names)
