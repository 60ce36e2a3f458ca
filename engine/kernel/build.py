"""Compile the kernel ahead of its first use: ``python -m palago.engine.kernel.build``."""

from __future__ import annotations

import shutil
import sys
import time

from .jit import CACHE_FOLDER, COMPILED_BEFORE, note_that_all_is_compiled

_ready = COMPILED_BEFORE


def prepare() -> None:
    """Compile the kernel before a clock starts to run, where that has not been done yet."""
    global _ready
    if not _ready:
        build()
        _ready = True


def build() -> None:
    """Call every entry point once, so that its machine code lies in the cache.

    Code of older sources in the same place is removed.
    """
    from ..creatures.atlas import list_closed_groups
    from ..lattice import Colour
    from ..palago.search.forcing import ThreatSearch
    from ..palago.threats import analyse_threats, list_attacks
    from ..palagonia.legal import legal_lays
    from ..palagonia.payoff.outlook import Outlook
    from ..palagonia.rules import PALAGONIA
    from ..tiles.board import Board

    if CACHE_FOLDER is not None:
        for folder in CACHE_FOLDER.parent.glob("palago-*"):
            if folder != CACHE_FOLDER:
                shutil.rmtree(folder, ignore_errors=True)
    board = Board.from_text("0,0a 1,0a -1,1c -1,2c")
    analyse_threats(board)
    list_attacks(board, Colour.BLUE)
    search = ThreatSearch(board)
    search.fewest_moves(Colour.BLUE, 3)
    search.fewest_moves(Colour.WHITE, 4)
    search.quiet_moves()
    search.immediate_wins(Colour.BLUE)
    list(search.winning_attacks(Colour.WHITE, 2))
    outlook = Outlook(board, PALAGONIA)
    outlook.best()
    outlook.after([next(legal_lays(board, 2))])
    list_closed_groups(5)
    note_that_all_is_compiled()


if __name__ == "__main__":
    started = time.monotonic()
    build()
    print(f"kernel compiled in {time.monotonic() - started:.1f} s", file=sys.stderr)
