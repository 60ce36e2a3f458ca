"""``palago puzzles``: make puzzles of records and of the program's own games, or check them."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, cycle
from pathlib import Path
from typing import TYPE_CHECKING

from tqdm import tqdm

from ....engine.palago.puzzles.puzzle import (
    Puzzle,
    PuzzleKind,
    dump_puzzles,
    puzzles_that_came,
    read_puzzles,
)
from ....engine.records.replay import replay
from ....engine.whole_file import why_not_opened
from ...errors import BadInput
from ...store.files.whole_files import write_whole
from ...usage.command_parser import CommandParser, Namespace
from ..arguments.games import record_argument, record_files
from ..arguments.outputs import print_json, writing

if TYPE_CHECKING:
    from ....engine.palago.puzzles.generating import PuzzleGame

DEFAULT_SECONDS = 3600.0
MOST_PUZZLES = 5_000
#: The kinds of ten puzzles, in the order in which fewer are made.
_AMONG_TEN: tuple[PuzzleKind, ...] = (
    "win_in_2", "win_in_3", "only_parry", "win_in_2", "win_in_1",
    "win_in_3", "win_in_2", "only_parry", "win_in_3", "win_in_2",
)  # fmt: skip


def add_arguments(parser: CommandParser) -> None:
    parser.option(
        "file", "a file of puzzles (default: those that came with it)", nargs="?", type=Path
    )
    parser.option("--make N", "make N puzzles into the file, or as many as are found in time")
    parser.option(
        "--records FOLDER|RECORD",
        "with --make: look in these games first, then in games of the program's own",
        nargs="+",
        default=[],
    )
    parser.option(
        "--seconds SECONDS",
        f"with --make: stop after so long (default {DEFAULT_SECONDS:g})",
        default=DEFAULT_SECONDS,
    )
    parser.option("--seed", "with --make: of the program's games", type=int, default=0)
    parser.option("--check", "search each again: has it exactly one solution?")
    parser.option("--json", "print the puzzles as JSON lines")


def run(args: Namespace) -> int:
    """Make, check or count puzzles. 1 where one that is checked is none."""
    if args.make is not None:
        return _make(args)
    if args.file is None:
        puzzles = puzzles_that_came()
    else:
        try:
            puzzles = read_puzzles(args.file.read_text(encoding="utf-8"))
        except OSError as error:
            raise BadInput(why_not_opened(args.file, error)) from None
        except ValueError as error:
            raise BadInput(f"{args.file}: {error}") from None
    if args.check:
        return _check(puzzles)
    if args.json:
        for puzzle in puzzles:
            told = {"name": puzzle.name, "level": puzzle.level, **puzzle.to_json()}
            print_json("puzzle", told)
    else:
        _count(puzzles)
    return 0


def _make(args: Namespace) -> int:
    from ....engine.palago.puzzles.generating import games_of_the_program, generate

    if args.file is None:
        raise BadInput("--make needs a file to write to, as in: palago puzzles mine.json --make 50")
    if not 1 <= args.make <= MOST_PUZZLES:
        raise BadInput(f"--make must be 1 to {MOST_PUZZLES}, not {args.make}")
    wanted = Counter(kind for _, kind in zip(range(args.make), cycle(_AMONG_TEN), strict=False))
    games = chain(_games(args.records), games_of_the_program(args.seed))
    found: list[Puzzle] = []
    with tqdm(total=sum(wanted.values()), unit="puzzle", leave=False, disable=None) as bar:
        try:
            for puzzle in generate(wanted, games, args.seconds, args.seed):
                found.append(puzzle)
                bar.update(1)
        except KeyboardInterrupt:
            pass  # what is found by then is kept
    with writing(args.file):
        write_whole(args.file, dump_puzzles(found).encode())
    _count(found)
    return 0


def _games(named: list[str]) -> Iterator[PuzzleGame]:
    """The usual games of Palago among records, each with its positions."""
    from ....engine.palago.puzzles.generating import PuzzleGame

    for path in record_files(named):
        try:
            record = record_argument(str(path))
        except BadInput as error:
            if str(path) in named:
                raise
            tqdm.write(f"left out: {error}", file=sys.stderr)
            continue
        played = replay(record)
        positions = (step.position for step in played.steps)
        yield PuzzleGame.of(record.title or path.stem, positions)


def _check(puzzles: Iterable[Puzzle]) -> int:
    from ....engine.palago.puzzles.finding import find_puzzle

    wrong = 0
    for puzzle in tqdm(tuple(puzzles), unit="puzzle", leave=False, disable=None):
        found = find_puzzle(puzzle.board, puzzle.to_move)
        if found is None or (found.kind, found.line[0]) != (puzzle.kind, puzzle.line[0]):
            wrong += 1
            print(f"{puzzle.name}: this is no {puzzle.kind.replace('_', ' ')} with one solution")
    if not wrong:
        print("Each of them has exactly one solution.")
    return 1 if wrong else 0


def _count(puzzles: Iterable[Puzzle]) -> None:
    counts = Counter((puzzle.level, puzzle.kind) for puzzle in puzzles)
    many = sum(counts.values())
    print(f"{many} puzzle{'' if many == 1 else 's'}")
    for (level, kind), count in sorted(counts.items()):
        print(f"  level {level}, {kind.replace('_', ' ')}: {count}")
