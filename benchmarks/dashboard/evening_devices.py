"""The screens of a club night, for evening.py: one Chromium in which each device is for itself.

A device has cookies, storage and a screen of its own, as a phone has; what it does, it does on the
page. Codes are scanned from what another screen shows.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

PHONE, LAPTOP, PROJECTOR = (390, 844), (1366, 768), (1920, 1080)
PATIENCE = 90.0
FLAGS = (
    "headless",
    "no-sandbox",
    "disable-gpu",
    "no-first-run",
    "disable-background-timer-throttling",
    "disable-renderer-backgrounding",
    "disable-backgrounding-occluded-windows",
    "lang=en",
)


class NotSeen(AssertionError):
    """Somebody waited in vain for something on a screen."""


class Room:
    """All devices of the evening."""

    def __init__(self, binary: str, driver: str) -> None:
        options = webdriver.ChromeOptions()
        options.binary_location = binary
        options.enable_bidi = True
        for flag in (*FLAGS, f"user-data-dir={tempfile.mkdtemp()}"):
            options.add_argument(f"--{flag}")
        self.driver = webdriver.Chrome(options=options, service=Service(driver))
        self.folder = Path(tempfile.mkdtemp())

    def device(self, name: str, size: tuple[int, int], *, clock_off: float = 0.0) -> Device:
        """One more device; ``clock_off`` is by how many seconds its own clock is wrong."""
        context = self.driver.browser.create_user_context()
        handle = self.driver.browsing_context.create(type="tab", user_context=context)
        device = Device(self, name, context, handle, size)
        off = (
            f"const offset = {1000 * clock_off};"
            + """
            window.realNow = Date.now.bind(Date);
            const Real = Date;
            Date.now = () => window.realNow() + offset;
        """
        )
        device.tell("Page.addScriptToEvaluateOnNewDocument", source=off)
        return device

    def close(self) -> None:
        """Everybody goes home."""
        self.driver.quit()


class Device:
    """One phone, laptop or projector."""

    def __init__(
        self, room: Room, name: str, context: str, handle: str, size: tuple[int, int]
    ) -> None:
        self.room, self.name, self.context, self.handle = room, name, context, handle
        width, height = size
        metrics = {"width": width, "height": height, "mobile": width < 600}
        self.tell("Emulation.setDeviceMetricsOverride", deviceScaleFactor=1, **metrics)

    def look(self) -> Any:
        """The browser, turned to this device."""
        self.room.driver.switch_to.window(self.handle)
        return self.room.driver

    def tell(self, command: str, **details: Any) -> Any:
        """A command of the browser's own protocol."""
        return self.look().execute_cdp_cmd(command, details)

    def die(self) -> None:
        """The battery is empty."""
        self.look()
        self.room.driver.browser.remove_user_context(self.context)
        self.room.driver.switch_to.window(self.room.driver.window_handles[0])

    def open(self, url: str) -> None:
        """Type an address, or follow one that was scanned."""
        self.look().get(url)

    def ask(self, script: str, *values: Any) -> Any:
        """What a script on the page gives."""
        return self.look().execute_script(script, *values)

    def text(self, selector: str) -> str:
        """What stands somewhere on the page; empty where there is nothing."""
        script = "return document.querySelector(arguments[0])?.innerText ?? ''"
        return str(self.ask(script, selector))

    def wait(self, seen: Callable[[], Any], what: str, seconds: float = PATIENCE) -> Any:
        """Until something is seen."""
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            try:
                if found := seen():
                    return found
            except WebDriverException:
                pass  # one page gives way to the next
            time.sleep(0.05)
        self.look().save_screenshot(str(self.room.folder / "in-vain.png"))
        raise NotSeen(f"{self.name} waited in vain: {what}; see {self.room.folder}/in-vain.png")

    def holds(self, condition: str, what: str, *values: Any) -> None:
        """Until a condition, a script's expression, holds on the page."""
        self.wait(lambda: self.ask(f"return {condition}", *values), what)

    def until(self, selector: str, words: str, what: str = "") -> None:
        """Until words stand somewhere."""
        self.wait(lambda: words in self.text(selector), what or f"{words!r} in {selector}")

    def press(self, selector: str) -> None:
        """Touch a button once it is there."""

        def touched() -> bool:
            found = self.look().find_element(By.CSS_SELECTOR, selector)
            if not found.is_displayed() or not found.is_enabled():
                return False
            self.ask("arguments[0].scrollIntoView({block: 'center'})", found)
            found.click()
            return True

        self.wait(touched, f"the button {selector}")

    def type(self, selector: str, words: str) -> None:
        """Fill a field."""
        self.wait(lambda: self.look().find_element(By.CSS_SELECTOR, selector), selector)
        field = self.look().find_element(By.CSS_SELECTOR, selector)
        field.clear()
        field.send_keys(words)

    def choose(self, selector: str, value: str) -> None:
        """Choose from a list."""
        script = (
            "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('change'))"
        )
        self.ask(script, self.look().find_element(By.CSS_SELECTOR, selector), value)

    def photograph(self, photo: bytes) -> None:
        """Give the page a photo, as the phone's camera does."""
        path = self.room.folder / f"{self.name}-{time.monotonic_ns()}.jpg"
        path.write_bytes(photo)
        self.look().find_element(By.ID, "photo").send_keys(str(path))

    def scan(self, other: Device, selector: str) -> str:
        """The address in the code that another screen shows."""

        def read() -> str:
            shown = other.look().find_element(By.CSS_SELECTOR, selector)
            other.ask("arguments[0].scrollIntoView({block: 'center'})", shown)
            return read_code(shown.screenshot_as_png)

        return str(self.wait(read, f"a code that can be read on {other.name}"))


def read_code(screenshot: bytes) -> str:
    """What a code says, empty where none is read: the reader misses some at some sizes."""
    image = np.asarray(cv2.imdecode(np.frombuffer(screenshot, np.uint8), cv2.IMREAD_GRAYSCALE))
    framed = cv2.copyMakeBorder(image, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=255)
    for factor in (1.0, 2.0, 1.5, 3.0, 2.5, 4.0):
        larger = cv2.resize(framed, None, fx=factor, fy=factor, interpolation=cv2.INTER_CUBIC)
        for reader in (cv2.QRCodeDetector(), cv2.QRCodeDetectorAruco()):
            try:
                if said := reader.detectAndDecode(larger)[0]:
                    return str(said)
            except cv2.error:
                continue
    return ""
