"""The command ``palago``: a fixed table of subcommands, each loaded only when it is called."""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
from types import ModuleType

from .errors import BadInput

#: Name on the command line → (module in ``commands``, what it does in a few words).
COMMANDS: dict[str, tuple[str, str]] = {
    "read": ("photos.read", "read photos of a table into boards"),
    "serve": ("games.serve", "start the dashboard for phones and laptops"),
    "live": ("photos.live", "watch a table through a camera and referee the game"),
    "digitise": ("photos.digitise", "turn a folder of photos or a video into a game record"),
    "analyse": ("boards.analyse", "groups, closures, moves and threats of a board"),
    "judge": ("boards.judge", "two boards or photos: which move was played, and was it legal"),
    "score": ("boards.score", "score every closed creature for Palagonia"),
    "threats": ("boards.threats", "who threatens to win, and which replies hold"),
    "solve": ("searching.solve", "search for a forced win"),
    "pay": ("searching.pay", "what a roll of the Palagonia dice can earn"),
    "review": ("searching.review", "what was missed in a finished game, move by move"),
    "openings": ("searching.openings", "the six opening pairs and what is proved of each"),
    "verify": ("searching.verify", "check a proof with nothing but the rules"),
    "play": ("games.play", "play a game in the terminal"),
    "replay": ("games.replay", "check a whole game record"),
    "record": ("games.record", "convert game records between formats"),
    "palanquee": ("games.palanquee", "legal actions of Palanquée positions, and what they cause"),
    "creatures": ("searching.creatures", "list or count all creatures of a size"),
    "creature": ("boards.creature", "draw and score a creature given as an algebraic sum"),
    "diagram": ("boards.diagram", "draw a board as an SVG picture"),
    "print": ("photos.print_sheets", "print tiles, dice and score cards"),
    "calibrate": ("photos.calibrate", "teach a camera or a set of tiles (optional)"),
    "bench": ("photos.bench", "measure the reader on photos with known boards"),
}

DESCRIPTION = "The camera referee for Palago and Palagonia on a real table."
EPILOG = "Start with 'palago read PHOTO' or 'palago serve'. 'palago COMMAND --help' says more."


def overview() -> str:
    """The help page: every command with a few words on what it does."""
    lines = ["usage: palago COMMAND [...]", "", DESCRIPTION, "", "commands:"]
    lines += [f"  {name:<11} {what}" for name, (_, what) in COMMANDS.items()]
    return "\n".join([*lines, "", EPILOG])


def main(arguments: list[str] | None = None) -> int:
    """Run one subcommand and return its exit status: 0 fine, 1 a finding, 2 bad input."""
    _write_what_the_terminal_can_show()
    words = sys.argv[1:] if arguments is None else arguments
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
    module = importlib.import_module(f".commands.{module_name}", __package__)
    parser = argparse.ArgumentParser(prog=f"palago {name}", description=f"{_sentence(what)}.")
    module.add_arguments(parser)
    try:
        options = parser.parse_args(words[1:])
    except SystemExit as stop:  # argparse has printed its message; callers want a status
        return int(stop.code or 0)
    return _run(name, module, options)


def _write_what_the_terminal_can_show() -> None:
    """Print a question mark for a sign that the terminal's encoding lacks, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _run(name: str, module: ModuleType, options: argparse.Namespace) -> int:
    try:
        status = int(module.run(options))
        sys.stdout.flush()
        return status
    except BadInput as error:
        print(f"palago {name}: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of our output went away, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print(f"palago {name}: stopped", file=sys.stderr)
        return 130


def _sentence(words: str) -> str:
    return words[0].upper() + words[1:]


def _suggestion(name: str) -> str:
    import difflib

    near = difflib.get_close_matches(name, COMMANDS, n=1)
    hint = f" Did you mean '{near[0]}'?" if near else ""
    return f"{hint} 'palago --help' lists all commands."


if __name__ == "__main__":
    raise SystemExit(main())
