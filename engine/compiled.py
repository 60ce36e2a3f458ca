"""Compile the fast search ahead of its first use: ``python -m palago.engine.compiled``."""

from __future__ import annotations

import sys
import time


def compile_all() -> None:
    """Call every entry point once, so that its machine code lies in the cache."""
    from .creatures.atlas import list_closed_groups
    from .palago.search.warm_up import compile_search
    from .palagonia.legal import legal_lays
    from .palagonia.payoff.outlook import Outlook
    from .palagonia.rules import PALAGONIA
    from .tiles.board import Board

    compile_search()
    board = Board("0,0a 1,0a -1,1c -1,2c")
    outlook = Outlook(board, PALAGONIA)
    outlook.best()
    outlook.after([next(legal_lays(board, 2))])
    list_closed_groups(5)


if __name__ == "__main__":
    started = time.monotonic()
    compile_all()
    print(f"the fast search is ready, after {time.monotonic() - started:.0f} s", file=sys.stderr)
