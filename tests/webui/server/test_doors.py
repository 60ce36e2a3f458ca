"""The door as it stands in a club's network: a real server, a real browser on another address."""

import http.client
import io
import json
import os
import re
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from asking import change, new_game, wait
from dashboards import start_dashboard, text
from palago.engine.tiles.board import Board
from palago.webui.command_line import main
from palago.webui.commands.games.serve import add_arguments
from palago.webui.server.addresses import address_on_the_network, welcome
from palago.webui.serving import configured
from palago.webui.usage.command_parser import CommandParser
from selenium.webdriver.common.by import By
from table_photos import photo_of

KEY = "k" * 22
PAIR = Board.from_text("0,0b 1,0b")
NEW = json.dumps({"kind": "analysis", "title": "x"}).encode()
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def network() -> str:
    """This machine's address as others see it: from there it is not this machine itself."""
    found = address_on_the_network()
    if found is None or found.startswith("127."):
        pytest.skip("this machine has no address in a network")
    return found


@pytest.fixture
def club(configuration: Any, network: str) -> Iterator[Any]:
    """A dashboard that listens to the network, with a known key."""
    keyed = replace(configuration, key=KEY, address=network)
    dashboard, stop = start_dashboard(keyed, host="0.0.0.0")
    dashboard.url = dashboard.url.replace("0.0.0.0", network)
    yield dashboard
    stop()


def status(url: str, method: str, path: str, body: bytes | None = None, **headers: str) -> int:
    host, _, port = url.rpartition("/")[2].partition(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=30)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body, JSON | named)
    answer = connection.getresponse()
    answer.read()
    return answer.status


def test_a_strangers_browser_sees_boards_and_no_way_to_change_them(club: Any, browser: Any) -> None:
    here = club.app.test_client()
    game = new_game(here, title="Final")["id"]
    here.post(f"/api/v1/games/{game}/photos", data=photo_of(PAIR))
    change(here, game, "confirm")
    change(here, game, "comment", text="not for all")
    browser.get(club.url)
    wait(browser, lambda: browser.find_elements(By.CSS_SELECTOR, "#games li"), "the games")
    assert "scan the code" in text(browser, "#view-only")
    assert not browser.find_element(By.ID, "take").is_displayed()
    assert not browser.find_element(By.ID, "bin").is_displayed()
    browser.get(f"{club.url}/games/{game}")
    wait(browser, lambda: text(browser, "#verdict h1") == "Blue to move", "the verdict")
    photo = browser.find_element(By.CSS_SELECTOR, "#photo-pane image, #photo-pane img")
    assert photo.is_displayed()
    assert "not for all" not in browser.page_source
    for name in ("undo", "take", "confirm", "open-menu"):
        assert not browser.find_element(By.ID, name).is_displayed()
    browser.get(f"{club.url}/settings")
    assert text(browser, "h1") == "For referees"
    assert browser.find_element(By.ID, "language").is_displayed()


def test_the_phone_is_one_scan_from_refereeing(club: Any, browser: Any) -> None:
    game = new_game(club.app.test_client())["id"]
    browser.get(f"{club.url}/join?game={game}#{KEY}")
    wait(browser, lambda: browser.current_url == f"{club.url}/games/{game}", "the game")
    wait(browser, lambda: browser.find_element(By.ID, "take").is_displayed(), "it may take photos")
    assert KEY not in browser.execute_script("return JSON.stringify(history.state) + document.URL")
    assert "palago-referee" not in browser.execute_script("return document.cookie")

    browser.get(f"{club.url}/settings")
    wait(browser, lambda: "this browser" in text(browser, "#sessions"), "its own session")
    browser.find_element(By.ID, "invite").click()
    code = browser.find_element(By.ID, "invitation-code")
    wait(browser, code.is_displayed, "a code for another referee")
    wait(browser, lambda: code.get_property("naturalWidth") > 100, "the code is drawn")

    session = club.app.test_client().get("/api/v1/sessions").json["sessions"][0]
    browser.get(f"{club.url}/games/{game}")
    wait(browser, lambda: browser.find_element(By.ID, "take").is_displayed(), "it still may")
    cell = "#diagram-pane [data-cell]"
    wait(browser, lambda: browser.find_elements(By.CSS_SELECTOR, cell), "its table is there")
    assert club.app.test_client().delete(f"/api/v1/sessions/{session['id']}").status_code == 200
    browser.find_element(By.CSS_SELECTOR, cell).click()
    wait(browser, lambda: browser.find_element(By.ID, "view-only").is_displayed(), "it looks on")


def test_a_used_code_says_so(club: Any, browser: Any) -> None:
    browser.get(f"{club.url}/join#{'n' * 22}")
    wait(browser, lambda: "not good any more" in text(browser, "#door-says"), "what is wrong")
    browser.get_log("browser")


def test_a_pin_opens_the_view_in_a_browser(configuration: Any, network: str, browser: Any) -> None:
    shut = replace(configuration, pin="246801", pin_to_view=True, address=network)
    dashboard, stop = start_dashboard(shut, host="0.0.0.0")
    sent = {"Authorization": "Bearer 246801"}
    body = {"kind": "palago", "title": "Secret final"}
    made = dashboard.app.test_client().post("/api/v1/games", json=body, headers=sent)
    url = f"{dashboard.url.replace('0.0.0.0', network)}/games/{made.json['id']}"
    browser.get(url)
    assert "Secret" not in browser.page_source
    for pin, says in (("111111", "not the PIN"), (" 246801", "")):
        field = browser.find_element(By.ID, "door-pin")
        field.clear()
        field.send_keys(pin)
        browser.find_element(By.CSS_SELECTOR, "#door-form button").click()
        if says:
            wait(browser, lambda: "not the PIN" in text(browser, "#door-says"), "it is wrong")
    wait(browser, lambda: "Secret final" in browser.page_source, "the game")
    wait(browser, lambda: browser.find_element(By.ID, "take").is_displayed(), "it may referee")
    browser.get("about:blank")
    browser.get_log("browser")
    stop()


def test_serve_prints_two_addresses_and_a_code_for_the_phone(tmp_path: Path, network: str) -> None:
    command = [sys.executable, "-m", "palago.webui.command_line", "serve", "--port", "0"]
    server = subprocess.Popen(
        [*command, "--data", str(tmp_path), "--browser"],
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "BROWSER": "echo browses %s"},
    )
    assert server.stdout is not None
    printed = ""
    while "Ctrl-C" not in printed and (line := server.stdout.readline()):
        printed += line
    plain = re.search(rf"look on: (http://{re.escape(network)}:\d+)/$", printed, re.MULTILINE)
    joined = re.search(r"(http://\S+)/join#([A-Za-z0-9_-]{22})$", printed, re.MULTILINE)
    assert plain is not None and joined is not None and plain[1] == joined[1], printed
    assert "█" in printed or "▀" in printed
    if os.name == "posix":  # elsewhere no program is called echo
        port = plain[1].rpartition(":")[2]
        assert server.stdout.readline() == f"browses http://localhost:{port}/\n"
    shown = json.dumps({"key": joined[2]}).encode()
    assert status(plain[1], "GET", "/api/v1/games") == 200
    assert status(plain[1], "POST", "/api/v1/games", NEW) == 401
    assert status(plain[1], "POST", "/api/v1/session", shown) == 200
    server.terminate()
    assert server.wait(timeout=20) == 0
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert joined[2].encode() not in kept


def test_where_no_code_can_be_written_the_address_is_told_alone(
    configuration: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    keyed = replace(configuration, key=KEY, address="192.0.2.2")
    for encoding, can in (("utf-8", True), ("ascii", False)):
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
        said = welcome(keyed, "localhost", 80, "http", "/")
        assert f"/join#{KEY}\n" in said and "??" not in said
        assert ("█" in said, "Scan the code" in said, "last address" in said) == (can, can, not can)


def test_each_start_has_a_new_key_unless_a_file_keeps_it(tmp_path: Path) -> None:
    parser = CommandParser()
    add_arguments(parser)
    file = tmp_path / "key"

    def key(*options: str) -> str | None:
        found: str | None = configured(
            parser.parse_args(["--data", str(tmp_path / "data"), *options])
        ).key
        return found

    assert len({key(), key(), key("--key-file", str(file))}) == 3
    assert key("--key-file", str(file)) == file.read_text().strip()
    assert file.stat().st_mode & 0o077 == 0
    assert key("--open") is None and key("--pin", "246801") is None


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--pin", "1234"], "6 to 64"),
        (["--pin", "    1   "], "6 to 64"),
        (["--pin-to-view"], "--pin"),
        (["--open", "--pin", "246801"], "--open"),
        (["--pin", "246801", "--key-file", "x"], "--key-file"),
        (["--key-file", os.devnull], "no key"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], says: str
) -> None:
    assert main(["serve", "--data", str(tmp_path), "--port", "0", *options]) == 2
    assert says in capsys.readouterr().err


def test_a_damaged_certificate_or_key_is_made_anew(tmp_path: Path) -> None:
    pytest.importorskip("cryptography", reason="the https extra is not installed")
    from palago.webui.server.tls import server_context

    for name in ("certificate.pem", "certificate.key"):
        for damage in (b"", b"nonsense"):
            server_context(tmp_path, ["localhost"])
            (tmp_path / name).write_bytes(damage)
            server_context(tmp_path, ["localhost"])
    assert (tmp_path / "certificate.key").stat().st_mode & 0o077 == 0
    before = (tmp_path / "certificate.pem").read_bytes()
    server_context(tmp_path, ["localhost"])
    assert (tmp_path / "certificate.pem").read_bytes() == before


def test_over_https_cookies_are_secure_and_who_comes_without_is_led_there(
    configuration: Any, network: str
) -> None:
    pytest.importorskip("cryptography", reason="the https extra is not installed")
    from palago.webui.server.tls import server_context

    configuration.data.mkdir(parents=True)
    context = server_context(configuration.data, ["127.0.0.1", network])
    keyed = replace(configuration, key=KEY)
    dashboard, stop = start_dashboard(keyed, context, host="0.0.0.0")
    port = int(dashboard.url.rpartition(":")[2])
    trusting = ssl.create_default_context(cafile=str(configuration.data / "certificate.pem"))
    trusting.verify_flags &= ~ssl.VERIFY_X509_STRICT

    connection = http.client.HTTPSConnection(network, port, timeout=30, context=trusting)
    own = JSON | {"Origin": f"https://{network}:{port}"}
    connection.request("POST", "/api/v1/session", json.dumps({"key": KEY}), own)
    answer = connection.getresponse()
    assert answer.status == 200
    cookies = answer.headers.get_all("Set-Cookie") or []
    assert len(cookies) == 2
    for cookie in cookies:
        assert cookie.startswith("__Host-palago-")
        assert {"Secure", "HttpOnly", "Path=/", "SameSite=Strict"} <= set(cookie.split("; "))

    plainly = http.client.HTTPConnection(network, port, timeout=10)
    plainly.request("GET", "/games/x?at=3")
    led = plainly.getresponse()
    assert (led.status, led.headers["Location"]) == (307, f"https://{network}:{port}/games/x?at=3")

    request = f"POST /api/v1/games HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n".encode()
    request += b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(NEW) + NEW
    for _ in range(30):
        with socket.create_connection((network, port), timeout=10) as plain:
            # And hang up: it comes from nobody.
            trusting.wrap_socket(plain, server_hostname=network).sendall(request)
    time.sleep(1.0)
    assert dashboard.app.test_client().get("/api/v1/games").json["games"] == []
    stop()
