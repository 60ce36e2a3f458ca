"""The compiled kernel: placing, playing out, seeing wins, whole analyses, the openings' proofs.

Rates are the best of several short runs in seconds of one core's work, so that other programs on
the machine disturb them little. The yardstick beside them is the plain board in Python.
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import playout
from palago.engine.kernel import layout, placement
from palago.engine.lattice import Colour
from palago.engine.palago.search.forcing import OutOfTime
from palago.engine.palago.search.openings import openings
from palago.engine.palago.search.proving import prove
from palago.engine.palago.threats import analyse_threats
from palago.engine.tiles.board import Board
from palago.engine.tiles.endings import colours_closed
from palago.vision.benchmark.pages import markdown_table, write_results
from palago.vision.benchmark.timing import milliseconds

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))
from plain_threats import random_position

RUNS = int(os.environ.get("PALAGO_BENCH_RUNS", "10"))
SECONDS_FOR_A_PROOF = float(os.environ.get("PALAGO_BENCH_PROOF_SECONDS", "600"))
TILES_IN_A_GAME = 48


def best_rate(work: Callable[[], int]) -> float:
    """Units of work a second in the best of several runs."""
    work()
    rates = []
    for _ in range(RUNS):
        started = time.thread_time()
        done = work()
        rates.append(done / (time.thread_time() - started))
    return max(rates)


class OnKernel:
    """A board as the kernel's numbers, in an order in which it could be laid."""

    def __init__(self, board: Board) -> None:
        window = layout.Window(board.cells)
        self.cells = np.array([window.number(cell) for cell in board.rotations])
        self.letters = np.array([rotation // 2 for rotation in board.rotations.values()])


def placements(state: layout.KernelState, boards: list[OnKernel]) -> float:
    def work() -> int:
        return sum(playout.place_and_undo(state, b.cells, b.letters, 500) for b in boards)

    return best_rate(work)


def plain_placements(boards: list[Board]) -> float:
    def work() -> int:
        placed = 0
        for board in boards:
            rotations: dict[tuple[int, int], int] = {}
            for tile in board:
                rotations[tile.cell] = tile.rotation
                colours_closed(rotations, tile)
                placed += 1
        return placed

    return best_rate(work)


def playouts(state: layout.KernelState) -> tuple[float, float]:
    """Games a second from an opening pair to the end, and the mean number of tiles."""
    start = OnKernel(Board.from_text("0,0a 1,-1b"))
    placement.place_all(state, start.cells, start.letters)
    frontier = np.zeros(4096, dtype=np.int64)
    position = np.zeros(layout.CELLS, dtype=np.int64)
    seed = np.array([2008], dtype=np.int64)
    results = np.zeros(4, dtype=np.int64)
    placed = [0]

    def work() -> int:
        placed[0] += playout.random_games(
            state, TILES_IN_A_GAME, 5000, seed, frontier, position, results
        )
        return 5000

    rate = best_rate(work)
    placement.undo_all(state, 0)
    return rate, 2 + placed[0] / int(results.sum())


def detections(state: layout.KernelState, boards: list[OnKernel]) -> tuple[float, float]:
    """Positions and colours looked at a second for an immediate win: the mean and the slowest."""
    rates = []
    for board in boards:
        placement.place_all(state, board.cells, board.letters)
        rates.append(best_rate(lambda: 2 * 5000 + 0 * playout.detect_wins(state, 5000)))
        placement.undo_all(state, 0)
    return len(rates) / sum(1 / rate for rate in rates), min(rates)


def analyses(boards: list[Board]) -> tuple[float, float]:
    """Milliseconds of a full threat analysis, mean and slowest."""
    for board in boards[:3]:
        analyse_threats(board)
    times = [milliseconds(partial(analyse_threats, board), 3, time.thread_time) for board in boards]
    return sum(times) / len(times), max(times)


def first_call() -> float:
    """Processor seconds of a fresh process that analyses the threats of one board and ends."""
    code = (
        "from palago.engine.tiles.board import Board\n"
        "from palago.engine.palago.threats import analyse_threats\n"
        "analyse_threats(Board.from_text('0,0a 1,0a -1,1c -1,2c'))"
    )
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def proofs() -> list[tuple[object, ...]]:
    rows: list[tuple[object, ...]] = []
    for known in openings():
        if known.read_proof() is None:
            continue
        try:
            proof = prove(known.name, known.board, Colour.BLUE, 5, SECONDS_FOR_A_PROOF)
        except OutOfTime:
            proof = None
        if proof is None or proof.work is None:
            rows.append((known.name, "none found in the time", "", ""))
        else:
            took = f"{proof.work.seconds:.1f}"
            rows.append((known.name, proof.moves, len(proof.positions), took))
    return rows


def main() -> None:
    rng = random.Random(48)
    state = layout.new_state()
    sizes = (4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 48)
    boards = [random_position(rng, tiles, rng.random(), 6) for tiles in sizes]
    on_kernel = [OnKernel(board) for board in boards]
    placing, plain = placements(state, on_kernel), plain_placements(boards)
    playing, tiles = playouts(state)
    seeing, slowest = detections(state, on_kernel)
    large = [random_position(rng, 40, rng.random(), 6) for _ in range(60)]
    threatening = [b for b in large if analyse_threats(b, lists=False).blue.threatens] or large
    mean, worst = analyses(large)
    threat_mean, threat_worst = analyses(threatening)
    rates = (
        ("tiles placed and taken back", placing, 1, f"{placing / plain:.0f}"),
        ("the same tiles on the plain board", plain, 3, 1),
        (f"random games to the end ({tiles:.0f} tiles)", playing, 3, ""),
        ("looks for an immediate win, mean over boards of 4 to 48 tiles", seeing, 1, ""),
        ("the same on the slowest of these boards", slowest, 1, ""),
    )
    threats = (
        (f"{len(large)} random boards", mean, worst),
        ("those of them with threats to parry", threat_mean, threat_worst),
    )
    write_results(
        __file__,
        "The compiled kernel",
        "Seconds are those of one core's work, the best of several runs.",
        markdown_table(
            "what",
            ("a second", "ratio to the plain board"),
            [(what, f"{rate / 1e6:.{n}f} million", ratio) for what, rate, n, ratio in rates],
        ),
        markdown_table(
            "full threat analysis of a board of 40 tiles",
            ("mean", "slowest"),
            [(what, *(f"{time:.2f} ms" for time in times)) for what, *times in threats],
        ),
        f"First analysis in a fresh process, with the start of Python: {first_call():.2f} s.",
        markdown_table("opening", ("Blue's moves", "positions of the proof", "seconds"), proofs()),
    )


if __name__ == "__main__":
    main()
