"""The application factory."""

from __future__ import annotations

import json
import logging
from functools import partial

from flask import Flask, Response, g, request
from werkzeug.exceptions import HTTPException

from .api import api
from .api.language import language
from .api.problems import come_again, key_needed, problem
from .api.requests import explained
from .digitising.queue import Digitisings
from .games.kept.desk import Desk
from .games.kept.lines import Lines
from .learning.learner import Learner
from .learning.summary import Summary
from .live_hub import LiveHub
from .pages import door, error_page, pages
from .refusal import Refusal, is_refusal
from .server import access
from .server.configuration import MEGABYTE, Configuration
from .server.keys import Keys, new_key
from .server.limits import REFUSED, RateLimiter, most_body_bytes
from .server.routes import right_for
from .server.sessions import Sessions
from .server.tries import TooManyTries, network_of
from .services import Services, services
from .store.evenings import EveningStore
from .store.event_store import EventStore
from .store.files.data_folder import DataFolder
from .store.files.photo_store import PhotoStore
from .store.lines import LineStore
from .store.neighbours import Neighbours
from .store.stored import StoredEvent
from .store.troubles import trouble_of
from .studying.partner import Partner
from .studying.reviews import Reviews
from .studying.studies import Studies
from .texts import DEFAULT_LANGUAGE, say, texts
from .watching.intake import chosen_profiles
from .watching.live_sessions import LiveSessions
from .workers.waiting import work_for
from .workers.worker import WorkerPool

_log = logging.getLogger("palago")

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "media-src 'self' blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)


def create_app(configuration: Configuration) -> Flask:
    """The dashboard as a WSGI application; ``close_app`` ends what it started. Raises FolderInUse,
    DatabaseUnavailable, OSError."""
    folder = DataFolder(configuration.data)
    try:
        return _create_app(configuration, folder)
    except BaseException:
        folder.release()
        raise


def _create_app(configuration: Configuration, folder: DataFolder) -> Flask:
    app = Flask(__name__, static_folder="static", static_url_path="/static")
    app.config.update(
        MAX_CONTENT_LENGTH=configuration.most_import_bytes,
        MAX_FORM_MEMORY_SIZE=1_000_000,
        MAX_FORM_PARTS=20,
    )
    app.json.sort_keys = False  # type: ignore[attr-defined]
    # Every page carries its texts: a Chinese character is three bytes so, not six.
    app.jinja_env.policies["json.dumps_kwargs"] = {"ensure_ascii": False}
    app.extensions["palago"] = parts = _services(configuration, folder)
    app.extensions["palago_sessions"] = LiveSessions(parts)
    app.register_blueprint(pages)
    app.register_blueprint(api, url_prefix="/api/v1")
    app.before_request(_guard)
    app.after_request(_add_headers)
    app.register_error_handler(HTTPException, _explain)
    app.register_error_handler(Exception, _apologise)
    return app


def _services(configuration: Configuration, folder: DataFolder) -> Services:
    """The parts of a dashboard, each given what it needs of the others."""
    data = configuration.data
    secret = configuration.pin or configuration.key or new_key()
    events = EventStore(configuration.database_url)
    photos = PhotoStore(configuration.photo_folder, events.writing_sessions)
    events.note_all_photo_uses()
    if configuration.photos is None:  # else another dashboard may be just about to show one
        photos.sweep()
    live = LiveHub(configuration.most_streams)
    evenings = EveningStore(events.engine)
    neighbours = _told_of_changes(events, evenings, live)
    desk, summary = Desk(events), Summary(events)
    thinkers = WorkerPool(1, most_waiting=4, seconds=30.0)
    in_background = partial(WorkerPool, 1, in_background=True)
    return Services(
        configuration=configuration,
        folder=folder,
        events=events,
        photos=photos,
        desk=desk,
        lines=Lines(LineStore(events.engine), desk),
        evenings=evenings,
        summary=summary,
        learner=Learner(
            events,
            photos,
            summary,
            data,
            in_background(most_waiting=2, seconds=30.0),
            configuration.learner_wait,
        ),
        readers=WorkerPool(
            configuration.reader_processes,
            most_waiting=configuration.reader_queue,
            seconds=configuration.reader_seconds,
        ),
        thinkers=thinkers,
        decoders=WorkerPool(1, most_waiting=8, seconds=3.0),
        live=live,
        neighbours=neighbours,
        reviews=Reviews(data / "reviews", in_background(most_waiting=1, seconds=60.0)),
        partner=Partner(desk, events, WorkerPool(1, most_waiting=8, seconds=60.0)),
        studies=Studies(
            data / "studies",
            lambda kept: live.tell_all("study", {"study": kept.id, "version": kept.version}),
        ),
        digitisings=Digitisings(
            data / "digitising",
            in_background(most_waiting=1, seconds=60.0),
            thinkers,
            lambda: chosen_profiles(events, data),
            configuration.scheduler,
        ),
        limiter=RateLimiter(),
        keys=Keys(configuration.pin, secret),
        sessions=Sessions(data / "sessions.json", secret),
    )


def _told_of_changes(events: EventStore, evenings: EveningStore, live: LiveHub) -> Neighbours:
    """Other dashboards of this database; they and all who watch are told of every change."""
    neighbours = Neighbours(events.engine, live.pass_on)

    def tell_of_game(game: str, event: StoredEvent) -> None:
        news = {"version": event.version, "kind": event.kind}
        live.publish(game, "change", news, event.version)
        neighbours.tell(game=game, **news)

    def tell_of_evening(event: str, version: int) -> None:
        live.tell_all("event", {"event": event, "version": version})
        neighbours.tell(event=event, version=version)

    events.listen(tell_of_game)
    evenings.listen(tell_of_evening)
    return neighbours


def close_app(app: Flask) -> None:
    """End the streams and processes of an application and give back its database."""
    sessions_of(app).close()
    services_of(app).close()


def services_of(app: Flask) -> Services:
    """The services of an application, outside a request."""
    found: Services = app.extensions["palago"]
    return found


def sessions_of(app: Flask) -> LiveSessions:
    """The live cameras of an application."""
    found: LiveSessions = app.extensions["palago_sessions"]
    return found


def _guard() -> Response | tuple[Response, int] | None:
    """Refuse what nobody may ask, and what this sender may not."""
    parts = services()
    is_static = request.endpoint == "static"  # open to all: a refusal's page looks like ours
    if not is_static and not access.host_is_ours(parts.configuration, request.host):
        return _refused(421, "wrong_host", host=request.host[:80])
    if access.is_forged(request):
        return _refused(403, "forged")
    if request.url_rule is None or is_static:
        return None
    try:
        g.right = access.right_of(parts, request)
    except (access.WrongKey, TooManyTries) as error:
        return explained(error)
    session = access.session_of(parts, request)
    work_for(network_of(request.remote_addr or "") if session is None else session.id)
    if g.right >= right_for(request.method, request.url_rule.rule):
        asked = request.args.to_dict() | (request.view_args or {})
        if access.is_hidden(parts, asked.get("game", "")):
            return _refused(404, "unknown_game")
        if not access.may_change() and parts.studies.is_binned(asked.get("study", "")):
            return _refused(404, "unknown_study")
        evening = asked.get("event") or asked.get("evening", "")
        if not access.may_change() and parts.evenings.is_binned(evening):
            return _refused(404, "unknown_event")
        return _refused_body()
    if request.path.startswith("/api/"):
        return key_needed()
    return door(401)


def _refused(status: int, code: str, **gaps: object) -> Response | tuple[Response, int]:
    """A refusal in the asker's language: to programs as JSON, to people as a page."""
    sentence = say(language(), f"refusal.{code}", **gaps)
    if request.path.startswith("/api/"):
        return problem(status, code, sentence)
    return error_page(sentence, status)


def _refused_body() -> tuple[Response, int] | None:
    """The answer to a request whose body was not taken, None where it was."""
    why = request.environ.get(f"HTTP_{REFUSED}")
    if not why:
        return None
    if why == "body_too_large":
        most = most_body_bytes(services().configuration, request.method, request.path)
        unit, count = ("mega", most // MEGABYTE) if most >= MEGABYTE else ("kilo", most // 1000)
        size = say(language(), f"refusal.{unit}bytes", count=count)
        return problem(413, why, say(language(), "refusal.body_too_large", size=size))
    if why == "disk_full":
        return problem(507, "disk_full")
    return come_again(10, "too_much_at_once", 503)


def _add_headers(response: Response) -> Response:
    headers = response.headers
    headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Referrer-Policy"] = "same-origin"
    if request.is_secure or access.is_this_machine(request):  # elsewhere browsers refuse it
        headers["Cross-Origin-Opener-Policy"] = "same-origin"
    headers["Cross-Origin-Resource-Policy"] = "same-origin"
    headers["Permissions-Policy"] = "camera=(self), microphone=(), geolocation=()"
    if request.endpoint != "static" and "Cache-Control" not in headers:
        headers["Cache-Control"] = "no-store"
    return response


def _explain(error: HTTPException) -> Response:
    if error.response is not None and error.code is None:
        return error.get_response()  # type: ignore[return-value]
    response = error.get_response()
    code = (error.name or "error").lower().replace(" ", "_")
    known = texts(DEFAULT_LANGUAGE).get(f"refusal.{code}")
    sentence = say(language(), f"refusal.{code}") if known else error.description
    if request.path.startswith("/api/"):
        response.data = json.dumps({"error": {"code": code, "message": sentence}})
        response.content_type = "application/json"
    elif response.status_code >= 400 and not request.path.startswith("/static/"):
        response.data = error_page(sentence or "", response.status_code).data
    return response  # type: ignore[return-value]


def _apologise(error: Exception) -> Response | tuple[Response, int]:
    trouble = trouble_of(error)
    if trouble is not None:
        _log.warning("%s %s: %s", request.method, request.path, error)
    if request.path.startswith("/api/") and (refused := explained(error)) is not None:
        return refused
    if trouble is not None:
        return error_page(say(language(), f"refusal.{trouble.key}"), trouble.status)
    if is_refusal(error):
        return error_page(Refusal.because(error).said(language()), 422)
    number = f"{id(g._get_current_object()) & 0xFFFFFF:06x}"
    _log.exception("a request failed (%s %s, %s)", request.method, request.path, number)
    return _refused(500, "failed", number=number)
