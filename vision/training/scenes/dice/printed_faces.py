"""What the faces of the printed dice look like, as pictures of the sheet's own marks. Needs
pypdfium2, which only those have who render or train."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

import numpy as np

from .....calibration.arrays import Picture
from .....calibration.paper.dice import DEFAULT_EDGE, NET, draw_mark
from .....calibration.paper.sheet import Sheet, fonts_for

_POINTS_PER_MM = 72 / 25.4


@cache
def printed_faces(pixels: int = 128) -> dict[str, Picture]:
    """The six faces by name, each (pixels, pixels) of grey 0 to 255, upright as on the sheet."""
    import pypdfium2

    edge = DEFAULT_EDGE
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "faces.pdf"
        sheet = Sheet(path, "A4", title="faces", fonts=fonts_for("en"))
        places = {face: ((k % 3 + 1.5) * edge, (k // 3 + 1.5) * edge)
                  for k, face in enumerate(sorted(NET.values()))}  # fmt: skip
        for face, centre in places.items():
            draw_mark(sheet, centre, edge, face)
        height = sheet.height
        sheet.save()
        scale = pixels / edge / _POINTS_PER_MM
        page = pypdfium2.PdfDocument(path)[0].render(scale=scale).to_numpy()
    grey = page.mean(axis=2) if page.ndim == 3 else page
    per_mm = pixels / edge
    pictures = {}
    for face, (x, y) in places.items():
        left, top = round((x - edge / 2) * per_mm), round((height - y - edge / 2) * per_mm)
        pictures[face] = np.asarray(grey[top : top + pixels, left : left + pixels], np.uint8)
    return pictures
