"""Hostile files and requests, thrown at the program for a few minutes.

Fuzzing changes good files at random and hands them to every parser and decoder, which may refuse
them with an error of its own and nothing else. The kills end a server at random moments and look
whether what it had confirmed is still there. The load holds slow connections open while pages are
asked for. Everything happens on this machine, on 127.0.0.1.

    python benchmarks/attack.py [--seconds 40] [--kills 200]
"""

from __future__ import annotations

import argparse
import http.client
import io
import json
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from palago.engine.drawing.play_server import draw_ascii_board, parse_ascii_board
from palago.engine.records.boards import parse_boards
from palago.engine.records.files import FORMATS, read_record, write_record
from palago.engine.records.record import Record, RecordedTurn
from palago.engine.tiles.board import Board
from palago.vision.photos.bare import NotUnderstood, bare
from palago.vision.photos.photo import load_photo
from palago.vision.readings.reading import Reading
from PIL import Image

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "attack.md"
SEED = 17
#: Longer than any of these inputs may take on a machine that does something else, too.
SLOW = 2.0
SLOW_CONNECTIONS = 60


def picture(kind: str) -> bytes:
    """A small picture as a file."""
    target = io.BytesIO()
    image = Image.effect_noise((160, 120), 80).convert("RGB")
    image.save(target, kind, quality=80)
    return target.getvalue()


def targets() -> dict[str, tuple[list[bytes], Callable[[bytes], object]]]:
    """Name → good inputs and the function that reads them; its refusals are ValueErrors."""
    board = Board.from_text("0,0a 1,0c 0,1b 1,1a")
    record = Record(
        moves=(
            RecordedTurn("0,0a 1,0c"),
            RecordedTurn("0,1b 1,1a", variations=((RecordedTurn("x"),),)),
        )
    )
    reading = json.dumps(Reading.from_json(json.loads(_read_sample())).to_json()).encode()
    pictures = [picture(kind) for kind in ("JPEG", "PNG", "WEBP", "BMP")]
    progressive = io.BytesIO()
    Image.new("CMYK", (90, 60), (9, 90, 9, 0)).save(progressive, "JPEG", progressive=True)
    pictures.append(progressive.getvalue())

    def as_text(read: Callable[[str], object]) -> Callable[[bytes], object]:
        return lambda data: read(data.decode("utf-8", "replace"))

    return {
        "photos": (pictures, load_photo),
        "photos without EXIF": (pictures, bare),
        "records": ([write_record(record, form) for form in FORMATS], read_record),
        "pictures of boards": ([draw_ascii_board(board).encode()], as_text(parse_ascii_board)),
        "boards": (
            [board.to_text().encode(), json.dumps(board.to_json()).encode()],
            as_text(parse_boards),
        ),
        "readings": ([reading], as_text(lambda text: Reading.from_json(json.loads(text)))),
    }


def _read_sample() -> str:
    from palago.vision import read

    return json.dumps(read(str(HERE.parent / "sample_images" / "table.jpg")).to_json())


def changed(data: bytes, rng: random.Random) -> bytes:
    """The bytes with a few of them set, cut out, doubled or blown up."""
    found = bytearray(data)
    for _ in range(rng.randint(1, 6)):
        at, length = rng.randrange(len(found) or 1), rng.choice((1, 1, 2, 4, 40))
        how = rng.randrange(5)
        if how == 0:
            found[at : at + length] = rng.randbytes(length)
        elif how == 1:
            del found[at : at + length]
        elif how == 2:
            found[at:at] = found[at : at + 20 * length] * rng.choice((1, 2, 30))
        elif how == 3:
            found[at : at + 4] = rng.choice((b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\0\0\0\0"))
        else:
            found[at:at] = rng.choice((b"[", b"{", b"(;", b"-", b"9" * 30, b"\xed\xa0\x80", b"\\"))
    return bytes(found)


def fuzz(seconds: float) -> list[str]:
    """Lines of the table: for each target how many inputs, tracebacks and slow ones there were."""
    rng, lines = random.Random(SEED), []
    known = targets()
    for name, (good, read) in known.items():
        count = wrong = slow = 0
        longest = 0.0
        ends = time.monotonic() + seconds / len(known)
        while time.monotonic() < ends:
            data = changed(rng.choice(good), rng)
            begun = time.process_time()
            try:
                read(data)
            except (ValueError, NotUnderstood):
                pass  # a refusal, with its reason
            except Exception as error:
                wrong += 1
                print(f"{name}: {type(error).__name__}: {error}", flush=True)
            spent = time.process_time() - begun
            longest, slow = max(longest, spent), slow + (spent > SLOW)
            count += 1
        lines.append(f"| {name} | {count} | {wrong} | {slow} | {longest:.2f} |")
        print(lines[-1], flush=True)
    return lines


class Server:
    """A dashboard in a process of its own, at an address that only this machine has."""

    def __init__(self, data: Path) -> None:
        command = [sys.executable, "-m", "palago.webui.command_line", "serve", "--quiet"]
        command += ["--open", "--host", "127.0.0.1", "--port", "0", "--data", str(data)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        found = re.search(r"http://\S+", self.process.stdout.readline())
        assert found is not None, "the server does not say where it is"
        self.host = urlsplit(found[0]).hostname or ""
        self.port = urlsplit(found[0]).port or 0

    def ask(self, method: str, path: str, value: object = None) -> tuple[int, bytes]:
        """Status and body of an answer."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=30)
        body = None if value is None else json.dumps(value)
        headers = {} if value is None else {"Content-Type": "application/json"}
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        status, said = answer.status, answer.read()
        connection.close()
        return status, said

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.wait()


def kills(times: int, seconds: float) -> str:
    """A line on how many kills there were, and how many confirmed changes they lost."""
    rng = random.Random(SEED)
    done = lost = confirmed = 0
    with tempfile.TemporaryDirectory() as folder:
        game, version, ends = "", 0, time.monotonic() + seconds
        while done < times and time.monotonic() < ends:
            server = Server(Path(folder))
            try:
                if not game:
                    said = server.ask("POST", "/api/v1/games", {"kind": "analysis"})[1]
                    game, version = json.loads(said)["id"], 1
                now = json.loads(server.ask("GET", f"/api/v1/games/{game}")[1])["version"]
                lost += max(0, version - now)
                version = now
                until = time.monotonic() + rng.uniform(0.0, 0.4)
                while time.monotonic() < until:
                    place = {"q": rng.randint(-9, 9), "r": rng.randint(-9, 9), "rotation": 0}
                    change = {"change": "place_tile", **place}
                    status, said = server.ask("POST", f"/api/v1/games/{game}/changes", change)
                    if status == 200:
                        version, confirmed = json.loads(said)["version"], confirmed + 1
            finally:
                server.kill()
            done += 1
    return f"{done} kills, {confirmed} confirmed changes, {lost} of them lost."


def load() -> str:
    """A line on how long pages take while slow connections are held open."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        slow = []
        try:
            for _ in range(SLOW_CONNECTIONS):
                slow.append(socket.create_connection((server.host, server.port), timeout=10))
                slow[-1].sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
            spent = []
            for _ in range(20):
                begun = time.perf_counter()
                status, _ = server.ask("GET", "/")
                assert status == 200
                spent.append(1000 * (time.perf_counter() - begun))
        finally:
            for connection in slow:
                connection.close()
            server.kill()
    return (
        f"{len(spent)} pages while {SLOW_CONNECTIONS} connections sent no whole header: "
        f"{sorted(spent)[len(spent) // 2]:.0f} ms in the middle, {max(spent):.0f} ms at most."
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120.0, help="for all fuzzing together")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--kill-seconds", type=float, default=900.0, help="for the kills at most")
    wished = parser.parse_args()
    table = fuzz(wished.seconds)
    pages = load()
    print(pages, flush=True)
    killed = kills(wished.kills, wished.kill_seconds)
    print(killed, flush=True)
    text = [
        "# What hostile files and requests do",
        "",
        "Written by `make attack` (benchmarks/attack.py); everything on 127.0.0.1. Seconds",
        f"are the processor's; slow is more than {SLOW:.0f} of them.",
        "",
        "| parser or decoder | inputs | tracebacks | slow | longest, s |",
        "|---|---:|---:|---:|---:|",
        *table,
        "",
        pages,
        "",
        killed,
    ]
    RESULTS.write_text("\n".join(text) + "\n", encoding="utf-8")
    return 0 if all("| 0 | 0 |" in line for line in table) and " 0 of them lost" in killed else 1


if __name__ == "__main__":
    sys.exit(main())
