"""``palago pay``: what a roll of the Palagonia dice can earn on a board."""

from __future__ import annotations

import argparse
import time

from tqdm import tqdm

from ....engine.palagonia.dice import Roll
from ....engine.tiles.board import TILES_IN_A_SET
from ...errors import BadInput
from ..arguments.boards import board_argument
from ..arguments.flags import add_flag
from ..arguments.outputs import print_json
from ..arguments.searches import add_board, add_seconds


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``palago pay``."""
    add_board(parser)
    parser.add_argument("--roll", required=True, help="the dice, for example 3:5 or 2:remove")
    parser.add_argument(
        "--bag", type=int, help="tiles left in the bag (default: what a set of 48 leaves)"
    )
    parser.add_argument("--options", type=int, default=12, help="actions to list (default 12)")
    add_seconds(
        parser, 2.0, "time to compare actions that score nothing by what they leave (default 2)"
    )
    add_flag(parser, "--json", "print everything as JSON")


def run(args: argparse.Namespace) -> int:
    """Print the best actions. The points now are exact; Ctrl-C ends the rest of the search."""
    from ....engine.palagonia.payoff.best import payoff

    board = board_argument(args.board)
    if not len(board):
        raise BadInput("the board is empty: the first lay scores nothing")
    if not board.is_connected():
        raise BadInput("the tiles lie in more than one piece: join them first")
    roll = Roll.from_text(args.roll)
    if not 0 <= args.seconds <= 86_400:
        raise BadInput("--seconds goes from 0 to 86400")
    if args.options < 1 or args.options > 1000:
        raise BadInput("--options goes from 1 to 1000")
    bag = max(0, TILES_IN_A_SET - len(board)) if args.bag is None else args.bag
    if bag < 0:
        raise BadInput("--bag is a number of tiles, 0 or more")
    with _Bar(args.seconds, hidden=args.json) as bar:
        found = payoff(
            board, roll, bag, options=args.options, seconds=args.seconds, progress=bar.show
        )
    if args.json:
        print_json("payoff", found.to_json())
        return 0
    print(f"Roll {found.roll}: at most {found.best_points} points now (exact).")
    for option in found.options:
        left = option.leaves
        leaves = f"leaves at most {left.points}" + (f" ({left.lay})" if left.lay else "")
        print(f"  {option.points:3d} points  {option.action}  {leaves}")
    if not found.complete:
        known = (
            "all quiet actions were compared for replies of up to three tiles"
            if found.complete_to_three
            else "not all quiet actions were compared"
        )
        print(f"Best found so far ({found.examined} actions): {known}; --seconds allows more.")
    return 0


class _Bar:
    """A progress bar on standard error, shown only where someone watches."""

    def __init__(self, seconds: float, *, hidden: bool) -> None:
        self._seconds = seconds
        self._hidden = hidden

    def __enter__(self) -> _Bar:
        self._begun = time.perf_counter()
        self._bar = tqdm(
            total=round(self._seconds, 1),
            unit="s",
            desc="comparing",
            leave=False,
            bar_format="{desc} {bar} {postfix}",
            disable=True if self._hidden else None,
        )
        return self

    def show(self, examined: int, total: int | None) -> None:
        """So many actions were compared."""
        self._bar.n = min(self._bar.total, time.perf_counter() - self._begun)
        of_all = f" of {total}" if total is not None else ""
        self._bar.set_postfix_str(f"{examined}{of_all} actions")

    def __exit__(self, *_: object) -> None:
        self._bar.close()
