"""Cells seen by a small network, also under pieces, in shadow and between faint lines."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from ....calibration.arrays import Floats, Floats32, Integers, Picture
from ...faces.networks import network_maps
from ...photos.shrink import shrunk_to
from .blobs import Blobs, patches_in
from .extent import nodes_between
from .honeycomb import STEPS, Honeycomb, places_of
from .pixels import look_up

LONG_SIDE = 640
"""Pixels of the longer side of a photo in which the network knows cells best."""
FINER = 960
"""The same where that does not do: far cells of a board that is seen very slantingly are small."""
STEP = 2
"""Pixels, each way, for which the map has one place."""
AROUND = 41
"""Window, in places, of what the map says around a cell."""
CLEARLY, LEAST = np.float32(1.1), np.float32(0.15)
"""A cell stands out where it is so many times likelier than around it, and as likely at least."""
SURELY = 0.7
"""Chance at a cell's middle from which it is surely a cell."""


@dataclass(frozen=True)
class CellMap:
    """How surely each place (h, w) lies well inside a cell, in a picture `share` times as large."""

    chance: Floats32
    share: float

    @classmethod
    def of(cls, image: Picture, long_side: int) -> CellMap:
        """The map of a picture (h, w, 3) BGR, its longer side shrunk to so many pixels at most."""
        share = min(1.0, long_side / max(image.shape[:2]))
        small = shrunk_to(image, long_side)
        height, width = small.shape[:2]
        seen = network_maps("counters_finder", small)[0]
        return cls(seen[: -(-height // STEP), : -(-width // STEP)], share / STEP)

    def patches(self, size: tuple[int, int]) -> Blobs:
        """A patch for each cell in the picture, whose `size` is (width, height)."""
        around = cv2.blur(self.chance, (AROUND, AROUND))
        clear = self.chance - np.maximum(CLEARLY * around, LEAST)
        inside = cv2.resize(clear, size, interpolation=cv2.INTER_LINEAR) > 0
        return patches_in(np.asarray(inside, np.uint8))

    def sides_seen(self, honeycomb: Honeycomb, low: Integers, high: Integers) -> Floats:
        """See `extent.SidesSeen`: a side is drawn where a cell, empty or not, lies beside it."""
        nodes = nodes_between(low - 1, high + 1)
        pixels = honeycomb.view.to_photo(places_of(nodes.reshape(-1, 2)))
        at = ((pixels + 0.5) * self.share - 0.5).astype(np.float32)
        ends = np.array(self.chance.shape[::-1]) - 1
        seen = look_up(self.chance, at[None])[0].astype(np.float64)
        seen[~np.all((at > 0) & (at < ends), axis=1)] = np.nan
        cells = seen.reshape(nodes.shape[:2])
        beside = [np.roll(cells, (-u, -v), (0, 1)) for u, v in STEPS[:3]]
        sides = np.stack([np.maximum(cells, other) for other in beside], axis=-1)
        return np.asarray(np.clip(sides[1:-1, 1:-1] / SURELY, 0, 1))
