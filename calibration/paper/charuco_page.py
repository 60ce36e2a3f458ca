"""The ChArUco sheet as a page."""

from __future__ import annotations

import cv2
import numpy as np

from ..cameras.charuco import CharucoSheet
from .sheet import BLACK, MARGIN, PAPER_WHITE, Sheet
from .texts import Texts


def draw_charuco(sheet: Sheet, charuco: CharucoSheet, texts: Texts) -> None:
    """Draw the pattern in the middle of the page, with the ruler and its use below and above. Needs
    a page of at least the pattern's size plus the margins; the caller has checked that."""
    board = charuco.board
    width, height = charuco.size_mm
    left, low = (sheet.width - width) / 2, (sheet.height - height) / 2 + 2.0
    square, marker = charuco.square_mm, charuco.marker_mm
    corners = [
        np.asarray(points, dtype=np.float64).reshape(4, 3) for points in board.getObjPoints()
    ]
    with_marker = {
        (int(points[:, 0].mean() // square), int(points[:, 1].mean() // square))
        for points in corners
    }
    # The sheet's own frame has y growing downwards from the upper left corner.
    sheet.rectangles(
        (
            (left + column * square, low + height - (row + 1) * square, square, square)
            for column in range(charuco.columns)
            for row in range(charuco.rows)
            if (column, row) not in with_marker
        ),
        fill=BLACK,
    )
    dictionary = board.getDictionary()
    modules = int(dictionary.markerSize) + 2
    module = marker / modules
    for identity, points in zip(np.ravel(board.getIds()), corners, strict=True):
        marker_left = left + float(points[:, 0].min())
        marker_top = low + height - float(points[:, 1].min())
        sheet.rectangles([(marker_left, marker_top - marker, marker, marker)], fill=BLACK)
        bits = cv2.aruco.generateImageMarker(dictionary, int(identity), modules)
        sheet.rectangles(
            (
                (marker_left + column * module, marker_top - (row + 1) * module, module, module)
                for row, column in np.argwhere(bits > 127)
            ),
            fill=PAPER_WHITE,
        )
    sheet.ruler(texts.ruler, x=MARGIN + 4)
    sizes = f"{texts.number(square)} mm / {texts.number(marker)} mm"
    description = f"{charuco.columns} x {charuco.rows}, {sizes}, {charuco.dictionary}"
    sheet.text(sheet.width - MARGIN - 2, MARGIN + 1, description, size=2.6, align="right")
    top = sheet.height - MARGIN - 4
    sheet.text(sheet.width / 2, top, texts.charuco_title, size=3.6, bold=True, align="centre")
    sheet.text(sheet.width / 2, top - 4.4, texts.charuco_use, size=3.2, align="centre")
