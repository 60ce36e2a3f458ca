"""A dashboard that answers and a browser to look at it, for the tests of the pages."""

import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from palago.webui.app import close_app, create_app
from palago.webui.serving import start
from selenium import webdriver
from selenium.common.exceptions import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    StaleElementReferenceException,
    WebDriverException,
)
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

#: Whether an element has heard of a tap.
LISTEN = """
const it = arguments[0]; it.tapped = false;
it.addEventListener('click', () => { it.tapped = true; }, { capture: true, once: true });
"""


@dataclass
class Dashboard:
    """A dashboard that answers on this machine."""

    url: str
    app: Any
    configuration: Any


@contextmanager
def opened(configuration: Any, **changes: Any) -> Iterator[Any]:
    """A dashboard that nobody is served by, closed at the block's end; ``changes`` are to its
    configuration."""
    app = create_app(replace(configuration, **changes))
    try:
        yield app
    finally:
        close_app(app)


@contextmanager
def client_of(configuration: Any, **changes: Any) -> Iterator[Any]:
    """Flask's test client on such a dashboard."""
    with opened(configuration, **changes) as app:
        yield app.test_client()


def start_dashboard(
    configuration: Any, context: Any = None, host: str = "127.0.0.1", port: int = 0
) -> tuple[Dashboard, Any]:
    """Serve a dashboard as ``palago serve`` does; the second value stops it."""
    listener = socket.create_server((host, port), backlog=256)
    app = create_app(configuration)
    running = start(app, configuration, listener, context)
    scheme = "http" if context is None else "https"
    url = f"{scheme}://{host}:{listener.getsockname()[1]}"
    return Dashboard(url, app, configuration), running.stop


def open_chromium(profile: Path, *more_flags: str) -> Any:
    """Start a headless Chromium with a profile of its own; skips where the machine has none."""
    binary, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if binary is None or driver is None:
        pytest.skip("Chromium and its driver are not installed here")
    options = webdriver.ChromeOptions()
    options.binary_location = binary
    flags = "headless no-sandbox disable-gpu disable-quic no-first-run disable-sync hide-scrollbars"
    flags += " disable-background-networking disable-component-update"
    # All dashboards are one site: a process for each page, and what is kept on disk for next time,
    # cost a third of the browser's work.
    flags += " incognito process-per-site disable-site-isolation-trials in-process-gpu"
    # Nobody sees the browser's own bars: half of its start, a sixth of every page.
    bars = "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,PreloadTopChromeWebUI"
    flags += f" kiosk disable-extensions disable-features={bars}"
    for flag in (*flags.split(), *more_flags):
        options.add_argument(f"--{flag}")
    options.add_argument(f"--user-data-dir={profile}")
    options.add_argument("--lang=en")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser = webdriver.Chrome(options=options, service=Service(driver))
    browser._web_element_cls = PatientElement
    return browser


class PatientElement(WebElement):
    """An element that waits until it is shown, and is tapped again where the page moved under the
    tap."""

    def click(self) -> None:
        self.parent.execute_script(LISTEN, self)
        for _ in range(3):
            self._when_shown(super().click)
            if self._is_tapped():
                return

    def send_keys(self, *value: str) -> None:
        self._when_shown(lambda: WebElement.send_keys(self, *value))

    def _is_tapped(self) -> bool:
        try:
            return bool(self.parent.execute_script("return arguments[0].tapped", self))
        except WebDriverException as gone:
            # The tap led to another page: asked in that moment, the driver says it in two ways.
            is_stale = isinstance(gone, StaleElementReferenceException)
            if is_stale or "does not belong to the document" in str(gone):
                return True
            raise

    def _when_shown(self, act: Any) -> None:
        not_yet = [ElementNotInteractableException, ElementClickInterceptedException]
        WebDriverWait(self.parent, 10, 0.05, not_yet).until(lambda _: act() or True)


def script(browser: Any, code: str, *arguments: Any) -> Any:
    """What a piece of JavaScript on the page gives."""
    return browser.execute_script(code, *arguments)


def text(browser: Any, selector: str) -> str:
    """What is to be read there, asked at once: the page may draw it again at any moment."""
    found = browser.execute_script(
        "return document.querySelector(arguments[0])?.innerText", selector
    )
    return str(found or "")


def above_buttons(browser: Any, selector: str) -> bool:
    """Whether all such parts of a game's page stand above the buttons at the bottom."""
    code = (
        "const end = document.querySelector('.actions').getBoundingClientRect().top + 10;"
        "const parts = [...document.querySelectorAll(arguments[0])];"
        "return parts.length > 0 && parts.every((p) => p.getBoundingClientRect().bottom <= end)"
    )
    return bool(browser.execute_script(code, selector))


def keep_pages(browser: Any, kept: bool) -> None:
    """Whether the pages' worker keeps what they load, for when the server is away; only a test of
    just that needs it, and the browser's main process has a quarter more to do with it."""
    browser.execute_cdp_cmd("Network.enable", {})
    browser.execute_cdp_cmd("Network.setBypassServiceWorker", {"bypass": not kept})


@contextmanager
def first_on_pages(browser: Any, code: str) -> Iterator[None]:
    """Within the block pages that are opened in this tab run a script before all others."""
    added = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": code})
    try:
        yield
    finally:  # else all later tests would have it, too
        browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)


#: What a page puts off for some seconds, as trying again, it does after a tenth of them.
HURRY = """
for (const later of ['setTimeout', 'setInterval']) {
  const usual = window[later];
  const soon = (ms) => (1000 < ms && ms < 6000 ? ms / 10 : ms);
  window[later] = (act, ms = 0, ...more) => usual(act, soon(ms), ...more);
}
"""


def set_screen(browser: Any, width: int, height: int, *, dark: bool = False) -> None:
    """The size of the screen in CSS pixels, and whether it is night."""
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600},
    )
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
