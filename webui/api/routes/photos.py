"""Photos: send one into a game, show one, delete one for good."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from flask import Response, request, send_file
from msgspec import Meta

from ...sent import BadRequest, Sent, Version
from ...server.access import may_change, require_referee
from ...server.limits import UPLOADS
from ...services import parts
from ...store.files.photo_files import ORIGINAL, SHOWN, THUMBNAIL
from ...watching.intake import enter_photo, enter_shown, shown_copy
from .. import api
from ..answer_types import DeletedAnswer, GameAnswer
from ..fields import sent_bytes
from ..requests import PICTURE, guarded
from .games import shown

COPIES = {"original": ORIGINAL, "shown": SHOWN, "thumbnail": THUMBNAIL}
Pixels = Annotated[float, Meta(gt=-1e6, lt=1e6, title="two numbers, x and y")]


class TilePointedAt(Sent):
    """One place on a tile, or four corners of it, in pixels of the full photo."""

    points: Annotated[
        tuple[tuple[Pixels, Pixels], ...],
        Meta(min_length=1, max_length=4, title="one place on a tile, or four corners of it"),
    ]


CopyName = Literal["original", "shown", "thumbnail"]


@api.post("/games/<game>/photos")
@guarded(rate=("upload", UPLOADS), status=201, takes=PICTURE, answer=GameAnswer)
def send_photo(game: str, *, version: Version | None = None, kept: str = "") -> dict[str, Any]:
    """Read a photo of the table into a game.

    The photo is always entered, after whatever stands there: nobody's change is lost, and undo
    leads back to it. ``version`` says what the sender had seen; ``overtook`` lists the versions
    that came between. With ``kept=true`` the photo was kept by its sender, who may have sent it
    before: what the game has already is not entered again.
    """
    event = enter_photo(parts, game, sent_photo(), once=bool(kept))
    between = [] if version is None or event is None else range(version + 1, event.version)
    return {**shown(game), "overtook": list(between[-100:])}


@api.post("/games/<game>/photos/shown")
@guarded(rate=("upload", UPLOADS), status=201)
def show_tile(game: str, body: TilePointedAt) -> GameAnswer:
    """Find the board of the photo that a game shows from a tile at which a person points."""
    if len(body.points) not in (1, 4):
        raise BadRequest('"points" must be one place on a tile, or four corners of it')
    enter_shown(parts, game, [list(place) for place in body.points])
    return shown(game)


@api.get("/photos/<digest>")
@guarded(gives=(*PICTURE, "image/bmp"))
def show_photo(digest: str, *, copy: CopyName = "shown") -> Response:
    """A photo, small enough for a page unless the original is asked for."""
    name = COPIES[copy]
    if name == ORIGINAL:
        require_referee()
    photos = parts.photos
    media_type = photos.media_type(digest, in_bin=may_change())
    path = photos.file(digest) if name == ORIGINAL else shown_copy(parts, digest, name)
    kind = media_type if name == ORIGINAL else "image/jpeg"
    # Flask looks for a relative path beside its own modules.
    response = send_file(
        path.resolve(), mimetype=kind, conditional=True, etag=f"{digest[:32]}-{name}"
    )
    # Asked for again each time: a photo is seen no longer than it is there, and may be seen.
    response.headers["Cache-Control"] = (
        "private, no-store" if name == ORIGINAL else "private, no-cache"
    )
    response.headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return response


@api.delete("/photos/<digest>")
@guarded(answer=DeletedAnswer)
def delete_photo(digest: str) -> dict[str, Any]:
    """Delete a photo and its copies for good; the games keep the boards that it showed."""
    parts.photos.delete(digest)
    return {"deleted": digest}


def sent_photo() -> bytes:
    """The bytes of the photo in a request: a form's field ``photo``, or the body itself."""
    limit = parts.configuration.most_upload_bytes
    if (request.content_length or 0) > limit + 100_000:
        raise BadRequest.of("photo_bytes", count=limit // 1_000_000)
    if request.mimetype == "multipart/form-data":
        file = request.files.get("photo")
        if file is None:
            raise BadRequest('the form has no file named "photo"')
        data = sent_bytes(file.stream, limit)
    else:
        data = sent_bytes(request.stream, limit)
    if len(data) > limit:
        raise BadRequest.of("photo_bytes", count=limit // 1_000_000)
    return data
