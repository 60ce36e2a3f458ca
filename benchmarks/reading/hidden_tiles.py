"""Tiles that a hand hides in part: how many are listed, with the network for them and without.

Scenes from the fast generator with hands over the board, of seeds that served for nothing else. A
tile counts as listed when the reading has one on it, and as right when its White tip is where it
must be. A phantom is a tile read where no tile of the board lies.

    python benchmarks/reading/hidden_tiles.py [--scenes 200]
"""

from __future__ import annotations

import argparse
from collections import Counter
from typing import Any

import numpy as np
from palago.vision.benchmark.pages import markdown_table, write_results
from palago.vision.board.found_hexagons import find_hexagons
from palago.vision.board.search import FoundBoard, find_board
from palago.vision.training.scenes.scene import Request, make_scene

FIRST_SEED = 8_000_000
SHARES = ((0.2, 0.4), (0.4, 0.5), (0.5, 0.6), (0.6, 0.7), (0.7, 0.85), (0.85, 1.01))


def count_scene(seed: int, count: Counter[Any]) -> None:
    """Read one scene and count its tiles by the share of them that is seen."""
    request = Request(1000, 750, level="mild", content="board", odd_share=0.0, hands=1.0)
    scene = make_scene(seed, request)
    board = find_board(scene.image, find_hexagons(scene.image))
    if board is None:
        count["boards lost"] += 1
        return
    tips = _white_tips(board)
    corners = board.faces.poses.corners_in_photo(board.view)
    centres = corners.mean(axis=1)
    real = np.zeros(len(centres), bool)
    for tile in scene.truth["tiles"]:
        outline = np.array(tile["corners"])
        side = float(np.linalg.norm(outline - outline.mean(axis=0), axis=1).mean())
        gaps = np.linalg.norm(centres - outline.mean(axis=0), axis=1)
        nearest = int(np.argmin(gaps))
        met = gaps[nearest] < 0.5 * side
        share = next((s for s in SHARES if s[0] <= tile["visible"] < s[1]), None)
        if met:
            real[nearest] = True
        if share is None:
            continue
        count[share, "tiles"] += 1
        if met:
            by_network = bool(board.faces.hidden[nearest])
            count[share, "by the network"] += by_network
            count[share, "listed"] += 1
            tip = outline[tile["rotation"]]
            count[share, "right"] += bool(np.linalg.norm(tips[nearest] - tip) < 0.5 * side)
    count["phantoms by the network"] += int((~real & board.faces.hidden).sum())
    count["other phantoms"] += int((~real & ~board.faces.hidden).sum())


def _white_tips(board: FoundBoard) -> Any:
    corners = board.faces.poses.corners_in_photo(board.view)
    return corners[np.arange(len(corners)), board.faces.rotations]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=200)
    scenes = parser.parse_args().scenes
    count: Counter[Any] = Counter()
    for seed in range(FIRST_SEED, FIRST_SEED + scenes):
        count_scene(seed, count)
    rows = []
    for share in SHARES:
        tiles, listed = count[share, "tiles"], count[share, "listed"]
        without = listed - count[share, "by the network"]
        named = f"{share[0]:.2f} to {min(share[1], 1):.2f}"
        rows.append((named, tiles, without, listed, count[share, "right"]))
    head = ("tiles", "listed without the network", "with it", "of these rotation right")
    write_results(
        __file__,
        "Tiles that a hand hides in part",
        f"{scenes} generated scenes of 1000 x 750 pixels with hands, seeds from {FIRST_SEED} on, "
        "which served for nothing else.",
        markdown_table("share of the tile that is seen", head, rows),
        f"Phantoms: {count['phantoms by the network']} by the network, {count['other phantoms']} "
        f"others; boards not found at all: {count['boards lost']}.",
    )


if __name__ == "__main__":
    main()
