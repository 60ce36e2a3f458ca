"""``palago diagram``: a board as an SVG picture."""

from __future__ import annotations

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``palago diagram``."""
    parser.add_argument(
        "board", help="tiles such as '0,0a 1,0c', a board file, a photo, or - for standard input"
    )
    parser.add_argument("--out", help="the SVG file to write (default: standard output)")
    parser.add_argument("--coordinates", action="store_true", help="write q,r on every tile")
    parser.add_argument("--creatures", action="store_true", help="light up closed creatures")
    parser.add_argument("--heading", type=float, default=0.0, help="turn it clockwise, in degrees")


def run(args: argparse.Namespace) -> int:
    """Write the picture."""
    from ....engine.tiles.diagram import board_svg
    from ..arguments.boards import board_argument
    from ..arguments.pictures import write_svg

    board = board_argument(args.board)
    svg = board_svg(
        board,
        coordinates=args.coordinates,
        heading=args.heading,
        filled=board.creatures() if args.creatures else (),
        title=f"A board of {len(board)} tiles",
    )
    if args.out is None:
        print(svg)
        return 0
    write_svg(args.out, svg)
    return 0
