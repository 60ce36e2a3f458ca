"""How quick and light the dashboard is: this rewrites dashboard.md.

Times are given beside something measured in the same run: pages beside a page with nothing on it
in the same browser, touches beside a bare request to the same server. The server's own processor
time stands beside each time by the clock, since a machine that is shared makes the clock lie. The
server runs in this process; the browser and the watchers run in processes of their own.
"""

from __future__ import annotations

import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from client import Client
from palago.engine.palago.game import PalagoGame
from palago.engine.tiles.board import Board
from palago.vision.benchmark.pages import markdown_table, write_results
from palago.vision.benchmark.timing import milliseconds
from palago.webui.app import services_of
from palago.webui.games.palago.threats import is_ready
from palago.webui.server.configuration import Configuration

sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "webui"))
from dashboards import open_chromium, start_dashboard
from table_photos import photo_of

# The dashboard's workers load its reader from there, too.
os.environ["PYTHONPATH"] = sys.path[0]
ROUNDS = 15
UPLOADS = 500
by_clock = partial(milliseconds, clock=time.perf_counter)
Row = tuple[str, str, str, str, str]
"""What was measured, by the clock, the server's work for it, what is beside it, and the ratio."""
WATCHERS, SENDERS = 20, 5


def main() -> None:
    """Measure, and write the table."""
    folder = Path(tempfile.mkdtemp())
    dashboard, stop = start_dashboard(Configuration(data=folder, reader="table_photos:read_truth"))
    client = Client(dashboard.url)
    _wait_until_warm()
    load = os.getloadavg()[0]
    rows = [
        *_in_the_browser(client),
        *_watched(dashboard.app, client, folder),
        *_uploads(client),
    ]
    stop()
    write_results(
        __file__,
        "The dashboard, measured",
        "The median of each. Beside the time by the clock stands what the server's process worked "
        f"for it. {os.cpu_count()} cores; load at the start {load:.1f}.",
        markdown_table("what", ("by the clock", "server's work", "beside it", "ratio"), rows),
    )


def _wait_until_warm() -> None:
    while not is_ready():
        time.sleep(0.1)
    time.sleep(2)


class Measured:
    """Times of one thing, and the server's work for it, both in milliseconds."""

    def __init__(self, measure: Callable[[], float], rounds: int = ROUNDS) -> None:
        self.clock: list[float] = []
        worked = []
        measure()  # the first one loads what later ones have
        for _ in range(rounds):
            before = time.process_time()
            self.clock.append(measure())
            time.sleep(0.05)  # what the page does afterwards belongs to it
            worked.append(1000 * (time.process_time() - before))
        self.time = statistics.median(self.clock)
        self.work = statistics.median(worked)

    def row(self, what: str, beside: str, reference: float) -> Row:
        """A row of the table."""
        times = (f"{self.time:.0f} ms", f"{self.work:.0f} ms", f"{beside}: {reference:.0f} ms")
        return (what, *times, f"{self.time / reference:.1f}")


#: A tap on the first tile: when it was sent, answered, on the page, and painted.
TOUCH = """
const done = arguments[0];
const pane = document.getElementById('diagram-pane');
const part = pane.querySelector('.tile path');
performance.clearResourceTimings();
const begun = performance.now();
new MutationObserver((list, seen) => {
  seen.disconnect();
  const shown = performance.now() - begun;
  requestAnimationFrame(() => {
    const painted = new MessageChannel();
    painted.port1.onmessage = () => {
      const requests = performance.getEntriesByType('resource');
      const sent = requests.find((entry) => entry.name.endsWith('/changes'));
      done({
        answered: sent.responseEnd - begun, waited: sent.responseStart - sent.requestStart,
        shown, painted: performance.now() - begun,
      });
    };
    painted.port2.postMessage(0);
  });
}).observe(pane, { childList: true });
for (const kind of ['pointerdown', 'pointerup']) {
  part.dispatchEvent(new PointerEvent(kind, { bubbles: true, button: 0 }));
}
"""


def _in_the_browser(client: Client) -> list[Row]:
    browser = open_chromium(Path(tempfile.mkdtemp()))
    browser.set_script_timeout(60)
    board = {"tiles": [{"q": q, "r": r, "rotation": 0} for q in range(6) for r in range(4)]}
    game = client.post("/games", {"kind": "analysis", "board": board})["id"]
    match = _long_match(client)

    def load(path: str) -> float:
        browser.get(client.url + path)
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

    touches: list[dict[str, float]] = []

    def touch() -> float:
        touches.append(browser.execute_async_script(TOUCH))
        return touches[-1]["painted"]

    def touched(path: str, what: str) -> Row:
        load(path)
        touches.clear()
        measured = Measured(touch)
        answered, waited, shown = (
            statistics.median(t[name] for t in touches) for name in ("answered", "waited", "shown")
        )
        parts = f"{waited:.0f} ms the server, {shown - answered:.0f} ms the page"
        return measured.row(f"{what} ({parts})", "a request", bare.time)

    blank = Measured(lambda: load("/static/pictures/mark.svg"))
    first, page = Measured(lambda: load("/")), Measured(lambda: load(f"/games/{game}"))
    bare = Measured(lambda: by_clock(partial(client.json, "/session")))
    rows: list[Row] = [
        first.row("first page usable", "a bare picture", blank.time),
        page.row("a game usable", "a bare picture", blank.time),
        ("bytes of the first page", f"{size('/'):.0f} kB", "", "budget: 300 kB", ""),
        ("bytes of a game's page", f"{size(f'/games/{game}'):.0f} kB", "", "budget: 300 kB", ""),
        touched(f"/games/{game}", "a tap on a tile in analysis, judged with threats, painted"),
        touched(f"/games/{match}", "a tap on a tile in a match of 22 moves, judged, painted"),
    ]
    browser.quit()

    def undo_and_redo() -> float:
        def both() -> None:
            for change in ("undo", "redo"):
                client.post(f"/games/{match}/changes", {"change": change})

        return by_clock(both) / 2

    undone = Measured(undo_and_redo)
    return [*rows, undone.row("undo in that match, answered", "a request", bare.time)]


def _long_match(client: Client) -> str:
    """A refereed game of 22 moves, each from a photo."""
    rng, play = random.Random(0), PalagoGame()
    while play.turn <= 22:
        legal = list(play.legal_actions())
        moves = rng.sample(legal, min(40, len(legal)))
        play = play.play(next(move for move in moves if not play.play(move).over))
    game = str(client.post("/games", {"kind": "palago"})["id"])
    board = Board()
    for move in play.history:
        board = Board((*board, *move))
        client.send(game, photo_of(board))
        client.post(f"/games/{game}/changes", {"change": "confirm"})
    return game


def _watched(app: Any, client: Client, folder: Path) -> list[Row]:
    """From a change's storing to the page of every watcher, while several send photos at once."""
    game = client.post("/games", {"kind": "analysis"})["id"]
    names = []
    for seed in range(SENDERS):
        names.append(folder / f"sent{seed}.jpg")
        names[-1].write_bytes(photo_of(Board.from_text("0,0b 1,0b 0,1c -1,1c"), seed=seed))
    stored: dict[int, float] = {}
    lock = threading.Lock()

    def note(changed: str, event: Any) -> None:
        if changed == game:
            with lock:
                stored[event.version] = time.monotonic()

    services_of(app).events.listen(note)
    before = time.process_time()
    script = Path(__file__).with_name("watchers.py")
    found = subprocess.run(
        [sys.executable, script, client.url, game, str(WATCHERS), *map(str, names)],
        check=True,
        capture_output=True,
        text=True,
    )
    work = 1000 * (time.process_time() - before) / len(stored)
    watchers = json.loads(found.stdout)
    rows = []
    for key, what in (("heard", "told of a change"), ("seen", "a change shown")):
        late = [
            1000 * (watcher[key][str(version)] - at)
            for watcher in watchers
            for version, at in stored.items()
        ]
        who = f"{WATCHERS} watchers, {SENDERS} sending, {len(stored)} changes"
        times = f"{statistics.median(late):.0f} ms, at most {max(late):.0f} ms"
        beside = ("budget: 1000 ms", f"{max(late) / 1000:.2f}")
        rows.append((f"{what}: {who}", times, f"{work:.0f} ms a change", *beside))
    return rows


def _uploads(client: Client) -> list[Row]:
    game = client.post("/games", {"kind": "analysis"})["id"]
    board = Board.from_text("0,0b 1,0b 0,1c -1,1c")
    photos = [photo_of(board, seed=seed) for seed in range(50)]
    held = []
    for number in range(UPLOADS):
        client.send(game, photos[number % len(photos)])
        if number in (99, UPLOADS - 1):
            held.append(_memory())
    early, late = (f"{bytes_held / 1e6:.0f} MB" for bytes_held in held)
    what, ratio = f"memory of the server after {UPLOADS} photos", f"{held[1] / held[0]:.2f}"
    return [(what, late, "", f"after 100: {early}", ratio)]


def _memory() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


if __name__ == "__main__":
    main()
