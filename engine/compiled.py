"""Compile the fast search ahead of its first use: ``python -m palago.engine.compiled``."""

from __future__ import annotations

import shutil
import sys
import time

from .kernel.jit import CACHE_FOLDER, note_that_all_is_compiled


def compile_all() -> None:
    """Call every entry point once, so that its machine code lies in the cache.

    Code of older sources in the same place is removed.
    """
    from .creatures.atlas import list_closed_groups
    from .palago.search.compiled import compile_search
    from .palagonia.legal import legal_lays
    from .palagonia.payoff.outlook import Outlook
    from .palagonia.rules import PALAGONIA
    from .tiles.board import Board

    if CACHE_FOLDER is not None:
        for folder in CACHE_FOLDER.parent.glob("palago-*"):
            if folder != CACHE_FOLDER:
                shutil.rmtree(folder, ignore_errors=True)
    compile_search()
    board = Board("0,0a 1,0a -1,1c -1,2c")
    outlook = Outlook(board, PALAGONIA)
    outlook.best()
    outlook.after([next(legal_lays(board, 2))])
    list_closed_groups(5)
    note_that_all_is_compiled()


if __name__ == "__main__":
    started = time.monotonic()
    compile_all()
    print(f"kernel compiled in {time.monotonic() - started:.1f} s", file=sys.stderr)
