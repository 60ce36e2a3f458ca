"""The referee's questions, the win and the record, as players see and touch them."""

import re
from pathlib import Path
from typing import Any

from asking import change, lay, new_game, open_game, wait
from board_photos import POSITION, board_photo
from dashboards import script, set_screen, text
from games.test_referee_at_the_table import BEFORE_THE_END, MISSED, PAIR, THE_END, play, show, start
from palago.engine.palanquee.position_json import position_from_json
from palago.engine.tiles.board import Board
from palago.webui.games.palago.threats import prepare_threats
from selenium.webdriver.common.by import By
from table_photos import photo_of

PHONE, LAPTOP, PROJECTOR = (390, 844), (1280, 800), (1920, 1080)
PRESSED_TWICE = "arguments[0].click(); arguments[0].click()"
LATE_TAP = """
const tap = { bubbles: true, detail: arguments[1] };
arguments[0].dispatchEvent(new MouseEvent('click', tap));
"""


def all_of(browser: Any, selector: str) -> list[Any]:
    return list(browser.find_elements(By.CSS_SELECTOR, selector))


def box(browser: Any, selector: str) -> dict[str, float]:
    """Where an element is on the screen, in CSS pixels."""
    found: dict[str, float] = script(
        browser,
        "return document.querySelector(arguments[0]).getBoundingClientRect().toJSON()",
        selector,
    )
    return found


def is_on_top(browser: Any, selector: str) -> bool:
    """Whether a touch in the middle of an element reaches it."""
    return bool(
        script(
            browser,
            "const it = document.querySelector(arguments[0]), r = it.getBoundingClientRect();"
            "const hit = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);"
            "return it === hit || it.contains(hit)",
            selector,
        )
    )


#: They stand above the table until it was touched once.
NO_HINTS = "document.getElementById('hints').hidden = true"


def in_sight(browser: Any, selector: str) -> bool:
    """Whether an element lies on the screen without scrolling, above the row of buttons."""
    return box(browser, selector)["bottom"] <= box(browser, ".actions")["top"] + 1


def test_a_page_of_a_game_fits_on_a_laptop(dashboard: Any, browser: Any) -> None:
    client = dashboard.app.test_client()
    set_screen(browser, 1366, 768)
    timed = new_game(client, clock={"kind": "sudden", "seconds": 600})
    three = new_game(client, "palagonia", options={"players": ["Ann", "Ben", "Cem"]})
    for game in (timed, three):
        open_game(browser, dashboard.url, game["id"])
        script(browser, NO_HINTS)
        assert script(browser, "return document.documentElement.scrollHeight") == 768
        browser.find_element(By.ID, "open-menu").click()
        menu = "const menu = document.getElementById('menu');"
        assert script(browser, f"{menu} return menu.scrollHeight - menu.clientHeight") == 0


def test_a_question_stands_in_the_box_and_its_answers_are_pictures(
    dashboard: Any, browser: Any
) -> None:
    client = dashboard.app.test_client()
    game = start(client)
    play(client, game, PAIR)
    show(client, game, MISSED)
    open_game(browser, dashboard.url, game)
    assert text(browser, "#verdict h1") == "Which 2 tiles were laid first?"
    answers = all_of(browser, "#verdict #choices button")
    assert len(answers) == 2
    for answer in answers:
        assert len(answer.find_elements(By.CSS_SELECTOR, "svg .tile")) >= 4
        numbers = [t.text for t in answer.find_elements(By.CSS_SELECTOR, "svg text")]
        assert sorted(numbers) == ["1", "1", "2", "2"]
        assert answer.size["height"] >= 100
        assert not re.search(r"-?\d,-?\d", answer.find_element(By.CSS_SELECTOR, "span").text)
    assert in_sight(browser, "#choices") and not text(browser, "#items")
    set_screen(browser, 360, 640)
    assert in_sight(browser, "#choices")
    answers[1].click()
    wait(browser, lambda: len(all_of(browser, "#timeline li")) == 3, "both moves are recorded")
    wait(browser, lambda: text(browser, "#verdict h1") == "Blue to move", "the game goes on")


def test_all_answers_of_five_players_are_in_sight_on_a_phone(dashboard: Any, browser: Any) -> None:
    client = dashboard.app.test_client()
    players = ["Ann", "Ben", "Cleo", "Dora", "Emil"]
    game = start(client, "palanquee", options={"players": players})
    photo = board_photo(position_from_json(POSITION).pieces)
    assert client.post(f"/api/v1/games/{game}/photos", data=photo).status_code == 201
    open_game(browser, dashboard.url, game)
    assert len(all_of(browser, "#choices button")) == 5
    for width, height in ((360, 640), (390, 844)):
        set_screen(browser, width, height)
        assert in_sight(browser, "#choices")


def test_the_hints_cover_no_tile(dashboard: Any, browser: Any) -> None:
    client = dashboard.app.test_client()
    game = new_game(client, options={"players": ["Ann", "Ben"]})["id"]
    change(client, game, "set_board", board="0,0a 1,0c")
    longest = {"Accept-Language": "fr"}  # hints in French are longer than in the others
    browser.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": longest})
    open_game(browser, dashboard.url, game)
    browser.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {}})
    script(browser, "document.getElementById('hints').hidden = false")
    for width, height in ((360, 640), PHONE, (1366, 844)):
        set_screen(browser, width, height)
        hints, diagram = box(browser, "#hints"), box(browser, "#diagram-pane")
        assert hints["bottom"] > hints["top"] and hints["bottom"] <= diagram["top"], width
        if height > 640:
            assert diagram["bottom"] <= height
        else:
            seen = box(browser, ".actions")["top"] - diagram["top"]
            assert seen > 150, "most of the diagram is seen above the buttons"


def test_the_winning_creature_is_lit_on_every_screen(dashboard: Any, browser: Any) -> None:
    client = dashboard.app.test_client()
    game = start(client, board=BEFORE_THE_END)
    show(client, game, f"{BEFORE_THE_END} 0,-2a")
    open_game(browser, dashboard.url, game)
    for verdict in ("the verdict", "the end"):
        wait(browser, lambda: "Blue wins" in text(browser, "#verdict h1"), verdict)
        wait(browser, lambda: all_of(browser, "#photo-pane .glow .body"), f"lit on {verdict}")
        # One body a tile on the photo, each upon its tile; the exact shape on the diagram.
        assert len(all_of(browser, "#photo-pane .glow .body")) == 5
        assert all_of(browser, "#diagram-pane .glow .body")
        for size in (PROJECTOR, LAPTOP, PHONE):
            set_screen(browser, *size)
            lit = box(browser, "#photo-pane .glow")
            tile = box(browser, "#photo-pane [data-cell='0,-2']")
            assert lit["left"] < tile["right"] and lit["right"] > tile["left"], size
            assert lit["width"] < 4 * tile["width"], size
        confirm = browser.find_element(By.ID, "confirm")
        if confirm.is_displayed():
            script(browser, PRESSED_TWICE, confirm)
            wait(browser, lambda: browser.find_element(By.ID, "again").is_displayed(), "locked")
    assert not text(browser, "#toasts"), "a double tap confirms once"
    games = client.get("/api/v1/games").json["count"]
    for tap_of_a_row in (2, 1):
        script(browser, LATE_TAP, browser.find_element(By.ID, "again"), tap_of_a_row)
    wait(browser, lambda: not browser.current_url.endswith(game), "a new game")
    assert client.get("/api/v1/games").json["count"] == games + 1, "not by a double tap's rest"


def test_a_finished_game_is_locked_and_says_why(
    dashboard: Any, browser: Any, tmp_path: Path
) -> None:
    client = dashboard.app.test_client()
    game = start(client, board=BEFORE_THE_END)
    show(client, game, THE_END)
    open_game(browser, dashboard.url, game)
    wait(browser, lambda: len(all_of(browser, "#choices button")) == 2, "it asks")
    script(browser, PRESSED_TWICE, all_of(browser, "#choices button")[0])
    wait(browser, lambda: text(browser, "#verdict h1").startswith("Blue wins"), "a win at once")
    assert browser.find_element(By.ID, "verdict").get_attribute("data-level") == "win"
    assert not browser.find_element(By.ID, "take").is_displayed()
    assert browser.find_element(By.ID, "again").is_displayed()
    assert not all_of(browser, "#items [data-level=wrong]")
    assert not text(browser, "#toasts")
    version = client.get(f"/api/v1/games/{game}").json["version"]
    browser.find_element(By.ID, "open-menu").click()
    offered = [button.text for button in all_of(browser, "#menu button") if button.is_displayed()]
    assert "Rename" in offered and not {"Edit the board", "Lay the tiles as before the move"} & {
        *offered
    }, "nothing that is refused now"
    all_of(browser, "#menu button")[0].click()
    browser.find_element(By.ID, "view-diagram").click()
    assert not all_of(browser, "#diagram-pane .empty")
    script(
        browser,
        "const tile = document.querySelector('#diagram-pane .tile');"
        "for (const name of ['pointerdown', 'pointerup'])"
        " tile.dispatchEvent(new PointerEvent(name, {bubbles: true}));",
    )
    wait(browser, lambda: "The game is over" in text(browser, "#toasts"), "a tap explains")
    assert client.get(f"/api/v1/games/{game}").json["version"] == version

    path = tmp_path / "next.jpg"
    path.write_bytes(photo_of(Board.from_text(PAIR), size=(640, 480)))
    browser.find_element(By.ID, "photo").send_keys(str(path))
    asked = browser.find_element(By.ID, "what-photo")
    wait(browser, asked.is_displayed, "it asks what the photo shows")
    asked.find_element(By.CSS_SELECTOR, "[value='']").click()
    wait(browser, lambda: not asked.is_displayed(), "thought better of")
    browser.find_element(By.ID, "photo").send_keys(str(path))
    wait(browser, asked.is_displayed, "it asks again")
    asked.find_element(By.CSS_SELECTOR, "[value=game]").click()
    wait(browser, lambda: not browser.current_url.endswith(game), "a new game opens")
    wait(browser, lambda: "White: legal move" in browser.page_source, "with the photo in it")
    assert client.get(f"/api/v1/games/{game}").json["version"] == version


def test_the_record_is_stepped_through_without_losing_sight_of_it(
    dashboard: Any, browser: Any
) -> None:
    client = dashboard.app.test_client()
    game = start(client)
    tiles = [f"{q},0a" for q in range(12)]
    for count in range(2, 14, 2):
        lay(client, game, " ".join(tiles[:count]))
    show(client, game, " ".join(tiles))
    open_game(browser, dashboard.url, game)
    assert in_sight(browser, "#record")
    for number in (5, 4, 3):
        browser.find_element(By.ID, "back").click()
        step = f"Move {number}: {'White' if number % 2 else 'Blue'}"
        wait(browser, lambda said=step: text(browser, "#verdict h1") == said, "back")
    assert "show the table" not in text(browser, "#verdict p")
    assert text(browser, "#verdict p").startswith("White played")
    # The way back lies in the box, not on the board; the record stays, with the step in it.
    assert browser.find_element(By.ID, "now").is_displayed()
    assert box(browser, "#past")["top"] >= box(browser, ".stage")["bottom"]
    assert in_sight(browser, "#record")
    here = box(browser, "#timeline [aria-current=true]")
    strip = box(browser, "#timeline")
    assert strip["left"] - 1 <= here["left"] and here["right"] <= strip["right"] + 1
    browser.find_element(By.ID, "now").click()
    wait(browser, lambda: text(browser, "#verdict h1") == "White to move", "now again")
    here = box(browser, "#timeline [aria-current=true]")
    assert here["right"] <= strip["right"] + 1


def test_nothing_hides_a_tile_or_a_button_of_the_photo(dashboard: Any, browser: Any) -> None:
    client = dashboard.app.test_client()
    game = start(client, "analysis")
    board = Board.from_text("0,0b 1,0b 0,1c -1,1c 2,-1a 1,1c")
    photo = photo_of(board, unsure=((1, 0), (0, 1)))
    client.post(f"/api/v1/games/{game}/photos", data=photo)
    open_game(browser, dashboard.url, game)
    assert is_on_top(browser, "#zoom")
    browser.find_element(By.ID, "zoom").click()
    assert browser.find_element(By.ID, "zoom").get_attribute("aria-pressed") == "true"
    browser.find_element(By.ID, "zoom").click()
    assert len(all_of(browser, "#photo-pane .overlay text")) == 2
    tile, mark = (
        box(browser, "#photo-pane [data-cell='1,0'] .touch"),
        box(browser, "#photo-pane [data-cell='1,0'] text"),
    )
    assert mark["width"] < 0.3 * tile["width"]
    middle = tile["top"] + tile["height"] / 2
    assert mark["bottom"] < middle - 0.05 * tile["height"]
    browser.find_element(By.ID, "view-diagram").click()
    tile = box(browser, "#diagram-pane .tile[data-cell='1,0']")
    marks = list(all_of(browser, "#diagram-pane text.unsure"))
    assert [m.text for m in marks] == ["?", "?"]
    for mark in marks:
        assert mark.rect["width"] < 0.3 * tile["width"]


def test_scores_and_dice_of_palagonia_are_in_sight_on_a_phone(dashboard: Any, browser: Any) -> None:
    client = dashboard.app.test_client()
    game = start(client, "palagonia", options={"players": ["Ann", "Bob", "Cleo"]})
    change(client, game, "roll", faces=["5", "2", "3"])
    play(client, game, "0,0a 0,1a 1,0b -1,1c -1,0b")
    open_game(browser, dashboard.url, game)
    script(browser, NO_HINTS)
    wait(browser, lambda: len(all_of(browser, ".die")) == 2, "Bob's dice")
    assert in_sight(browser, "#scores") and in_sight(browser, "#record")
    assert "43 tiles left" in text(browser, "#scores")
    change(client, game, "roll", faces=["rotate", "rotate"])
    wait(browser, lambda: len(all_of(browser, ".rolled .face")) == 2, "both dice of the double")
    for die in all_of(browser, ".rolled .face"):
        assert script(browser, "return arguments[0].scrollWidth <= arguments[0].clientWidth", die)
    assert len(all_of(browser, ".rolled .why")) == 1
    assert in_sight(browser, "#scores") and in_sight(browser, "#record")
    begins = start(client, "palagonia", options={"players": ["Ann", "Bob"]})
    open_game(browser, dashboard.url, begins)
    script(browser, NO_HINTS)
    wait(browser, lambda: len(all_of(browser, ".dice")) == 1, "a row of buttons for each player")
    height = "return document.documentElement.scrollHeight"
    wait(browser, lambda: script(browser, height) == 844, "all of it is in sight")


def test_players_get_free_names_and_a_refusal_is_seen(dashboard: Any, browser: Any) -> None:
    browser.get(dashboard.url)
    browser.find_element(By.CSS_SELECTOR, "[data-kind=palagonia]").click()
    all_of(browser, "#players button")[0].click()
    browser.find_element(By.ID, "add-player").click()
    fields = all_of(browser, "#players input")
    names = [field.get_attribute("value") for field in fields]
    assert sorted(names) == ["Player 1", "Player 2", "Player 3"]
    fields[0].clear()
    fields[0].send_keys(names[1])
    browser.find_element(By.ID, "start").click()
    wait(browser, lambda: "same name" in text(browser, "#new-refused"), "the refusal is said")
    script(browser, "document.getElementById('new-refused').scrollIntoView({block: 'center'})")
    assert is_on_top(browser, "#new-refused")


def test_a_tall_board_is_whole_in_the_list(dashboard: Any, browser: Any) -> None:
    client = dashboard.app.test_client()
    board = " ".join(f"{-(r // 2)},{r}a" for r in range(14))
    start(client, "analysis", title="Tower", board=board)
    browser.get(dashboard.url)
    wait(browser, lambda: all_of(browser, "#games .thumb img"), "the list is there")
    thumb, picture = box(browser, "#games .thumb"), box(browser, "#games .thumb img")
    assert picture["top"] >= thumb["top"] and picture["bottom"] <= thumb["bottom"]
    assert picture["height"] > 60
    fit = "return getComputedStyle(document.querySelector('#games .thumb img')).objectFit"
    assert script(browser, fit) == "contain"
    set_screen(browser, 1920, 1080)
    rows = "const it = document.querySelector('#games .small'); return it.getClientRects().length"
    assert script(browser, rows) == 1  # the day and the hour beside the kind


def test_a_threat_is_told_with_what_comes_of_it(dashboard: Any, browser: Any) -> None:
    prepare_threats()
    client = dashboard.app.test_client()
    board = "-2,0c -2,1b -1,-1b -1,0a 0,0c 0,1c 1,-1a 2,-1a"
    game = start(client, "analysis", board=board)
    open_game(browser, dashboard.url, game)
    wait(browser, lambda: "6 moves parry it for now" in text(browser, "#items"), "the threat")
    told = "White loses whatever is played: 6 moves parry for now, but Blue still wins"

    def is_told() -> bool:
        """On a busy machine the search may come to no end in its time: it is asked once more."""
        script(browser, "document.getElementById('advise').click()")  # while it thinks, for nothing
        return told in text(browser, "#advised")

    wait(browser, is_told, "the advice")
    wait(
        browser, lambda: "parry it" not in text(browser, "#items"), "it is told by the advice alone"
    )


def test_a_new_games_start_is_whole_on_a_phone_however_long_the_form(
    dashboard: Any, browser: Any
) -> None:
    set_screen(browser, *PHONE)
    browser.get(dashboard.url)
    for kind in ("palago", "palagonia", "palagem", "palanquee"):
        script(browser, "document.querySelector(arguments[0]).click()", f"[data-kind={kind}]")
        wait(browser, lambda: browser.find_element(By.ID, "start").is_displayed(), "the form")
        for _ in range(3):
            if kind not in ("palago", "palagem"):
                script(browser, "document.getElementById('add-player').click()")
        reached = """
            const box = document.getElementById('start').getBoundingClientRect();
            const at = (y) => document.elementFromPoint(box.left + box.width / 2, y)?.id;
            return at(box.top + 3) === 'start' && at(box.bottom - 3) === 'start';
        """
        assert script(browser, reached), kind
        script(
            browser, "document.activeElement.blur();document.getElementById('clock-kind').focus()"
        )
        below = """
            const field = document.activeElement.getBoundingClientRect();
            return field.bottom <= document.getElementById('start').getBoundingClientRect().top;
        """
        assert script(browser, below), f"what is being filled in is not under the buttons: {kind}"
