"""Work that may be slow, large or dangerous is done by processes that can be given up.

A photo that makes a decoder crash, hang or fill the memory costs one worker process and nobody's
game. Who waits is called in fairly (:mod:`.waiting`), and whoever had a process ended has to pause.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from queue import Empty, LifoQueue, SimpleQueue
from typing import IO, Any

from ..refusal import Refusal
from .usage import memory_of, processor_seconds_of
from .waiting import Busy, Pauses, Turns, this_sender

__all__ = ["Busy", "JobRefused", "WorkerPool"]

#: What a process that was just started may take longer, to load its libraries.
STARTING_SECONDS = 20.0
#: The first search on a machine has to be compiled.
SECONDS_TO_COMPILE = 600.0

#: What a process may hold at the most. Where the system can, it refuses more (then a job that asks
#: for too much fails by itself); everywhere, whoever holds more is ended.
MOST_BYTES_OF_MEMORY = 1_500_000_000

#: A job's limit counts its process's own processor time; by the clock it may take this many times
#: as long, so that no photo is given up because the machine is busy.
PATIENCE_WITH_BUSY_MACHINES = 3.0

#: The argument of a process whose work nobody waits for.
IN_BACKGROUND = "--in-background"
#: How often a process at work is looked at.
SECONDS_BETWEEN_LOOKS = 0.05


class JobRefused(Refusal):
    """The work cannot be done; the message is a sentence for the person who asked for it."""


@dataclass(frozen=True)
class JobAnswer:
    """What a job gave back: JSON, and bytes where it gives any."""

    result: Any
    attached: bytes = b""


class WorkerPool:
    """A few processes that do jobs one at a time each.

    ``most_waiting`` bounds the callers that wait for a free process, ``seconds`` the time one job
    may take before its process is ended. A process starts when it is first needed. What runs
    ``in_background`` leaves the processor to everything that somebody waits for.
    """

    def __init__(
        self, processes: int, *, most_waiting: int, seconds: float, in_background: bool = False
    ) -> None:
        self._seconds = seconds
        self._turns = Turns(processes, most_waiting)
        self._pauses = Pauses()
        self._idle: LifoQueue[_Worker] = LifoQueue()
        self._workers = [_Worker(in_background) for _ in range(processes)]
        for worker in self._workers:
            self._idle.put(worker)

    def run(self, job: str, arguments: Mapping[str, Any], seconds: float | None = None) -> Any:
        """Do ``module:function`` with keyword arguments; both sides of it are JSON. Raises Busy
        where too many wait, JobRefused where the job says no, crashes, or takes too long."""
        return self.run_with(b"", job, arguments, seconds=seconds).result

    def run_with(
        self,
        attached: bytes,
        job: str,
        arguments: Mapping[str, Any],
        *,
        sender: str | None = None,
        seconds: float | None = None,
    ) -> JobAnswer:
        """Do a job that takes bytes as its first argument, or gives a pair of JSON and bytes back.

        ``sender`` is whose turn it is, by default whoever sent the request that is answered here.
        """
        who = this_sender() if sender is None else sender
        limit = self._seconds if seconds is None else seconds
        self._pauses.wait(who)
        request = {"job": job, "arguments": dict(arguments)}
        try:
            with self._worker(who, limit) as worker:
                return worker.run(request, attached, limit)
        except JobRefused as refusal:
            if refusal.key in _ENDED:
                self._pauses.begin(who)
            raise

    def warm_up(self, job: str) -> None:
        """Start the processes and have each import what a job needs, without waiting."""
        for _ in self._workers:
            threading.Thread(
                target=self._try, args=(job,), name="worker warm-up", daemon=True
            ).start()

    def _try(self, job: str) -> None:
        try:
            with self._worker("", self._seconds) as worker:
                worker.run({"job": job, "arguments": None}, b"", self._seconds)
        except (Busy, JobRefused):
            pass  # the first real job will say what is wrong

    def close(self) -> None:
        """End the processes; who waits for one is told that it is gone."""
        self._turns.close()
        for worker in self._workers:
            worker.stop()
        for worker in [self._idle.get() for _ in self._workers]:
            worker.end()
            self._idle.put(worker)

    @contextmanager
    def _worker(self, sender: str, seconds: float) -> Iterator[_Worker]:
        with self._turns.one(sender, 4 * seconds + STARTING_SECONDS):
            worker = self._idle.get()
            try:
                yield worker
            finally:
                self._idle.put(worker)


#: Refusals after which the process had to be ended: they cost a start, and whoever caused them
#: could cost everybody else one start after the other.
_ENDED = ("too_slow", "too_much_memory", "crashed")


class _Piped(subprocess.Popen[bytes]):
    """A process that was begun with both of these pipes."""

    stdin: IO[bytes]
    stdout: IO[bytes]


class _Worker:
    """One process, started when it is needed and again after it had to be ended."""

    def __init__(self, in_background: bool) -> None:
        self._command = [sys.executable, "-P", "-m", "palago.webui.workers.worker_process"]
        if in_background:
            self._command.append(IN_BACKGROUND)
        self._process: _Piped | None = None
        self._answers: SimpleQueue[JobAnswer | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._stopped = False

    def run(self, request: Mapping[str, Any], attached: bytes, seconds: float) -> JobAnswer:
        fresh = self._process is None
        process = self._running()
        try:
            write_message(process.stdin, request, attached)
            answer = self._answer(process, seconds, STARTING_SECONDS if fresh else 0.0)
        except OSError:  # it has ended, and its pipe with it
            answer = None
        except JobRefused:  # it took too long, or too much
            self.end()
            raise
        if answer is None:
            self.end()
            if self._stopped:
                raise Busy
            raise JobRefused.of("crashed")
        said = answer.result
        if "refused" in said:
            raise JobRefused.from_json(said)
        return JobAnswer(said["result"], answer.attached)

    def stop(self) -> None:
        """End the process for ever, from any thread. Its pipes stay open for the thread that reads
        from them: it finds their end."""
        with self._lock:
            self._stopped = True
            if self._process is not None:
                self._process.kill()

    def end(self) -> None:
        """End the process; the next request starts another. For the thread that uses it."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            with suppress(OSError):
                process.stdin.close()

    def _answer(
        self, process: subprocess.Popen[bytes], seconds: float, starting: float
    ) -> JobAnswer | None:
        """The process's next answer, None when it ends without one. Raises JobRefused where it
        takes longer, or more memory, than it may."""
        begun, used = time.monotonic(), processor_seconds_of(process.pid)
        latest = begun + starting + PATIENCE_WITH_BUSY_MACHINES * seconds
        while True:
            try:
                return self._answers.get(timeout=SECONDS_BETWEEN_LOOKS)
            except Empty:
                pass
            now = time.monotonic()
            had = min(now - begun, processor_seconds_of(process.pid) - used)
            if now > latest or had > seconds + starting:
                raise JobRefused.of("too_slow", count=max(1, round(seconds)))
            if memory_of(process.pid) > MOST_BYTES_OF_MEMORY:
                raise JobRefused.of("too_much_memory")

    def _running(self) -> _Piped:
        if self._process is not None and self._process.poll() is None:
            return self._process
        self.end()
        with self._lock:
            if self._stopped:
                raise Busy
            self._process = _Piped(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                # Modules come from where they came from here, not from the folder that serves.
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        self._answers = SimpleQueue()
        threading.Thread(
            target=_pass_on, args=(self._process.stdout, self._answers), daemon=True
        ).start()
        return self._process


def _pass_on(pipe: IO[bytes], answers: SimpleQueue[JobAnswer | None]) -> None:
    """Move answers from a pipe to a queue, which every system can wait for with a time limit."""
    with pipe:
        while (message := read_message(pipe)) is not None:
            answers.put(JobAnswer(*message))
    answers.put(None)


def write_message(pipe: IO[bytes], value: Any, attached: bytes = b"") -> None:
    """A message between the server and a process: a line of JSON, and bytes after it."""
    pipe.write(b"%d %s\n" % (len(attached), json.dumps(value).encode()))
    pipe.write(attached)
    pipe.flush()


def read_message(pipe: IO[bytes]) -> tuple[Any, bytes] | None:
    """The next message, None where the pipe ends."""
    line = pipe.readline()
    if not line.endswith(b"\n"):
        return None
    length, _, text = line.partition(b" ")
    attached = pipe.read(int(length))
    return (json.loads(text), attached) if len(attached) == int(length) else None
