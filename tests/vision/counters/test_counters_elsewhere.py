"""No Palanquée board is seen where there is none: floors, other games' boards, chess."""

import math
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from further_cases import further
from palago.calibration.arrays import Floats, Floats32, Picture
from palago.engine.palanquee.table.drawn import HEIGHT, WIDTH, drawn_cells
from palago.vision.counters.locating.locate import LocatedBoard, locate_board
from printed_boards import place_on, printed_board, seen_from_aside

SIDE = 40
TABLE = np.array([[420, 60], [1180, 90], [1390, 1130], [190, 1160]], np.float32)


def hexagons(cells: list[tuple[float, float]], size: tuple[int, int]) -> Picture:
    """A sheet with hexagons of 40 pixels a side about these places, in sides."""
    sheet = np.full((size[1], size[0], 3), (214, 224, 228), np.uint8)
    turns = np.arange(6) * math.pi / 3
    for x, y in cells:
        corners = np.stack([x + np.cos(turns), y + np.sin(turns)], axis=1) * SIDE
        cv2.polylines(
            sheet, [np.round(corners).astype(np.int32)], True, (60, 60, 60), 3, cv2.LINE_AA
        )
    return sheet


def place(column: int, row: int) -> tuple[float, float]:
    return 1.0 + 1.5 * column, math.sqrt(3.0) * (row + 0.5 + column % 2 / 2)


def on_a_table(sheet: Picture) -> Picture:
    """The sheet at a slant on a dark table."""
    height, width = sheet.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners, TABLE)
    photo = cv2.warpPerspective(
        sheet, matrix, (1600, 1200), flags=cv2.INTER_AREA, borderValue=(60, 70, 80)
    )
    return np.asarray(cv2.GaussianBlur(photo, (0, 0), 0.8), np.uint8)


def floor() -> Picture:
    """Hexagons that go on beyond the picture."""
    cells = [place(c, r) for c in range(-1, 32) for r in range(-1, 28)]
    shown = cv2.resize(hexagons(cells, (1800, 1800)), (1600, 1200), interpolation=cv2.INTER_AREA)
    return np.asarray(shown, np.uint8)


def rhombus() -> Picture:
    """The board of Hex, eleven by eleven."""
    cells = [
        (1.0 + 1.5 * c, math.sqrt(3.0) * (r + 0.5 + c / 2)) for c in range(11) for r in range(11)
    ]
    return on_a_table(hexagons(cells, (720, 1140)))


def smaller() -> Picture:
    """A board like Palanquée's, but of 15 columns of 13 and 14."""
    cells = [place(c, r) for c in range(15) for r in range(13 + c % 2)]
    return on_a_table(hexagons(cells, (960, 1010)))


def larger() -> Picture:
    """A war game's map of 24 columns of 20."""
    cells = [place(c, r) for c in range(24) for r in range(20)]
    return on_a_table(hexagons(cells, (1500, 1460)))


def hexagon() -> Picture:
    """A large hexagon of hexagons, nine a side, as for Havannah."""
    cells = [
        (20.0 + 1.5 * q, 18.0 + math.sqrt(3.0) * (r + q / 2))
        for q in range(-8, 9)
        for r in range(-8, 9)
        if abs(q + r) <= 8
    ]
    return on_a_table(hexagons(cells, (1600, 1440)))


def chess() -> Picture:
    """A chess board of 12 by 12 squares with round men."""
    board = np.indices((12, 12)).sum(axis=0) % 2 * 150 + 60
    sheet = np.kron(board, np.ones((80, 80))).astype(np.uint8)
    sheet = np.ascontiguousarray(np.repeat(sheet[..., None], 3, axis=2))
    for k in range(30):
        middle = (40 + 80 * (k * 5 % 12), 40 + 80 * (k * 7 % 11))
        cv2.circle(sheet, middle, 28, (40, 40, 200), -1, cv2.LINE_AA)
    return on_a_table(sheet)


@pytest.mark.parametrize("scene", [smaller, *further((floor, rhombus, larger, hexagon, chess))])
def test_no_board_is_seen_where_there_is_none(scene: Callable[[], Picture]) -> None:
    assert locate_board(scene()) is None


def ours() -> Picture:
    """A sheet of hexagons like Palanquée's."""
    cells = [place(c, r - c % 2) for c in range(19) for r in range(16 + c % 2)]
    return hexagons([(x + 1, y + 2) for x, y in cells], (1240, 1300))


def test_the_board_itself_is_seen_so() -> None:
    assert locate_board(on_a_table(ours())) is not None


def assert_lies_where(photo: Picture, matrix: Floats | Floats32, folder: Path) -> LocatedBoard:
    """The printed board is found, its corners where this homography shows them, to a third of a
    cell's side."""
    found = locate_board(photo)
    assert found is not None and found.is_placed
    corner, side = place_on(printed_board(folder))
    drawn = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]])
    shown = cv2.perspectiveTransform((drawn * side + corner)[None], matrix.astype(np.float64))[0]
    assert np.abs(found.view.to_table(shown) - drawn).max() < 0.33
    return found


def test_a_board_of_faint_and_broken_lines_is_found(tmp_path: Path) -> None:
    photo, matrix = seen_from_aside(printed_board(tmp_path), turned=False)
    soft = cv2.GaussianBlur(photo, (0, 0), 1.5).astype(np.float32)
    # Lines hardly darker than the paper, with gaps, under a sensor's noise.
    rng = np.random.default_rng(4)
    gaps = cv2.GaussianBlur(rng.normal(0, 1, soft.shape[:2]), (0, 0), 4) * 8
    faint = 200 - (255 - soft) * np.clip(0.1 + 0.3 * gaps, 0, 0.2)[..., None]
    faint[soft.min(axis=2) < 90] = 60
    shown = np.clip(faint + rng.normal(0, 1.5, soft.shape), 0, 255).astype(np.uint8)
    assert_lies_where(shown, matrix, tmp_path)


def test_a_board_full_of_pieces_is_found_by_its_faint_lines(tmp_path: Path) -> None:
    page = printed_board(tmp_path)
    corner, side = place_on(page)
    laid = (255 - (255 - page.astype(np.float32)) * 0.2).astype(np.uint8)
    rng = np.random.default_rng(1)
    for cell in drawn_cells():
        if rng.random() < 0.85:
            x, y = np.round(np.array(cell.centre) * side + corner).astype(int).tolist()
            cv2.circle(laid, (x, y), round(0.5 * side), (40, 40, 150), -1, cv2.LINE_AA)
    photo, matrix = seen_from_aside(laid, turned=False)
    assert_lies_where(photo, matrix, tmp_path)


def test_letters_say_where_a_board_lies_that_the_photo_cuts(tmp_path: Path) -> None:
    photo, matrix = seen_from_aside(printed_board(tmp_path), turned=False)
    # Neither the first columns nor the last ones are in the photo.
    cut = photo[:, 480:1100]
    shift = np.array([[1, 0, -480], [0, 1, 0], [0, 0, 1]], np.float64)
    assert_lies_where(np.ascontiguousarray(cut), shift @ matrix, tmp_path)


def test_of_two_sheets_of_hexagons_the_lettered_one_is_the_board(tmp_path: Path) -> None:
    page = printed_board(tmp_path)
    height = round(len(page) * 800 / page.shape[1])
    scale = np.diag([800 / page.shape[1], height / len(page), 1.0])
    table = np.full((1340, 2200, 3), (60, 70, 80), np.uint8)
    table[20:1320, 20:1260] = ours()
    table[100 : 100 + height, 1320:2120] = cv2.resize(
        page, (800, height), interpolation=cv2.INTER_AREA
    )
    shift = np.array([[1, 0, 1320], [0, 1, 100], [0, 0, 1]], np.float64)
    assert assert_lies_where(table, shift @ scale, tmp_path).heading.is_clear
