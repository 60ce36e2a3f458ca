"""Processes that work for the dashboard: given up when they fail, and closed without a trace."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kept_processes import Started
from palago.engine.phrases import Phrase, Refused
from palago.webui.workers import usage, worker
from palago.webui.workers.waiting import Pauses, work_for
from palago.webui.workers.worker import Busy, JobRefused, WorkerPool

POWER = "math:sqrt"
WITHOUT_UNIX = Path(__file__).parents[2] / "without_unix"


@pytest.fixture(autouse=True)
def _each_process_is_started_and_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_Worker", Started)


@pytest.fixture
def complaints(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """What threads died of."""
    found: list[Any] = []
    monkeypatch.setattr(threading, "excepthook", found.append)
    yield found
    assert found == []


def pool_of(count: int = 1, **limits: Any) -> WorkerPool:
    return WorkerPool(count, most_waiting=2, **{"seconds": 30.0, **limits})


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    """One process, ended with the test."""
    opened = pool_of()
    yield opened
    opened.close()


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
            pool.run("server.test_worker:rest", {})
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
        pool.run("server.test_worker:rest", {})


def rest() -> None:
    """A job that takes its time."""
    time.sleep(60)


def crash() -> None:
    """A job that brings its process down."""
    os.abort()


def double(number: int) -> int:
    """A job that works."""
    return 2 * number


def test_a_job_that_crashes_costs_one_process_and_the_next_one_works(pool: WorkerPool) -> None:
    assert pool.run("server.test_worker:double", {"number": 4}) == 8
    with pytest.raises(JobRefused, match="ended before it was done"):
        pool.run("server.test_worker:crash", {})
    assert pool.run("server.test_worker:double", {"number": 5}) == 10


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
        "PYTHONPATH", os.pathsep.join([str(WITHOUT_UNIX), str(Path(__file__).parents[1])])
    )
    monkeypatch.setattr(worker, "MOST_BYTES_OF_MEMORY", 300 << 20)
    pool = pool_of()
    with pytest.raises(JobRefused, match="more memory than is allowed"):
        pool.run("server.test_worker:grow", {})
    assert pool.run("server.test_worker:double", {"number": 5}) == 10
    pool.close()


def test_a_sender_whose_job_had_to_be_ended_pauses_and_nobody_else_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slept: list[float] = []
    monkeypatch.setattr(worker, "Pauses", lambda: Pauses(lambda: 0.0, slept.append))
    pool = pool_of()
    work_for("bomber")
    for _ in range(3):
        with pytest.raises(JobRefused, match="ended before it was done"):
            pool.run("server.test_worker:crash", {})
    with pytest.raises(Busy) as paused:
        pool.run("server.test_worker:double", {"number": 4})
    assert paused.value.code == "paused" and paused.value.seconds == 8
    assert slept == [2, 4]
    work_for("honest")
    assert pool.run("server.test_worker:double", {"number": 4}) == 8
    work_for("")
    pool.close()


def test_pauses_grow_and_end() -> None:
    now, slept = [0.0], []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    pauses = Pauses(lambda: now[0], sleep)
    for wanted in (2, 4, 8, 16, 32, 64, 120, 120):
        pauses.begin("bomber")
        if wanted > 5:
            with pytest.raises(Busy) as paused:
                pauses.wait("bomber")
            assert paused.value.seconds == wanted
            now[0] += wanted
        pauses.wait("bomber")
        pauses.wait("honest")
    assert slept == [2, 4]


def reversed_bytes(data: bytes, name: str) -> tuple[str, bytes]:
    """A job that is given bytes and gives bytes back."""
    return name, data[::-1]


def refuse(why: str) -> None:
    """A job that is refused in words of the engine, by a change of a game."""
    values: dict[str, str | int] = {"colour": why, "count": 4, "most": 3}
    raise JobRefused.because(Refused(Phrase("palanquee_too_many_seeds", values)))


def test_what_a_job_refuses_is_said_in_every_language(pool: WorkerPool) -> None:
    with pytest.raises(JobRefused) as refused:
        pool.run("server.test_worker:refuse", {"why": "green"})
    said = {language: refused.value.said(language) for language in ("en", "fr", "zh-Hant")}
    assert len(set(said.values())) == 3 and all("4" in words for words in said.values())
    assert said["en"] == str(refused.value)


def test_bytes_go_to_a_job_and_come_back(pool: WorkerPool) -> None:
    sent = bytes(range(256)) * 20_000
    answer = pool.run_with(sent, "server.test_worker:reversed_bytes", {"name": "frame\n1"})
    assert answer.result == "frame\n1"
    assert answer.attached == sent[::-1]


def own_number() -> int:
    """A job that says which process it is done by."""
    return os.getpid()


def rest_with(marker: str) -> None:
    """A job that takes its time, and says when it has begun."""
    Path(marker).write_text(str(os.getpid()), encoding="ascii")
    time.sleep(60)


SERVER_THAT_IS_KILLED = """
import os, sys, threading, time
from pathlib import Path
from palago.webui.workers.worker import WorkerPool
pool = WorkerPool(1, most_waiting=2, seconds=30.0)
marker = sys.argv[1]
threading.Thread(target=pool.run, args=("server.test_worker:rest_with", {"marker": marker})).start()
while not (Path(marker).exists() and Path(marker).read_text()):
    time.sleep(0.02)
os._exit(9)
"""


def test_no_process_outlives_its_server_not_even_one_at_work(tmp_path: Path) -> None:
    marker = tmp_path / "at work"
    subprocess.run([sys.executable, "-c", SERVER_THAT_IS_KILLED, str(marker)], timeout=60)
    process = int(marker.read_text(encoding="ascii"))
    deadline = time.monotonic() + 5
    while usage.memory_of(process) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert usage.memory_of(process) == 0


def spin() -> None:
    """A job that keeps a processor busy."""
    while True:
        pass


def test_what_a_job_may_take_is_counted_by_what_its_process_was_given(pool: WorkerPool) -> None:
    """So many seconds of the processor end it; asleep it has three times as many, for it may only
    be waiting."""
    for job, least in (("spin", 0.45), ("rest", 1.45)):
        pool.run("server.test_worker:own_number", {})
        begun = time.monotonic()
        with pytest.raises(JobRefused, match="longer than 1 second and"):
            pool.run(f"server.test_worker:{job}", {}, seconds=0.49)
        assert time.monotonic() - begun >= least
    assert pool.run("server.test_worker:double", {"number": 6}) == 12


def test_a_folder_that_holds_modules_of_the_same_names_is_none_to_work_from(
    pool: WorkerPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as the sources, in which somebody serves what is installed."""
    for name in ("palago", "random"):
        (tmp_path / f"{name}.py").write_text("raise ImportError", encoding="ascii")
    monkeypatch.chdir(tmp_path)
    assert pool.run("server.test_worker:double", {"number": 6}) == 12


def test_processes_that_read_photos_load_no_database_and_no_server() -> None:
    jobs = "reading, reading_told, frames, calibration"
    code = f"import sys; from palago.webui.jobs import {jobs}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "palago.webui.jobs.reading" in loaded.stdout
    assert not {"sqlalchemy", "flask"} & set(loaded.stdout.split())
