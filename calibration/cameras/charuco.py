"""The ChArUco sheet, a chessboard whose white squares carry markers (OpenCV's aruco module), so
that a part of it is enough for a view: its geometry, and finding its corners in a picture. Lengths
are millimetres on the sheet; only their ratios matter."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np

from ..arrays import Floats, Integers, Picture

DICTIONARIES = (
    "DICT_4X4_50", "DICT_4X4_100", "DICT_4X4_250", "DICT_5X5_50", "DICT_5X5_100",
    "DICT_5X5_250", "DICT_5X5_1000", "DICT_6X6_50", "DICT_6X6_100", "DICT_6X6_250",
    "DICT_6X6_1000", "DICT_7X7_50", "DICT_7X7_100", "DICT_7X7_250", "DICT_ARUCO_ORIGINAL",
)  # fmt: skip


@dataclass(frozen=True)
class CharucoSheet:
    """A ChArUco sheet of columns x rows squares. The default is the one that we print. ``legacy``
    is the pattern of sheets made before OpenCV 4.6 with an even number of rows."""

    columns: int = 11
    rows: int = 7
    square_mm: float = 23.0
    marker_mm: float = 17.0
    dictionary: str = "DICT_5X5_50"
    legacy: bool = False

    @cached_property
    def board(self) -> Any:
        """OpenCV's board. Raises ValueError with a sentence when there is no such board."""
        if not (2 <= self.columns <= 60 and 2 <= self.rows <= 60):
            raise ValueError("A sheet has 2 to 60 squares each way.")
        if not 0 < self.marker_mm < self.square_mm:
            raise ValueError("The markers must be smaller than the squares.")
        if self.dictionary not in DICTIONARIES:
            raise ValueError(
                f"There is no marker dictionary '{self.dictionary}'; choose one of"
                f" {', '.join(DICTIONARIES)}."
            )
        dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, self.dictionary))
        if self.columns * self.rows // 2 > len(dictionary.bytesList):
            raise ValueError(f"{self.dictionary} has too few markers for so many squares.")
        board = cv2.aruco.CharucoBoard(
            (self.columns, self.rows), self.square_mm, self.marker_mm, dictionary
        )
        board.setLegacyPattern(self.legacy)
        return board

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of the whole pattern, mm."""
        return self.columns * self.square_mm, self.rows * self.square_mm

    @property
    def corner_positions(self) -> Floats:
        """All inner corners (N, 3), mm on the sheet, in the order of their numbers."""
        return np.asarray(self.board.getChessboardCorners(), dtype=np.float64).reshape(-1, 3)

    @cached_property
    def _detector(self) -> Any:
        parameters = cv2.aruco.DetectorParameters()
        parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
        return cv2.aruco.CharucoDetector(self.board, cv2.aruco.CharucoParameters(), parameters)

    def find(self, image: Picture) -> CharucoView:
        """The sheet's corners in a grey (h, w) or BGR (h, w, 3) image; none if it is not there."""
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY) if image.ndim == 3 else image
        size = (int(grey.shape[1]), int(grey.shape[0]))
        found = self._detector.detectBoard(grey)
        if found[1] is None or len(np.ravel(found[1])) == 0:
            return CharucoView(size, np.empty(0, dtype=np.int64), np.empty((0, 2)))
        # Shapes differ between OpenCV 4 and 5.
        ids = np.asarray(found[1], dtype=np.int64).reshape(-1)
        corners = np.asarray(found[0], dtype=np.float64).reshape(-1, 2)
        return CharucoView(size, ids, corners)


@dataclass(frozen=True, eq=False)
class CharucoView:
    """What one picture of ``image_size`` (width, height) shows of the sheet: ``ids`` (N,) of inner
    corners and their pixels ``corners`` (N, 2); ``name`` tells people which picture it was."""

    image_size: tuple[int, int]
    ids: Integers
    corners: Floats
    name: str = ""

    def __len__(self) -> int:
        return len(self.ids)
