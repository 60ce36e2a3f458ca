"""A line on the terminal that says how far a long task is, and then disappears."""

from __future__ import annotations

import sys
import time
from types import TracebackType

_SECONDS_BETWEEN = 0.2


class ProgressLine:
    """A context in which :meth:`show` rewrites one line of standard error, if it is a terminal."""

    def __init__(self) -> None:
        self._wanted = sys.stderr.isatty()
        self._next = 0.0
        self._width = 0

    def show(self, text: str) -> None:
        """Rewrite the line, at most a few times a second."""
        now = time.monotonic()
        if not self._wanted or now < self._next:
            return
        self._next = now + _SECONDS_BETWEEN
        sys.stderr.write("\r" + text.ljust(self._width))
        sys.stderr.flush()
        self._width = len(text)

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()
