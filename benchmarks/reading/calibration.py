"""What calibration and paper are worth to the reader of photos; writes ``calibration.md``.

Three questions, each answered on generated photographs of the same boards from the same places:
are printed tiles read as well as moulded ones; does a camera's profile help, and never harm; does
a set's profile help, and never harm.

    python benchmarks/reading/calibration.py --boards 12
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from palago.calibration.arrays import Picture
from palago.calibration.cameras.camera import CameraProfile
from palago.calibration.cameras.lens import Lens
from palago.calibration.sets.editions import editions
from palago.calibration.sets.fit import measure_tile_set
from palago.calibration.sets.tile_set import TileSetProfile
from palago.vision import read
from palago.vision.photos.photo import load_photo
from palago.vision.readings.reading import Reading
from palago.webui.jobs.calibration_views import tiles_to_measure

sys.path.insert(0, str(Path(__file__).parents[2] / "sample_images"))
from printed_sheet import Making, photograph, random_board, random_making

RESULTS = Path(__file__).parents[1] / "calibration.md"
SURE = 0.95
SIZE = (1600, 1200)


@dataclass
class Score:
    """Counts over the photos of one condition."""

    tiles: int = 0
    right: int = 0
    phantom: int = 0
    sure_and_wrong: int = 0
    boards: int = 0
    exact: int = 0

    def add(self, reading: Reading, truth: dict[str, Any]) -> None:
        """Compare one reading with its truth by where the tiles and their White tips are."""
        lying = truth["tiles"]
        centres = np.array([tile["center"] for tile in lying])
        taken: set[int] = set()
        right = 0
        for tile in reading.tiles:
            distances = np.linalg.norm(centres - tile.center, axis=1)
            nearest = int(distances.argmin())
            corners = np.array(lying[nearest]["corners"])
            width = float(np.linalg.norm(corners[0] - corners[3]))
            if distances[nearest] > 0.25 * width or nearest in taken:
                self.phantom += 1
                continue
            taken.add(nearest)
            tip = corners[lying[nearest]["rotation"]]
            good = float(np.linalg.norm(tip - tile.white_tip)) < 0.3 * width
            right += good
            self.sure_and_wrong += not good and tile.confidence >= SURE
        self.tiles += len(lying)
        self.right += right
        self.boards += 1
        self.exact += right == len(lying) == len(reading.tiles)

    def row(self, name: str) -> str:
        """The score as a line of the table."""
        return (
            f"| {name} | {self.boards} | {self.tiles} | {100 * self.right / self.tiles:.2f} % |"
            f" {self.phantom} | {self.sure_and_wrong} | {self.exact} of {self.boards} |"
        )


def photographed(making: Making, seed: int) -> tuple[Picture, dict[str, Any]]:
    """One board of 6 to 30 tiles, the same for the same seed, as a phone's JPEG shows it."""
    rng = np.random.default_rng(1000 + seed)
    picture, truth = photograph(random_board(int(rng.integers(6, 31)), rng), making, seed, SIZE)
    coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 88])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), dtype=np.uint8), truth


def compare(
    names: tuple[str, str],
    boards: int,
    pictures: Callable[[int], tuple[tuple[Picture, dict[str, Any]], ...]],
    options: Callable[[int], tuple[dict[str, Any], dict[str, Any]]],
) -> list[str]:
    """Read ``boards`` pairs of pictures, each with its own options, and score both sides."""
    scores = Score(), Score()
    for seed in range(boards):
        made, with_options = pictures(seed), options(seed)
        for score, (picture, truth), chosen in zip(scores, made, with_options, strict=True):
            score.add(read(picture, **chosen), truth)
        print(f"{names[0]}: {seed + 1} of {boards}", file=sys.stderr, flush=True)
    return [score.row(name) for score, name in zip(scores, names, strict=True)]


def printed_and_moulded(boards: int) -> list[str]:
    """The same boards with cut errors to 1 mm and curl, and with exact flat tiles."""

    def pictures(seed: int) -> tuple[tuple[Picture, dict[str, Any]], ...]:
        printed = random_making(np.random.default_rng(seed), cut_error=1.0, curl=1.2)
        moulded = replace(printed, cut_error=0.0, curl=0.0)
        return photographed(printed, seed), photographed(moulded, seed)

    return compare(("printed, cut by hand", "moulded"), boards, pictures, lambda _: ({}, {}))


def with_and_without_camera(name: str, boards: int, k1: float, tilt: float) -> list[str]:
    """One lens, read with its profile and without."""
    width, height = SIZE
    focal = 0.85 * width
    lens = Lens(SIZE, (focal, focal), ((width - 1) / 2, (height - 1) / 2), k1)
    profile = CameraProfile("known", lens)

    def pictures(seed: int) -> tuple[tuple[Picture, dict[str, Any]], ...]:
        making = random_making(np.random.default_rng(seed), k1=k1, tilt=tilt)
        return (photographed(making, seed),) * 2

    names = f"{name}, with profile", f"{name}, without"
    return compare(names, boards, pictures, lambda _: ({"camera": profile}, {}))


def with_and_without_set(boards: int) -> list[str]:
    """Every edition in turn, read with a profile measured from another photo, and without."""

    def profile_of(edition: str) -> TileSetProfile:
        making = Making(edition, tilt=10.0, light="daylight")
        picture, _ = photographed(making, 900)
        photo = load_photo(picture)
        measured = measure_tile_set([tiles_to_measure(photo, read(picture))], edition)
        if not isinstance(measured, tuple):
            raise SystemExit(f"{edition}: {measured.reason}")
        return measured[0]

    used = [edition.name for edition in editions()[:8]]
    profiles = {name: profile_of(name) for name in used}

    def pictures(seed: int) -> tuple[tuple[Picture, dict[str, Any]], ...]:
        making = random_making(np.random.default_rng(seed), edition=used[seed % len(used)])
        return (photographed(making, seed),) * 2

    return compare(
        ("lamp or daylight, with set profile", "lamp or daylight, without"),
        boards,
        pictures,
        lambda seed: ({"tile_set": profiles[used[seed % len(used)]]}, {}),
    )


def main() -> None:
    """Run all comparisons and write the table."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--boards", type=int, default=12, help="boards for each comparison")
    boards = parser.parse_args().boards
    rows = printed_and_moulded(boards)
    rows += with_and_without_camera("wide angle (k1 -0.3) at 45°", boards, -0.3, 45.0)
    rows += with_and_without_camera("straight lens at 20°", boards, 0.0, 20.0)
    rows += with_and_without_set(boards)
    RESULTS.write_text(
        "# Calibration and paper\n\n"
        f"`python benchmarks/reading/calibration.py --boards {boards}` wrote this. Generated"
        f" photographs of {SIZE[0]} x {SIZE[1]} pixels, tiles cut from our own printed sheet;"
        " each pair of rows shows the same boards from the same places.\n\n"
        "| condition | photos | tiles | right | phantom | wrong and sure | boards exactly right |\n"
        "|---|---|---|---|---|---|---|\n" + "\n".join(rows) + "\n",
        encoding="utf-8",
    )
    print(RESULTS.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
