"""A board to look at and a time to search it, as arguments of subcommands."""

from __future__ import annotations

import argparse


def add_board(parser: argparse.ArgumentParser) -> None:
    """Declare the one board of a command."""
    parser.add_argument(
        "board", help="tiles such as '0,0a 1,0c', a board file, a photo, or - for standard input"
    )


def add_seconds(parser: argparse.ArgumentParser, usual: float, told: str) -> None:
    """Declare how long a search may take; ``told`` says of what."""
    parser.add_argument("--seconds", metavar="SECONDS", type=float, default=usual, help=told)
