"""Boards that are missed at first: seen out of focus, or shown by a person."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from further_cases import further
from palago.engine.tiles.observation import SURE
from palago.vision.benchmark.compare import compare
from palago.vision.benchmark.truth import case_of_truth
from palago.vision.missed.shown import NotShown, ShownTile
from palago.vision.reader import read
from palago.vision.training.scenes.scene import Request, Scene, make_scene
from palago.vision.training.scenes.tiles import patterns, surface


@pytest.fixture(scope="module")
def striped() -> Iterator[Scene]:
    """A board whose colours are striped, which the finder does not know."""
    plain = patterns.paint_palago

    def with_stripes(edition: Any, u: Any, v: Any, pixel: Any, moved: Any) -> Any:
        on = np.mod(0.8 * u + 0.6 * v, 0.29) < 0.145
        white = (patterns.palago_side(u, v) > 0)[..., None]
        step = edition.blue - edition.white
        other = np.where(white, edition.white + 0.62 * step, edition.blue - 0.62 * step)
        return np.where(on[..., None], other, plain(edition, u, v, pixel, moved)).astype(np.float32)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(surface, "paint_palago", with_stripes)
        yield make_scene(9012, Request(800, 600, level="mild", content="board", tiles=10))


@pytest.mark.parametrize("by", ["tap", *further(["corners"])])
def test_a_tap_or_four_corners_find_the_board(striped: Scene, by: str) -> None:
    case = case_of_truth(striped.truth)
    tile = case.tiles[len(case.tiles) // 2]
    points = (tile.center,) if by == "tap" else tile.corners[4:1:-1] + tile.corners[1:2]
    found = compare(case, read(striped.image, shown=ShownTile(tuple(points))))
    assert found.read_right >= len(case.tiles) - 1 and found.wrong_and_sure == 0
    assert all(tile.confidence < SURE for tile in found.right)


def test_where_no_tile_is_no_board_is_found(striped: Scene) -> None:
    corner = (8.0, striped.image.shape[0] - 8.0)
    assert not read(striped.image, shown=ShownTile((corner,))).tiles


@pytest.mark.parametrize(
    "points", [(), ((1.0, 1.0),) * 2, ((0.0, 0.0), (9.0, 0.0), (0.0, 9.0), (9.0, 9.0))]
)
def test_what_is_no_tile_is_refused_in_a_sentence(points: Any) -> None:
    with pytest.raises(NotShown, match="corners"):
        ShownTile(points)


def test_a_cloth_of_hexagons_is_no_board() -> None:
    """A pattern of one drawing, again and again, is none, however like a tile it looks."""
    scene = make_scene(77, Request(600, 450, level="mild", content="board", tiles=4))
    tile = scene.truth["tiles"][0]
    x, y = (round(value) for value in tile["center"])
    reach = round(max(abs(corner[0] - x) for corner in tile["corners"])) + 1
    height = round(reach * np.sqrt(3.0))
    piece = scene.image[y - height : y + height, x - reach : x + reach]
    assert piece.shape[:2] == (2 * height, 2 * reach)
    assert not read(np.tile(piece, (4, 7, 1))).tiles
