"""``palago live``: a camera over the table feeds the dashboard and referees the game."""

from __future__ import annotations

import sys
from itertools import islice
from string import ascii_uppercase
from typing import TYPE_CHECKING

from ....engine.games.registry import plug_of
from ...usage.command_parser import CommandParser, Namespace
from ..arguments.games import add_game_argument, add_players_arguments, asked_told, table_of_game
from ..games import serve

if TYPE_CHECKING:
    from flask import Flask

USUAL_PLAYERS = 3
"""Of a game for any number, where nobody is named."""
FRAMES_LOOKED_AT = 600
"""Number of a film's first frames that tell whether its clock is the table's."""


def add_arguments(parser: CommandParser) -> None:
    parser.option(
        "--camera 0|URL|FILE",
        "a camera's number, a stream's address, or a video file (default: camera 0)",
        default="0",
    )
    add_game_argument(parser)
    add_players_arguments(parser, "the players of Palagonia, Palagem or Palanquée, as they sit")
    parser.option("--ask", "confirm no move without a tap, however sure it is")
    serve.add_arguments(parser)


def run(args: Namespace) -> int:
    """Watch and serve until Ctrl-C."""
    from ....vision.photos.frames import coming_back, in_real_time, is_live, open_frames
    from ....vision.tracking.camera.time_lapse import runs_by_another_clock
    from ...app import services_of, sessions_of
    from ...serving import serve as serve_dashboard

    table_of_game(args.game)
    if is_live(args.camera):
        frames = coming_back(args.camera)
    else:
        frames = open_frames(args.camera)
        if runs_by_another_clock(islice(open_frames(args.camera), FRAMES_LOOKED_AT)):
            told = "hardly ever is this film calm for a second, as a table at play is"
            print(f"palago live: {told}: 'palago digitise' records it whole", file=sys.stderr)
        frames = in_real_time(frames)

    def watch(app: Flask) -> str:
        plug = plug_of(args.game)
        options = asked_told(args, plug)
        if plug.players is not None:
            few, many = plug.players
            usual = min(max(few, USUAL_PLAYERS), many)
            count = max(map(len, options.values()), default=usual)
            options["players"] = args.players or list(ascii_uppercase[:count])
        data = {"kind": args.game, "title": "", "options": options}
        game = services_of(app).desk.start(data)
        sessions_of(app).start(game, frames, confirms=not args.ask)
        return f"/games/{game}"

    return serve_dashboard(args, watch)
