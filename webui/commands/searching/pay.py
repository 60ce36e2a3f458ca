"""``palago pay``: what a roll of the Palagonia dice can earn on a board."""

from __future__ import annotations

from ....engine.palagonia.dice import Roll
from ....engine.tiles.board import TILES_IN_A_SET
from ...errors import BadInput
from ...usage.command_parser import CommandParser, Namespace
from ..arguments.boards import board_argument, tell_problems
from ..arguments.outputs import print_json
from ..arguments.searches import add_board, progress_line


def add_arguments(parser: CommandParser) -> None:
    add_board(parser)
    parser.option("--roll ROLL", "the dice, for example 3:5 or 2:remove", required=True)
    parser.option("--bag", "tiles left in the bag (default: what a set of 48 leaves)", type=int)
    parser.option("--options", "actions to list (default 12)", type=int, default=12)
    parser.option(
        "--seconds SECONDS",
        "time to compare actions that score nothing by what they leave (default 2)",
        default=2.0,
    )
    parser.option("--json", "print everything as JSON")


def run(args: Namespace) -> int:
    """Print the best actions. The points now are exact; Ctrl-C ends the rest of the search."""
    from ....engine.palagonia.payoff.best_actions import payoff

    board = board_argument(args.board)
    if not len(board):
        raise BadInput("the board is empty: the first lay scores nothing")
    if not board.is_connected:
        raise BadInput("the tiles lie in more than one piece: join them first")
    tell_problems(tuple(said for said in board.status() if said != "too many tiles"))
    roll = Roll.from_text(args.roll)
    if not 0 <= args.seconds <= 86_400:
        raise BadInput("--seconds goes from 0 to 86400")
    if args.options < 1 or args.options > 1000:
        raise BadInput("--options goes from 1 to 1000")
    bag = max(0, TILES_IN_A_SET - len(board)) if args.bag is None else args.bag
    if bag < 0:
        raise BadInput("--bag is a number of tiles, 0 or more")
    with progress_line() as show:
        found = payoff(
            board,
            roll,
            bag,
            options=args.options,
            seconds=args.seconds,
            progress=lambda done, of: show(f"comparing: {done}{f' of {of}' if of else ''} actions"),
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
