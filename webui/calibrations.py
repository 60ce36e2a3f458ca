"""Calibrations in progress; nothing of them is worth keeping on disk."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

SoFar = TypeVar("SoFar")

MOST_CALIBRATIONS = 8
#: Maximum number of photos in one of them.
MOST_VIEWS = 60


class UnknownCalibration(Exception):
    """There is no such calibration, or no more."""


class Calibrations(Generic[SoFar]):
    """What each calibration has seen so far, the newest last."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, SoFar] = OrderedDict()

    def begin(self, seen: SoFar) -> str:
        """A new calibration's name."""
        name = secrets.token_urlsafe(9)
        with self._lock:
            self._kept[name] = seen
            if len(self._kept) > MOST_CALIBRATIONS:
                self._kept.popitem(last=False)
        return name

    def get(self, name: str) -> SoFar:
        """What was seen so far. Raises UnknownCalibration."""
        return self.change(name, lambda seen: seen)

    def change(self, name: str, grown: Callable[[SoFar], SoFar]) -> SoFar:
        """What was seen with one photo more. Raises UnknownCalibration."""
        with self._lock:
            if name not in self._kept:
                raise UnknownCalibration
            self._kept[name] = grown(self._kept[name])
            return self._kept[name]
