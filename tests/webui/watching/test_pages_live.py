"""``palago live`` with a film, watched in a real browser."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest
from dashboards import set_screen, text
from palago.engine.tiles.board import Board
from palago.vision.training.scenes.films.acts import Act
from palago.vision.training.scenes.films.videos import StagedTable
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

FIRST = Board.from_text("0,0a 1,0c")
SECOND = Board.from_text("0,0a 1,0c 0,1b 1,1a")


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two tiles on a table, and after a while a hand that lays two more and rests there."""
    path = tmp_path_factory.mktemp("film") / "table.mp4"
    stage = StagedTable(1003, width=800, height=450, tiles_across=11)
    acts = [Act(FIRST, wait=12.0), Act(SECOND, ((0, 1), (1, 1)), rest=2.5, wait=30.0)]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 5, (800, 450))
    for _, frame in stage.frames(FIRST, acts, 5.0):
        writer.write(frame)
    writer.release()
    return path


@pytest.fixture
def address(film: Path, tmp_path: Path) -> Iterator[str]:
    """The page of a game that the film referees."""
    command = [sys.executable, "-m", "palago.webui.command_line", "live", "--camera", str(film)]
    place = ["--data", str(tmp_path), "--host", "127.0.0.1", "--port", "0", "--quiet"]
    process = subprocess.Popen([*command, *place], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = re.search(r"http://\S+", process.stdout.readline())
    assert found is not None
    yield found[0]
    process.send_signal(signal.SIGTERM)
    process.wait(20)
    process.stdout.close()


def test_a_film_is_refereed_before_everyones_eyes(browser: Any, address: str) -> None:
    set_screen(browser, 1280, 800)
    browser.get(address)

    def wait(condition: Any, what: str) -> None:
        WebDriverWait(browser, 90, 0.1).until(lambda _: condition(), what)

    wait(lambda: browser.find_elements(By.CSS_SELECTOR, "body[data-ready]"), "the page opens")
    browser.execute_script(
        "window.said = []; speechSynthesis.speak = (words) => {"
        "  window.said.push(words.text); setTimeout(() => words.onend?.(), 0); };"
    )
    browser.find_element(By.ID, "speak").click()
    wait(lambda: text(browser, "#live-state") == "A hand is in the picture", "the hand is told")
    count = "return document.querySelectorAll('#photo-pane .overlay g[data-cell]').length"
    wait(lambda: browser.execute_script(count) == 2, "the reading lies over the picture")
    moves = "return document.querySelectorAll('#timeline li').length"
    wait(lambda: browser.execute_script(moves) == 2, "the move is confirmed")
    wait(lambda: text(browser, "#live-state") == "Watching the table", "the hand has left")
    wait(lambda: browser.execute_script(count) == 4, "the new tiles are read")
    assert text(browser, "#verdict h1") == "Yellow to move"  # as this set's colours are seen
    said = browser.execute_script("return window.said")
    assert any("Yellow to move" in words for words in said), said
    assert not any("Not allowed" in words for words in said)
    browser.get("about:blank")  # the page would complain of the server that ends before it
