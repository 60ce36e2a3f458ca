"""A live camera: frames from a phone's browser, what the tracker says, and its newest picture."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from flask import Response, current_app
from msgspec import Meta

from ...games.play import ChangeRefused, refusing_changes
from ...refusal import Refusal
from ...sent import Sent
from ...server.limits import HEAVY, UPLOADS
from ...services import parts
from ...store.files.photo_files import media_type_of
from ...watching.intake import enter_photo
from ...watching.live_sessions import LiveSessions
from ...workers.waiting import this_sender
from .. import api
from ..answer_types import GameAnswer
from ..problems import problem
from ..requests import guarded
from .games import shown
from .photos import sent_photo

#: What a tracker of its own can say; the texts ``page.live_…`` word it.
TrackerWord = Literal[
    "off", "hand", "still", "changed", "moved", "light", "covered", "lost", "found", "reading"
]
#: What our own can say beside these: what it needs, and what it asks about dice.
LiveWord = Literal[
    TrackerWord, "missed", "gone", "wrong", "touched", "unsure", "names", "asks", "mended",
    "begun", "cleared", "cut", "rolled", "rolled_again", "roll_unsure", "start_who",
]  # fmt: skip
#: How long a sender is held until its frame is taken.
PATIENCE_SECONDS = 1.0
IDLE_MS = 1500


#: Of which run of a camera a frame is: from when it was opened until it is closed.
CameraRun = Annotated[str, Meta(max_length=40)]


class CameraNumber(Sent):
    """A camera of the server, by its number."""

    camera: Annotated[int, Meta(ge=0, le=9)] = 0


class StateSeen(Sent):
    """What a live camera sees; where it is off, the ``run`` that its frames have carried."""

    state: TrackerWord
    run: CameraRun = ""


class ReadingSent(Sent):
    """A reading that was made elsewhere: the JSON that `palago read` prints."""

    reading: Annotated[Any, Meta(extra_json_schema={"type": "object"})] = None
    of_lines = frozenset(["reading"])


class LiveState(TypedDict):
    """What a live camera says: a word, and what the page's sentence for it speaks of."""

    key: LiveWord
    count: NotRequired[int]
    most: NotRequired[int]
    owed: NotRequired[int]
    number: NotRequired[int]
    rolls: NotRequired[list[tuple[str, str]]]
    next: NotRequired[str]


class LiveAnswer(TypedDict):
    """What a live camera says of itself, None where there is none; whether anybody takes frames."""

    state: LiveState | None
    followed: NotRequired[bool]


class FrameAnswer(TypedDict):
    """Whether the frame was ``taken``; the next one is wanted in ``wait_ms``. ``over``: this run of
    the camera has ended, none is wanted any more."""

    taken: bool
    wait_ms: int
    over: NotRequired[bool]
    state: LiveState | None


@api.post("/games/<game>/frames")
@guarded(rate=("frame", UPLOADS), takes=("image/jpeg",), answer=FrameAnswer)
def send_frame(game: str, *, run: CameraRun = "") -> Any:
    """Hand a camera frame to whoever follows the table; the answer comes when it was taken.

    So a sender that waits for the answer keeps the pace that the server can take. A frame that
    nobody takes is replaced by the next one and never stored.
    """
    data = sent_photo()
    if media_type_of(data) != "image/jpeg":
        return problem(422, "refused", "A frame must be a JPEG picture.")
    if run and parts.live.is_off(game, run):
        state = parts.live.state(game)
        return {"taken": False, "wait_ms": IDLE_MS, "over": True, "state": state}
    if not parts.live.may_send_frames(game, this_sender(), run):
        raise ChangeRefused.of("another_camera")
    try:
        followed = parts.live.has_consumer(game) or (
            not parts.live.is_off(game, run) and _cameras().start_from_browser(game)
        )
    except Refusal as refusal:
        return problem(503, "too_many_cameras", refusal)
    taken = parts.live.put_frame(game, data, PATIENCE_SECONDS if followed else 0.0)
    return {"taken": taken, "wait_ms": 0 if taken else IDLE_MS, "state": parts.live.state(game)}


@api.get("/games/<game>/frame")
@guarded(gives=("image/jpeg",))
def show_frame(game: str) -> Response | tuple[Response, int]:
    """The newest picture of the live camera."""
    picture = parts.live.picture(game)
    if picture is None:
        return problem(404, "no_picture")
    return Response(picture, mimetype="image/jpeg")


@api.get("/games/<game>/live")
@guarded(answer=LiveAnswer)
def live_state(game: str) -> dict[str, Any]:
    """What the live camera says of itself, and whether anybody takes frames."""
    return {"state": parts.live.state(game), "followed": parts.live.has_consumer(game)}


@api.put("/games/<game>/live")
@guarded(answer=LiveAnswer)
def set_live_state(game: str, body: StateSeen) -> dict[str, Any]:
    """Say what a live camera sees, from a tracker that runs as a program of its own."""
    if body.state == "off":
        _cameras().stop(game)
        parts.live.stop(game, body.run)
    else:
        parts.live.set_state(game, body.state)
    return {"state": parts.live.state(game)}


@api.post("/games/<game>/watch")
@guarded(rate=("heavy", HEAVY), status=201, answer=LiveAnswer)
def watch_from_server(game: str, body: CameraNumber) -> Any:
    """Have a camera of the server watch a game from now on."""
    parts.desk.require_open(game)
    try:
        _cameras().start_from_server(game, body.camera)
    except Refusal as refusal:
        return problem(503, "refused", refusal)
    return {"state": parts.live.state(game)}


@api.delete("/games/<game>/watch")
@guarded(answer=LiveAnswer)
def stop_watching(game: str) -> dict[str, Any]:
    """End the camera that watches a game, of the server or of a browser."""
    _cameras().stop(game)
    parts.live.stop(game)
    return {"state": None}


@api.post("/games/<game>/readings")
@guarded(status=201)
def enter_reading(game: str, body: ReadingSent) -> GameAnswer:
    """Lay the board of a reading that was made elsewhere on a game's table."""
    with refusing_changes():
        reading = parts.desk.state(game).table.games.taken(body.reading)
    data: dict[str, Any] = {"reading": reading, "photo": None}
    parts.desk.change(game, "photo_read", data, None)
    return shown(game)


@api.post("/games/<game>/webcam")
@guarded(rate=("heavy", HEAVY), status=201)
def use_webcam(game: str, body: CameraNumber) -> GameAnswer:
    """Take a photo with a camera of the server and read it into the game."""
    shot = parts.readers.run("palago.webui.jobs.calibration:take_photo", {"camera": body.camera})
    enter_photo(parts, game, bytes.fromhex(shot))
    return shown(game)


def _cameras() -> LiveSessions:
    sessions: LiveSessions = current_app.extensions["palago_sessions"]
    return sessions
