"""What we print as pixels, and the board of Palanquée as a photo shows it, with counters on it."""

from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
from palago.calibration.arrays import Floats, Floats32, Picture
from palago.calibration.paper import PrintOptions, print_pdf
from palago.calibration.paper.tile_face import PaperColours
from palago.engine.palanquee.table.board import cell_name
from palago.engine.palanquee.table.drawn import WIDTH, drawings_of
from palago.engine.palanquee.table.pieces import Piece

INKS = {
    "blue": (196, 98, 43), "green": (72, 148, 58), "red": (46, 58, 207), "yellow": (44, 192, 240),
    "violet": (176, 75, 138),
}  # fmt: skip


#: The sheets of Palanquée have colours of their own and take none of the tiles'.
TILES = PaperColours(white=(255, 255, 255), blue=(0, 0, 0))


def printed_pages(options: PrintOptions, folder: Path, scale: float) -> list[Picture]:
    """Every page as RGB pixels, so many to the point."""
    file = folder / "sheet.pdf"
    print_pdf(options, file)
    document = pypdfium2.PdfDocument(file)
    return [np.asarray(page.render(scale=scale).to_pil().convert("RGB")) for page in document]


def printed_board(folder: Path) -> Picture:
    """Our own A3 sheet as pixels, BGR."""
    options = PrintOptions("palanquee", TILES, paper="A3", only="board")
    return np.ascontiguousarray(printed_pages(options, folder, 1.6)[0][..., ::-1])


def place_on(page: Picture) -> tuple[Floats, float]:
    """Where the drawn board begins on an empty page, and a cell's side, in pixels."""
    red = np.flatnonzero((page[..., 2].astype(int) - page[..., 0] > 80).any(axis=0))
    blue = np.flatnonzero((page[..., 0].astype(int) - page[..., 2] > 80).any(axis=1))
    side = (red[-1] - red[0]) / (WIDTH + 0.14)
    return np.array([red[0] + 0.07 * side, blue[0] + 0.06 * side]), float(side)


def with_counters(page: Picture, pieces: Iterable[Piece]) -> Picture:
    """An empty page with discs on it; seeds have a white dot."""
    corner, side = place_on(page)
    laid = page.copy()
    for piece in pieces:
        x, y = np.array(drawings_of(cell_name(piece.cell))[0].centre) * side + corner
        middle = round(x), round(y)
        cv2.circle(laid, middle, round(0.62 * side), INKS[piece.colour], -1, cv2.LINE_AA)
        if piece.is_seed:
            cv2.circle(laid, middle, round(0.3 * side), (245, 245, 245), -1, cv2.LINE_AA)
    return laid


def seen_from_aside(page: Picture, turned: bool) -> tuple[Picture, Floats32]:
    """The sheet on a dark table, photographed at a slant, and the homography that does it."""
    height, width = page.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    table = np.array([[420, 60], [1180, 90], [1390, 1130], [190, 1160]], np.float32)
    if turned:
        table = np.roll(table, 2, axis=0)
    matrix = cv2.getPerspectiveTransform(corners, table)
    photo = cv2.warpPerspective(
        page, matrix, (1600, 1200), flags=cv2.INTER_AREA, borderValue=(60, 70, 80)
    )
    return np.asarray(cv2.GaussianBlur(photo, (0, 0), 0.7), np.uint8), np.asarray(
        matrix, np.float64
    )
