"""What the tables have taught: how photos were read here, what was learned, a file to share."""

from __future__ import annotations

import io
import tempfile
import zipfile
from contextlib import suppress
from typing import Annotated, Any, Literal, TypedDict

from flask import Response, send_file
from msgspec import Meta

from ....calibration.sets.colour import hex_code
from ....calibration.sets.tile_set import TileSetProfile
from ....engine.tiles.diagram import SetColours
from ....vision.table.known_table import KnownTable
from ....vision.table.trust import TableTrust
from ...learning.confirmed import ReadingScore
from ...learning.lessons import why_nothing
from ...learning.summary import TakenPhoto
from ...learning.truth_files import case_files
from ...sent import BadRequest
from ...server.limits import HEAVY
from ...services import parts
from ...store.files.photo_files import UnknownPhoto
from ...tables.set_colours import names_seen
from ...texts import in_a_row, say, say_word
from .. import api
from ..language import language
from ..problems import problem
from ..requests import PICTURE, guarded

#: Maximum number of photos in a shared file, those that had to be put right.
MOST_SHARED = 40


#: With ``board`` all but the board and its rim is unrecognisable.
ShownHow = Literal["all", "board"]
#: Which photos the file holds, their names parted by commas; without any, all.
SharedPhotos = Annotated[str, Meta(max_length=65 * MOST_SHARED)]


class KnownAnswer(TypedDict):
    """What was learned of how many photos: sets, and how log odds are changed."""

    photos: int
    sets: list[SetColours]
    trust: TableTrust


class SharedPhoto(TypedDict):
    """A photo that had to be put right: its game, and how many of its tiles were read right."""

    game: str
    photo: str
    tiles: int
    right: int


class LearningAnswer(TypedDict):
    """How confirmed photos were read, what they taught, and what a shared file would hold."""

    photos: int
    tiles: int
    right: int
    wrong_and_sure: int
    text: str
    learns: bool
    at_work: bool
    known: KnownAnswer
    known_text: str
    to_share: list[SharedPhoto]


@api.get("/learning")
@guarded()
def show_learning() -> LearningAnswer:
    """How many tiles of the confirmed photos were read right, what they taught, and what a shared
    file would hold."""
    return _learning_json()


@api.post("/learning")
@guarded(rate=("heavy", HEAVY))
def learn() -> LearningAnswer:
    """Learn from the confirmed photos, from now on and from those that are there."""
    parts.learner.resume()
    return _learning_json()


@api.delete("/learning")
@guarded()
def forget() -> LearningAnswer:
    """Forget what was learned: photos are read as on a new dashboard."""
    parts.learner.forget()
    return _learning_json()


@api.get("/learning/photos/<digest>")
@guarded(gives=PICTURE)
def show_shared(digest: str, *, show: ShownHow = "all") -> Any:
    """A photo exactly as the shared file would hold it."""
    for each in _to_share(parts.summary.photos()):
        if each.photo.digest == digest:
            files = case_files(each.photo, parts.photos, board_only=show == "board")
            for name, data in files.items():
                if not name.endswith(".json"):
                    return send_file(io.BytesIO(data), download_name=name)
    return problem(404, "no_photo_to_show")


@api.get("/learning/photos.zip")
@guarded(rate=("heavy", HEAVY), gives=("application/zip",))
def share_learning(*, show: ShownHow = "all", photos: SharedPhotos = "") -> Response:
    """The photos that had to be put right, or those of them that are named, each with its board,
    as one file."""
    named = set(photos.split(",")) - {""}
    taken = _to_share(parts.summary.photos())
    taken = [each for each in taken if not named or each.photo.digest in named]
    packed = tempfile.TemporaryFile(dir=parts.configuration.data)  # noqa: SIM115 - sent
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for each in taken:
            files = case_files(each.photo, parts.photos, board_only=show == "board")
            for name, data in files.items():
                archive.writestr(name, data)
        if not archive.namelist():
            raise BadRequest.of("nothing_to_share")
    packed.seek(0)
    return send_file(
        packed, "application/zip", as_attachment=True, download_name="palago-photos.zip"
    )


def _learning_json() -> LearningAnswer:
    taken = parts.summary.photos()
    score = sum((each.score for each in taken), ReadingScore())
    known = KnownTable.in_folder(parts.configuration.data)
    learns = parts.learner.learns
    sets = list(map(_colours_of, known.sets))
    return {
        "photos": score.photos,
        "tiles": score.tiles,
        "right": score.right,
        "wrong_and_sure": score.wrong_and_sure,
        "text": _sentence(score),
        "learns": learns,
        "at_work": learns and parts.learner.is_at_work,
        "known": {"photos": known.photos, "sets": sets, "trust": known.trust},
        "known_text": _known_sentence(known, taken),
        "to_share": [
            {
                "game": each.photo.game,
                "photo": each.photo.digest,
                "tiles": each.score.tiles,
                "right": each.score.right,
            }
            for each in _to_share(taken)
        ],
    }


def _known_sentence(known: KnownTable, taken: list[TakenPhoto]) -> str:
    learner = parts.learner
    if not learner.learns:
        return say(language(), "learning.off")
    if not known.sets and taken and learner.is_at_work:
        return say(language(), "learning.at_work", count=len(taken))
    if not known.sets:
        folder = parts.configuration.data
        return why_nothing(folder, [each.photo for each in taken], language())
    sets = say_word(language(), "list separator").join(map(_set_in_words, known.sets))
    told = say(language(), "learning.knows", count=known.photos, sets=sets)
    if known.trust.is_plain:
        return told
    key = "learning.surer" if known.trust.shift > 0 else "learning.less_sure"
    return in_a_row((told, say(language(), key)))


def _set_in_words(known: TileSetProfile) -> str:
    """A set by its colours, White's first, and by what is drawn on its tiles."""
    names = names_seen(_colours_of(known))
    colours = "/".join(say(language(), f"hue.{name}") for name in names)
    drawn = [name for name, part in (("line", known.line), ("rim", known.rim)) if part]
    return say(language(), f"learning.with_{'_'.join(drawn)}", set=colours) if drawn else colours


def _colours_of(known: TileSetProfile) -> SetColours:
    return SetColours(hex_code(known.white.srgb), hex_code(known.blue.srgb))


def _to_share(taken: list[TakenPhoto]) -> list[TakenPhoto]:
    """Those that had to be put right, but for photos that somebody has deleted."""
    kept: list[TakenPhoto] = []
    for each in taken:
        if each.was_put_right and len(kept) < MOST_SHARED:
            with suppress(UnknownPhoto):
                parts.photos.file(each.photo.digest)
                kept.append(each)
    return kept


def _sentence(score: ReadingScore) -> str:
    if not score.photos:
        return say(language(), "learning.nothing")
    photos = say(language(), "learning.photos", count=score.photos)
    told = say(language(), "learning.tiles", count=score.right, tiles=score.tiles, photos=photos)
    key = "learning.wrong" if score.wrong_and_sure else "learning.none_wrong"
    return in_a_row((told, say(language(), key, count=score.wrong_and_sure)))
