"""What the players agreed on, as arguments of subcommands, and records from files."""

from __future__ import annotations

import sys
from argparse import _ActionsContainer
from pathlib import Path
from typing import Any

from ....engine.games.protocols import AnyPlug, Game
from ....engine.games.registry import kinds, plug_of
from ....engine.games.tables import TableShape
from ....engine.palago.game import GameOptions
from ....engine.records.files import FORMAT_OF_SUFFIX, read_record, record_paths
from ....engine.records.record import USUAL_GAME, Record, RecordError
from ....engine.records.replay import replay
from ....engine.tiles.board import Tile
from ....engine.whole_file import not_there, why_not_opened
from ...errors import BadInput
from ...jobs.reading_told import source_named
from ...usage.command_parser import CommandParser, Namespace, option

#: What every ``--game`` says.
GAME = f"{USUAL_GAME} (usual), {', '.join(kinds()[1:-1])} or {kinds()[-1]}"
MOST_RECORD_BYTES = 4_000_000_000


def add_game_argument(parser: CommandParser, more: str = "") -> None:
    """Declare ``--game``; ``more`` says what hangs on it."""
    parser.option("--game GAME", GAME + more, default=USUAL_GAME)


def add_variant_arguments(parser: CommandParser) -> None:
    """Declare the variants of Palago (rules, Palago 8) and the tie-break."""
    group = parser.add_argument_group("what was agreed on")
    add_turn_arguments(group)
    option(
        group,
        "--fixed-start TILE",
        "start from one fixed tile that counts as the opener's first (default 0,0a)",
        nargs="?",
        const="0,0a",
    )
    option(group, "--tie-break", "the largest open group wins when tiles run out")


def add_turn_arguments(taker: _ActionsContainer) -> None:
    """Declare those of the variants that digitising knows."""
    option(taker, "--tiles", "tiles in the bag (default 48)", type=int)
    option(taker, "--single", "the variant with one tile a turn")
    option(taker, "--anywhere", "the variant in which two tiles need not touch")


def names(text: str) -> list[str]:
    """The names of players, ``Ann,Ben``, as ``--players`` takes them."""
    return [name.strip() for name in text.split(",") if name.strip()]


def table_of_game(kind: str) -> TableShape:
    """What lies on this game's table. Raises UnknownKind."""
    return plug_of(kind).table


def add_players_arguments(parser: CommandParser, told: str) -> None:
    """Declare the players, and what else of a game no table shows."""
    parser.option("--players ANN,BEN", told, type=names, default=[])
    for plug in map(plug_of, kinds()):
        for one in plug.asked:
            told, example = f"{plug.name.title()}: {one.help}", one.example.upper()
            parser.add_argument(f"--{one.name}", type=names, default=[], metavar=example, help=told)


def asked_told(args: Namespace, plug: AnyPlug) -> dict[str, list[str]]:
    """What was told of what no table shows. Raises BadInput where it is of another game."""
    for other in map(plug_of, kinds()):
        for name in {one.name for one in other.asked} - {one.name for one in plug.asked}:
            if getattr(args, name):
                raise BadInput(f"--{name} is said for {other.name}, not for {plug.name}")
    told = {one.name: getattr(args, one.name) for one in plug.asked}
    return {name: words for name, words in told.items() if words}


def options_told(args: Namespace, plug: AnyPlug) -> dict[str, Any]:
    """The options of a game that were given on the command line. Raises BadInput where one of them
    is of other games."""
    options = {"tiles": "tiles", "single": "single_placement", "anywhere": "place_anywhere"}
    given = {word: getattr(args, word) for word in options}
    told = {word: value for word, value in given.items() if value not in (None, False)}
    for word in told:
        if options[word] not in plug.option_names:
            of = [kind for kind in kinds() if options[word] in plug_of(kind).option_names]
            raise BadInput(f"--{word} is said for {' or '.join(of)}, not for {plug.name}")
    return {options[word]: value for word, value in told.items()} | asked_told(args, plug)


def variant_options(args: Namespace) -> GameOptions:
    """The options of :func:`add_variant_arguments`. Raises OptionsError, BoardError."""
    fixed = None if args.fixed_start is None else Tile.from_text(args.fixed_start)
    tiles = GameOptions().tiles if args.tiles is None else args.tiles
    return GameOptions(tiles, args.single, args.anywhere, fixed, args.tie_break)


def read_bytes(source: str) -> bytes:
    """A file, or standard input for ``-``. Raises BadInput."""
    try:
        if source == "-":
            data = sys.stdin.buffer.read(MOST_RECORD_BYTES + 1)
        else:
            with Path(source).open("rb") as file:
                data = file.read(MOST_RECORD_BYTES + 1)
    except (OSError, ValueError) as error:
        raise BadInput(why_not_opened(source, error)) from None
    if len(data) > MOST_RECORD_BYTES:
        raise BadInput(f"{source} is far too large")
    return data


def record_argument(source: str) -> Record:
    """The record in a file of any of the formats, or on standard input. Raises BadInput."""
    try:
        return read_record(read_bytes(source))
    except RecordError as error:
        raise BadInput(f"{source_named(source)}: {error}") from None


def game_of_record(source: str) -> tuple[str, Game]:
    """What kind of game a record holds, and the game after its last move. Raises BadInput."""
    record = record_argument(source)
    found = replay(record)
    if found.stopped is not None or found.position is None:
        raise BadInput(f"{source}: {found.stopped}; 'palago replay' says more")
    return record.game, found.position


#: What follows the name of a record in that of the folder with the readings it was made from.
READINGS = ".readings"


def format_of(out: Path) -> str:
    """The form of a record that a file's name promises. Raises BadInput."""
    form = FORMAT_OF_SUFFIX.get(out.suffix.lower())
    if form is None:
        endings = ", ".join(sorted(FORMAT_OF_SUFFIX))
        raise BadInput(
            f"a record cannot be written to {out.name}: its name has to end with {endings}"
        )
    return form


def record_files(named: list[str]) -> list[Path]:
    """The records of folders and files, in order. Raises BadInput, also where there are none."""
    found: list[Path] = []
    for name in named:
        path = Path(name)
        if path.is_dir():
            found += (p for p in record_paths(path) if p.parent.suffix != READINGS)
        elif path.is_file():
            found.append(path)
        else:
            raise BadInput(not_there(name, "file or folder"))
    if named and not found:
        raise BadInput(f"there are no records in {', '.join(named)}")
    return found
