"""The first hints stand above the table: they hide nothing of it."""

from __future__ import annotations

from typing import Any

from asking import change, new_game, open_game
from dashboards import set_screen

#: In French hints are longer than in the others.
LONGEST = {"Accept-Language": "fr"}
BOXES = (
    "return ['#hints', '#diagram-pane', '.actions'].map((it) => document.querySelector(it))"
    ".map((it) => it.getBoundingClientRect()).map(({top, bottom}) => [top, bottom])"
)


def test_the_hints_cover_no_tile(dashboard: Any, browser: Any) -> None:
    client = dashboard.app.test_client()
    game = new_game(client, options={"players": ["Ann", "Ben"]})["id"]
    change(client, game, "set_board", board="0,0a 1,0c")
    browser.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": LONGEST})
    open_game(browser, dashboard.url, game)
    browser.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {}})
    browser.execute_script("document.getElementById('hints').hidden = false")
    for width, height in ((360, 640), (390, 844), (1366, 844)):
        set_screen(browser, width, height)
        hints, diagram, actions = browser.execute_script(BOXES)
        assert hints[1] > hints[0] and hints[1] <= diagram[0], width
        if height > 640:
            assert diagram[1] <= height
        else:
            assert actions[0] - diagram[0] > 150, "most of the diagram is seen above the buttons"
