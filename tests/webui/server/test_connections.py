"""Slow, many and large requests: they cost nobody else a page, and are told why."""

import http.client
import json
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from asking import until
from dashboards import Dashboard, start_dashboard
from dashboards import opened as made
from flask import Response
from palago.webui.app import services_of
from palago.webui.live_hub import ALL_GAMES
from palago.webui.server import connections
from palago.webui.server.configuration import Configuration

#: A file of some size begins to come.
FILE = b"POST /api/v1/imports HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2900000\r\n\r\nPK"
HEADERS = b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    """A dashboard of its own, which counts small files as large ones."""
    small = Configuration(
        data=tmp_path_factory.mktemp("served"),
        reader="table_photos:read_truth",
        most_upload_bytes=2_000_000,
        most_import_bytes=3_000_000,
    )
    dashboard, stop = start_dashboard(small)
    yield dashboard
    stop()


def opened(dashboard: Dashboard, source: str = "") -> socket.socket:
    """A connection from ``source``, of which nobody knows yet what it will send."""
    address = urlsplit(dashboard.url)
    here = (address.hostname, address.port)
    return socket.create_connection(here, timeout=20, source_address=(source, 0))


def page(dashboard: Dashboard) -> int:
    """The status of the first page, asked for by somebody else."""
    with urlopen(dashboard.url, timeout=10) as answer:
        return int(answer.status)


def answer_to(sent: socket.socket) -> tuple[int, Any]:
    """Status and JSON of the answer to what was sent."""
    response = http.client.HTTPResponse(sent)
    response.begin()
    return response.status, json.loads(response.read())


def is_closed(connection: socket.socket) -> bool:
    """Whether the other side has hung up."""
    connection.setblocking(False)
    try:
        while connection.recv(1 << 16):
            pass  # what was answered meanwhile
        return True
    except BlockingIOError:
        return False
    except OSError:
        return True


def test_sixty_screens_of_one_address_keep_their_connections(served: Dashboard) -> None:
    kept = [opened(served) for _ in range(3 * 60)]
    for _ in range(2):
        for connection in kept:
            connection.sendall(b"GET /api/v1/time HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert {answer_to(connection)[0] for connection in kept} == {200}
    for connection in kept:
        connection.close()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="one loopback address only")
@pytest.mark.parametrize("request_", [b"", b"G", b"GET /api/v1/stream HTTP/1.1\r\nHost: a\r\n\r\n"])
def test_who_holds_many_connections_loses_its_own_and_keeps_no_page_out(
    served: Dashboard, monkeypatch: pytest.MonkeyPatch, request_: bytes
) -> None:
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 60)
    others = [opened(served, "127.0.2.1") for _ in range(20)]
    held = [opened(served) for _ in range(150)]
    for connection in held:
        with suppress(OSError):  # it was closed meanwhile
            connection.sendall(request_)
    assert [page(served) for _ in range(5)] == [200] * 5, "to who shares the address, too"
    assert sum(not is_closed(connection) for connection in held) <= 40
    assert not any(is_closed(connection) for connection in others)
    for connection in (*held, *others):
        connection.close()


def test_who_takes_no_answer_is_given_up(
    served: Dashboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "SECONDS_TO_TAKE_MORE", 0.2)
    monkeypatch.setitem(served.app.view_functions, "static", lambda filename: bytes(20_000_000))
    idle = opened(served)
    idle.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    idle.sendall(b"GET /static/large HTTP/1.1\r\nHost: localhost\r\n\r\n")
    with pytest.raises(OSError):
        for _ in range(400):
            time.sleep(0.05)
            idle.send(b"G")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="one loopback address only")
def test_bodies_that_never_come_from_many_addresses_keep_no_page_out(
    served: Dashboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 50)
    slow = [opened(served, f"127.0.1.{1 + number % 5}") for number in range(80)]
    for connection in slow:
        with suppress(OSError):  # it was closed meanwhile
            connection.sendall(HEADERS + b"Content-Length: 1000\r\n\r\n{")
    time.sleep(0.5)
    assert [page(served) for _ in range(5)] == [200] * 5
    for connection in slow:
        connection.close()


def test_who_asks_without_waiting_is_answered_once(served: Dashboard) -> None:
    hasty = opened(served)
    hasty.sendall(b"GET /api/v1/time HTTP/1.1\r\nHost: localhost\r\n\r\n" * 100)
    with hasty.makefile("rb") as answers:
        assert answers.read().count(b"HTTP/1.1 200 OK") == 1
    assert page(served) == 200


def test_a_closed_page_gives_its_stream_back_at_once(served: Dashboard) -> None:
    hub = services_of(served.app).live
    page_ = opened(served)
    page_.sendall(b"GET /api/v1/stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert b"200" in page_.recv(100)
    before = hub.watchers(ALL_GAMES)
    page_.close()
    assert until(lambda: before - hub.watchers(ALL_GAMES), seconds=8) == 1


def test_what_is_being_answered_when_the_dashboard_ends_is_sent_whole(configuration: Any) -> None:
    dashboard, stop = start_dashboard(configuration)
    half, goes_on = b"half" * 250, threading.Event()

    def slowly() -> Iterator[bytes]:
        yield half
        goes_on.wait(10)
        yield half

    whole = {"Content-Length": str(2 * len(half))}
    dashboard.app.view_functions["static"] = lambda filename: Response(slowly(), headers=whole)
    with urlopen(f"{dashboard.url}/static/x", timeout=20) as answer:
        assert answer.read(len(half)) == half
        ending = threading.Thread(target=stop)
        ending.start()
        threading.Timer(0.5, goes_on.set).start()
        assert answer.read() == half
    ending.join()


def test_a_stream_that_was_closed_is_given_back_though_something_still_holds_it(
    configuration: Any,
) -> None:
    with made(configuration) as app:
        stream = app.test_client().get("/api/v1/stream", buffered=False)
        next(stream.response)
        assert services_of(app).live.watchers(ALL_GAMES) == 1
        stream.close()
        assert services_of(app).live.watchers(ALL_GAMES) == 0


def test_headers_that_drip_are_given_up(served: Dashboard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SECONDS_FOR_HEADERS", 0.3)
    silent, dripping = opened(served), opened(served)
    for letter in b"GET / HTTP/1.1\r\nX-" + 200 * b"x":
        if is_closed(dripping):
            break
        dripping.setblocking(True)
        dripping.sendall(bytes([letter]))
        time.sleep(0.1)
    assert is_closed(dripping) and is_closed(silent)


def test_a_body_that_drips_is_given_up(served: Dashboard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SECONDS_FOR_A_BODY", 0.2)
    dripping = opened(served)
    dripping.sendall(HEADERS + b"Content-Length: 1000\r\n\r\n{")
    assert until(lambda: is_closed(dripping), seconds=10)


@pytest.mark.parametrize("path", ["games", "imports", "readings"])
def test_a_body_that_is_too_large_is_refused_by_its_headers(served: Dashboard, path: str) -> None:
    sent = opened(served)
    sent.sendall(
        f"POST /api/v1/{path} HTTP/1.1\r\nHost: localhost\r\nAccept-Language: fr\r\n"
        "Content-Length: 900000000\r\nPalago-Refused: \r\n\r\nPK".encode()
    )
    status, answer = answer_to(sent)
    assert status == 413
    assert answer["error"]["code"] == "body_too_large"
    size = "300\u00a0ko" if path == "games" else "\u00a0Mo"
    assert f"{size}, le maximum" in answer["error"]["message"]


@pytest.mark.parametrize("is_late", [False, True])
def test_a_refused_body_is_not_taken_for_a_request(served: Dashboard, is_late: bool) -> None:
    """Any page in a browser on this machine can send us such a body."""
    hidden = b'{"kind": "palago", "title": "smuggled"}'
    hidden = HEADERS + b"Content-Length: %d\r\n\r\n" % len(hidden) + hidden
    sent = opened(served)
    sent.sendall(HEADERS + b"Origin: http://strange\r\nContent-Length: 400000\r\n\r\n")
    if is_late:
        assert answer_to(sent)[0] == 403
    sent.sendall(hidden)
    with sent.makefile("rb") as answers:
        assert answers.read().count(b"HTTP/1.1") == (0 if is_late else 1)
    assert b"smuggled" not in served.app.test_client().get("/api/v1/games").data


def test_who_sends_too_much_can_still_read_why(served: Dashboard) -> None:
    """Hanging up on somebody who sends makes the answer disappear."""
    address = urlsplit(served.url)
    connection = http.client.HTTPConnection(address.hostname or "", address.port, timeout=20)
    connection.request("POST", "/api/v1/imports", bytes(6_000_000))
    response = connection.getresponse()
    assert response.status == 413
    assert json.loads(response.read())["error"]["message"]


def test_bodies_without_a_length_are_cut_off_where_they_are_too_long(served: Dashboard) -> None:
    sent = opened(served)
    sent.sendall(HEADERS + CHUNKED + b"\r\n")
    for _ in range(100):
        sent.sendall(b"2710\r\n" + b" " * 10_000 + b"\r\n")
    assert b" 413 " in sent.recv(100)


@pytest.mark.parametrize(
    "request_",
    [
        HEADERS.replace(b"1.1", b"1.0") + b"Connection: keep-alive\r\n" + CHUNKED + b"\r\n",
        HEADERS + b"Content-Length: 5\r\n" + CHUNKED + b"\r\n0\r\n\r\n",
        HEADERS + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n",
        HEADERS + b"Expect: 100-continue\r\nContent-Length: x\r\n\r\n",
        HEADERS + b"X:" + b" " * 10_000 + b"a\r\n\r\n",
        HEADERS + CHUNKED + b"\r\n" + b"1" * 20_000,
        b"GET http://[ HTTP/1.1\r\n\r\n",
        b"GET a://" + b"1" * 10_000 + b" HTTP/1.1 HTTP/1.1\r\n\r\n",
    ],
    ids=lambda sent: sent[-30:].decode().strip(),
)
def test_what_is_no_request_is_answered_once(served: Dashboard, request_: bytes) -> None:
    """No patience is spent on it, and what follows is no request either."""
    sent = opened(served)
    sent.sendall(request_)
    with sent.makefile("rb") as answers:
        first = answers.readline()
        sent.sendall(b"GET /api/v1/time HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b" 400 " in first and b"HTTP/1." not in answers.read()
    assert page(served) == 200


def test_who_announces_a_body_and_has_none_is_answered(served: Dashboard) -> None:
    sent = opened(served)
    for _ in range(2):
        sent.sendall(b"GET /api/v1/time HTTP/1.1\r\nHost: a.lan\r\nExpect: 100-continue\r\n\r\n")
        assert answer_to(sent)[0] == 200


def test_a_stranger_sends_no_large_body(configuration: Any) -> None:
    dashboard, stop = start_dashboard(replace(configuration, pin="482913"))
    sent = opened(dashboard)
    sent.sendall(FILE)
    status, answer = answer_to(sent)
    assert (status, answer["error"]["code"]) == (401, "pin_needed")
    stop()


def test_together_they_send_no_more_than_fits(
    served: Dashboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST_BYTES_OF_ONE", 5_000_000)
    first, second = opened(served), opened(served)
    first.sendall(FILE)
    time.sleep(0.3)
    second.sendall(FILE)
    status, answer = answer_to(second)
    assert (status, answer["error"]["code"]) == (503, "too_much_at_once")
    assert not is_closed(first)
    first.close()


def test_a_full_disk_is_a_sentence(served: Dashboard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "BYTES_KEPT_FREE", 1 << 60)
    sent = opened(served)
    sent.sendall(FILE)
    status, answer = answer_to(sent)
    assert (status, answer["error"]["code"]) == (507, "disk_full")
    assert "disk is full" in answer["error"]["message"]


def test_a_header_of_the_senders_own_refuses_nothing(served: Dashboard) -> None:
    body = json.dumps({"kind": "analysis"}).encode()
    sent = opened(served)
    sent.sendall(
        HEADERS + b"Palago-Refused: disk_full\r\nContent-Length: %d\r\n\r\n" % len(body) + body
    )
    assert answer_to(sent)[0] == 201
    sent.sendall(b"GET /api/v1/games HTTP/1.1\r\nHost: localhost\r\nPalago-Refused: x\r\n\r\n")
    assert answer_to(sent)[0] == 200
