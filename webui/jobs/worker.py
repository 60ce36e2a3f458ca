"""Work that may be slow, large or dangerous is done by processes that can be given up.

A photo that makes a decoder crash, hang or fill the memory costs one worker process and nobody's
game. The queue is bounded: whoever comes when it is full is told to come again.
"""

from __future__ import annotations

import json
import mmap
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, LifoQueue, SimpleQueue
from typing import TYPE_CHECKING, Any, BinaryIO

from ..refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator


#: What a process that was just started may take longer, to load its libraries.
STARTING_SECONDS = 20.0

#: What a process may hold at the most. Where the system can, it refuses more (then a job that asks
#: for too much fails by itself); everywhere, whoever holds more is ended.
MOST_BYTES_OF_MEMORY = 6 << 30

#: How often a process at work is looked at.
SECONDS_BETWEEN_LOOKS = 0.05

#: Where Linux shows its processes; other systems are asked through psutil.
_PROCESSES = Path("/proc")


class JobRefused(Refusal):
    """The work cannot be done; the message is a sentence for the person who asked for it."""


class Busy(Exception):
    """Too many are waiting already."""


class WorkerPool:
    """A few processes that do jobs one at a time each.

    ``most_waiting`` bounds the callers that wait for a free process, ``seconds`` the time one job
    may take before its process is ended. A process starts when it is first needed.
    """

    def __init__(self, processes: int, *, most_waiting: int, seconds: float) -> None:
        self._seconds = seconds
        self._places = threading.BoundedSemaphore(processes + most_waiting)
        self._idle: LifoQueue[_Worker] = LifoQueue()
        self._workers = [_Worker() for _ in range(processes)]
        for worker in self._workers:
            self._idle.put(worker)
        self._closed = False

    def run(self, job: str, arguments: Mapping[str, Any], *, seconds: float | None = None) -> Any:
        """Do ``module:function`` with keyword arguments; both sides of it are JSON.

        Raises Busy where too many wait, JobRefused where the job says no, crashes, or takes too
        long.
        """
        limit = self._seconds if seconds is None else seconds
        with self._place(), self._worker(limit) as worker:
            return worker.run({"job": job, "arguments": dict(arguments)}, limit)

    def warm_up(self, job: str) -> None:
        """Start the processes and have each import what a job needs, without waiting."""
        for _ in self._workers:
            threading.Thread(
                target=self._try, args=(job,), name="worker warm-up", daemon=True
            ).start()

    def _try(self, job: str) -> None:
        try:
            with self._worker(self._seconds) as worker:
                worker.run({"job": job, "arguments": None}, self._seconds)
        except (Busy, JobRefused):
            pass  # the first real job will say what is wrong

    def close(self) -> None:
        """End the processes; who waits for one is told that it is gone."""
        self._closed = True
        for worker in self._workers:
            worker.stop()
        for worker in [self._idle.get() for _ in self._workers]:
            worker.end()
            self._idle.put(worker)

    @contextmanager
    def _place(self) -> Iterator[None]:
        if not self._places.acquire(blocking=False):
            raise Busy
        try:
            yield
        finally:
            self._places.release()

    @contextmanager
    def _worker(self, seconds: float) -> Iterator[_Worker]:
        try:
            worker = self._idle.get(timeout=4 * seconds + STARTING_SECONDS)
        except Empty:
            raise Busy from None
        try:
            if self._closed:
                raise Busy
            yield worker
        finally:
            self._idle.put(worker)


class _Worker:
    """One process, started when it is needed and again after it had to be ended."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: SimpleQueue[bytes] = SimpleQueue()
        self._lock = threading.Lock()
        self._stopped = False

    def run(self, request: Mapping[str, Any], seconds: float) -> Any:
        fresh = self._process is None
        process = self._running()
        limit = seconds + STARTING_SECONDS if fresh else seconds
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.flush()
            line = self._answer(process, time.monotonic() + limit)
        except OSError:  # it has ended, and its pipe with it
            line = b""
        except _TooSlow:
            self.end()
            raise JobRefused.of("too_slow", count=round(seconds)) from None
        except _TooLarge:
            self.end()
            raise JobRefused.of("too_much_memory") from None
        if not line.endswith(b"\n"):
            self.end()
            if self._stopped:
                raise Busy
            raise JobRefused.of("crashed")
        answer = json.loads(line)
        if "refused" in answer:
            raise JobRefused(answer["refused"], answer["key"], **answer["details"])
        return answer["result"]

    def stop(self) -> None:
        """End the process for ever, from any thread.

        Its pipes stay open for the thread that reads from them: it finds their end.
        """
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
            if process.stdin is not None:
                with suppress(OSError):
                    process.stdin.close()

    def _answer(self, process: subprocess.Popen[bytes], deadline: float) -> bytes:
        """The process's next line, or what there is of it when it ends."""
        while True:
            try:
                return self._answers.get(timeout=SECONDS_BETWEEN_LOOKS)
            except Empty:
                pass
            if time.monotonic() > deadline:
                raise _TooSlow
            if memory_of(process.pid) > MOST_BYTES_OF_MEMORY:
                raise _TooLarge

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        self.end()
        with self._lock:
            if self._stopped:
                raise Busy
            self._process = subprocess.Popen(
                [sys.executable, "-m", "palago.webui.jobs.worker_process"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        assert self._process.stdout is not None
        self._answers = SimpleQueue()
        threading.Thread(
            target=_pass_on, args=(self._process.stdout, self._answers), daemon=True
        ).start()
        return self._process


class _TooSlow(Exception):
    """The process took longer than it may."""


class _TooLarge(Exception):
    """The process holds more memory than it may."""


def _pass_on(pipe: BinaryIO, answers: SimpleQueue[bytes]) -> None:
    """Move lines from a pipe to a queue, which every system can wait for with a time limit."""
    with pipe:
        for line in pipe:
            answers.put(line)
    answers.put(b"")


def memory_of(process: int) -> int:
    """The bytes of memory that a process of this number holds, 0 where it has ended."""
    if not (_PROCESSES / "self" / "statm").exists():
        return _memory_by_psutil(process)
    try:
        pages = (_PROCESSES / str(process) / "statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return 0
    return int(pages) * mmap.PAGESIZE


def _memory_by_psutil(process: int) -> int:
    import psutil

    try:
        return int(psutil.Process(process).memory_info().rss)
    except psutil.Error:
        return 0
