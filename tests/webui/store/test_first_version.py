"""What the first version wrote is opened by this one; first_version/README.md says by which."""

import hashlib
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dashboards
import pytest
from asking import imported
from palago.engine.records.files import read_record
from palago.engine.records.replay import replay

WRITTEN = Path(__file__).parent / "first_version"
SAID: dict[str, Any] = json.loads((WRITTEN / "said.json").read_text("utf-8"))
GAMES = ("palago", "palagonia")


@pytest.fixture(params=["data", "dashboard-alone"])
def opened(request: pytest.FixtureRequest, configuration: Any, tmp_path: Path) -> Iterator[Any]:
    """A dashboard that was started on a folder of the first version."""
    data = tmp_path / "first"
    with zipfile.ZipFile(WRITTEN / f"{request.param}.zip") as archive:
        archive.extractall(data)
    with dashboards.opened(configuration, data=data) as app:
        yield app.test_client()


def listed(client: Any) -> list[dict[str, Any]]:
    games: list[dict[str, Any]] = client.get("/api/v1/games").json["games"]
    return games


def moves_of(game: dict[str, Any]) -> list[dict[str, Any]]:
    names = ("who", "move", "points", "photo")
    return [{name: entry[name] for name in names if entry[name]} for entry in game["timeline"]]


def test_the_list_and_the_pages_show_the_games(opened: Any) -> None:
    games = listed(opened)
    kinds = {game["kind"] for game in games}
    assert len(games) == len(kinds) and kinds in (set(SAID), {"palago"})
    assert opened.get("/").status_code == 200
    for game in games:
        assert game["title"] == SAID[game["kind"]]["title"]
        page = opened.get(f"/games/{game['id']}")
        assert page.status_code == 200 and game["title"] in page.text


def test_every_version_of_a_game_lies_and_is_judged_as_then(opened: Any) -> None:
    for game in listed(opened):
        versions = SAID[game["kind"]]["versions"]
        assert game["version"] == len(versions)
        for number, then in enumerate(versions, start=1):
            now = opened.get(f"/api/v1/games/{game['id']}?at={number}").json
            verdict = now["verdict"]
            assert now["board"] == then["board"]
            assert verdict["can_confirm"] == then["can_confirm"]
            if then["can_confirm"] or then["text"] == "Not allowed":
                assert [verdict["text"], verdict["detail"]] == [then["text"], then["detail"]]


def test_moves_points_and_comments_stand_as_then(opened: Any) -> None:
    for line in listed(opened):
        game = opened.get(f"/api/v1/games/{line['id']}").json
        assert moves_of(game) == SAID[game["kind"]]["timeline"]
        if game["kind"] == "palago":
            assert game["comments"] == {"1": "A quiet beginning"}


def test_photos_are_shown_and_deleted_ones_stay_deleted(opened: Any) -> None:
    for line in listed(opened):
        game = opened.get(f"/api/v1/games/{line['id']}").json
        for digest in (entry["photo"] for entry in game["timeline"] if entry["photo"]):
            kept = opened.get(f"/api/v1/photos/{digest}?copy=original")
            assert hashlib.sha256(kept.data).hexdigest() == digest
            assert opened.get(f"/api/v1/photos/{digest}").data[:2] == b"\xff\xd8"
        if game["kind"] == "analysis":
            gone = opened.get(f"/api/v1/photos/{game['photo']['digest']}")
            assert gone.status_code == 404 and len(game["tiles"]) == 20


def test_a_game_goes_on(opened: Any) -> None:
    game = next(game for game in listed(opened) if game["kind"] == "palago")
    agreed = "0,0b 1,0b -1,1c 0,1c 2,0a 3,0a"
    changes = f"/api/v1/games/{game['id']}/changes"
    laid = opened.post(changes, json={"change": "set_board", "board": f"{agreed} 4,0a 5,0a"})
    assert laid.json["verdict"]["can_confirm"], laid.json["verdict"]
    after = opened.post(changes, json={"change": "confirm"}).json
    assert [entry["move"] for entry in after["timeline"]][3:] == ["4,0a 5,0a"]


@pytest.mark.parametrize("kind", GAMES)
def test_records_in_every_form_replay_to_the_same_game(kind: str) -> None:
    records = [read_record(path.read_bytes()) for path in sorted(WRITTEN.glob(f"{kind}.*"))]
    assert len(records) == {"palago": 4, "palagonia": 3}[kind]
    written = json.loads((WRITTEN / f"{kind}.json").read_text("utf-8"))["moves"]
    for record in records:
        assert record.game == kind
        assert [turn.move for turn in record.moves] == [turn["move"] for turn in written]
        replayed = replay(record)
        assert not replayed.problems and replayed.position is not None
        laid = {word for turn in record.moves for word in turn.move.split() if "," in word}
        assert set(replayed.position.board.to_text().split()) == laid


@pytest.mark.parametrize("kind", GAMES)
def test_an_exported_game_comes_in_whole(client: Any, kind: str) -> None:
    game = imported(client, (WRITTEN / f"{kind}.zip").read_bytes())
    last = SAID[kind]["versions"][-1]
    assert (game["title"], game["board"]) == (SAID[kind]["title"], last["board"])
    assert moves_of(game) == SAID[kind]["timeline"]
    for entry in game["timeline"]:
        if entry["photo"]:
            assert client.get(f"/api/v1/photos/{entry['photo']}").status_code == 200
