"""One photo for the command line: its reading as JSON, in words, and drawn over it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from ...engine.drawing.terminal import draw_coordinate_board
from ..texts import in_english
from .frames import jpeg, photos_refused

if TYPE_CHECKING:
    from ...vision.counters.readings.reading import BoardReading
    from ...vision.counters.seed_sign import SeedSign
    from ...vision.readings.dice import DieReading
    from ...vision.readings.reading import Reading


@photos_refused()
def tiles_told(
    sent: bytes = b"",
    *,
    source: str,
    tile_set: object = None,
    camera: object = None,
    overlay: bool = False,
) -> tuple[dict[str, Any], bytes]:
    """Read the photo of a path, or the bytes sent where the source is ``-``.

    ``tile_set`` and ``camera`` are profiles as JSON. Gives ``json`` and ``words``, and a JPEG with
    the reading drawn over the photo where that is wished. Raises JobRefused.
    """
    photo = sent if source == "-" else source
    from ...calibration.profile_format import camera_from_json, tile_set_from_json
    from ...vision.photos.photo import PhotoFile
    from ..profile_choice import KeptProfiles
    from .reading import with_printed_board

    reading = KeptProfiles.in_folder().read(
        photo,
        tile_set=None if tile_set is None else tile_set_from_json(tile_set),
        camera=None if camera is None else camera_from_json(camera),
    )
    reading = with_printed_board(reading, PhotoFile(photo))
    drawn = b""
    if overlay:
        from ...vision.photos.photo import load_photo
        from ...vision.readings.overlay import draw_overlay

        drawn = jpeg(draw_overlay(load_photo(photo), reading))
    return {"json": reading.to_json(), "words": in_words(source, reading)}, drawn


@photos_refused()
def counters_told(
    sent: bytes = b"", *, source: str, overlay: bool = False, seeds_by: SeedSign | None = None
) -> tuple[dict[str, Any], bytes]:
    """As :func:`tiles_told`, of a printed board; ``seeds_by`` is what its seeds are told by."""
    photo = sent if source == "-" else source
    from ...vision.counters.reader import LONG_SIDE, read_counters

    reading = read_counters(photo, seeds_by)
    drawn = b""
    if overlay:
        from ...vision.counters.readings.overlay import draw_board_overlay
        from ...vision.photos.photo import load_photo

        drawn = jpeg(draw_board_overlay(load_photo(photo, long_side=LONG_SIDE), reading))
    return {"json": reading.to_json(), "words": _counters_in_words(source, reading)}, drawn


def in_words(source: str, reading: Reading) -> str:
    """How many tiles were seen, where they lie (in brackets: not sure), and what to look at."""
    dice = [f"  dice: {', '.join(map(_die_in_words, reading.dice))}"] if reading.dice else []
    if not reading.tiles:
        return "\n".join([f"{source_named(source)}: {'; '.join(reading.sentences)}", *dice])
    unsure = len(reading.unsure_tiles)
    count = len(reading.tiles)
    board = reading.to_board()
    drawn = draw_coordinate_board(board, [(tile.q, tile.r) for tile in reading.unsure_tiles])
    lines = [
        f"{source_named(source)}: {in_english('tiles', count=count)}"
        + (f", {unsure} unsure" if unsure else "")
        + (f", {len(reading.loose)} loose" if reading.loose else ""),
        f"  {board.to_text()}",
        *(f"  {line}".rstrip() for line in drawn.splitlines()),
        *dice,
    ]
    return "\n".join(lines + [f"  note: {line}" for line in reading.sentences])


def _die_in_words(die: DieReading) -> str:
    if die.face is None:
        return f"one whose top cannot be told ({die.state})"
    return die.face if die.as_seen().is_sure else f"{die.face} (unsure)"


def _counters_in_words(source: str, reading: BoardReading) -> str:
    unsure = len(reading.unsure_pieces)
    lines = [
        f"{source_named(source)}: {len(reading.pieces)} pieces"
        + (f", {unsure} unsure" if unsure else "")
    ]
    for colour in dict.fromkeys(piece.colour for piece in reading.pieces):
        own = [piece for piece in reading.pieces if piece.colour == colour]
        seeds = " ".join(piece.cell for piece in own if piece.kind == "seed")
        sprouts = " ".join(piece.cell for piece in own if piece.kind == "sprout")
        lines.append(f"  {colour}: seeds {seeds or '-'}; sprouts {sprouts or '-'}")
    beside = Counter(piece.colour for piece in reading.beside)
    if beside:
        told = ", ".join(f"{count} {colour}" for colour, count in beside.items())
        lines.append(f"  beside the board, perhaps: {told}")
    return "\n".join(lines + [f"  note: {line}" for line in reading.sentences])


def source_named(source: str) -> str:
    """A file by its name, ``-`` as standard input."""
    return "standard input" if source == "-" else source
