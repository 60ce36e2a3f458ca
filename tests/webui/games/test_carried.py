"""What a new dashboard brings along: a sample table, once, and the guide."""

from pathlib import Path
from typing import Any

import pytest
from dashboards import opened
from palago.engine.tiles.board import Board
from palago.webui import carried_files, serving
from palago.webui.pages import guide
from table_photos import photo_of


def titles(app: Any) -> list[str]:
    return [game["title"] for game in app.test_client().get("/api/v1/games").json["games"]]


@pytest.fixture
def sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    photo = tmp_path / "sample.jpg"
    photo.write_bytes(photo_of(Board("0,0b 1,0b"), size=(640, 480)))
    monkeypatch.setattr(serving, "sample_photo", lambda: photo)


def test_a_new_dashboard_shows_a_sample_table_once(sample: None, configuration: Any) -> None:
    with opened(configuration) as app:
        serving.show_sample(app)
        assert titles(app) == ["Sample table"]
        client = app.test_client()
        game = client.get("/api/v1/games").json["games"][0]["id"]
        assert len(client.get(f"/api/v1/games/{game}").json["tiles"]) == 2
        client.post(f"/api/v1/games/{game}/changes", json={"change": "delete"})
        client.delete(f"/api/v1/games/{game}")
    with opened(configuration) as app:
        serving.show_sample(app)
        assert titles(app) == []


def test_no_sample_among_games_that_are_there(sample: None, configuration: Any) -> None:
    with opened(configuration) as app:
        app.test_client().post("/api/v1/games", json={"kind": "palago", "title": "Ours"})
        serving.show_sample(app)
        assert titles(app) == ["Ours"]


def test_the_sample_is_where_it_is_looked_for() -> None:
    found = carried_files.sample_photo()
    assert found is not None and found.read_bytes()[:3] == b"\xff\xd8\xff"


def test_the_guide_is_served_in_the_readers_language(
    client: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get("/help/index.html").status_code in (200, 404)
    (tmp_path / "site" / "guide" / "fr").mkdir(parents=True)
    (tmp_path / "site" / "guide" / "fr" / "first-evening.html").write_text("<p>Soirée</p>", "utf-8")
    (tmp_path / "secret").write_text("secret")
    monkeypatch.setattr(guide, "guide_folder", lambda: tmp_path / "site")
    for address in ("/help", "/help/"):
        shown = client.get(address, headers={"Accept-Language": "fr"}, follow_redirects=True)
        assert shown.status_code == 200 and "Soirée" in shown.text
    for wrong in ("../secret", "%2e%2e/secret", "none.html"):
        assert client.get(f"/help/{wrong}").status_code == 404
    monkeypatch.setattr(guide, "guide_folder", lambda: None)
    monkeypatch.setattr(guide, "guide_sources", lambda: None)
    assert "The guide is missing here" in client.get("/help/index.html").text


def test_a_checkout_shows_the_guide_as_it_is_written(
    client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guide, "guide_folder", lambda: None)
    first = client.get("/help", follow_redirects=True)
    assert first.status_code == 200 and 'href="guide/first-evening.html"' in first.text
    assert "the reference, the" in first.text, "no link to a page that only the guide makes"
    evening = client.get("/help/guide/first-evening.html").text
    assert "Ten minutes from nothing to a refereed game" in evening
    assert '<img src="../pictures/phone-reading.webp"' in evening and "**" not in evening
    assert "`" not in evening and "<code>pipx install palago" in evening
    assert "<em>Take a photo</em>" in evening
    dashboard = client.get("/help/dashboard.html").text
    assert "same network looks on" in dashboard, "lines that were only wrapped are joined"
    assert "bot.py" in dashboard and 'bot.py"' not in dashboard, "what is not served has no link"
    assert "· ★ – a creature is closed" in client.get("/help/guide/signs.html").text
    for language in ("fr", "zh-Hant"):
        evening = client.get("/help", headers={"Accept-Language": language}, follow_redirects=True)
        for file in ("camera", "signs", "not-found", "rules"):
            assert f'href="{file}.html"' in evening.text, (language, file)
    assert client.get("/help/pictures/phone-reading.webp").mimetype == "image/webp"
    for wrong in ("../README.html", "%2e%2e/README.html", "none.html", "draw_house.py"):
        assert client.get(f"/help/{wrong}").status_code == 404
