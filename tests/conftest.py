"""What holds for all tests."""

import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

_home = pytest.StashKey[tempfile.TemporaryDirectory[str]]()

MEMORY = Path("/dev/shm")
ROOM = 4_000_000_000
"""Bytes that all files of the tests together need, with much to spare."""
SINGLE = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "OPENCV_FOR_THREADS_NUM")
"""As many tests run at once as there are cores: more threads would only be in each other's way."""


def pytest_configure(config: pytest.Config) -> None:
    """Give the tests, and all that they start, a home that is gone afterwards; in memory where it
    has room, for hundreds of databases wait for a disk again and again."""
    if _has_room_in_memory():
        os.environ.setdefault("TMPDIR", str(MEMORY))
    for name in SINGLE:
        os.environ.setdefault(name, "1")
    # The tests start hundreds of processes, which would compile our sources each time.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    config.stash[_home] = tempfile.TemporaryDirectory(prefix="palago-tests-")
    home = config.stash[_home].name
    for name in ("HOME", "USERPROFILE"):
        os.environ[name] = home
    for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "PALAGO_DATA"):
        os.environ.pop(name, None)


def _has_room_in_memory() -> bool:
    if not MEMORY.is_dir() or not os.access(MEMORY, os.W_OK):
        return False
    runs_programs = not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
    return runs_programs and shutil.disk_usage(MEMORY).free > ROOM


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """What is there after the collection stays: it is not looked through again and again for what
    could be thrown away, which cost a fourteenth of all tests' time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


def pytest_unconfigure(config: pytest.Config) -> None:
    """Take the home away."""
    config.stash[_home].cleanup()


# No test is about speed: a busy machine must not fail one.
settings.register_profile("palago", deadline=None, max_examples=40)
settings.load_profile("palago")
