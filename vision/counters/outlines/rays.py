"""How far pieces reach in every direction, told from paper and shadow by their own colour.

Weak light lowers the logarithms of all three channels by the same step, on paper and on paint. The
photo's empty cells are lit and shaded, too, so they differ among one another by that step. Fisher's
linear discriminant between a colour's pieces and these cells therefore hardly counts it (R. Fisher,
"The use of multiple measurements in taxonomic problems", 1936).
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from ....calibration.arrays import Flags, Floats, Floats32, Indices, Picture
from ...lattice.nearness import Neighbourhood

RAYS = 36
"""Number of rays from the middle of each piece outwards: one every ten degrees."""
STEP = 0.06
"""Step along a ray between two looks, in sides: 1.5 pixels of the finer flat board."""
FARTHEST = 1.2
"""Length of a ray, in sides: beyond the edge of the largest piece in its cell."""
BLACK = 24.0
"""Levels added before the logarithm: below them noise and compression are all that differs."""
HALFWAY = 0.5
"""A piece ends where a pixel is as much paper as paint."""
NEAREST = 6
"""Maximum number of other pieces beside a piece."""
PARTED = 4.0
"""Paint counts as different from paper from so many squared spreads on."""
JUMP = 0.13
"""Sides by which a ray may end off its neighbours: else it met a line, a mark or a glint."""

#: The rays' angles; the places along each, in sides; the logarithm of each level of a pixel.
ANGLES = np.linspace(0, 2 * np.pi, RAYS, endpoint=False)
DISTANCES = np.arange(STEP + STEP, FARTHEST, STEP, dtype=np.float32)
LEVELS = np.log(np.arange(256) + BLACK).astype(np.float32)


@dataclass(frozen=True)
class Outlines:
    """How far n pieces reach along RAYS directions (n, RAYS), in sides, and whether it was the
    piece that ended there (n, RAYS). The first direction is that in which tall things lean."""

    reach: Floats
    met: Flags


def directions(angles: Floats) -> Floats32:
    """Unit vectors (..., 2) at angles (...)."""
    return np.stack([np.cos(angles), np.sin(angles)], axis=-1).astype(np.float32)


#: A ring to look at colours on: half a radius, or half a side, about a middle.
RING = directions(ANGLES[::4]) / 2


def outlines_of(
    picture: Picture, per_side: float, middles: Floats, radius: Floats, away: Floats,
    colours: Indices, paper: Picture,
) -> Outlines:  # fmt: skip
    """The outlines of pieces on a flat board (h, w, 3) BGR with `per_side` pixels a side: rough
    `middles` (n, 2) and radii (n,) in sides, the ways `away` (n,) as angles in which tall things
    lean, `colours`' numbers (n,), and pixels of empty cells, `paper` (m, 3)."""
    centres = middles.astype(np.float32)
    ring = np.concatenate([RING, RING / 2])
    reached = radius.astype(np.float32)[:, None, None]
    inside = _levels(picture, per_side, centres, ring[None], reached)
    weights, constant = _telling(inside, LEVELS[paper], colours)
    near = Neighbourhood(middles).nearest(min(1 + NEAREST, len(centres)))
    others = centres[near[:, 1:]]

    def ends(rays: Floats32, usual: float) -> tuple[Floats, Flags]:
        levels = _levels(picture, per_side, centres, rays, DISTANCES)
        like = np.matmul(levels, weights[:, :, None]) + constant[:, None, None]
        reach, met = _ends(like.reshape(*rays.shape[:2], len(DISTANCES)), usual)
        # Beyond the middle line to another piece there is that other one.
        towards = others - centres[:, None]
        along = np.matmul(rays, towards.transpose(0, 2, 1))
        half = np.square(towards).sum(axis=2)[:, None] / 2
        line = (half / np.maximum(along, 1e-3)).min(axis=2, initial=np.inf)
        return np.minimum(reach, line), met & (reach < line - STEP / 2)

    rays = directions(ANGLES + away[:, None])
    few = rays[:, ::3]
    reach, met = ends(few, 0.0)
    whole = met & np.roll(met, met.shape[1] // 2, axis=1)
    shift = 2 * (few * (reach * whole)[..., None]).sum(axis=1)
    centres = centres + (shift / np.maximum(whole.sum(axis=1), 1)[:, None]).astype(np.float32)
    reach, met = ends(rays, float(np.median(reach)))
    around = np.median([np.roll(reach, k, axis=1) for k in range(-3, 4)], axis=0)
    return Outlines(np.where(np.abs(reach - around) > JUMP, around, reach), met)


def _levels(
    picture: Picture, per_side: float, centres: Floats32, rays: Floats32, distances: Floats32
) -> Floats32:
    """The LEVELS (n, k, 3) at distances (..., d) along rays (n or 1, r, 2) from centres (n, 2), in
    sides; k = r·d, ray by ray, the nearest first."""
    # Each axis by itself: several times quicker than pairs.
    x, y = (
        ((centres[:, None, None, k] + rays[:, :, None, k] * distances) * np.float32(per_side))
        for k in (0, 1)
    )
    rows = (len(centres), -1)
    seen = cv2.remap(picture, x.reshape(rows), y.reshape(rows), cv2.INTER_LINEAR)
    return np.asarray(cv2.LUT(np.asarray(seen, np.uint8), LEVELS), np.float32)


def _telling(inside: Floats32, paper: Floats32, colours: Indices) -> tuple[Floats32, Floats32]:
    """Weights (n, 3) and constants (n,) that turn a piece's levels into 1 and paper's into 0.

    `inside` (n, k, 3) are some levels of each piece, `paper` (m, 3) some of the paper. Where the
    two cannot be told apart everything becomes 1."""
    weights, constant = np.zeros((len(inside), 3)), np.ones(len(inside))
    usual = np.median(paper, axis=0)
    # As exact as eight bits are: where nothing differs at all, a difference of one level counts.
    least = np.eye(3) / BLACK**2 / 4
    for colour in np.unique(colours):
        alike = colours == colour
        own = inside[alike].reshape(-1, 3)
        middle = np.median(own, axis=0)
        spread = np.cov((own - middle).T) + np.cov((paper - usual).T) + least
        telling = np.linalg.solve(spread, middle - usual)
        if (middle - usual) @ telling < PARTED:
            continue
        values = np.median((inside[alike] - usual) @ telling, axis=1)
        # A piece that is hardly seen is not made clearer than its colour usually is.
        least_value = np.median(values) / 2
        if least_value <= 0:  # most of its pieces show more paper than paint
            continue
        values = np.maximum(values, least_value)
        weights[alike] = telling / values[:, None]
        constant[alike] = -weights[alike] @ usual
    return weights.astype(np.float32), constant.astype(np.float32)


def _ends(like: Floats32, usual: float) -> tuple[Floats, Flags]:
    """Where along each ray the likeness to the piece (n, rays, distances) falls below a half for
    good, in sides, and whether it does. Where it falls nearer than `usual` sides but rises again,
    there is a mark or a glint on the piece."""
    below = like < HALFWAY
    last = like.shape[2] - 1
    stays = below[:, :, :-1] & below[:, :, 1:]
    stays[:, :, 0] = False
    met = stays.any(axis=2)
    end = np.where(met, stays.argmax(axis=2), last)
    own = ~below & (usual > DISTANCES)
    beyond = last - own[:, :, ::-1].argmax(axis=2) + 1
    end = np.where(own.any(axis=2), np.maximum(end, np.minimum(beyond, last)), end)
    piece, ray = np.ogrid[: like.shape[0], : like.shape[1]]
    before, after = like[piece, ray, end - 1], like[piece, ray, end]
    share = np.clip((before - HALFWAY) / np.maximum(before - after, 1e-3), 0, 1)
    reach = DISTANCES[end] - STEP + share * STEP
    return np.asarray(reach, np.float64), np.asarray(met)
