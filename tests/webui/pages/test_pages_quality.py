"""The pages as everyone at the table needs them: accessible, light and quick."""

import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import asking
import pytest
from asking import hand, new_game, open_game, shown_game, wait
from dashboards import set_screen
from evening.test_events import change, finish, start
from further_cases import further
from palago.engine.tiles.board import Board
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from table_photos import photo_of

TEN = Board.from_text("0,0b 1,0b 0,1c -1,1c 2,-1a 1,1c -1,2a 0,-1b 2,0a 1,-1c")

#: What the pages show once they know what there is.
FILLED = "#people li, #slide-pairings li, body[data-ready], body[data-loaded], #tile_set option"


@pytest.fixture(scope="module")
def axe(request: pytest.FixtureRequest) -> str:
    """The source of axe-core, fetched once for the tests; never part of the package."""
    assert request.config.cache is not None
    folder = Path(str(request.config.cache.mkdir("axe-core")))
    source = folder / "node_modules" / "axe-core" / "axe.min.js"
    if not source.is_file():
        npm = shutil.which("npm")
        if npm is None:
            pytest.skip("npm is not installed here: axe-core cannot be fetched")
        command = [npm, "install", "--silent", "--no-save", "--prefix", str(folder), "axe-core@4"]
        fetched = subprocess.run(command, capture_output=True, timeout=120, check=False)
        if fetched.returncode or not source.is_file():
            pytest.skip("axe-core could not be fetched here")
    return source.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def game(dashboard: Any) -> str:
    """A game with a move on record and a photo of the next one, to be confirmed."""
    client = dashboard.app.test_client()
    started = str(new_game(client, title="Café 六角")["id"])
    for number, board in enumerate(("0,0b 1,0b", "0,0b 1,0b 0,1c -1,1c")):
        if number:
            asking.change(client, started, "confirm")
        client.post(f"/api/v1/games/{started}/photos", data=photo_of(Board.from_text(board)))
    return started


@pytest.fixture(scope="module")
def evening(dashboard: Any) -> list[str]:
    """The pages of a club night with a game that is won."""
    client = dashboard.app.test_client()
    event = start(client, ["Anna", "Ben", "Chloé"])["id"]
    finished = change(client, event, "next_round").json["rounds"][0]["pairings"][0]["game"]
    finish(client, finished)
    return [f"/evenings/{event}", f"/show?event={event}", f"/games/{finished}", "/tables"]


def wait_for(browser: Any, condition: str) -> None:
    wait(browser, lambda: browser.execute_script(f"return {condition}"), condition)


#: What axe-core is asked, and whether it is night: then the pages have other colours, no more.
RULES = {
    False: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    True: ["color-contrast", "link-in-text-block"],
}


def violations(browser: Any, axe: str) -> list[str]:
    browser.execute_script(axe)
    found = []
    for dark, rules in RULES.items():
        set_screen(browser, 390, 844, dark=dark)
        found += browser.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            "axe.run(document, {runOnly: arguments[0]}).then((result) => done(result.violations));",
            rules,
        )
    set_screen(browser, 390, 844)
    return [
        f"{v['id']} ({v['impact']}): {v['nodes'][0]['target']} {v['nodes'][0]['failureSummary']}"
        for v in found
        if v["impact"] in ("serious", "critical")
    ]


def test_axe_finds_nothing_serious(
    dashboard: Any, browser: Any, axe: str, game: str, evening: list[str]
) -> None:
    browser.get(dashboard.url)
    wait_for(browser, "document.querySelector('#games li') !== null")
    assert violations(browser, axe) == []
    browser.find_element(By.CSS_SELECTOR, "[data-kind=palagonia]").click()
    assert violations(browser, axe) == []
    open_game(browser, dashboard.url, game)
    assert violations(browser, axe) == []
    browser.find_element(By.ID, "open-menu").click()
    assert violations(browser, axe) == []
    for path in ("/settings", *evening):
        browser.get(dashboard.url + path)
        wait_for(browser, f"document.querySelector('{FILLED}') !== null")
        assert violations(browser, axe) == [], path


@pytest.mark.parametrize("language", ["fr", *further(["zh-Hant"])])
def test_no_page_is_wider_than_the_screen(
    dashboard: Any, browser: Any, game: str, evening: list[str], language: str
) -> None:
    client = dashboard.app.test_client()
    browser.get(dashboard.url)
    browser.add_cookie({"name": "language", "value": language, "path": "/"})
    study = client.post("/api/v1/studies", json={"title": "六角"}).json["id"]
    for path in (f"/studies/{study}", f"/games/{game}/review"):
        assert client.get(path).text.count("<h1") == 1
    for path in ("/", f"/games/{game}", "/settings", f"/studies/{study}", *evening):
        browser.get(dashboard.url + path)
        wait_for(browser, "document.readyState === 'complete'")
        assert browser.execute_script("return document.documentElement.lang") == language
        for width in (320, 360, 1280):  # the first is a laptop's window at 400 %
            set_screen(browser, width, 844)
            too_wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            assert browser.execute_script(f"return {too_wide}") <= 0, (path, width)
    new = client.post("/api/v1/games", json={"kind": "palago"}).json["id"]
    set_screen(browser, 844, 390)
    open_game(browser, dashboard.url, new)
    button, words = (browser.find_element(By.CSS_SELECTOR, f"#take{s}").rect for s in ("", " span"))
    assert button["x"] + 4 <= words["x"]
    assert words["x"] + words["width"] <= button["x"] + button["width"] - 4


def test_a_phone_names_the_colour_of_who_is_on_turn(dashboard: Any, browser: Any) -> None:
    shown_game(dashboard, browser, options={"players": ["Anna", "Ben"]})
    colour = browser.find_element(By.CSS_SELECTOR, ".scores .on-turn .quiet")
    assert colour.text == "White" and colour.size["width"] > 20


def test_a_phone_shows_the_whole_date_to_search_for_and_how_a_club_pairs(
    dashboard: Any, browser: Any
) -> None:
    natural = (
        "const field = document.getElementById(arguments[0]), copy = field.cloneNode(true);"
        "copy.style.width = 'auto';"
        "const room = document.createElement('p'); room.className = 'filters';"
        "room.style.display = 'inline-block'; room.append(copy); document.body.append(room);"
        "return field.offsetWidth - copy.offsetWidth"
    )
    for path, field in (("/", "filter-day"), ("/evenings", "evening-system")):
        browser.get(dashboard.url + path)
        assert browser.execute_script(natural, field) >= 0, field


def test_the_first_page_is_light_and_nothing_comes_from_elsewhere(
    dashboard: Any, browser: Any, game: str
) -> None:
    for path, most in (("/", 150_000), (f"/games/{game}", 300_000)):
        browser.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
        browser.get(dashboard.url + path)
        wait_for(browser, "document.readyState === 'complete'")
        time.sleep(0.3)
        entries = browser.execute_script(
            "return [...performance.getEntriesByType('navigation'),"
            "...performance.getEntriesByType('resource')].map((e) => [e.name, e.transferSize])"
        )
        assert all(name.startswith(dashboard.url) for name, _ in entries)
        # How many games are drawn beside hangs on the tests before this one.
        assert sum(size for name, size in entries if "/diagram.svg" not in name) < most, entries
    browser.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": False})


def test_nothing_jumps_when_a_photo_is_read(dashboard: Any, browser: Any, tmp_path: Path) -> None:
    shown_game(dashboard, browser, "analysis")
    browser.execute_script(
        "window.shift = 0; new PerformanceObserver((list) => {"
        "for (const entry of list.getEntries()) window.shift += entry.value;"
        "}).observe({type: 'layout-shift', buffered: false});"
    )
    path = tmp_path / "photo.jpg"
    path.write_bytes(photo_of(TEN))
    browser.find_element(By.ID, "photo").send_keys(str(path))
    wait_for(browser, "document.querySelectorAll('#photo-pane .overlay g[data-cell]').length == 10")
    assert browser.execute_script("return window.shift") < 0.1


def test_a_table_can_be_laid_by_keyboard_alone(dashboard: Any, browser: Any) -> None:
    client, name = shown_game(dashboard, browser, "analysis")
    pane = browser.find_element(By.ID, "diagram-pane")

    def press(key: str, board: str) -> None:
        pane.send_keys(key)
        path = f"/api/v1/games/{name}"
        wait(browser, lambda: client.get(path).json["board"] == board, f"{board!r} after {key!r}")

    pane.send_keys(Keys.ENTER)
    press(Keys.ENTER, "0,0a")
    press(Keys.ENTER, "0,0b")
    pane.send_keys(Keys.ARROW_RIGHT)
    press(Keys.ENTER, "0,0b 1,0a")
    assert "1,0" in browser.find_element(By.ID, "spoken").get_attribute("textContent")
    press("o", "0,0b 1,0/1")
    press(Keys.DELETE, "0,0b")
    press(Keys.CONTROL + "z", "0,0b 1,0/1")
    undo = browser.find_element(By.ID, "undo")
    while undo.is_enabled():
        version = browser.execute_script("return document.body.dataset.version")
        undo.send_keys(Keys.ENTER)
        wait_for(browser, f"document.body.dataset.version !== '{version}'")
    assert browser.execute_script("return document.activeElement.id") == "redo"

    browser.execute_script("document.getElementById('edit-board').click()")
    browser.find_element(By.CSS_SELECTOR, "[data-tool='4']").send_keys(Keys.ENTER)
    pane.send_keys(Keys.ENTER)
    press(Keys.ENTER, "0,0c")
    pane.send_keys(*[Keys.ARROW_UP] * 9)
    assert browser.execute_script(
        "const [pane, ring] = ['#diagram-pane', '#diagram-pane .cursor']"
        ".map((name) => document.querySelector(name).getBoundingClientRect());"
        "return ring.top >= pane.top && ring.bottom <= pane.bottom"
    )


#: Notes what a screen reader reads out by itself.
LISTEN = """
window.heard = [];
new MutationObserver((changes) => window.heard.push(...changes.map(({target}) => target.innerText)))
  .observe(document.querySelector('#verdict [aria-live]'), {subtree: true, childList: true});
"""
HELD = "return document.activeElement.innerText"


def test_the_changes_of_others_leave_the_keyboard_where_it_was(
    dashboard: Any, browser: Any
) -> None:
    client, name = shown_game(dashboard, browser, "analysis", board=TEN.to_text())

    def changed(game: str, what: str, **more: Any) -> None:
        version = asking.change(client, game, what, **more)["version"]
        wait_for(browser, f"document.body.dataset.version == {version}")

    unfold = "const line = document.querySelector('#items button'); line.focus(); line.click();"
    wait_for(browser, "document.querySelector('#items button') !== null")
    browser.execute_script(unfold + LISTEN)
    said = browser.execute_script(HELD)
    changed(name, "comment", move=0, text="Well played")
    assert browser.execute_script(HELD) == said
    assert browser.execute_script("return document.activeElement.ariaPressed") == "true"
    assert browser.execute_script("return window.heard") == []
    changed(name, "turn_tile", q=0, r=0, rotation=4)
    assert browser.execute_script("return document.activeElement.closest('#items') !== null")

    players = {"players": ["Anna", "Ben", "Cy"]}
    client, name = shown_game(dashboard, browser, "palagonia", options=players)
    dice = "document.querySelectorAll('.die button')"
    browser.execute_script(f"{dice}[8].focus()")
    changed(name, "comment", move=0, text="Good luck")
    assert browser.execute_script(f"return document.activeElement === {dice}[8]")


def test_the_keyboard_goes_on_where_a_button_is_gone(dashboard: Any, browser: Any) -> None:
    client, name = shown_game(dashboard, browser, title="Palanquée des amis")
    asking.change(client, name, "set_board", board="0,0b 1,0b")
    set_screen(browser, 320, 640)
    words = (
        "const word = document.createRange(), text = document.getElementById('title').firstChild;"
        "word.setStart(text, 0); word.setEnd(text, 9); return word.getClientRects().length"
    )
    assert browser.execute_script(words) == 1, "a word stands in one line"
    held = "document.activeElement.id"

    def press(button: str, then: str) -> None:
        browser.find_element(By.ID, button).send_keys(Keys.ENTER)
        gone = f"!document.getElementById('{button}').offsetWidth"
        wait_for(browser, f"{held} === '{then}' && {gone}")

    browser.execute_script(LISTEN)
    press("confirm", "diagram-pane")
    told = browser.execute_script("return window.heard")
    assert told == list(dict.fromkeys(told)), "said once"
    asking.lay(client, name, "0,0b 1,0b 0,1c -1,1c")
    wait_for(browser, "document.querySelectorAll('#timeline li').length == 2")
    past = "document.getElementById('past').hidden"
    hand(browser).send_keys(",").perform()
    wait_for(browser, f"!{past}")
    press("now", "diagram-pane")
    browser.get(f"{dashboard.url}/settings")
    browser.find_element(By.ID, "letter-keys").send_keys(Keys.SPACE)
    open_game(browser, dashboard.url, name)
    hand(browser).send_keys(",").perform()
    time.sleep(0.3)
    assert browser.execute_script(f"return {past}"), "single letters are switched off"
    browser.execute_script("localStorage.clear()")

    browser.find_element(By.ID, "open-menu").send_keys(Keys.ENTER)
    browser.find_element(By.ID, "delete").send_keys(Keys.ENTER)
    wait_for(browser, "document.querySelector('.toast') !== null")
    hand(browser).send_keys(Keys.TAB, Keys.ENTER).perform()  # Undo is what comes next
    wait_for(browser, f"document.getElementById('in-bin').hidden && {held} === 'open-menu'")
    assert not client.get(f"/api/v1/games/{name}").json["deleted"]


def test_quick_taps_follow_one_another(dashboard: Any, browser: Any) -> None:
    client, name = shown_game(dashboard, browser, "analysis")
    browser.execute_script(
        "const pane = document.getElementById('diagram-pane'); pane.hidden = false; pane.focus();"
        "for (const key of ['Enter', 'Enter', 'Enter', 'Enter']) "
        "pane.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));"
    )
    path = f"/api/v1/games/{name}"
    wait(browser, lambda: client.get(path).json["board"] == "0,0c", "laid, and turned twice")
    assert client.get(path).json["version"] == 4


#: Two fingers that bring the board nearer begin on two tiles.
TWO_FINGERS = """
const tiles = [...document.querySelectorAll('#diagram-pane .tile')];
for (const name of ['pointerdown', 'pointercancel']) tiles.forEach((tile, pointerId) =>
  tile.dispatchEvent(new PointerEvent(name, {pointerId, pointerType: 'touch', bubbles: true})));
"""


def test_a_long_press_takes_a_tile_away_and_undo_brings_it_back(
    dashboard: Any, browser: Any
) -> None:
    client, name = shown_game(dashboard, browser, "analysis", board="0,0a 1,0b")
    browser.execute_script("document.querySelector('#diagram-pane').scrollIntoView()")
    browser.execute_script(TWO_FINGERS)
    time.sleep(0.6)
    assert client.get(f"/api/v1/games/{name}").json["board"] == "0,0a 1,0b"
    tile = browser.find_element(By.CSS_SELECTOR, "#diagram-pane .tile[data-cell='1,0'] path")
    hand(browser).move_to_element(tile).click_and_hold().pause(0.8).release().perform()
    wait_for(browser, "document.querySelectorAll('#diagram-pane .tile').length == 1")
    browser.find_element(By.ID, "undo").click()
    wait_for(browser, "document.querySelectorAll('#diagram-pane .tile').length == 2")
    assert client.get(f"/api/v1/games/{name}").json["board"] == "0,0a 1,0b"
