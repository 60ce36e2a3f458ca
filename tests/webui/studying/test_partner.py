"""The program as a partner: on the screen it plays, at a table somebody lays its tiles."""

import time
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import asking
import pytest
from asking import ask, change, lay, new_game, open_game, wait
from dashboards import script, text
from palago.engine.records.files import read_record, write_record
from palago.engine.tiles.board import Board, Tile
from palago.webui.games.kept.desk import Desk
from palago.webui.games.kept.records import record_of
from palago.webui.games.state import begin
from palago.webui.store.stored import StoredEvent
from table_photos import photo_of


def start(client: Any, **partner: Any) -> str:
    told = {"level": "beginner", "colour": "blue", "at_table": False, **partner}
    return str(new_game(client, options={"partner": told})["id"])


def until(client: Any, game: str, condition: Any, seconds: float = 240) -> dict[str, Any]:
    return dict(asking.until(lambda: client.get(f"/api/v1/games/{game}").json, condition, seconds))


FIRST = Board.from_text("0,0a 1,0a")


def test_on_the_screen_it_plays_by_itself_and_waits_after_an_undo(client: Any) -> None:
    game = start(client)
    assert lay(client, game, FIRST.to_text())["partner"]["on_turn"]
    state = until(client, game, lambda now: len(now["timeline"]) == 2)
    assert state["turn"] == "white" and len(Board.from_text(state["board"])) == 4
    for _ in range(2):  # its tiles, and that it played them
        state = change(client, game, "undo")
    assert state["partner"]["on_turn"] and len(state["timeline"]) == 1
    time.sleep(0.5)
    assert len(client.get(f"/api/v1/games/{game}").json["timeline"]) == 1
    assert client.post(f"/api/v1/games/{game}/partner", json={}).status_code == 200
    assert len(until(client, game, lambda now: len(now["timeline"]) == 2)["timeline"]) == 2
    assert client.post(f"/api/v1/games/{game}/partner", json={}).status_code == 422


def test_it_plays_on_where_somebody_changed_the_table_while_it_thought(
    client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = Desk.change
    faster: list[StoredEvent] = []

    def after_somebody_else(
        desk: Desk, game: str, kind: str, data: Mapping[str, Any], version: int | None
    ) -> StoredEvent:
        if kind == "board_set" and version is not None and not faster:  # the program's own tiles
            faster.append(stored(desk, game, "board_set", FIRST.to_json(), None))
        return stored(desk, game, kind, data, version)

    monkeypatch.setattr(Desk, "change", after_somebody_else)
    game = start(client)
    lay(client, game, FIRST.to_text())
    state = until(client, game, lambda now: len(now["timeline"]) == 2, seconds=60)
    assert faster and state["turn"] == "white" and len(Board.from_text(state["board"])) == 4


def test_at_a_table_its_move_is_shown_and_nothing_else_is_agreed_on(client: Any) -> None:
    game = start(client, at_table=True)
    photos = f"/api/v1/games/{game}/photos"
    assert client.post(photos, data=photo_of(FIRST)).json["verdict"]["can_confirm"]
    change(client, game, "confirm")
    state = until(client, game, lambda now: now["partner"]["move"])
    wanted = [Tile.from_text(word) for word in state["partner"]["move"].split()]
    assert state["verdict"]["text"] == "Blue plays this"
    shown = state["verdict"]["items"][0]
    assert shown["lit"] and [tuple(g[:2]) for g in shown["ghosts"]] == [t.cell for t in wanted]
    other = [Tile(*tile.cell, (tile.rotation + 2) % 6) for tile in wanted]
    wrong = client.post(photos, data=photo_of(Board((*FIRST, *other)))).json
    assert not wrong["verdict"]["can_confirm"] and "not the tiles" in wrong["verdict"]["detail"]
    assert ask(client, game, "confirm").status_code == 422
    right = client.post(photos, data=photo_of(Board((*FIRST, *wanted)))).json
    assert right["verdict"]["can_confirm"]
    agreed = change(client, game, "confirm")
    assert len(agreed["timeline"]) == 2 and agreed["partner"]["move"] is None


def test_it_opens_where_it_plays_white_and_the_page_shows_it(dashboard: Any, browser: Any) -> None:
    client = dashboard.app.test_client()
    game = start(client, colour="white", at_table=True)
    until(client, game, lambda now: now["partner"]["move"])
    open_game(browser, dashboard.url, game)
    assert text(browser, "#verdict h1") == "White plays this"
    ghosts = "return document.querySelectorAll('#diagram-pane .ghost').length"
    wait(browser, lambda: script(browser, ghosts) == 2, "its tiles as they would lie")
    assert "beginner" in text(browser, "#partner")


def test_on_the_screen_a_phone_shows_the_diagram_to_lay_on(dashboard: Any, browser: Any) -> None:
    game = start(dashboard.app.test_client())
    open_game(browser, dashboard.url, game)
    assert text(browser, "#verdict p") == "Lay 2 tiles on the diagram, then confirm."
    assert not browser.find_elements("css selector", "#take.key"), "no photo is asked for"
    place = '#diagram-pane [data-cell="0,0"]'
    wait(browser, lambda: browser.find_element("css selector", place).is_displayed(), "a place")


def test_every_record_says_that_the_program_played() -> None:
    options = {"partner": {"level": "strong", "colour": "blue"}, "players": ["Ann", ""]}
    event = {"kind": "palago", "title": "", "options": options}
    state = begin(StoredEvent(1, datetime.now(UTC), "game_created", event))
    record = record_of(state)
    assert record.players == ("Ann", "Palago (strong)")
    for form in ("json", "sgf", "text"):
        told = write_record(record, form)
        assert b"Palago (strong)" in told
        assert read_record(told).players == record.players


def test_records_of_a_printed_board_name_the_program() -> None:
    options: dict[str, Any] = {"colours": ["red", "green"], "program": ["green"]}
    for given, named in (
        ({}, ("red", "Palago (green)")),
        ({"players": ["Ann", "Ben"]}, ("Ann", "Ben")),
    ):
        event = {"kind": "palanquee", "title": "", "options": options | given}
        state = begin(StoredEvent(1, datetime.now(UTC), "game_created", event))
        record = record_of(state)
        assert record.players == named
        assert read_record(write_record(record, "json")).players == named
