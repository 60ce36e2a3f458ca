"""A running dashboard and a real browser for the tests of the pages."""

from __future__ import annotations

import os
import shutil
import socket
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))


#: Jobs that give back what the tests' photos say of themselves; and nothing is learned of them.
STAND_INS: dict[str, Any] = {
    "reader": "table_photos:read_truth",
    "board_reader": "board_photos:read_board",
    "learner_wait": 3600.0,
}


@dataclass
class Dashboard:
    """A dashboard that answers on this machine."""

    url: str
    app: Any
    configuration: Any


def start_dashboard(
    configuration: Any, context: Any = None, host: str = "127.0.0.1", port: int = 0
) -> tuple[Dashboard, Any]:
    """Serve a dashboard as ``palago serve`` does; the second value stops it."""
    from palago.webui.app import create_app
    from palago.webui.serving import start

    listener = socket.create_server((host, port), backlog=256)
    app = create_app(configuration)
    running = start(app, configuration, listener, context)
    scheme = "http" if context is None else "https"
    url = f"{scheme}://{host}:{listener.getsockname()[1]}"
    return Dashboard(url, app, configuration), running.stop


@pytest.fixture(scope="session", autouse=True)
def _stand_in_reader_can_be_imported() -> Iterator[None]:
    """The reading processes find the stand-in reader beside these tests."""
    patch = pytest.MonkeyPatch()
    patch.setenv("PYTHONPATH", str(Path(__file__).parent), prepend=os.pathsep)
    yield
    patch.undo()


@pytest.fixture
def configuration(tmp_path: Path) -> Any:
    """A dashboard's configuration with the stand-in reader and its own data folder."""
    from palago.webui.server.configuration import Configuration

    return Configuration(data=tmp_path / "data", **STAND_INS)


@pytest.fixture
def client(configuration: Any) -> Iterator[Any]:
    """Flask's test client on a dashboard of its own."""
    from palago.webui.app import close_app, create_app

    app = create_app(configuration)
    yield app.test_client()
    close_app(app)


@pytest.fixture(scope="session")
def dashboard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    """One served dashboard for all tests that start games of their own."""
    from palago.webui.server.configuration import Configuration

    data = tmp_path_factory.mktemp("dashboard")
    # Tests leave pages sooner than people do: their streams are to be noticed as gone as soon.
    running, stop = start_dashboard(Configuration(data=data, heartbeat_seconds=1.0, **STAND_INS))
    yield running
    stop()


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A real headless Chromium, skipped where the machine has none."""
    browser = open_chromium(tmp_path_factory.mktemp("chromium"))
    yield browser
    browser.quit()


def open_chromium(profile: Path, *more_flags: str) -> Any:
    """Start a headless Chromium with a profile of its own; skips where the machine has none."""
    binary, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if binary is None or driver is None:
        pytest.skip("Chromium and its driver are not installed here")
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = binary
    flags = "headless no-sandbox disable-gpu disable-quic no-first-run disable-sync hide-scrollbars"
    background = ("disable-background-networking", "disable-component-update")
    for flag in (*flags.split(), *background, *more_flags):
        options.add_argument(f"--{flag}")
    options.add_argument(f"--user-data-dir={profile}")
    options.add_argument("--lang=en")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=Service(driver))


@pytest.fixture
def browser(chromium: Any) -> Iterator[Any]:
    """The browser at a phone's size with nothing remembered; its console must stay clean."""
    chromium.execute_cdp_cmd("Network.clearBrowserCookies", {})  # of all addresses
    set_screen(chromium, 390, 844)
    chromium.get_log("browser")
    yield chromium
    complaints = [
        line["message"] for line in chromium.get_log("browser") if line["level"] == "SEVERE"
    ]
    chromium.get("about:blank")
    assert not [line for line in complaints if "favicon" not in line and "status of 4" not in line]


def text(browser: Any, selector: str) -> str:
    """What is to be read there, asked at once: the page may draw it again at any moment."""
    found = browser.execute_script(
        "return document.querySelector(arguments[0])?.innerText", selector
    )
    return str(found or "")


def set_screen(browser: Any, width: int, height: int, *, dark: bool = False) -> None:
    """The size of the screen in CSS pixels, and whether it is night."""
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600},
    )
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})


__all__ = ["Dashboard", "open_chromium", "replace", "set_screen", "start_dashboard"]
