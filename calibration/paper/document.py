"""One PDF of one kind of sheet, from options that are checked first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ...engine.whole_file import whole_file
from ..cameras.charuco import CharucoSheet
from ..sets.counter_palettes import CounterPalette, counter_palettes
from .charuco_page import draw_charuco
from .dice import DEFAULT_EDGE, draw_dice
from .palanquee import counters, pages
from .palanquee.board import BoardDrawing
from .rules_strips import draw_strips
from .scorecard import draw_scorecard
from .sheet import LARGE_PAPERS, MARGIN, PAPERS, Sheet, fonts_for
from .texts import LANGUAGES, Texts, texts_in
from .tile_face import PaperColours
from .tiles import DEFAULT_WIDTH, draw_tiles, lay_out

TILE_WIDTHS = (15.0, 120.0)
DICE_EDGES = (12.0, 40.0)
USUAL_TILES, MOST_TILES = 48, 960
LARGEST_BLEED = 3.0
CELLS = (10.0, 60.0)
MOST_COUNTERS = 200
PARTS = ("board", "counters")
"""What the sheets of Palanquée hold; by default both."""


class PrintProblem(ValueError):
    """A sheet cannot be made as asked; the message is a sentence that says what would do."""


@dataclass(frozen=True)
class PrintOptions:
    """What to print and how.

    ``size`` in mm is a tile's width across flats, a die's edge, a square of the ChArUco sheet or
    the height of a cell of the board, by the kind; None is that kind's usual size. ``count`` is
    how many tiles, or sprouts of each colour; None is the game's number. ``bleed`` is how far
    colours run over a tile's edges, mm. ``palette`` and ``only`` (one of ``PARTS``) are
    Palanquée's.
    """

    kind: str
    colours: PaperColours
    paper: str = "A4"
    size: float | None = None
    count: int | None = None
    bleed: float = 0.0
    language: str = "en"
    palette: CounterPalette | None = None
    only: str | None = None


def papers_for(kind: str) -> tuple[str, ...]:
    """The papers on which sheets of a kind are printed."""
    return (*PAPERS, *LARGE_PAPERS) if kind == "palanquee" else tuple(PAPERS)


def print_pdf(options: PrintOptions, out: Path) -> None:
    """Write the PDF; the file appears whole or not at all. Raises PrintProblem, and OSError where
    it cannot be written."""
    if options.kind not in KINDS:
        raise PrintProblem(f"Sheets are {', '.join(KINDS)}.")
    if options.paper not in papers_for(options.kind):
        raise PrintProblem(
            f"Papers for {options.kind} are {', '.join(papers_for(options.kind))},"
            f" not {options.paper}."
        )
    if options.language not in LANGUAGES:
        raise PrintProblem(f"Languages are {', '.join(LANGUAGES)}.")
    with whole_file(out) as draft:
        _write(options, draft)


def _write(options: PrintOptions, out: Path) -> None:
    texts = texts_in(options.language)
    sheet = Sheet(
        out,
        options.paper,
        title=getattr(texts, f"{options.kind}_title"),
        fonts=fonts_for(options.language),
        landscape=options.kind == "charuco",
    )
    _DRAWN_BY[options.kind](sheet, options, texts)
    sheet.save()


def _tiles(sheet: Sheet, options: PrintOptions, texts: Texts) -> None:
    size = DEFAULT_WIDTH if options.size is None else options.size
    if not TILE_WIDTHS[0] <= size <= TILE_WIDTHS[1]:
        raise PrintProblem(
            f"Tiles can be {TILE_WIDTHS[0]:g} to {TILE_WIDTHS[1]:g} mm wide, not {size:g}."
        )
    count = USUAL_TILES if options.count is None else options.count
    if not 1 <= count <= MOST_TILES:
        raise PrintProblem(f"1 to {MOST_TILES} tiles can be printed, not {count}.")
    if not 0 <= options.bleed <= LARGEST_BLEED:
        raise PrintProblem(f"Colours can run 0 to {LARGEST_BLEED:g} mm over the edge.")
    layout = lay_out(sheet.width, sheet.height, size, bleed=options.bleed)
    if not layout.centres:
        raise PrintProblem(f"A tile of {size:g} mm does not fit on {options.paper} paper.")
    draw_tiles(sheet, layout, options.colours, texts, count=count, bleed=options.bleed)


def _charuco(sheet: Sheet, options: PrintOptions, texts: Texts) -> None:
    usual = CharucoSheet()
    square = usual.square_mm if options.size is None else options.size
    charuco = CharucoSheet(square_mm=square, marker_mm=square * usual.marker_mm / usual.square_mm)
    largest = min(
        (sheet.width - 2 * MARGIN) / charuco.columns,
        (sheet.height - 4 * MARGIN - 10) / charuco.rows,
    )
    if not 5.0 <= square <= largest:
        raise PrintProblem(
            f"Squares can be 5 to {largest:.1f} mm on {options.paper} paper, not {square:g}."
        )
    draw_charuco(sheet, charuco, texts)


def _dice(sheet: Sheet, options: PrintOptions, texts: Texts) -> None:
    edge = DEFAULT_EDGE if options.size is None else options.size
    if not DICE_EDGES[0] <= edge <= DICE_EDGES[1]:
        raise PrintProblem(
            f"A die's edge can be {DICE_EDGES[0]:g} to {DICE_EDGES[1]:g} mm, not {edge:g}."
        )
    draw_dice(sheet, edge, texts)


def _palanquee(sheet: Sheet, options: PrintOptions, texts: Texts) -> None:
    """The board, whole or in parts, then counters that fit its cells."""
    largest = pages.largest_cell(sheet)
    whole = options.paper in LARGE_PAPERS
    cell = options.size or (largest if whole else pages.USUAL_CELLS[options.paper])
    most = min(largest, CELLS[1]) if whole else CELLS[1]
    if not CELLS[0] <= cell <= most:
        raise PrintProblem(
            f"Cells can be {CELLS[0]:g} to {most:g} mm high on {options.paper} paper, not {cell:g}."
        )
    sprouts = counters.SPROUTS if options.count is None else options.count
    if not 1 <= sprouts <= MOST_COUNTERS:
        raise PrintProblem(f"1 to {MOST_COUNTERS} sprouts a colour can be printed, not {sprouts}.")
    if options.only not in (None, *PARTS):
        raise PrintProblem(f"Palanquée's sheets hold the {' or the '.join(PARTS)}.")
    if options.only != "counters":
        board = BoardDrawing(cell)
        if cell <= largest:
            pages.draw_whole(sheet, board, texts)
        else:
            pages.draw_parts(sheet, board, pages.drawn_parts(sheet, board), texts)
    if options.only != "board":
        if options.only is None:
            sheet.next_page()
        palette = options.palette or counter_palettes()[0]
        diameter = round(cell * counters.COUNTER_SHARE, 1)
        counters.draw_counters(sheet, palette, diameter, texts, sprouts=sprouts)


_DRAWN_BY: dict[str, Callable[[Sheet, PrintOptions, Texts], None]] = {
    "tiles": _tiles,
    "charuco": _charuco,
    "dice": _dice,
    "scorecard": lambda sheet, _, texts: draw_scorecard(sheet, texts),
    "rules": lambda sheet, options, texts: draw_strips(sheet, options.colours, texts),
    "palanquee": _palanquee,
}
KINDS = tuple(_DRAWN_BY)
