"""``palago analyse``: groups, closures, moves and threats of boards, as JSON."""

from __future__ import annotations

import sys

from ....engine.analysis import analyse
from ....engine.tiles.board import BoardError
from ...usage.command_parser import CommandParser, Namespace
from ..arguments.boards import documents
from ..arguments.outputs import print_json


def add_arguments(parser: CommandParser) -> None:
    parser.option(
        "board",
        "tiles such as '0,0a 1,0c', a photo, a file with one board or many, or - for standard "
        "input",
    )
    parser.option("--no-lists", "leave out the lists of winning moves")
    parser.option("--tiles", "tiles in the set (default 48)", type=int, default=48)
    parser.option("--json", "JSON is what is printed anyway")


def run(args: Namespace) -> int:
    """Print one JSON object a board, in the same order. 2 where any board could not be read."""
    failed = False
    for document in documents(args.board):
        if isinstance(document, BoardError):
            print(f"palago analyse: {document}", file=sys.stderr)
            failed = True
            continue
        if not len(document.board):
            print("palago analyse: the board is empty: no tile lies on it", file=sys.stderr)
        try:
            result = analyse(document.board, lists=not args.no_lists, tiles_in_set=args.tiles)
        except BoardError as error:  # tiles strewn too far for one window
            print(f"palago analyse: {error}", file=sys.stderr)
            failed = True
            continue
        if document.id is not None:
            result = {"id": document.id} | result
        print_json("analysis", result)
    return 2 if failed else 0
