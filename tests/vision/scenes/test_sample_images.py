"""The sample photographs are what their truth says, small, and split by their seeds."""

import json
import math
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from palago.engine.lattice import neighbours
from palago.engine.tiles.board import Board, Tile
from palago.vision import read
from palago.vision.benchmark.compare import compare
from palago.vision.benchmark.truth import find_cases

FOLDER = Path(__file__).resolve().parents[3] / "sample_images"
TRUTHS = sorted(p for p in FOLDER.rglob("*.truth.json") if "palanquee" not in p.parts)


def truth_of(path: Path) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(path.read_text())
    return value


def photo_of(path: Path) -> Path:
    return path.with_name(path.name.replace(".truth.json", ".jpg"))


def test_there_are_photos_of_all_levels_in_both_parts() -> None:
    kinds = {(t["split"], t["conditions"]["level"]) for t in map(truth_of, TRUTHS)}
    assert kinds >= {(part, level) for part in ("develop", "report") for level in ("mild", "hard")}


def test_photos_are_small() -> None:
    photos = [path for path in FOLDER.rglob("*") if path.is_file() and ".cache" not in path.parts]
    assert sum(path.stat().st_size for path in photos) < 45e6
    for path in TRUTHS:
        photo = photo_of(path)
        large = max(truth_of(path)["image"].values()) > 2000
        assert photo.stat().st_size <= (1_000_000 if large else 250_000), photo.name


def test_the_part_follows_from_the_seed() -> None:
    for path in TRUTHS:
        truth = truth_of(path)
        seed = truth["seed"]
        develop = seed % 5 < 3 or seed >= 100_000
        assert truth["split"] == ("develop" if develop else "report")
        if path.parent != FOLDER:
            assert path.parent.name == truth["split"]
            assert path.name == f"{seed:04d}.truth.json"


def test_every_board_is_connected_and_its_corners_go_round() -> None:
    for path in TRUTHS:
        truth = truth_of(path)
        board = Board(Tile(t["q"], t["r"], t["rotation"]) for t in truth["tiles"])
        assert len(board.cells) == len(truth["tiles"])
        if truth["conditions"]["tiles"] == len(truth["tiles"]):
            assert board.is_connected, path.name
            odd = sum(tile.rotation % 2 for tile in board)
            assert odd == truth["conditions"]["odd"]
            assert odd == 0 or 2 * odd < len(board), "the frame is that of the majority"
        centres = {(t["q"], t["r"]): np.array(t["center"]) for t in truth["tiles"]}
        for tile in truth["tiles"]:
            corners, centre = np.array(tile["corners"]), np.array(tile["center"])
            nxt = np.roll(corners, -1, axis=0)
            area = float((corners[:, 0] * nxt[:, 1] - corners[:, 1] * nxt[:, 0]).sum() / 2)
            assert area > 0, "clockwise in a picture whose y goes down"
            width = math.sqrt(area)
            assert np.linalg.norm(corners.mean(axis=0) - centre) < 0.1 * width
            for k, cell in enumerate(neighbours((tile["q"], tile["r"]))):
                if cell in centres:
                    expected = corners[(k + 1) % 6] + corners[(k + 2) % 6] - centre
                    assert np.linalg.norm(centres[cell] - expected) < 0.3 * width


def test_the_pictures_show_the_rotations_that_the_truth_says() -> None:
    """Where a tile is well seen, its White band is lighter than its Blue band."""
    agree = total = 0
    for path in TRUTHS:
        truth = truth_of(path)
        if truth["conditions"]["level"] != "mild":
            continue
        grey = cv2.imread(str(photo_of(path)), cv2.IMREAD_GRAYSCALE)
        assert grey is not None
        assert grey.shape == (truth["image"]["height"], truth["image"]["width"])
        for tile in truth["tiles"]:
            centre, corners = np.array(tile["center"]), np.array(tile["corners"])
            if tile["visible"] < 0.95:
                continue
            tip = corners[tile["rotation"]] - centre
            white, blue = centre - 0.28 * tip, centre + 0.28 * tip
            patches = []
            for x, y in (white, blue):
                x, y = round(float(x)), round(float(y))
                patches.append(grey[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2].mean())
            total += 1
            agree += patches[0] > patches[1]
    assert total > 0
    assert agree >= 0.99 * total


def test_the_first_photo_that_everybody_sees_is_read_exactly() -> None:
    case = next(c for c in find_cases(FOLDER) if c.name == "table")
    assert 15 <= len(case.tiles) <= 25
    result = compare(case, read(case.photo))
    assert result.exact
    assert not result.wrong_and_sure
