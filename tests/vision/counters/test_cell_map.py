"""A network sees cells in whole photos: it learns from where they are, and finds them again."""

import numpy as np
import pytest
from further_cases import further
from palago.calibration.arrays import Flags
from palago.vision.counters.locating.blobs import EDGE_WINDOWS, edge_strength, find_blobs
from palago.vision.counters.locating.cell_map import LONG_SIDE, CellMap
from palago.vision.counters.locating.honeycomb import find_honeycombs
from palago.vision.counters.locating.locate import locate_board
from palago.vision.training.counters.place import is_right
from palago.vision.training.counters.tables.boards import HARDSHIPS, Photographed, photograph_board
from palago.vision.training.counters.tables.others import photograph_other


def met(photo: Photographed) -> Flags:
    """Which of the cells in a photo have a patch about their middle."""
    patches = CellMap.of(photo.image, LONG_SIDE).patches(
        (photo.image.shape[1], photo.image.shape[0])
    )
    cells = photo.centres[photo.shown]
    radius = np.sqrt(patches.areas / np.pi)
    gaps = np.linalg.norm(cells[:, None] - patches.centres, axis=2)
    return np.asarray((gaps < 0.5 * radius).any(axis=1))


@pytest.mark.parametrize(("hardship", "share"), [("plain", 0.95), ("faint", 0.5), ("steep", 0.4)])
def test_cells_are_seen_where_they_are(hardship: str, share: float) -> None:
    photo = photograph_board(700_070 + HARDSHIPS.index(hardship))
    assert photo.hardship == hardship
    assert met(photo).mean() > share


@pytest.mark.parametrize("seed", [800_131, *further((800_054, 800_056, 800_062, 800_082))])
def test_a_board_whose_cells_no_edges_close_is_found(seed: int) -> None:
    photo = photograph_board(seed)
    patches = find_blobs(edge_strength(photo.image), EDGE_WINDOWS[0])
    assert not list(find_honeycombs(patches, (photo.image.shape[1], photo.image.shape[0])))
    board = locate_board(photo.image)
    assert board is not None and is_right(board.view, photo)


def test_few_cells_are_seen_where_no_board_lies() -> None:
    photo = photograph_other(700_001)
    assert photo.hardship == "table"
    height, width = photo.image.shape[:2]
    assert len(CellMap.of(photo.image, LONG_SIDE).patches((width, height))) < 24
