"""``palago completion``: a script by which a shell completes commands, options and their values."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Iterator

from ..usage.command_parser import CommandParser, Namespace
from ..usage.table import COMMANDS

SHELLS = ("bash", "zsh", "fish")


def add_arguments(parser: CommandParser) -> None:
    parser.option("shell", "whose script to print", choices=SHELLS)


def run(args: Namespace) -> int:
    """Print the script."""
    import shtab

    parser = CommandParser(prog="palago")
    commands = parser.add_subparsers()
    for name, (module, what) in COMMANDS.items():
        inner = commands.add_parser(name, help=what)
        importlib.import_module(f"palago.webui.commands.{module}").add_arguments(inner)
    for action in _actions(parser):
        if action.choices is None and action.nargs != 0:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
    print(shtab.complete(parser, args.shell))
    return 0


def _actions(parser: CommandParser) -> Iterator[argparse.Action]:
    """The arguments of a parser and of all its commands."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from _actions(inner)
