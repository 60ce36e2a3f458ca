"""``palago serve``: the dashboard for every phone and laptop in the room."""

from __future__ import annotations

from pathlib import Path

from ...usage.command_parser import CommandParser, Namespace


def add_arguments(parser: CommandParser) -> None:
    parser.option(
        "--host", "address to listen on (default: everyone on the network)", default="0.0.0.0"
    )
    parser.option("--port", "port (default: 8765, or the next free one; 0: any free one)", type=int)
    parser.option(
        "--https", "encrypt with a certificate of our own; browsers warn once, then cameras work"
    )
    parser.option(
        "--data DIR",
        "folder of games, photos and profiles (default: $PALAGO_DATA, else "
        "~/.local/share/palago or $XDG_DATA_HOME/palago, on Windows %%LOCALAPPDATA%%\\palago)",
    )
    parser.option("--database URL", "games in this database instead, e.g. postgresql://…")
    parser.option(
        "--photos FOLDER",
        "keep photos here, for dashboards that share a database (default: in the data folder)",
        type=Path,
    )
    parser.option(
        "--proxy ADDRESS",
        "the address of a proxy that says, by X-Forwarded-For, whom it speaks for",
    )
    parser.option("--pin PIN", "ask for this PIN (six digits or more) before a game can be changed")
    parser.option("--pin-to-view", "ask for the PIN before looking on, too")
    parser.option(
        "--key-file FILE",
        "keep the referees' key in this file, so that phones stay referees after a restart",
    )
    parser.option("--open", "let everyone on the network change and erase games")
    parser.option(
        "--hostname NAME", "another name that leads to this machine", action="append", default=[]
    )
    parser.option(
        "--scheduler ADDRESS",
        "read photos that are dropped on the page on the workers of this Dask scheduler "
        "(tcp://HOST:PORT; needs 'palago[dask]')",
    )
    parser.option("--photo FILE", "open with this photo already read")
    parser.option("--browser", "show the page in this machine's browser")
    parser.option("--quiet", "print the address only, and show no sample table")


def run(args: Namespace) -> int:
    """Serve until Ctrl-C."""
    from ...serving import serve

    return serve(args)
