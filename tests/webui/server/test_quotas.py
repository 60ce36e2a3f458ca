"""What one sender may store: in few words, and not faster than anybody plays."""

from types import SimpleNamespace
from typing import Any

import pytest
from asking import ask, new_game
from palago.engine.tiles.board import Board
from palago.webui.server import limits


def test_options_are_few_words(client: Any, configuration: Any) -> None:
    told = {"kind": "palago", "options": {"players": ["x" * 60_000]}}
    refused = client.post("/api/v1/games", json=told)
    assert refused.status_code == 422 and "options" in refused.json["error"]["message"]
    told["options"]["players"] = ["x" * 10_000]
    assert client.post("/api/v1/games", json=told).status_code == 201


def test_who_floods_has_to_pause(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    # However slowly this machine sends: all of it comes at one moment.
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 0.0))
    game = new_game(client, "analysis")["id"]
    laid = {"board": Board("0,0a 1,0a").to_json(), "note": "x" * 280_000}
    answers = [ask(client, game, "set_board", **laid) for _ in range(25)]
    assert [answer.status_code for answer in answers[:10]] == [200] * 10
    assert answers[-1].status_code == 429 and int(answers[-1].headers["Retry-After"]) >= 1
    assert client.get(f"/api/v1/games/{game}").status_code == 200
