"""Reviews of games: one after the other in the background, kept on disk as far as they are.

A review is a file beside the games: what was asked for, the record that it speaks of, and the
remarks found so far. A server that is stopped goes on with it when it is started again.
"""

from __future__ import annotations

import hashlib
import json
import logging
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from ...engine.games.reviewing import Effort, Remark
from ...engine.phrases import Phrase
from ...engine.records.record import Record
from ...engine.records.reviewed import Review
from ...engine.stamp import stamped
from ...engine.values import plain, value_of
from ...engine.whole_file import PASSING
from ..store.files.whole_files import write_whole
from ..workers.queue import WorkQueue
from ..workers.worker import SECONDS_TO_COMPILE, Busy, JobRefused, WorkerPool

_log = logging.getLogger("palago")

#: The efforts that are offered, by name: moves of a forced win at most, seconds a position.
EFFORTS = {"quick": Effort(2, 2.0), "usual": Effort(3, 3.0), "thorough": Effort(5, 20.0)}
#: For what comes after the search of a position, see ``SECONDS_OF_GRACE`` of the solver.
SECONDS_BESIDES = 45.0
#: Waiting and running; done, or why it goes no further.
WAITING, RUNNING, DONE, STOPPED, FAILED = "waiting", "running", "done", "stopped", "failed"


@dataclass(frozen=True)
class KeptReview:
    """A review as far as it is. ``of`` is how many moves the record has; ``why`` is a refusal's
    key and details where it has failed."""

    game: str
    effort: str
    record: dict[str, Any]
    of: int
    status: str = WAITING
    remarks: tuple[dict[str, Any], ...] = ()
    why: str = ""

    @property
    def name(self) -> str:
        """What tells this review from another: the game, its moves, and the effort."""
        return f"{self.game} {self.effort} {moves_mark(self.record)}"

    def to_json(self) -> dict[str, Any]:
        """The review as its file has it."""
        return stamped("kept-review", plain(self))

    def as_review(self) -> Review:
        """The review as the engine writes it into records."""
        record = Record.from_json(self.record)
        remarks = tuple(map(_remark, self.remarks))
        return Review(record.game, remarks, EFFORTS[self.effort], record.result)


def _remark(entry: dict[str, Any]) -> Remark:
    known = ("number", "who", "move", "marks", "sentences", "better", "value", "complete")
    own = ("phrases", "board")
    return Remark(
        entry["number"],
        entry["who"],
        entry["move"],
        tuple(entry["marks"]),
        tuple(map(Phrase.from_json, entry["phrases"])),
        tuple(entry["better"]),
        entry["value"],
        entry["complete"],
        {name: value for name, value in entry.items() if name not in (*known, *own)},
    )


def moves_mark(record: dict[str, Any]) -> str:
    """The same word for all records of the same moves and agreements, whatever else they say."""
    told = {name: record.get(name) for name in ("game", "options", "start", "to_move")}
    told["moves"] = [turn["move"] for turn in record["moves"]]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


class Reviews:
    """The reviews of one dashboard."""

    def __init__(self, folder: Path, pool: WorkerPool) -> None:
        self._folder = folder
        self._pool = pool
        self._queue = WorkQueue("reviews", self._review, partial(self._fail, key="job_failed"))
        self._changed = self._queue.changed
        self._known: dict[str, KeptReview] = {}
        folder.mkdir(parents=True, exist_ok=True)
        for left in folder.glob(f"{PASSING}*"):
            left.unlink(missing_ok=True)
        for path in sorted(folder.glob("*.json")):
            kept = self._read(path)
            if kept is not None and kept.status in (WAITING, RUNNING):
                self._enqueue(kept)

    def of(self, game: str) -> KeptReview | None:
        """The review of a game as far as it is, None where nobody has asked for one."""
        with self._changed:
            known = self._known.get(game)
        return known or self._read(self._path(game))

    def start(self, game: str, effort: str, record: dict[str, Any], of: int) -> KeptReview:
        """Ask for a review of so many moves; one that was stopped goes on, another record begins
        anew."""
        wanted = KeptReview(game, effort, record, of)
        before = self.of(game)
        if before is not None and before.name == wanted.name:
            if before.status in (WAITING, RUNNING, DONE):
                return before
            wanted = replace(before, status=WAITING, why="")
        self._keep(wanted)
        self._enqueue(wanted)
        return wanted

    def stop(self, game: str) -> None:
        """Let a review rest as far as it is."""
        with self._changed:
            kept = self._known.get(game)
        if kept is not None and kept.status in (WAITING, RUNNING):
            self._keep(replace(kept, status=STOPPED))

    def forget(self, game: str) -> None:
        """Delete a game's review for good."""
        with self._changed:
            self._known.pop(game, None)
        self._path(game).unlink(missing_ok=True)

    def close(self) -> None:
        """End; what is not done goes on with the next start."""
        thread = self._queue.close()
        self._pool.close()
        if thread is not None:
            thread.join(timeout=5)

    # -- the thread ------------------------------------------------------------------------------

    def _enqueue(self, kept: KeptReview) -> None:
        with self._changed:
            self._known[kept.game] = kept
            self._queue.add(kept.game)

    def _review(self, game: str) -> None:
        with self._changed:
            begun = self._known.get(game)
            if begun is not None and begun.status == WAITING:  # its first position may take long
                self._keep(replace(begun, status=RUNNING))
        with suppress(Busy, JobRefused):  # the first position will say what is wrong
            job = "palago.webui.games.palago.thinking:load_solver"
            self._pool.run(job, {}, seconds=SECONDS_TO_COMPILE)
        while True:
            with self._changed:
                kept = self._known.get(game)
                if self._queue.is_closed or kept is None or kept.status not in (WAITING, RUNNING):
                    self._known.pop(game, None)
                    return
            effort = EFFORTS[kept.effort]
            arguments = {
                "name": kept.name,
                "record": kept.record,
                "given": [remark["move"] for remark in kept.remarks],
                "moves": effort.moves,
                "seconds": effort.seconds,
            }
            try:
                remark = self._pool.run(
                    "palago.webui.game_jobs.reviewing:next_remark",
                    arguments,
                    seconds=3 * effort.seconds + SECONDS_BESIDES,
                )
            except JobRefused as refusal:
                self._fail(game, refusal.key, str(refusal))
                return
            grown = kept.remarks if remark is None else (*kept.remarks, remark)
            status = DONE if remark is None else RUNNING
            with self._changed:
                if self._known.get(game) is kept:  # not stopped, forgotten or begun anew meanwhile
                    self._keep(replace(kept, status=status, remarks=grown))

    def _fail(self, game: str, key: str, said: str = "") -> None:
        with self._changed:
            kept = self._known.pop(game, None)
        if kept is not None:
            self._keep(replace(kept, status=FAILED, why=key or said), remember=False)

    # -- the files -------------------------------------------------------------------------------

    def _path(self, game: str) -> Path:
        return self._folder / f"{hashlib.sha256(game.encode()).hexdigest()[:24]}.json"

    def _keep(self, kept: KeptReview, remember: bool = True) -> None:
        with self._changed:
            if remember:
                self._known[kept.game] = kept
        try:
            write_whole(self._path(kept.game), json.dumps(kept.to_json()).encode())
        except OSError as error:  # a full disk: it is still to be seen, and goes on
            _log.warning("the review of a game cannot be kept: %s", error)

    def _read(self, path: Path) -> KeptReview | None:
        with suppress(OSError, ValueError):
            return value_of(KeptReview, json.loads(path.read_bytes()))
        return None
