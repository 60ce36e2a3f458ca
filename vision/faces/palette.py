"""The two colours of the set, found from the board itself.

On every face the White part and the Blue part differ by the same step of logarithmic colour: light
adds a slow slope, the drawing adds the step. The steps of all tiles together give the pair; the
lighter colour is called White. How sure that is was fitted by `palago.vision.training.faces.names`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import numpy as np

from ...calibration.arrays import Flags, Floats, Floats32, Integers
from ...calibration.sets.colour import lighter_by, lightness, linear_from_srgb
from ..fitted import fitted_numbers
from ..lattice.aligned import Aligned
from ..lattice.pattern import WIDTH, face_depths, face_points, soft_pattern
from .logistic import logistic

DARKEST = 6.0
"""Added before the logarithm, so that noise in black does not count for more than a colour."""
LUMA_BGR = np.array([0.0722, 0.7152, 0.2126])
"""Luminance of linear BGR (ITU-R BT.709)."""
LINE_WIDTH = 0.07
"""Width of the line in the design, in sides."""
CLEAR_OF_LINE = 0.12
"""Depth in a part of the drawing, in sides, from which the line's own colour is not seen."""
RIM_START = 0.84
"""Share of the way out at which the rim begins in the design."""
PLAIN_PARTS = 7
"""Number of the first columns of a face's design that are its light and its rim: a blank face has
them, too."""
NAME_FEATURES = ("gap", "lead", "hue", "spread", "otherwise")


@dataclass(frozen=True)
class Palette:
    """A pair of colours: `white` and `blue` are sRGB 0..255 (3,), `step` is half the difference of
    their logarithmic BGR colours (3,), `middle` their mean. By how much White is the lighter (L*)
    differs from tile to tile by `spread`; the share `otherwise` of them has the darker White."""

    white: Floats
    blue: Floats
    step: Floats
    middle: Floats
    spread: float = 0.0
    otherwise: float = 0.0

    @property
    def contrast(self) -> float:
        """How far the pair is apart: root mean square of the full logarithmic difference."""
        return float(2.0 * np.sqrt((self.step**2).mean()))

    @property
    def lightness_gap(self) -> float:
        """By how much White is known to be lighter (L*); near zero the names are a guess."""
        return lighter_by(self.white, self.blue)

    @property
    def naming_chance(self) -> float:
        """The chance that the colour called White is the lighter one, which all tiles share."""
        stored = fitted_numbers("confidence")["names"]
        score = self.name_features @ np.array([float(stored[name]) for name in NAME_FEATURES])
        return float(logistic(np.maximum(score, 0.0)))

    @property
    def name_features(self) -> Floats:
        """What that chance is computed from, (len(NAME_FEATURES),).

        Coloured light, and a camera that balances it or makes colours stronger, change the
        lightness of two hues against one another; of one hue they change it alike.
        """
        gap = max(self.lightness_gap, 0.0)
        lead = math.log1p(gap)
        ratio = np.log(linear_from_srgb(self.white) + 0.002)
        ratio -= np.log(linear_from_srgb(self.blue) + 0.002)
        hue = float(np.linalg.norm(ratio - ratio.mean()))
        return np.array([gap, *(lead * of for of in (1.0, hue, self.spread, self.otherwise))])


def logarithmic(colours: Floats32) -> Floats:
    """Logarithmic BGR of colours (..., 3) in 0..255. Camera curves are close to a power, so light
    that is multiplied becomes an addend here."""
    return np.log((colours.astype(np.float64) + DARKEST) / (255.0 + DARKEST))


def srgb(log_bgr: Floats) -> Floats:
    """sRGB colours (..., 3) in 0..255 of logarithmic BGR: the inverse of `logarithmic`."""
    return np.clip(np.exp(log_bgr) * (255.0 + DARKEST) - DARKEST, 0.0, 255.0)[..., ::-1]


def luminance(colour: Floats) -> Floats:
    """Relative luminance 0..1 of sRGB colours (..., 3) in 0..255."""
    return np.asarray(linear_from_srgb(colour) @ LUMA_BGR[::-1])


@dataclass(frozen=True)
class AxisFit(Aligned):
    """Least squares of light, rim, line and the two colours for the three axes of n tiles.

    `steps` (n, 3 axes, 3 channels), half the colour difference between the White and the Blue part
    if the White tip were at corner 0, 1 or 2; `explained` (n, 3): share of the variation left by
    light and rim that line and colours explain.
    """

    steps: Floats
    explained: Floats

    @property
    def best(self) -> Integers:
        """The axis that explains most, (n,)."""
        return np.asarray(np.argmax(self.explained, axis=1), np.int64)


@cache
def _designs() -> Floats:
    """What a face is made of at the face points, (3 axes, p, 9): light (level, slopes, curvatures),
    rim, the line, and last the two colours."""
    points = face_points()
    x, y = points.T
    outward = np.maximum(2.0 * np.abs(x), np.abs(x) + WIDTH * np.abs(y)) / WIDTH
    rim = np.clip((outward - RIM_START) / (1.0 - RIM_START), 0.0, 1.0)
    plain = [np.ones(len(points)), x, y, x * x, y * y, x * y, rim]
    designs = []
    for axis in range(3):
        line = np.exp(-((face_depths()[axis] / LINE_WIDTH) ** 2))
        designs.append(np.column_stack([*plain, line, soft_pattern(points, axis)]))
    return np.stack(designs)


def fit_axes(log_colours: Floats, weights: Floats) -> AxisFit:
    """Fit the drawing in each of its three axes to logarithmic colours (n, p, 3) of the face
    points; `weights` (n, p) are 0 where nothing is seen and 1 elsewhere."""
    whole = weights.min(axis=1) == 1.0
    steps = np.zeros((len(log_colours), 3, 3))
    explained = np.zeros((len(log_colours), 3))
    for chosen, fit in ((whole, _fit_whole), (~whole, _fit_cut)):
        if chosen.any():
            steps[chosen], explained[chosen] = fit(log_colours[chosen], weights[chosen])
    return AxisFit(steps, np.clip(explained, 0.0, 1.0))


Fit = tuple[Floats, Floats]


@cache
def _bases() -> tuple[Floats, Floats]:
    """Orthonormal columns of the three designs, (p, PLAIN_PARTS + 3 * 2): the plain ones, which all
    share, and two of each. Also how long the last column of each is (3,) once what the others
    explain is taken from it."""
    columns, lengths = [], []
    for axis, design in enumerate(_designs()):
        basis, triangle = np.linalg.qr(design)
        columns.append(basis if axis == 0 else basis[:, PLAIN_PARTS:])
        lengths.append(triangle[-1, -1])
    return np.concatenate(columns, axis=1), np.array(lengths)


def _fit_whole(log_colours: Floats, weights: Floats) -> Fit:
    """The fit of faces that are seen whole: the same projection for all."""
    basis, lengths = _bases()
    shares = np.einsum("npc,pk->nkc", log_colours, basis, optimize=True)
    energy = np.einsum("npc,npc->n", log_colours, log_colours)
    plain = energy - (shares[:, :PLAIN_PARTS] ** 2).sum(axis=(1, 2))
    drawn = shares[:, PLAIN_PARTS:].reshape(len(shares), 3, -1, 3)
    steps = drawn[:, :, -1] / lengths[:, None]
    floor = 1e-6 * weights.shape[1]
    return steps, (drawn**2).sum(axis=(2, 3)) / np.maximum(plain, floor)[:, None]


def _fit_cut(log_colours: Floats, weights: Floats) -> Fit:
    """The fit of faces that are cut by the border of the photo: each has its own equations."""
    total = np.maximum(weights.sum(axis=1), 1e-9)[:, None, None]
    weighted = log_colours * weights[..., None]
    energy = (weighted * log_colours).sum(axis=(1, 2)) / total[:, 0, 0]

    def solved(design: Floats) -> Fit:
        size = design.shape[1]
        outer = (design[:, :, None] * design[:, None, :]).reshape(len(design), -1)
        normal = (weights @ outer).reshape(-1, size, size) / total
        right = np.matmul(design.T, weighted) / total
        solution = np.linalg.solve(normal + 1e-6 * np.eye(size), right)
        return solution, np.maximum(energy - (solution * right).sum(axis=(1, 2)), 1e-6)

    designs = _designs()
    plain = solved(designs[0][:, :PLAIN_PARTS])[1]
    fits = [solved(design) for design in designs]
    steps = np.stack([solution[:, -1] for solution, _ in fits], axis=1)
    return steps, 1.0 - np.stack([left for _, left in fits], axis=1) / plain[:, None]


def find_palette(log_colours: Floats, weights: Floats, fit: AxisFit) -> Palette | None:
    """The pair of colours that the tiles have in common; None where no tile shows any drawing.
    Arguments as of `fit_axes`.

    The direction of the step is the main direction of all tiles' steps, each counted by how well
    its drawing explains it; its sign is chosen so that White is the lighter.
    """
    rows = np.arange(len(log_colours))
    steps = fit.steps[rows, fit.best]
    # A tile of which less than a third is seen may show but one of its colours.
    trust = fit.explained[rows, fit.best] ** 2 * (weights.mean(axis=1) > 0.3)
    if trust.sum() < 1e-3:
        return None
    direction = np.linalg.eigh(np.einsum("n,ni,nj->ij", trust, steps, steps))[1][:, -1]
    direction = direction if direction @ LUMA_BGR >= 0 else -direction
    signs = np.where(steps @ direction >= 0, 1.0, -1.0)
    aligned = steps * signs[:, None]
    step = np.array([_weighted_median(aligned[:, channel], trust) for channel in range(3)])
    depths = face_depths()[fit.best + np.where(signs > 0, 0, 3)]
    white, white_seen = _regional_colours(log_colours, weights * (depths > CLEAR_OF_LINE))
    blue, blue_seen = _regional_colours(log_colours, weights * (depths < -CLEAR_OF_LINE))
    usable = trust * white_seen * blue_seen
    usable = usable if usable.sum() > 0 else trust
    # Each tile's two colours lie in one light, so they are compared tile by tile.
    lighter = np.log(luminance(srgb(white)) + 1e-3) - np.log(luminance(srgb(blue)) + 1e-3)
    if _weighted_median(lighter, usable) < 0:
        white, blue, step = blue, white, -step
    pair = [
        np.array([_weighted_median(colour[:, channel], usable) for channel in range(3)])
        for colour in (white, blue)
    ]
    gaps = lightness(srgb(white)) - lightness(srgb(blue))
    shares = usable / usable.sum()
    spread = float(np.sqrt(shares @ (gaps - shares @ gaps) ** 2))
    otherwise = float(shares @ (gaps < 0))
    return Palette(srgb(pair[0]), srgb(pair[1]), step, 0.5 * (pair[0] + pair[1]), spread, otherwise)


def _regional_colours(log_colours: Floats, weights: Floats) -> tuple[Floats, Flags]:
    """Each tile's mean colour (n, 3) where `weights` (n, p) are set, and whether enough is seen."""
    total = weights.sum(axis=1)
    mean = np.einsum("np,npc->nc", weights, log_colours) / np.maximum(total, 1e-9)[:, None]
    return mean, total > 5  # fewer places are the grain's


def _weighted_median(values: Floats, weights: Floats) -> float:
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(reached, 0.5 * reached[-1])])
