"""``palago judge``: the move between two boards or photos, and what is wrong with it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ....engine.palago.game import Game
    from ....engine.palago.verdict import Verdict
    from ....engine.palagonia.game import Game as Palagonia
    from ....engine.tiles.observation import Observation

GAMES = ("palago", "palagonia")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``palago judge``."""
    from ..arguments.games import add_variant_arguments

    what = "a photo, a reading, a board file, or tiles such as '0,0a 1,0c'"
    parser.add_argument("before", metavar="BEFORE", help=f"{what}; '' for the empty table")
    parser.add_argument("after", metavar="AFTER", help=what)
    parser.add_argument(
        "--game",
        default="palago",
        help="palago (usual), palagonia, or the record of the game up to the first board",
    )
    parser.add_argument(
        "--to-move",
        choices=("white", "blue"),
        help="whose turn it is (usually known from the number of tiles)",
    )
    parser.add_argument("--mover", choices=("white", "blue"), help="who moved, if that is known")
    parser.add_argument("--roll", help="Palagonia: what the dice showed, such as 2:rotate")
    parser.add_argument("--out", type=Path, help="draw the board with what is wrong marked (SVG)")
    parser.add_argument("--json", action="store_true", help="print the verdict as JSON")
    add_variant_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Print the verdict. 0 where a legal move was played, 1 where something is wrong or open."""
    from ..arguments.observations import observation_argument

    before, after = observation_argument(args.before), observation_argument(args.after)
    record_game = None if args.game in GAMES else _game_of_record(args.game)
    if args.game == "palagonia" or (record_game is not None and _is_palagonia(record_game)):
        return _judge_palagonia(args, before, after, record_game)
    return _judge_palago(args, before, after, record_game)


def _is_palagonia(game: object) -> bool:
    from ....engine.palagonia.game import Game as Palagonia

    return isinstance(game, Palagonia)


def _judge_palago(
    args: argparse.Namespace, before: Observation, after: Observation, game: object
) -> int:
    import json

    from ....engine.lattice import Colour
    from ....engine.palago.game import Game
    from ....engine.palago.referee import game_of_board, judge
    from ....engine.tiles.board import Board
    from ..arguments.games import variant_options

    if isinstance(game, Game):
        position = game
    else:
        # What lies on the table is only known from the first board, with all its doubts.
        options = variant_options(args)
        to_move = game_of_board(before.board, options).to_move
        to_move = to_move if args.to_move is None else Colour(args.to_move)
        position = Game.from_board(Board(), to_move, options)
    verdict = judge(
        before, after, position, mover=None if args.mover is None else Colour(args.mover)
    )
    if args.out is not None:
        _draw(args.out, verdict)
    print(json.dumps(verdict.to_json()) if args.json else verdict)
    return 0 if verdict.settled else 1


def _judge_palagonia(
    args: argparse.Namespace, before: Observation, after: Observation, game: object
) -> int:
    import json

    from ....engine.palagonia.dice import DiceError, Roll
    from ....engine.palagonia.game import Game as Palagonia
    from ....engine.palagonia.referee import Table, judge
    from ...errors import BadInput

    try:
        roll = None if args.roll is None else Roll.from_text(args.roll)
    except DiceError as error:
        raise BadInput(str(error)) from None
    verdict = judge(before, after, Table(roll, game=game if isinstance(game, Palagonia) else None))
    if args.json:
        print(json.dumps(verdict.to_json()))
    else:
        print("\n".join(map(str, verdict.sentences)))
    return 0 if verdict.legal else 1


def _game_of_record(source: str) -> Game | Palagonia:
    """The game of a record after its last move. Raises BadInput."""
    from ....engine.records.replay import PalagoniaPosition, PalagoPosition, replay
    from ...errors import BadInput
    from ..arguments.games import record_argument

    if not Path(source).exists() and source != "-":
        raise BadInput(f"--game is palago, palagonia or a record; there is no file {source}")
    found = replay(record_argument(source))
    if found.problems:
        raise BadInput(f"{source}: {found.problems[0]}; 'palago replay' says more")
    if not isinstance(found.position, PalagoPosition | PalagoniaPosition):
        raise BadInput(f"{source} is no record of Palago or of Palagonia with its dice")
    return found.position.game


def _draw(path: Path, verdict: Verdict) -> None:
    from ....engine.drawing.diagram import board_svg
    from ...errors import BadInput

    wrong = {cell for violation in verdict.violations for cell in violation.tiles}
    svg = board_svg(
        verdict.board,
        coordinates=True,
        marked=wrong or {tile.cell for tile in verdict.added},
        filled=[group for group in verdict.closures if group.is_creature],
        title=str(verdict),
    )
    try:
        path.write_text(svg + "\n", encoding="utf-8")
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror or error}") from None
