"""A running dashboard and a real browser for the tests of the pages."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from compiled_once import compile_once
from dashboards import (
    HURRY,
    Dashboard,
    first_on_pages,
    keep_pages,
    open_chromium,
    opened,
    set_screen,
    start_dashboard,
)
from kept_processes import end_kept_processes, keep_processes
from palago.webui.app import services_of
from palago.webui.server.configuration import Configuration

#: Jobs that give back what the tests' photos say of themselves; and nothing is learned of them.
STAND_INS: dict[str, Any] = {
    "reader": "table_photos:read_truth",
    "board_reader": "board_photos:read_board",
    "learner_wait": 3600.0,
}


@pytest.fixture(scope="session", autouse=True)
def _stand_in_reader_can_be_imported() -> Iterator[None]:
    """The reading processes find the stand-in reader beside these tests."""
    patch = pytest.MonkeyPatch()
    patch.setenv("PYTHONPATH", str(Path(__file__).parent), prepend=os.pathsep)
    yield
    patch.undo()


@pytest.fixture(scope="session", autouse=True)
def _processes_are_handed_on(_stand_in_reader_can_be_imported: None) -> Iterator[None]:
    """A dashboard's processes work for the next one, too."""
    patch = pytest.MonkeyPatch()
    keep_processes(patch)
    yield
    patch.undo()
    end_kept_processes()


@pytest.fixture(scope="session", autouse=True)
def _dashboards_are_compiled_once() -> Iterator[None]:
    """Routes, pages and questions to the database."""
    patch = pytest.MonkeyPatch()
    compile_once(patch)
    yield
    patch.undo()


@pytest.fixture
def configuration(tmp_path: Path) -> Any:
    """A dashboard's configuration with the stand-in reader and its own data folder."""
    return Configuration(data=tmp_path / "data", **STAND_INS)


@pytest.fixture
def app(configuration: Any) -> Iterator[Any]:
    """A dashboard of its own."""
    with opened(configuration) as made:
        yield made


@pytest.fixture
def client(app: Any) -> Any:
    """Flask's test client on a dashboard of its own."""
    return app.test_client()


@pytest.fixture
def parts(app: Any) -> Any:
    """The services of a dashboard of its own."""
    return services_of(app)


@pytest.fixture(scope="session")
def dashboard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    """One served dashboard for all tests that start games of their own."""
    data = tmp_path_factory.mktemp("dashboard")
    running, stop = start_dashboard(Configuration(data=data, **STAND_INS))
    # A page asks for forty files, and the browser would ask for each of them again on every page.
    running.app.config["SEND_FILE_MAX_AGE_DEFAULT"] = 3600
    yield running
    stop()


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A real headless Chromium, skipped where the machine has none."""
    browser = open_chromium(tmp_path_factory.mktemp("chromium"))
    yield browser
    browser.quit()


@pytest.fixture
def browser(chromium: Any) -> Iterator[Any]:
    """The browser at a phone's size with nothing remembered; its console must stay clean."""
    keep_pages(chromium, False)
    chromium.execute_cdp_cmd("Network.clearBrowserCookies", {})  # of all addresses
    set_screen(chromium, 390, 844)
    chromium.get_log("browser")
    yield chromium
    complaints = [
        line["message"] for line in chromium.get_log("browser") if line["level"] == "SEVERE"
    ]
    chromium.get("about:blank")
    assert not [line for line in complaints if "favicon" not in line and "status of 4" not in line]


@pytest.fixture
def hurried(browser: Any) -> Iterator[Any]:
    """The browser, whose pages try again soon: a test need not wait for that."""
    with first_on_pages(browser, HURRY):
        yield browser
