"""Files that are sent as games and unpack to far more than they are."""

import io
import json
import os
import tracemalloc
import zipfile
from typing import Any

import pytest
from asking import change, imported, new_game
from palago.webui.workers.usage import memory_of


def zipped(name: str, content: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return file.getvalue()


def test_a_bomb_is_taken_to_pieces_elsewhere_and_refused(client: Any) -> None:
    """A zip of 58 kB took 1.7 GB of the server's own process, and a freeze of 2.7 s."""
    numbers = b'{"format":"palago-dashboard-game","version":1,"events":[' + b"0," * 29_000_000
    bombs = [
        zipped("game.json", numbers + b"0]}"),
        zipped("record.json", b'{"x":[' + b"0," * 9_000_000 + b"0]}"),
        b"(;GM[palago]C[" + b"a" * 4_000_000 + b"])",
        ("\n".join(["o" * 2_000] * 250) + "`--o").encode(),
    ]
    before = memory_of(os.getpid())
    for bomb in bombs:
        answer = client.post("/api/v1/imports", data=bomb)
        assert answer.status_code == 422
        assert len(answer.json["error"]["message"]) > 15
    assert memory_of(os.getpid()) - before < 60_000_000


@pytest.mark.parametrize("path", ["/imports", "/readings"])
def test_a_few_bytes_set_little_memory_aside(client: Any, path: str) -> None:
    client.post(f"/api/v1{path}", data=b"a few bytes")  # what is loaded once is loaded
    tracemalloc.start()
    try:
        assert client.post(f"/api/v1{path}", data=b"a few bytes").status_code == 422
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()


def test_a_long_game_is_exported_small_enough_to_come_back(client: Any) -> None:
    game = new_game(client, "analysis")["id"]
    for number in range(40):
        change(client, game, "place_tile", q=number, r=0, rotation=0)
    exported = client.get(f"/api/v1/games/{game}/record?format=zip").data
    assert imported(client, exported)["version"] == 41
    events = zipfile.ZipFile(io.BytesIO(exported)).read("game.json")
    assert len(events) < 1.05 * len(json.dumps(json.loads(events), ensure_ascii=False))
