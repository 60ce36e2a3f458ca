"""``palago diagram``: a board as an SVG picture."""

from __future__ import annotations

import math
from pkgutil import resolve_name

from ...errors import BadInput
from ...usage.command_parser import CommandParser, Namespace
from ..arguments.games import GAME
from ..arguments.outputs import write_svg
from ..arguments.table_arguments import kind_of_document, known_kind


def add_arguments(parser: CommandParser) -> None:
    parser.option(
        "board", "tiles such as '0,0a 1,0c', a board or position file, a photo, or - for input"
    )
    parser.option(
        "--game GAME", f"{GAME}: what a photo shows (a document says it itself; default: tiles)"
    )
    parser.option("--out OUT", "the SVG file to write (default: standard output)")
    parser.option("--coordinates", "write q,r on every tile, or its name in every cell")
    parser.option("--creatures", "light up closed creatures")
    parser.option("--heading", "turn it clockwise, in degrees", type=float, default=0.0)


def run(args: Namespace) -> int:
    """Write the picture."""
    from ...tables.choice import table_of

    if not math.isfinite(args.heading):
        raise BadInput(f"--heading is a number of degrees, not {args.heading}")
    kind = kind_of_document(args.board) if args.game is None else known_kind(args.game)
    svg: str = resolve_name(table_of(kind).commands.diagram)(args)
    if args.out is None:
        print(svg)
        return 0
    write_svg(args.out, svg)
    return 0
