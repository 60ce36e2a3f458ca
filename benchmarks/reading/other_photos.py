"""Real photographs of other things: does the reader see tiles in them, and boards that lie on them?

The photographs are those that widely used packages carry and whose licence is known; packages that
are not installed are left out. Each is read in six views (whole, on its side, four quarters
enlarged), in which any tile is a phantom. Then it covers the table under boards that the fast
generator draws with seeds that serve for nothing else.

    python benchmarks/reading/other_photos.py [--boards 4]
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np
from palago.calibration.arrays import Picture
from palago.vision import read
from palago.vision.benchmark.compare import compare
from palago.vision.benchmark.pages import markdown_table, write_results
from palago.vision.benchmark.truth import case_of_truth
from palago.vision.table.lesson import named_truly
from palago.vision.training.scenes.photographs import views_of
from palago.vision.training.scenes.scene import Request, make_scene

FIRST_SEED = 9_700_000


@dataclass(frozen=True)
class Source:
    """Photographs that a package carries under one licence, as files in a folder of it."""

    package: str
    licence: str
    folder: str
    files: tuple[str, ...]

    def pictures(self) -> Iterator[Picture]:
        """The photographs as 8-bit BGR (H, W, 3); none where the package is not installed."""
        spec = find_spec(self.folder.split("/")[0])
        for parent in (spec and spec.submodule_search_locations) or ():
            for name in self.files:
                picture = cv2.imread(str(Path(parent).parent / self.folder / name))
                if picture is not None:
                    yield np.asarray(picture, np.uint8)


SOURCES = (
    Source(
        "scikit-image", "public domain", "skimage/data",
        ("astronaut.png", "clock_motion.png", "coins.png", "hubble_deep_field.jpg", "ihc.png",
         "rocket.jpg", "text.png"),
    ),
    Source(
        "scikit-image", "CC0", "skimage/data",
        ("brick.png", "camera.png", "cell.png", "chelsea.png", "coffee.png", "grass.png",
         "gravel.png", "horse.png", "microaneurysms.png", "retina.jpg"),
    ),
    Source(
        "scikit-learn", "CC BY 2.0 (danielbuechele)", "sklearn/datasets/images", ("china.jpg",)
    ),
    Source("scikit-learn", "CC BY 2.0 (vultilion)", "sklearn/datasets/images", ("flower.jpg",)),
    Source(
        "matplotlib", "public domain (United States Navy)", "matplotlib/mpl-data/sample_data",
        ("grace_hopper.jpg",),
    ),
)  # fmt: skip


@dataclass
class Tally:
    """What was read in the photographs of one source."""

    photographs: int = 0
    views: int = 0
    with_board: int = 0
    phantoms: int = 0
    surest: float = 0.0
    boards: int = 0
    exact: int = 0
    tiles: int = 0
    right: int = 0
    sure: int = 0

    def look(self, picture: Picture) -> None:
        """Read a photograph that shows no tile."""
        self.photographs += 1
        for view in views_of(picture):
            tiles = read(view).tiles
            self.views += 1
            self.with_board += bool(tiles)
            self.phantoms += len(tiles)
            self.surest = max([self.surest, *(tile.confidence for tile in tiles)])

    def lay(self, picture: Picture, seed: int) -> None:
        """Read a board that lies on it."""
        request = Request(1000, 750, level="mild", content="board", table=picture)
        scene = make_scene(seed, request)
        case = case_of_truth(scene.truth)
        reading = read(scene.image)
        compared = compare(case, named_truly(reading, case) or reading)
        self.boards += 1
        self.exact += compared.exact
        self.tiles += compared.expected
        self.right += compared.read_right
        self.sure += compared.wrong_and_sure

    def row(self, source: Source) -> tuple[object, ...]:
        """The table's line."""
        counts = vars(self) | {"surest": f"{self.surest:.2f}"}
        return (source.package, source.licence, *counts.values())


HEAD = (
    "licence", "photographs", "views", "with a board", "phantom tiles", "surest", "boards laid",
    "exact", "tiles", "right", "wrong and sure",
)  # fmt: skip


def main() -> None:
    """Read all, and write what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=4, help="boards laid on each photograph")
    boards = parser.parse_args().boards
    rows, absent, seed = [], [], FIRST_SEED
    for source in SOURCES:
        tally = Tally()
        for picture in source.pictures():
            tally.look(picture)
            for _ in range(boards):
                tally.lay(picture, seed)
                seed += 1
        if tally.photographs:
            rows.append(tally.row(source))
            print(*rows[-1], flush=True)
        else:
            absent.append(source.package)
    names = ", ".join(dict.fromkeys(absent)) or "none"
    write_results(
        __file__,
        "Photographs of other things",
        "Photographs that installed packages carry, each read in six views, in which every tile "
        f"is a phantom; and with {boards} drawn boards (mild, seeds from {FIRST_SEED} on) lying "
        "on each, where it does not count which colour is called White. Some of scikit-image's "
        f"were backgrounds in training as well. Not installed here: {names}.",
        markdown_table("package", HEAD, rows),
    )


if __name__ == "__main__":
    main()
