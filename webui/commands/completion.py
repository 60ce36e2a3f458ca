"""``palago completion``: a script by which a shell completes commands, options and their values."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Iterator

from ..usage.table import COMMANDS

SHELLS = ("bash", "zsh", "fish")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``palago completion``."""
    parser.add_argument("shell", choices=SHELLS, help="whose script to print")


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    import shtab

    parser = argparse.ArgumentParser(prog="palago")
    commands = parser.add_subparsers()
    for name, (module, what) in COMMANDS.items():
        inner = commands.add_parser(name, help=what)
        importlib.import_module(f"palago.webui.commands.{module}").add_arguments(inner)
    for action in _actions(parser):
        if action.choices is None and action.nargs != 0:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
    print(shtab.complete(parser, args.shell))
    return 0


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The arguments of a parser and of all its commands."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from _actions(inner)
