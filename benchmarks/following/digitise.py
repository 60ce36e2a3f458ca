"""Digitising 500 photos with kills in the middle: the same record, and no photo read twice.

The photos show a staged game of Palago, many of each board, in a temporary folder. One run is left
alone; the other is killed (SIGKILL to all its processes) twice and started again.

    python benchmarks/following/digitise.py [PHOTOS]
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import cv2
import numpy as np
from palago.engine.palago.game import PalagoGame
from palago.engine.tiles.board import Board
from palago.vision.benchmark.pages import markdown_table, write_results
from palago.vision.training.scenes.films.videos import StagedTable

SEED = 7
WIDTH, HEIGHT = 784, 512
TURNS = 10
KILLS = (0.3, 0.7)
"""Shares of the photos after which the run is killed."""


def game_boards(stage: StagedTable) -> list[Board]:
    """The boards of a game that stays in the picture."""
    rng = random.Random(SEED)
    game = PalagoGame().play(next(iter(PalagoGame().legal_actions())))
    boards = [game.board]
    while len(boards) < TURNS and not game.over:
        moves = [m for m in game.legal_actions() if all(stage.sees(tile.cell) for tile in m)]
        game = game.play(rng.choice(moves))
        boards.append(game.board)
    return boards


def make_photos(folder: Path, count: int) -> None:
    """Photos in the order of the game, each with noise of its own."""
    stage = StagedTable(SEED, width=WIDTH, height=HEIGHT, tiles_across=12)
    boards = game_boards(stage)
    noise = np.random.default_rng(SEED)
    for number in range(count):
        picture = stage.picture(boards[number * len(boards) // count])
        grain = noise.normal(0, 3, picture.shape)
        photo = np.clip(picture + grain, 0, 255).astype(np.uint8)
        name = str(folder / f"photo {number}.jpg")
        cv2.imwrite(name, photo, [cv2.IMWRITE_JPEG_QUALITY, 88])


def command(photos: Path, out: Path) -> list[str]:
    module = [sys.executable, "-m", "palago.webui.command_line", "digitise"]
    return [*module, str(photos), "--out", str(out)]


def finished(readings: Path) -> dict[str, int]:
    """The readings that are there, with the moment at which each was written."""
    return {path.name: path.stat().st_mtime_ns for path in readings.glob("*.json")}


def run_until(photos: Path, out: Path, enough: int) -> dict[str, int]:
    """Start, kill all processes once so many photos are read, and return what was left."""
    readings = out.with_suffix(".readings")
    process = subprocess.Popen(
        command(photos, out), start_new_session=True, stderr=subprocess.DEVNULL
    )
    while process.poll() is None and len(finished(readings)) < enough:
        time.sleep(0.02)
    if process.poll() is not None:
        raise SystemExit("the run ended before it was killed")
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    return finished(readings)


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        photos = folder / "photos"
        photos.mkdir()
        make_photos(photos, count)
        started = time.perf_counter()
        subprocess.run(command(photos, folder / "whole.json"), stderr=subprocess.DEVNULL)
        seconds = time.perf_counter() - started
        left, read_twice = [], 0
        before: dict[str, int] = {}
        for share in KILLS:
            after = run_until(photos, folder / "killed.json", round(share * count))
            read_twice += sum(after[key] != moment for key, moment in before.items())
            left.append(len(after))
            before = after
        subprocess.run(command(photos, folder / "killed.json"), stderr=subprocess.DEVNULL)
        after = finished(folder / "killed.readings")
        read_twice += sum(after[key] != moment for key, moment in before.items())
        whole, killed = (
            json.loads((folder / f"{which}.json").read_text(encoding="utf-8"))
            for which in ("whole", "killed")
        )
    rows = (
        ("undisturbed run", f"{seconds:.0f} s, {1000 * seconds / count:.0f} ms a photo"),
        (
            "moves in its record, things to check",
            f"{len(whole['moves'])}, {len(whole['to_check'])}",
        ),
        ("killed after so many photos", " and ".join(map(str, left))),
        ("finished readings that a later run read again", read_twice),
        ("readings at the end", len(after)),
        (
            "record after the kills",
            f"{'the same' if whole == killed else 'DIFFERENT'} as without them",
        ),
    )
    write_results(
        __file__,
        "Digitising photos, killed in the middle",
        f"{count} rendered photos of {WIDTH * HEIGHT / 1e6:.1f} MP of one staged game, "
        f"{os.cpu_count()} cores.",
        markdown_table("what", ("figure",), rows),
    )
    if whole != killed or read_twice:
        sys.exit(1)


if __name__ == "__main__":
    main()
