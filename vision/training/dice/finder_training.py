"""Train the finder of dice: `python -m palago.vision.training.dice finder`."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from ...dice.finder import SIDES_WITHOUT_A_BOARD, STEP, TILE_WIDTH
from .bare import BarePicture, bare_pictures
from .finder_network import DiceFinder, loss_of, make_targets
from .legible import LEAST_CONTRAST, top_contrast
from .samples import DiceSample

CROP, BATCH = 160, 16
SIDES = (9.0, 34.0)
"""Pixels that the dice of a sample are made wide, in the middle."""
RATE = 5e-3
BARE_CROPS = 8
FLAT = 5.0
"""Dice whose pixels differ by less than this (standard deviation of grey) cannot be seen."""


def mark_flat_dice(sample: DiceSample, image: NDArray[np.uint8]) -> None:
    """Note in each die's entry whether it can be seen, and a lying one's top told."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    for die in sample.dice:
        x, y = die["middle"]
        reach = max(2, round(0.7 * die["side"]))
        part = grey[max(0, round(y) - reach) : round(y) + reach + 1,
                    max(0, round(x) - reach) : round(x) + reach + 1]  # fmt: skip
        is_flat = part.size == 0 or part.std() < FLAT
        is_blank = die["state"] == "lying" and top_contrast(image, die["corners"]) < LEAST_CONTRAST
        die["contrast"] = 0.0 if is_flat or is_blank else 99.0


def training_crop(
    rng: np.random.Generator, sample: DiceSample
) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.float32]]:
    """A square of a sample at some size, perhaps in a mirror: pixels (CROP, CROP, 3), targets."""
    image = sample.image()
    whole = image.shape[1]
    dice = [dict(die) for die in sample.dice]
    if rng.random() < 0.5:
        image = np.ascontiguousarray(image[:, ::-1])
        for die in dice:
            die["middle"] = [image.shape[1] - 1 - die["middle"][0], die["middle"][1]]
    wanted = float(np.exp(rng.uniform(*np.log(SIDES))))
    usual = float(np.median([die["side"] for die in dice])) if dice else sample.tile_width / 3
    scale = float(np.clip(wanted / usual, 0.2, 1.15))
    if scale < 0.5:
        image = resized(image, 0.5, cv2.INTER_AREA)
        scale *= 2.0
    if scale != 1.0:
        smooth = scale < 0.7 and rng.random() < 0.5
        image = resized(image, scale, cv2.INTER_AREA if smooth else cv2.INTER_LINEAR)
    real = image.shape[1] / whole
    height, width = image.shape[:2]
    if dice and rng.random() < 0.8:
        x, y = dice[int(rng.integers(len(dice)))]["middle"]
        left = x * real - rng.uniform(0.1, 0.9) * CROP
        upper = y * real - rng.uniform(0.1, 0.9) * CROP
    else:
        left, upper = rng.uniform(0, max(1, width - CROP)), rng.uniform(0, max(1, height - CROP))
    room = (max(0, width - CROP), max(0, height - CROP))
    start = (int(np.clip(left, 0, room[0])), int(np.clip(upper, 0, room[1])))
    cut = image[start[1] : start[1] + CROP, start[0] : start[0] + CROP]
    missing = (CROP - cut.shape[0], CROP - cut.shape[1])
    if max(missing) > 0:
        border = cv2.copyMakeBorder(cut, 0, missing[0], 0, missing[1], cv2.BORDER_REPLICATE)
        cut = np.asarray(border, np.uint8)
    if rng.random() < 0.3:
        gain = np.exp(rng.normal(0, 0.25) + rng.normal(0, 0.08, 3))
        cut = np.clip(cut * gain, 0, 255).astype(np.uint8)
    maps, weights = make_targets((CROP, CROP), dice, real, (float(start[0]), float(start[1])))
    return cut, maps, weights


def resized(image: NDArray[np.uint8], scale: float, way: int) -> NDArray[np.uint8]:
    """The picture made larger or smaller."""
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=way), np.uint8)


@dataclass(frozen=True)
class Crops:
    """Squares (n, CROP, CROP, 3) with their targets and weights, as `make_targets` gives them."""

    pixels: NDArray[np.uint8]
    maps: NDArray[np.float16]
    weights: NDArray[np.float16]


def training_crops(samples: Sequence[DiceSample], count: int, seed: int) -> Crops:
    """About ``count`` crops, from one sample after the other, and some from pictures without dice.

    All are made once: decoding and scaling takes longer than learning from them.
    """
    rng = np.random.default_rng(seed)
    cuts = []
    for sample in samples:
        mark_flat_dice(sample, sample.image())
        cuts += [training_crop(rng, sample) for _ in range(max(1, count // len(samples)))]
    side = CROP // STEP
    nothing = np.zeros((4, side, side), np.float32), np.zeros((2, side, side), np.float32)
    nothing[1][0] = 1.0
    for picture in bare_pictures():
        cuts += [(cut, *nothing) for cut in _bare_crops(rng, picture)]
    return Crops(
        np.stack([pixels for pixels, _, _ in cuts]),
        np.stack([maps for _, maps, _ in cuts]).astype(np.float16),
        np.stack([weights for _, _, weights in cuts]).astype(np.float16),
    )


def _bare_crops(rng: np.random.Generator, picture: BarePicture) -> list[NDArray[np.uint8]]:
    cuts = []
    longest = max(picture.image.shape[:2])
    for _ in range(BARE_CROPS):
        usual = (
            TILE_WIDTH / picture.tile_width
            if picture.tile_width
            else rng.choice(SIDES_WITHOUT_A_BOARD) / longest
        )
        scale = min(1.0, float(usual * np.exp(rng.normal(0, 0.2))))
        small = resized(picture.image, scale, cv2.INTER_AREA)
        height, width = small.shape[:2]
        if min(height, width) > CROP:
            y, x = rng.integers(height - CROP), rng.integers(width - CROP)
            cuts.append(small[y : y + CROP, x : x + CROP])
    return cuts


def train_finder(crops: Crops, steps: int, checkpoint: Path) -> DiceFinder:
    """Train for so many steps of BATCH; goes on from the checkpoint where there is one."""
    torch.manual_seed(1)
    rng = np.random.default_rng((1, int(time.time())))
    model = DiceFinder().to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    if checkpoint.exists():
        model.load_state_dict(torch.load(checkpoint))
    optimiser = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=1e-3)
    total = 0.0
    for step in range(1, steps + 1):
        for group in optimiser.param_groups:
            falling = 0.5 * (1 + math.cos(math.pi * step / steps))
            group["lr"] = RATE * min(1.0, step / 60) * (0.01 + 0.99 * falling)
        model.train()
        chosen = rng.integers(len(crops.pixels), size=BATCH)
        gains = np.exp(
            rng.normal(0, 0.12, (BATCH, 1, 1, 1)) + rng.normal(0, 0.05, (BATCH, 1, 1, 3))
        )
        values = np.clip(crops.pixels[chosen] * gains, 0, 255).astype(np.float32)
        pixels = torch.from_numpy(values).permute(0, 3, 1, 2)
        with torch.autocast("cpu", torch.bfloat16):
            seen = model(pixels)
        maps = torch.from_numpy(crops.maps[chosen].astype(np.float32))
        weights = torch.from_numpy(crops.weights[chosen].astype(np.float32))
        loss = loss_of(seen.float(), maps, weights)
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(model.parameters(), 2.0)
        optimiser.step()
        total += float(loss.detach())
        if step % 200 == 0 or step == steps:
            print(f"step {step}: loss {total / 200:.4f}", flush=True)
            total = 0.0
            torch.save(model.state_dict(), checkpoint)
    return model
