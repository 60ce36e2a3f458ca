"""What each part of the reader is worth alone: finding tiles, and reading their rotation.

Finding: the network against classical contours (edges and thresholds, closed outlines with six
corners). Rotation: the fitted drawing, the votes of single places, the small network, and all
three together, each asked about the same tiles in the poses at which the reader settled.

    python benchmarks/reading/methods.py [FOLDER]
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
from palago.calibration.arrays import Picture, Points
from palago.vision.benchmark.pages import markdown_table, write_results
from palago.vision.benchmark.truth import Case, find_cases
from palago.vision.board.search import find_board
from palago.vision.finding.closer_look import CLEAR_SCORE
from palago.vision.finding.detect import find_candidates
from palago.vision.lattice.groups import Hexagons
from palago.vision.photos.photo import load_photo

SAMPLES = Path(__file__).resolve().parents[2] / "sample_images"
WORKING_SIDE = 1000
LEAST_AREA, MOST_AREA = 150.0, 90_000.0


def contour_hexagons(image: Picture) -> Points:
    """Convex outlines with six corners, (n, 6, 2) pixels of a BGR picture (h, w, 3)."""
    shrink = min(1.0, WORKING_SIDE / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    found: list[Points] = []
    for channel in cv2.split(cv2.cvtColor(small, cv2.COLOR_BGR2LAB)):
        for mask in _masks(channel):
            outlines, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
            for outline in outlines:
                if LEAST_AREA <= cv2.contourArea(outline) <= MOST_AREA:
                    hull = cv2.convexHull(outline)
                    corners = cv2.approxPolyDP(hull, 0.035 * cv2.arcLength(hull, True), True)
                    whole = cv2.contourArea(outline) > 0.85 * cv2.contourArea(hull)
                    if len(corners) == 6 and whole:
                        found.append(corners.reshape(6, 2) / shrink)
    return np.array(found).reshape(-1, 6, 2)


def _masks(channel: cv2.typing.MatLike) -> Iterable[cv2.typing.MatLike]:
    smooth = cv2.GaussianBlur(channel, (0, 0), 1.2)
    for low in (20, 60):
        edges = cv2.dilate(cv2.Canny(smooth, low, 2 * low), np.ones((3, 3), np.uint8))
        yield edges
        yield 255 - edges
    for block in (31, 91):
        bright = cv2.adaptiveThreshold(
            smooth, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, block, 0
        )
        yield bright
        yield 255 - bright


def tiles_met(case: Case, centres: Points, widths: Points) -> tuple[int, int]:
    """How many tiles have a hexagon of their size on them, and how many hexagons have no tile."""
    met = 0
    on_a_tile = np.zeros(len(centres), bool)
    for tile in case.tiles:
        width = 2 * tile.inradius
        near = np.linalg.norm(centres - np.array(tile.center), axis=1) < 0.25 * width
        near &= (widths > 0.7 * width) & (widths < 1.4 * width)
        met += bool(near.any()) and tile.must_be_found
        on_a_tile |= near
    return met, int((~on_a_tile).sum())


def rotations_right(case: Case, count: Counter[str]) -> None:
    """Ask every witness about the tiles of the board that the reader finds in the photo."""
    photo = load_photo(case.photo)
    found = find_candidates(photo.image)
    board = find_board(photo.image, Hexagons(found.centres, found.corners, found.scores))
    if board is None:
        return
    faces = board.faces
    corners = photo.to_full(faces.poses.corners_in_photo(board.view))
    centres = corners.mean(axis=1)
    witnesses = {
        "drawing": faces.fit_scores.argmax(axis=1),
        "places": faces.vote_scores.argmax(axis=1),
        "network": faces.network[:, :6].argmax(axis=1),
        "together": faces.rotations,
    }
    for tile in case.tiles:
        gaps = np.linalg.norm(centres - np.array(tile.center), axis=1)
        nearest = int(np.argmin(gaps))
        if gaps[nearest] > 0.5 * tile.inradius:
            continue
        tip = np.array(tile.corners[tile.rotation])
        true = int(np.argmin(np.linalg.norm(corners[nearest] - tip, axis=1)))
        count["tiles"] += 1
        for name, rotations in witnesses.items():
            count[name] += int(rotations[nearest]) == true


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else SAMPLES
    cases = find_cases(folder)
    names = sorted({case.level for case in cases})
    levels = {name: [case for case in cases if case.level == name] for name in names}
    rotations = []
    for level, some in levels.items():
        count: Counter[str] = Counter()
        for case in some:
            rotations_right(case, count)
        if count["tiles"]:
            shares = [count[w] for w in ("drawing", "places", "network", "together")]
            rotations.append(
                (level, count["tiles"], *(f"{100 * n / count['tiles']:.2f} %" for n in shares))
            )
    found = ("tiles", "contours", "hexagons beside", "network", "hexagons beside")
    right = ("tiles", "fitted drawing", "single places", "small network", "together")
    write_results(
        __file__,
        "What each part of the reader is worth alone",
        "Pictures: `sample_images`, all rendered. Hexagons beside the tiles are no errors yet: "
        "what they show is looked at afterwards.",
        "## Tiles found",
        markdown_table("level", found, [_finding_row(*of_level) for of_level in levels.items()]),
        "## Rotation right, of the tiles of the boards found",
        markdown_table("level", right, rotations),
    )


def _finding_row(level: str, cases: list[Case]) -> tuple[object, ...]:
    tiles = sum(tile.must_be_found for case in cases for tile in case.tiles)
    sums = np.zeros((2, 2), int)
    for case in cases:
        photo = load_photo(case.photo)
        outlines = photo.to_full(contour_hexagons(photo.image))
        found = find_candidates(photo.image)
        clear = photo.to_full(found.corners[found.scores >= CLEAR_SCORE])
        for row, hexagons in enumerate((outlines, clear)):
            spokes = np.linalg.norm(hexagons - hexagons.mean(axis=1, keepdims=True), axis=2)
            widths = np.sqrt(3.0) * spokes.mean(axis=1)
            sums[row] += tiles_met(case, hexagons.mean(axis=1), widths)

    def share(met: int) -> str:
        return f"{100 * met / tiles:.1f} %" if tiles else "–"

    return (level, tiles, share(sums[0, 0]), sums[0, 1], share(sums[1, 0]), sums[1, 1])


if __name__ == "__main__":
    main()
