"""``palago palanquee``: positions of Palanquée: legal actions, actions played, analysis."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from ....engine.palanquee.position_answers import analyse_answer, legal_answer, play_answer
from ....engine.palanquee.table.pieces_json import PositionError
from ...usage.command_parser import CommandParser, Namespace
from ...usage.examples import show_examples
from ..arguments.games import names
from ..arguments.outputs import print_json
from ..arguments.table_arguments import completed, positions


def add_arguments(parser: CommandParser) -> None:
    what = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    for name, help_text in (
        ("legal", "every legal first action of the turn"),
        ("play", 'the position\'s "actions", played in order'),
        (
            "analyse",
            "captures, dangers, forbidden cells, columns, buttons, leaves, hanging sprouts",
        ),
    ):
        sub = what.add_parser(
            name, help=help_text, description=f"{help_text[0].upper()}{help_text[1:]}."
        )
        sub.option(
            "file POSITION",
            "a position as JSON, a photo of the board, a file with one position or many as "
            "JSON lines, or - for standard input",
        )
        sub.option(
            "--players ANN,BEN",
            "the colours that play, in the order of their turns, where the position does not "
            "say it (a photo: those that were seen)",
            type=names,
        )
        sub.option(
            "--to-move COLOUR",
            "whose turn it is, where the position does not say it (a photo: the first)",
        )
        show_examples(sub, f"palanquee {name}")
        sub.option("--json", "JSON is what is printed anyway")


def run(args: Namespace) -> int:
    """Print one JSON object a position, in the same order. 2 where any could not be read."""
    answers = {"legal": legal_answer, "play": play_answer, "analyse": analyse_answer}
    failed = False
    for value in positions(args.file):
        position = completed(value, args.players or (), args.to_move)
        found = _answered(answers[args.what], position)
        failed |= "error" in found
        if "error" not in found and "to_move" not in value:
            found |= _taken(value, position, is_told=args.to_move is not None)
        print_json(f"palanquee-{args.what}", found)
    return 2 if failed else 0


def _taken(value: Any, position: Any, *, is_told: bool) -> dict[str, Any]:
    """Who is taken to be on turn, where a position or a photo does not say it, and what was not
    seen well in a photo. Both are said to who reads no JSON, too."""
    on_turn, warnings = position["to_move"], value.get("warnings")
    doubts = [str(words) for words in warnings] if isinstance(warnings, list) else []
    say = [] if is_told else [f"{on_turn} is taken to be on turn: --to-move says who is"]
    for line in say + doubts:
        print(f"palago palanquee: {line}", file=sys.stderr)
    return {"to_move": on_turn} | ({"doubts": doubts} if doubts else {})


def _answered(answer: Callable[[Any], dict[str, Any]], value: Any) -> dict[str, Any]:
    if isinstance(value, ValueError):
        return {"id": None, "error": str(value)}
    try:
        return answer(value)
    except PositionError as error:
        name = value.get("id") if isinstance(value, dict) else None
        return {"id": name, "error": str(error)}
