"""How many positions ``palago analyse`` does in a second, the program's start included.

The yardstick beside it is reading the same JSON lines and writing them again.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from palago.engine.tiles.board import Board, Tile

POSITIONS = int(os.environ.get("PALAGO_BENCH_POSITIONS", "10000"))
RESULTS = Path(__file__).parents[1] / "analyse.md"


def random_board(rng: random.Random, tiles: int) -> Board:
    """A connected board of legal rotations."""
    board = Board([Tile(0, 0, 0)])
    while len(board) < tiles:
        board = board.place(Tile(*rng.choice(board.frontier()), rng.choice((0, 2, 4))))
    return board


def main() -> None:
    rng = random.Random(20)
    boards = [random_board(rng, rng.randint(2, 48)) for _ in range(POSITIONS)]
    lines = [json.dumps({"id": n} | board.to_json()) for n, board in enumerate(boards)]
    started = time.perf_counter()
    for line in lines:
        json.dumps(json.loads(line))
    yardstick = time.perf_counter() - started
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "positions.jsonl"
        file.write_text("\n".join(lines))
        started = time.perf_counter()
        command = [sys.executable, "-m", "palago.webui.command_line", "analyse", str(file)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        seconds = time.perf_counter() - started
    assert len(done.stdout.splitlines()) == POSITIONS
    over = sum(json.loads(line)["over"] for line in done.stdout.splitlines())
    RESULTS.write_text(
        "# `palago analyse` on many positions\n\n"
        f"{POSITIONS} random boards of 2 to 48 tiles as JSON lines ({over} of them over), one "
        "process, start included.\n\n"
        "| what | seconds | positions a second |\n|---|---|---|\n"
        f"| `palago analyse` | {seconds:.1f} | {POSITIONS / seconds:.0f} |\n"
        f"| parsing and writing the same JSON | {yardstick:.2f} | {POSITIONS / yardstick:.0f} |\n\n"
        f"Ratio to the JSON alone: {seconds / yardstick:.0f}.\n",
        encoding="utf-8",
    )
    print(RESULTS.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
