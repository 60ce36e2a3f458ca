"""Photos are read in a process apart, which is given up where one takes too long or too much."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from ...errors import BadInput
from ...jobs.reading_told import source_named
from ...workers.worker import JobRefused, WorkerPool

#: Of the processor's, for one photo; the largest that are taken need about half of it.
SECONDS_FOR_A_PHOTO = 10.0
MOST_PHOTO_BYTES = 200_000_000


@dataclass(frozen=True)
class Told:
    """A photo's Reading JSON, the same in words, and a JPEG with it drawn over where wished."""

    json: dict[str, Any]
    words: str
    overlay: bytes


class ReaderApart:
    """Reads photos one after the other, each within its limits."""

    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool

    def read(self, source: str, job: str | None = None, **wishes: Any) -> Told:
        """A photo by its path, or from standard input for ``-``.

        ``job`` reads it, usually as one of tiles; it takes the ``wishes``.

        Raises BadInput with a sentence that names the photo.
        """
        from ...tables.tiles import TILES_PAGE

        sent = sys.stdin.buffer.read(MOST_PHOTO_BYTES + 1) if source == "-" else b""
        try:
            answer = self._pool.run_with(
                sent, job or TILES_PAGE.commands.told, {"source": source, **wishes}
            )
        except JobRefused as refusal:
            is_named = source_named(source) in str(refusal)
            raise BadInput(
                str(refusal) if is_named else f"{source_named(source)}: {refusal}"
            ) from None
        return Told(answer.result["json"], answer.result["words"], answer.attached)


@contextmanager
def reader_apart() -> Iterator[ReaderApart]:
    """A reader in a process of its own, which ends with the context."""
    pool = WorkerPool(1, most_waiting=1, seconds=SECONDS_FOR_A_PHOTO)
    try:
        yield ReaderApart(pool)
    finally:
        pool.close()
