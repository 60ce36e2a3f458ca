"""The parser of every command: it tells in one sentence what is wrong, without the usage."""

from __future__ import annotations

import argparse
import os.path
import re
from argparse import Namespace as Namespace
from typing import Any, NoReturn

#: argparse's words → ours.
_REWORDED = tuple(
    (re.compile(theirs), ours)
    for theirs, ours in (
        (r"unrecognized arguments: (.+)", r"it does not know: \1"),
        (r"argument (-.+?): invalid choice: (.+) \(choose from (.+)\)", r"\1: \2 is none of \3"),
        (r"argument .+?: invalid choice: (.+) \(choose from (.+)\)", r"\1 is none of \2"),
        (r"argument (.+?): invalid float value: (.+)", r"\1 takes a number, not \2"),
        (r"argument (.+?): invalid int value: (.+)", r"\1 takes a whole number, not \2"),
        (r"argument (.+?): expected .*argument.*", r"\1 takes something after it"),
        (r"argument (.+?): (.+)", r"\1: \2"),
    )
)


#: What stands for a number in an option's name.
_NUMBERS = {"N": int, "SECONDS": float, "MM": float}


def option(taker: argparse._ActionsContainer, name: str, told: str, **more: Any) -> None:
    """Declare what a command takes as its help shows it: ``board``, ``--moves N``, or ``--json``,
    which is said or not. ``told`` is for ``--help``, ``more`` as argparse has it."""
    name, _, value = name.partition(" ")
    if value:
        more = {"metavar": value, "type": _NUMBERS.get(value), **more}
    elif name.startswith("-") and not more:
        more["action"] = "store_true"
    taker.add_argument(name, help=told, **more)


class CommandParser(argparse.ArgumentParser):
    """Says in one sentence what is wrong with a command line, and where to read more."""

    option = option

    def __init__(self, *words: Any, **options: Any) -> None:
        super().__init__(*words, **options)
        self._given: tuple[str, ...] = ()
        self._positionals.title = "what to give"
        # A board may begin with a negative coordinate: no option begins with a digit.
        self._negative_number_matcher = re.compile(r"-\d")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As it is, but what a command within a command does not know is refused there."""
        self._given = tuple(args or ())
        found, unknown = super().parse_known_args(args, namespace)
        if unknown and self.prog.count(" ") > 1:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return found, unknown

    def error(self, message: str) -> NoReturn:
        """Print the sentence and stop with status 2."""
        files = [word for word in self._given if word[:1] == "-" != word and os.path.exists(word)]
        missing = re.fullmatch("the following arguments are required: (.+)", message)
        if files:
            told = f"{files[0]} looks like an option: for the file of that name write ./{files[0]}"
        elif missing:
            told = "; ".join(map(self._missing, missing[1].split(", ")))
        else:
            told = next(
                (
                    found.expand(ours)
                    for theirs, ours in _REWORDED
                    if (found := theirs.fullmatch(message))
                ),
                message,
            )
        self.exit(2, f"{self.prog}: {told}\n'{self.prog} --help' says more.\n")

    def _missing(self, name: str) -> str:
        """That an argument is missing, and what it is."""
        for action in self._actions:
            if name in (action.metavar, action.dest, "/".join(action.option_strings)):
                what = ", ".join(action.choices or ()) or action.help
                return f"{name} is missing: {what}"
        return f"{name} is missing"
