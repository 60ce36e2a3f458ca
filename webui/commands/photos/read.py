"""``palago read``: photos of a table become boards, with confidence and, if wanted, overlays."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tqdm import tqdm

from ...errors import BadInput
from ...usage.command_parser import CommandParser, Namespace
from ..arguments.apart import reader_apart
from ..arguments.games import add_game_argument, table_of_game
from ..arguments.outputs import writing

if TYPE_CHECKING:
    from ....calibration.sets.tile_set import TileSetProfile


def add_arguments(parser: CommandParser) -> None:
    parser.option(
        "photos PHOTO", "JPEG, PNG, WebP or HEIC files, or - for standard input", nargs="+"
    )
    add_game_argument(parser, ": what lies on the table, tiles or Palanquée's printed board")
    parser.option(
        "--seeds-by",
        "by what Palanquée's seeds are told at this table (default: found in each photo)",
        choices=("mark", "size", "height", "cube"),
    )
    parser.option("--json", "print each reading as a line of JSON")
    parser.option("--out DIR", "write STEM.json for each photo into this folder", type=Path)
    parser.option(
        "--overlay",
        "also write STEM.overlay.jpg, the photo with its reading drawn over it (into --out, "
        "or else the current folder); cells of a printed board that were not seen are hatched",
    )
    parser.option(
        "--set NAME",
        "the set of tiles: a calibrated one or a "
        "known edition (default: the calibrated one whose colours match)",
        dest="tile_set",
    )
    parser.option(
        "--camera-profile NAME", "the camera's profile (default: found by the photo's EXIF)"
    )


def run(args: Namespace) -> int:
    """Read the photos one by one. 2 where any of them is no photo; the others are read."""
    wishes = _wishes(args)
    folder: Path | None = args.out
    if folder is None and args.overlay:
        folder = Path()
    if folder is not None:
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
    names = _file_names(args.photos)
    failed = False
    photos = list(zip(args.photos, names, strict=True))
    with reader_apart() as read:
        for source, name in tqdm(photos, unit="photo", disable=None if len(photos) > 1 else True):
            try:
                told = read(source, **wishes)
            except BadInput as error:
                tqdm.write(f"palago read: {error}", file=sys.stderr)
                failed = True
                continue
            line = json.dumps(told.json)
            if args.out is not None:
                target = args.out / f"{name}.json"
                with writing(target):
                    target.write_text(line + "\n", encoding="utf-8")
            if folder is not None and args.overlay:
                picture = folder / f"{name}.overlay.jpg"
                with writing(picture):
                    picture.write_bytes(told.overlay)
            tqdm.write(line if args.json else told.words)
    return 2 if failed else 0


def _wishes(args: Namespace) -> dict[str, Any]:
    """How the photos are to be read. Raises BadInput."""
    from ....calibration.profile_format import camera_to_json, tile_set_to_json
    from ....calibration.profiles import camera_profiles
    from ...tables.choice import table_page

    table = table_page(table_of_game(args.game))
    for wish, option, value in (
        ("tile_set", "set", args.tile_set),
        ("camera", "camera-profile", args.camera_profile),
        ("seeds_by", "seeds-by", args.seeds_by),
    ):
        if value and wish not in table.commands.heeds:
            raise BadInput(f"a table of {args.game} is read without --{option}: leave it out")
    known: dict[str, Any] = {"seeds_by": args.seeds_by}
    if args.tile_set:
        known["tile_set"] = tile_set_to_json(_tile_set(args.tile_set))
    if args.camera_profile:
        known["camera"] = camera_to_json(camera_profiles().get(args.camera_profile))
    taken = table.games.first_sight(None).told_to_reader(known)
    return {"job": table.commands.told, "overlay": args.overlay, **taken}


def _file_names(photos: list[str]) -> list[str]:
    """A name for each photo's results: its stem, numbered where two photos share one."""
    taken: set[str] = set()
    names = []
    for photo in photos:
        stem = "photo" if photo == "-" else Path(photo).stem or "photo"
        name, number = stem, 2
        while name in taken:
            name, number = f"{stem}-{number}", number + 1
        taken.add(name)
        names.append(name)
    return names


def _tile_set(name: str) -> TileSetProfile:
    from ....calibration.profiles import MissingProfile, tile_set_profiles
    from ....calibration.sets.editions import edition_named

    try:
        return tile_set_profiles().get(name)
    except MissingProfile as missing:
        try:
            return edition_named(name).as_profile()
        except KeyError as unknown:
            raise BadInput(f"{missing} Of the known editions there is {unknown.args[0]}") from None
