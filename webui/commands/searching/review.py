"""``palago review``: what was missed in a finished game, move by move."""

from __future__ import annotations

import json
from pathlib import Path

from tqdm import tqdm

from ....engine.games.reviewing import Effort
from ....engine.records.files import write_record
from ....engine.records.reviewed import NoReview, annotated, review
from ...errors import BadInput
from ...usage.command_parser import CommandParser, Namespace
from ..arguments.games import format_of, record_argument
from ..arguments.outputs import require_writable, writing
from ..arguments.searches import check_search

DEFAULT_MOVES, DEFAULT_SECONDS = 3, 3.0


def add_arguments(parser: CommandParser) -> None:
    parser.option("record", "a record: JSON, text, SGF or zip; - for standard input")
    parser.option(
        "--moves N",
        f"look for forced wins in up to N moves (default {DEFAULT_MOVES})",
        default=DEFAULT_MOVES,
    )
    parser.option(
        "--seconds SECONDS",
        f"search each position so long at most (default {DEFAULT_SECONDS:g})",
        default=DEFAULT_SECONDS,
    )
    parser.option(
        "--out FILE",
        "write the record with the review as comments and variations (.sgf, .json, .txt)",
        type=Path,
    )
    parser.option("--json", "print the review as JSON")


def run(args: Namespace) -> int:
    """Print a sentence a move. 2 where the record goes wrong."""
    check_search(args)
    form = None if args.out is None else format_of(args.out)
    record = record_argument(args.record)
    if form is not None:
        require_writable(args.out)
    with tqdm(total=len(record.moves), unit="move", leave=False, disable=None) as bar:
        try:
            found = review(record, Effort(args.moves, args.seconds), lambda done, of: bar.update())
        except NoReview as error:
            raise BadInput(f"{args.record}: {error}") from None
    if args.json:
        print(json.dumps(found.to_json()))
    else:
        for remark in found.remarks:
            said = " ".join(map(str, remark.phrases)) or "–"
            better = f"  Better: {' / '.join(remark.better)}" if remark.better else ""
            who = f"{remark.who}: " if remark.who else ""
            print(f"{remark.number:>3}. {who}{remark.action}  {said}{better}")
        if found.turning_point is not None:
            print(f"The turning point was move {found.turning_point}.")
        if not found.remarks:
            print("No turn was played that can be reviewed.")
        if not all(remark.complete for remark in found.remarks):
            print("Some positions were not searched to the end: --seconds allows more.")
    if form is not None:
        with writing(args.out):
            args.out.write_bytes(write_record(annotated(record, found), form))
    return 0
