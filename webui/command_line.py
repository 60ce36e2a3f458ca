"""The command ``palago``: a fixed table of subcommands, each loaded only when it is called."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import os
import sys
from pathlib import Path

from .errors import BadInput
from .usage.table import COMMANDS

#: The options that name a file to be written.
_OUTPUTS = ("out", "proof", "csv")

DESCRIPTION = "The camera referee for tile games on a real table."
EPILOG = "Start with 'palago serve'. 'palago COMMAND --help' says more of each command."


def overview() -> str:
    """The help page: every command with a few words on what it does."""
    from ..engine.games.registry import kinds

    games = f"games: {', '.join(kinds())}"
    lines = ["usage: palago COMMAND [...]", "", DESCRIPTION, "", games, "", "commands:"]
    lines += [f"  {name:<11} {what}" for name, (_, what) in COMMANDS.items()]
    return "\n".join([*lines, "", EPILOG])


def main(arguments: list[str] | None = None) -> int:
    """Run one subcommand and return its exit status: 0 fine, 1 a finding, 2 bad input."""
    words = sys.argv[1:] if arguments is None else arguments
    name = f"palago {words[0]}" if words and words[0] in COMMANDS else "palago"
    try:
        _mend_streams()
        status = _main(words)
        sys.stdout.flush()
        return status
    except (BadInput, ValueError) as error:
        if not type(error).__module__.startswith("palago."):
            raise
        return _stopped(f"{name}: {error}")  # errors of our own are sentences for people
    except BrokenPipeError:  # the reader of our output went away, as `head` does
        _write_no_more()
        return 0
    except OSError as error:
        what = f" {error.filename}" if error.filename else ""
        return _stopped(f"{name}: cannot go on{what}: {error.strerror or error}")
    except UnicodeError:
        return _stopped(f"{name}: this is no text: save it as UTF-8")
    except MemoryError:
        return _stopped(f"{name}: this needs more memory than there is")
    except RecursionError:
        return _stopped(f"{name}: this is nested too deeply")
    except KeyboardInterrupt:
        return _stopped(f"{name}: stopped", 130)


def _main(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        print(overview())
        return 0
    if words[0] in ("-V", "--version"):
        from importlib.metadata import version

        print(f"palago {version('palago')}")
        return 0
    name = words[0]
    if name not in COMMANDS:
        print(f"palago: there is no command {name!r}.{_suggestion(name)}", file=sys.stderr)
        return 2
    module_name, what = COMMANDS[name]
    from .usage.command_parser import CommandParser
    from .usage.examples import show_examples
    from .usage.table import with_new_names

    module = importlib.import_module(f".commands.{module_name}", __package__)
    parser = CommandParser(prog=f"palago {name}", description=f"{what[0].upper()}{what[1:]}.")
    module.add_arguments(parser)
    show_examples(parser, name)
    given = with_new_names(name, words[1:], lambda told: print(told, file=sys.stderr))
    # A positional that may be missing is else taken for missing where options stand before it.
    mixed = getattr(module, "OPTIONS_BETWEEN", False)
    try:
        options = (parser.parse_intermixed_args if mixed else parser.parse_args)(given)
    except SystemExit as stop:  # argparse has printed its message; callers want a status
        return int(stop.code or 0)
    _spare_what_is_no_file(options)
    return int(module.run(options))


def _mend_streams() -> None:
    """Have three standard streams that can be used, whatever they were left as. Raises BadInput. A
    sign that the terminal's encoding lacks is printed as a question mark."""
    is_closed = sys.stdout is None
    for number in range(3):  # else the next file opened would take the place of a closed stream
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    if is_closed:
        raise BadInput("standard output is closed: there is nowhere to write to")


def _spare_what_is_no_file(options: argparse.Namespace) -> None:
    """Refuse to write over a device or pipe; write through a link, not over it. Raises BadInput."""
    for name in _OUTPUTS:
        wished = getattr(options, name, None)
        if not isinstance(wished, str | Path) or wished == "-":
            continue
        path = Path(wished)
        try:
            if path.exists() and not path.is_file() and not path.is_dir():
                raise BadInput(f"{wished} is no ordinary file: name another --{name}")
            if path.is_symlink():
                setattr(options, name, type(wished)(os.path.realpath(path)))
        except (OSError, RuntimeError, ValueError) as error:
            raise BadInput(f"cannot write {wished}: {error}") from None


def _stopped(sentence: str, status: int = 2) -> int:
    """Say why nothing more is done, if anybody can be told."""
    with contextlib.suppress(OSError):
        print(sentence, file=sys.stderr)
    _write_no_more()
    return status


def _write_no_more() -> None:
    """Let what was not written yet be lost: Python would try again at its end, and complain."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _suggestion(name: str) -> str:
    import difflib

    near = difflib.get_close_matches(name, COMMANDS, n=1)
    hint = f" Did you mean '{near[0]}'?" if near else ""
    return f"{hint} 'palago --help' lists all commands."


if __name__ == "__main__":
    raise SystemExit(main())
