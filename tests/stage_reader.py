"""A reader that sees what a staged table shows: the stage's own truth, less what a hand covers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from palago.engine.board import Board
from palago.vision.reading import Reading, TileReading
from palago.vision.training.surface import plane_corners
from palago.vision.training.videos import REACH_SECONDS, Act, StagedTable


@dataclass
class StageReader:
    """Reads the stage: every tile that no hand covers, at its true place."""

    stage: StagedTable
    start: Board
    acts: Sequence[Act]
    time: float = 0.0
    readings: int = 0

    def __call__(self, frame: NDArray[np.uint8]) -> Reading:
        self.readings += 1
        board, hidden, shift, hand_in = self._scene()
        tiles = []
        for tile in board:
            corners = self.stage.camera.project(
                plane_corners(self.stage.laid(tile)), self.stage.edition.thickness
            )
            corners = corners + shift
            if hand_in and np.hypot(*(corners.mean(axis=0) - hidden)) < 70:
                continue
            points = tuple((float(x), float(y)) for x, y in corners)
            x, y = corners.mean(axis=0)
            tiles.append(
                TileReading(tile.q, tile.r, tile.rotation, 0.99, (float(x), float(y)), points)
            )
        height, width = frame.shape[:2]
        return Reading(None, width, height, (240, 240, 240), (20, 40, 150), tuple(tiles))

    def _scene(self) -> tuple[Board, NDArray[np.float64], NDArray[np.float64], bool]:
        begin, before, shift = 0.0, self.start, np.zeros(2)
        for act in self.acts:
            shift = shift + np.array(act.bump)
            since = self.time - begin
            handled = 2 * REACH_SECONDS + act.rest if act.cells else 0.0
            if since < act.seconds:
                hidden = np.array(self.stage.place_of(act.cells)) if act.cells else np.zeros(2)
                shown = act.board if since >= handled / 2 else before
                return shown, hidden + shift, shift, since < handled
            begin, before = begin + act.seconds, act.board
        return before, np.zeros(2), shift, False
