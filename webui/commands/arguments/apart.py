"""Photos are read in a process apart, which is given up where one takes too long or too much."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
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


@contextmanager
def reader_apart() -> Iterator[Callable[..., Told]]:
    """What reads photos one after the other, each within its limits, in a process that ends with
    the context.

    It takes a photo's path, or ``-`` for standard input, and the ``job`` that reads it, usually as
    one of tiles, with the job's wishes. It raises BadInput with a sentence that names the photo.
    """
    from ...tables.tiles import TILES_PAGE

    pool = WorkerPool(1, most_waiting=1, seconds=SECONDS_FOR_A_PHOTO)

    def read(source: str, job: str = TILES_PAGE.commands.told, **wishes: Any) -> Told:
        sent = sys.stdin.buffer.read(MOST_PHOTO_BYTES + 1) if source == "-" else b""
        try:
            answer = pool.run_with(sent, job, {"source": source, **wishes})
        except JobRefused as refusal:
            name, why = source_named(source), str(refusal)
            raise BadInput(why if name in why else f"{name}: {why}") from None
        return Told(answer.result["json"], answer.result["words"], answer.attached)

    with closing(pool):
        yield read
