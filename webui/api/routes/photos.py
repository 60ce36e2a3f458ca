"""Photos: send one into a game, show one, delete one for good."""

from __future__ import annotations

from flask import Response, jsonify, request, send_file

from ...server.access import may_change, require_referee
from ...server.limits import UPLOADS
from ...services import services
from ...store.photo_store import ORIGINAL, SHOWN, THUMBNAIL
from ...watching.intake import enter_photo, enter_shown, shown_copy
from .. import api
from ..fields import BadRequest, choice_argument, json_body, sent_bytes, whole_number_argument
from ..requests import guarded
from .games import shown

COPIES = {"original": ORIGINAL, "shown": SHOWN, "thumbnail": THUMBNAIL}


@api.post("/games/<game>/photos")
@guarded(rate=("upload", UPLOADS))
def send_photo(game: str) -> tuple[Response, int]:
    """Read a photo of the table into a game.

    The photo is always entered, after whatever stands there: nobody's change is lost, and undo
    leads back to it. ``version`` says what the sender had seen; ``overtook`` lists the versions
    that came between.
    """
    seen = whole_number_argument("version", 1, 1_000_000_000)
    event = enter_photo(services(), game, sent_photo())
    between = list(range(seen + 1, event.version)) if seen is not None else []
    return jsonify({**shown(game), "overtook": between[-100:]}), 201


@api.post("/games/<game>/photos/shown")
@guarded(rate=("upload", UPLOADS))
def show_tile(game: str) -> tuple[Response, int]:
    """Find the board of the photo that a game shows from a tile at which a person points."""
    enter_shown(services(), game, _points(json_body().get("points")))
    return jsonify(shown(game)), 201


def _points(value: object) -> list[list[float]]:
    """Places in a photo, in pixels. Raises BadRequest."""
    if not isinstance(value, list) or len(value) not in (1, 4):
        raise BadRequest('"points" must be one place on a tile, or four corners of it')
    for place in value:
        numbers = isinstance(place, list) and len(place) == 2
        if not numbers or not all(type(n) in (int, float) and abs(n) < 1e6 for n in place):
            raise BadRequest('each of "points" must be two numbers, x and y')
    return [[float(n) for n in place] for place in value]


@api.get("/photos/<digest>")
@guarded()
def show_photo(digest: str) -> Response:
    """A photo, small enough for a page unless the original is asked for."""
    copy = COPIES[choice_argument("copy", COPIES, "shown")]
    if copy == ORIGINAL:
        require_referee()
    photos = services().photos
    media_type = photos.media_type(digest, in_bin=may_change())
    path = photos.file(digest) if copy == ORIGINAL else shown_copy(services(), digest, copy)
    kind = media_type if copy == ORIGINAL else "image/jpeg"
    response = send_file(path, mimetype=kind, conditional=True, etag=f"{digest[:32]}-{copy}")
    # Asked for again each time: a photo is seen no longer than it is there, and may be seen.
    response.headers["Cache-Control"] = (
        "private, no-store" if copy == ORIGINAL else "private, no-cache"
    )
    response.headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return response


@api.delete("/photos/<digest>")
@guarded()
def delete_photo(digest: str) -> Response:
    """Delete a photo and its copies for good; the games keep the boards that it showed."""
    services().photos.delete(digest)
    return jsonify(deleted=digest)


def sent_photo() -> bytes:
    """The bytes of the photo in a request: a form's field ``photo``, or the body itself."""
    limit = services().configuration.most_upload_bytes
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
