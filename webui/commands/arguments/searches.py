"""A board to look at as an argument of subcommands, and what limits a search of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tqdm import tqdm

from ...errors import BadInput
from ...usage.command_parser import CommandParser, Namespace


def add_board(parser: CommandParser) -> None:
    """Declare the one board of a command."""
    parser.option(
        "board",
        "tiles such as '0,0a 1,0c', a board file, a photo, a record (its last board), or - "
        "for standard input",
    )


def check_search(args: Namespace) -> None:
    """Refuse ``moves`` and a time that no search takes. Raises BadInput."""
    from ....engine.palago.search.solver import LONGEST_WIN

    if args.moves is not None and not 1 <= args.moves <= LONGEST_WIN:
        raise BadInput(f"--moves must be 1 to {LONGEST_WIN}, not {args.moves}")
    if not 0 < args.seconds < math.inf:
        raise BadInput(f"--seconds must be a number above 0, not {args.seconds:g}")


@contextmanager
def progress_line() -> Iterator[Callable[[str], None]]:
    """What rewrites one line of standard error a few times a second, if it is a terminal."""
    with tqdm(bar_format="{desc}", mininterval=0.2, leave=False, disable=None) as line:

        def show(text: str) -> None:
            line.set_description_str(text, refresh=False)
            line.update()

        yield show
