"""The puzzles of a dashboard: those that came with the program, and a club's own. A club's own are
files that ``palago puzzles`` has made, in the folder ``puzzles`` of the data."""

from __future__ import annotations

import logging
from functools import lru_cache
from pathlib import Path

from ...engine.palago.puzzles.puzzle import Puzzle, PuzzleError, puzzles_that_came, read_puzzles

_log = logging.getLogger("palago")


def puzzles_of(data: Path) -> tuple[Puzzle, ...]:
    """All puzzles by their names, each once; files are read again when they have changed."""
    own: list[Puzzle] = []
    for path in sorted((data / "puzzles").glob("*.json")):
        try:
            own += _read(path, path.stat().st_mtime_ns)
        except OSError as error:
            _log.warning("%s cannot be read: %s", path, error)
    named = {puzzle.name: puzzle for puzzle in (*puzzles_that_came(), *own)}
    return tuple(named.values())


@lru_cache(maxsize=32)
def _read(path: Path, changed: int) -> tuple[Puzzle, ...]:
    """A file's puzzles as they were at a moment; none where it holds no puzzles."""
    try:
        return read_puzzles(path.read_text(encoding="utf-8"))
    except (PuzzleError, UnicodeDecodeError) as error:
        _log.warning("%s: %s", path, error)
        return ()
