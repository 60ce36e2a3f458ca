"""What the tile finder learns from: small square pictures of generated scenes, with hexagons."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from ....calibration.arrays import Flags, Floats32, Picture
from ..counters.scenes import make_scene as palanquee_scene
from ..scenes.scene import Request, make_scene

SAMPLE_SIZE = 256
SHARD_SAMPLES = 64
#: Tiles whose colours are closer than this (of 255) in the picture are neither right nor wrong.
LEAST_CONTRAST = 9.0
#: Shares of the sets with patterns and with near colours, and of the tables with cards on tiles.
PRINTED, NEAR, CARDS = 0.4, 0.15, 0.12
#: Share of the tables with one to six tiles, in close-ups and from afar.
FEW = 0.15
#: Share of the tables of printed matter; what lies on the others, and on these.
LETTERED = 0.1
CONTENTS = {"board": 0.78, "other_game": 0.14, "empty": 0.08}
LETTERED_CONTENTS = {"board": 0.25, "other_game": 0.15, "empty": 0.6}
#: Share of the samples that show a part of a Palanquée board, on which no tile lies.
PALANQUEE = 0.04


@dataclass(frozen=True)
class Sample:
    """A JPEG-coded picture and its hexagons: `corners` (N, 6, 2) in pixels from the White tip on,
    clockwise; which are face-up `palago` tiles (N,); the `visible` shares (N,); the `lightness_gap`
    of the two colours in CIELAB."""

    data: bytes
    corners: Floats32
    palago: Flags
    visible: Floats32
    lightness_gap: float

    def image(self) -> Picture:
        """The decoded picture (H, W, 3), BGR."""
        pixels = cv2.imdecode(np.frombuffer(self.data, np.uint8), cv2.IMREAD_COLOR)
        return np.asarray(pixels, np.uint8)


def make_finder_sample(seed: int) -> Sample:
    """A sample as the finder would see it, from afar or from closer by."""
    rng = np.random.default_rng((seed, 7))
    if rng.random() < PALANQUEE:
        return _without_tiles(_palanquee_board(rng, seed))
    close_up = rng.random() < 0.7
    scale = float(rng.choice((1.0, 1.5, 2.0), p=(0.5, 0.35, 0.15)))
    tile_width = float(np.exp(rng.uniform(np.log(11), np.log(64))))
    tiles = int(rng.integers(12, 60)) if close_up and rng.random() < 0.5 else None
    if rng.random() < FEW:
        tiles = int(rng.integers(1, 7))
    size = round(SAMPLE_SIZE * scale)
    is_lettered = rng.random() < LETTERED
    contents = LETTERED_CONTENTS if is_lettered else CONTENTS
    content = str(rng.choice(list(contents), p=list(contents.values())))
    tilt = float(rng.uniform(0, 66)) if rng.random() < 0.45 else None
    request = Request(
        size,
        size,
        tiles=tiles,
        tile_width=tile_width * scale if close_up else None,
        close_up=close_up,
        photographs=not is_lettered,
        lettered=float(is_lettered),
        content=content,
        tilt_deg=tilt,
        printed=PRINTED,
        near=NEAR,
        cards=int(rng.integers(1, 5)) if rng.random() < CARDS else 0,
    )
    scene = make_scene(seed, request)
    image = scene.image
    if scale != 1.0:
        shape = (SAMPLE_SIZE, SAMPLE_SIZE)
        image = np.asarray(cv2.resize(image, shape, interpolation=cv2.INTER_AREA), np.uint8)
    corners = np.array([pose.seen for pose in scene.poses], np.float32).reshape(-1, 6, 2)
    corners = (corners + 0.5) / np.float32(scale) - 0.5
    palette = np.array([[scene.truth["palette"][c] for c in ("white", "blue")]], np.float32) / 255
    lightness = cv2.cvtColor(palette.astype(np.float32), cv2.COLOR_RGB2LAB)[0, :, 0]
    palago = np.array([pose.tile.kind == "palago" for pose in scene.poses], bool)
    washed_out = palago & (np.array(scene.contrasts) < LEAST_CONTRAST)
    visible = np.where(washed_out, 0.0, [pose.visible for pose in scene.poses])
    gap = float(abs(lightness[0] - lightness[1]))
    return Sample(_coded(image), corners, palago, visible.astype(np.float32), gap)


def _coded(image: Picture) -> bytes:
    # As pixels, samples would fill the disk.
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 96])[1].tobytes()


def _without_tiles(image: Picture) -> Sample:
    nothing = np.zeros(0, np.float32)
    return Sample(_coded(image), np.zeros((0, 6, 2), np.float32), nothing > 0, nothing, 0.0)


def _palanquee_board(rng: np.random.Generator, seed: int) -> Picture:
    """A part of a Palanquée board with its pieces, seen at a slant."""
    flat = palanquee_scene(seed).rectified.fine
    turn, size = rng.uniform(0, 2 * math.pi), math.exp(rng.uniform(math.log(0.35), math.log(1.4)))
    low = np.array([size * math.cos(turn), size * math.sin(turn)])
    slant = np.eye(3)
    slant[:2, :2] = np.array([low, [-low[1], low[0]]]) * (1.0, rng.uniform(0.6, 1.0))
    slant[2, :2] = rng.normal(0, 2e-4, 2)
    middle, seen = np.array(flat.shape[1::-1]) * rng.uniform(0.2, 0.8, 2), SAMPLE_SIZE / 2
    before, after = np.eye(3), np.eye(3)
    before[:2, 2], after[:2, 2] = -middle, seen
    shape = (SAMPLE_SIZE, SAMPLE_SIZE)
    warped = cv2.warpPerspective(
        flat, after @ slant @ before, shape, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT
    )
    return np.asarray(warped, np.uint8)


def make_finder_shard(seed: int) -> list[Sample]:
    """The samples of SHARD_SAMPLES seeds from this one on."""
    return [make_finder_sample(seed + k) for k in range(SHARD_SAMPLES)]
