"""The first hints stand above the table: they hide nothing of it."""

from __future__ import annotations

from typing import Any

import pytest
from asking import change, new_game, open_game
from dashboards import set_screen

BOXES = (
    "return ['#hints', '#diagram-pane'].map((it) => document.querySelector(it))"
    ".map((it) => it.getBoundingClientRect()).map(({top, bottom}) => [top, bottom])"
)


@pytest.mark.parametrize("width", [390, 1366])
def test_the_hints_cover_no_tile(dashboard: Any, browser: Any, width: int) -> None:
    client = dashboard.app.test_client()
    game = new_game(client)["id"]
    change(client, game, "set_board", board="0,0a 1,0c")
    set_screen(browser, width, 844)
    open_game(browser, dashboard.url, game)
    browser.execute_script("document.getElementById('hints').hidden = false")
    hints, diagram = browser.execute_script(BOXES)
    assert hints[1] > hints[0] and hints[1] <= diagram[0]
    assert diagram[1] <= 844
