"""A board that is one straight row is read whole, however little of it the finder saw."""

import math

import numpy as np
import pytest
from palago.calibration.arrays import Picture
from palago.engine.tiles.board import Board, Tile
from palago.vision.board.found_hexagons import find_hexagons
from palago.vision.board.search import find_board
from palago.vision.training.scenes.films.videos import StagedTable

LONG = 18
ROW = Board(Tile(q, 0, 2 * (q * q % 3)) for q in range(-LONG // 2, LONG // 2))


@pytest.fixture(scope="module")
def row() -> tuple[StagedTable, Picture]:
    """A table with a row of small tiles, and its picture."""
    stage = StagedTable(2, 1280, 720, tiles_across=38.0)
    return stage, stage.picture(ROW)


@pytest.mark.parametrize("first", [0, 6, 13], ids=["one end", "middle", "other end"])
def test_a_row_of_which_five_tiles_were_seen_is_read_to_both_ends(
    row: tuple[StagedTable, Picture], first: int
) -> None:
    stage, picture = row
    places = [stage.place_of([tile.cell]) for tile in sorted(ROW, key=lambda tile: tile.q)]
    hexagons = find_hexagons(picture)
    near = [
        int(np.argmin([math.dist(centre, places[number]) for centre in hexagons.centres]))
        for number in range(first, first + 5)
    ]
    board = find_board(picture, hexagons.take(np.array(near)))
    assert board is not None
    found = board.faces.poses.centres_in_photo(board.view)
    width = math.dist(places[0], places[1])
    gaps = [min(math.dist(place, centre) for centre in found) for place in places]
    assert len(found) == LONG and max(gaps) < width / 4
    along = np.argsort(found @ (np.array(places[-1]) - np.array(places[0])))
    turns = (board.faces.rotations[along] - [tile.rotation for tile in sorted(ROW)]) % 6
    assert len(set(turns.tolist())) == 1
