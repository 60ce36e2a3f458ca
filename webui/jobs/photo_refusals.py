"""What is wrong with a photo, told by a process apart."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..workers.worker import JobRefused


@contextmanager
def photos_refused() -> Iterator[None]:
    """Refuse the job, with the photo's sentence and code, where a photo cannot be read."""
    from ...vision import PhotoError

    try:
        yield
    except PhotoError as error:
        raise JobRefused(str(error), f"photo_{error.code}") from None
