"""``palago creatures``: the atlas of all closed groups."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from ....engine.creatures.atlas import (
    SMALLEST,
    count_closed_groups,
    list_closed_groups,
    require_listable,
)
from ....engine.stamp import stamped
from ...errors import BadInput
from ...usage.command_parser import CommandParser, Namespace
from ..arguments.outputs import print_json

#: Counting up to here takes no time worth telling.
QUICK = 20


def add_arguments(parser: CommandParser) -> None:
    parser.option("tiles N", "the most tiles a creature touches")
    parser.option("--count", "count them, do not list them")
    parser.option("--exactly", "only those of exactly N tiles, not the smaller ones")
    parser.option("--json", "print JSON")


def run(args: Namespace) -> int:
    """Print the creatures' sums, or how many there are, by how many tiles they touch; eyes count,
    too."""
    if not args.count:
        if args.tiles < SMALLEST:
            raise BadInput(f"a creature touches at least {SMALLEST} tiles, not {args.tiles}")
        require_listable(args.tiles)
    with _ended_by_ctrl_c():
        counts = _counted(args.tiles)
    if args.exactly:
        counts = {tiles: number for tiles, number in counts.items() if tiles == args.tiles}
    shown = {str(tiles): number for tiles, number in counts.items()}
    if args.count:
        print(json.dumps(stamped("creatures", {"counts": shown})) if args.json else _table(shown))
        return 0
    sizes = range(args.tiles if args.exactly else SMALLEST, args.tiles + 1)
    listed = {str(tiles): list_closed_groups(tiles) for tiles in sizes}
    if args.json:
        creatures = {tiles: sums for tiles, sums in listed.items() if sums}
        print_json("creatures", {"counts": shown, "creatures": creatures})
    elif not any(listed.values()):
        print(f"No creature touches exactly {args.tiles} tiles.", file=sys.stderr)
    else:
        for tiles, sums in listed.items():
            for name in sums:
                print(f"{tiles:>3}  {name}")
    return 0


@contextmanager
def _ended_by_ctrl_c() -> Iterator[None]:
    """Ctrl-C ends the program at once: Python would hear of it only when all is counted."""
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _counted(tiles: int) -> dict[int, int]:
    """The counts; one size after the other where that takes long and somebody watches."""
    if sys.stderr.isatty():
        for smaller in range(QUICK, tiles):
            number = count_closed_groups(smaller).counts[smaller]
            print(f"{smaller} tiles: {number} creatures", file=sys.stderr)
    return count_closed_groups(tiles).counts


def _table(counts: dict[str, int]) -> str:
    lines = ["tiles  creatures"]
    lines += [f"{tiles:>5}  {number:>9}" for tiles, number in counts.items()]
    return "\n".join([*lines, f"  all  {sum(counts.values()):>9}"])
