"""``palago replay``: a whole record held against the rules."""

from __future__ import annotations

from ....engine.games.registry import plug_of
from ....engine.records.replay import replay
from ...usage.command_parser import CommandParser, Namespace
from ..arguments.games import record_argument
from ..arguments.outputs import print_json


def add_arguments(parser: CommandParser) -> None:
    parser.option("record RECORD|-", "a record as JSON, text, SGF or zip; - reads it")
    parser.option("--boards", "draw the board after each turn")
    parser.option("--json", "print what was found as JSON")


def run(args: Namespace) -> int:
    """Print the turns and what is against the rules. 1 where something is."""
    record = record_argument(args.record)
    found = replay(record)
    if args.json:
        position = found.position
        print_json(
            "replay",
            {
                "game": record.game,
                "turns": len(record.moves),
                "legal_turns": sum(step.gap is None for step in found.steps),
                "legal": not found.problems,
                "turns_missing": list(found.missing),
                "problems": [problem.to_json() for problem in found.problems],
                "result": found.result,
                "board": None if position is None else position.board.to_text(),
            },
        )
        return 1 if found.problems else 0
    for step in found.steps:
        gap = "" if step.gap is None else f"  {step.gap.phrase}"
        print(f"{step.number}. {step.turn.move}{gap}")
        if args.boards:
            print(plug_of(record.game).table.write(step.position.board), end="\n\n")
    for problem in found.problems:
        print(f"Wrong: {problem}")
    if not found.problems:
        result = found.result
        ending = "the game goes on" if result is None else f"result: {result}"
        legal = len(found.steps) - len(found.missing)
        print(
            f"Every turn {'that was seen ' if found.missing else ''}is legal ({legal}); {ending}."
        )
    return 1 if found.problems else 0
