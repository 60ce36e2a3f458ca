"""What `fuzz` changes of small JSON texts: profiles, positions, puzzles, requests."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from palago.calibration.cameras.camera import CameraIdentity, CameraProfile
from palago.calibration.cameras.lens import Lens
from palago.calibration.profile_format import (
    camera_from_json,
    camera_to_json,
    dice_from_json,
    kind_of,
    parse_document,
    tile_set_from_json,
    tile_set_to_json,
)
from palago.calibration.sets.tile_set import MeasuredColour, TileSetProfile
from palago.engine.creatures.friendly import shipped_catalogue
from palago.engine.palago.puzzles.puzzle import dump_puzzles, puzzles_that_came
from palago.engine.palanquee.play.game import PalanqueeTurn
from palago.webui.app import create_app
from palago.webui.server.configuration import Configuration

_PROFILES = {"camera": camera_from_json, "set": tile_set_from_json, "dice": dice_from_json}
#: Requests that are changed: the first line says where one goes, the rest is its body.
_REQUESTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("POST /games", {"kind": "palago", "title": "x", "options": {"players": ["Ann", "Ben"]}}),
    ("POST /games", {"kind": "analysis", "board": "0,0a 1,0c"}),
    ("POST /games/GAME/changes", {"version": 1, "change": "place_tile", "q": 1, "r": 0}),
    ("POST /games/GAME/changes", {"version": 1, "change": "set_board", "board": "0,0a 1,0c"}),
    ("POST /games/GAME/changes", {"version": 1, "change": "set_options", "players": ["Ann"]}),
    ("POST /events", {"title": "Club", "kind": "palago", "players": ["Ann", "Ben"], "rounds": 3}),
    ("POST /studies", {"title": "x", "board": "0,0a 1,0c"}),
    ("POST /digitisings", {"kind": "palago", "title": "x", "players": []}),
    ("POST /friends", {"name": "x", "tiles": "0,0a 1,0c", "colour": "white"}),
    ("PUT /settings", {"language": "fr"}),
)


_ADDRESSES = product(range(1, 255), repeat=3)


def profiles() -> list[bytes]:
    """A camera's and a set's profile."""
    lens = Lens((4000, 3000), (3100.0, 3100.0), (2000.0, 1500.0), -0.1, 0.02, 0.0, 0.0, 0.0)
    camera = CameraProfile("phone", lens, CameraIdentity("Make", "Model", 4.2, 26.0), 0.3, 12, 5.0)
    white, blue = MeasuredColour((230, 230, 220), 3.0), MeasuredColour((40, 60, 150), 3.0)
    tiles = TileSetProfile("club", white, blue, photos=3, tiles=20)
    return [json.dumps(one).encode() for one in (camera_to_json(camera), tile_set_to_json(tiles))]


def read_profile(data: bytes) -> None:
    """As `palago calibrate` and the settings read one."""
    document = parse_document(data)
    _PROFILES[kind_of(document)](document)


def positions() -> list[bytes]:
    """Palanquée for three, at the beginning and after the first actions."""
    game = PalanqueeTurn.start(("blue", "green", "red"))
    later = game
    while actions := later.legal_actions():
        later = later.play(actions[0])
    return [json.dumps(one.position.to_json()).encode() for one in (game, later)]


def puzzles() -> list[bytes]:
    """A file of two puzzles."""
    return [dump_puzzles(puzzles_that_came()[:2]).encode()]


def creatures() -> list[bytes]:
    """The shipped list of friendly creatures."""
    return [json.dumps(shipped_catalogue().to_json()).encode()]


def as_file(read: Callable[[Path], object]) -> Callable[[bytes], None]:
    """A reader of bytes from one that reads a file."""

    def read_file(data: bytes) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "sent"
            path.write_bytes(data)
            read(path)

    return read_file


def requests() -> list[bytes]:
    """What pages and programs ask of the dashboard."""
    return [f"{where}\n{json.dumps(body)}".encode() for where, body in _REQUESTS]


def send(data: bytes) -> None:
    """Answer a request. Raises RuntimeError where the dashboard failed."""
    client, game = _dashboard()
    where, _, body = data.partition(b"\n")
    method, _, path = where.decode("latin-1").partition(" ")
    if method not in ("POST", "PUT") or not path.isascii() or not path.isprintable():
        raise ValueError("no request")
    answer = client.open(
        f"/api/v1{path.replace('GAME', game)}",
        method=method,
        data=body,
        headers={"Content-Type": "application/json"},
        # Each from another address of this machine, or most would be sent away as too many.
        environ_base={"REMOTE_ADDR": f"127.{'.'.join(str(part) for part in next(_ADDRESSES))}"},
    )
    if answer.status_code >= 500:
        raise RuntimeError(f"{answer.status_code} for {data[:300]!r}")


@cache
def _dashboard() -> tuple[Any, str]:
    app = create_app(Configuration(data=Path(tempfile.mkdtemp())))
    client = app.test_client()
    return client, client.post("/api/v1/games", json={"kind": "analysis"}).json["id"]
