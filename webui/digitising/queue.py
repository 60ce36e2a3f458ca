"""Films and photos one after the other, in a process of their own; a restart goes on with them."""

from __future__ import annotations

import json
import secrets
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from ...engine.stamp import stamped
from ...engine.values import plain, value_of
from ..games.play import ChangeRefused, refusing_changes
from ..store.files.whole_files import write_whole
from ..workers.queue import WorkQueue
from ..workers.worker import JobRefused, WorkerPool
from .digitise import agreed, asked_of
from .place import KEPT_OTHERWISE, JobFolder, safe_name
from .settling import Settled

#: Being filled with files; waiting for its turn; being read; to be looked at; why it went wrong.
FILLING, WAITING, RUNNING, DONE, FAILED = "filling", "waiting", "running", "done", "failed"
#: What would be refused again, however often it is tried: other files are wanted.
REFUSED_FILES = frozenset(
    (
        *("digitise_films", "digitise_film_and_photos", "digitise_too_many"),
        *("digitise_too_large", "digitise_gone", "film_no_film", "film_too_large"),
    )
)
MOST_AT_ONCE = 20
MOST_FILES = 2_000
MOST_SENT_BYTES = 8_000_000_000
SECONDS_TO_READ, SECONDS_TO_FOLLOW = 12 * 3600.0, 600.0
#: The note that says what a folder is.
JOB = "job.json"


class UnknownDigitising(LookupError):
    """There is no such film or set of photos."""


@dataclass(frozen=True)
class Digitising:
    """One film or set of photos on its way to a game.

    ``found`` is what was found, see :func:`~palago.webui.digitising.reading.follow_seen`; ``made``
    the game that was made of it; ``why`` says what went wrong; ``earlier`` is what was settled
    before the last answer that was not taken back, ``before`` what was before each one before it.
    """

    name: str
    kind: str
    title: str
    players: tuple[str, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    status: str = FILLING
    created: str = ""
    settled: Settled = field(default_factory=Settled)
    earlier: Settled | None = None
    before: tuple[Settled, ...] = ()
    found: dict[str, Any] = field(default_factory=dict)
    made: str = ""
    why: str = ""

    @property
    def nothing_seen(self) -> list[Any]:
        """What is said where nothing was seen, so that there is nothing to answer, either."""
        asked = self.found.get("questions", ()) if self.status == DONE else ()
        return next((one["what"] for one in asked if not one["answers"]), [])

    @property
    def wants_other_files(self) -> bool:
        """Whether what was sent is refused or shows no board, so that reading it once more would
        not help."""
        refusal = self.refusal
        return bool(self.nothing_seen) if refusal is None else refusal.key in REFUSED_FILES

    @property
    def refusal(self) -> JobRefused | None:
        """What went wrong."""
        if self.status != FAILED or not self.why:
            return None
        why = json.loads(self.why)
        if isinstance(why, list):  # as earlier versions kept it
            key, details, sentence = why
            why = {"refused": sentence, "key": key, "details": details, "sentences": [sentence]}
        return JobRefused.from_json(why)

    def to_json(self) -> dict[str, Any]:
        """It as its file has it."""
        return stamped("digitising", plain(self))


class Digitisings:
    """All films and photos of one dashboard.

    ``readers`` read for hours, one after the other; ``followers`` answer at once. ``profiles`` are
    the set and camera chosen; the photos are read on the workers of ``scheduler`` where one is
    given, the address of a Dask scheduler.
    """

    def __init__(
        self,
        folder: Path,
        readers: WorkerPool,
        followers: WorkerPool,
        profiles: Callable[[], dict[str, Any]],
        scheduler: str | None = None,
    ) -> None:
        self._folder = folder
        self._readers, self._followers = readers, followers
        self._profiles = profiles
        self._scheduler = scheduler
        failed = partial(self._fail, refusal=JobRefused.of("job_failed"))
        self._queue = WorkQueue("digitising", self._digitise, failed)
        self._changed = self._queue.changed
        self._known: dict[str, Digitising] = {}
        folder.mkdir(parents=True, exist_ok=True)
        for path in sorted(folder.glob(f"*/{JOB}")):
            with suppress(OSError, ValueError):
                noted = json.loads(path.read_bytes())
                for asked in asked_of(noted["kind"]):  # as earlier versions have them
                    if told := noted.pop(asked.name, None):
                        noted["options"] = {asked.name: told}
                settled = noted.get("settled", {})
                for name in ("tiles", "pieces"):  # the same
                    settled.setdefault("cells", {}).update(settled.pop(name, {}))
                known = value_of(Digitising, noted)
                self._known[known.name] = known
        self._sweep()
        waiting = [one for one in self._known.values() if one.status in (WAITING, RUNNING)]
        for one in sorted(waiting, key=lambda one: (one.status != RUNNING, one.created)):
            self._queue.add(one.name)

    # -- asked by the pages ------------------------------------------------------------------------

    def all(self) -> list[Digitising]:
        """All that are known, the newest first."""
        with self._changed:
            return sorted(self._known.values(), key=lambda one: one.created, reverse=True)

    def of(self, name: str) -> Digitising:
        """One of them. Raises UnknownDigitising."""
        with self._changed:
            if name not in self._known:
                raise UnknownDigitising(name)
            return self._known[name]

    def place(self, name: str) -> JobFolder:
        """Where its files lie. Raises UnknownDigitising."""
        self.of(name)
        return JobFolder(self._folder / name)

    def waits_behind(self, name: str) -> int:
        """How many come before it."""
        with self._changed:
            if name not in self._queue.waiting:
                return 0
            running = sum(one.status == RUNNING for one in self._known.values())
            return running + self._queue.waiting.index(name)

    def begin(
        self,
        kind: str,
        title: str,
        players: tuple[str, ...] = (),
        options: dict[str, Any] | None = None,
    ) -> Digitising:
        """A new one, to be filled with files.

        Raises ChangeRefused where no game can be played so, or there are too many.
        """
        with refusing_changes():
            agreed(kind, options or {}, players)
        with self._changed:
            if len(self._known) >= MOST_AT_ONCE:
                raise ChangeRefused.of("digitise_full", count=MOST_AT_ONCE)
            name = f"d{secrets.token_hex(8)}"
            JobFolder(self._folder / name).make_folders()
            now = datetime.now(UTC).isoformat(timespec="milliseconds")
            fresh = Digitising(name, kind, title, players, options or {}, created=now)
            self._keep(fresh)
            return fresh

    def add(self, name: str, file: str, at: int, data: bytes) -> int:
        """Put a piece of a file after what is there already; the file's size after it.

        Raises UnknownDigitising, ChangeRefused, OSError.
        """
        place = self.place(name)
        with self._changed:
            if self.of(name).status != FILLING:
                raise ChangeRefused.of("digitise_begun")
            path = place.sent / safe_name(file)
            size = path.stat().st_size if path.exists() else 0
            if at == 0 and size and data and size >= len(data):
                path.unlink()  # sent anew from its beginning
                size = 0
            if at != size:
                return size  # the sender goes on from there
            count = sum(1 for _ in place.sent.iterdir())
            if place.sent_bytes() + len(data) > MOST_SENT_BYTES or count > MOST_FILES:
                raise ChangeRefused.of("digitise_too_large")
            with path.open("ab") as target:
                target.write(data)
            return size + len(data)

    def start(self, name: str) -> Digitising:
        """Have it read when its turn comes. Raises UnknownDigitising, ChangeRefused."""
        with self._changed:
            one = self.of(name)
            if not any(self.place(name).sent.iterdir()):
                raise ChangeRefused.of("digitise_nothing")
            if one.status in (FILLING, FAILED):
                one = self._keep(replace(one, status=WAITING, why=""))
                self._queue.add(name)
            return one

    def answer(self, name: str, answer: dict[str, Any]) -> Digitising:
        """Settle a question: all later turns are followed again. A game that was made before stays
        as it is; another can be made of what is found now. What another version has kept in its
        own way is read anew first.

        Raises UnknownDigitising, ChangeRefused, JobRefused, Busy.
        """
        one = self.of(name)
        if one.status != DONE:
            raise ChangeRefused.of("digitise_not_read")
        return self._follow_again(one, answer=answer)

    def take_back(self, name: str) -> Digitising:
        """It as it was before the last answer.

        Raises UnknownDigitising, ChangeRefused, JobRefused, Busy.
        """
        one = self.of(name)
        if one.status != DONE or one.earlier is None:
            raise ChangeRefused.of("nothing_undone")
        return self._follow_again(one, settled=one.earlier.to_json())

    def name_players(self, name: str, players: tuple[str, ...]) -> Digitising:
        """Say who plays, before it is read or afterwards: all that was answered stays.

        Raises UnknownDigitising, ChangeRefused, JobRefused, Busy.
        """
        one = self.of(name)
        with refusing_changes():
            agreed(one.kind, one.options, players)
        if one.status == DONE:
            return self._follow_again(one, named=list(players))
        with self._changed:
            now = self.of(name)
            if now.status == DONE:  # it was read meanwhile
                raise ChangeRefused.of("digitise_not_read")
            return self._keep(replace(now, players=players))

    def _follow_again(self, one: Digitising, **told: Any) -> Digitising:
        """It by what people say now. Raises ChangeRefused, JobRefused, Busy."""
        name = one.name
        try:
            followed = self._followed(one, **told)
        except JobRefused as refusal:
            if refusal.key == KEPT_OTHERWISE:
                with self._changed:
                    self._keep(replace(one, status=WAITING))
                    self._queue.add(name)
            raise
        with self._changed:
            if self._known.get(name) is not one:
                raise ChangeRefused.of("digitise_not_read")
            known = [settled for settled in (*one.before, one.earlier) if settled is not None]
            if "answer" in told:
                known.append(one.settled)
            else:  # the last one is taken back, or they all speak of other players
                known = known[:-1] if "settled" in told else []
            earlier = known.pop() if known else None
            return self._keep(replace(followed, made="", earlier=earlier, before=tuple(known)))

    def note_game(self, name: str, game: str) -> None:
        """Note which game was made of it; what was sent is not needed any more."""
        with self._changed:
            self._keep(replace(self.of(name), made=game))

    def forget(self, name: str) -> None:
        """Delete it with all its files. Raises UnknownDigitising."""
        place = self.place(name)
        place.ask_to_stop()
        with self._changed:
            self._known.pop(name, None)
            self._queue.remove(name)
        # Its note goes first: what a kill leaves of the rest is swept away at the next start.
        (place.folder / JOB).unlink(missing_ok=True)
        shutil.rmtree(place.folder, ignore_errors=True)

    def _sweep(self) -> None:
        """Take away what a killed server has left half begun, half written or half deleted."""
        for path in self._folder.iterdir():
            if not (path / JOB).exists():
                shutil.rmtree(path, ignore_errors=True)
            for left in JobFolder(path).left_over():
                left.unlink(missing_ok=True)

    def close(self) -> None:
        """End; what is not done goes on with the next start."""
        thread = self._queue.close()
        self._readers.close()
        if thread is not None:
            thread.join(timeout=5)

    # -- the thread --------------------------------------------------------------------------------

    def _digitise(self, name: str) -> None:
        try:
            self._read(name)
        except UnknownDigitising:
            return  # deleted meanwhile
        except JobRefused as refusal:
            self._fail(name, refusal)

    def _read(self, name: str) -> None:
        with self._changed:
            one = self._keep(replace(self.of(name), status=RUNNING))
        place = self.place(name)
        arguments = {
            "folder": str(place.folder),
            "kind": one.kind,
            "profiles": self._profiles(),
            "scheduler": self._scheduler,
        }
        self._readers.run(
            "palago.webui.digitising.reading:read_folder", arguments, seconds=SECONDS_TO_READ
        )
        place.note_progress("following", 1, 1)
        while True:
            one = self.of(name)  # somebody may have deleted it meanwhile, or named its players
            followed = self._followed(one)
            with self._changed:
                if self.of(name) is one:
                    self._keep(followed)
                    return

    def _followed(self, one: Digitising, **told: Any) -> Digitising:
        """The digitising with its game, found by what people have said before and say now: one more
        ``answer``, how the players are ``named``, or what is ``settled`` in place of all that."""
        arguments = {
            "folder": str(self._folder / one.name),
            "kind": one.kind,
            "title": one.title,
            "players": list(one.players),
            "options": one.options,
            "settled": one.settled.to_json(),
            **told,
        }
        found: dict[str, Any] = self._followers.run(
            "palago.webui.digitising.reading:follow_seen", arguments, seconds=SECONDS_TO_FOLLOW
        )
        settled = value_of(Settled, found["settled"])
        players = tuple(told.get("named", one.players))
        return replace(one, players=players, status=DONE, found=found, settled=settled)

    def _fail(self, name: str, refusal: JobRefused) -> None:
        with self._changed:
            one = self._known.get(name)
            if one is not None:
                why = json.dumps(refusal.to_json())
                self._keep(replace(one, status=FAILED, why=why))

    def _keep(self, one: Digitising) -> Digitising:
        self._known[one.name] = one
        write_whole(self._folder / one.name / JOB, json.dumps(one.to_json()).encode())
        return one
