"""Sharing photos from the settings page: what is shown there is what the file holds."""

import base64
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from asking import new_game, wait
from dashboards import Dashboard, start_dashboard, text
from further_cases import further
from palago.calibration.sets.tile_set import MeasuredColour, TileSetProfile
from palago.engine.tiles.board import Board
from palago.vision.benchmark.truth import find_cases
from palago.vision.table.known_table import FILE, KnownTable
from put_right import is_same, photographed
from selenium.webdriver.common.by import By

PAIR = Board.from_text("0,0a 1,0c")
FOUR = Board.from_text("0,0a 1,0c 0,1b 1,1a")


@pytest.fixture
def put_right(configuration: Any) -> Iterator[Dashboard]:
    """A dashboard with a photo that was read well, and two that had to be put right."""
    running, stop = start_dashboard(configuration)
    client = running.app.test_client()
    well, game = (new_game(client, title="Club")["id"] for _ in range(2))
    photographed(client, well, PAIR, seed=3)
    photographed(client, game, PAIR, misread={(1, 0): 0})
    photographed(client, game, FOUR, misread={(0, 1): 4}, seed=1)
    yield running
    stop()


def photos_offered(browser: Any) -> list[Any]:
    """The entries of the list, each with its picture loaded."""
    loaded = (
        "const shown = [...document.querySelectorAll('#shared img')];"
        "for (const picture of shown) picture.scrollIntoView();"
        "return shown.length && shown.every((one) => one.complete && one.naturalWidth)"
    )
    wait(browser, lambda: browser.execute_script(loaded), "the pictures are loaded")
    return list(browser.find_elements(By.CSS_SELECTOR, "#shared li"))


def bytes_shown(browser: Any, entry: Any) -> bytes:
    """The picture that an entry shows, as the browser has it."""
    address = entry.find_element(By.TAG_NAME, "img").get_attribute("src")
    assert entry.find_element(By.TAG_NAME, "a").get_attribute("href") == address
    fetched = browser.execute_async_script(
        "fetch(arguments[0]).then((answer) => answer.blob()).then((blob) => {"
        "const reader = new FileReader(); reader.onload = () => arguments[1](reader.result);"
        "reader.readAsDataURL(blob) })",
        address,
    )
    return base64.b64decode(fetched.split(",")[1])


def saved(browser: Any, folder: Path) -> dict[str, bytes]:
    """Press the button, and open the file that the browser saves."""
    browser.execute_cdp_cmd(
        "Page.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(folder)}
    )
    browser.find_element(By.ID, "share-file").click()
    file = folder / "palago-photos.zip"
    wait(browser, file.is_file, "the file is saved")
    with zipfile.ZipFile(file) as archive:
        archive.extractall(folder / "opened")
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize("board_only", [True, *further([False])])
def test_the_saved_file_holds_the_ticked_photos_as_they_are_shown(
    put_right: Dashboard, browser: Any, tmp_path: Path, board_only: bool
) -> None:
    browser.get(f"{put_right.url}/settings")
    entries = photos_offered(browser)
    assert sorted(entry.text.strip() for entry in entries) == [
        "1 of 2 tiles right", "3 of 4 tiles right",
    ]  # fmt: skip
    assert "Learning from 3" in text(browser, "#known")  # tests learn an hour later
    colours = (MeasuredColour((236, 232, 220)), MeasuredColour((31, 58, 140)))
    learned = KnownTable((TileSetProfile("learned 1", *colours, photos=9),), photos=9)
    (put_right.configuration.data / FILE).write_text(json.dumps(learned.to_json()))
    if board_only:
        whole = [bytes_shown(browser, entry) for entry in entries]
        browser.find_element(By.ID, "board-only").click()
        entries = photos_offered(browser)
        assert not set(whole) & {bytes_shown(browser, entry) for entry in entries}
    kept, left_out = sorted(entries, key=lambda entry: entry.text, reverse=True)
    left_out.find_element(By.TAG_NAME, "input").click()
    files = saved(browser, tmp_path)
    picture, truth = sorted(files, key=lambda name: name.endswith(".json"))
    assert (len(files), Path(truth).suffixes) == (2, [".truth", ".json"])
    wait(browser, lambda: "9 " in text(browser, "#known"), "the page has looked again")
    assert files[picture] == bytes_shown(browser, kept)
    assert files[picture].endswith(b"\xff\xd9") and b"Club" not in files[truth]
    (case,) = find_cases(tmp_path / "opened")
    assert is_same(Board.from_json({"tiles": [vars(tile) for tile in case.tiles]}), FOUR)


def test_it_is_said_why_there_is_no_file(put_right: Dashboard, browser: Any) -> None:
    browser.get(f"{put_right.url}/settings")
    ticks = [entry.find_element(By.TAG_NAME, "input") for entry in photos_offered(browser)]
    for tick in ticks:
        tick.click()
    button = browser.find_element(By.ID, "share-file")
    assert button.get_attribute("aria-disabled") == "true"  # people hear it, and see it paler
    assert float(button.value_of_css_property("opacity")) < 0.5
    assert button.get_attribute("href") is None
    client = put_right.app.test_client()
    for tick in ticks:
        tick.click()
        assert client.delete(f"/api/v1/photos/{tick.get_attribute('value')}").status_code == 200
    assert client.get("/api/v1/learning").json["to_share"] == []
    button.click()
    wait(browser, lambda: "nothing to share" in text(browser, "#toasts"), "they are gone", 10)
    browser.execute_script("window.fetch = () => Promise.reject(new TypeError())")
    button.click()
    wait(browser, lambda: "cannot be reached" in text(browser, "#toasts"), "the server is away")
