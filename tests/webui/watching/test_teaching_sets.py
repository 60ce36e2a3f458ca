"""A set of tiles is taught on the page by several photos: each counts or not, and why."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
from camera_films import decoded
from dashboards import start_dashboard
from palago.calibration.profiles import tile_set_profiles
from palago.engine.tiles.board import Board
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait
from table_photos import photo_of

API = "/api/v1/tile-sets"
FRENCH = {"Accept-Language": "fr"}
BOARD = Board.from_text("0,0b 1,0b 0,1c -1,1c")


def lit(*channels: float) -> bytes:
    """A photo of a board of one set in such a light: blue, green and red as shares."""
    picture = np.asarray(decoded(photo_of(BOARD))) * np.array(channels)
    return coded(picture.astype(np.uint8))


def coded(picture: Any) -> bytes:
    return bytes(cv2.imencode(".png", picture)[1].tobytes())


def another_set() -> bytes:
    """What is blue on the tiles is red here."""
    return coded(np.asarray(decoded(photo_of(BOARD)))[..., ::-1].copy())


def bare() -> bytes:
    return coded(np.full((480, 640, 3), 128, np.uint8))


def test_each_photo_counts_or_is_refused_in_the_language_of_who_asks(
    client: Any, configuration: Any
) -> None:
    begun = client.post(API, headers=FRENCH).json
    assert "il en faut au moins 3" in begun["missing"] and begun["photos"] == []
    photos = f"{API}/{begun['id']}/photos"

    first = client.post(f"{photos}?name=day", data=lit(1, 1, 1)).json
    assert first["photos"] == [{"name": "day", "tiles": 4, "reason": None}]
    assert first["missing"] is None
    for name, data in (("lamp", lit(0.6, 0.75, 0.9)), ("red", another_set()), ("bare", bare())):
        seen = client.post(f"{photos}?name={name}", data=data, headers=FRENCH).json
    reasons = {photo["name"]: photo["reason"] for photo in seen["photos"]}
    assert reasons["day"] is None and reasons["lamp"] is None and seen["missing"] is None
    assert reasons["red"].endswith("un autre jeu\N{NO-BREAK SPACE}?")
    assert reasons["bare"] == "Aucune tuile entière n’y a été lue avec certitude."
    damaged = client.post(photos, data=lit(1, 1, 1)[:3000], headers=FRENCH)
    assert damaged.status_code == 422 and "photo est" in damaged.json["error"]["message"]

    kept = client.post(f"{API}/{begun['id']}/finish", json={"name": "club", "white": "darker"})
    assert kept.json == {"name": "club", "photos": 2, "tiles": 8}
    assert client.get("/api/v1/settings").json["tile_sets"] == ["club"]
    profile = tile_set_profiles(configuration.data).get("club")
    assert sum(profile.white.srgb) < sum(profile.blue.srgb) and profile.created


def test_photos_that_teach_nothing_keep_no_set(client: Any) -> None:
    taught = client.post(API).json["id"]
    seen = client.post(f"{API}/{taught}/photos", data=bare()).json
    assert seen["photos"][0]["reason"] == "No whole tile was read with confidence in it."
    refused = client.post(f"{API}/{taught}/finish", json={"name": "club"})
    assert refused.status_code == 422
    assert refused.json["error"]["message"].startswith("Only 0 tiles were read")
    client.post(f"{API}/{taught}/photos", data=lit(1, 1, 1))
    nameless = client.post(f"{API}/{taught}/finish", json={"name": "//"})
    assert nameless.status_code == 422 and "needs a name" in nameless.json["error"]["message"]
    assert client.post(f"{API}/nothing/photos", data=bare()).status_code == 404
    assert client.get("/api/v1/settings").json["tile_sets"] == []


def test_a_set_is_taught_and_kept_on_the_page(
    configuration: Any, browser: Any, tmp_path: Path
) -> None:
    dashboard, stop = start_dashboard(configuration)
    wait = WebDriverWait(browser, 60, 0.1)

    def part(name: str) -> Any:
        return browser.find_element(By.ID, name)

    def choose(**photos: bytes) -> list[str]:
        before = len(browser.find_elements(By.CSS_SELECTOR, "#set-photos li"))
        paths = [tmp_path / f"{name}.png" for name in photos]
        for path, data in zip(paths, photos.values(), strict=True):
            path.write_bytes(data)
        part("set-files").send_keys("\n".join(map(str, paths)))
        wait.until(lambda _: part("choose-set").is_enabled(), "all are looked at")
        lines = browser.find_elements(By.CSS_SELECTOR, "#set-photos li")
        assert len(lines) == before + len(photos)
        return [line.text for line in lines]

    browser.get(f"{dashboard.url}/settings")
    wait.until(lambda _: part("tile_set").is_enabled(), "the settings are shown")
    [line] = choose(bare=bare())
    assert line == "bare.png ✗ No whole tile was read with confidence in it."
    assert "at least 3" in part("taught").text and not part("keep-set").is_enabled()
    part("cancel-set").click()
    assert not part("teaching").is_displayed() and not part("taught").text

    large = lit(1, 1, 1) + bytes(400_000)  # more than any body but a photo's may have
    lines = choose(large=large, broken=lit(1, 1, 1)[:3000], dim=lit(0.6, 0.6, 0.6))
    assert lines[0] == "large.png ✓ 4 tiles measured" and lines[2] == "dim.png ✓ 4 tiles measured"
    assert lines[1].startswith("broken.png ✗ The photo is")
    part("keep-set").click()
    part("ask-text").send_keys("Club tiles")
    part("ask-yes").click()
    wait.until(lambda _: "Club tiles is kept" in part("taught").text, "the set is kept")
    assert part("taught").text == "Club tiles is kept: 8 tiles in 2 photos were measured."
    assert "Club tiles" in part("tile_set").text and not part("teaching").is_displayed()
    browser.get("about:blank")  # the page asks again and again while something is learned
    stop()
