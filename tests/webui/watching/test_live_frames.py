"""Frames that a browser sends: decoded by a process apart, from few cameras at once."""

import io
import os
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from dashboards import opened
from palago.webui import live_hub
from palago.webui.live_hub import LiveHub
from palago.webui.watching import live_sessions
from palago.webui.watching.live_sessions import frames_from_browser
from palago.webui.workers.usage import memory_of
from palago.webui.workers.worker import WorkerPool
from PIL import Image


def jpeg(mode: str, size: tuple[int, int]) -> bytes:
    buffer = io.BytesIO()
    Image.new(mode, size, (200, 100, 50, 0)[: len(mode)]).save(buffer, "JPEG", quality=90)
    return buffer.getvalue()


@pytest.fixture
def open_client(configuration: Any) -> Iterator[Any]:
    with opened(configuration, open_to_all=True, most_cameras=1) as app:
        yield app.test_client()


def test_frames_are_decoded_elsewhere_and_bombs_are_left_out() -> None:
    """Four cameras with CMYK frames of 98 million pixels took 6.7 GB of the server's process."""
    decoders, hub = WorkerPool(1, most_waiting=4, seconds=10.0), LiveHub(4)
    sent = [jpeg("CMYK", (9_900, 9_900)), b"\xff\xd8\xff no frame", jpeg("RGB", (640, 480))]
    taken = iter(sent)
    hub.take_frame = lambda *_: next(((frame, 0.0) for frame in taken), None)  # type: ignore[method-assign]
    before = memory_of(os.getpid())
    came = frames_from_browser(hub, decoders, "game", time.monotonic())
    frames = [(moment, frame) for moment, frame in came if frame is not None]
    decoders.close()
    assert memory_of(os.getpid()) - before < 50_000_000
    assert [frame.shape for _, frame in frames] == [(480, 640, 3)]
    assert np.abs(frames[0][1].astype(int) - [50, 100, 200]).max() <= 3


def test_a_frame_that_had_to_wait_is_of_the_moment_at_which_it_came() -> None:
    hub, decoders = LiveHub(4), WorkerPool(1, most_waiting=4, seconds=10.0)
    frames = frames_from_browser(hub, decoders, "game", started := time.monotonic())
    hub.put_frame("game", jpeg("RGB", (64, 48)), 0.0)
    came = time.monotonic() - started
    time.sleep(0.3)  # the one before is still being read
    moment, _ = next(frames)
    decoders.close()
    assert moment <= came


def test_a_browser_that_falls_silent_is_told_of_and_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live_sessions, "SECONDS_OF_SILENCE", 0.05)
    hub, decoders = LiveHub(4), WorkerPool(1, most_waiting=4, seconds=10.0)
    frames = frames_from_browser(hub, decoders, "game", time.monotonic())
    came = []
    for sent in (True, False, False, True):
        if sent:
            hub.put_frame("game", jpeg("RGB", (64, 48)), 0.0)
        came.append(next(frames)[1] is not None)
    assert came == [True, False, False, True]
    assert sum(1 for _ in frames) == live_sessions.MOST_SILENCES, "in the end it is given up"
    decoders.close()


def test_a_camera_that_was_off_before_its_first_frame_ends_at_once() -> None:
    hub, decoders = LiveHub(4), WorkerPool(0, most_waiting=0, seconds=1.0)
    frames = frames_from_browser(hub, decoders, "game", time.monotonic())
    hub.stop("game")
    hub.put_frame("game", b"late", 0.0)
    assert list(frames) == [] and not hub.has_consumer("game")


def test_cameras_that_ended_long_ago_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    hub = LiveHub(4)
    for game in ("over", "watched", "on"):
        hub.stop(game, "run")
    hub.set_state("on", "still")
    with hub.watching("watched"):
        hub.stop("another", "run")
        assert hub.is_off("over", "run"), "a moment later it is remembered"
        monkeypatch.setattr(live_hub, "FORGOTTEN_AFTER", 0.0)
        hub.stop("one more", "run")
        known = [game for game in ("over", "watched", "on") if hub.is_off(game, "run")]
    assert known == ["watched", "on"]


def test_a_second_camera_waits_until_the_first_is_off(open_client: Any) -> None:
    game = open_client.post("/api/v1/games", json={"kind": "palago"}).json["id"]

    def send(to: str, address: str) -> Any:
        return open_client.post(
            f"/api/v1/games/{to}/frames",
            data=jpeg("RGB", (64, 48)),
            environ_base={"REMOTE_ADDR": address},
        )

    assert [send(game, "192.0.2.1").status_code for _ in range(2)] == [200] * 2
    second = send(game, "192.0.2.2")
    assert (second.status_code, second.json["error"]["code"]) == (422, "refused")
    assert "Another camera" in second.json["error"]["message"]
    other = open_client.post("/api/v1/games", json={"kind": "palago"}).json["id"]
    refused = send(other, "192.0.2.4")
    assert (refused.status_code, refused.json["error"]["code"]) == (503, "too_many_cameras")
    open_client.put(f"/api/v1/games/{game}/live", json={"state": "off"})
    assert [send(game, f"192.0.2.{n}").status_code for n in (2, 1)] == [200, 422]


def test_a_late_frame_does_not_begin_anew_what_was_switched_off(
    open_client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_hub, "LATE_FRAMES_SECONDS", 0.2)
    game = open_client.post("/api/v1/games", json={"kind": "palago"}).json["id"]

    def send(run: str) -> Any:
        address = f"/api/v1/games/{game}/frames?run={run}"
        open_client.post(address, data=jpeg("RGB", (64, 48)))
        return open_client.get(f"/api/v1/games/{game}/live").json["followed"]

    assert send("first")
    open_client.put(f"/api/v1/games/{game}/live", json={"state": "off", "run": "first"})
    time.sleep(0.3)
    assert not send("first"), "the page was loaded anew; nobody films with that run"
    assert send("second")
    open_client.delete(f"/api/v1/games/{game}/watch")  # from another page
    time.sleep(0.3)
    assert not send("first") and not send("second")
