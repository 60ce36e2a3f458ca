"""How long the best actions of a Palagonia roll take on boards of 30 tiles, one core.

The yardstick beside it is judging lays one by one with the plain rules, which is what trying all
of them would cost.
"""

from __future__ import annotations

import random
import statistics
import time
from itertools import islice
from pathlib import Path

from palago.engine.lattice import neighbours
from palago.engine.palagonia.legal import legal_lays
from palago.engine.palagonia.payoff.left_to_next import scoring_lays
from palago.engine.palagonia.payoff.outlook import Outlook
from palago.engine.palagonia.payoff.quiet import LONG_REPLY, MOST_TILES_LISTED, SHORT_REPLY
from palago.engine.palagonia.points.payment import points_of_action
from palago.engine.palagonia.rules import PALAGONIA
from palago.engine.tiles.board import Board, Tile

BOARDS = 4
TILES = 30
RESULTS = Path(__file__).parents[1] / "payoff.md"


def packed_board(rng: random.Random) -> Board:
    """A compact board as games make them, without single holes."""
    board = Board([Tile(0, 0, 0)])
    while len(board) < TILES:
        places = rng.sample(board.frontier(), min(4, len(board.frontier())))
        place = max(places, key=lambda cell: sum(n in board for n in neighbours(cell)))
        grown = board.place(Tile(*place, rng.choice((0, 2, 4))))
        board = board if grown.holes() else grown
    return board


def main() -> None:
    rng = random.Random(9)
    boards = [packed_board(rng) for _ in range(BOARDS)]
    # The kernel is compiled or loaded first.
    Outlook(boards[0], PALAGONIA).after(list(islice(legal_lays(boards[0], 2), 1)))
    started = time.process_time()
    judged = 0
    for board in boards:
        for lay in islice(legal_lays(board, 3), 300):
            points_of_action(board, lay)
            judged += 1
    one_by_one = (time.process_time() - started) / judged
    rows = []
    for number in (2, 3, 4, 5):
        exact, short, long, counts = [], [], [], []
        for board in boards:
            started = time.process_time()
            scoring_lays(board, number)
            exact.append(time.process_time() - started)
            if number <= MOST_TILES_LISTED:
                started = time.process_time()
                lays = list(legal_lays(board, number))
                Outlook(board, PALAGONIA).after(lays, SHORT_REPLY)
                counts.append(len(lays))
                short.append(time.process_time() - started)
                started = time.process_time()
                Outlook(board, PALAGONIA).after(lays, LONG_REPLY)
                long.append(time.process_time() - started)
        every = statistics.mean(counts) * one_by_one if counts else None
        ratio = f"{every / statistics.mean(exact):.0f}" if every else "-"
        compared = (
            f"{statistics.mean(counts):.0f} | {statistics.mean(short):.2f} "
            f"| {statistics.mean(long):.2f}"
            if short
            else "too many | as time allows | as time allows"
        )
        rows.append(
            f"| {number} | {1000 * statistics.mean(exact):.1f} | {1000 * max(exact):.1f} "
            f"| {ratio} | {compared} |"
        )
    RESULTS.write_text(
        "# What a roll pays\n\n"
        f"{BOARDS} random compact boards of {TILES} tiles, seconds of processor time on one core. "
        '"Best now" finds every lay that scores, exactly; the ratio is to judging all legal lays '
        'one by one with the plain rules. "Compared" looks at every legal lay for the most that '
        "it leaves to the next player, exactly for replies of up to three tiles, and of up to "
        "five.\n\n"
        "| tiles | best now, ms | slowest, ms | ratio | lays | compared to 3, s "
        "| compared to 5, s |\n|---|---|---|---|---|---|---|\n" + "\n".join(rows) + "\n",
        encoding="utf-8",
    )
    print(RESULTS.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
