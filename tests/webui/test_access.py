"""Who may change a game: the PIN, forged requests, strange names, and limits."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest


@pytest.fixture
def guarded(configuration: Any) -> Any:
    """A test client on a dashboard with a PIN."""
    from palago.webui.app import close_app, create_app

    app = create_app(replace(configuration, pin="2468"))
    yield app.test_client()
    close_app(app)


NEW = {"kind": "analysis", "title": "x"}


def test_without_the_pin_a_browser_looks_on(guarded: Any) -> None:
    refused = guarded.post("/api/v1/games", json=NEW)
    assert refused.status_code == 401
    assert refused.json["error"]["code"] == "pin_needed"
    assert guarded.get("/api/v1/games").status_code == 200
    assert guarded.get("/").status_code == 200


def test_a_program_sends_the_pin_along(guarded: Any) -> None:
    made = guarded.post("/api/v1/games", json=NEW, headers={"Authorization": "Bearer 2468"})
    assert made.status_code == 201
    wrong = guarded.post("/api/v1/games", json=NEW, headers={"Authorization": "Bearer 1111"})
    assert wrong.json["error"]["code"] == "wrong_pin"


def test_a_browser_shows_the_pin_once_and_then_needs_its_token(guarded: Any) -> None:
    page = guarded.get("/").text
    token = page.split('name="csrf-token" content="')[1].split('"')[0]
    own = {"X-CSRF-Token": token, "Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert guarded.post("/api/v1/session", json={"pin": "2468"}, headers=own).status_code == 200
    assert guarded.post("/api/v1/games", json=NEW, headers=own).status_code == 201
    without = {k: v for k, v in own.items() if k != "X-CSRF-Token"}
    assert guarded.post("/api/v1/games", json=NEW, headers=without).status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_strange_page_changes_nothing(client: Any, headers: dict[str, str]) -> None:
    assert client.post("/api/v1/games", json=NEW, headers=headers).status_code == 403
    assert client.get("/api/v1/games").json["games"] == []


def test_a_strange_name_for_this_machine_is_refused(client: Any) -> None:
    for host in ("evil.example", "evil.example:80", "localhost.evil.example"):
        assert client.get("/", headers={"Host": host}).status_code == 421
    for host in ("localhost:8765", "127.0.0.1", "192.168.1.20:8765", "[::1]:80", "club.local"):
        assert client.get("/", headers={"Host": host}).status_code == 200


def test_pins_cannot_be_tried_out(guarded: Any) -> None:
    answers = [guarded.post("/api/v1/session", json={"pin": f"{n:04}"}) for n in range(12)]
    assert [a.status_code for a in answers[:5]] == [401] * 5
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["Retry-After"]) >= 1
    bearer = [
        guarded.post("/api/v1/games", json=NEW, headers={"Authorization": f"Bearer {n:04}"})
        for n in range(12)
    ]
    assert bearer[-1].status_code == 429


def test_every_answer_keeps_scripts_and_frames_out(client: Any) -> None:
    for path in ("/", "/settings", "/api/v1/games", "/static/style.css", "/nowhere"):
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"


def test_viewing_can_need_the_pin_too(configuration: Any) -> None:
    from palago.webui.app import close_app, create_app

    app = create_app(replace(configuration, pin="2468", pin_to_view=True))
    client = app.test_client()
    assert client.get("/api/v1/games").status_code == 401
    allowed = client.get("/api/v1/games", headers={"Authorization": "Bearer 2468"})
    assert allowed.status_code == 200
    close_app(app)
