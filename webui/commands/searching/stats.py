"""``palago stats``: many records at once: openings, results, lengths, players."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

from tqdm import tqdm

from ....engine.records.collection import COLUMNS, PlayedRecord, as_played, played_record, summary
from ....engine.records.files import read_record
from ....engine.records.record import is_no_record
from ....engine.stamp import stamped
from ...errors import BadInput
from ...texts import in_english
from ...usage.command_parser import CommandParser, Namespace
from ..arguments.games import record_files
from ..arguments.outputs import writing


def add_arguments(parser: CommandParser) -> None:
    parser.option("folder FOLDER|RECORD", "folders of records, or records", nargs="+")
    parser.option(
        "--csv FILE", "write a line for each game, as pandas.read_csv reads it", type=Path
    )
    parser.option("--json", "print all as JSON, each game too")


def run(args: Namespace) -> int:
    """Print what the games tell. 1 where a file is no record, or one goes wrong. Raises BadInput
    where there is none at all."""
    paths = record_files(args.folder)
    rows: list[PlayedRecord] = []
    strangers: list[str] = []
    others: list[str] = []
    known: dict[str, str] = {}
    again: dict[str, str] = {}
    for path in tqdm(paths, unit="game", leave=False, disable=None):
        try:
            record = read_record(path.read_bytes())
            first = known.setdefault(as_played(record).dumps(), str(path))
            if first == str(path):
                rows.append(played_record(first, record))
            else:
                again[str(path)] = first
        except OSError as error:
            strangers.append(f"{path}: {error.strerror or error}")
        except ValueError as error:
            if is_no_record(error) and str(path) not in args.folder:
                others.append(str(path))
            else:
                strangers.append(f"{path}: {error}")
    if not (rows or strangers):
        raise BadInput(f"no file in {', '.join(args.folder)} is a record of a game")
    if args.csv is not None:
        with writing(args.csv), args.csv.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(COLUMNS)
            writer.writerows(row.as_row() for row in rows)
    told = summary(rows)
    if args.json:
        games = [row.to_json() for row in rows]
        more = {"not_read": strangers, "no_records": others, "same_games": again, "list": games}
        whole = stamped("statistics", {**told, **more})
        print(json.dumps(whole, ensure_ascii=False))
    else:
        _tell(told, rows, strangers)
        for path, first in again.items():
            print(f"{path}: the same game as {first}, counted once")
        if others:
            named = ", ".join(others if len(others) < 5 else [*others[:3], "…"])
            print(f"no records of games ({len(others)}): {named}")
    return 1 if strangers or told["problems"] else 0


def _tell(told: dict[str, Any], rows: list[PlayedRecord], strangers: list[str]) -> None:
    for kind, of in told["kinds"].items():
        turns, left_out = of["turns"], of["games"] - of["of_turns"]
        print(f"{kind}: {_games(of)}, {_counted(of['results'])}")
        if turns:
            print(
                f"  turns: {turns['shortest']} to {turns['longest']}, half of the games up to "
                f"{turns['median']:g}"
            )
        if left_out:
            games = in_english("games", count=left_out)
            print(f"  not counted in turns: {games} with turns missing or against the rules")
        for name, opening in of["openings"].items():
            print(f"  opening {name}: {_games(opening)}, {_counted(opening['results'])}")
        for name, player in of["players"].items():
            drawn = f", {player['drawn']} drawn" if player["drawn"] else ""
            print(f"  {name}: {_games(player)}, {player['won']} won{drawn}")
    for row in rows:
        for move in row.missing:
            print(f"{row.source}: turns are missing at move {move}")
        if row.problem:
            print(f"{row.source}: {row.problem}")
    for sentence in strangers:
        print(sentence)


def _games(of: dict[str, Any]) -> str:
    return in_english("games", count=of["games"])


def _counted(results: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in results.items())
