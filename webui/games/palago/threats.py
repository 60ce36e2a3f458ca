"""Advice: who threatens to win, what holds, forks and seki. Shown only where it is allowed."""

from __future__ import annotations

import threading

from ....engine.lattice import Cell, Colour
from ....engine.tiles.board import Board, BoardError
from ....engine.tiles.diagram import group_path
from ....engine.tiles.endings import seki_cells
from ....engine.tiles.patterns import find_patterns
from ...texts import in_a_row, say
from ..pictures.items import Item

#: Maximum number of ways to win that a club's screen shows; the analysis of the API lists all.
MOST_WAYS = 12
#: Two tips in a row are everywhere; these two kinds are worth a line.
NAMED_PATTERNS = frozenset(("three tips in a row", "open mouth"))

_ready = threading.Event()


def prepare_threats() -> None:
    """Load the compiled search; on a new machine that compiles it, which takes its time."""
    from ....engine.palago.threats import analyse_threats

    analyse_threats(Board.from_text("0,0a 1,0c"))
    _ready.set()


def is_ready() -> bool:
    """Whether threats can be had at once. Until then a page says so instead of waiting."""
    return _ready.is_set()


def threat_items(board: Board, language: str) -> list[Item]:
    """The immediate threats of both colours; none where the board allows no analysis, or where no
    tile is to be seen: there nobody knows who threatens what."""
    if not len(board):
        return []
    if not is_ready():
        return [Item("info", say(language, "threat.preparing"))]
    from ....engine.palago.threats import analyse_threats, immediate_wins

    if board.status() or any(group.is_creature for group in board.closed_groups()):
        return []
    try:
        report = analyse_threats(board, lists=False)
        items = []
        for colour in Colour:
            threats = report.of(colour)
            if not threats.threatens:
                continue
            wins = immediate_wins(board, colour)
            word = say(language, f"colour.{colour.value}")
            count = threats.singles + threats.pairs
            how = "threat.one" if threats.singles else "threat.two"
            text = say(language, how, colour=word, count=count)
            if threats.is_fork:
                parry = say(language, "threat.fork")
            else:
                parry = say(language, "threat.parries", count=threats.parries)
            ways = tuple(
                Item(
                    "info",
                    " ".join(map(str, win.tiles)),
                    tuple(tile.cell for tile in win.tiles),
                    "".join(group_path(g, Board((*board, *win.tiles))) for g in win.closes),
                )
                for win in wins[:MOST_WAYS]
            )
            cells = tuple(sorted({tile.cell for win in wins for tile in win.tiles}))
            items.append(
                Item("unsure", in_a_row((text, parry)), cells, parts=ways, threat=colour.value)
            )
        seki = seki_cells(board)
    except BoardError:
        return []
    if seki:
        items.append(Item("info", say(language, "board.seki", count=len(seki)), seki))
    if not items:
        items.append(Item("fine", say(language, "threat.none")))
    return [*items, *_patterns(board, language)]


def _patterns(board: Board, language: str) -> list[Item]:
    """The patterns of the sources, each kind of each colour as one line."""
    found: dict[tuple[str, Colour], list[Cell]] = {}
    for pattern in find_patterns(board):
        if pattern.name in NAMED_PATTERNS:
            found.setdefault((pattern.name, pattern.colour), []).extend(pattern.tiles)
    return [
        Item(
            "info",
            say(
                language,
                f"pattern.{name.replace(' ', '_')}",
                colour=say(language, f"colour.{colour.value}"),
            ),
            tuple(dict.fromkeys(cells)),
        )
        for (name, colour), cells in found.items()
    ]
