"""A game is a plug: a toy game gets everything by being registered."""

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import toy_game
from palago.calibration.arrays import Picture
from palago.engine.following.follower import Follower
from palago.engine.following.shots import FinderByBoards, FoundGame
from palago.engine.following.steps import Shot as Shown
from palago.engine.games import registry
from palago.engine.games.registry import plug_of
from palago.engine.palanquee.play.match import PalanqueeMatch
from palago.engine.palanquee.table.pieces import Pieces
from palago.engine.records.record import Record, RecordedTurn
from palago.engine.records.replay import replay
from palago.engine.tiles.board import Board, Tile
from palago.engine.tiles.observation import Observation
from palago.vision.readings.dice import DieReading
from palago.vision.training.scenes.films.acts import Act
from palago.vision.training.scenes.films.videos import StagedTable
from palago.webui.app import close_app, create_app, services_of
from palago.webui.command_line import main
from palago.webui.digitising.digitise import digitise, follow, followed_plug
from palago.webui.digitising.record import digitised_record
from palago.webui.digitising.settling import Settled
from palago.webui.games.page import GamePage, plain_view
from palago.webui.server.configuration import Configuration
from palago.webui.tables.shots import CameraShot as Shot
from palago.webui.tables.shots import from_frames
from palago.webui.watching.live_session import LiveSession
from stage_reader import StageReader

import palago

FIRST_THREE = "0,0a 1,0c 2,0b"


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_plugs", dict(registry._plugs))  # put back after each test
    registry.register(toy_game.PLUG)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Any]:
    app = create_app(Configuration(data=tmp_path / "data"))
    yield app.test_client()
    close_app(app)


def test_the_toy_is_small() -> None:
    assert len(Path(toy_game.__file__).read_text("utf-8").splitlines()) < 150


def test_an_installed_package_brings_its_game(tmp_path: Path) -> None:
    """A program of its own: there nobody has registered the game."""
    told = tmp_path / "sixth-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: sixth\nVersion: 1.0\n")
    broken = "broken = toy_game:NO_PLUG\nours = palago.engine.palago.plug:PLUG\n"
    (told / "entry_points.txt").write_text(f"[palago.games]\nsixth = toy_game:PLUG\n{broken}")
    folders = os.pathsep.join((str(tmp_path), str(Path(toy_game.__file__).parent)))
    judged = subprocess.run(
        [sys.executable, "-m", "palago", "judge", "", "0,0a", "--game", "sixth"],
        env={**os.environ, "PYTHONPATH": folders}, capture_output=True, text=True,
    )  # fmt: skip
    assert judged.returncode == 0, judged.stderr
    assert "NO_PLUG" in judged.stderr and "already" in judged.stderr


def test_it_has_records() -> None:
    tiles = ("0,0a", "1,0c", "2,0b", "3,0a", "4,0a", "5,0a")
    record = Record(game="sixth", players=("Ann", "Ben"), moves=tuple(map(RecordedTurn, tiles)))
    again = Record.from_json(json.loads(record.dumps()))
    assert replay(again).result == "Ben"
    far = Record(game="sixth", moves=(RecordedTurn("0,0a"), RecordedTurn("5,0a")))
    assert "touches" in str(replay(far).problems[0])


def test_it_has_a_referee_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", FIRST_THREE, f"{FIRST_THREE} 3,0a", "--game", "sixth", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["actions"] == ["3,0a"]
    assert main(["judge", FIRST_THREE, f"{FIRST_THREE} 3,0a 4,0a", "--game", "sixth"]) == 1


def test_it_is_followed_from_photos() -> None:
    boards = ("0,0a", "0,0a 1,0c", FIRST_THREE, f"{FIRST_THREE} 3,0a 4,0a", "0,0a 1,0c 2,0b 3,0a")
    shots = [
        Shot(float(number), f"{number}.jpg", Observation(Board.from_text(words)))
        for number, words in enumerate(boards)
    ]
    game = digitise(FinderByBoards(followed_plug("sixth", {}), {}, is_film=False), shots)
    assert [step.action for step in game.steps] == ["0,0a", "1,0c", "2,0b", "3,0a"]
    assert [entry.source for entry in game.to_check] == ["3.jpg"], "two tiles were laid there"
    assert digitised_record(game, "club night", None).game == "sixth"


def test_dice_beside_it_are_followed_by_what_its_plug_names() -> None:
    class Rolls:
        def find(self, shots: Sequence[Shown]) -> FoundGame:
            faces = [die.face for shot in shots for die in shot.dice or ()]
            assert faces == ["3"]
            return FoundGame(Follower(toy_game.PLUG), (), with_dice=True)

    registry.register(replace(toy_game.PLUG, finder=lambda *told: Rolls()))
    die = DieReading("3", (9.0, 9.0), 0.99, 20.0, "lying")
    rolled = Shot(0.0, "0.jpg", dice=(die,))
    assert follow([rolled], Settled(), "sixth", is_film=False).with_dice
    assert not follow([replace(rolled, dice=())], Settled(), "sixth", is_film=False).with_dice


def test_it_has_a_page(client: Any) -> None:
    body = {"kind": "sixth", "options": {"players": ["Ann", "Ben"]}}
    game = client.post("/api/v1/games", json=body).json["id"]

    def change(what: str, **more: Any) -> Any:
        return client.post(f"/api/v1/games/{game}/changes", json={"change": what, **more})

    def lay(words: str) -> Any:
        return change("set_board", board=words)

    board = ""
    for number, tile in enumerate(("0,0a", "1,0c", "2,0b", "3,0a", "4,0a", "5,0a"), 1):
        board = f"{board} {tile}".strip()
        seen = lay(board).json
        assert seen["verdict"]["can_confirm"], seen["verdict"]
        shown = change("confirm").json
        assert len(shown["timeline"]) == number
        assert shown["over"] is (number == 6)
    assert shown["result"]["winner"] == "Ben"
    assert [entry["who"] for entry in shown["timeline"]] == ["Ann", "Ben"] * 3
    undone = change("undo").json
    assert not undone["over"] and undone["turn"] == "Ben"
    exported = client.get(f"/api/v1/games/{game}/record?format=json")
    assert exported.json["game"] == "sixth" and len(exported.json["moves"]) == 5
    assert client.get(f"/games/{game}").status_code == 200


def test_it_is_offered_wherever_games_are(client: Any) -> None:
    first = client.get("/").text
    assert '<button data-kind="sixth" data-players="2 2 2"><span>sixth</span></button>' in first
    assert '"page.kind_sixth": "sixth"' in first  # for scripts
    for page in ("/", "/digitise", "/evenings"):
        assert re.search(r'<option value="sixth"[^>]*>sixth</option>', client.get(page).text), page
    analysis = client.post("/api/v1/games", json={"kind": "analysis"}).json["id"]
    becomes = client.get(f"/games/{analysis}").text.split('<select id="make-kind">')[1]
    offered = re.findall(r'<option value="(\w+)"', becomes.split("</select>")[0])
    assert "sixth" in offered and "palanquee" not in offered, "it lies on a free lattice"
    for kind in {"palago", "palagonia", "palagem"}:
        body = {"kind": kind, "options": {"players": ["A", "B"]}, "board": "0,0a 1,0a"}
        begun = client.post("/api/v1/games", json=body).status_code == 201
        assert begun == (kind in offered), "what is refused is not offered"


def test_a_wrong_turn_is_named_on_its_page(client: Any) -> None:
    game = client.post("/api/v1/games", json={"kind": "sixth"}).json["id"]
    change = f"/api/v1/games/{game}/changes"
    shown = client.post(change, json={"change": "set_board", "board": FIRST_THREE}).json
    assert shown["verdict"]["level"] == "wrong"
    assert client.post(change, json={"change": "confirm"}).status_code == 422


def test_a_table_without_a_page_is_refused_in_a_sentence(
    client: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = replace(toy_game.PLUG.table, name="cards", page="")
    registry.register(replace(toy_game.PLUG, name="whist", table=cards))
    assert "whist" not in client.get("/").text
    refused = client.post("/api/v1/games", json={"kind": "whist"})
    assert refused.status_code == 422 and "table of cards" in refused.json["error"]["message"]
    assert main(["judge", "", "0,0a", "--game", "whist"]) == 2
    assert "no page here for a table of cards" in capsys.readouterr().err


def test_a_plug_from_elsewhere_names_its_page_and_what_reads_its_photos(
    client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def view(*told: Any) -> dict[str, Any]:
        return plain_view(*told) | {"whist": "trumps"}

    elsewhere = ModuleType("whist_elsewhere")
    vars(elsewhere).update(PAGE=GamePage(view), read=lambda photo: f"{photo} was read")
    monkeypatch.setitem(sys.modules, "whist_elsewhere", elsewhere)
    table = replace(toy_game.PLUG.table, reader="whist_elsewhere:read")
    whist = replace(toy_game.PLUG, name="whist", table=table, page="whist_elsewhere:PAGE")
    registry.register(whist)
    read: Any = palago.read("a photo", "whist")
    assert read == "a photo was read"
    game = client.post("/api/v1/games", json={"kind": "whist"}).json["id"]
    assert client.get(f"/api/v1/games/{game}").json["whist"] == "trumps"
    cards = replace(table, name="cards", reader="")
    registry.register(replace(whist, table=cards))
    with pytest.raises(ValueError, match="table of cards"):
        palago.read("a photo", "whist")


# -- a second game on the printed board -----------------------------------------------------------

STANDING = (("M6", "blue", "seed"), ("I5", "green", "seed"))


def _standing(*pieces: tuple[str, str, str]) -> dict[str, Any]:
    named = [dict(zip(("cell", "colour", "kind"), piece, strict=True)) for piece in pieces]
    return {"reading": {"pieces": named, "warning_codes": [{"code": "heading"}]}}


def _let_stand(match: Any, lying: Pieces) -> Any:
    green = replace(match.position, pieces=Pieces.of(lying), to_move="green")
    return replace(match, game=PalanqueeMatch.at(green).game)


@pytest.fixture
def printed(client: Any) -> str:
    """A game on the printed board of which only its plug is known."""
    registry.register(replace(plug_of("palanquee"), name="other", page="", accept=_let_stand))
    body = {"kind": "other", "options": {"players": ["Ann", "Ben"]}}
    return str(client.post("/api/v1/games", json=body).json["id"])


def test_a_second_game_on_the_printed_board_has_a_page(client: Any, printed: str) -> None:
    game = f"/api/v1/games/{printed}"
    assert client.get(game).json["turn"] == "Ann"
    for number, laid in enumerate(STANDING, 1):
        seen = client.post(f"{game}/readings", json=_standing(*STANDING[:number])).json
        assert seen["garden"]["pieces"][laid[0]] == list(laid[1:]), "to be corrected by touch"
        assert seen["verdict"]["can_confirm"], seen["verdict"]
        assert seen["fresh"] == [laid[0]] and f'data-cell="{laid[0]}"' in seen["diagram"]
        doubts = [item for item in seen["verdict"]["items"] if item["level"] == "unsure"]
        assert len(doubts) == 1 and "letters" in doubts[0]["text"]
        shown = client.post(f"{game}/changes", json={"change": "confirm"}).json
        assert len(shown["timeline"]) == number
    assert [entry["who"] for entry in shown["timeline"]] == ["Ann", "Ben"]
    assert client.get(f"{game}?move=1").json["diagram"] != shown["diagram"]
    for more in ("diagram.svg", "animation.svg", "record?format=json"):
        assert client.get(f"{game}/{more}").status_code == 200, more
    assert client.get(f"/games/{printed}").status_code == 200


def test_what_lies_on_the_printed_board_is_accepted_where_its_game_lets_it_stand(
    client: Any, printed: str
) -> None:
    game = f"/api/v1/games/{printed}"
    seen = client.post(f"{game}/readings", json=_standing(*STANDING)).json
    assert seen["verdict"]["level"] == "wrong", "each lays one seed"
    shown = client.post(f"{game}/changes", json={"change": "accept"}).json
    (entry,) = shown["timeline"]
    assert entry["accepted"] and entry["who"] == "Ann"
    assert sorted(entry["move"].split()) == ["I5:green:seed", "M6:blue:seed"]
    assert shown["turn"] == "Ben"


# -- in front of a camera -------------------------------------------------------------------------

LAID = ("2,0b", "1,1a")
TWO = Board.from_text("0,0a 1,0c")


def _acts() -> list[Act]:
    """A tile a turn, laid by hands, after two that lay there."""
    acts, board = [Act(TWO, wait=2.5)], TWO
    for tile in map(Tile.from_text, LAID):
        board = board.place(tile)
        acts.append(Act(board, (tile.cell,), wait=2.5))
    return acts


def _filmed() -> tuple[StageReader, Iterator[tuple[float, Picture]]]:
    reader = StageReader(StagedTable(2, width=640, height=360), _acts())
    return reader, reader.film(6.0)


def test_it_is_followed_in_a_film() -> None:
    reader, frames = _filmed()
    shots = list(from_frames(frames, reader, with_dice=False))
    game = digitise(FinderByBoards(followed_plug("sixth", {}), {}, is_film=True), shots)
    assert [len(step.after.board) for step in game.steps] == [3, 4]
    (begun,) = game.to_check
    assert [phrase.key for phrase in begun.said] == ["digitise.had_begun"]
    last: Any = game.steps[-1].after.board
    assert last.canonical() == _acts()[-1].board.canonical()


def test_a_camera_referees_it_live(client: Any) -> None:
    services, (reader, frames) = services_of(client.application), _filmed()
    game = client.post("/api/v1/games", json={"kind": "sixth"}).json["id"]
    for board in ("0,0a", "0,0a 1,0c"):  # by hand
        for change in ({"change": "set_board", "board": board}, {"change": "confirm"}):
            client.post(f"/api/v1/games/{game}/changes", json=change)
    LiveSession(services, game, reader).run(frames, threading.Event())
    played = services.desk.state(game).play.entries
    assert [len(entry.board) for entry in played] == [1, 2, 3, 4], "two confirmed without a tap"
    assert played[-1].board.canonical() == _acts()[-1].board.canonical()
