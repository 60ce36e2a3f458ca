"""``palago live`` with a camera in the network, watched in a real browser."""

import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import cv2
import pytest
from asking import wait
from dashboards import set_screen, text
from palago.engine.tiles.board import Board
from palago.vision.training.scenes.films.acts import Act
from palago.vision.training.scenes.films.videos import StagedTable
from selenium.webdriver.common.by import By

FIRST = Board.from_text("0,0a 1,0c")
SECOND = Board.from_text("0,0a 1,0c 0,1b 1,1a")
FRAMES_A_SECOND = 5.0


class FilmedTable(ThreadingHTTPServer):
    """A table that a camera in the network films: ``scene`` is what there is to be seen until
    another one is set."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Film)
        stage = StagedTable(1003, width=800, height=450, tiles_across=11)
        hand = Act(SECOND, ((0, 1), (1, 1)), rest=2.5, wait=1.0)
        film = [
            cv2.imencode(".jpg", frame)[1].tobytes()
            for _, frame in stage.frames(FIRST, [Act(FIRST, wait=1.0), hand], FRAMES_A_SECOND)
        ]
        self.bare, self.handled, self.laid = film[:5], film[8:19], film[-4:]
        self.scene = self.bare


class _Film(BaseHTTPRequestHandler):
    """Its frames, one after the other as long as anybody looks."""

    server: FilmedTable

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        try:
            while True:
                self._show(self.server.scene)
        except OSError:
            pass  # nobody looks any more

    def _show(self, scene: list[bytes]) -> None:
        for frame in scene:
            if scene is not self.server.scene:
                return
            kind = f"Content-Type: image/jpeg\r\nContent-Length: {len(frame)}"
            self.wfile.write(f"--frame\r\n{kind}\r\n\r\n".encode() + frame + b"\r\n")
            time.sleep(1 / FRAMES_A_SECOND)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def table() -> Iterator[FilmedTable]:
    with FilmedTable() as filmed:
        threading.Thread(target=filmed.serve_forever, daemon=True).start()
        yield filmed
        filmed.shutdown()


@pytest.fixture
def address(table: FilmedTable, tmp_path: Path) -> Iterator[str]:
    """The page of a game that the camera referees."""
    camera = f"http://127.0.0.1:{table.server_port}/video"
    command = [sys.executable, "-m", "palago.webui.command_line", "live", "--camera", camera]
    place = ["--data", str(tmp_path), "--host", "127.0.0.1", "--port", "0", "--quiet"]
    process = subprocess.Popen([*command, *place], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = re.search(r"http://\S+", process.stdout.readline())
    assert found is not None
    yield found[0]
    process.send_signal(signal.SIGTERM)
    process.wait(20)
    process.stdout.close()


def test_a_camera_referees_before_everyones_eyes(
    browser: Any, table: FilmedTable, address: str
) -> None:
    set_screen(browser, 1280, 800)
    browser.get(address)

    def sees(condition: Any, what: str) -> None:
        wait(browser, condition, what, 90)

    sees(lambda: browser.find_elements(By.CSS_SELECTOR, "body[data-ready]"), "the page opens")
    browser.execute_script(
        "window.said = []; speechSynthesis.speak = (words) => {"
        "  window.said.push(words.text); setTimeout(() => words.onend?.(), 0); };"
    )
    browser.find_element(By.ID, "speak").click()
    count = "return document.querySelectorAll('#photo-pane .overlay g[data-cell]').length"
    sees(lambda: browser.execute_script(count) == 2, "the reading lies over the picture")
    chosen = browser.find_element(By.ID, "view-photo").get_attribute("aria-pressed")
    assert chosen == "true", "a phone shows what the camera sees"
    table.scene = table.handled
    sees(lambda: text(browser, "#live-state") == "A hand is in the picture", "the hand is told")
    table.scene = table.laid
    moves = "return document.querySelectorAll('#timeline li').length"
    sees(lambda: browser.execute_script(moves) == 2, "the move is confirmed")
    sees(lambda: text(browser, "#live-state") == "Watching the table", "the hand has left")
    sees(lambda: browser.execute_script(count) == 4, "the new tiles are read")
    assert text(browser, "#verdict h1") == "Yellow to move"  # as this set's colours are seen
    said = browser.execute_script("return window.said")
    assert any("Yellow to move" in words for words in said), said
    assert not any("Not allowed" in words for words in said)
    browser.get("about:blank")  # the page would complain of the server that ends before it
