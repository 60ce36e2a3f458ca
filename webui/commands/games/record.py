"""``palago record``: game records from one form into another, photos packed and unpacked."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from ....engine.records.files import FORMAT_OF_SUFFIX, ZIP, is_zip, read_record, write_record
from ....engine.records.record import Record, RecordError
from ....engine.records.zipped import RecordArchive, photo_hash, write_zip
from ....engine.whole_file import whole_file
from ...errors import BadInput
from ...usage.command_parser import CommandParser, Namespace
from ..arguments.games import format_of, read_bytes
from ..arguments.outputs import writing


def add_arguments(parser: CommandParser) -> None:
    parser.option(
        "record RECORD|-",
        "a record as JSON, text, SGF or zip, or the play server's picture; - reads it",
    )
    parser.option(
        "--out", "the file to write: .json, .txt, .sgf or .zip (default: text)", type=Path
    )
    parser.option(
        "--format", "the form, if the name says none", choices=("json", "text", "sgf", "zip")
    )
    parser.option(
        "--photos FOLDER",
        "into a zip: where the photos are; out of a zip: where to put them",
        type=Path,
    )
    parser.option("--json", "print the record as JSON")


def run(args: Namespace) -> int:
    """Write or print the record in another form. 1 where no photo was in the folder named."""
    form = args.format or ("json" if args.json and args.out is None else None)
    if form is None:
        form = "text" if args.out is None else format_of(args.out)
    promised = None if args.out is None else FORMAT_OF_SUFFIX.get(args.out.suffix.lower())
    if promised not in (None, form):
        raise BadInput(f"{args.out} would be {form}, not what its name says: leave --format out")
    if form == ZIP and args.out is None:
        raise BadInput("a zip is written to a file: give it with --out")
    data = read_bytes(args.record)
    if args.photos is not None and form != ZIP and not is_zip(data):
        raise BadInput("photos go into a zip or come out of one: name one with --out NAME.zip")
    try:
        is_found = True
        record, photo = _opened(data, args.photos if form == ZIP else None)
        if args.out is None:
            print(write_record(record, form).decode("utf-8"), end="")
        else:
            is_found = _write(args.out, record, form, photo)
            if args.json:
                print(write_record(record, "json").decode("utf-8"), end="")
        if form != ZIP and args.photos is not None:
            _unpack(data, args.photos)
    except RecordError as error:
        raise BadInput(f"{args.record}: {error}") from None
    return 0 if is_found or args.photos is None else 1


FindPhoto = Callable[[str], bytes | None]


def _opened(data: bytes, folder: Path | None) -> tuple[Record, FindPhoto]:
    """The record, and how to get at the bytes of its photos."""
    if is_zip(data):
        archive = RecordArchive(data)
        return archive.record, archive.photo
    record = read_record(data)
    files = {} if folder is None else _files_by_hash(folder, record.photos)
    return record, lambda name: files[name].read_bytes() if name in files else None


def _files_by_hash(folder: Path, wanted: frozenset[str]) -> dict[str, Path]:
    """The files of a folder whose contents a record names."""
    if not folder.is_dir():
        raise BadInput(f"there is no folder {folder} with photos")
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    found = {photo_hash(path.read_bytes()): path for path in files}
    return {name: path for name, path in found.items() if name in wanted}


def _write(out: Path, record: Record, form: str, photo: FindPhoto) -> bool:
    """Write the file whole or not at all. False where it should hold photos, and none was found."""
    with writing(out), whole_file(out) as draft, draft.open("wb") as file:
        if form == ZIP:
            missing = write_zip(file, record, photo)
        else:
            missing = ()
            file.write(write_record(record, form))
    if not missing:
        return True
    names, many = ", ".join(f"{name[:12]}…" for name in missing[:5]), len(record.photos)
    found = many - len(missing)
    told = f"{found} of {many} photos" if found else f"none of its photos ({many})"
    print(f"{out} holds {told}; not found: {names}", file=sys.stderr)
    return found > 0


def _unpack(data: bytes, folder: Path) -> None:
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for name, photo in RecordArchive(data).photos():
            (folder / name).write_bytes(photo)
