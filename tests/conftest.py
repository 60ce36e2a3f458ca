"""What holds for all tests."""

from __future__ import annotations

import os
import tempfile

import pytest
from hypothesis import settings

_home = pytest.StashKey[tempfile.TemporaryDirectory[str]]()


def pytest_configure(config: pytest.Config) -> None:
    """Give the tests, and all that they start, a home that is gone afterwards."""
    config.stash[_home] = tempfile.TemporaryDirectory(prefix="palago-tests-")
    home = config.stash[_home].name
    for name in ("HOME", "USERPROFILE"):
        os.environ[name] = home
    for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "PALAGO_DATA"):
        os.environ.pop(name, None)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Take the home away."""
    config.stash[_home].cleanup()


# No test is about speed: a busy machine must not fail one.
settings.register_profile("palago", deadline=None)
settings.load_profile("palago")
