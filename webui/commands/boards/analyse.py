"""``palago analyse``: groups, closures, moves and threats of boards, as JSON."""

from __future__ import annotations

import argparse
import sys

from ....engine.analysis import analyse
from ....engine.tiles.board import BoardError
from ..arguments.boards import documents
from ..arguments.outputs import add_flag, print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``palago analyse``."""
    parser.add_argument(
        "board",
        help="tiles such as '0,0a 1,0c', a photo, a file with one board or many, or - for standard "
        "input",
    )
    add_flag(parser, "--no-lists", "leave out the lists of winning moves")
    parser.add_argument("--tiles", type=int, default=48, help="tiles in the set (default 48)")
    add_flag(parser, "--json", "JSON is what is printed anyway")


def run(args: argparse.Namespace) -> int:
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
