"""What is measured in evening.py: how quick many screens are, and how their clocks agree."""

from __future__ import annotations

import statistics
import time
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import psutil
from evening_devices import LAPTOP, PHONE, PROJECTOR, Device, Room
from palago.vision.benchmark.timing import milliseconds

if TYPE_CHECKING:
    from evening import Evening, Server
    from evening_games import Table

SCREENS = 30
GAMES = 500
CLOCK_SECONDS = 6.0
#: Between a photo on all screens and the tap that confirms it.
REST_SECONDS = 2.0
#: Nobody asks the screens anything while they work: each notes itself when it showed the change.
HANDS_OFF_SECONDS = 2.0

#: Notes when each version was first shown, and when the running clock turned to each reading.
OBSERVER = """
window.shown = {};
window.ticks = {};
const look = () => {
  const main = document.getElementById('show');
  const card = document.querySelector(`#tables [data-game="${arguments[0]}"]`);
  const version = card?.dataset.version ?? main?.dataset.version ?? document.body.dataset.version;
  window.shown[version] ??= window.realNow();
  const time = document.querySelector(card
    ? `#tables [data-game="${arguments[0]}"] .face.running strong` : '.face.running strong');
  if (time) window.ticks[time.textContent] ??= window.realNow();
};
new MutationObserver(look).observe(document.body,
  {attributes: true, childList: true, subtree: true, characterData: true});
look();
"""


class Measures:
    """Figures of the evening, each as a row of the table."""

    def __init__(self, room: Room, server: Server) -> None:
        self.room, self.server = room, server
        self.rows: list[tuple[str, str, str]] = []
        self.late: list[tuple[float, str]] = []
        self.spread, self.seconds = 0.0, 0
        self.work: list[tuple[float, float]] = []
        self.game = ""

    def add(self, what: str, measured: str, wished: str) -> None:
        """One row."""
        self.rows.append((what, measured, wished))

    def first_page(self, laptop: Device) -> None:
        """How much the first page weighs where nothing is kept of it yet."""
        laptop.tell("Network.enable")
        laptop.tell("Network.setCacheDisabled", cacheDisabled=True)
        laptop.open(self.server.here)
        loaded = "return document.querySelector('#games li, #none:not([hidden])') !== null"
        laptop.wait(lambda: laptop.ask(loaded), "the first page")
        time.sleep(0.5)
        sizes = laptop.ask(
            "return [...performance.getEntriesByType('navigation'),"
            "...performance.getEntriesByType('resource')].map((entry) => entry.transferSize)"
        )
        laptop.tell("Network.setCacheDisabled", cacheDisabled=False)
        self.add("bytes of the first page", f"{sum(sizes) / 1000:.0f} kB", "under 150 kB")

    def many_screens(self, event: str, table: Table, evening: Evening) -> list[Device]:
        """Thirty screens in all; those that show one table: phones, the overview, the wall."""
        self.game = table.game
        screens = [evening.referees[table.number], evening.others[table.number]]
        overview = self.room.device("overview", LAPTOP, clock_off=-400.0)
        overview.open(f"{self.server.there}/tables?event={event}")
        wall = self.room.device("wall", PROJECTOR)
        wall.open(f"{self.server.there}/games/{table.game}/show")
        screens += [overview, wall]
        while len(self.room.driver.window_handles) - 1 < SCREENS:
            off = 37.0 * (len(screens) - SCREENS / 2)
            phone = self.room.device(f"looker-on {len(screens)}", PHONE, clock_off=off)
            phone.open(f"{self.server.there}/games/{table.game}")
            screens.append(phone)
        for screen in screens:
            screen.wait(partial(self._shows, screen), "the game on every screen")
            screen.ask(OBSERVER, table.game)
        return screens

    def _shows(self, screen: Device) -> bool:
        """Whether a screen shows the game; a page looks on from its own first event."""
        return bool(
            screen.ask(
                "return 'ready' in document.body.dataset || document.querySelector("
                "'#show[data-version], #tables [data-game]') !== null"
            )
        )

    def timed_change(self, phone: Device, screens: list[Device]) -> None:
        """From the tap on Confirm to every screen; then the clocks for some seconds."""
        phone.wait(lambda: phone.ask("return !document.getElementById('confirm').hidden"), "it")
        before = self._version()
        for screen in screens:  # whoever confirms has looked first
            self._shown(screen, str(before))
        time.sleep(REST_SECONDS)
        worked = self._worked()
        tapped = phone.ask(
            "const at = window.realNow(); document.getElementById('confirm').click(); return at"
        )
        time.sleep(HANDS_OFF_SECONDS)
        now = self._worked()
        self.work.append((now[0] - worked[0], now[1] - worked[1]))
        phone.wait(lambda: self._version() > before, "the change is stored")
        version = str(self._version())
        for screen in screens:
            late = (self._shown(screen, version) - tapped) / 1000
            self.late.append((late, screen.name.split()[0]))
        for screen in screens:
            screen.ask("window.ticks = {}")
        time.sleep(CLOCK_SECONDS)
        self._read_clocks(screens)

    def _shown(self, screen: Device, version: str) -> float:
        """When a screen first showed a version."""
        seen = "return window.shown[arguments[0]]"
        return float(screen.wait(lambda: screen.ask(seen, version), "the change on a screen"))

    def _worked(self) -> tuple[float, float]:
        """Processor seconds of the server and of all browsers until now."""
        return (
            _seconds(psutil.Process(self.server.process.pid)),
            _seconds(psutil.Process(self.room.driver.service.process.pid)),
        )

    def _version(self) -> int:
        return int(self.server.client.json(f"/games/{self.game}")["version"])

    def report(self, screens: list[Device]) -> None:
        """How late the latest was."""
        self.add(
            f"{SCREENS} screens open: from a tap on Confirm to the {len(screens)} that show that "
            f"table, {len(self.late)} times looked",
            f"median {statistics.median(late for late, _ in self.late):.2f} s, "
            f"at most {max(self.late)[0]:.2f} s ({max(self.late)[1]})",
            "under 1 s",
        )
        server, browsers = (statistics.median(part) for part in zip(*self.work, strict=True))
        self.add(
            f"processor time in the {HANDS_OFF_SECONDS:.0f} s after such a tap: the server, and "
            f"all {SCREENS} screens with their running clocks on this one machine",
            f"{server:.2f} s, and {browsers:.2f} s",
            "",
        )
        self.add(
            f"the running clock on {len(screens)} screens, whose own clocks are up to "
            f"{37 * SCREENS / 120:.0f} min wrong: {self.seconds} times a second turned within",
            f"{self.spread:.2f} s",
            "0.2 s",
        )
        for screen in screens[2:]:
            screen.die()

    def _read_clocks(self, screens: list[Device]) -> None:
        """Collect what the clocks showed since they were looked at last."""
        turned: dict[str, list[float]] = {}
        for screen in screens:
            for reading, at in screen.ask("return window.ticks").items():
                turned.setdefault(reading, []).append(at)
        everywhere = [times for times in turned.values() if len(times) == len(screens)]
        # What stood there already when the looking began says nothing.
        for times in sorted(everywhere)[1:]:
            self.seconds += 1
            self.spread = max(self.spread, (max(times) - min(times)) / 1000)

    def many_games(self, laptop: Device) -> None:
        """A list of 500 games."""
        for number in range(GAMES):
            players = [f"Player {number % 40}", f"Guest {number}"]
            self.server.client.post("/games", {"kind": "palago", "options": {"players": players}})
        self.server.client.json("/games?q=warm")
        answers = []
        for query in ("", "?q=guest+41", "?kind=palago&state=running", "?player=Player+7"):
            for _ in range(5):
                ask = partial(self.server.client.json, f"/games{query}")
                answers.append(milliseconds(ask, clock=time.perf_counter))
        self.add(
            f"a list, search or filter among {GAMES} games, answered",
            f"median {statistics.median(answers):.0f} ms, at most {max(answers):.0f} ms",
            "quick",
        )
        laptop.open(self.server.here)
        laptop.wait(lambda: laptop.text("#games"), "the list")
        begun = laptop.ask("return window.realNow()")
        laptop.type("#search", "guest 417")
        laptop.until("#count", "1 game")
        took = laptop.ask("return window.realNow()") - begun
        self.add("typing a name into the search, until the list is right", f"{took:.0f} ms", "")


def _seconds(process: psutil.Process) -> float:
    total = 0.0
    for one in (process, *process.children(recursive=True)):
        with suppress(psutil.Error):  # it has ended meanwhile
            times = one.cpu_times()
            total += times.user + times.system
    return total
