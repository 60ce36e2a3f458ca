"""The lessons of a dashboard's photos, kept so that each photo is read once for them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from ...engine.stamp import stamped
from ...vision.archive.store import reader_mark
from ...vision.table.known_table import FILE as TABLE
from ...vision.table.known_table import KnownTable
from ..store.files.photo_files import UnknownPhoto
from ..store.files.photo_store import PhotoStore
from ..store.files.whole_files import write_whole
from ..texts import say
from ..workers.worker import JobRefused
from .confirmed import ConfirmedPhoto
from .truth_files import truth_of

Run = Callable[[str, dict[str, Any]], Any]
"""Does a job with its arguments, here or in a process apart."""

FILE = "lessons.json"
MOST_LESSONS = 400
"""A table is known from this many photos, those confirmed last."""
BETWEEN_SAVES = 10
"""Number of new lessons after which what is known of the table is written down."""


class Lessons:
    """The lessons in a data folder, and the table that they describe."""

    def __init__(self, folder: Path, photos: PhotoStore, run: Run) -> None:
        self._folder = folder
        self._photos = photos
        self._run = run
        self._known: dict[str, dict[str, Any] | None] | None = None

    def learn(self, confirmed: Iterable[ConfirmedPhoto]) -> Iterator[int]:
        """Take the lessons of all these photos and of no others; yields how many are learned.

        Each step reads one photo at the most, and who stops in between has lost little. Raises
        JobRefused, Busy and OSError.
        """
        wanted = {lesson_name(photo): photo for photo in confirmed}
        wanted = dict(list(wanted.items())[:MOST_LESSONS])
        before = self._load()
        known = {name: before[name] for name in wanted if name in before}
        unsaved = len(before) - len(known)
        for name, photo in wanted.items():
            if name not in known:
                known[name] = self._lesson(name, photo)
                unsaved += 1
                if unsaved >= BETWEEN_SAVES:
                    self._save(known)
                    unsaved = 0
                yield len(known)
        if unsaved or (known and not (self._folder / TABLE).exists()):
            self._save(known)

    def forget(self) -> None:
        """Read photos again as the program does that knows no table."""
        self._known = None
        for name in (TABLE, FILE):
            (self._folder / name).unlink(missing_ok=True)

    def _lesson(self, name: str, photo: ConfirmedPhoto) -> dict[str, Any] | None:
        try:
            path = self._photos.file(photo.digest)
            arguments = {"path": str(path), "name": name, "truth": truth_of(photo)}
            lesson: dict[str, Any] | None = self._run(
                "palago.webui.jobs.photo_lessons:lesson", arguments
            )
        except (UnknownPhoto, JobRefused):
            return None  # deleted meanwhile, or damaged: it teaches nothing
        return lesson

    def _save(self, known: dict[str, dict[str, Any] | None]) -> None:
        lessons = [lesson for lesson in known.values() if lesson is not None]
        table = self._run("palago.webui.jobs.photo_lessons:known_table", {"lessons": lessons})
        stored = stamped("lessons", {"reader": reader_mark(), "lessons": known})
        write_whole(self._folder / FILE, json.dumps(stored).encode())
        write_whole(self._folder / TABLE, (json.dumps(table, indent=1) + "\n").encode())
        self._known = known

    def _load(self) -> dict[str, dict[str, Any] | None]:
        """The lessons of this version's reader, by the names of the photos."""
        if self._known is None:
            try:
                stored = json.loads((self._folder / FILE).read_bytes())
                is_ours = stored["format"] == "palago-lessons" and stored["reader"] == reader_mark()
                self._known = dict(stored["lessons"]) if is_ours else {}
            except (OSError, ValueError, KeyError, TypeError):
                self._known = {}
        return self._known


def lesson_name(photo: ConfirmedPhoto) -> str:
    """What tells the lesson of a photo from others: the picture, and the board agreed on."""
    truth = hashlib.sha256(photo.board.to_text().encode()).hexdigest()
    return f"{photo.digest[:24]}-{truth[:8]}"


def why_nothing(folder: Path, confirmed: Sequence[ConfirmedPhoto], language: str) -> str:
    """The sentence that says why these photos have taught no set; where learning was tried and did
    not end, there is no table in the data folder."""
    key = "unclear" if (folder / TABLE).exists() else "failed"
    if KnownTable.in_folder(folder).photos:
        key = "names_differ"
    elif not any(len(photo.board) > 1 for photo in confirmed):
        key = "knows_nothing"
    return say(language, f"learning.{key}", count=len(confirmed))
