"""``palago serve``: the dashboard for every phone and laptop in the room."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..arguments.outputs import add_flag


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where to listen, where to keep things, who may change them."""
    parser.add_argument(
        "--host", default="0.0.0.0", help="address to listen on (default: everyone on the network)"
    )
    parser.add_argument(
        "--port", type=int, help="port (default: 8765, or the next free one; 0: any free one)"
    )
    add_flag(
        parser,
        "--https",
        "encrypt with a certificate of our own; browsers warn once, then cameras work",
    )
    parser.add_argument(
        "--data",
        metavar="DIR",
        help="folder of games, photos and profiles (default: $PALAGO_DATA, else "
        "~/.local/share/palago or $XDG_DATA_HOME/palago, on Windows %%LOCALAPPDATA%%\\palago)",
    )
    parser.add_argument(
        "--database", metavar="URL", help="games in this database instead, e.g. postgresql://…"
    )
    parser.add_argument(
        "--photos",
        type=Path,
        metavar="FOLDER",
        help="keep photos here, for dashboards that share a database (default: in the data folder)",
    )
    parser.add_argument(
        "--proxy",
        metavar="ADDRESS",
        help="the address of a proxy that says, by X-Forwarded-For, whom it speaks for",
    )
    parser.add_argument(
        "--pin", help="ask for this PIN (six digits or more) before a game can be changed"
    )
    add_flag(parser, "--pin-to-view", "ask for the PIN before looking on, too")
    parser.add_argument(
        "--key-file",
        metavar="FILE",
        help="keep the referees' key in this file, so that phones stay referees after a restart",
    )
    add_flag(parser, "--open", "let everyone on the network change and erase games")
    parser.add_argument(
        "--hostname",
        metavar="NAME",
        action="append",
        default=[],
        help="another name that leads to this machine",
    )
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="read photos that are dropped on the page on the workers of this Dask scheduler "
        "(tcp://HOST:PORT; needs 'palago[dask]')",
    )
    parser.add_argument("--photo", metavar="FILE", help="open with this photo already read")
    add_flag(parser, "--browser", "show the page in this machine's browser")
    add_flag(parser, "--quiet", "print the address only, and show no sample table")


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    from ...serving import serve

    return serve(args)
