"""``palago judge``: the move between two boards or photos, and what is wrong with it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from pkgutil import resolve_name

from ....engine.games.protocols import Between, Verdict
from ....engine.games.registry import kinds, plug_of
from ....engine.games.tables import TableShape
from ....engine.records.record import USUAL_GAME
from ....engine.stamp import stamped
from ...errors import BadInput
from ...usage.command_parser import CommandParser, Namespace
from ..arguments.boards import is_photo
from ..arguments.games import GAME, add_variant_arguments, game_of_record, variant_options
from ..arguments.outputs import write_svg


def add_arguments(parser: CommandParser) -> None:
    what = (
        "tiles such as '0,0a 1,0c', a photo, a reading, a board or position file, or - for "
        "standard input"
    )
    none = "'' for the empty table, or what the record ends with"
    parser.option("before BEFORE", f"{what}; {none}")
    parser.option("after AFTER", what)
    parser.option("--game GAME", GAME)
    parser.option(
        "--record FILE",
        "the record of the game up to the first board: it says which game it is, and how it stands",
    )
    parser.option(
        "--to-move COLOUR",
        "whose turn it is (usually known from the number of tiles, or from the position)",
    )
    parser.option("--mover COLOUR", "who moved, if that is known")
    parser.option("--roll ROLL", "Palagonia: what the dice showed, such as 2:rotate")
    parser.option("--out", "draw the board with what is wrong marked (SVG)", type=Path)
    parser.option("--json", "print the verdict as JSON")
    add_variant_arguments(parser)


def run(args: Namespace) -> int:
    """Print the verdict. 0 where a legal move was played, 1 where something is wrong or open."""
    kind, game, record = args.game or USUAL_GAME, None, args.record
    if record is not None:
        kind, game = game_of_record(record)
        if args.game not in (None, kind):
            raise BadInput(f"{record} is the record of a game of {kind}, not of {args.game}")
    if kind not in kinds():
        if not Path(kind).is_file():
            raise BadInput(f"--game is one of {', '.join(kinds())}, not {kind}")
        print("palago judge: a record is named by --record now", file=sys.stderr)
        record = kind
        kind, game = game_of_record(kind)
    from ...tables.choice import table_of

    table = table_of(kind).commands
    seen = resolve_name(table.argument)
    is_shown = is_photo(args.after)
    try:
        before, after = seen(args.before), seen(args.after)
        if game is not None and not args.before.strip():
            before = plug_of(kind).table.observed(game.board)
    except (BadInput, ValueError) as error:
        if record is None:
            raise
        raise BadInput(
            f"{record} is the record of a game of {kind}, which needs {table.wanted}: {error}"
        ) from None
    if is_shown and not len(after.board):
        raise BadInput("no board was seen in AFTER: there is nothing to judge")
    options = variant_options(args).to_json()
    given = Between(
        before, after, game, options, args.mover or "", args.to_move or "", args.roll or ""
    )
    try:
        verdict = plug_of(kind).judge_between(given)
    except ValueError as error:
        raise BadInput(str(error)) from None
    if args.out is not None:
        _draw(args.out, verdict, plug_of(kind).table)
    print(json.dumps(stamped("verdict", verdict.to_json())) if args.json else verdict)
    return 0 if verdict.settled else 1


def _draw(path: Path, verdict: Verdict, shape: TableShape) -> None:
    wrong = {c for found in verdict.findings if found.level == "wrong" for c in found.cells}
    title = " ".join(map(str, verdict.sentences))
    write_svg(path, shape.draw(verdict.board, marked=wrong or set(verdict.fresh), title=title))
