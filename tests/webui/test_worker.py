"""Processes that work for the dashboard: given up when they fail, and closed without a trace."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from palago.webui.jobs import worker
from palago.webui.jobs.worker import Busy, JobRefused, WorkerPool

POWER = "math:sqrt"
WITHOUT_UNIX = Path(__file__).parents[1] / "without_unix"


@pytest.fixture
def complaints(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """What threads died of."""
    found: list[Any] = []
    monkeypatch.setattr(threading, "excepthook", found.append)
    yield found
    assert found == []


def pool_of(count: int = 1, **limits: Any) -> WorkerPool:
    return WorkerPool(count, most_waiting=2, **{"seconds": 30.0, **limits})


def test_closing_while_the_processes_warm_up_leaves_nothing_behind(complaints: list[Any]) -> None:
    for pause in (0.0, 0.02, 0.2):
        before = set(threading.enumerate())
        pool = pool_of(2)
        pool.warm_up(POWER)
        time.sleep(pause)
        pool.close()
        for thread in set(threading.enumerate()) - before:
            thread.join(timeout=10)
            assert not thread.is_alive()


def test_who_waits_when_the_pool_is_closed_is_told_to_come_again(complaints: list[Any]) -> None:
    pool = pool_of()
    told: list[BaseException] = []

    def work() -> None:
        try:
            pool.run("test_worker:rest", {})
        except (Busy, JobRefused) as error:
            told.append(error)

    workers = [threading.Thread(target=work) for _ in range(3)]
    for thread in workers:
        thread.start()
    time.sleep(0.5)
    pool.close()
    for thread in workers:
        thread.join(timeout=10)
    assert [type(error) for error in told] == [Busy] * 3
    with pytest.raises(Busy):
        pool.run("test_worker:rest", {})


def rest() -> None:
    """A job that takes its time."""
    time.sleep(60)


def crash() -> None:
    """A job that brings its process down."""
    import os

    os.abort()


def double(number: int) -> int:
    """A job that works."""
    return 2 * number


def test_a_job_that_crashes_or_hangs_costs_one_process_and_the_next_one_works() -> None:
    pool = pool_of()
    assert pool.run("test_worker:double", {"number": 4}) == 8
    with pytest.raises(JobRefused, match="breaks the program"):
        pool.run("test_worker:crash", {})
    assert pool.run("test_worker:double", {"number": 5}) == 10
    with pytest.raises(JobRefused, match="longer than 2 seconds"):
        pool.run("test_worker:rest", {}, seconds=2.0)
    assert pool.run("test_worker:double", {"number": 6}) == 12
    pool.close()


def grow() -> None:
    """A job that asks for ever more memory."""
    held = []
    while True:
        held.append(b"x" * (16 << 20))
        time.sleep(0.01)


def test_a_job_that_holds_too_much_memory_is_ended_where_the_system_sets_no_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(
        "PYTHONPATH", os.pathsep.join([str(WITHOUT_UNIX), str(Path(__file__).parent)])
    )
    monkeypatch.setattr(worker, "MOST_BYTES_OF_MEMORY", 300 << 20)
    pool = pool_of()
    with pytest.raises(JobRefused, match="more memory than is allowed"):
        pool.run("test_worker:grow", {})
    assert pool.run("test_worker:double", {"number": 5}) == 10
    pool.close()


def test_memory_is_counted_alike_by_either_way() -> None:
    counted = worker.memory_of(os.getpid())
    assert counted > 10 << 20
    assert worker._memory_by_psutil(os.getpid()) == pytest.approx(counted, rel=0.1)
