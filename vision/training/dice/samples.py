"""Generated scenes with dice, to train the networks for dice on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..examples.shards import coded, decoded
from ..scenes.scene import Request, make_scene

WIDTH, HEIGHT = 480, 360
TILE_WIDTHS = (24.0, 96.0)


@dataclass(frozen=True)
class DiceSample:
    """A JPEG-coded picture, its dice as the truth of the scenes tells of them, and the width in
    pixels that a tile in its middle has."""

    seed: int
    data: bytes
    dice: list[dict[str, Any]]
    tile_width: float

    def image(self) -> NDArray[np.uint8]:
        """The decoded picture (HEIGHT, WIDTH, 3), BGR."""
        return _decoded(self.data)


# Decoding takes as long as a step of training does: what was decoded is kept.
_decoded = lru_cache(maxsize=1000)(decoded)


def make_sample(seed: int) -> DiceSample:
    """A part of a table with dice and what looks like them; one of seven has no die."""
    rng = np.random.default_rng((seed, 9))
    low, high = np.log(TILE_WIDTHS)
    tile_width = float(np.exp(rng.uniform(low, high)))
    bare = rng.random() < 0.14
    request = Request(
        WIDTH,
        HEIGHT,
        level=str(rng.choice(("mild", "hard", "extreme"), p=(0.48, 0.48, 0.04))),
        content=str(rng.choice(("board", "other_game", "empty"), p=(0.75, 0.1, 0.15))),
        tile_width=tile_width,
        close_up=bool(rng.random() < 0.75),
        tilt_deg=float(rng.uniform(0, 62)) if rng.random() < 0.5 else None,
        photographs=True,
        hands=float(rng.choice((0.15, 0.6), p=(0.75, 0.25))),
        dice=0 if bare else int(rng.integers(6, 19)),
        look_alikes=int(rng.integers(6, 14)) if bare else int(rng.integers(2, 11)),
    )
    scene = make_scene(seed, request)
    return DiceSample(seed, coded(scene.image, 97), scene.truth["dice"], tile_width)
