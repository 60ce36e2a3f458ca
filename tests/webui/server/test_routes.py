"""Who may call what: one table of all routes, and each of them tried by everybody."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from dashboards import opened
from palago.engine.tiles.board import Board
from palago.webui.server.configuration import Configuration
from palago.webui.server.routes import ROUTES
from table_photos import photo_of

#: Every route and method. ``anyone`` is let in even by ``--pin-to-view``; ``look`` means boards
#: and small copies; what is asked for with a query stands here with it.
TABLE = """
anyone   GET    /static/<path:filename>
anyone   GET    /favicon.ico
anyone   GET    /worker.js
anyone   GET    /join
anyone   GET    /help
anyone   GET    /help/
anyone   GET    /help/<path:file>
anyone   GET    /api/v1/openapi.json
anyone   GET    /api/v1/session
anyone   POST   /api/v1/session
anyone   DELETE /api/v1/session
look     GET    /
look     GET    /qr.svg
look     GET    /games/<game>
look     GET    /api/v1/games
look     GET    /api/v1/time
look     GET    /api/v1/stream
look     GET    /api/v1/tables
look     GET    /api/v1/events
look     GET    /api/v1/events/<event>
look     GET    /tables
look     GET    /show
look     GET    /games/<game>/show
look     GET    /evenings
look     GET    /evenings/<evening>
look     GET    /evenings/<evening>/print
look     GET    /evenings/<evening>/cards
look     GET    /evenings/<evening>/tables/<int:number>
look     GET    /events
look     GET    /events/<path:rest>
look     GET    /rules/<kind>
look     GET    /tour
referee  GET    /api/v1/games?deleted=true
look     GET    /api/v1/games/<game>
look     GET    /api/v1/games/<game>/diagram.svg
look     GET    /games/<game>/review
look     GET    /api/v1/games/<game>/review
look     GET    /api/v1/diagram.svg
look     GET    /puzzles
look     GET    /studies
look     GET    /studies/<study>
look     GET    /api/v1/studies
look     GET    /api/v1/studies/<study>
look     GET    /openings
look     GET    /api/v1/openings
look     GET    /api/v1/openings/<opening>/proof
look     GET    /api/v1/puzzles
look     GET    /api/v1/puzzles/<puzzle>
look     GET    /api/v1/puzzles/<puzzle>/answer
look     GET    /api/v1/puzzles/<puzzle>/solution
look     GET    /api/v1/games/<game>/stream
look     GET    /api/v1/games/<game>/live
look     GET    /api/v1/games/<game>/frame
look     GET    /api/v1/photos/<digest>
look     GET    /api/v1/photos/<digest>?copy=thumbnail
referee  GET    /api/v1/photos/<digest>?copy=original
referee  GET    /settings
referee  GET    /games/<game>/print
referee  POST   /api/v1/games
referee  POST   /api/v1/games/<game>/changes
referee  POST   /api/v1/games/<game>/corrections
referee  GET    /api/v1/games/<game>/events
referee  GET    /api/v1/games/<game>/record
referee  GET    /api/v1/games/<game>/animation.svg
referee  POST   /api/v1/games/<game>/partner
referee  POST   /api/v1/games/<game>/review
referee  POST   /api/v1/studies
referee  POST   /api/v1/studies/<study>/changes
referee  DELETE /api/v1/studies/<study>
referee  GET    /api/v1/studies/<study>/file
referee  POST   /api/v1/studies/<study>/proof
referee  GET    /digitise
referee  GET    /api/v1/digitisings
referee  POST   /api/v1/digitisings
referee  GET    /api/v1/digitisings/<digitising>
referee  DELETE /api/v1/digitisings/<digitising>
referee  POST   /api/v1/digitisings/<digitising>/files
referee  POST   /api/v1/digitisings/<digitising>/start
referee  POST   /api/v1/digitisings/<digitising>/answers
referee  DELETE /api/v1/digitisings/<digitising>/answers
referee  POST   /api/v1/digitisings/<digitising>/players
referee  POST   /api/v1/digitisings/<digitising>/game
referee  GET    /api/v1/digitisings/<digitising>/picture
referee  DELETE /api/v1/games/<game>/review
referee  GET    /api/v1/games/<game>/review/file
referee  GET    /api/v1/games/<game>/review/proof
referee  POST   /api/v1/games/<game>/advice
referee  POST   /api/v1/games/<game>/photos
referee  POST   /api/v1/games/<game>/photos/shown
referee  POST   /api/v1/games/<game>/readings
referee  POST   /api/v1/games/<game>/frames
referee  PUT    /api/v1/games/<game>/live
referee  POST   /api/v1/games/<game>/webcam
referee  POST   /api/v1/games/<game>/watch
referee  DELETE /api/v1/games/<game>/watch
referee  DELETE /api/v1/games/<game>
referee  DELETE /api/v1/photos/<digest>
referee  POST   /api/v1/readings
referee  POST   /api/v1/analyses
referee  POST   /api/v1/imports
referee  GET    /api/v1/players
referee  POST   /api/v1/events
referee  POST   /api/v1/events/<event>/changes
referee  DELETE /api/v1/events/<event>
referee  GET    /api/v1/events/<event>/standings.csv
referee  GET    /api/v1/events/<event>/file
referee  GET    /api/v1/settings
referee  GET    /api/v1/learning
referee  POST   /api/v1/learning
referee  DELETE /api/v1/learning
referee  GET    /api/v1/learning/photos/<digest>
referee  GET    /api/v1/learning/photos.zip
referee  PUT    /api/v1/settings
referee  GET    /api/v1/sessions
referee  DELETE /api/v1/sessions
referee  DELETE /api/v1/sessions/<session>
referee  POST   /api/v1/invitations
referee  GET    /api/v1/friends
referee  POST   /api/v1/friends
referee  DELETE /api/v1/friends/<name>
referee  GET    /api/v1/sheets/<kind>.pdf
referee  POST   /api/v1/calibrations
referee  POST   /api/v1/calibrations/<calibration>/views
referee  POST   /api/v1/calibrations/<calibration>/finish
referee  POST   /api/v1/tile-sets
referee  POST   /api/v1/tile-sets/<taught>/photos
referee  POST   /api/v1/tile-sets/<taught>/finish
"""
ENTRIES = [tuple(line.split()) for line in TABLE.strip().splitlines()]
ELSEWHERE = {"REMOTE_ADDR": "192.0.2.77", "HTTP_HOST": "192.0.2.2:8765"}
THREE = Board.from_text("0,0b 1,0b 0,1c")
FOUR = Board.from_text("0,0b 1,0b 0,1c -1,1c")
#: What stands in an address for a part of it.
PARTS = {
    "kind": "charuco", "path:filename": "style.css", "path:file": "x", "int:number": "1",
    "name": "nobody",
}  # fmt: skip
SECRET = "an-evening-among-friends"


DOORS: dict[str, dict[str, Any]] = {
    "key": {"key": "k" * 22},
    "pin": {"pin": "246801"},
    "pin_to_view": {"pin": "246801", "pin_to_view": True},
    "open": {"open_to_all": True},
}


@pytest.fixture(scope="module", params=list(DOORS))
def doors(request: pytest.FixtureRequest, tmp_path_factory: Any) -> Iterator[dict[str, Any]]:
    """A dashboard with a game, by how its door is closed."""
    configuration = Configuration(
        data=tmp_path_factory.mktemp("doors"),
        reader="table_photos:read_truth",
        stream_seconds=0.0,
        **DOORS[request.param],
    )
    with opened(configuration) as app:
        opens = {"Authorization": f"Bearer {configuration.pin or configuration.key}"}
        client = app.test_client()
        body = {"kind": "palago", "title": "Club final"}
        game = client.post("/api/v1/games", json=body, headers=opens).json["id"]
        path = f"/api/v1/games/{game}"
        photo = client.post(f"{path}/photos", data=photo_of(FOUR), headers=opens).json["photo"]
        said = {"change": "comment", "text": SECRET}
        assert client.post(f"{path}/changes", json=said, headers=opens).status_code == 200
        yield {
            "app": app,
            "mode": request.param,
            "opens": opens,
            "game": game,
            "digest": photo["digest"],
        }


def test_every_route_stands_in_the_table(doors: dict[str, Any]) -> None:
    routes = {
        (method, rule.rule)
        for rule in doors["app"].url_map.iter_rules()
        for method in rule.methods - {"HEAD", "OPTIONS"}
    }
    assert {(method, path.partition("?")[0]) for _, method, path in ENTRIES} == routes
    assert set(ROUTES) <= {f"{method} {rule}" for method, rule in routes}


def call(
    doors: dict[str, Any], method: str, path: str, address: str = "192.0.2.77", **how: Any
) -> Any:
    """Ask for a route as somebody elsewhere in the network."""
    for name in ("game", "digest"):
        path = path.replace(f"<{name}>", doors[name])
    for name, value in PARTS.items():
        path = path.replace(f"<{name}>", value)
    path = path.replace("<", "").replace(">", "")
    body: dict[str, Any] = {} if method in ("GET", "DELETE") else {"json": {}}
    sender = ELSEWHERE | {"REMOTE_ADDR": address}
    client = doors["app"].test_client()
    return client.open(path, method=method, environ_overrides=sender, **body, **how)


def may(who: str, mode: str) -> bool:
    """Whether a stranger is let in."""
    if mode == "open" or who == "anyone":
        return True
    return who == "look" and mode != "pin_to_view"


def test_a_stranger_gets_what_the_table_says(doors: dict[str, Any]) -> None:
    for who, method, path in ENTRIES:
        if may(who, doors["mode"]) and method == "DELETE":
            continue  # what this deletes the other tests want to find
        answer, route = call(doors, method, path), f"{method} {path}"
        if may(who, doors["mode"]):
            no_camera = path.endswith("/watch") and answer.status_code == 503
            assert answer.status_code != 401, (route, answer.data)
            assert answer.status_code < 500 or no_camera, (route, answer.data)
            if doors["mode"] != "open":
                assert SECRET.encode() not in answer.data, route
                assert "palago-referee" not in answer.headers.get("Set-Cookie", ""), route
        else:
            assert answer.status_code == 401, route
            for told in (SECRET, "Club final", doors["digest"]):
                assert told.encode() not in answer.data, route


def test_a_game_in_the_bin_is_gone_for_who_looks_on(doors: dict[str, Any]) -> None:
    opens = doors["opens"]
    body = {"kind": "palago", "title": "Thrown away"}
    client = doors["app"].test_client()
    game = client.post("/api/v1/games", json=body, headers=opens).json["id"]
    path = f"/api/v1/games/{game}"
    sent = client.post(f"{path}/photos", data=photo_of(THREE), headers=opens).json
    photo = f"/api/v1/photos/{sent['photo']['digest']}"
    client.post(f"{path}/changes", json={"change": "delete"}, headers=opens)
    mine = {"headers": opens}
    assert b"Thrown away" not in call(doors, "GET", "/api/v1/games", **mine).data
    for shown in (path, f"{path}/diagram.svg", f"/games/{game}", f"/games/{game}/review", photo):
        answer = call(doors, "GET", shown)
        if doors["mode"] != "open":
            assert answer.status_code == (401 if doors["mode"] == "pin_to_view" else 404), shown
            assert b"Thrown away" not in answer.data
        assert call(doors, "GET", shown, **mine).status_code == 200, shown


@pytest.mark.parametrize("shown", ["Bearer 111111", "Bearer " + "x" * 22])
def test_what_is_wrong_opens_nothing(doors: dict[str, Any], shown: str) -> None:
    if doors["mode"] == "open":
        return
    for method, path in (("GET", "/api/v1/session"), ("GET", "/api/v1/games"), ("GET", "/")):
        answer = call(doors, method, path, "192.0.2.99", headers={"Authorization": shown})
        assert answer.status_code in (401, 429)


def test_a_referee_gets_all_of_it(doors: dict[str, Any]) -> None:
    for number, (_, method, path) in enumerate(ENTRIES):
        if method != "DELETE" and "webcam" not in path:
            # From an address of its own each: one address is only let think so often.
            address = f"198.51.100.{number % 250}"
            answer = call(doors, method, path, address, headers=doors["opens"])
            assert answer.status_code not in (401, 403, 429, 500), (path, answer.data)
    shown = call(doors, "GET", "/api/v1/games/<game>", headers=doors["opens"])
    assert SECRET in json.dumps(shown.json)


def test_what_stands_in_no_table_is_for_referees(configuration: Any) -> None:
    with opened(configuration) as app:
        app.add_url_rule("/api/v1/new", "new", lambda: "something new")
        client = app.test_client()
        assert client.get("/api/v1/new", environ_overrides=ELSEWHERE).status_code == 401
        assert client.get("/api/v1/new").status_code == 200
