"""Which way is up over a table, as the board alone tells it; and tops seen from straight above."""

import numpy as np
from palago.engine.lattice import CORNER_OFFSETS, cell_centre
from palago.vision.dice.camera import TableCamera, fit_cameras
from palago.vision.dice.die_states import in_picture
from palago.vision.dice.finder import DiceFound, lone
from palago.vision.dice.patches import REACH, SIZE, die_patches
from palago.vision.dice.tops import top_center, top_edges
from palago.vision.photos.shrink import Halves
from palago.vision.training.scenes.scene import Request, Scene, make_scene


def camera_over(scene: Scene) -> TableCamera:
    """The camera by the truth about the tiles."""
    tiles = scene.truth["tiles"]
    own = np.array([(0.0, 0.0), *CORNER_OFFSETS])
    places = np.array([cell_centre((t["q"], t["r"])) for t in tiles])[:, None] + own
    pixels = np.array([[t["center"], *t["corners"]] for t in tiles])
    size = (scene.image.shape[1], scene.image.shape[0])
    return fit_cameras(places.reshape(-1, 2), pixels.reshape(-1, 2), size)[0]


def scenes(tilt: float) -> list[Scene]:
    request = Request(
        480, 360, level="mild", content="board", tiles=9, dice=6, tilt_deg=tilt, hands=0.0
    )
    return [make_scene(seed, request) for seed in (1, 2, 3)]


def test_the_board_tells_which_way_is_up_and_how_far_the_camera_leans() -> None:
    turns, leans = [], []
    for scene in scenes(40.0):
        dice = scene.truth["dice"]
        ups, _ = camera_over(scene).ups_at(np.array([die["middle"] for die in dice]))
        true = np.array([die["up"] for die in dice])
        turns += list(np.angle((ups @ [1, 1j]) / (true @ [1, 1j])))
        leans += list(np.hypot(*ups.T) - np.hypot(*true.T))
    assert np.median(np.abs(np.degrees(turns))) < 4
    assert np.median(np.abs(leans)) < 0.08


def test_a_top_is_outlined_where_it_is_seen() -> None:
    gaps, areas = [], []
    for scene in scenes(40.0):
        camera = camera_over(scene)
        for die in scene.truth["dice"]:
            if die["state"] != "lying":
                continue
            middle = np.array(die["middle"])
            up = camera.ups_at(middle[None])[0][0]
            edges = top_edges(die["side"], up)
            center = top_center(middle, die["side"], up)
            gaps.append(np.linalg.norm(center - die["center"]) / die["side"])
            corners = np.array(die["corners"])
            true = np.linalg.det((corners[[1, 3]] - corners[0]).T)
            areas.append(abs(float(np.linalg.det(edges))) / abs(float(true)))
    assert len(gaps) >= 6
    assert np.median(gaps) < 0.12
    assert 0.85 < np.median(areas) < 1.15


def test_what_a_patch_shows_beside_its_middle_is_found_there_in_the_picture() -> None:
    picture = np.zeros((200, 240, 3), np.uint8)
    middles, sides = np.array([[100.0, 90.0], [120.0, 110.0]]), np.array([24.0, 40.0])
    ups = np.array([[0.3, -0.8], [-0.6, 0.1]])
    dots = np.array([[108, 97], [109, 125]])
    for one in range(2):
        picture[:] = 0
        picture[dots[one][1] - 1 : dots[one][1] + 2, dots[one][0] - 1 : dots[one][0] + 2] = 255
        chosen = slice(one, one + 1)
        (patch,) = die_patches(Halves(picture), middles[chosen], sides[chosen], ups[chosen])
        rows, columns = np.nonzero(patch[..., 0] > 0.6 * patch.max())
        seen = np.array([columns.mean(), rows.mean()])
        step = ((seen - (SIZE - 1) / 2) * 2 * REACH / SIZE)[None]
        found = middles[one] + sides[one] * in_picture(step, ups[chosen])[0]
        assert np.abs(found - dots[one]).max() < 1.0


def test_of_places_that_are_the_same_die_the_best_is_left() -> None:
    places = DiceFound(
        np.array([[50.0, 50.0], [54.0, 50.0], [90.0, 50.0]]), np.full(3, 20.0), np.full(3, 0.9)
    )
    assert lone(places).tolist() == [0, 2]
