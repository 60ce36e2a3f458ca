"""``palago calibrate``: profiles of cameras and sets of tiles, made, listed and shared."""

from __future__ import annotations

import datetime
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from tqdm import tqdm

from ....calibration.refusals import NotEnough, RefusedView
from ...errors import BadInput
from ...usage.command_parser import CommandParser, Namespace
from ...usage.examples import show_examples
from ..arguments.outputs import print_json
from .calibrate_dice import add_dice_arguments, teach_dice
from .calibrate_shelves import KINDS, keep, kind_meant, shelf_of
from .calibrate_table import add_table_arguments, learn_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ....calibration.cameras.camera import CameraIdentity
    from ....calibration.cameras.charuco import CharucoSheet, CharucoView
    from ....calibration.cameras.fit import Calibration
    from ....calibration.sets.tile_set import TileSetProfile

Glimpse = TypeVar("Glimpse")


def add_arguments(parser: CommandParser) -> None:
    what = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    _add_camera(what.add_parser("camera", help="a camera, from photos of the ChArUco sheet"))
    _add_set(what.add_parser("set", help="a set of tiles, from photos of any board of it"))
    add_dice_arguments(
        what.add_parser("dice", help="dice with symbols of their own, each face shown once")
    )
    add_table_arguments(what.add_parser("table", help="a table, from a dashboard's photos"))
    listing = what.add_parser("list", help="the profiles that are kept, and the known editions")
    listing.option("--json", "print JSON")
    for name, words in (
        ("show", "print a profile's file"),
        ("delete", "forget a profile"),
        ("export", "write a profile as a file to share"),
    ):
        command = what.add_parser(name, help=words)
        command.option("kind", "what it is of, where two have the name", nargs="?", choices=KINDS)
        command.option("name", "the profile's name")
        if name == "export":
            command.option("file", "the file to write", type=Path)
    importing = what.add_parser("import", help="keep profiles that someone shared")
    importing.add_argument("files", nargs="+", type=Path, metavar="FILE")
    importing.option("--replace", "replace a profile of the same name")
    for name, command in what.choices.items():
        show_examples(command, f"calibrate {name}")


def _add_camera(parser: CommandParser) -> None:
    parser.option("photos PHOTO", "photos of the ChArUco sheet", nargs="*")
    parser.option(
        "--camera 0|URL|FILE",
        "a camera's number (default 0), a stream's address or a video file",
        nargs="?",
        const="0",
    )
    parser.option("--name NAME", "the profile's name (default: the camera's, from EXIF)")
    parser.option("--json", "print JSON")
    parser.option("--sheet COLUMNSxROWS", "squares of another ChArUco sheet (ours is 11x7)")
    parser.option("--square MM", "its squares", default=23.0)
    parser.option("--marker MM", "its markers", default=17.0)
    parser.option("--dictionary", "its marker dictionary", default="DICT_5X5_50")
    parser.option("--legacy", "it was made before OpenCV 4.6, with an even row count")


def _add_set(parser: CommandParser) -> None:
    parser.option("photos PHOTO", "photos of any board of the set", nargs="+")
    parser.option("--name", "the profile's name", required=True)
    parser.option(
        "--white",
        "which of the two colours the players call White (default: the lighter)",
        choices=("lighter", "darker"),
        default="lighter",
    )
    parser.option("--width MM", "a tile's width, side to side")
    parser.option("--json", "print JSON")


def run(args: Namespace) -> int:
    """Do what was asked."""
    actions = {
        "camera": _camera, "set": _set, "dice": teach_dice, "table": learn_table,
        "list": _list, "show": _show, "delete": _delete, "export": _export, "import": _import,
    }  # fmt: skip
    return actions[args.what](args)


def _camera(args: Namespace) -> int:
    from ....calibration.cameras.fit import calibrate
    from ....calibration.profile_format import check_name
    from ....calibration.profiles import camera_profiles

    sheet = _sheet(args)
    if bool(args.photos) == bool(args.camera):
        raise BadInput("Give photos of the sheet, or --camera for a camera.")
    if args.name is not None:
        check_name(args.name)
    if args.camera:
        identity, views, damaged = None, _live(args.camera, sheet), list[RefusedView]()
    else:
        identity, views, damaged = _photographed(args.photos, sheet)
    result = calibrate(views, sheet)
    result = replace(result, refused=(*damaged, *result.refused))
    if isinstance(result, NotEnough):
        return _not_enough(result, args.json)
    name = args.name or _camera_name(identity)
    profile = result.as_profile(name, identity, _today())
    kept = keep(camera_profiles(), profile)
    if args.json:
        found = {
            "result": "calibrated",
            "profile": camera_profiles().to_json(profile),
            "rms_px": result.rms,
            "deviations": result.deviations,
            "used": [
                {"name": view.name, "error_px": view.error, "corners": view.corners}
                for view in result.used
            ],
            **_refused_json(result.refused),
        }
        print_json("calibration", found)
        return 0
    _report_camera(result, name, kept, _wishes(result, views, sheet))
    return 0


def _report_camera(result: Calibration, name: str, kept: str, wishes: list[str]) -> None:
    lens = result.lens
    _report_refused(result.refused)
    print(f"Camera '{name}' from {len(result.used)} views, {kept}")
    print(
        f"  focal length {lens.focal[0]:.1f} pixels at {lens.image_size[0]}x{lens.image_size[1]}"
        f" (known to {100 * result.focal_uncertainty:.2f} %), k1 {lens.k1:+.4f}"
    )
    print(f"  reprojection error {result.rms:.2f} pixels")
    for view in result.used:
        print(f"  used     {view.name}: {view.corners} corners, {view.error:.2f} pixels")
    for wish in wishes:
        print(f"  to be more exact: {wish}")


def _photographed(
    photos: list[str], sheet: CharucoSheet
) -> tuple[CameraIdentity | None, list[CharucoView], list[RefusedView]]:
    """The camera that took most of the photos, the sheet in each, and those that cannot be read."""
    from ....calibration.cameras.exif import camera_identity
    from ...jobs.calibration import view_of_sheet

    seen, damaged = _seen_in(
        photos, lambda photo: (view_of_sheet(photo, sheet, photo.name), camera_identity(photo))
    )
    identities = [identity for _, identity in seen]
    usual = max(identities, key=identities.count, default=None)
    strangers = sum(1 for one in identities if one.model and usual and not one.same_camera(usual))
    if usual and usual.model and strangers:
        print(f"note: {strangers} photos are from another camera or lens", file=sys.stderr)
    return usual, [view for view, _ in seen], damaged


def _seen_in(
    photos: list[str], look: Callable[[Path], Glimpse]
) -> tuple[list[Glimpse], list[RefusedView]]:
    """What each photo shows, and those that cannot be read."""
    seen, damaged = list[Glimpse](), list[RefusedView]()
    for photo in map(Path, tqdm(photos, unit="photo", disable=None if len(photos) > 1 else True)):
        try:
            seen.append(look(photo))
        except ValueError as problem:  # a damaged photo, or one with too large a sheet
            damaged.append(RefusedView(photo.name, str(problem)))
    return seen, damaged


def _live(source: str, sheet: CharucoSheet) -> list[CharucoView]:
    """Views taken from a camera while it says what is still missing."""
    from ...jobs.calibration import live_views

    views: list[CharucoView] = []
    said = ""
    try:
        for view, guidance in live_views(source, sheet):
            views += [view] if guidance.accepted else []
            words = str(guidance.missing[0].sentence) if guidance.missing else "That is enough."
            if guidance.accepted or words != said:
                print(f"[{guidance.views} views] {words}", file=sys.stderr)
                said = words
    except KeyboardInterrupt:
        print(f"Stopped with {len(views)} views.", file=sys.stderr)
    return views


def _wishes(result: Calibration, views: Iterable[CharucoView], sheet: CharucoSheet) -> list[str]:
    """What the views that were used do not show."""
    from ....calibration.cameras.coverage import CoverageTracker

    used = {view.name for view in result.used}
    tracker = CoverageTracker(sheet, tuple(view for view in views if view.name in used))
    return [str(wish.sentence) for wish in tracker.missing]


def _set(args: Namespace) -> int:
    from ....calibration.profile_format import check_name
    from ....calibration.profiles import tile_set_profiles
    from ....calibration.sets.fit import measure_tile_set
    from ...jobs.calibration import measured_tiles

    check_name(args.name)
    if args.width is not None and not 1 <= args.width <= 1000:
        raise BadInput(f"A tile is 1 to 1000 mm wide, not {args.width:g}.")
    measured, damaged = _seen_in(args.photos, lambda photo: measured_tiles(photo, photo.name))
    result = measure_tile_set(
        measured,
        args.name,
        white_is_lighter=args.white == "lighter",
        width_mm=args.width,
        created=_today(),
    )
    if isinstance(result, NotEnough):
        return _not_enough(replace(result, refused=(*damaged, *result.refused)), args.json)
    profile, refused = result[0], (*damaged, *result[1])
    kept = keep(tile_set_profiles(), profile)
    if args.json:
        document = tile_set_profiles().to_json(profile)
        found = {"result": "measured", "profile": document, **_refused_json(refused)}
        print_json("calibration", found)
        return 0
    _report_refused(refused)
    print(f"Set '{profile.name}' from {profile.tiles} tiles, {kept}")
    _report_set(profile)
    return 0


def _report_set(profile: TileSetProfile) -> None:
    from ....calibration.sets.colour import hex_code

    for words, colour in (("White", profile.white), ("Blue", profile.blue)):
        print(f"  {words:<5} {hex_code(colour.srgb)}, spread {colour.spread:.1f}")
    for words, stripe in (("line", profile.line), ("rim", profile.rim)):
        if stripe is None:
            print(f"  {words:<5} none")
        else:
            share = 100 * stripe.width
            print(f"  {words:<5} {hex_code(stripe.srgb)}, {share:.1f} % of the tile's width")
    if profile.body is not None:
        print(f"  body  {hex_code(profile.body.srgb)}")


def _list(args: Namespace) -> int:
    from ....calibration.profiles import camera_profiles, dice_profiles, tile_set_profiles
    from ....calibration.sets.colour import hex_code
    from ....calibration.sets.editions import editions

    known = [edition.name for edition in editions()]
    cameras, camera_problems = camera_profiles().all()
    sets, set_problems = tile_set_profiles().all()
    dice, dice_problems = dice_profiles().all()
    problems = camera_problems + set_problems + dice_problems
    if args.json:
        listing = {
            "cameras": [camera_profiles().to_json(profile) for profile in cameras],
            "sets": [tile_set_profiles().to_json(profile) for profile in sets],
            "dice": [dice_profiles().to_json(profile) for profile in dice],
            "editions": known,
            "problems": list(problems),
        }
        print_json("profiles", listing)
        return 0
    print("cameras:" if cameras else "cameras: none")
    for camera in cameras:
        width, height = camera.lens.image_size
        print(f"  {camera.name}: {width}x{height}, {camera.views} views, {camera.rms:.2f} pixels")
    print("sets:" if sets else "sets: none")
    for tiles in sets:
        pair = f"{hex_code(tiles.white.srgb)} {hex_code(tiles.blue.srgb)}"
        print(f"  {tiles.name}: {pair}, {tiles.tiles} tiles measured")
    print("dice:" if dice else "dice: none")
    for shown in dice:
        print(f"  {shown.name}: {', '.join(face for face, _ in shown.pictures)}")
    print("known editions: " + ", ".join(known))
    for problem in problems:
        print(f"cannot be read: {problem}", file=sys.stderr)
    return 0


def _show(args: Namespace) -> int:
    shelf = shelf_of(kind_meant(args))
    print(json.dumps(shelf.to_json(shelf.get(args.name)), indent=2, ensure_ascii=False))
    return 0


def _delete(args: Namespace) -> int:
    kind = kind_meant(args)
    shelf_of(kind).delete(args.name)
    print(f"The {kind} profile '{args.name}' is deleted.")
    return 0


def _export(args: Namespace) -> int:
    kind = kind_meant(args)
    shelf_of(kind).export_file(args.name, args.file)
    print(f"{args.file}: the {kind} profile '{args.name}'")
    return 0


def _import(args: Namespace) -> int:
    from ....calibration.profile_format import ProfileError, kind_of, read_document

    for file in args.files:
        try:
            kind = kind_of(read_document(file))
        except ProfileError as problem:
            raise BadInput(f"{file}: {problem}") from None
        profile = shelf_of(kind).import_file(file, replace=args.replace)
        print(f"The {kind} profile '{profile.name}' is kept.")
    return 0


def _sheet(args: Namespace) -> CharucoSheet:
    from ....calibration.cameras.charuco import CharucoSheet

    if args.sheet is None:
        return CharucoSheet()
    try:
        columns, rows = (int(part) for part in args.sheet.lower().split("x"))
    except ValueError:
        raise BadInput(f"'{args.sheet}' is no sheet; write columns x rows, as in 11x7.") from None
    sheet = CharucoSheet(columns, rows, args.square, args.marker, args.dictionary, args.legacy)
    try:
        _ = sheet.board
    except ValueError as problem:
        raise BadInput(str(problem)) from None
    return sheet


def _not_enough(result: NotEnough, as_json: bool) -> int:
    if as_json:
        refused = _refused_json(result.refused)
        told = {"result": "not enough", "reason": result.reason, **refused}
        print_json("calibration", told)
    else:
        _report_refused(result.refused)
    raise BadInput(f"No profile was made: {result.reason}.")


def _refused_json(refused: Iterable[RefusedView]) -> dict[str, object]:
    return {"refused": [{"name": view.name, "reason": view.reason} for view in refused]}


def _report_refused(refused: Iterable[RefusedView]) -> None:
    for view in refused:
        print(f"  refused  {view.name}: {view.reason}")


def _camera_name(identity: CameraIdentity | None) -> str:
    if identity is None or not identity.model:
        return "camera"
    length = f" {identity.focal_length:g} mm" if identity.focal_length else ""
    return f"{identity.model}{length}"


def _today() -> str:
    return datetime.date.today().isoformat()
