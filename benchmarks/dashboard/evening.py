"""A whole club night in real browsers: this rewrites evening.md.

Twelve players, four tables, three rounds, two phones a table, a projector and a laptop. Somebody
joins late, a phone dies, the server is killed and comes back, two games are illegal for a moment.
Everything is done on the pages, photos are read by the real reader, and nobody touches the
terminal but to start the program. What is not as it should be ends the evening with an error.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

from client import Client
from evening_devices import LAPTOP, PHONE, PROJECTOR, Device, Room
from evening_games import BOARDS, TILES, Table, expected, photo
from evening_measures import Measures
from palago.vision.benchmark.pages import markdown_table, write_results

sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "webui"))
NAMES = ("Anna", "Ben", "Chloé", "Dag", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jun", "Kai")
LATE = "Lea"
ROUNDS = 3


class Server:
    """The program, as somebody starts it on the laptop."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = "0"
        self.start()

    def start(self) -> None:
        """Start it, or start it anew."""
        command = [sys.executable, "-m", "palago.webui.command_line", "serve", "--quiet"]
        place = ["--data", str(self.folder / "data"), "--key-file", str(self.folder / "club.key")]
        self.process = subprocess.Popen(
            [*command, *place, "--port", self.port], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        found: list[str] = []
        while len(found) < 2:
            found += re.findall(r"(http://\S+)", self.process.stdout.readline())
        self.here, self.there = found[0].rstrip("/"), found[1].rstrip("/")
        self.port = self.here.rsplit(":", 1)[1]
        self.client = Client(self.here)

    def kill(self) -> None:
        """Without a word of warning."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Evening:
    """The club night as it goes on."""

    def __init__(self, room: Room, server: Server) -> None:
        self.room, self.server = room, server
        self.measures = Measures(room, server)
        self.laptop = room.device("laptop", LAPTOP)
        self.projector = room.device("projector", PROJECTOR)
        self.event = ""
        self.played: list[Table] = []
        self.referees: dict[int, Device] = {}
        self.others: dict[int, Device] = {}
        self.told: list[str] = []

    def note(self, words: str) -> None:
        """Say what has happened."""
        print(f"{time.strftime('%H:%M:%S')} {words}", flush=True)
        self.told.append(words)

    # -- before the first round --------------------------------------------------------------------

    def begin(self) -> None:
        """The organiser finds the way from the first page; cards lie on the tables."""
        laptop = self.laptop
        laptop.open(self.server.here)
        laptop.press("a[href='/evenings']")
        laptop.wait(lambda: laptop.text("#new-evening h2"), "the form")
        laptop.type("#evening-title", "Club night")
        laptop.choose("#evening-kind", "palagonia")
        laptop.choose("#evening-system", "swiss")
        laptop.type("#evening-tiles", str(TILES))
        laptop.type("#evening-players", "\n".join(NAMES))
        laptop.type("#evening-rounds", str(ROUNDS))
        laptop.choose("#clock-kind", "increment")
        laptop.press("#start-evening")
        laptop.wait(lambda: laptop.text("#people").count("Leaves") == len(NAMES), "the players")
        self.event = laptop.ask("return document.querySelector('.evening').dataset.evening")
        self.projector.open(f"{self.server.here}/show?event={self.event}&seconds=4")
        self.projector.until("#slide-title", "Club night", "the evening on the wall")

    def sit_down(self, tables: list[Table]) -> None:
        """At each table one phone is made a referee's by a code, the other looks on by the card."""
        self.laptop.open(f"{self.server.here}/evenings/{self.event}/cards")
        cards = {
            table.number: self.others_phone(table, f".cards li:nth-child({table.number}) img")
            for table in tables
        }
        for table in tables:
            self.referees[table.number] = self.room.device(f"phone {table.number}a", PHONE)
            self.make_referee(self.referees[table.number], table)
        self.others.update(cards)
        self.note(f"{len(tables)} phones became referees by a code, {len(cards)} look on")

    def others_phone(self, table: Table, card: str) -> Device:
        """A phone that scans the card on its table; its own clock is wrong by minutes."""
        phone = self.room.device(f"phone {table.number}b", PHONE, clock_off=90.0 * table.number)
        phone.open(phone.scan(self.laptop, card))
        phone.wait(lambda: table.game in phone.look().current_url, "the game at its table")
        return phone

    def make_referee(self, phone: Device, table: Table) -> None:
        """The laptop shows a code at this table's game, the phone scans it."""
        laptop = self.laptop
        laptop.open(f"{self.server.here}/evenings/{self.event}")
        laptop.press(f"a[href='/games/{table.game}']")
        laptop.press("#open-share")
        laptop.press("#invite")
        laptop.holds("!document.getElementById('invitation').hidden", "an invitation")
        phone.open(phone.scan(laptop, "#invitation-code"))
        ready = "'mayChange' in document.body.dataset && 'ready' in document.body.dataset"
        phone.holds(ready, "to be a referee")
        phone.wait(lambda: table.game in phone.look().current_url, "the game of the code")

    def phones_at(self, table: Table) -> list[Device]:
        """The phones at a table that are alive, the referee's first."""
        other = self.others.get(table.number)
        return [self.referees[table.number], *([other] if other else [])]

    # -- rounds ------------------------------------------------------------------------------------

    def pair(self) -> list[Table]:
        """The organiser pairs the next round."""
        laptop = self.laptop
        number = 1 + len({table.round for table in self.played})
        laptop.open(f"{self.server.here}/evenings/{self.event}")
        laptop.until("#next-round", str(number))
        laptop.press("#next-round")
        laptop.until("#round-title", f"Round {number} of {ROUNDS}")

        def pairings() -> list[dict[str, Any]]:
            return list(self.server.client.json(f"/events/{self.event}")["rounds"][-1]["pairings"])

        # The round is kept first, its games are started then.
        laptop.wait(lambda: all(pair["game"] or pair["bye"] for pair in pairings()), "its games")
        return [Table(number, p["table"], tuple(p["seats"]), p["game"]) for p in pairings()]

    def play(self, table: Table, play: int, *, illegal: bool = False) -> None:
        """Dice are entered, a photo is taken; whether it is legal is said."""
        phone = self.referees[table.number]
        if not illegal and play >= 0 and phone.text(".dice"):
            self.roll(phone, table, play)
        phone.photograph(photo(play, seed=7 * table.number + play, illegal=illegal))

    def roll(self, phone: Device, table: Table, play: int) -> None:
        faces = table.first_roll if play == 0 else ["5", "rotate"]
        labels = {"rotate": "Rotate"}
        for row, face in enumerate(faces):
            label = labels.get(face, face)
            press = (
                "[...document.querySelectorAll('.die')[arguments[0]].querySelectorAll('button')]"
                ".find((button) => button.textContent === arguments[1]).click()"
            )
            phone.ask(press, row, label)
        phone.wait(lambda: not phone.text(".dice"), "the roll is entered")

    def confirm(self, table: Table) -> None:
        """What was seen is legal, and is confirmed."""
        phone = self.referees[table.number]
        counted = "document.querySelectorAll('#timeline li').length"
        moves = phone.ask(f"return {counted}")
        phone.press("#confirm")
        phone.holds(f"{counted} > arguments[0]", "the move in the record", moves)

    def turn(self, tables: list[Table], play: int) -> None:
        """One play at all of these tables, side by side."""
        for table in tables:
            self.play(table, play)
        for table in tables:
            self.confirm(table)

    def end_round(self, tables: list[Table]) -> None:
        """All games have ended, and every phone says who won."""
        for table in tables:
            for phone in self.phones_at(table):
                phone.until("#verdict h1", table.winner, f"{table.winner} wins")
        self.played += tables

    def follow(self, tables: list[Table]) -> None:
        """The phones on the tables find the next game by themselves."""
        for table in tables:
            for phone in self.phones_at(table):
                phone.until("#evening", "Next:")
                phone.press("#evening")
                phone.holds("document.body.dataset.game === arguments[0]", "the game", table.game)
                phone.holds("'ready' in document.body.dataset", "its page")

    # -- what goes wrong ---------------------------------------------------------------------------

    def two_are_illegal(self, tables: list[Table]) -> None:
        """Two tables photograph a tile too early; the overview shows who needs somebody."""
        for table in tables[1:3]:
            self.play(table, 0)  # the dice, and a legal lay
            self.confirm(table)
            self.roll(self.referees[table.number], table, 1)
            self.play(table, 1, illegal=True)
        for table in tables[1:3]:
            level = "document.getElementById('verdict').dataset.level"
            refused = f"['wrong', 'unsure'].includes({level})"
            self.referees[table.number].holds(refused, "it is not legal")
        self.laptop.open(f"{self.server.here}/tables?event={self.event}")
        asking = "document.querySelectorAll('#tables .asks').length"
        self.laptop.holds(f"{asking} === 2", "two tables stand out")
        for table in tables[1:3]:
            self.play(table, 1)
            self.confirm(table)
        self.laptop.holds(f"{asking} === 0", "all is well again")
        self.note("two games were illegal for a moment: they stood out on the overview until then")

    def joins_late(self) -> None:
        """Somebody comes while the first round is played."""
        self.laptop.open(f"{self.server.here}/evenings/{self.event}")
        self.laptop.wait(lambda: self.laptop.text("#people"), "the players")
        self.laptop.type("#join-name", LATE)
        self.laptop.press("#join-form button")
        self.laptop.until("#people", LATE)
        self.note(f"{LATE} joined during round 1 and was paired from round 2 on")

    def phone_dies(self, table: Table) -> None:
        """The referee's phone is gone; the other one at the table takes over."""
        self.referees[table.number].die()
        self.referees[table.number] = self.others.pop(table.number)
        self.make_referee(self.referees[table.number], table)
        self.note(f"the referee's phone of table {table.number} died: the other one took over")

    def server_dies(self, tables: list[Table]) -> None:
        """Killed in the middle of a round; a photo is taken meanwhile, and nothing is lost."""
        before = {t.game: self.server.client.json(f"/games/{t.game}") for t in tables}
        self.server.kill()
        first, *_ = tables
        phone = self.referees[first.number]
        phone.until("#link", "onnect", "the phone says that the line is lost")
        phone.photograph(photo(2, seed=1))
        phone.until("#toasts", "kept", "the photo is kept")
        begun = time.monotonic()
        self.server.start()
        for table in tables:
            for screen in self.phones_at(table):
                screen.wait(partial(_is_in_touch, screen), "the line is back")
        self.note(
            "the server was killed and started again: every page came back by itself within "
            f"{time.monotonic() - begun:.0f} s of the start"
        )
        for table in tables:
            after = self.server.client.json(f"/games/{table.game}")
            assert after["clock"] == before[table.game]["clock"], "clocks are kept"
            assert after["timeline"] == before[table.game]["timeline"], "moves are kept"
        sent = "!document.getElementById('confirm').hidden"
        phone.holds(sent, "the photo taken meanwhile was sent and judged")
        self.confirm(first)
        self.note("a photo that was taken meanwhile was sent by itself when the server was back")

    # -- the end -----------------------------------------------------------------------------------

    def check_standings(self) -> None:
        """What the page, the spreadsheet and the wall say is what was played."""
        names = (*NAMES, LATE)
        table = expected(names, self.played)
        self.laptop.open(f"{self.server.here}/evenings/{self.event}")
        self.laptop.until("#evening-over", table[0][0])
        rows = self.laptop.ask(
            "return [...document.querySelectorAll('#standings tr')]"
            ".map((row) => [...row.cells].slice(1).map((cell) => cell.textContent))"
        )
        assert rows == table, f"standings:\n{rows}\ninstead of\n{table}"
        sheet = self.server.client.get(f"/api/v1/events/{self.event}/standings.csv")
        lines = sheet.decode("utf-8-sig").splitlines()
        assert [line.split(",")[1] for line in lines[1 : 1 + len(names)]] == [r[0] for r in table]
        self.projector.wait(lambda: self.projector.text("#slide-standings"), "the wall's standings")
        assert table[0][0] in self.projector.text("#slide-standings tr:first-child")
        assert not self.projector.ask("return document.querySelectorAll('main button').length")
        self.note("standings on the page, in the spreadsheet and on the wall are what was played")


def _is_in_touch(screen: Device) -> bool:
    return screen.text("#link") == ""


def main() -> None:
    """Act it out, and write what was seen."""
    binary, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if binary is None or driver is None:
        sys.exit("Chromium and its driver are not installed here")
    begun, load = time.monotonic(), os.getloadavg()[0]
    server = Server(Path(tempfile.mkdtemp()))
    room = Room(binary, driver)
    try:
        evening = Evening(room, server)
        act(evening)
    finally:
        room.close()
        server.kill()
    write_results(
        __file__,
        "A club night, acted out",
        "12 players, 4 tables, 3 rounds of short games of Palagonia, 8 phones, a laptop and a "
        "projector in a real browser, the real reader. "
        f"{os.cpu_count()} cores, shared with others; load at the start {load:.1f}. "
        f"The evening took {time.monotonic() - begun:.0f} s.",
        "\n".join(f"- {words}" for words in evening.told),
        markdown_table("what", ("measured", "wished"), evening.measures.rows),
    )


def act(evening: Evening) -> None:
    """The evening from the first page to the winner."""
    evening.measures.first_page(evening.laptop)
    evening.begin()
    tables = evening.pair()
    evening.sit_down(tables)
    evening.turn([tables[0], tables[3]], 0)
    evening.joins_late()
    evening.two_are_illegal(tables)
    evening.turn([tables[0], tables[3]], 1)
    evening.turn(tables, len(BOARDS) - 1)
    evening.end_round(tables)
    evening.note("round 1 was played")

    tables = evening.pair()
    evening.follow(tables)
    evening.turn(tables, 0)
    evening.phone_dies(tables[1])
    evening.turn(tables, 1)
    evening.roll(evening.referees[1], tables[0], 2)
    evening.server_dies(tables)
    evening.turn(tables[1:], 2)
    evening.end_round(tables)
    evening.note("round 2 was played; the phones on the tables had found their games by themselves")

    tables = evening.pair()
    evening.follow(tables)
    watched = evening.measures.many_screens(evening.event, tables[0], evening)
    for play in range(len(BOARDS)):
        evening.turn(tables[1:], play)
        evening.play(tables[0], play)
        evening.measures.timed_change(evening.referees[1], watched)
    evening.end_round(tables)
    evening.note("round 3 was played, with 30 screens open")
    evening.measures.report(watched)
    evening.check_standings()
    evening.measures.many_games(evening.laptop)


if __name__ == "__main__":
    main()
