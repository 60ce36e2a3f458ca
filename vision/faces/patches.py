"""What the small networks see of a face: square patches in coordinates of the board's colours."""

from __future__ import annotations

from functools import cache

import numpy as np

from ...calibration.arrays import Floats, Floats32
from .palette import LUMA_BGR, Palette
from .poses import Samples

CHANNELS = 5
"""What `colour_channels` gives of each place, as the networks were trained."""


@cache
def patch_points(size: int, reach: float) -> Floats:
    """The places (size * size, 2) of a patch, row by row, in tile sides from the tile's centre; it
    ends `reach` away from it."""
    axis = (np.arange(size) + 0.5) / size * 2.0 * reach - reach
    x, y = np.meshgrid(axis, axis)
    return np.stack([x, y], axis=-1).reshape(-1, 2)


def colour_channels(colours: Floats, samples: Samples, palette: Palette) -> Floats32:
    """Channels (n, CHANNELS, p) of places whose `colours` (n, p, 3), logarithmic BGR, are relative
    to the middle of the two colours there: the place between them (-1 Blue, +1 White), the same by
    hue and saturation alone, distance from their line, lightness, and whether it is in the
    photo."""
    step = palette.step
    chroma = step - step.mean()
    # Noise in the chroma of a pair without any must not be blown up.
    chroma_scale = max(float(chroma @ chroma), 0.02 * float(step @ step), 0.003)
    place = colours @ step / float(step @ step)
    apart = colours - place[..., None] * step
    distance = np.sqrt((apart * apart).sum(axis=2) / float(step @ step))
    channels = np.empty((len(colours), CHANNELS, colours.shape[1]), np.float32)
    channels[:, 0] = np.clip(place, -3, 3)
    channels[:, 1] = np.clip(colours @ chroma / chroma_scale, -3, 3)
    channels[:, 2] = np.clip(distance, 0, 3)
    channels[:, 3] = np.clip(colours @ LUMA_BGR, -2, 2)
    channels[:, 4] = samples.inside
    channels[:, :4] *= samples.inside[:, None]
    return channels
