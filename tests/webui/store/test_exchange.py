"""Records with photos that were made elsewhere come in whole."""

import io
import zipfile
from collections.abc import Sequence
from typing import Any

from asking import imported
from palago.engine.records.record import Record, RecordedTurn
from palago.engine.records.zipped import photo_hash, write_zip
from palago.engine.tiles.board import Board
from table_photos import photo_of

MOVES = ("0,0b 1,0b", "0,1c -1,1c", "2,0a 3,0a")
BOARDS = [Board.from_text(MOVES[0]), Board.from_text(" ".join(MOVES[:2]))]
BAD = b"\xff\xd8\xffno picture"
PHOTOS = [photo_of(board, size=(640, 480)) for board in BOARDS]


def zipped(*kept: bytes, taken: Sequence[bytes] = PHOTOS) -> bytes:
    """A record that names the photo taken of each move; the zip holds those that were kept."""
    turns = tuple(RecordedTurn(m, photo=photo_hash(p)) for m, p in zip(MOVES, taken, strict=False))
    target = io.BytesIO()
    held = {photo_hash(photo): photo for photo in kept}
    write_zip(target, Record("palago", turns, title="From a shoebox"), held.get)
    return target.getvalue()


def test_a_records_photos_stand_behind_its_moves(client: Any, configuration: Any) -> None:
    game = imported(client, zipped(*PHOTOS))
    assert [entry["photo"] for entry in game["timeline"]] == [photo_hash(p) for p in PHOTOS]
    assert game["board"] == BOARDS[1].to_text() and game["verdict"]["text"] == "White to move"
    photo = game["photo"]
    assert (photo["digest"], photo["width"], photo["height"]) == (photo_hash(PHOTOS[1]), 640, 480)
    shown = client.get(f"/api/v1/photos/{photo['digest']}?copy=original")
    assert shown.status_code == 200 and shown.data == PHOTOS[1]

    again = client.get(f"/api/v1/games/{game['id']}/record?format=zip").data
    with zipfile.ZipFile(io.BytesIO(again)) as archive:
        assert archive.read(f"photos/{photo_hash(PHOTOS[0])}") == PHOTOS[0]
    kept = {path: path.stat().st_ino for path in configuration.data.rglob("original")}
    back = imported(client, again)
    assert [entry["photo"] for entry in back["timeline"]] == [photo_hash(p) for p in PHOTOS]
    # Where a photo lies as it should, it is not written anew: Windows replaces none that is read.
    assert kept == {path: path.stat().st_ino for path in configuration.data.rglob("original")}
    client.post(f"/api/v1/games/{game['id']}/changes", json={"change": "delete"})
    assert client.delete(f"/api/v1/games/{game['id']}").json["photos"] == 0
    client.post(f"/api/v1/games/{back['id']}/changes", json={"change": "delete"})
    assert client.delete(f"/api/v1/games/{back['id']}").json["photos"] == 2


def test_a_record_whose_photos_stayed_behind_comes_in_without_them(client: Any) -> None:
    game = imported(client, zipped(PHOTOS[1]))
    assert [entry["photo"] for entry in game["timeline"]] == [None, photo_hash(PHOTOS[1])]


def test_what_is_no_photo_does_not_come_in_as_one(client: Any) -> None:
    answer = client.post("/api/v1/imports", data=zipped(BAD, taken=[BAD]))
    assert answer.status_code == 422 and "damaged" in answer.json["error"]["message"]
    assert client.get("/api/v1/games").json["games"] == []
    assert client.get(f"/api/v1/photos/{photo_hash(BAD)}?copy=original").status_code == 404


def test_a_refused_file_takes_away_its_own_photos_and_no_others(client: Any) -> None:
    client.post("/api/v1/imports", data=zipped(PHOTOS[0]))
    sent = (*PHOTOS, BAD)
    assert client.post("/api/v1/imports", data=zipped(*sent, taken=sent)).status_code == 422
    paths = [f"/api/v1/photos/{photo_hash(data)}?copy=original" for data in sent]
    found = [client.get(path).status_code for path in paths]
    assert found == [200, 404, 404]


def test_a_photo_is_called_one_and_shown_the_way(client: Any) -> None:
    refused = client.post("/api/v1/imports", data=PHOTOS[0])
    assert refused.status_code == 422
    for words in ("This is a photo", "“From the gallery”", "“Film or photos”"):
        assert words in refused.json["error"]["message"]
