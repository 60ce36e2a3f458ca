"""The folder of one film or one set of photos: what was sent, what was read, what was found."""

from __future__ import annotations

import hashlib
import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

from ...engine.stamp import stamped
from ...engine.whole_file import PASSING
from ..store.files.whole_files import write_whole
from ..workers.worker import JobRefused

MOST_NAME = 100
#: The small copy of what is being seen while photos are read.
LATEST = "latest.jpg"
STOP, PROGRESS = "stop", "progress.json"
#: The key of what is said where another version has kept what was seen in its own way.
KEPT_OTHERWISE = "digitise_kept_otherwise"


def safe_name(name: str) -> str:
    """A file name of what was sent that leads nowhere else: its last part, in plain characters."""
    last = re.split(r"[/\\]", name)[-1]
    stem, dot, suffix = last.rpartition(".")
    plain = re.sub(r"[^\w .()+-]", "_", stem if dot else last).strip(" .")[:MOST_NAME]
    ending = re.sub(r"[^A-Za-z0-9]", "", suffix)[:8] if dot else ""
    return f"{plain or 'photo'}.{ending}" if ending else plain or "photo"


class JobFolder:
    """Where the parts of one digitising lie."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        #: Files as they were sent.
        self.sent = folder / "sent"
        #: Photos, those out of zips too.
        self.photos = folder / "photos"
        #: Films out of zips.
        self.unpacked = folder / "unpacked"
        #: Finished readings, see :class:`~palago.vision.archive.store.FinishedReadings`.
        self.readings = folder / "readings"
        #: Small copies for the page.
        self.pictures = folder / "pictures"
        #: All that was seen, and the same as earlier versions kept it.
        self.shots, self.pickled_shots = folder / "shots.json", folder / "shots.pickle"
        #: The game that was found, as a zip with its photos.
        self.game = folder / "game.zip"

    def make_folders(self) -> None:
        """Make all its folders."""
        for path in (self.sent, self.photos, self.unpacked, self.readings, self.pictures):
            path.mkdir(parents=True, exist_ok=True)

    def picture(self, source: str) -> Path:
        """The small copy of a photo or moment; no name that was sent is used for it."""
        if source == LATEST:
            return self.pictures / source
        return self.pictures / f"{hashlib.sha256(source.encode()).hexdigest()[:24]}.jpg"

    def left_over(self) -> list[Path]:
        """Files that somebody was writing here; to be asked while nobody writes."""
        drafts = [*self.folder.glob(".*.part"), *self.readings.glob("*.part")]
        drafts += self.folder.rglob(f"{PASSING}*")
        return [path for path in drafts if path.is_file()]

    def sent_bytes(self) -> int:
        """How much was sent."""
        return sum(path.stat().st_size for path in self.sent.iterdir() if path.is_file())

    def note_progress(self, stage: str, done: int, of: int, **seen: Any) -> None:
        """Say how far it is, and what is being seen."""
        told = {"stage": stage, "done": done, "of": of}
        before, still = self.progress(), ("tiles", "pieces", "source", "seconds")
        kept: dict[str, Any] = {name: before[name] for name in still if name in before}
        noted = stamped("progress", {**kept, **told, **seen})
        with suppress(OSError):  # nobody waits for it on a full disk
            write_whole(self.folder / PROGRESS, json.dumps(noted).encode())

    def progress(self) -> dict[str, Any]:
        """What was noted last."""
        with suppress(OSError, ValueError):
            found = json.loads((self.folder / PROGRESS).read_text(encoding="utf-8"))
            if isinstance(found, dict):
                return found
        return {}

    def ask_to_stop(self) -> None:
        """Have whoever works here stop at the next look."""
        with suppress(OSError):
            (self.folder / STOP).touch()

    def require_not_stopped(self) -> None:
        """Raises JobRefused where somebody wants this to stop."""
        if (self.folder / STOP).exists():
            raise JobRefused.of("digitise_stopped")
