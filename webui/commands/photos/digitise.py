"""``palago digitise``: a folder of photos or a video becomes a checked game record."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tqdm import tqdm

from ....engine.games.registry import plug_of
from ....engine.records.files import ZIP, write_record
from ....engine.whole_file import not_there, whole_file
from ...errors import BadInput
from ...tables.page import TableDigitised
from ...tables.shots import CameraShot, clock
from ...texts import DEFAULT_LANGUAGE, in_english
from ...texts import say as said_in
from ...usage.command_parser import CommandParser, Namespace
from ..arguments.games import (
    READINGS,
    add_game_argument,
    add_players_arguments,
    add_turn_arguments,
    format_of,
    options_told,
)
from ..arguments.outputs import NowAndThen, require_writable, writing

if TYPE_CHECKING:
    from ....calibration.arrays import Frame
    from ....engine.records.record import Record
    from ...digitising.answering import AnsweredGame
    from ...digitising.digitise import Digitised

#: How the file ends that an earlier run has written.
OWN_RECORD = ".palago.json"
#: Files that are named among those that were left out.
MOST_NAMED = 5


def add_arguments(parser: CommandParser) -> None:
    parser.option("source FOLDER|VIDEO", "a folder of photos of one game, or a video of it")
    add_game_argument(parser)
    parser.option(
        "--out",
        "the record: .json, .txt, .sgf, or .zip with the photos (default: NAME.palago.json)",
        type=Path,
    )
    parser.option("--json", "print the record as JSON, too")
    add_players_arguments(
        parser,
        "the players as they sit; of Palago White first, of Palanquée in the order of their turns; "
        "of Palagonia, with the dice in sight, their points are counted",
    )
    add_turn_arguments(parser)
    parser.option(
        "--naming",
        "where an earlier run could not tell which colour is White: it took White rightly, or"
        " the two are swapped",
        choices=("right", "swapped"),
    )
    parser.option(
        "--answer PHOTO=NUMBER",
        "the answer to a question that an earlier run has asked, by the number that it has"
        " there; once for each, those of earlier runs first",
        action="append",
        default=[],
    )
    parser.option("--workers", "photos read at once (default: one a core)", type=int)
    parser.option(
        "--scheduler ADDRESS",
        "read the photos on the workers of this Dask scheduler (needs 'palago[dask]')",
    )
    parser.option(
        "--patience SECONDS",
        "give these workers up when they have read no photo for so long (default 120)",
        default=120.0,
    )


def run(args: Namespace) -> int:
    """Write the record. 0 where every move is sure and legal, 1 where something needs a look."""
    from ...digitising.answering import NoSuchAnswer, followed_by_answers
    from ...digitising.digitise import agreed, follow
    from ...digitising.record import digitised_record
    from ...digitising.settling import Settled
    from ...tables.choice import table_page

    source = Path(args.source)
    out = args.out or Path(f"{source.resolve().stem}{OWN_RECORD}")
    format_of(out)
    try:
        plug = plug_of(args.game)
        options = agreed(args.game, options_told(args, plug), args.players)
    except ValueError as error:
        raise BadInput(str(error)) from None
    try:
        _check_source(source, out)
        require_writable(out)
        began, is_film = None, not source.is_dir()
        table = table_page(plug.table).digitised
        if is_film:
            shots, is_film = _video(args, table, plug.has_dice)
        else:
            shots, began = _photos(args, table, out)
        swapped = None if args.naming is None else args.naming == "swapped"
        seen = list(shots)
        unnamed = partial(follow, seen, kind=args.game, is_film=is_film, options=options)
        named = partial(unnamed, players=args.players)
        is_named_later = args.players and plug.finder is not None
        answered = followed_by_answers(
            Settled(crossed=swapped), args.answer, named, unnamed if is_named_later else None
        )
        game = answered.game
        record = digitised_record(game, source.resolve().name, began, args.players)
    except (OSError, NoSuchAnswer) as error:
        raise BadInput(str(error)) from None
    _write(out, record, game)
    _tell(answered, out, args.json, record)
    return 1 if game.to_check or not game.steps else 0


def _check_source(source: Path, out: Path) -> None:
    """One film or photos: nothing else in a folder is left out in silence. Raises BadInput."""
    from ....vision.archive.folder import FILM_SUFFIXES, PHOTO_SUFFIXES, films_of_their_own
    from ....vision.photos.frames import is_live

    if not source.exists() and not is_live(str(source)):
        raise BadInput(not_there(source, "file or folder"))
    if source.is_file() and source.suffix.lower() in PHOTO_SUFFIXES:
        raise BadInput(f"{source} is a photo: name its folder; 'palago read' reads one photo")
    if not source.is_dir():
        return
    files = sorted(path for path in source.iterdir() if not path.name.startswith("."))
    photos = [path for path in files if path.suffix.lower() in PHOTO_SUFFIXES]
    films = [path for path in files if path.suffix.lower() in FILM_SUFFIXES]
    known = {*photos, *films}
    others = [path.name for path in files if path not in known and path.is_file()]
    others = [name for name in others if name != out.name and not name.endswith(OWN_RECORD)]
    films = films_of_their_own(films, photos)
    if not films:
        if photos and others:
            left_out = ", ".join(others[:MOST_NAMED]) + (" …" if len(others) > MOST_NAMED else "")
            print(
                said_in(DEFAULT_LANGUAGE, "page.digitise_passed_over", files=left_out),
                file=sys.stderr,
            )
        return
    if not photos:
        raise BadInput(f"there are no photos in {source}: give a film itself, such as {films[0]}")
    raise BadInput(
        "a game is made of one film or of photos, not of both: "
        f"{', '.join(film.name for film in films)} came with photos in {source}; give a film "
        "itself, or have the photos in a folder of their own"
    )


def _photos(
    args: Namespace, table: TableDigitised, out: Path
) -> tuple[Iterator[CameraShot], float | None]:
    from ....vision.archive import find_photos

    photos = find_photos(Path(args.source))
    bar = tqdm(total=len({photo.hash for photo in photos}), unit="photo", disable=None)
    lines = NowAndThen()

    def show(done: int, total: int, latest: object) -> None:
        bar.update(done - bar.n)
        lines.say(f"{done} of {total} photos read")
        if done == total:
            bar.close()

    how = {"workers": args.workers, "scheduler": args.scheduler, "patience": args.patience}
    return table.photos(photos, out.with_suffix(READINGS), show, **how), photos[0].time


def _video(
    args: Namespace, table: TableDigitised, with_dice: bool
) -> tuple[Iterator[CameraShot], bool]:
    """What a film shows, and whether it runs by the table's clock: neither a time-lapse, nor cut
    together."""
    from ....vision.photos.frames import is_live, open_frames

    if is_live(args.source):
        raise BadInput("a camera is watched with 'palago live'; digitise takes files")
    film = table.film(args.source, {}, with_dice, None)
    frames = tqdm(open_frames(args.source), unit="frame", disable=None)
    return film.shots(_told(frames), film.read), film.is_film


def _told(frames: Iterable[tuple[float, Frame]]) -> Iterator[tuple[float, Frame]]:
    """A film's frames, with its time now and then where no bar is seen."""
    lines = NowAndThen()
    for moment, frame in frames:
        lines.say(f"{clock(moment)} of the film read")
        yield moment, frame


def _write(out: Path, record: Record, game: Digitised) -> None:
    from ...digitising.record import write_with_pictures

    form = format_of(out)
    with writing(out), whole_file(out) as draft, draft.open("wb") as file:
        if form == ZIP:
            write_with_pictures(file, record, game)
        else:
            file.write(write_record(record, form))


def _tell(answered: AnsweredGame, out: Path, as_json: bool, record: Record) -> None:
    from ...digitising.answering import questions_in_words
    from ...digitising.questions import questions_of

    game = answered.game
    say: Callable[[str], None] = lambda words: print(words, file=sys.stderr)  # noqa: E731
    if as_json:
        print(json.dumps(record.to_json()))
    say(in_english("moves_written", count=len(game.steps), file=out))
    if game.counted is not None:
        say(", ".join(f"{name} {points}" for name, points in game.counted.points.items()))
    if game.repeats:
        say(said_in(DEFAULT_LANGUAGE, "page.digitise_repeats", photos=", ".join(game.repeats)))
    if game.begins_late:
        say(said_in(DEFAULT_LANGUAGE, "refusal.digitise_begins_late"))
    elif plug_of(record.game).finder is not None and not record.players:
        say("Without its players nobody can go on with it: say --players ANN,BEN,CLEO as they sit.")
        say("Do so before you answer: more is asked then.")
    if game.to_check:
        say("Please look at:")
    for line in questions_in_words(answered, record.players):
        say(f"  {line}")
    if any(question["answers"] for question in questions_of(game)):
        say("Say --answer PHOTO=NUMBER for each, once more with all that was said before; what was")
        say("read of photos is kept. A moment of a film is named as here.")
        say("The page /digitise of 'palago serve' asks each by a tap: drop the same there.")
    if not game.names_are_sure:
        say("Say --naming right or --naming swapped, and it is settled for the whole game.")
