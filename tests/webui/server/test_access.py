"""Who may change a game: keys, PINs and sessions, forged requests, strange names, and limits."""

from collections.abc import Iterator
from typing import Any

import pytest
from dashboards import opened
from palago.webui.server.addresses import behind_proxy


@pytest.fixture
def guarded(configuration: Any) -> Any:
    """A test client on a dashboard with a PIN."""
    with opened(configuration, pin="2468") as app:
        yield app.test_client()


NEW = {"kind": "analysis", "title": "x"}


def test_a_browser_shows_the_pin_once_and_then_needs_its_token(guarded: Any) -> None:
    without = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    own = without | token_of(guarded.get("/"))
    assert guarded.post("/api/v1/session", json={"pin": "2468"}, headers=own).status_code == 200
    assert guarded.post("/api/v1/games", json=NEW, headers=own).status_code == 201
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
        refused = client.get("/", headers={"Host": host, "Accept-Language": "fr"})
        assert refused.status_code == 421 and host.removesuffix(":80") in refused.text
        assert refused.mimetype == "text/html" and "ne répond pas" in refused.text
        assert client.get("/static/style.css", headers={"Host": host}).status_code == 200
    for host in ("localhost:8765", "127.0.0.1", "192.168.1.20:8765", "[::1]:80", "club.local"):
        assert client.get("/", headers={"Host": host}).status_code == 200


def test_people_read_in_their_language_why_a_page_is_refused(client: Any) -> None:
    french = {"Accept-Language": "fr"}
    strange = client.post("/settings", headers={**french, "Origin": "http://evil.example"})
    assert strange.status_code == 403 and "rouvrez la page" in strange.text
    wrong = client.post("/settings", headers=french)
    assert wrong.status_code == 405 and "GET" in wrong.headers["Allow"]
    assert "depuis la liste des parties" in wrong.text
    assert {strange.mimetype, wrong.mimetype} == {"text/html"}


def test_every_answer_keeps_scripts_and_frames_out(client: Any) -> None:
    for path in ("/", "/settings", "/api/v1/games", "/static/style.css", "/nowhere"):
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"


def test_browsers_ask_whether_their_scripts_are_still_todays(client: Any) -> None:
    for path in ("/static/style.css", "/static/game/game.js", "/worker.js"):
        first = client.get(path)
        assert first.headers["Cache-Control"] == "no-cache"
        again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
        assert again.status_code == 304 and not again.data


KEY = "k" * 22


@pytest.fixture
def keyed(configuration: Any) -> Iterator[Any]:
    """A dashboard as it starts by itself, with a known key."""
    with opened(configuration, key=KEY) as app:
        yield app


def elsewhere(app: Any, address: str = "192.0.2.77") -> Any:
    """A browser on another machine of the network."""
    client = app.test_client()
    client.environ_base = {"REMOTE_ADDR": address}
    return client


def token_of(page: Any) -> dict[str, str]:
    return {"X-CSRF-Token": page.text.split('name="csrf-token" content="')[1].split('"')[0]}


def join(client: Any, key: str = KEY) -> dict[str, str]:
    """Open a session as the page of the QR code does; the header that changes need."""
    token = token_of(client.get("/join"))
    assert client.post("/api/v1/session", json={"key": key}, headers=token).status_code == 200
    return token


@pytest.mark.parametrize(
    ("environ", "may"),
    [
        ({}, True),
        ({"REMOTE_ADDR": "::1", "HTTP_HOST": "[::1]:8765"}, True),
        ({"REMOTE_ADDR": "::ffff:127.0.0.1"}, True),
        ({"HTTP_HOST": "127.0.0.1:8765"}, True),
        ({"REMOTE_ADDR": "192.0.2.77"}, False),
        ({"REMOTE_ADDR": ""}, False),
        ({"HTTP_X_FORWARDED_FOR": "192.0.2.77"}, False),
        ({"HTTP_FORWARDED": "for=192.0.2.77"}, False),
        ({"HTTP_X_REAL_IP": "192.0.2.77"}, False),
        ({"HTTP_VIA": "1.1 club"}, False),
        # A name that somebody on the network could have made lead here (DNS rebinding).
        ({"HTTP_HOST": "club.local"}, False),
        ({"HTTP_HOST": "club.lan:8765"}, False),
    ],
)
def test_only_this_machine_itself_needs_no_key(
    keyed: Any, environ: dict[str, str], may: bool
) -> None:
    client = keyed.test_client()
    answer = client.post("/api/v1/games", json=NEW, environ_overrides=environ)
    assert answer.status_code == (201 if may else 401)
    if not may:
        assert answer.json["error"]["code"] == "key_needed"


def test_a_key_becomes_a_session_that_can_be_listed_and_ended(keyed: Any) -> None:
    phone, tablet, here = elsewhere(keyed), elsewhere(keyed, "192.0.2.78"), keyed.test_client()
    token = join(phone)
    cookie = phone.get_cookie("palago-referee")
    assert cookie.http_only and cookie.same_site == "Strict" and not cookie.secure
    assert phone.post("/api/v1/games", json=NEW, headers=token).status_code == 201
    assert phone.post("/api/v1/games", json=NEW).status_code == 403  # a page's token is missing

    invited = phone.post("/api/v1/invitations", json={}, headers=token).json["url"]
    key = invited.removeprefix("http://localhost/join#")
    own = join(tablet, key)
    again = elsewhere(keyed, "192.0.2.79")
    assert again.post("/api/v1/session", json={"key": key}).status_code == 401

    sessions = here.get("/api/v1/sessions").json["sessions"]
    assert [s["address"] for s in sessions] == ["192.0.2.78", "192.0.2.77"]
    ended = here.delete(f"/api/v1/sessions/{sessions[1]['id']}").json["sessions"]
    assert [s["address"] for s in ended] == ["192.0.2.78"]
    assert phone.post("/api/v1/games", json=NEW, headers=token).status_code == 401
    assert tablet.delete("/api/v1/session", headers=own).json == {"may_change": False}
    assert tablet.post("/api/v1/games", json=NEW, headers=own).status_code == 401
    assert here.get("/api/v1/sessions").json["sessions"] == []


def test_a_session_lasts_over_a_restart_with_the_same_key_only(configuration: Any) -> None:
    token = cookie = None
    for key, status in ((KEY, None), (KEY, 200), ("n" * 22, 401), (KEY, 401)):
        with opened(configuration, key=key) as app:
            client = elsewhere(app)
            if status is None:
                token = join(client)
                cookie = client.get_cookie("palago-referee").value
            else:
                client.set_cookie("palago-referee", str(cookie))
                assert client.get("/api/v1/sessions", headers=token).status_code == status
    kept = b"".join(p.read_bytes() for p in configuration.data.rglob("*") if p.is_file())
    assert KEY.encode() not in kept and str(cookie).encode() not in kept


def test_this_machine_shows_a_code_that_leads_here_from_elsewhere(configuration: Any) -> None:
    for address, host in (("192.0.2.2", "192.0.2.2:8765"), ("fd00::2", "[fd00::2]:8765")):
        with opened(configuration, address=address) as app:
            here = app.test_client()
            for asked in ("localhost:8765", "127.0.0.1:8765"):
                invited = here.post("/api/v1/invitations", json={}, base_url=f"http://{asked}").json
                assert invited["url"].startswith(f"http://{host}/join#")
                assert f"<code>http://{host}/</code>" in here.get(f"http://{asked}/settings").text
    with opened(configuration) as app:
        unreachable = app.test_client().get("http://localhost:8765/settings").text
    assert "/qr.svg" not in unreachable and "Only this machine" in unreachable


def test_without_a_key_no_lasting_right_is_given(configuration: Any) -> None:
    for changes in ({}, {"open_to_all": True}):
        with opened(configuration, **changes) as app:
            answer = elsewhere(app).post("/api/v1/session", json={"pin": "246801"})
            assert answer.status_code == (200 if changes else 401)
            assert "palago-referee" not in answer.headers.get("Set-Cookie", "")


def test_no_answer_tells_whether_a_pin_is_right(guarded: Any) -> None:
    """After five wrong ones even the right PIN waits, on every path and in both ways to send it."""
    paths = ("/api/v1/session", "/api/v1/games", "/", "/api/v1/photos/x?copy=original")
    sent = [guarded.get(paths[n % 4], headers={"Authorization": f"Bearer {n}"}) for n in range(5)]
    assert [answer.status_code for answer in sent] == [401] * 5
    for path in paths:
        answer = guarded.get(path, headers={"Authorization": "Bearer 2468"})
        assert answer.status_code == 429 and int(answer.headers["Retry-After"]) >= 1
    assert guarded.post("/api/v1/session", json={"pin": "2468"}).status_code == 429
    assert guarded.get("/api/v1/session").status_code == 200


def test_a_right_pin_is_never_slowed_down(guarded: Any) -> None:
    shown = {"Authorization": "Bearer 2468"}
    assert {guarded.get("/api/v1/games", headers=shown).status_code for _ in range(50)} == {200}


@pytest.mark.parametrize("pin", [" 246801", "246801 ", "密碼密碼密碼", "corréct pin"])
def test_any_pin_can_be_typed_and_sent(configuration: Any, pin: str) -> None:
    with opened(configuration, pin=pin) as app:
        typed = elsewhere(app)
        assert typed.post("/api/v1/session", json={"pin": pin}).status_code == 200
        sent = {"Authorization": f"Bearer {pin}".encode().decode("latin-1")}
        assert elsewhere(app).post("/api/v1/games", json=NEW, headers=sent).status_code == 201


def test_only_the_named_proxy_says_whom_it_speaks_for(configuration: Any) -> None:
    told: list[tuple[str, str]] = []

    def app(environ: dict[str, Any], _: Any) -> list[bytes]:
        told.append((environ["REMOTE_ADDR"], environ["wsgi.url_scheme"]))
        return []

    for sender, before, scheme in (
        ("127.0.0.1", "1.2.3.4", "https"),
        ("10.0.0.9", "1.2.3.4", "https"),
        ("127.0.0.1", '"1.2.3.4', "data"),  # nor does a quotation mark hide who asks
    ):
        said = {"HTTP_X_FORWARDED_FOR": f"{before}, 10.0.0.7", "HTTP_X_FORWARDED_PROTO": scheme}
        environ = {"REMOTE_ADDR": sender, "wsgi.url_scheme": "http", **said}
        behind_proxy(app, "127.0.0.1")(environ, None)
    assert told == [("10.0.0.7", "https"), ("10.0.0.9", "http"), ("10.0.0.7", "http")]
