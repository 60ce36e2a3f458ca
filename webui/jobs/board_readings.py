"""What was read of a printed board, as JSON that keeps all that is doubtful about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from ...engine.palanquee.drawn import HEIGHT, WIDTH, drawn_cells

if TYPE_CHECKING:
    from ...vision.counters.reading import BoardReading


def reading_json(reading: BoardReading) -> dict[str, Any]:
    """The reading as its format has it, with warnings as codes, and the cells that nobody can see.

    ``seen`` is what the referee wants to know beside the pieces.
    """
    codes = {warning.code for warning in reading.warnings}
    hidden = {w.cell for w in reading.warnings if w.code == "hidden"}
    if "cut_board" in codes:
        hidden |= _beyond_the_photo(reading)
    return {
        **reading.to_json(),
        "warning_codes": [
            {"code": w.code, "cell": w.cell, "values": dict(w.values)} for w in reading.warnings
        ],
        "seen": {
            "hidden": sorted(hidden - {None}),
            "perhaps": sorted({w.cell for w in reading.warnings if w.code == "perhaps"}),
            "may_be_turned": "heading" in codes,
        },
    }


def _beyond_the_photo(reading: BoardReading) -> set[str]:
    """The cells that lie beyond the photo's edge wherever they are drawn."""
    board = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32)
    to_photo = cv2.getPerspectiveTransform(board, np.array(reading.corners, np.float32))
    cells = drawn_cells()
    centres = np.array([cell.centre for cell in cells], np.float64).reshape(-1, 1, 2)
    x, y = cv2.perspectiveTransform(centres, to_photo)[:, 0].T
    inside = (x >= 0) & (y >= 0) & (x < reading.width) & (y < reading.height)
    seen = {cell.name for cell, is_inside in zip(cells, inside, strict=True) if is_inside}
    return {cell.name for cell in cells} - seen
