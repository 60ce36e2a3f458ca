"""How the kernel is compiled, and where the machine code is kept.

Numba's own cache looks only at the file of the function that is called; a change in another file
that it uses would go unnoticed. So the folder of the cache is named after all sources of the
kernel together.
"""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import numba

P = ParamSpec("P")
R = TypeVar("R")


def sources_fingerprint() -> str:
    """A short name for the present state of the kernel's sources."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return f"{digest.hexdigest()[:12]}-py{sys.version_info.major}{sys.version_info.minor}"


def cache_folder() -> Path | None:
    """Where the machine code is kept; None where nothing can be written.

    Beside the sources where that can be written to (an install of one's own), else in the user's
    cache folder, with what lies beside the sources already.
    """
    name = f"palago-{sources_fingerprint()}"
    beside = Path(__file__).parent / "__pycache__" / name
    if _can_write(beside):
        return beside
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    own = Path(base) / "palago" / name
    if not _can_write(own):
        return None
    if beside.is_dir() and not any(own.iterdir()):
        shutil.copytree(beside, own, dirs_exist_ok=True)
    return own


def _can_write(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


CACHE_FOLDER = cache_folder()

#: Whether there was machine code for these sources when the program started.
COMPILED_BEFORE = CACHE_FOLDER is not None and any(CACHE_FOLDER.rglob("*.nbi"))

if not COMPILED_BEFORE:
    logging.getLogger(__name__).warning(
        "preparing the fast search for this machine, once; it takes about half a minute"
    )


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function of the kernel on its first call, or load what was compiled before.

    The interpreter's lock is released while it runs.
    """
    config: Any = numba.config  # its settings are not known to type checkers
    usual = config.CACHE_DIR
    config.CACHE_DIR = str(CACHE_FOLDER)
    keep = CACHE_FOLDER is not None
    try:
        made: Callable[P, R] = numba.njit(cache=keep, nogil=True, error_model="numpy")(function)
    finally:
        config.CACHE_DIR = usual
    return made
