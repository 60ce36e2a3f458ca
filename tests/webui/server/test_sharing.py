"""Sharing a game: a code that leads to it, a role that is handed over, and taken back."""

from collections.abc import Iterator
from typing import Any

import pytest
from dashboards import opened
from server.test_access import KEY, elsewhere, token_of


@pytest.fixture
def app(configuration: Any) -> Iterator[Any]:
    with opened(configuration, key=KEY, address="192.0.2.2") as made:
        yield made


def phone(app: Any, address: str, key: str) -> tuple[Any, dict[str, str], int]:
    """A browser elsewhere that has scanned a code."""
    client = elsewhere(app, address)
    own = token_of(client.get("/"))
    return client, own, client.post("/api/v1/session", json={"key": key}, headers=own).status_code


def invite(client: Any, own: dict[str, str], **how: Any) -> str:
    url: str = client.post("/api/v1/invitations", json=how, headers=own).json["url"]
    return url


def test_the_page_shows_the_address_on_the_network_opened_here_too(app: Any) -> None:
    here = app.test_client()
    game = here.post("/api/v1/games", json={"kind": "palago"}).json["id"]
    page = here.get(f"http://localhost:8765/games/{game}").text
    assert f"http://192.0.2.2:8765/games/{game}</code>" in page
    assert here.get(f"/qr.svg?game={game}").data != here.get("/qr.svg").data
    assert here.get("/qr.svg?game=nowhere").status_code == 404
    assert f"/join?game={game}#" in invite(here, {}, game=game)


def test_who_hands_the_role_over_looks_on_and_it_can_be_taken_back(app: Any) -> None:
    ann, own, _ = phone(app, "192.0.2.7", KEY)
    key = invite(ann, own, hand_over=True).partition("#")[2]
    assert ann.post("/api/v1/games", json={"kind": "palago"}, headers=own).status_code == 201
    ben, his, status = phone(app, "192.0.2.8", key)
    assert status == 200
    assert ben.post("/api/v1/games", json={"kind": "palago"}, headers=his).status_code == 201
    assert ann.post("/api/v1/games", json={"kind": "palago"}, headers=own).status_code == 401
    here = app.test_client()
    [session] = here.get("/api/v1/sessions").json["sessions"]
    assert session["address"] == "192.0.2.8"
    here.delete(f"/api/v1/sessions/{session['id']}")
    assert ben.post("/api/v1/games", json={"kind": "palago"}, headers=his).status_code == 401


def test_this_machine_has_no_role_to_hand_over(app: Any) -> None:
    here = app.test_client()
    key = invite(here, {}, hand_over=True).partition("#")[2]
    assert phone(app, "192.0.2.8", key)[2] == 200
    assert here.post("/api/v1/games", json={"kind": "palago"}).status_code == 201
