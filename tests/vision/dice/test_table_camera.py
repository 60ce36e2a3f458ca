"""The camera over a table, by a few tiles seen a little wrongly."""

import numpy as np
import pytest
from palago.calibration.arrays import Floats
from palago.calibration.cameras.lens import Lens
from palago.engine.lattice import CORNER_OFFSETS, Cell, cell_centre
from palago.vision.dice.camera import TableCamera, fit_cameras
from palago.vision.dice.die_states import Judged
from palago.vision.dice.finder import DiceFound
from palago.vision.dice.reader import camera_by_dice
from palago.vision.photos.shrink import Halves

SIZE = (1280, 960)
TILES: tuple[Cell, ...] = ((0, 0), (1, 0), (0, 1), (-1, 1), (1, 1), (2, -1))


def over_the_table(rng: np.random.Generator, tilt: float) -> TableCamera:
    """A phone's camera that sees the table's middle at its own, aslant by `tilt` in radians."""
    focal = float(np.hypot(*SIZE) / 2 * rng.uniform(1.1, 1.9))
    lens = Lens(SIZE, (focal, focal), (639.5, 479.5), k1=float(rng.uniform(-0.08, 0.04)))
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), np.sin(tilt)], [0, -np.sin(tilt), np.cos(tilt)]])
    turn = rng.uniform(0, 2 * np.pi)
    spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    away = focal / 45.0
    return TableCamera(lean @ spin, away * np.array([*rng.uniform(-0.15, 0.15, 2), 1.0]), lens)


def corners(tiles: tuple[Cell, ...] = TILES) -> Floats:
    own = np.array(CORNER_OFFSETS)
    return np.concatenate([np.array(cell_centre(tile)) + own for tile in tiles])


@pytest.mark.parametrize("tilt", [0.35, 0.6, 0.95])
def test_six_tiles_tell_which_way_is_up_all_over_the_table(tilt: float) -> None:
    rng = np.random.default_rng(5)
    errors = []
    for _ in range(12):
        camera = over_the_table(rng, tilt)
        seen = camera.lifted(corners(), 0.0) + rng.normal(0, 0.5, (len(corners()), 2))
        found = fit_cameras(corners(), seen, SIZE)[0]
        around = camera.lifted(rng.uniform(-5, 5, (10, 2)), 0.0)
        gaps = found.ups_at(around)[0] - camera.ups_at(around)[0]
        errors.append(float(np.median(np.hypot(*gaps.T))))
    assert np.median(errors) < 0.06 and max(errors) < 0.2


def test_what_is_seen_comes_back_to_its_place() -> None:
    camera = over_the_table(np.random.default_rng(6), 0.7)
    places = np.random.default_rng(7).uniform(-4, 4, (20, 2))
    assert np.allclose(camera.to_table(camera.lifted(places, 0.0)), places, atol=1e-6)


@pytest.mark.parametrize("count", [0, 3])
def test_too_few_places_tell_of_no_camera(count: int) -> None:
    places = corners()[:count]
    assert fit_cameras(places, 50 * places + 300, SIZE) == ()


def test_places_in_a_line_tell_of_no_camera() -> None:
    places = np.column_stack([np.arange(8.0), 2 * np.arange(8.0)])
    assert fit_cameras(places, 20 * places + 100, SIZE) == ()


def test_of_the_poses_that_two_tiles_leave_open_dice_tell_the_right_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = np.random.default_rng(8)
    halves = Halves(np.zeros((SIZE[1], SIZE[0], 3), np.uint8))
    wrong: list[float] = []
    wrong_by_dice: list[float] = []
    for _ in range(20):
        camera = over_the_table(rng, 0.7)
        flat = corners(TILES[:2])
        cameras = fit_cameras(flat, camera.lifted(flat, 0.0) + rng.normal(0, 6, flat.shape), SIZE)
        middles = camera.lifted(rng.uniform(-4, 4, (2, 2)), 0.0)
        ups, sides = camera.ups_at(middles)
        judged = Judged(np.array([[0.9, 0, 0, 0, 0.1]] * 2), middles, sides, ups)
        judge_states = "palago.vision.dice.reader.judge_states"
        monkeypatch.setattr(judge_states, lambda *_, judged=judged: judged)
        dice = DiceFound(middles, sides, np.ones(2))
        chosen = camera_by_dice(halves, dice, cameras)
        assert chosen is not None
        for errors, tried in ((wrong, cameras[0]), (wrong_by_dice, chosen)):
            errors.append(float(np.abs(tried.ups_at(middles)[0] - ups).max()))
    assert sum(error > 0.5 for error in wrong) >= 3
    assert sum(error > 0.5 for error in wrong_by_dice) == 0
