"""A port that is taken: by Palago itself, or by another program."""

import socket
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from dashboards import opened, start_dashboard
from palago.webui.command_line import main


def test_the_browser_shows_the_dashboard_that_runs_already(
    configuration: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown: list[str] = []
    monkeypatch.setattr("webbrowser.open", shown.append)
    dashboard, stop = start_dashboard(replace(configuration, pin="246801", pin_to_view=True))
    port = dashboard.url.rpartition(":")[2]
    other = socket.create_server(("127.0.0.1", 0))  # another program, which has the usual port
    monkeypatch.setattr("palago.webui.server.listening.USUAL_PORT", other.getsockname()[1])
    words = ["serve", "--data", str(configuration.data), "--host", "127.0.0.1"]
    try:
        for asked in ([], ["--port", port]):
            assert main([*words, *asked, "--browser"]) == 0
            assert shown.pop() == f"{dashboard.url}/"
            assert f"runs already, at {dashboard.url}/" in capsys.readouterr().out
        assert main(words) == 2
        assert "another dashboard" in capsys.readouterr().err
        assert main([*words, "--port", port]) == 2
        assert "choose another --port" in capsys.readouterr().err
    finally:
        other.close()
        stop()


def test_where_no_port_is_asked_for_the_next_free_one_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown: list[str] = []

    def show(address: str) -> None:
        shown.append(address)
        raise KeyboardInterrupt  # as who has seen enough

    monkeypatch.setattr("webbrowser.open", show)
    monkeypatch.setattr("palago.webui.server.listening.SECONDS_TO_ANSWER", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        for module in ("serving", "server.listening"):
            monkeypatch.setattr(f"palago.webui.{module}.USUAL_PORT", taken)
        words = ["serve", "--data", str(tmp_path), "--host", "127.0.0.1", "--quiet", "--browser"]
        assert main(words) == 0
        assert main([*words, "--port", str(taken)]) == 2
    (address,) = shown
    assert taken < int(address.strip("/").rpartition(":")[2]) < taken + 20
    assert f"port {taken} is taken" in capsys.readouterr().err


def test_nobody_is_asked_at_the_port_on_which_this_program_has_begun_to_listen(
    configuration: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        free = other.getsockname()[1]
    answered = []

    def ask(host: str, port: int) -> None:
        with socket.socket() as asking:
            answered.append(asking.connect_ex((host, port)) == 0)

    monkeypatch.setattr("palago.webui.serving.dashboard_at", ask)
    words = ["serve", "--data", str(configuration.data), "--host", "127.0.0.1", "--browser"]
    with opened(configuration):  # it holds the folder and serves nowhere yet
        assert main([*words, "--port", str(free)]) == 2
    assert answered == [False]
