"""``palago calibrate dice``: dice with symbols of their own, taught by showing each face once."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from ....calibration.sets.dice import FACES, DiceProfile
from ...errors import BadInput
from ...usage.command_parser import CommandParser, Namespace
from ..arguments.outputs import print_json
from .calibrate_shelves import keep

if TYPE_CHECKING:
    from ....calibration.arrays import Picture


def add_dice_arguments(parser: CommandParser) -> None:
    """Declare what ``palago calibrate dice`` takes."""
    parser.option(
        "faces FACE=PHOTO",
        "what the face that is on top in the photo stands for, 2 to 5, remove or rotate; one"
        " die in each photo, from nearly above or beside some tiles",
        nargs="+",
    )
    parser.option("--name", "the profile's name", required=True)
    parser.option("--json", "print JSON")


def teach_dice(args: Namespace) -> int:
    """Keep what the faces look like. Raises BadInput, ProfileError."""
    from ....calibration.profile_format import check_name
    from ....calibration.profiles import dice_profiles

    check_name(args.name)
    pictures: dict[str, tuple[bytes, ...]] = {}
    for words in args.faces:
        face, _, photo = words.partition("=")
        if face not in FACES or not photo:
            raise BadInput(f"'{words}' is no face with its photo: write 3=photo.jpg, for example.")
        if face in pictures:
            raise BadInput(f"The face {face} is given twice.")
        pictures[face] = tuple(row.tobytes() for row in _top_in(photo))
    today = datetime.date.today().isoformat()
    profile = DiceProfile(args.name, tuple(pictures.items()), today)
    kept = keep(dice_profiles(), profile)
    if args.json:
        told = {"result": "taught", "profile": dice_profiles().to_json(profile)}
        print_json("calibration", told)
    else:
        print(f"Dice '{profile.name}' with {', '.join(pictures)}, {kept}")
    return 0


def _top_in(photo: str) -> Picture:
    """The picture of the one top that a photo shows."""
    from ....vision import read
    from ....vision.dice.placing import shown_tops
    from ....vision.photos.photo import load_photo

    tiles = read(Path(photo), with_dice=False).tiles
    tops = shown_tops(load_photo(Path(photo)), tiles)
    if len(tops) != 1:
        found = "no die" if not tops else f"{len(tops)} dice"
        raise BadInput(f"{photo} shows {found} lying flat: one die is wanted, large and clear.")
    return tops[0][1]
