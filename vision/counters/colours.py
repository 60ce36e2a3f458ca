"""The counters' colours, found in the photo: what the light does to the paper, it does to them.

Each piece's colour is taken from its top beside any mark, and freed from the light that the paper
near it shows. The colours are then named: five names lie about the circle of hues, and where a
photo's own colours lie in it moves the borders between them.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from .glance import Glance
from .pixels import look_up
from .rectify import CENTRES, PER_SIDE, Rectified

Floats = NDArray[np.float64]

NAMES = ("blue", "green", "red", "yellow", "violet")
#: Where each name lies in the plane of Lab's a and b, as an angle in degrees (sRGB paints).
ANGLES = np.radians([278.0, 140.0, 36.0, 88.0, 318.0])
LIGHTNESS = np.array([40.0, 50.0, 45.0, 80.0, 38.0])
NEAR = 5.0
"""The paper is looked at in cells within about so many sides."""
TINTED = 18.0
"""A paper of this chroma and more is coloured itself: it says nothing about the light's colour."""


@dataclass(frozen=True)
class CounterColours:
    """For each of some pieces the name of its colour, how surely (n,), its sRGB (n, 3), and by how
    much the middle of its top differs from the rest of it (n,), in Lab."""

    names: tuple[str, ...]
    sure: Floats
    srgb: Floats
    marking: Floats


def read_colours(rectified: Rectified, seen: Glance, pieces: NDArray[np.intp]) -> CounterColours:
    """The colours of the pieces in the drawn cells of these indices."""
    if len(pieces) == 0:
        return CounterColours((), np.zeros(0), np.zeros((0, 3)), np.zeros(0))
    tops, marking = _tops(rectified, seen, pieces)
    paper = _paper(rectified, seen)
    usual = np.median(paper, axis=0)
    light = paper[pieces] / np.maximum(usual, 1.0)
    colours = tops / np.clip(light, 0.25, 4.0)
    lab_of_paper = _lab(usual[None])[0]
    if np.hypot(*lab_of_paper[1:]) < TINTED:
        colours = colours * (usual.max() / np.maximum(usual, 1.0))
    colours = np.clip(colours, 0, 255)
    lab = _lab(colours)
    names, sure = _named(lab)
    return CounterColours(tuple(NAMES[k] for k in names), sure, colours[:, ::-1], marking)


def _tops(rectified: Rectified, seen: Glance, pieces: NDArray[np.intp]) -> tuple[Floats, Floats]:
    """The median BGR of a ring on each piece's top, outside where marks are, and how far in Lab
    the rings inside are from it."""
    lean = rectified.turn(rectified.camera.lean(CENTRES[pieces]))
    height = np.clip(seen.height[pieces], 0.0, 1.2)[:, None]
    middle = rectified.to_pixels(CENTRES[pieces])
    middle = middle + (seen.offset[pieces] + lean * height * 0.9) * PER_SIDE
    radius = np.clip(seen.radius[pieces], 0.3, 0.85) * PER_SIDE
    cube = seen.cube[pieces] > 0
    radius = np.where(cube, 0.75 * radius, radius)
    angles = np.arange(16) * np.pi / 8
    rings = np.concatenate(
        [share * np.stack([np.cos(angles), np.sin(angles)], axis=1) for share in (0.56, 0.66, 0.76)]
    )
    at = middle[:, None] + radius[:, None, None] * rings
    values = look_up(rectified.image, at.astype(np.float32)).astype(np.float64)
    outer = np.median(values, axis=1)
    own = _lab(outer)
    differences = []
    for share in (0.0, 0.12, 0.24, 0.36, 0.48):
        ring = share * np.stack([np.cos(angles), np.sin(angles)], axis=1)
        at = middle[:, None] + radius[:, None, None] * ring
        inner = look_up(rectified.image, at.astype(np.float32)).astype(np.float64).mean(axis=1)
        differences.append(np.linalg.norm(_lab(inner) - own, axis=1))
    return np.asarray(outer), np.max(differences, axis=0)


def _paper(rectified: Rectified, seen: Glance) -> Floats:
    """The BGR of the paper at each drawn cell, from the empty ones near it."""
    middle = rectified.to_pixels(CENTRES)
    angles = np.arange(10) * np.pi / 5
    ring = 0.42 * PER_SIDE * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    values = look_up(rectified.image, (middle[:, None] + ring).astype(np.float32))
    own = np.median(values.astype(np.float64), axis=1)
    empty = (seen.piece < -3) & (seen.hidden < 0) & rectified.shown
    if empty.sum() < 5:
        empty = (seen.piece < 0) & rectified.shown
    if not empty.any():
        return own
    gap = np.sum((CENTRES[:, None] - CENTRES[empty][None]) ** 2, axis=2)
    weight = np.exp(-0.5 * gap / NEAR**2) + 1e-9
    return np.asarray(np.exp(weight @ np.log(own[empty] + 1.0) / weight.sum(axis=1, keepdims=True)))


def _lab(bgr: Floats) -> Floats:
    pixels = (bgr[None] / 255).astype(np.float32)
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB)[0], np.float64)


def _named(lab: Floats) -> tuple[NDArray[np.int64], Floats]:
    """Which name each colour (n, 3) bears, and how surely."""
    angle = np.arctan2(lab[:, 2], lab[:, 1])
    centres = ANGLES.copy()
    light = LIGHTNESS.copy()
    names = np.zeros(len(lab), np.int64)
    cost = np.zeros((len(lab), 5))
    for turn in range(3):
        away = np.abs(np.angle(np.exp(1j * (angle[:, None] - centres[None]))))
        cost = (away / np.radians(22)) ** 2 + ((lab[:, :1] - light[None]) / 40) ** 2
        names = cost.argmin(axis=1)
        if turn == 2:
            break
        for k in range(5):
            own = names == k
            if own.sum() >= 2:
                mean = np.angle(np.exp(1j * angle[own]).mean())
                drift = np.angle(np.exp(1j * (mean - ANGLES[k])))
                centres[k] = ANGLES[k] + np.clip(drift, -0.5, 0.5)
                light[k] = 0.5 * LIGHTNESS[k] + 0.5 * lab[own, 0].mean()
    ordered = np.sort(cost, axis=1)
    margin = ordered[:, 1] - ordered[:, 0]
    chroma = np.hypot(lab[:, 1], lab[:, 2])
    sure = 1 / (1 + np.exp(-np.minimum(1.3 * margin, 0.6 * chroma - 1.5)))
    return names, np.asarray(sure)
