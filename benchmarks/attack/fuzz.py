"""Good files, changed at random, for every parser and decoder: each in a process of its own.

A target may refuse what it gets with an error of its own, and nothing else; its process is watched
for time and memory. One target alone: python benchmarks/attack/fuzz.py NAME SECONDS
"""

from __future__ import annotations

import hashlib
import io
import json
import random
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path

import texts
from palago.engine.creatures.friendly import load_catalogue
from palago.engine.drawing.play_server import draw_ascii_board, parse_ascii_board
from palago.engine.palago.puzzles.puzzle import read_puzzles
from palago.engine.palanquee.plug import from_text as position_from_text
from palago.engine.records.boards import read_documents
from palago.engine.records.files import FORMATS, read_record, write_record
from palago.engine.records.record import Record, RecordedTurn
from palago.engine.tiles.board import Board
from palago.vision.photos.frames import open_frames
from palago.vision.photos.photo import load_photo
from palago.vision.photos.without_metadata import NotUnderstood, bare
from palago.vision.readings.reading import Reading
from palago.webui.game_jobs.importing import unpack
from palago.webui.workers.worker import JobRefused
from PIL import Image, ImageCms
from server import TABLE

SEED = 17
#: Seconds of the processor's for one input, and bytes of memory for all of them.
SLOW, MOST_MEMORY = 2.0, 1_500_000_000
#: Frames of a film that are looked at.
MOST_FRAMES = 20
#: How much longer than asked for a target may run before it counts as hanging.
SECONDS_TO_END = 60.0


@dataclass
class Result:
    """What one target did."""

    inputs: int = 0
    tracebacks: int = 0
    slow: int = 0
    longest: float = 0.0
    memory: int = 0

    @property
    def is_clean(self) -> bool:
        """Whether nothing went wrong."""
        return not (self.tracebacks or self.slow) and self.memory < MOST_MEMORY

    def line(self, name: str) -> str:
        """A line of the table."""
        return (
            f"| {name} | {self.inputs} | {self.tracebacks} | {self.slow} | {self.longest:.2f} "
            f"| {self.memory / 1e6:.0f} |"
        )


def picture(kind: str, mode: str = "RGB", **options: object) -> bytes:
    """A small picture as a file."""
    target = io.BytesIO()
    image = Image.effect_noise((160, 120), 80).convert(mode)
    image.save(target, kind, quality=80, **options)
    return target.getvalue()


def _pictures() -> list[bytes]:
    plain = [picture(kind) for kind in ("JPEG", "PNG", "WEBP", "BMP")]
    return [*plain, picture("JPEG", "CMYK", progressive=True)]


def _with_profiles() -> list[bytes]:
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    return [picture(kind, icc_profile=profile) for kind in ("JPEG", "PNG", "WEBP")]


def _heic() -> list[bytes]:
    import pillow_heif

    pillow_heif.register_heif_opener()
    return [picture("HEIF")]


def _film() -> list[bytes]:
    import cv2
    import numpy as np

    found = []
    for ending, code in ((".webm", "VP80"), (".avi", "MJPG"), (".mp4", "mp4v")):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"film{ending}"
            writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*code), 10, (160, 120))
            for number in range(12):
                frame = np.full((120, 160, 3), 8 * number, np.uint8)
                cv2.circle(frame, (10 * number, 60), 25, (0, 0, 255), -1)
                writer.write(frame)
            writer.release()
            if path.exists() and path.stat().st_size:
                found.append(path.read_bytes())
    return found


def _watch(film: Path) -> None:
    for _ in islice(open_frames(str(film)), MOST_FRAMES):
        pass


def _record() -> Record:
    return Record(
        moves=(
            RecordedTurn("0,0a 1,0c"),
            RecordedTurn("0,1b 1,1a", variations=((RecordedTurn("x"),),)),
        )
    )


def _archives() -> list[bytes]:
    game = {
        "format": "palago-dashboard-game",
        "version": 1,
        "events": [
            {
                "version": 1,
                "at": "2026-01-01T00:00:00+00:00",
                "kind": "game_created",
                "data": {"kind": "analysis", "title": "x", "options": {}},
            }
        ],
    }
    found = []
    photo = picture("JPEG")
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        target = io.BytesIO()
        with zipfile.ZipFile(target, "w", method) as archive:
            archive.writestr("game.json", json.dumps(game))
            archive.writestr("photos/" + hashlib.sha256(photo).hexdigest(), photo)
        found.append(target.getvalue())
    return found


def _unpack(archive: Path) -> None:
    photos = archive.with_name("photos")
    photos.mkdir()
    unpack(str(archive), str(photos), 40_000_000, 200_000_000)


def _readings() -> list[bytes]:
    from palago.vision import read

    return [json.dumps(read(str(TABLE)).to_json()).encode()]


def _boards() -> list[bytes]:
    board = Board.from_text("0,0a 1,0c 0,1b 1,1a")
    return [board.to_text().encode(), json.dumps(board.to_json()).encode()]


def _as_text(read: Callable[[str], object]) -> Callable[[bytes], object]:
    return lambda data: read(data.decode("utf-8", "replace"))


#: Name → what makes good inputs, and the function that reads them.
TARGETS: dict[str, tuple[Callable[[], list[bytes]], Callable[[bytes], object]]] = {
    "photos": (_pictures, load_photo),
    "photos without EXIF": (_pictures, bare),
    "photos with colour profiles": (_with_profiles, load_photo),
    "HEIC": (_heic, load_photo),
    "AVIF": (lambda: [picture("AVIF")], load_photo),
    "films": (_film, texts.as_file(_watch)),
    "games in zips": (_archives, texts.as_file(_unpack)),
    "records": (lambda: [write_record(_record(), form) for form in FORMATS], read_record),
    "pictures of boards": (
        lambda: [draw_ascii_board(Board.from_text("0,0a 1,0c 0,1b 1,1a")).encode()],
        _as_text(parse_ascii_board),
    ),
    "boards": (_boards, _as_text(lambda text: list(read_documents(text.splitlines())))),
    "readings": (_readings, _as_text(lambda text: Reading.from_json(json.loads(text)))),
    "profiles": (texts.profiles, texts.read_profile),
    "positions of Palanquée": (texts.positions, _as_text(position_from_text)),
    "puzzles": (texts.puzzles, _as_text(read_puzzles)),
    "lists of creatures": (texts.creatures, texts.as_file(load_catalogue)),
    "requests": (texts.requests, texts.send),
}


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


def throw(name: str, seconds: float) -> Result:
    """Throw changed files at one target, in this process."""
    rng, result = random.Random(SEED), Result()
    make, read = TARGETS[name]
    good, ends = make(), time.monotonic() + seconds
    while time.monotonic() < ends:
        data = changed(rng.choice(good), rng)
        begun = time.process_time()
        try:
            read(data)
        except (ValueError, NotUnderstood, JobRefused):
            pass  # a refusal, with its reason
        except Exception as error:
            result.tracebacks += 1
            print(f"{name}: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
        spent = time.process_time() - begun
        result.longest, result.slow = max(result.longest, spent), result.slow + (spent > SLOW)
        result.inputs += 1
    result.memory = _most_memory()
    return result


def _most_memory() -> int:
    """The most bytes that this process ever held; 0 where the system does not say."""
    try:
        import resource
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (
        1 if sys.platform == "darwin" else 1024
    )


def fuzz(seconds: float) -> dict[str, Result]:
    """All targets one after the other, each in a process that is ended where it hangs."""
    found = {}
    for name in TARGETS:
        share = seconds / len(TARGETS)
        command = [sys.executable, __file__, name, str(share)]
        try:
            done = subprocess.run(
                command, stdout=subprocess.PIPE, text=True, timeout=share + SECONDS_TO_END
            )
            found[name] = (
                Result(**json.loads(done.stdout))
                if done.returncode == 0
                else Result(tracebacks=1)  # it crashed
            )
        except subprocess.TimeoutExpired:
            found[name] = Result(slow=1, longest=share + SECONDS_TO_END)
        print(found[name].line(name), flush=True)
    return found


if __name__ == "__main__":
    print(json.dumps(asdict(throw(sys.argv[1], float(sys.argv[2])))))
