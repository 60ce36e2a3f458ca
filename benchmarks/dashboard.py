"""How quick and light the dashboard is: ``python benchmarks/dashboard.py`` rewrites dashboard.md.

Times are given beside something measured in the same run: pages beside a page with nothing on it
in the same browser, touches beside a bare request to the same server.
"""

from __future__ import annotations

import json
import os
import resource
import statistics
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
TESTS = ROOT / "tests" / "webui"
sys.path.insert(0, str(TESTS))
os.environ["PYTHONPATH"] = str(TESTS)

ROUNDS = 15
UPLOADS = 500


def main() -> None:
    """Measure, and write the table."""
    from conftest import start_dashboard
    from palago.webui.configuration import Configuration

    folder = Path(tempfile.mkdtemp())
    dashboard, stop = start_dashboard(Configuration(data=folder, reader="table_photos:read_truth"))
    lines = [
        "# The dashboard, measured",
        "",
        "Written by `python benchmarks/dashboard.py`; the median of each.",
        "",
        "| what | measured | beside it | ratio |",
        "|---|---|---|---|",
        *_in_the_browser(dashboard),
        *_uploads(dashboard),
    ]
    stop()
    (ROOT / "benchmarks" / "dashboard.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines))


def _median(measure: Callable[[], float]) -> float:
    return statistics.median(measure() for _ in range(ROUNDS))


def _line(what: str, measured: float, beside: str, reference: float, unit: str = "ms") -> str:
    ratio = measured / reference
    return f"| {what} | {measured:.0f} {unit} | {beside}: {reference:.0f} {unit} | {ratio:.1f} |"


def _in_the_browser(dashboard: Any) -> list[str]:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    flags = "headless no-sandbox disable-gpu disable-quic no-first-run disable-sync"
    for flag in (*flags.split(), "disable-background-networking", "disable-component-update"):
        options.add_argument(f"--{flag}")
    options.add_argument(f"--user-data-dir={tempfile.mkdtemp()}")
    browser = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    browser.set_script_timeout(60)
    board = {"tiles": [{"q": q, "r": r, "rotation": 0} for q in range(6) for r in range(4)]}
    game = _post(dashboard, "/games", {"kind": "analysis", "board": board})["id"]

    def load(path: str) -> float:
        browser.get(dashboard.url + path)
        return float(
            browser.execute_async_script(
                "const done = arguments[0]; const wait = () => requestAnimationFrame(() =>"
                " document.readyState === 'complete' && (!document.body?.dataset?.game ||"
                " 'ready' in document.body.dataset) ? done(performance.now()) : wait()); wait();"
            )
        )

    def size(path: str) -> float:
        browser.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
        load(path)
        time.sleep(0.5)
        total = browser.execute_script(
            "return [...performance.getEntriesByType('navigation'),"
            "...performance.getEntriesByType('resource')]"
            ".reduce((sum, e) => sum + e.transferSize, 0)"
        )
        browser.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": False})
        return float(total) / 1000

    def touch() -> float:
        return float(
            browser.execute_async_script(
                "const done = arguments[0]; const pane = document.getElementById('diagram-pane');"
                "const part = pane.querySelector('.tile path'); const begun = performance.now();"
                "new MutationObserver((list, seen) => { seen.disconnect();"
                " requestAnimationFrame(() => done(performance.now() - begun)); })"
                ".observe(pane, {childList: true});"
                "for (const kind of ['pointerdown', 'pointerup'])"
                " part.dispatchEvent(new PointerEvent(kind, {bubbles: true, button: 0}));"
            )
        )

    blank = _median(lambda: load("/static/mark.svg"))
    lines = [
        _line("first page usable", _median(lambda: load("/")), "a bare picture", blank),
        _line("a game usable", _median(lambda: load(f"/games/{game}")), "a bare picture", blank),
        _line("bytes of the first page", size("/"), "budget", 300, "kB"),
        _line("bytes of a game's page", size(f"/games/{game}"), "budget", 300, "kB"),
    ]
    load(f"/games/{game}")
    bare = _median(lambda: _timed(lambda: _get(dashboard, "/session")))
    lines.append(_line("a tap on a tile, judged and painted", _median(touch), "a request", bare))
    browser.quit()
    return lines


def _uploads(dashboard: Any) -> list[str]:
    from palago.engine.board import Board
    from table_photos import photo_of

    game = _post(dashboard, "/games", {"kind": "analysis"})["id"]
    board = Board.from_text("0,0b 1,0b 0,1c -1,1c")
    photos = [photo_of(board, seed=seed) for seed in range(50)]
    held = []
    for number in range(UPLOADS):
        request = urllib.request.Request(
            f"{dashboard.url}/api/v1/games/{game}/photos",
            photos[number % len(photos)],
            {"Content-Type": "image/jpeg"},
        )
        with urllib.request.urlopen(request) as answer:
            answer.read()
        if number in (99, UPLOADS - 1):
            held.append(_memory())
    return [
        f"| memory of the server after {UPLOADS} photos | {held[1] / 1e6:.0f} MB | after 100: "
        f"{held[0] / 1e6:.0f} MB | {held[1] / held[0]:.2f} |"
    ]


def _memory() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def _timed(action: Callable[[], object]) -> float:
    begun = time.perf_counter()
    action()
    return 1000 * (time.perf_counter() - begun)


def _get(dashboard: Any, path: str) -> Any:
    with urllib.request.urlopen(f"{dashboard.url}/api/v1{path}") as answer:
        return json.load(answer)


def _post(dashboard: Any, path: str, body: dict[str, Any]) -> Any:
    data = json.dumps(body).encode()
    kind = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{dashboard.url}/api/v1{path}", data, kind)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


if __name__ == "__main__":
    main()
