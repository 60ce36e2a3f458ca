"""A board of which few cells were found is placed by the lines of all others."""

import cv2
import numpy as np
from palago.calibration.arrays import Floats, Picture
from palago.engine.palanquee.table.drawn import HEIGHT, WIDTH, drawn_cells
from palago.vision.counters.locating.blobs import edge_strength
from palago.vision.counters.locating.extent import CENTRES, LinePicture
from palago.vision.counters.locating.refining import Witnesses, refine_view
from palago.vision.lattice.plane import DivisionLens, TableView, fit_view

SIZE = (900, 700)
CORNERS = np.array([[0.0, 0.0], [WIDTH, 0.0], [WIDTH, HEIGHT], [0.0, HEIGHT]])


def true_view() -> TableView:
    """A camera with a bent lens, leaning over the table."""
    places = np.array([[120.0, 80.0], [760.0, 60.0], [860.0, 650.0], [40.0, 640.0]])
    homography = cv2.getPerspectiveTransform(
        CORNERS.astype(np.float32), ((places - (450, 350)) / 450).astype(np.float32)
    )
    view = TableView(np.asarray(homography, np.float64), DivisionLens(SIZE, -0.06))
    assert np.isfinite(view.to_photo(CORNERS)).all()
    return view


def photo_of(view: TableView, *, columns: float) -> Picture:
    """The board's lines as far as so many sides from the left, on noisy paper."""
    image = np.full((SIZE[1], SIZE[0], 3), 215, np.uint8)
    for cell in drawn_cells():
        if cell.centre[0] < columns:
            outline = np.rint(view.to_photo(np.array(cell.corners)) * 16).astype(np.int32)
            cv2.polylines(image, [outline], True, (70, 70, 70), 2, cv2.LINE_AA, 4)
    noise = np.random.default_rng(1).normal(0, 5, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def known_on_the_left(view: TableView) -> Witnesses:
    """Some thirty cells at one edge, found by half a pixel wrongly."""
    cells = np.flatnonzero((CENTRES[:, 0] < 7) & (np.arange(len(CENTRES)) % 3 == 0))
    wrong = np.random.default_rng(2).normal(0, 0.5, (len(cells), 2))
    return Witnesses(cells, view.to_photo(CENTRES[cells]) + wrong)


def from_few(known: Witnesses) -> TableView:
    view = fit_view(CENTRES[known.cells], known.pixels, SIZE)
    assert view is not None
    return view


def farthest_off(view: TableView, true: TableView) -> float:
    """By how many pixels a corner is misplaced at most."""
    gaps: Floats = np.linalg.norm(view.to_photo(CORNERS) - true.to_photo(CORNERS), axis=1)
    return float(gaps.max())


def test_lines_place_the_corners_far_from_the_cells_that_were_found() -> None:
    true = true_view()
    image, known = photo_of(true, columns=99.0), known_on_the_left(true)
    drawn_out = from_few(known)
    assert farthest_off(drawn_out, true) > 7.0
    picture = LinePicture.of(image, edge_strength(image))
    view, all_known = refine_view(drawn_out, known, picture)
    assert farthest_off(view, true) < 2.0
    assert len(all_known.cells) > 0.9 * len(CENTRES)


def test_where_no_lines_are_the_view_stays_near_what_was_found() -> None:
    true = true_view()
    image, known = photo_of(true, columns=8.0), known_on_the_left(true)
    drawn_out = from_few(known)
    view, all_known = refine_view(drawn_out, known, LinePicture.of(image, edge_strength(image)))
    assert len(all_known.cells) < 0.5 * len(CENTRES)
    there = CENTRES[known.cells]
    assert np.linalg.norm(view.to_photo(there) - true.to_photo(there), axis=1).max() < 3.0


def test_edges_do_not_hang_on_where_in_memory_a_picture_lies() -> None:
    image = np.random.default_rng(3).integers(0, 256, (200, 300, 3), np.uint8)
    between, seen = [], []
    for size in range(24):  # what is kept between moves what follows
        seen.append(edge_strength(image))
        between.append(np.zeros(4 * size + 3, np.float32))
    assert all(np.array_equal(one, seen[0]) for one in seen)
