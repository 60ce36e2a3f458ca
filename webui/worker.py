"""Work that may be slow, large or dangerous is done by processes that can be given up.

A photo that makes a decoder crash, hang or fill the memory costs one worker process and nobody's
game. The queue is bounded: whoever comes when it is full is told to come again.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import contextmanager
from queue import Empty, LifoQueue
from typing import TYPE_CHECKING, Any

from .refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator


#: What a process that was just started may take longer, to load its libraries.
STARTING_SECONDS = 20.0


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
        self._lock = threading.Lock()
        self._stopped = False

    def run(self, request: Mapping[str, Any], seconds: float) -> Any:
        fresh = self._process is None
        process = self._running()
        limit = seconds + STARTING_SECONDS if fresh else seconds
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.flush()
            line = _line(process.stdout.fileno(), time.monotonic() + limit)
        except (BrokenPipeError, ConnectionResetError):
            line = b""
        except TimeoutError:
            self.end()
            raise JobRefused.of("too_slow", count=round(seconds)) from None
        if not line:
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
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    stream.close()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        self.end()
        with self._lock:
            if self._stopped:
                raise Busy
            self._process = subprocess.Popen(
                [sys.executable, "-m", "palago.webui.worker_process"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
            )
            return self._process


def _line(descriptor: int, deadline: float) -> bytes:
    pieces: list[bytes] = []
    while True:
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([descriptor], [], [], left)[0]:
            raise TimeoutError
        piece = os.read(descriptor, 1 << 16)
        pieces.append(piece)
        if not piece:
            return b""
        if piece.endswith(b"\n"):
            return b"".join(pieces)
