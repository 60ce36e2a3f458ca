"""``palago creature``: one creature, drawn and scored from its algebraic sum."""

from __future__ import annotations

from pathlib import Path

from ....engine.analysis import closed_group_json
from ....engine.creatures.algebra import creature_of_sum, sum_of_group
from ....engine.drawing.play_server import draw_ascii_board
from ....engine.tiles.diagram import board_svg
from ...usage.command_parser import CommandParser, Namespace
from ..arguments.outputs import print_json, write_svg


def add_arguments(parser: CommandParser) -> None:
    parser.option("sum SUM", "for example 4b+5c, the eye")
    parser.option("--out", "draw it into this file (SVG)", type=Path)
    parser.option("--json", "print it as in the analysis")


def run(args: Namespace) -> int:
    """Print the creature as a picture in characters with its score, or as JSON."""
    board, group = creature_of_sum(args.sum)
    entry = closed_group_json(board, group)
    name = sum_of_group(board, group)
    if args.out is not None:
        svg = board_svg(board, filled=[group], title=f"The creature {name}")
        write_svg(args.out, svg)
    if args.json:
        found = entry | {"sum": name, "board": board.to_text()}
        print_json("creature", found)
        return 0
    print(draw_ascii_board(board))
    print(f"\nsum: {name}")
    print(f"tiles: {len(board)}, corners: {entry['corners']}, straights: {entry['straights']}")
    print(
        f"loops: {entry['loops']}, legs: {entry['legs']}, internal legs: {entry['internal_legs']}, "
        f"empty cells inside: {entry['empty_inside']}"
    )
    reason = f" ({entry['reason']})" if "reason" in entry else ""
    print(f"Palagonia pays: {entry['points']}{reason}")
    return 0
