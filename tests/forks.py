"""Runs tests in several processes that are forked from one that has collected them.

``pytest --forks 3``: each process takes one module after another and tells the first what came of
its tests. To load and collect all tests costs as much as running hundreds of them, so it is done
once, not in each process.
"""

from __future__ import annotations

import contextlib
import itertools
import os
from collections.abc import Iterator
from multiprocessing.connection import Connection, Pipe, wait
from pickle import PicklingError
from typing import Any

import pytest

_NUMBER = 4
"""Bytes of a module's number in the queue."""


def run_in_forks(session: pytest.Session, count: int) -> bool:
    """Stands in for pytest's own loop over all tests."""
    groups = [list(group) for _, group in itertools.groupby(session.items, lambda item: item.path)]
    queue = _queue_of(len(groups))
    running: dict[Connection, _Fork] = {}
    for _ in range(count):
        fork = _Fork(session, groups, queue)
        running[fork.reports] = fork
    try:
        while running:
            for connection in wait(list(running)):
                assert isinstance(connection, Connection)
                if not running[connection].hear():
                    del running[connection]
            if session.shouldfail or session.shouldstop:
                _empty(queue)
    finally:
        _empty(queue)
        for fork in running.values():
            fork.wait()
        os.close(queue)
    if session.shouldfail:
        raise session.Failed(session.shouldfail)
    if session.shouldstop:
        raise session.Interrupted(session.shouldstop)
    return True


def _queue_of(count: int) -> int:
    """A pipe that holds the numbers of all modules; who reads one has it alone.

    Neighbours in a folder are alike, and tests that wait for a browser go well with tests that
    reckon: so the two halves are riffled.
    """
    half = (count + 1) // 2
    riffled = sorted(range(count), key=lambda number: (number % half, number))
    taken, given = os.pipe()
    os.write(given, b"".join(number.to_bytes(_NUMBER, "big") for number in riffled))
    os.close(given)
    return taken


def _empty(queue: int) -> None:
    while os.read(queue, 4096):
        pass


class _Fork:
    """A process that runs tests, seen from the first one."""

    def __init__(self, session: pytest.Session, groups: list[list[pytest.Item]], queue: int):
        self._session, self._item = session, session.items[0]
        self.reports, told = Pipe(duplex=False)
        self._process = os.fork()
        if self._process == 0:
            self.reports.close()
            _work(session, groups, queue, told)
        told.close()

    def hear(self) -> bool:
        """Pass on what the process says; False once it has ended."""
        hook = self._session.config.hook
        try:
            kind, said = self.reports.recv()
        except EOFError:
            if status := self.wait():
                hook.pytest_runtest_logreport(report=self._death(status))
            return False
        if kind == "began":
            self._item = self._session.items[said]
        elif kind == "warned":
            hook.pytest_warning_recorded.call_historic(kwargs=said)
        else:
            report = hook.pytest_report_from_serializable(config=self._session.config, data=said)
            hook.pytest_runtest_logreport(report=report)
        return True

    def wait(self) -> int:
        """Its exit status, minus the signal that ended it."""
        return os.waitstatus_to_exitcode(os.waitpid(self._process, 0)[1])

    def _death(self, status: int) -> pytest.TestReport:
        return pytest.TestReport(
            nodeid=self._item.nodeid,
            location=self._item.location,
            keywords={},
            outcome="failed",
            longrepr=f"the process that ran this test ended with {status}, its other tests unrun",
            when="call",
        )


class _Told:
    """In a fork: what pytest would show is told to the first process."""

    def __init__(self, config: pytest.Config, told: Connection) -> None:
        self._config, self._told = config, told

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        hook = self._config.hook
        data = hook.pytest_report_to_serializable(config=self._config, report=report)
        self._told.send(("reported", data))

    def pytest_warning_recorded(
        self, warning_message: Any, when: str, nodeid: str, location: Any
    ) -> None:
        of_it = {"when": when, "nodeid": nodeid, "location": location}
        # A warning may hold what cannot be sent.
        with contextlib.suppress(AttributeError, TypeError, PicklingError):
            self._told.send(("warned", {"warning_message": warning_message, **of_it}))


def _work(
    session: pytest.Session, groups: list[list[pytest.Item]], queue: int, told: Connection
) -> None:
    """All that a fork does; it never returns."""
    config, status = session.config, 1
    try:
        plugins = config.pluginmanager
        plugins.unregister(name="terminalreporter")
        plugins.register(_Told(config, told))
        if capture := plugins.getplugin("capturemanager"):  # else all wrote into one file
            capture.stop_global_capturing()
            capture.start_global_capturing()
            capture.suspend_global_capture(in_=True)
        numbers = {item: number for number, item in enumerate(session.items)}
        items = itertools.chain(_taken(queue, groups), (None,))
        item = next(items)
        while item is not None and not (session.shouldfail or session.shouldstop):
            following = next(items)
            told.send(("began", numbers[item]))
            config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            item = following
        status = 0
    finally:
        with contextlib.suppress(BaseException):
            session._setupstate.teardown_exact(None)
        told.close()
        os._exit(status)


def _taken(queue: int, groups: list[list[pytest.Item]]) -> Iterator[pytest.Item]:
    while number := os.read(queue, _NUMBER):
        yield from groups[int.from_bytes(number, "big")]
