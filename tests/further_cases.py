"""Cases of a test that seldom tell more than its first ones do: they run with the slow tests."""

from collections.abc import Iterable
from typing import Any

import pytest


def further(cases: Iterable[Any]) -> list[Any]:
    """The cases (a value each, or a tuple of them) for ``make slow`` alone."""
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow)
        for case in cases
    ]
