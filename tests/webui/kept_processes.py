"""Processes that do jobs, handed on from one dashboard of the tests to the next.

Two hundred dashboards would each start a process that loads the same libraries for a quarter of a
second. What becomes of a process that fails, hangs or is closed is tried with real ones in
``server/test_worker.py``.
"""

import os
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import pytest
from palago.webui.workers import worker

Started = worker._Worker
#: A process that left the processor to all others would wait for the tests that run beside its own.
_AS_OTHERS = (
    "import os; os.nice = lambda more: 0; "
    "from palago.webui.workers import worker_process; worker_process.main()"
)
#: The processes that wait, by what their own start would have made of them.
_waiting: dict[Any, list[tuple[Any, Any]]] = defaultdict(list)


class KeptWorker(Started):
    """A process whose end, once it has answered all that it was asked, is put off."""

    def __init__(self, in_background: bool) -> None:
        super().__init__(in_background)
        self._command[1:4] = ["-c", _AS_OTHERS]
        self._at_work = self._just_taken = False
        self._kind: Any = None

    def run(self, request: Mapping[str, Any], attached: bytes, seconds: float) -> worker.JobAnswer:
        with self._lock:
            self._at_work = True
            if self._process is None and not self._stopped:
                self._kind = (*self._command, os.getcwd(), *_surroundings())
                if _waiting[self._kind]:
                    self._process, self._answers = _waiting[self._kind].pop()
                    self._just_taken = True
        try:
            return super().run(request, attached, seconds)
        finally:
            with self._lock:
                self._at_work = False

    def stop(self) -> None:
        with self._lock:
            if self._process is not None and not self._at_work and not self._stopped:
                _waiting[self._kind].append((self._process, self._answers))
                self._process = None
        super().stop()

    def _answer(self, process: Any, seconds: float, starting: float) -> Any:
        if self._just_taken:  # it may have to load what this dashboard's jobs need
            starting, self._just_taken = worker.STARTING_SECONDS, False
        return super()._answer(process, seconds, starting)


def _surroundings() -> list[tuple[str, str]]:
    return sorted(pair for pair in os.environ.items() if not pair[0].startswith("PYTEST_"))


def keep_processes(patch: pytest.MonkeyPatch) -> None:
    """From now on, until :func:`end_kept_processes`."""
    patch.setattr(worker, "_Worker", KeptWorker)


def end_kept_processes() -> None:
    """End those that wait."""
    for process, _ in (pair for pairs in _waiting.values() for pair in pairs):
        process.kill()
        process.wait()
    _waiting.clear()
