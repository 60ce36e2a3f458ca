"""Pictures that no board is in as people lay it: bent, cut, or full of holes."""

import math
import time
from pathlib import Path

import cv2
import numpy as np
from palago.vision.counters.locating.blobs import patches_in
from palago.vision.counters.outlines.rays import outlines_of
from palago.vision.counters.reader import read_counters
from palago.vision.counters.readings.reading import BoardReading, CounterReading
from palago.vision.counters.rectify import MIDDLE
from palago.vision.training.counters.tables.boards import photograph_board
from palago.vision.training.scenes.camera import aimed_camera
from printed_boards import place_on, printed_board

SAMPLE = Path(__file__).parents[3] / "sample_images/palanquee/develop/0023.jpg"


def test_no_board_reaches_beyond_the_horizon() -> None:
    photo = cv2.imread(str(SAMPLE))
    assert photo is not None
    height, width = photo.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    # The last corner lies inside the triangle of the others: a part is turned inside out.
    shown = np.array([[-192, 177], [1201, -119], [831, 1151], [566, 586]], np.float32)
    photo[:, :, ::2] = 0
    matrix = cv2.getPerspectiveTransform(corners, shown)
    bent = cv2.warpPerspective(photo, matrix, (width, height), borderValue=(90, 90, 90))
    assert read_counters(np.asarray(bent, np.uint8)).corners == ()


def test_a_board_close_under_the_widest_lens_of_a_phone_is_found(tmp_path: Path) -> None:
    """The table beside it reaches beyond the plane of the lens."""
    page = printed_board(tmp_path)
    corner, side = place_on(page)
    camera = aimed_camera(
        60.0, (640.0, 620.0), width=1280, height=960, tilt=math.radians(54),
        heading=0.0, roll=0.0, focal_share=0.37, k1=0.0,
    )  # fmt: skip
    square = np.array([[-10.0, -10], [10, -10], [10, 10], [-10, 10]])
    shown = (corner + (square + MIDDLE) * side).astype(np.float32)
    view = cv2.getPerspectiveTransform(shown, camera.project(square).astype(np.float32))
    photo = cv2.warpPerspective(page, view, (1280, 960), borderValue=(60, 90, 120))
    assert {w.code for w in read_counters(np.asarray(photo, np.uint8)).warnings} == {"cut_board"}


def test_cells_in_stripes_of_light_too_bright_for_lines_lie_under_no_paper() -> None:
    reading = read_counters(photograph_board(70_027).image)
    assert reading.corners and not reading.cells_named("hidden")


def test_pieces_of_a_board_far_beyond_the_photo_are_drawn_as_small_as_others() -> None:
    piece = CounterReading("C5", "blue", "seed", 0.999, (200.0, 150.0))
    corners = ((50.0, 50.0), (9e5, -2e5), (8e5, 9e5), (50.0, 250.0))
    paper = np.full((300, 400, 3), 128, np.uint8)
    bare, drawn = (BoardReading(None, 400, 300, some, corners) for some in ((), (piece,)))
    changed = (drawn.overlay(paper) != bare.overlay(paper)).any(axis=-1)
    assert 0 < changed.mean() < 0.01


def test_pieces_of_which_most_look_like_paper_have_finite_outlines() -> None:
    board, middles = np.full((60, 180, 3), 200, np.uint8), [(30, 30), (90, 30), (150, 30)]
    for middle, turn in zip(middles, (140, 140, 360), strict=True):
        cv2.ellipse(board, middle, (20, 20), 0, 0, turn, (40, 60, 150), -1)
    places, same = np.array(middles) / 24, np.zeros(3)
    outlines = outlines_of(
        board, 24.0, places, same + 0.8, same, np.zeros(3, np.intp),
        board[:5].reshape(-1, 3),
    )  # fmt: skip
    assert np.isfinite(outlines.reach).all()


def test_a_mesh_takes_no_longer_than_its_holes_are_many() -> None:
    def seconds(side: int) -> float:
        mesh = np.ones((side, side), np.uint8)
        mesh[::3, ::3] = 0
        begun = time.process_time()
        patches_in(mesh)
        return time.process_time() - begun

    few, many = (min(seconds(side) for _ in range(3)) for side in (600, 1200))
    assert many < 12 * few, "four times as many holes"
