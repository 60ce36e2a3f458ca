"""Pictures to train the networks for dice on: generated tables, and some without any die."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from ....calibration.arrays import Floats32, Picture
from ...dice.die_states import STATES
from ...dice.faces import TOPS
from ...dice.finder import SIDES_WITHOUT_A_BOARD, TILE_WIDTH
from ...photos.photo import load_photo
from ..scenes.photographs import load
from ..scenes.scene import Request, make_scene

WIDTH, HEIGHT = 480, 360
TILE_WIDTHS = (30.0, 125.0)
MOST_DICE = 20
SHARD, FIRST_SHARDS = 16, 2
"""How many samples are made together; so many such lots a process draws before any of pictures."""
COLUMNS = ("x", "y", "side", "up x", "up y", "state", "face", "visible", "legible")
"""What is known of a die: the pixel of its middle, its edge in pixels seen head on, where one edge
upwards leads, in edges, and the numbers of its state and face."""
NO_FACE = -1
SEEN, INNER = 16, 0.8
LEAST_CONTRAST = 6.5
"""Of a top whose colours differ by less (standard deviation, of 255) nobody can say what it is."""
LEAST_SPREAD = 5.0
"""Dice whose pixels differ by less than this (standard deviation of grey) cannot be seen."""
PICTURES = Path(__file__).resolve().parents[3] / "sample_images"
BARE_FOLDERS = ("develop", "palanquee/develop")
"""The parts that may be looked at."""
PHOTOGRAPHS = ("astronaut", "cat", "coffee", "rocket", "coins", "page", "text", "camera", "brick",
               "grass", "gravel", "moon", "clock")  # fmt: skip
"""Those of scikit-image that come with it."""


@dataclass(frozen=True)
class DiceSample:
    """A picture (HEIGHT, WIDTH, 3) BGR, its dice (n, COLUMNS), and a tile's width in its middle."""

    seed: int
    image: Picture
    dice: Floats32
    tile_width: float


def make_sample(seed: int) -> DiceSample:
    """A part of a table with dice and what looks like them; one of ten has no die."""
    rng = np.random.default_rng((seed, 9))
    tile_width = float(np.exp(rng.uniform(*np.log(TILE_WIDTHS))))
    bare = rng.random() < 0.1
    # Where tiles are large few dice have room.
    most = int(np.clip(900 / tile_width, 6, MOST_DICE))
    request = Request(
        WIDTH,
        HEIGHT,
        level=str(rng.choice(("mild", "hard", "extreme"), p=(0.58, 0.40, 0.02))),
        content=str(rng.choice(("board", "other_game", "empty"), p=(0.75, 0.1, 0.15))),
        tile_width=tile_width,
        close_up=bool(rng.random() < 0.75),
        tilt_deg=float(rng.uniform(0, 62)) if rng.random() < 0.5 else None,
        photographs=True,
        hands=float(rng.choice((0.15, 0.6), p=(0.8, 0.2))),
        dice=0 if bare else int(rng.integers(max(4, most // 2), most + 4)),
        look_alikes=int(rng.integers(*((8, 16) if bare else (0, max(1, 6 * most // 10))))),
        cubes=int(rng.integers(1, 5)) if rng.random() < 0.25 else 0,
        touching=float(rng.choice((0.0, 0.5))),
    )
    scene = make_scene(seed, request)
    return DiceSample(seed, scene.image, known_of(scene.image, scene.truth["dice"]), tile_width)


def known_of(image: Picture, dice: Sequence[dict[str, Any]]) -> Floats32:
    """What the truth of a scene tells of its dice, (n, COLUMNS)."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    rows = []
    for die in dice[:MOST_DICE]:
        x, y = die["middle"]
        reach = max(2, round(0.7 * die["side"]))
        part = grey[max(0, round(y) - reach) : round(y) + reach + 1,
                    max(0, round(x) - reach) : round(x) + reach + 1]  # fmt: skip
        legible = part.size > 0 and part.std() >= LEAST_SPREAD
        if die["state"] == "lying":
            legible &= top_contrast(image, die["corners"]) >= LEAST_CONTRAST
        shown = "sign" if die["kind"] == "signs" else die["face"]
        is_told = shown is not None and die["state"] in ("lying", "hidden")
        face = TOPS.index(shown) if is_told else NO_FACE
        state = STATES.index(die["state"])
        rows.append([x, y, die["side"], *die["up"], state, face, die["visible"], legible])
    return np.array(rows, np.float32).reshape(-1, len(COLUMNS))


def top_contrast(image: Picture, corners: Sequence[Sequence[float]]) -> float:
    """How much a top (4, 2) in pixels shows: its colours' spread but for an even slope of light."""
    top = np.array(corners, np.float32)
    top = top.mean(axis=0) + INNER * (top - top.mean(axis=0))
    last = SEEN - 1
    square = np.array([[0, 0], [last, 0], [last, last], [0, last]], np.float32)
    view = cv2.getPerspectiveTransform(top, square)
    patch = cv2.warpPerspective(image, view, (SEEN, SEEN), borderMode=cv2.BORDER_REPLICATE)
    colours = patch.reshape(-1, 3).astype(np.float64)
    rows, columns = np.mgrid[:SEEN, :SEEN].reshape(2, -1)
    slope = np.column_stack([np.ones(SEEN * SEEN), rows, columns])
    rest = colours - slope @ np.linalg.lstsq(slope, colours, rcond=None)[0]
    return float(rest.std(axis=0).max())


def make_shard(number: int, processes: int, first_seed: int, cuts: int) -> list[DiceSample]:
    """The samples of a number, drawn; but once each of `processes` has made FIRST_SHARDS, there is
    one number for each picture without dice, with `cuts` cuts of it."""
    picture = number - FIRST_SHARDS * processes
    if 0 <= picture < len(bare_pictures()):
        return bare_samples(picture, cuts)
    seed = first_seed + number * SHARD
    return [make_sample(k) for k in range(seed, seed + SHARD)]


def bare_samples(number: int, cuts: int) -> list[DiceSample]:
    """A number of `cuts` of one of the `bare_pictures`."""
    picture, tile_width = _bare_picture(bare_pictures()[number])
    rng = np.random.default_rng((number, 12))
    usual = tile_width or TILE_WIDTH * max(picture.shape[:2]) / rng.choice(SIDES_WITHOUT_A_BOARD)
    nothing, parts = np.zeros((0, len(COLUMNS)), np.float32), []
    for _ in range(cuts):
        scale = min(1.0, float(np.exp(rng.uniform(*np.log(TILE_WIDTHS)))) / usual)
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        rows, columns = max(0, small.shape[0] - HEIGHT), max(0, small.shape[1] - WIDTH)
        top, left = int(rng.integers(rows + 1)), int(rng.integers(columns + 1))
        cut = small[top : top + HEIGHT, left : left + WIDTH]
        missing = (HEIGHT - cut.shape[0], WIDTH - cut.shape[1])
        cut = cv2.copyMakeBorder(cut, 0, missing[0], 0, missing[1], cv2.BORDER_REPLICATE)
        parts.append(DiceSample(1, np.asarray(cut, np.uint8), nothing, float(usual * scale)))
    return parts


def bare_pictures() -> list[Path | str]:
    """Sample pictures, by their paths, and photographs, by their names, in which no die lies."""
    paths = sorted(path for part in BARE_FOLDERS for path in (PICTURES / part).glob("*.jpg"))
    # Some tables have dice among what else lies there.
    bare = [path for path in paths if "dice" not in path.with_suffix(".truth.json").read_text()]
    return [*bare, *PHOTOGRAPHS]


def _bare_picture(which: Path | str) -> tuple[Picture, float | None]:
    """A picture BGR, and how wide its tiles are, None where it has none."""
    if isinstance(which, str):
        return load(which), None
    photo = load_photo(which)
    truth = json.loads(which.with_suffix(".truth.json").read_text())
    return photo.image, _tile_width(truth, photo.scale[0])


def _tile_width(truth: dict[str, Any], scale: float) -> float | None:
    tiles = truth.get("tiles")
    if not tiles:
        return None
    corners = np.array([tile["corners"] for tile in tiles])
    spokes = np.linalg.norm(corners - corners.mean(axis=1, keepdims=True), axis=2)
    return math.sqrt(3.0) * float(spokes.mean()) / scale
