"""How fast the pages answer while a review and a digitising run in the background.

``python benchmarks/dashboard/busy.py``: the same requests to the same dashboard, first with nothing
else to do, then with both at work.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import cv2
from client import Client
from palago.engine.palago.game import PalagoGame
from palago.engine.palago.search.levels import choose_at, level
from palago.vision.benchmark.pages import markdown_table, write_results
from palago.vision.benchmark.timing import milliseconds
from palago.vision.training.scenes.films.videos import StagedTable

sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "webui"))
from dashboards import start_dashboard

TURNS, ROUNDS, BUDGET_MS = 12, 40, 100
PAUSE = 0.1


def whole_game() -> PalagoGame:
    """A game of careful players that takes a while."""
    game = PalagoGame()
    game = game.play(next(iter(game.legal_actions())))
    while not game.over and len(game.history) < TURNS:
        game = game.play(choose_at(game, level("careful")))
    return game


def begin_work(client: Client, game: PalagoGame) -> tuple[str, str]:
    """Start a thorough review and a digitising of a photo a turn; their names."""
    known = client.post("/imports", game.to_record().dumps().encode())["id"]
    client.post(f"/games/{known}/changes", {"change": "set_options", "show_threats": True})
    client.post(f"/games/{known}/review", {"effort": "thorough"})
    job = client.post("/digitisings", {"title": "busy"})["id"]
    stage, board = StagedTable(3, tiles_across=16), PalagoGame()
    for number, move in enumerate(game.history):
        board = board.play(move)
        coded = cv2.imencode(".jpg", stage.picture(board.board))[1].tobytes()
        client.post(f"/digitisings/{job}/files?name=turn{number:02}.jpg&at=0", coded)
    client.post(f"/digitisings/{job}/start", {})
    return known, job


def measure(
    requests: dict[str, Callable[[], object]], goes_on: Callable[[int], bool]
) -> dict[str, list[float]]:
    """The milliseconds of each request, again and again."""
    times: dict[str, list[float]] = {name: [] for name in requests}
    rounds = 0
    while goes_on(rounds):
        for name, ask in requests.items():
            times[name].append(milliseconds(ask, clock=time.perf_counter))
        rounds += 1
        time.sleep(PAUSE)
    return times


def main() -> None:
    from palago.webui.server.configuration import Configuration

    game = whole_game()
    with tempfile.TemporaryDirectory() as folder:
        dashboard, stop = start_dashboard(Configuration(data=Path(folder)))
        client = Client(dashboard.url)
        board = game.history[0]
        own = client.post("/games", {"kind": "analysis", "board": str(board)})["id"]
        tile = board.tiles[-1]
        turned = iter(range(10**9))
        requests: dict[str, Callable[[], object]] = {
            "the first page": lambda: client.get("/"),
            "a game's page": lambda: client.get(f"/games/{own}"),
            "a game as it stands": lambda: client.json(f"/games/{own}"),
            "a tile turned": lambda: client.post(
                f"/games/{own}/changes",
                {
                    "change": "turn_tile",
                    "q": tile.q,
                    "r": tile.r,
                    "rotation": 2 * (next(turned) % 3),
                },
            ),
        }
        measure(requests, lambda rounds: rounds < 5)
        quiet = measure(requests, lambda rounds: rounds < ROUNDS)
        known, job = begin_work(client, game)

        def at_work(rounds: int) -> bool:
            review = client.json(f"/games/{known}/review")["status"]
            reading = client.json(f"/digitisings/{job}")["status"]
            return {review, reading} <= {"waiting", "running"} and rounds < 10 * ROUNDS

        busy = measure(requests, at_work)
        stop()
    rows = []
    for name in requests:
        one, other = statistics.median(quiet[name]), statistics.median(busy[name])
        most = statistics.quantiles(busy[name], n=10)[-1]
        times = (f"{one:.0f} ms", f"{other:.0f} ms", f"{most:.0f} ms")
        rows.append((name, *times, f"{other / one:.1f}"))
    head = ("nothing else, median", "both at work, median", "nine of ten within", "ratio")
    write_results(
        __file__,
        "The pages while a review and a digitising run",
        f"{os.cpu_count()} cores, load at the end {os.getloadavg()[0]:.1f}. The budget is "
        f"{BUDGET_MS} ms.",
        markdown_table("request", head, rows),
        f"{len(busy['the first page'])} rounds while both were at work.",
    )


if __name__ == "__main__":
    main()
