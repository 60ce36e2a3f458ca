"""A club night goes to another dashboard as one file and comes back whole, or not at all."""

import io
import json
import zipfile
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import jsonschema
import palago.engine.evening.evening_file
from dashboards import client_of, opened
from evening.test_events import NAMES, change, finish, start
from palago.engine.tiles.board import Board
from table_photos import photo_of

SCHEMA = json.loads(
    Path(palago.engine.evening.evening_file.__file__)
    .with_name("evening.schema.json")
    .read_text("utf-8")
)
PHOTO = photo_of(Board.from_text("0,0b 1,0b"), size=(640, 480))
ADDRESSES = count(1)


def played(client: Any) -> str:
    """A club night in its second round: a game played, one with a photo and a result by hand."""
    event: str = start(client, clock={"kind": "sudden", "seconds": 600})["id"]
    first, second, _ = change(client, event, "next_round").json["rounds"][0]["pairings"]
    finish(client, first["game"])
    sent = client.post(f"/api/v1/games/{second['game']}/photos", data=PHOTO)
    assert sent.status_code == 201, sent.json
    change(client, event, "score", round=1, table=2, score=[0.5, 0.5])
    change(client, event, "rename", name="Eva", to="Eve")
    change(client, event, "leave", name="Dag")
    assert change(client, event, "next_round").status_code == 200
    return event


def saved(client: Any, event: str) -> Any:
    return client.get(f"/api/v1/events/{event}/file")


def sent_in(client: Any, data: bytes) -> Any:
    """Each time from another address: none uses up what is allowed."""
    who = {"REMOTE_ADDR": f"127.0.2.{next(ADDRESSES)}"}
    return client.post("/api/v1/imports", data=data, environ_base=who)


def everything(client: Any) -> tuple[Any, ...]:
    """What a dashboard holds."""
    folder = client.application.extensions["palago"].configuration.data / "photos"
    return (
        client.get("/api/v1/events").json["events"],
        client.get("/api/v1/games").json["games"],
        client.get("/api/v1/games?deleted=true").json["games"],
        sorted(path.name for path in folder.rglob("*") if path.is_file()),
    )


def without_names(shown: dict[str, Any]) -> dict[str, Any]:
    """An event as it is shown, without the names and times that each dashboard has of its own."""
    own = ("id", "version", "changed", "now")
    told = {name: value for name, value in shown.items() if name not in own}
    for pairings in told["rounds"]:
        for pairing in pairings["pairings"]:
            pairing["game"] = bool(pairing["game"])
    return told


def test_a_club_night_goes_on_at_another_dashboard(client: Any, configuration: Any) -> None:
    event = played(client)
    before = client.get(f"/api/v1/events/{event}").json
    games = [p["game"] for one in before["rounds"] for p in one["pairings"]]
    answer = saved(client, event)
    assert answer.headers["Content-Disposition"] == 'attachment; filename="club-night.zip"'
    with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
        document = json.loads(archive.read("evening.json"))
        assert "games/round-1-table-2.zip" in archive.namelist()
    jsonschema.validate(document, SCHEMA)
    assert (document["format"], document["version"]) == ("palago-evening", 1)
    assert event not in json.dumps(document) and games[0] not in json.dumps(document)

    with opened(configuration, data=configuration.data.with_name("other")) as app:
        other = app.test_client()
        made = sent_in(other, answer.data)
        assert made.status_code == 201, made.json
        name, rounds = made.json["id"], made.json["rounds"]
        there = [p["game"] for one in rounds for p in one["pairings"]]
        assert not {event, *filter(None, games)} & {name, *filter(None, there)}
        for here, moved in zip(games, there, strict=True):
            if here is None:
                continue
            one, same = (
                c.get(f"/api/v1/games/{g}").json for c, g in ((client, here), (other, moved))
            )
            kept = ("kind", "title", "version", "board", "timeline", "verdict", "over", "result")
            assert [one[k] for k in kept] == [same[k] for k in kept]
            place = one["options"]["event"]
            assert same["options"]["event"] == {**place, "id": name}
        assert without_names(made.json) == without_names(before)
        digest = other.get(f"/api/v1/games/{there[1]}").json["photo"]["digest"]
        assert other.get(f"/api/v1/photos/{digest}").status_code == 200

        for pairing in rounds[1]["pairings"]:
            if not pairing["bye"]:
                change(other, name, "score", round=2, table=pairing["table"], score=[1, 0])
        assert len(change(other, name, "next_round").json["rounds"]) == 3
        assert other.get(f"/api/v1/games/{there[3]}").json["over"], "it knows its club night"

        again = sent_in(other, answer.data).json["id"]
        assert again != name and len(other.get("/api/v1/events").json["events"]) == 2


def test_a_game_that_is_gone_and_one_that_is_not_begun_keep_nobody_from_saving(client: Any) -> None:
    event = start(client, NAMES[:4], kind="palagem")["id"]
    first, second = change(client, event, "next_round").json["rounds"][0]["pairings"]
    client.post(f"/api/v1/games/{first['game']}/changes", json={"change": "delete"})
    client.delete(f"/api/v1/games/{first['game']}")
    change(client, event, "score", round=1, table=1, score=[1, 0])
    made = sent_in(client, saved(client, event).data)
    assert made.status_code == 201, made.json
    one, other = made.json["rounds"][0]["pairings"]
    assert (one["game"], one["score"], one["by_hand"]) == (None, [1, 0], True)
    assert other["seats"] == second["seats"] and other["game"] not in (None, second["game"])


def test_photos_stay_where_the_file_would_be_too_large_with_them(configuration: Any) -> None:
    with client_of(configuration, most_import_bytes=len(PHOTO) + 1000) as client:
        answer = saved(client, played(client))
        assert 'filename="club-night-without-photos.zip"' in answer.headers["Content-Disposition"]
        assert sent_in(client, answer.data).status_code == 201


def changed(data: bytes, **members: Callable[[bytes], bytes]) -> bytes:
    """A club night's file with some of its files changed: ``evening``, or ``game``, one of them."""
    names = {"evening": "evening.json", "game": "games/round-1-table-2.zip"}
    wanted = {names[name]: change for name, change in members.items()}
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as given, zipfile.ZipFile(target, "w") as made:
        for name in given.namelist():
            made.writestr(name, wanted.get(name, bytes)(given.read(name)))
    return target.getvalue()


def document(change: Callable[[dict[str, Any]], object]) -> Callable[[bytes], bytes]:
    def changing(data: bytes) -> bytes:
        told = json.loads(data)
        change(told)
        return json.dumps(told).encode()

    return changing


def evening(**fields: Any) -> Callable[[bytes], bytes]:
    return document(lambda told: told["evening"].update(fields))


def pairing(**fields: Any) -> Callable[[bytes], bytes]:
    return document(lambda told: told["evening"]["rounds"][0][1].update(fields))


#: How ``evening.json`` can be wrong, and what is said of it.
BAD: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "a later version": (document(lambda told: told.update(version=2)), "up to version 1"),
    "another format": (document(lambda told: told.update(format="chess")), "palago-evening"),
    "cut off": (lambda data: data[:-20], "damaged"),
    "no zone": (document(lambda told: told.update(created="2026-05-01T20:00:00")), "zone"),
    "a year without UTC": (
        document(lambda told: told.update(created="0001-01-01T00:00:00+14:00")),
        "cannot be",
    ),
    "a NUL": (document(lambda told: told.update(title="a\0b")), "NUL"),
    "half a character": (evening(details={"kind": "palago", "\ud800": 1}), "surrogate"),
    "no such system": (evening(system="knockout"), "paired"),
    "nobody's name": (evening(people=[{"name": " "}]), "name"),
    "a name twice": (
        evening(people=[{"name": "Ann"}, {"name": "ann"}]),
        "Ann stands among the players twice",
    ),
    "strangers": (pairing(seats=["Ann", "Zoe"]), "Round 1"),
    "one at two tables": (pairing(seats=["Ann", "Ann"]), "Round 1"),
    "a table far away": (pairing(table=10**12), "Round 1"),
    "nobody at a table": (pairing(seats=[]), "Round 1"),
    "too many points": (pairing(score=[9, 0]), "point"),
    "too few points": (pairing(score=[1]), "no table"),
    "rounds without end": (evening(wanted=10**9), "64 rounds"),
    "an invented kind of game": (evening(details={"kind": "chess"}), "kind of game"),
    "no kind of game": (evening(details={}), "kind"),
    "options that are none": (evening(details={"kind": "palago", "options": "a"}), "cannot be"),
    "a clock that is none": (evening(details={"kind": "palago", "clock": {}}), "cannot be"),
    "a kind that is looked at alone": (evening(details={"kind": "analysis"}), "cannot be"),
    "a game that is missing": (pairing(game="../evening"), "damaged"),
}


def test_a_file_that_is_wrong_leaves_nothing_behind(client: Any) -> None:
    event = played(client)
    data = saved(client, event).data
    before = everything(client)

    def refused(file: bytes) -> str:
        answer = sent_in(client, file)
        assert answer.status_code == 422, answer.json
        assert everything(client) == before
        return str(answer.json["error"]["message"])

    for name, (wrong, said) in BAD.items():
        assert said in refused(changed(data, evening=wrong)), name
    cut = [refused(data[:size]) for size in range(len(data) // 9, len(data), len(data) // 9)]
    assert {"neither a game nor a club night" in said or "damaged" in said for said in cut} == {
        True
    }
    # The first game is whole already when the second one turns out not to be.
    assert "neither a game" in refused(changed(data, game=lambda inner: inner[:-30]))
    assert "neither a game" in refused(changed(data, game=lambda inner: data)), "one in another"
    damaged = changed(data, game=lambda inner: inner.replace(b"\xff\xd8\xff", b"\xff\xd8\xfe"))
    assert "damaged" in refused(damaged)


def test_games_that_unpack_to_far_more_are_refused(configuration: Any) -> None:
    with client_of(configuration, most_import_bytes=5_000_000) as client:
        bomb = io.BytesIO()
        with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("photos/" + "a" * 64, bytes(15_000_000))
        data = changed(saved(client, played(client)).data, game=lambda inner: bomb.getvalue())
        answer = sent_in(client, data)
        assert answer.status_code == 422 and "10 MB at most" in answer.json["error"]["message"]
