"""``palago bench collect``: a set with truth from what people have confirmed on the dashboard."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import BadInput
from ...server.configuration import Configuration
from ...usage.command_parser import CommandParser, Namespace
from ..arguments.games import table_of_game

if TYPE_CHECKING:
    from ...store.event_store import EventStore


def add_arguments(parser: CommandParser) -> None:
    parser.option(
        "--data DIR",
        "collect: folder of games and photos, as palago serve has it; read: read by what the "
        "dashboard of this folder has learned of its table",
    )
    parser.option("--database URL", "collect: games in this database instead of a file")
    parser.option(
        "--board-only", "collect: make everything but the board and its rim unrecognisable"
    )


def collect(args: Namespace) -> int:
    """Write the photos and their truth, and say how the reader did on them."""
    from ...learning.confirmed import ReadingScore
    from ...learning.summary import Summary
    from ...learning.truth_files import case_files
    from ...store.files.photo_store import PhotoStore
    from ...tables.choice import table_page

    if args.out is None:
        raise BadInput("name the folder to make: palago bench collect --out SET")
    if not table_page(table_of_game(args.game)).games.teaches:
        raise BadInput(f"photos of {args.game} are not collected: no truth is made of them yet")
    events, folder = opened_dashboard(args)
    try:
        photos = PhotoStore(folder, events.writing_sessions)
        score = ReadingScore()
        for taken in Summary(events).photos():
            files = case_files(taken.photo, photos, board_only=args.board_only)
            if not files:
                continue
            args.out.mkdir(parents=True, exist_ok=True)
            for name, data in files.items():
                (args.out / name).write_bytes(data)
            score = score + taken.score
    except OSError as error:
        raise BadInput(f"the set cannot be written to {args.out}: {error}") from None
    finally:
        events.close()
    if not score.photos:
        raise BadInput(
            "no photo is confirmed yet: referee a game with photos and confirm its moves"
        )
    print(f"{score.photos} photos with their boards are in {args.out}.")
    print(
        f"When they were read, {score.right} of {score.tiles} tiles were right, and "
        f"{score.wrong_and_sure} were wrong without looking unsure. `palago bench read "
        f"{args.out}` reads them anew, with --data by what this dashboard has learned."
    )
    return 0


def opened_dashboard(args: Namespace) -> tuple[EventStore, Path]:
    """The games and the folder of the photos that the arguments name. Raises BadInput."""
    from ....calibration.profiles import data_folder
    from ...store.event_store import EventStore

    data = Path(args.data).expanduser() if args.data else data_folder()
    configuration = Configuration(data, database=args.database)
    photos = data / "photos"
    if not photos.is_dir():
        raise BadInput(f"{data} holds no photos of games; name the dashboard's folder with --data")
    return EventStore(configuration.database_url), photos
