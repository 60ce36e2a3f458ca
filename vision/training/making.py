"""Samples that other processes make meanwhile and leave in files, one a number, made only once."""

from __future__ import annotations

import multiprocessing
import pickle
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2

POLL = 0.2
"""Seconds between two looks for what has been made."""

ENDLESS = range(2**31)
"""More numbers than any run comes to."""

_FILE = "{:010d}.shard"

Make = Callable[[int], list[Any]]
"""The samples of a number."""


class Makers:
    """Processes that make samples, each by its number, inside a ``with`` block. Without a `folder`
    samples are gone once taken. Without processes another run has to make them there."""

    def __init__(
        self, make: Make, processes: int, numbers: range = ENDLESS, folder: Path | None = None
    ) -> None:
        self._temporary = None if folder else tempfile.TemporaryDirectory()
        self.folder = folder or Path(self._temporary.name if self._temporary else "")
        self.folder.mkdir(parents=True, exist_ok=True)
        self._taken: set[str] = set()
        start = multiprocessing.get_context("spawn").Process
        self._processes = [
            start(target=_make_all, args=(make, self.folder, numbers[k::processes]), daemon=True)
            for k in range(processes)
        ]

    def __enter__(self) -> Makers:
        for process in self._processes:
            process.start()
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.join()
        if self._temporary:
            self._temporary.cleanup()

    def take(self) -> list[Any]:
        """The samples that have been made since this was asked last."""
        samples = []
        for path in sorted(self.folder.glob("*.shard")):
            if path.name not in self._taken:
                samples += pickle.loads(path.read_bytes())
                if self._temporary:
                    path.unlink()
                else:
                    self._taken.add(path.name)
        return samples

    def wait_until(self, is_enough: Callable[[list[Any]], bool]) -> None:
        """Hand over what is made until it is enough; SystemExit where nothing makes any more."""
        while not is_enough(self.take()):
            if self._processes and not any(process.is_alive() for process in self._processes):
                if is_enough(self.take()):
                    return
                raise SystemExit("No process makes samples any more: see above why.")
            time.sleep(POLL)


def _make_all(make: Make, folder: Path, numbers: range) -> None:
    cv2.setNumThreads(1)
    for number in numbers:
        path = folder / _FILE.format(number)
        if not path.exists():
            unfinished = path.with_suffix(".part")
            unfinished.write_bytes(pickle.dumps(make(number)))
            unfinished.rename(path)
