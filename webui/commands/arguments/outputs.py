"""Files that subcommands write, and the JSON that they print."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from time import monotonic
from typing import Any

from ....engine.stamp import stamped
from ...errors import BadInput


def print_json(what: str, value: Mapping[str, Any]) -> None:
    """Print one line of JSON, stamped with the format that it has."""
    print(json.dumps(stamped(what, value)))


#: Between two lines of a long work that no terminal shows a bar of.
SECONDS_BETWEEN_LINES = 30.0


class NowAndThen:
    """Says on standard error how far a long work is, where that is no terminal with a bar on it."""

    def __init__(self) -> None:
        self._said = monotonic()

    def say(self, words: str) -> None:
        """Say it, unless that was done a short while ago."""
        if not sys.stderr.isatty() and monotonic() - self._said >= SECONDS_BETWEEN_LINES:
            print(words, file=sys.stderr, flush=True)
            self._said = monotonic()


@contextmanager
def writing(path: str | Path) -> Iterator[None]:
    """While a file or folder is written, in a folder that is made where it is not there: what
    took long to find is not lost by that. Raises BadInput where it cannot be written."""
    if str(path) == "-":
        raise BadInput("- is standard input; what is written needs a file's name")
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as error:
        places = (path, *Path(path).parents)
        place = next((one for one in places if os.path.exists(one)), Path())
        why = error.strerror or str(error)
        if isinstance(error, FileExistsError | NotADirectoryError):
            why = f"{place} is a file, no folder"
        elif os.path.isdir(path):
            why = "it is a folder; name a file in it"
        elif isinstance(error, FileNotFoundError):
            why = f"nothing can be made in {place}: name another folder"
        raise BadInput(f"cannot write {path}: {why}") from None


def require_writable(path: str | Path) -> None:
    """Refuse before the work what could not be written after it. Raises BadInput."""
    with writing(path):
        if Path(path).is_dir():
            raise IsADirectoryError
        TemporaryFile(dir=Path(path).parent).close()


def write_json(path: str | Path, value: Any) -> None:
    """Write a file of JSON. Raises BadInput."""
    with writing(path):
        Path(path).write_text(json.dumps(value, indent=1) + "\n", encoding="utf-8")


def require_ending(path: Path, ending: str, why: str) -> None:
    """Refuse a file's name that promises another kind than is made. Raises BadInput."""
    if path.suffix.lower() not in (ending, ""):
        name = path.with_suffix(ending).name
        raise BadInput(f"{path} would not be what its name says: {why}; name it {name}")


def write_svg(path: str | Path, svg: str) -> None:
    """Write a picture. Raises BadInput where the file's name promises another kind, or it cannot
    be written."""
    path = Path(path)
    require_ending(path, ".svg", "pictures are drawn as SVG, which browsers open and print")
    with writing(path):
        path.write_text(svg + "\n", encoding="utf-8")
