"""A reader that sees what a staged table shows: the stage's own truth, less what a hand covers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from palago.calibration.arrays import Floats, Frame, Picture
from palago.vision.readings.reading import Reading, TileReading
from palago.vision.training.scenes.dice.told import DiceTold
from palago.vision.training.scenes.films.acts import Act
from palago.vision.training.scenes.films.videos import StagedTable
from palago.vision.training.scenes.tiles.surface import plane_corners

MOST_COVERED = 0.25
DARK = 13.0


@dataclass
class StageReader:
    """Reads the stage: every tile in the picture that no hand covers, at its true place."""

    stage: StagedTable
    acts: Sequence[Act]
    time: float = 0.0
    readings: int = 0

    def __call__(self, frame: Picture) -> Reading:
        self.readings += 1
        height, width = frame.shape[:2]
        if frame.mean() < DARK:
            return Reading(None, width, height)
        scene = self.stage.scene(self.acts[0].board, self.acts, self.time)
        hand = None if scene.hand is None else self.stage.hand_mask(scene.hand)
        tiles = []
        for tile in scene.board:
            corners = self.stage.camera.project(
                plane_corners(self.stage.laid(tile)), self.stage.edition.thickness
            )
            wide = corners + self.stage.margin
            if hand is not None and _covered_share(hand, wide) > MOST_COVERED:
                continue
            corners = corners @ scene.matrix[:, :2].T + scene.matrix[:, 2]
            if (corners < 0).any() or (corners > (width - 1, height - 1)).any():
                continue
            points = tuple((float(x), float(y)) for x, y in corners)
            x, y = corners.mean(axis=0)
            tiles.append(
                TileReading(tile.q, tile.r, tile.rotation, 0.99, (float(x), float(y)), points)
            )
        return Reading(None, width, height, (240, 240, 240), (20, 40, 150), tuple(tiles))

    def film(self, rate: float, told: DiceTold | None = None) -> Iterator[tuple[float, Frame]]:
        """The acts' frames with their moments, at which this reader and one of dice look then."""
        start = self.acts[0].board
        for moment, frame in self.stage.frames(start, self.acts, rate):
            self.time = moment
            if told is not None:
                told.dice = self.stage.scene(start, self.acts, moment).dice
            yield moment, frame


def _covered_share(hand: Picture, corners: Floats) -> float:
    tile = np.zeros_like(hand)
    cv2.fillConvexPoly(tile, np.round(corners).astype(np.int32), 255)
    seen = tile > 0
    return float((hand[seen] > 0).mean()) if seen.any() else 0.0
