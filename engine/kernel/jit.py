"""How the compiled parts of the engine are compiled, and where their machine code is kept.

Numba's own cache looks only at the file of the function that is called; a change in another file
that it uses would go unnoticed. So the folder of the cache is named after all sources together.
"""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import numba
import numpy as np
from numba.core import event
from numba.core.types.misc import unliteral
from numpy.typing import NDArray

P = ParamSpec("P")
R = TypeVar("R")
#: What compiled functions take.
Integers = NDArray[np.int64]
Bytes = NDArray[np.int8]

_HERE = Path(__file__).parent
_CACHES, _PYTHON = "palago-", f"py{sys.version_info.major}{sys.version_info.minor}"
_CREATURES = _HERE.parent / "creatures"
#: All files with functions that are compiled, and with what these know while they are compiled.
_SOURCES = (*_HERE.glob("*.py"), _CREATURES / "search.py", _CREATURES / "sums.py")
#: A file in the cache's folder from the moment on when the whole search is compiled.
_COMPLETE = "search-is-compiled"


def sources_fingerprint() -> str:
    """A short name for the present state of the compiled sources."""
    digest = hashlib.sha256()
    for path in sorted(_SOURCES):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return f"{digest.hexdigest()[:12]}-{_PYTHON}"


def cache_folder() -> Path | None:
    """Where the machine code is kept; None where nothing can be written.

    Beside the sources, if that folder can be written to. Else in the user's cache folder, which
    then takes over what lies beside the sources; else in the folder for temporary files.
    """
    name = f"{_CACHES}{sources_fingerprint()}"
    beside = _HERE / "__pycache__" / name
    own = user_cache_folder() / name
    # Windows allows paths of 260 characters, which there may be too few beside the sources.
    for folder in (own,) if sys.platform == "win32" else (beside, own):
        if _can_write(folder):
            if folder is own and beside.is_dir() and not any(own.iterdir()):
                shutil.copytree(beside, own, dirs_exist_ok=True)
            return folder
    passing = _passing_folder() / name
    return passing if _is_only_ours(passing.parent) and _can_write(passing) else None


def user_cache_folder() -> Path:
    """The folder of this system for what this user's programs can make anew."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.expanduser(r"~\AppData\Local")
        return Path(base) / "palago" / "cache"
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "palago"


def _passing_folder() -> Path:
    user = os.getuid() if hasattr(os, "getuid") else "cache"
    return Path(tempfile.gettempdir()) / f"palago-{user}"


def _is_only_ours(folder: Path) -> bool:
    """Whether nobody else can put machine code there; the folder is made if it is not there yet."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return False
    if not hasattr(os, "getuid"):  # Windows gives each user a folder for temporary files
        return True
    mine = found.st_uid == os.getuid() and stat.S_ISDIR(found.st_mode)
    return mine and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _can_write(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _what_is_prepared(folder: Path | None) -> str:
    once = (
        "preparing this part of the fast search for this machine, once; it may take half a minute"
    )
    if folder is None:
        return (
            "preparing the fast search; it takes about half a minute each time, because no folder "
            "can be written to in which it could be kept"
        )
    if folder.parent == _passing_folder():
        return f"{once} (kept in {folder.parent}: no other folder can be written to)"
    return once


CACHE_FOLDER = cache_folder()

#: Whether there was machine code of the search for these sources when the program started.
COMPILED_BEFORE = CACHE_FOLDER is not None and (CACHE_FOLDER / _COMPLETE).exists()


class _Announcement(event.Listener):  # type: ignore[misc]
    """Says once that something is compiled, as soon as that begins."""

    def __init__(self) -> None:
        self._said = False

    def on_start(self, event: object) -> None:
        if not self._said:
            self._said = True
            logging.getLogger(__name__).warning(_what_is_prepared(CACHE_FOLDER))

    def on_end(self, event: object) -> None:
        pass


event.register("numba:compile", _Announcement())


def note_that_the_search_is_compiled() -> None:
    """Let programs that are started later know that they need not compile it. What was compiled
    from older sources is removed."""
    if CACHE_FOLDER is None:
        return
    (CACHE_FOLDER / _COMPLETE).touch()
    for folder in CACHE_FOLDER.parent.glob(f"{_CACHES}*-{_PYTHON}"):
        if folder != CACHE_FOLDER:
            shutil.rmtree(folder, ignore_errors=True)


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function on its first call, or load what was compiled before. The interpreter's
    lock is released while it runs."""
    config: Any = numba.config  # its settings are not known to type checkers
    usual = config.CACHE_DIR
    config.CACHE_DIR = str(CACHE_FOLDER)
    keep = CACHE_FOLDER is not None
    try:
        made: Any = numba.njit(cache=keep, nogil=True, error_model="numpy")(function)
    finally:
        config.CACHE_DIR = usual
    resolve = made.get_call_template
    # Else numba compiles a function anew for each number that stands in a call of it.
    made.get_call_template = lambda args, kws: resolve(tuple(map(unliteral, args)), kws)
    compiled_function: Callable[P, R] = made
    return compiled_function
