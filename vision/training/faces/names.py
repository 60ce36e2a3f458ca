"""How sure it is which colour is the lighter: `python -m palago.vision.training.faces.names`.

Small pictures of a few tiles, mostly of sets with two about equally light colours. Where these are
found, at the tiles' true places, the doubt that light and camera leave is fitted."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import replace

import cv2
import numpy as np

from ....calibration.arrays import Flags, Floats, Floats32
from ...faces.logistic import logistic_weights
from ...faces.palette import NAME_FEATURES, Palette, find_palette, fit_axes, logarithmic
from ...lattice.pattern import CORNERS, face_points
from ..fit_confidence import report_fit, write_weights
from ..scenes.noise import LinearColour
from ..scenes.scene import LEVELS, Request, Scene, make_scene
from ..scenes.tiles.editions import lab, random_edition
from ..scenes.tiles.patterns import DrawnEdition

FIRST_SEEDS = (91_600_000, 91_700_000)
SCENES = 7000
NEAR = 0.75
"""The share of the sets whose colours are at most `MOST_APART` L* apart; the others are usual."""
MOST_APART = 12.0
HUES = {"red, green": (35, 140), "orange, teal": (60, 195), "pink, sky": (0, 245),
        "yellow, grey": (90, None), "violet, olive": (310, 110)}  # fmt: skip
"""Pairs of hues in CIE LCh, in degrees; None for a grey."""
SEEN = 0.6
"""So much of a tile has to be visible, of `FEWEST` tiles in a scene."""
FEWEST = 3
RIDGE = 0.05


def near_pair(rng: np.random.Generator) -> tuple[LinearColour, LinearColour]:
    """Two colours of about the same lightness that are plainly apart, the lighter one first."""
    while True:
        gap, light = float(rng.uniform(0, MOST_APART)), float(rng.uniform(25, 90))
        kind = str(rng.choice([*HUES, "any", "any"]))
        if kind in HUES:
            hues = [rng.uniform(0, 360) if h is None else rng.normal(h, 12) for h in HUES[kind]]
        else:
            hues = list(rng.uniform(0, 360, 2))
        chroma = [rng.uniform(15, 90), rng.uniform(15, 90)]
        if kind == "yellow, grey":
            chroma[1] = rng.uniform(0, 8)
        if rng.random() < 0.1:
            chroma[int(rng.integers(2))] = rng.uniform(0, 8)
        lights = (light, light - gap if rng.random() < 0.5 else light + gap)
        pair = [_encoded(*of) for of in zip(lights, chroma, hues, strict=True)]
        if min(c.min() for c in pair) < 0.02 or max(c.max() for c in pair) > 0.99:
            continue  # no colour of a photo
        first, second = (np.asarray(colour**2.2, np.float32) for colour in pair)
        if np.linalg.norm(lab(first) - lab(second)) >= 22:
            return (first, second) if lab(first)[0] >= lab(second)[0] else (second, first)


def _encoded(light: float, chroma: float, hue: float) -> Floats32:
    """A colour of CIE LCh as BGR, 0 to 1."""
    angle = np.radians(hue)
    place = np.array([[[light, chroma * np.cos(angle), chroma * np.sin(angle)]]], np.float32)
    return np.asarray(cv2.cvtColor(place, cv2.COLOR_LAB2BGR)[0, 0], np.float32)


def near_edition(rng: np.random.Generator, level: str) -> DrawnEdition:
    """A set; a share of NEAR has colours of about the same lightness."""
    edition = random_edition(rng, level)
    if rng.random() < NEAR:
        white, blue = near_pair(rng)
        edition = replace(edition, white=white, blue=blue, name="equally light")
        if rng.random() < 0.5:
            line = np.full(3, rng.uniform(0.003, 0.04), np.float32)
            edition = replace(edition, line=line, line_width=float(rng.uniform(0.02, 0.09)))
    return edition


def palette_seen(scene: Scene) -> tuple[Palette, bool] | None:
    """A scene's colours, and if White is truly lighter; None if tiles are few or disagree."""
    tiles = [tile for tile in scene.truth["tiles"] if tile["visible"] > SEEN]
    if len(tiles) < FEWEST:
        return None
    points = face_points()
    faces = []
    for tile in tiles:
        view, _ = cv2.findHomography(CORNERS, np.array(tile["corners"], np.float64), 0)
        at = cv2.perspectiveTransform(points[None].astype(np.float32), view)[0]
        faces.append(cv2.remap(scene.image, at[None, :, 0], at[None, :, 1], cv2.INTER_LINEAR,
                               borderMode=cv2.BORDER_REPLICATE)[0])  # fmt: skip
    colours = logarithmic(np.stack(faces).astype(np.float32))
    weights = np.ones(colours.shape[:2])
    fit = fit_axes(colours, weights)
    palette = find_palette(colours, weights, fit)
    if palette is None:
        return None
    is_lighter = fit.steps[np.arange(len(tiles)), fit.best] @ palette.step >= 0
    rotations = np.where(is_lighter, fit.best, fit.best + 3)
    true = np.array([tile["rotation"] for tile in tiles])
    right, crossed = (int((rotations == (true + turn) % 6).sum()) for turn in (0, 3))
    return (palette, right > crossed) if len(tiles) in (right, crossed) else None


def named_scenes(seeds: Iterable[int]) -> tuple[Floats, Flags]:
    """Features (n, len(NAME_FEATURES)) of the palettes in scenes, and whether named rightly."""
    rows, right = [], []
    for seed in seeds:
        rng = np.random.default_rng([seed, 77])
        level = str(rng.choice(LEVELS, p=(0.4, 0.45, 0.15)))
        edition = near_edition(rng, level)
        request = Request(200, 150, level=level, content="board", tiles=4, edition=edition,
                          odd_share=0.0, hands=0.1)  # fmt: skip
        seen = palette_seen(make_scene(seed, request))
        if seen is not None:
            rows.append(seen[0].name_features)
            right.append(seen[1])
    return np.array(rows), np.array(right, np.bool_)


def fitted_names(rows: Floats, right: Flags) -> Floats:
    """The weights (k,) of a logistic function of rows (n, k) that tells which are named rightly.
    None is constant: where nothing is known, either name is as likely."""
    return logistic_weights(rows, right, RIDGE)


def main() -> None:
    """Read, fit, say how well, write."""
    name = "python -m palago.vision.training.faces.names"
    parser = argparse.ArgumentParser(name, description=__doc__)
    parser.add_argument("--scenes", type=int, default=SCENES, help=f"scenes to draw ({SCENES})")
    count = parser.parse_args().scenes
    seeds = [first + 2 * k for first in FIRST_SEEDS for k in range(count // len(FIRST_SEEDS))]
    rows, right = named_scenes(seeds)
    report_fit("named boards", rows, right, np.arange(len(rows)), fitted_names)
    write_weights("names", NAME_FEATURES, fitted_names(rows, right))


if __name__ == "__main__":
    main()
