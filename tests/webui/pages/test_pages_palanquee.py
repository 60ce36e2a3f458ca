"""Palanquée in a real browser: pieces set by touch, by dragging and by keyboard, on all screens."""

from typing import Any

from asking import begin_on_the_page, change, hand, shown_game
from board_photos import POSITION, board_photo
from dashboards import above_buttons, first_on_pages, set_screen
from palago.engine.palanquee.position_json import position_from_json
from palago.engine.palanquee.table.board import cell_from_name
from palago.engine.palanquee.table.pieces import Piece, Pieces
from palago.engine.tiles.board import Board
from palago.vision.readings.warnings import WARNINGS
from selenium.common.exceptions import StaleElementReferenceException, WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select
from selenium.webdriver.support.wait import WebDriverWait
from table_photos import photo_of

TWO = {"players": ["Ann", "Ben"]}
#: Pans the board alone, as a finger does, until a cell lies in its middle.
PAN_TO = """
const pane = document.getElementById('diagram-pane');
const [cell, room] = [arguments[0].getBoundingClientRect(), pane.getBoundingClientRect()];
pane.scrollLeft += cell.left + cell.width / 2 - room.left - room.width / 2;
pane.scrollTop += cell.top + cell.height / 2 - room.top - room.height / 2;
"""


def opened(dashboard: Any, browser: Any, **more: Any) -> Any:
    """The page of a new game, ready to be touched; how to wait for it."""
    shown_game(dashboard, browser, **{"kind": "palanquee", "options": TWO, **more})
    return WebDriverWait(browser, 20, 0.05, ignored_exceptions=[WebDriverException])


def photographed(dashboard: Any, browser: Any, photo: bytes) -> None:
    """Somebody else photographs the table of the game that is shown."""
    path = f"/api/v1/games/{browser.current_url.rpartition('/')[2]}/photos"
    assert dashboard.app.test_client().post(path, data=photo).status_code == 201


def cell(browser: Any, name: str) -> Any:
    return browser.find_element(By.CSS_SELECTOR, f'.cells [data-cell="{name}"] polygon')


def touch(browser: Any, name: str) -> None:
    for _ in range(5):
        try:
            place = cell(browser, name)
            browser.execute_script(PAN_TO, place)
            hand(browser).move_to_element(place).click().perform()
            return
        except StaleElementReferenceException:
            continue  # the board was drawn again in between, as another screen may cause
    raise AssertionError(f"{name} was never still")


def choose(browser: Any, word: str) -> None:
    """Press the button of an action, as soon as it is there."""
    button = f'.options [data-word="{word}"]'
    wait = WebDriverWait(browser, 10, 0.05)
    wait.until(lambda b: b.execute_script(PRESS, button))


#: Presses a button where it is; the page may draw it again at any moment.
PRESS = """
const button = document.querySelector(arguments[0]);
button?.click();
return Boolean(button);
"""


def headline(browser: Any) -> str:
    return str(browser.find_element(By.CSS_SELECTOR, "#verdict h1").text)


def pieces(browser: Any) -> set[str]:
    """The cells that hold one, asked at once: this is what many tests wait for."""
    found = "document.querySelectorAll('.cells [data-cell]:has(> .piece)')"
    return set(browser.execute_script(f"return [...{found}].map((one) => one.dataset.cell)"))


def test_three_players_begin_on_a_phone(dashboard: Any, browser: Any) -> None:
    begin_on_the_page(browser, dashboard.url, "palanquee", "Ann", "Ben", "Cy")
    wait = WebDriverWait(browser, 20, 0.05, ignored_exceptions=[WebDriverException])
    wait.until(lambda b: headline(b) == "Ann (Blue): 1 action left")
    for name, place in (("Ben (Green)", "C5"), ("Cy (Red)", "H9"), ("Ann (Blue)", "P9")):
        touch(browser, place)
        choose(browser, "sow")
        wait.until(lambda b: headline(b) == f"{name}: 1 action left")  # noqa: B023
    assert pieces(browser) == {"C5", "H9", "P9"}
    touch(browser, "C6")  # a sprout, a seed, or a seed sown: the page asks
    words = [
        b.get_attribute("data-word")
        for b in browser.find_elements(By.CSS_SELECTOR, ".options [data-word]")
    ]
    assert words == ["grow", "grow_seed", "sow"]
    choose(browser, "grow")
    wait.until(lambda b: headline(b).startswith("Ben"))
    assert "49 sprouts" in browser.find_element(By.ID, "scores").text
    browser.find_element(By.ID, "undo").click()
    wait.until(lambda b: headline(b).startswith("Ann"))


#: Whether a cell lies within the part of the board that is in sight.
IN_SIGHT = """
const pane = document.getElementById('diagram-pane').getBoundingClientRect();
const box = arguments[0].getBoundingClientRect();
const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
return x > pane.left && x < pane.right && y > pane.top && y < pane.bottom;
"""


#: What of the players reaches beyond the place of each.
CUT_OFF = """
return [...document.querySelectorAll('#scores li')].flatMap((line) => {
  const place = line.getBoundingClientRect();
  const beyond = [...line.querySelectorAll('.name, .stock, strong')].filter((part) =>
    part.getBoundingClientRect().right > place.right || part.scrollHeight > part.clientHeight + 2);
  return place.right > innerWidth ? [line.textContent] : beyond.map((part) => part.textContent);
});
"""


def in_sight(browser: Any, *names: str) -> bool:
    return all(browser.execute_script(IN_SIGHT, cell(browser, name)) for name in names)


def test_a_phone_shows_the_plants_of_whoever_is_on_turn(dashboard: Any, browser: Any) -> None:
    set_screen(browser, 390, 844)
    wait = opened(dashboard, browser)
    game = browser.current_url.rsplit("/", 1)[1]

    def played_elsewhere(action: str) -> None:
        change(dashboard.app.test_client(), game, "act", action=action)
        wait.until(lambda b: action.split()[1] in pieces(b))

    corners = ("A1", "A16", "S1", "S16")
    wait.until(lambda b: in_sight(b, *corners))  # who has nothing there yet sees the whole board
    played_elsewhere("sow S2")
    wait.until(lambda b: in_sight(b, *corners))
    set_screen(browser, 844, 390)
    played_elsewhere("sow B15")
    set_screen(browser, 390, 844)
    wait.until(lambda b: in_sight(b, "S2") and not in_sight(b, "B15"))
    played_elsewhere("grow S3")
    wait.until(lambda b: in_sight(b, "B15"))
    played_elsewhere("grow C15")
    wait.until(lambda b: in_sight(b, "S2", "S3"))


def test_a_phone_leads_from_doubt_to_doubt_and_no_button_lies_on_a_cell(
    dashboard: Any, browser: Any
) -> None:
    set_screen(browser, 390, 844)
    wait = opened(dashboard, browser)
    seen = Pieces.of([Piece(cell_from_name(at), "blue", True) for at in ("A15", "S2")])
    photographed(dashboard, browser, board_photo(seen, unsure=["A15", "S2"]))
    wait.until(lambda b: "A15" in pieces(b) and in_sight(b, "A15"))
    set_screen(browser, 360, 640)
    actions = browser.find_element(By.CSS_SELECTOR, ".actions").rect["y"]
    for reached in ("#board-zoom", "[data-word=doubt]"):  # without scrolling
        box = browser.find_element(By.CSS_SELECTOR, reached).rect
        assert box["y"] + box["height"] <= actions, reached
    set_screen(browser, 390, 844)
    choose(browser, "doubt")
    wait.until(lambda b: "What stands on A15?" in b.find_element(By.ID, "kind-panel").text)
    choose(browser, "doubt")
    wait.until(lambda b: "What stands on S2?" in b.find_element(By.ID, "kind-panel").text)
    assert in_sight(browser, "S2")
    zoom, pane = (browser.find_element(By.ID, name).rect for name in ("board-zoom", "diagram-pane"))
    assert zoom["y"] >= pane["y"] + pane["height"]
    browser.find_element(By.ID, "board-zoom").click()
    assert in_sight(browser, "A1", "A16", "S1", "S16")
    # Small cells are not what a finger was sure of: they are shown large, and asked about.
    hand(browser).move_to_element(cell(browser, "A16")).click().perform()
    wait.until(lambda b: "What stands on A16?" in b.find_element(By.ID, "kind-panel").text)
    assert in_sight(browser, "A16") and not in_sight(browser, "S2")


def test_the_program_has_its_name_among_the_players(dashboard: Any, browser: Any) -> None:
    browser.get(dashboard.url)
    browser.find_element(By.CSS_SELECTOR, "[data-kind=palanquee]").click()
    browser.find_element(By.ID, "add-player").click()
    fields = browser.find_elements(By.CSS_SELECTOR, "#players input")
    fields[0].clear()
    fields[0].send_keys("Ann")
    choice = Select(browser.find_element(By.ID, "program-plays"))

    def names() -> list[str]:
        return [str(field.get_attribute("value")) for field in fields]

    choice.select_by_value("others")
    assert names() == ["Ann", "Palago", "Palago 2"]
    choice.select_by_value("last")
    assert names()[:2] == ["Ann", "Player 1"] and names()[2].startswith("Palago")
    fields[2].clear()
    fields[2].send_keys("Robot")  # a name that somebody gave stays
    choice.select_by_value("")
    assert names()[2] == "Robot"


def test_sprouts_are_moved_captures_seen_and_what_is_forbidden_is_said(
    dashboard: Any, browser: Any
) -> None:
    set_screen(browser, 1280, 800)
    wait = opened(dashboard, browser, board=POSITION)
    touch(browser, "K7")  # moved by two taps, and by dragging
    assert browser.find_elements(By.CSS_SELECTOR, ".cells .target")
    touch(browser, "N6")
    wait.until(lambda b: "N6" in pieces(b))
    assert "K7" not in pieces(browser)
    browser.find_element(By.ID, "undo").click()
    wait.until(lambda b: "K7" in pieces(b))
    hand(browser).drag_and_drop(cell(browser, "K7"), cell(browser, "N7")).perform()
    wait.until(lambda b: "N7" in pieces(b))
    assert headline(browser).startswith("Ben")
    browser.find_element(By.ID, "undo").click()
    wait.until(lambda b: headline(b).startswith("Ann"))
    touch(browser, "A1")
    choose(browser, "sow")
    wait.until(lambda b: headline(b).startswith("Ben"))
    browser.find_element(By.ID, "undo").click()
    wait.until(lambda b: headline(b).startswith("Ann"))
    touch(browser, "J7")
    choose(browser, "grow")
    wait.until(lambda b: "captured: K6" in b.find_element(By.CSS_SELECTOR, "#verdict p").text)
    assert "J7" in pieces(browser) and "K6" not in pieces(browser)
    touch(browser, "K6")  # green could not stand there
    wait.until(lambda b: b.find_elements(By.CSS_SELECTOR, ".toast.bad"))


def test_a_tap_where_nothing_can_be_laid_says_what_is_in_its_way(
    dashboard: Any, browser: Any
) -> None:
    set_screen(browser, 1280, 800)
    wait = opened(dashboard, browser)
    for place in ("J8", "K8"):  # Green has nothing on the board yet, and K8 is too near
        touch(browser, place)
        if place == "J8":
            choose(browser, "sow")
            wait.until(lambda b: headline(b).startswith("Ben"))
    wait.until(lambda b: b.find_elements(By.CSS_SELECTOR, ".toast.bad"))
    assert "too near" in browser.find_element(By.CSS_SELECTOR, ".toast.bad").text
    touch(browser, "J8")
    wait.until(lambda b: b.find_elements(By.CSS_SELECTOR, ".toast:not(.bad)"))
    said = browser.find_element(By.CSS_SELECTOR, ".toast:not(.bad)").text
    assert said.startswith("J8: Blue seed")
    touch(browser, "C3")  # what may be done there is not covered by what was refused before
    wait.until(lambda b: not b.find_elements(By.CSS_SELECTOR, ".toast.bad"))
    assert browser.find_elements(By.CSS_SELECTOR, '.options [data-word="sow"]')


def test_by_keyboard_and_in_words(dashboard: Any, browser: Any) -> None:
    set_screen(browser, 1280, 800)
    wait = opened(dashboard, browser, board=POSITION)
    pane = browser.find_element(By.ID, "diagram-pane")
    browser.execute_script("arguments[0].focus()", pane)
    pane.send_keys(Keys.ARROW_DOWN)
    spoken = browser.find_element(By.ID, "spoken")
    wait.until(lambda b: "Blue" in spoken.get_attribute("textContent"))
    assert spoken.get_attribute("textContent") == "K7: Blue sprout"
    pane.send_keys(Keys.ENTER)
    wait.until(lambda b: b.find_elements(By.CSS_SELECTOR, '.options [data-word="prune"]'))
    browser.switch_to.active_element.send_keys(Keys.ENTER)
    wait.until(lambda b: "K7" not in pieces(b))
    pane = browser.switch_to.active_element
    assert pane.get_attribute("id") == "diagram-pane"  # from a button that is no more
    for key in (Keys.ARROW_DOWN, Keys.ARROW_UP, Keys.ARROW_LEFT, Keys.ARROW_RIGHT):
        pane.send_keys(key)
    assert browser.find_elements(By.CSS_SELECTOR, ".cells .cursor")


def test_advice_is_hidden_until_it_is_wanted(dashboard: Any, browser: Any) -> None:
    set_screen(browser, 1280, 800)
    wait = opened(dashboard, browser, board=POSITION)
    assert "Takes" not in browser.find_element(By.ID, "items").text
    assert not browser.find_element(By.ID, "advice").is_displayed()
    browser.find_element(By.ID, "open-menu").click()
    browser.find_element(By.ID, "threats").click()
    browser.find_element(By.CSS_SELECTOR, "#menu form button").click()
    wait.until(lambda b: "Takes 1" in b.find_element(By.ID, "items").text)
    browser.execute_script("arguments[0].click()", browser.find_element(By.ID, "advise"))
    # Where the search was never run before, it is compiled first.
    WebDriverWait(browser, 60).until(lambda b: b.find_elements(By.CSS_SELECTOR, "#advised button"))
    # Nor is it offered before the page knows the game.
    with first_on_pages(browser, "window.fetch = () => new Promise(() => {});"):
        browser.refresh()
        wait.until(lambda b: b.find_element(By.ID, "take").is_displayed())
        assert not browser.find_element(By.ID, "advice").is_displayed()


def test_a_photo_is_judged_and_put_right_by_touch(dashboard: Any, browser: Any) -> None:
    set_screen(browser, 1280, 800)
    wait = opened(dashboard, browser, board=POSITION)
    captures = {"cell": "J7", "colour": "blue", "kind": "sprout"}
    seen = position_from_json(POSITION | {"pieces": [*POSITION["pieces"], captures]}).pieces
    photo = board_photo(seen, unsure=["M7"], warnings=[("hidden", "S9"), ("hidden", "R1")])
    photographed(dashboard, browser, photo)
    wait.until(lambda b: "Take it from" in b.find_element(By.CSS_SELECTOR, "#verdict p").text)
    set_screen(browser, 390, 844)
    furthest = "Math.max(...[...document.querySelectorAll('.options > *')].map(right))"
    right = "const right = (answer) => answer.getBoundingClientRect().right;"
    assert browser.execute_script(f"{right} return {furthest}") <= 390, "an answer is out of sight"
    set_screen(browser, 360, 640)
    assert above_buttons(browser, ".options button"), "an answer is under the buttons"
    set_screen(browser, 1280, 800)
    read = '#photo-pane [data-cell="M7"].unsure text'
    assert browser.find_element(By.CSS_SELECTOR, read).text == "b?"
    hatched = browser.find_elements(By.CSS_SELECTOR, "#photo-pane path.unseen")
    assert [mark.get_attribute("data-cell") for mark in hatched] == ["R1", "R1", "S9"]
    hand(browser).click(
        browser.find_element(By.CSS_SELECTOR, '#photo-pane [data-cell="K6"] circle')
    ).perform()  # on the photo
    choose(browser, "green_sprout")  # as it was read
    wait.until(lambda b: b.execute_script("return document.body.dataset.version") == "3")
    set_screen(browser, 360, 640)
    touch(browser, "K6")  # on the diagram
    nothing, zoom = (
        browser.find_element(By.CSS_SELECTOR, one).rect
        for one in (".options [data-word=nothing]", "#board-zoom")
    )
    assert nothing["x"] + nothing["width"] <= zoom["x"], "the answer is out of sight"
    choose(browser, "nothing")
    wait.until(lambda b: "a legal turn" in headline(b))
    browser.find_element(By.ID, "confirm").click()
    wait.until(lambda b: headline(b).startswith("Ben"))
    assert "K6" not in pieces(browser)


def test_a_game_goes_on_from_a_photo_of_its_board(dashboard: Any, browser: Any) -> None:
    set_screen(browser, 360, 640)
    wait = opened(dashboard, browser)
    seen = position_from_json(POSITION).pieces
    photographed(dashboard, browser, board_photo(seen, unsure=["M6"]))
    wait.until(lambda b: headline(b) == "A game under way: whose turn is it?")
    assert above_buttons(browser, "#choices button"), "an answer is under the buttons"
    set_screen(browser, 390, 844)
    browser.find_elements(By.CSS_SELECTOR, "#choices button")[1].click()
    wait.until(lambda b: headline(b).startswith("Ben"))
    touch(browser, "I6")
    choose(browser, "grow")
    wait.until(lambda b: headline(b).startswith("Ann"))
    assert {"I6", "M6", "K6"} <= pieces(browser)


def test_a_photo_of_this_board_among_tiles_begins_this_game(dashboard: Any, browser: Any) -> None:
    warnings = [WARNINGS["no_board"], WARNINGS["printed_board"]]
    photo = photo_of(Board(), warnings=warnings)
    wait = WebDriverWait(browser, 20, 0.05, ignored_exceptions=[WebDriverException])
    shown_game(dashboard, browser, "palago")
    photographed(dashboard, browser, photo)
    wait.until(lambda b: headline(b) == "This is the board of Palanquée")
    assert not browser.find_element(By.ID, "show-tile").is_displayed(), "no tile is there"
    shown_game(dashboard, browser, "analysis")
    photographed(dashboard, browser, photo)
    wait.until(lambda b: b.find_element(By.CSS_SELECTOR, "#choices button")).click()
    wait.until(lambda b: b.find_element(By.ID, "new-title").text == "Palanquée")
    browser.find_element(By.ID, "start").click()
    # The stand-in reads no copy of a photo, so it is here that it says that it got one.
    wait.until(lambda b: "no truth" in b.find_element(By.ID, "new-refused").text)


def test_nothing_lies_beyond_the_screen(dashboard: Any, browser: Any) -> None:
    three = {"options": {"players": ["Clementine", "Maximilian", "Katharina"]}}
    for begun in (three, {"board": POSITION}):
        opened(dashboard, browser, **begun)
        for width, height in ((390, 844), (1280, 800), (1920, 1080)):
            set_screen(browser, width, height)
            whole = "return document.documentElement.scrollWidth"
            assert browser.execute_script(whole) <= width, (begun, width)
            browser.execute_script(
                "document.querySelector('#board-zoom[aria-pressed=true]')?.click()"
            )
            side = browser.execute_script(
                "return arguments[0].getBoundingClientRect().width", cell(browser, "J9")
            )
            assert side >= (40 if width < 600 else 24)  # for a finger, or for a mouse


def test_all_players_and_what_they_have_left_are_seen_on_a_phone(
    dashboard: Any, browser: Any
) -> None:
    palagonia = {"kind": "palagonia", "options": {"players": [f"Joueur {n}" for n in (1, 2, 3)]}}
    five = {"options": {"players": [f"Joueur {n}" for n in range(1, 6)]}}
    for begun in (five, palagonia):
        opened(dashboard, browser, **begun)
        for width in (390, 360):
            set_screen(browser, width, 640)
            assert not browser.execute_script(CUT_OFF), (begun, width)
