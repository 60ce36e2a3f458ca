"""An option that is said or not, such as ``--json``."""

from __future__ import annotations

import argparse


def add_flag(
    parser: argparse.ArgumentParser | argparse._ArgumentGroup, name: str, told: str
) -> None:
    """Declare it; ``told`` is what it does, for ``--help``."""
    parser.add_argument(name, action="store_true", help=told)
