"""A tile ends at its edges; what goes on beyond them only looks like one."""

import numpy as np
import pytest
from further_cases import further
from palago.calibration.arrays import Picture
from palago.vision import read
from palago.vision.board.largest import shares_going_on
from palago.vision.faces.palette import Palette, logarithmic
from palago.vision.faces.poses import Poses, TableSampler
from palago.vision.lattice.pattern import CORNERS, is_inside
from palago.vision.lattice.plane import DivisionLens, TableView
from palago.vision.photos.shrink import Halves
from palago.vision.training.scenes.scene import Request, make_scene

SIZE = (400, 400)
SIDE = 60.0
LIGHT, DARK, TABLE = (230, 220, 200), (120, 60, 30), (60, 160, 90)


def two_halves() -> Picture:
    """One colour to the left of the middle and the other to the right."""
    picture = np.empty((SIZE[1], SIZE[0], 3), np.uint8)
    picture[:, :200], picture[:, 200:] = LIGHT, DARK
    return picture


def on_a_table(table: tuple[int, int, int]) -> Picture:
    """The same, cut out as a hexagon that lies on a table of some colour."""
    rows, columns = np.mgrid[0 : SIZE[1], 0 : SIZE[0]]
    places = np.stack([columns - 200, rows - 200], axis=-1) / SIDE
    shown = is_inside(places.reshape(-1, 2), 1.0).reshape(SIZE[1], SIZE[0])
    return np.where(shown[..., None], two_halves(), np.array(table, np.uint8))


def share_going_on(picture: Picture) -> float:
    lens = DivisionLens(SIZE)
    straight = np.diag([SIDE / lens.unit, SIDE / lens.unit, 1.0])
    corners = (np.array(SIZE) - 1) / 2.0 + SIDE * CORNERS[None]
    sampler = TableSampler(Halves(picture), TableView(straight, lens), corners, corners)
    light, dark = (logarithmic(np.array(c, np.float32)) for c in (LIGHT, DARK))
    pair = Palette(
        np.array(LIGHT[::-1], float),
        np.array(DARK[::-1], float),
        (light - dark) / 2.0,
        (light + dark) / 2.0,
    )
    return float(shares_going_on(sampler, Poses.straight([(0, 0)]), pair)[0])


@pytest.mark.parametrize(("table", "most"), [(TABLE, 0.05), (LIGHT, 0.55), (DARK, 0.55)])
def test_a_tile_ends_at_its_edges(table: tuple[int, int, int], most: float) -> None:
    assert share_going_on(on_a_table(table)) <= most


def test_colours_that_go_on_are_no_tile() -> None:
    assert share_going_on(two_halves()) > 0.9


@pytest.mark.parametrize("seed", [930033, *further([930088])])
def test_one_tile_among_many_others_that_is_like_ours_is_no_board(seed: int) -> None:
    scene = make_scene(seed, other_game(seed))
    assert read(scene.image).tiles == ()


def other_game(seed: int) -> Request:
    rng = np.random.default_rng([seed, 78])
    photographs, is_mild = bool(rng.random() < 0.5), rng.random() < 0.7
    level = "mild" if is_mild else "hard"
    return Request(900, 675, level=level, content="other_game", photographs=photographs)
