"""``palago read``: photos of a table become boards, with confidence and, if wanted, overlays."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import BadInput

if TYPE_CHECKING:
    from ....calibration.cameras.camera import CameraProfile
    from ....calibration.sets.tile_set import TileSetProfile
    from ....vision.photos.photo import Photo
    from ....vision.readings.reading import Reading
    from ...profile_choice import KeptProfiles


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what ``palago read`` takes."""
    parser.add_argument(
        "photos",
        metavar="PHOTO",
        nargs="+",
        help="JPEG, PNG, WebP or HEIC files, or - for standard input",
    )
    parser.add_argument(
        "--game", choices=("palago", "palanquee"), default="palago",
        help="what lies on the table: Palago's tiles (default) or Palanquée's printed board",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print each reading as a line of JSON")
    parser.add_argument(
        "--out", metavar="DIR", type=Path, help="write STEM.json for each photo into this folder"
    )
    parser.add_argument(
        "--overlay",
        action="store_true",
        help="also write STEM.overlay.jpg, the photo with its reading drawn over it (into --out, "
        "or else the current folder)",
    )
    parser.add_argument(
        "--set", metavar="NAME", dest="tile_set", help="the set of tiles: a calibrated one or a "
        "known edition (default: the calibrated one whose colours match)"
    )  # fmt: skip
    parser.add_argument(
        "--camera", metavar="NAME", help="the camera's profile (default: found by the photo's EXIF)"
    )


def run(args: argparse.Namespace) -> int:
    """Read the photos one by one. 2 where any of them is no photo; the others are read."""
    from tqdm import tqdm

    from ....vision.photos.photo import PhotoError
    from ...profile_choice import KeptProfiles
    from ..arguments.boards import MOST_PHOTO_BYTES

    tile_set = _tile_set(args.tile_set) if args.tile_set else None
    camera = _camera(args.camera) if args.camera else None
    kept = KeptProfiles.in_folder()
    folder: Path | None = args.out
    if folder is None and args.overlay:
        folder = Path()
    if folder is not None:
        _make_folder(folder)
    names = _file_names(args.photos)
    failed = False
    photos = list(zip(args.photos, names, strict=True))
    sent = sys.stdin.buffer.read(MOST_PHOTO_BYTES) if "-" in args.photos else b""
    for source, name in tqdm(photos, unit="photo", disable=None if len(photos) > 1 else True):
        try:
            photo = sent if source == "-" else source
            if args.game == "palanquee":
                tqdm.write(_read_counters(photo, source, name, folder, args))
                continue
            reading = _read(kept, photo, name, tile_set, camera, folder, args)
        except PhotoError as error:
            tqdm.write(f"palago read: {error}", file=sys.stderr)
            failed = True
            continue
        tqdm.write(
            json.dumps(reading.to_json())
            if args.json
            else _in_words("standard input" if source == "-" else source, reading)
        )
    return 2 if failed else 0


def _read(
    kept: KeptProfiles,
    source: str | bytes,
    name: str,
    tile_set: TileSetProfile | None,
    camera: CameraProfile | None,
    folder: Path | None,
    args: argparse.Namespace,
) -> Reading:
    reading = kept.read(source, tile_set=tile_set, camera=camera)
    if folder is not None and args.out is not None:
        _write(folder / f"{name}.json", (json.dumps(reading.to_json()) + "\n").encode())
    if folder is not None and args.overlay:
        from ....vision.photos.photo import load_photo

        _write(folder / f"{name}.overlay.jpg", _overlay(load_photo(source), reading))
    return reading


def _read_counters(
    photo: str | bytes, source: str, name: str, folder: Path | None, args: argparse.Namespace
) -> str:
    """Read one photo of Palanquée's board; what to print of it."""
    from ....vision.counters.reader import LONG_SIDE, read_counters

    reading = read_counters(photo)
    line = json.dumps(reading.to_json())
    if folder is not None and args.out is not None:
        _write(folder / f"{name}.json", (line + "\n").encode())
    if folder is not None and args.overlay:
        import cv2

        from ....vision.counters.overlay import draw_overlay
        from ....vision.photos.photo import load_photo

        picture = draw_overlay(load_photo(photo, long_side=LONG_SIDE), reading)
        encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 88])[1]
        _write(folder / f"{name}.overlay.jpg", bytes(encoded.tobytes()))
    if args.json:
        return line
    unsure = len(reading.unsure_pieces)
    lines = [f"{source}: {len(reading.pieces)} pieces" + (f", {unsure} unsure" if unsure else "")]
    for colour in dict.fromkeys(piece.colour for piece in reading.pieces):
        own = [piece for piece in reading.pieces if piece.colour == colour]
        seeds = " ".join(piece.cell for piece in own if piece.kind == "seed")
        sprouts = " ".join(piece.cell for piece in own if piece.kind == "sprout")
        lines.append(f"  {colour}: seeds {seeds or '-'}; sprouts {sprouts or '-'}")
    return "\n".join(lines + [f"  note: {warning}" for warning in reading.warnings])


def _overlay(photo: Photo, reading: Reading) -> bytes:
    import cv2

    from ....vision.readings.overlay import draw_overlay

    picture = draw_overlay(photo, reading)
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 88])[1].tobytes())


def _in_words(source: str, reading: Reading) -> str:
    if not reading.tiles:
        return f"{source}: {'; '.join(map(str, reading.warnings))}"
    unsure = len(reading.unsure_tiles)
    count = len(reading.tiles)
    lines = [
        f"{source}: {count} tile{'s' if count != 1 else ''}"
        + (f", {unsure} unsure" if unsure else "")
        + (f", {len(reading.loose)} loose" if reading.loose else ""),
        f"  {reading.to_board().to_text()}",
    ]
    return "\n".join(lines + [f"  note: {line}" for line in reading.warnings])


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


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(
            f"the folder {folder} cannot be made: {error.strerror or error}; name another --out"
        ) from None


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror or error}") from None


def _tile_set(name: str) -> TileSetProfile:
    from ....calibration.profile_format import ProfileError
    from ....calibration.profiles import MissingProfile, tile_set_profiles
    from ....calibration.sets.editions import edition_named

    try:
        return tile_set_profiles().get(name)
    except MissingProfile as missing:
        try:
            return edition_named(name).as_profile()
        except KeyError as unknown:
            raise BadInput(f"{missing} Of the known editions there is {unknown.args[0]}") from None
    except ProfileError as problem:
        raise BadInput(str(problem)) from None


def _camera(name: str) -> CameraProfile:
    from ....calibration.profiles import ProfileError, camera_profiles

    try:
        return camera_profiles().get(name)
    except ProfileError as problem:
        raise BadInput(str(problem)) from None
