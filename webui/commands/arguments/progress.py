"""A line on the terminal that says how far a long task is, and then disappears."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tqdm import tqdm


@contextmanager
def progress_line() -> Iterator[Callable[[str], None]]:
    """What rewrites one line of standard error a few times a second, if it is a terminal."""
    with tqdm(bar_format="{desc}", mininterval=0.2, leave=False, disable=None) as line:

        def show(text: str) -> None:
            line.set_description_str(text, refresh=False)
            line.update()

        yield show
