"""Kill a dashboard at random moments, and look at what is lost and what is left behind.

While it lives, two senders change a game, send photos into it and delete games with their photos.
After the kill its worker processes must end; after the next start each confirmed change must be
there, and no photo that no game shows, no temporary file, and nothing else that does not belong.
"""

from __future__ import annotations

import http.client
import io
import json
import random
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image
from server import TABLE, Server

SEED = 17
#: A worker may need so long to notice that nobody listens any more.
SECONDS_TO_END = 15.0
LONGEST_LIFE = 8.0
#: What a data folder holds besides its photos.
BELONGING = ("games.sqlite", "games.sqlite-wal", "games.sqlite-shm", "server.lock", "sessions.json")
PHOTO_FILES = ("original", "shown.jpg", "thumbnail.jpg", "about.json")


@dataclass
class Found:
    """What the kills did."""

    kills: int = 0
    confirmed: int = 0
    photos: int = 0
    lost: int = 0
    orphans: list[str] = field(default_factory=list)
    processes: int = 0

    def line(self) -> str:
        """The result in a sentence."""
        return (
            f"{self.kills} kills, {self.confirmed} confirmed changes ({self.photos} of them "
            f"photos), {self.lost} of them lost; {len(self.orphans)} orphaned files, "
            f"{self.processes} processes left."
        )

    @property
    def is_clean(self) -> bool:
        """Whether nothing was lost or left."""
        return not (self.lost or self.orphans or self.processes)


def photo(rng: random.Random) -> bytes:
    """The sample table, small, and never the same twice."""
    image = Image.open(TABLE).convert("RGB").resize((500, 375))
    image.putpixel((3, 3), tuple(rng.randbytes(3)))
    target = io.BytesIO()
    image.save(target, "JPEG", quality=90, comment=rng.randbytes(8))
    return target.getvalue()


def kills(times: int, seconds: float) -> Found:
    """Kill a server so many times, or as often as fits into the seconds."""
    rng, found, ends = random.Random(SEED), Found(), time.monotonic() + seconds
    known: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder:
        data, temporary = Path(folder) / "data", Path(folder) / "temporary"
        temporary.mkdir()
        while found.kills < times and time.monotonic() < ends:
            server = Server(data, temporary)
            try:
                _check(server, data, known, found)
                children = _use(server, rng, known, found)
            finally:
                server.kill()
            found.kills += 1
            found.processes += _still_there(children)
        server = Server(data, temporary)
        _check(server, data, known, found)
        server.kill()
        found.orphans += [f"temporary file {path.name}" for path in temporary.iterdir()]
    return found


def _use(server: Server, rng: random.Random, known: dict[str, int], found: Found) -> list[int]:
    """Change games by two senders until a random moment, and kill the server then.

    ``known`` gets each confirmed version. Returns the processes that the server had started.
    """
    until = time.monotonic() + rng.uniform(0.0, LONGEST_LIFE)
    pictures = [photo(rng) for _ in range(3)]
    seeds = [rng.random() for _ in range(2)]
    senders = [
        threading.Thread(target=_send, args=(server, seed, until, pictures, known, found))
        for seed in seeds
    ]
    for sender in senders:
        sender.start()
    time.sleep(max(0.0, until - time.monotonic()))
    children = descendants(server.process.pid)
    server.process.kill()
    for sender in senders:
        sender.join()
    return children


def _send(
    server: Server,
    seed: float,
    until: float,
    pictures: list[bytes],
    known: dict[str, int],
    found: Found,
) -> None:
    rng = random.Random(seed)
    try:
        said = server.ask("POST", "/api/v1/games", {"kind": "analysis"})[1]
        game = json.loads(said)["id"]
        known[game] = 1
        while time.monotonic() < until:
            if rng.random() < 0.3:
                status, said = server.ask(
                    "POST", f"/api/v1/games/{game}/photos", rng.choice(pictures)
                )
                found.photos += status == 201
            elif rng.random() < 0.05:
                _delete(server, known, game)
                return
            else:
                place = {"q": rng.randint(-9, 9), "r": rng.randint(-9, 9), "rotation": 0}
                change = {"change": "place_tile", **place}
                status, said = server.ask("POST", f"/api/v1/games/{game}/changes", change)
            if status in (200, 201):
                known[game] = json.loads(said)["version"]
                found.confirmed += 1
    except (OSError, http.client.HTTPException, ValueError):
        pass  # the server was killed


def _delete(server: Server, known: dict[str, int], game: str) -> None:
    server.ask("POST", f"/api/v1/games/{game}/changes", {"change": "delete"})
    known.pop(game)
    server.ask("DELETE", f"/api/v1/games/{game}")


def _check(server: Server, data: Path, known: dict[str, int], found: Found) -> None:
    """What was confirmed is there, and nothing that no game shows."""
    for game, version in known.items():
        status, said = server.ask("GET", f"/api/v1/games/{game}/events")
        there = len(json.loads(said)["events"]) if status == 200 else 0
        found.lost += max(0, version - there)
        known[game] = max(version, there)
    shown = set()
    for listed in ("/games", "/games?deleted=true"):
        for summary in server.get(listed)["games"]:  # type: ignore[attr-defined]
            events = server.get(f"/games/{summary['id']}/events")["events"]
            shown |= {event["data"].get("photo") for event in events}  # type: ignore[attr-defined]
    for path in data.rglob("*"):
        inside = path.relative_to(data).parts
        is_photo = len(inside) == 4 and inside[0] == "photos" and inside[3] in PHOTO_FILES
        belongs = path.name in BELONGING or (is_photo and inside[1] + inside[2] in shown)
        if path.is_file() and not belongs:
            found.orphans.append("/".join(inside))
            print("orphan:", found.orphans[-1], flush=True)
    if len(known) > 30:  # a short list keeps the looking quick
        for game in list(known)[:-10]:
            _delete(server, known, game)


def descendants(process: int) -> list[int]:
    """The processes that a process has started, and theirs; Linux only, elsewhere none."""
    tasks = Path(f"/proc/{process}/task")
    try:
        lists = [(task / "children").read_text() for task in tasks.iterdir()]
    except OSError:
        return []
    children = [int(number) for text in lists for number in text.split()]
    return children + [below for child in children for below in descendants(child)]


def _still_there(processes: list[int]) -> int:
    """How many of these processes have not ended after a while."""
    latest = time.monotonic() + SECONDS_TO_END
    left = processes
    while left and time.monotonic() < latest:
        time.sleep(0.05)
        left = [number for number in left if Path(f"/proc/{number}").exists()]
    return len(left)


if __name__ == "__main__":
    import sys

    print(kills(int(sys.argv[1]), float(sys.argv[2])).line())
