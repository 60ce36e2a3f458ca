"""What the tables have taught: how photos were read here, and a file of those to share."""

from __future__ import annotations

import tempfile
import zipfile
from typing import Any

from flask import Response, send_file

from ....vision import PhotoError
from ...learning.confirmed import ReadingScore
from ...learning.summary import TakenPhoto
from ...learning.truth_files import case_files
from ...services import services
from ...store import UnknownPhoto
from ...texts import say
from .. import api
from ..fields import BadRequest
from ..language import language
from ..requests import guarded

#: A shared file holds at most so many photos, those that had to be put right.
MOST_SHARED = 40


@api.get("/learning")
@guarded()
def show_learning() -> dict[str, Any]:
    """How many tiles of the confirmed photos were read right, and what a shared file would hold."""
    taken = services().summary.photos()
    score = sum((each.score for each in taken), ReadingScore())
    return {
        "photos": score.photos,
        "tiles": score.tiles,
        "right": score.right,
        "wrong_and_sure": score.wrong_and_sure,
        "text": _sentence(score),
        "to_share": [_shared_json(each) for each in _to_share(taken)],
    }


@api.get("/learning/photos.zip")
@guarded(gives=("application/zip",))
def share_learning() -> Response:
    """The photos that had to be put right, each with its board, as one file."""
    parts = services()
    taken = _to_share(parts.summary.photos())
    if not taken:
        raise BadRequest.of("nothing_to_share")
    packed = tempfile.TemporaryFile(dir=parts.configuration.data)  # noqa: SIM115 - sent
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for each in taken:
            try:
                files = case_files(each.photo, parts.photos)
            except (UnknownPhoto, PhotoError):
                continue  # deleted in the same moment, or damaged on the disk
            for name, data in files.items():
                archive.writestr(name, data)
    packed.seek(0)
    return send_file(
        packed, "application/zip", as_attachment=True, download_name="palago-photos.zip"
    )


def _to_share(taken: list[TakenPhoto]) -> list[TakenPhoto]:
    return [each for each in taken if each.was_put_right][:MOST_SHARED]


def _shared_json(each: TakenPhoto) -> dict[str, object]:
    return {
        "game": each.photo.game,
        "photo": each.photo.digest,
        "tiles": each.score.tiles,
        "right": each.score.right,
    }


def _sentence(score: ReadingScore) -> str:
    if not score.photos:
        return say(language(), "learning.nothing")
    told = say(
        language(), "learning.tiles", count=score.photos, tiles=score.tiles, right=score.right
    )
    key = "learning.wrong" if score.wrong_and_sure else "learning.none_wrong"
    return f"{told} {say(language(), key, count=score.wrong_and_sure)}"
