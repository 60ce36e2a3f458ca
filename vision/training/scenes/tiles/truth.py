"""The truth of a generated scene, in the form that all scene generators share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from .....calibration.arrays import Flags, Floats, Picture
from .editions import rgb_of_scene
from .laying import LaidTile
from .patterns import palago_side
from .surface import LaidTable, Seen


class TilePose(NamedTuple):
    """A laid tile: its corners (6, 2) in pixels from the White tip on; its visible share."""

    tile: LaidTile
    seen: Floats
    visible: float


@dataclass(frozen=True)
class Scene:
    """A picture (H, W, 3) uint8 BGR and its truth.

    ``poses`` carries every hexagon for training. ``contrasts`` says for each how far its two
    colours are apart in the picture (of 255), low where glare or darkness has washed it out.
    """

    image: Picture
    truth: dict[str, Any]
    poses: list[TilePose] = field(default_factory=list)
    contrasts: list[float] = field(default_factory=list)


def scene_with_truth(
    seed: int, image: Picture, table: LaidTable, seen: Seen, covered: Flags,
    conditions: dict[str, Any],
) -> Scene:  # fmt: skip
    """The scene of this picture, with the truth that follows from what was painted."""
    tiles, edition = table.tiles, table.edition
    counts = np.bincount((seen.owner + 1)[~covered].ravel(), minlength=len(tiles) + 1)[1:]
    shares = np.clip(counts / np.maximum(seen.areas, 1.0), 0, 1)
    shares = np.where(seen.areas < 4, 0.0, np.minimum(shares * 1.01, 1.0))
    names = ("tiles", "second_group", "loose", "face_down", "other")
    groups: dict[str, list[dict[str, Any]]] = {name: [] for name in names}
    contrasts = _contrasts(image, seen, covered, len(tiles))
    poses = []
    for index, tile in enumerate(tiles):
        corners = seen.corners[index]
        share = float(shares[index])
        poses.append(TilePose(tile, np.roll(corners, -tile.rotation, axis=0), share))
        entry: dict[str, Any] = {
            "center": np.round(corners.mean(axis=0), 2).tolist(),
            "corners": np.round(corners, 2).tolist(),
            "visible": round(share, 3),
            "contrast": round(contrasts[index], 1),
        }
        if tile.group in ("board", "second_group"):
            entry = {"q": tile.cell[0], "r": tile.cell[1], "rotation": tile.rotation, **entry}
        groups["tiles" if tile.group == "board" else tile.group].append(entry)
    truth = {
        "generator": "fast",
        "seed": seed,
        "split": "develop",
        "conditions": conditions,
        "palette": {"white": rgb_of_scene(edition.white), "blue": rgb_of_scene(edition.blue)},
        **groups,
    }
    return Scene(image, truth, poses, contrasts)


def _contrasts(image: Picture, seen: Seen, covered: Flags, count: int) -> list[float]:
    """Largest difference over the channels between the mean colours of each tile's two sides."""
    usable = (seen.owner >= 0) & ~covered & (seen.distance < -0.1)
    owner = seen.owner[usable]
    side = palago_side(seen.u[usable], seen.v[usable])
    colours = image[usable]
    means = []
    for chosen in (side > 0.06, side < -0.06):
        pixels = np.maximum(np.bincount(owner[chosen], minlength=count), 1)
        sums = [np.bincount(owner[chosen], colours[chosen, c], minlength=count) for c in range(3)]
        means.append(np.stack(sums, axis=1) / pixels[:, None])
    return [float(v) for v in np.abs(means[0] - means[1]).max(axis=1, initial=0.0)]
