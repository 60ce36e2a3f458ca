"""The compiled search made ready before a clock starts to run."""

from __future__ import annotations

from functools import cache

from ...kernel.jit import note_that_the_search_is_compiled
from ...lattice import Colour
from ...tiles.board import Board
from ..threats import analyse_threats
from .forcing import ThreatSearch


@cache
def prepare() -> None:
    """Have the search ready in this process: compiled, and loaded where that was done before."""
    compile_search()


def compile_search() -> None:
    """Call every entry point of the search once."""
    board = Board("0,0a 1,0a -1,1c -1,2c")
    analyse_threats(board)
    search = ThreatSearch(board)
    search.fewest_moves(Colour.BLUE, 3)
    search.fewest_moves(Colour.WHITE, 4)
    search.quiet_moves()
    search.immediate_wins(Colour.BLUE)
    list(search.winning_attacks(Colour.WHITE, 2))
    note_that_the_search_is_compiled()
