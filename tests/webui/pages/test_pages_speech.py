"""The page speaks in its language, as much as is wanted, and never over itself."""

from typing import Any

from asking import shown_game
from dashboards import first_on_pages
from palago.engine.tiles.board import Board
from selenium.webdriver.support.wait import WebDriverWait
from table_photos import photo_of

#: A voice that takes its time, and writes down what it is asked to say.
VOICE = """
window.said = []; window.over = 0;
let speaking = null;
const voice = {
  getVoices: () => [{ lang: 'en-GB', name: 'e' }, { lang: 'fr-FR', name: 'f' }],
  cancel() { speaking = null; },
  speak(words) {
    if (speaking) window.over += 1;
    speaking = words;
    window.said.push([words.lang, words.text]);
    window.finish = () => { const done = speaking; speaking = null; done?.onend?.(); };
  },
};
Object.defineProperty(window, 'speechSynthesis', { value: voice });
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
"""


def test_it_lets_itself_finish_and_says_the_newest(dashboard: Any, browser: Any) -> None:
    browser.get(dashboard.url)
    browser.add_cookie({"name": "language", "value": "fr", "path": "/"})
    with first_on_pages(browser, VOICE):
        client, game = shown_game(dashboard, browser)
    path = f"/api/v1/games/{game}"
    wait = WebDriverWait(browser, 30, 0.05)
    browser.find_element("id", "speak").click()
    said = "return window.said"
    wait.until(lambda b: len(b.execute_script(said)) == 1)
    assert browser.execute_script(said)[0][0] == "fr"

    pair = Board.from_text("0,0b 1,0b")
    client.post(f"{path}/photos", data=photo_of(pair, unsure=((0, 0),)))
    client.post(f"{path}/photos", data=photo_of(pair, seed=1))
    version = "return Number(document.body.dataset.version)"
    wait.until(lambda b: b.execute_script(version) == client.get(path).json["version"])
    assert len(browser.execute_script(said)) == 1, "what is said is not cut short"
    browser.execute_script("window.finish()")
    wait.until(lambda b: len(b.execute_script(said)) == 2)
    assert "permis" in browser.execute_script(said)[1][1], "of what waited only the newest is said"
    browser.execute_script("window.finish()")
    assert browser.execute_script("return window.over") == 0
    browser.execute_script("localStorage.clear()")
