"""What each face shows: which way its White tip points, or that it is no Palago face at all.

First the drawing is fitted to the colours in each of its three axes, which settles pose and colours
(`settle_faces`). Then a small network looks at each face in coordinates of those two colours, so
that it never needs to know a hue (`judge_faces`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from ...calibration.arrays import Floats, Floats32, Integers
from ..lattice.aligned import Aligned
from ..lattice.pattern import depth_of_white, face_points, is_inside, turn
from .networks import network_answer, softmax
from .palette import CLEAR_OF_LINE, LUMA_BGR, AxisFit, Palette, find_palette, fit_axes, logarithmic
from .poses import Poses, Samples, TableSampler, improved_poses

CHANNELS = 5
"""What `colour_channels` gives of each place, as the networks were trained."""


@cache
def patch_points(size: int, reach: float, sixths: int = 0) -> Floats:
    """The places (size * size, 2) of a patch, row by row, in tile sides from the tile's centre; it
    ends `reach` away from it, and is turned by so many sixths."""
    axis = (np.arange(size) + 0.5) / size * 2.0 * reach - reach
    x, y = np.meshgrid(axis, axis)
    return np.ascontiguousarray(turn(np.stack([x, y], axis=-1).reshape(-1, 2), sixths))


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


PATCH_SIZE = 20
"""Pixels of a patch's side, as the network was trained."""
PATCH_REACH = 1.06
"""Patches are squares of this half side (in tile sides) about the tile's centre."""
SEEN_AT_ALL = 0.2
"""A face keeps the pose that it has where the drawing explains less than this share of it."""
CLEARLY_SEEN = 0.5
"""From this share on a pose moves as far as the drawing says; in between, a part of the way."""
LEAST_GAIN = 0.03
"""A pose is moved only if the drawing then explains this much more of the face."""


@dataclass(frozen=True)
class SettledFaces(Aligned):
    """Faces of one group after the drawing was fitted to them: `rotations` (n,), `fit` the axis
    fit, `strength` (n,) of the drawing compared with the board's own (1 clean, 0 blank), `levels`
    (n, 3) by how much a face differs from the middle of the two colours, in logarithmic BGR."""

    poses: Poses
    palette: Palette
    rotations: Integers
    fit: AxisFit
    strength: Floats
    levels: Floats

    @property
    def explained(self) -> Floats:
        """Share of the variation on each face that the best drawing explains, (n,)."""
        return np.asarray(self.fit.explained.max(axis=1))


def settle_faces(
    sampler: TableSampler, poses: Poses, *, palette: Palette | None = None, rounds: int = 2
) -> SettledFaces | None:
    """Fit the drawing to all faces, find the pair of colours, and let the poses settle.

    With `palette` the pair is taken as known (for cells tried out after the board was read). None
    where no face shows any drawing.
    """
    if len(poses) == 0:
        return None
    first = settled = _fit_faces(sampler, poses, poses, palette, last=rounds == 0)
    if first is not None and first.faces.explained.max() <= SEEN_AT_ALL:
        return first.faces
    for left in range(rounds, 0, -1):
        if settled is None:
            return None
        settled = _fit_faces(sampler, settled.moved, poses, palette, last=left == 1)
    if first is None or settled is None:
        return None
    # Where the drawing is hardly seen, a pose that did not gain by moving has only drifted.
    drifted = settled.faces.explained < first.faces.explained + LEAST_GAIN
    return settled.faces.replaced(first.faces, drifted) if drifted.any() else settled.faces


@dataclass(frozen=True)
class _FitRound:
    """Faces as fitted, and the poses to which the fit would move them."""

    faces: SettledFaces
    moved: Poses


def _fit_faces(
    sampler: TableSampler, poses: Poses, start: Poses, palette: Palette | None, *, last: bool
) -> _FitRound | None:
    samples = sampler.colours(poses.on_table(face_points()))
    log_colours = logarithmic(samples.colours)
    weights = samples.inside.astype(np.float64)
    fit = fit_axes(log_colours, weights)
    if palette is None and fit.explained.max() <= SEEN_AT_ALL:
        return None
    pair = palette or find_palette(log_colours, weights, fit)
    if pair is None:
        return None
    step = pair.step
    strength = fit.steps[np.arange(len(poses)), fit.best] @ step / (step @ step)
    rotations = np.where(strength >= 0, fit.best, fit.best + 3)
    total = np.maximum(weights.sum(axis=1, keepdims=True), 1.0)
    levels = np.einsum("np,npc->nc", weights, log_colours) / total - pair.middle
    faces = SettledFaces(poses, pair, rotations, fit, np.abs(strength), levels)
    if last:
        return _FitRound(faces, poses)
    seen = (log_colours @ step) / (step @ step)
    seen -= (seen * weights).sum(axis=1, keepdims=True) / total
    seen /= np.clip(np.abs(strength), 0.4, 1.5)[:, None]
    # A face that shows no drawing says nothing about where it lies.
    clearness = (fit.explained.max(axis=1) - SEEN_AT_ALL) / (CLEARLY_SEEN - SEEN_AT_ALL)
    weights *= np.clip(clearness, 0.0, 1.0)[:, None]
    moved = improved_poses(poses, np.clip(seen, -1.5, 1.5), weights, rotations, start)
    return _FitRound(faces, moved)


@cache
def _patch_face() -> Floats:
    return is_inside(patch_points(PATCH_SIZE, PATCH_REACH), 0.9).astype(np.float64)


def face_patches(sampler: TableSampler, poses: Poses, palette: Palette) -> Floats32:
    """What the network sees: (n, 3, CHANNELS, PATCH_SIZE, PATCH_SIZE), with corner 0, 1 and 2 at
    the top.

    The channels of `colour_channels` less their mean over the face: each colour covers half
    of it, so that the mean is the middle of both in any light.
    """
    patches = np.empty((len(poses), 3, CHANNELS, PATCH_SIZE * PATCH_SIZE), np.float32)
    for axis in range(3):
        samples = sampler.colours(poses.on_table(patch_points(PATCH_SIZE, PATCH_REACH, axis)))
        log_colours = logarithmic(samples.colours)
        weights = samples.inside * _patch_face()
        total = np.maximum(weights.sum(axis=1), 1.0)[:, None]
        colours = log_colours - (np.einsum("np,npc->nc", weights, log_colours) / total)[:, None]
        patches[:, axis] = colour_channels(colours, samples, palette)
    return patches.reshape(len(poses), 3, CHANNELS, PATCH_SIZE, PATCH_SIZE)


def visible_shares(patches: Floats32, rotations: Integers) -> Floats:
    """The share of each face (n,) that looks as its rotation says; the rest is hidden, dazzled or
    outside the photo. `patches` as from `face_patches`."""
    rows = np.arange(len(patches))
    own = patches.reshape(len(patches), 3, CHANNELS, -1)[rows, rotations % 3]
    depth = depth_of_white(patch_points(PATCH_SIZE, PATCH_REACH), 0)
    # The line and the rim are drawn in colours of their own.
    face = (_patch_face() > 0) & (np.abs(depth) > CLEAR_OF_LINE)
    expected = np.where(rotations < 3, 1.0, -1.0)[:, None] * np.sign(depth[face])
    gap = own[:, 0][:, face] - expected
    apart = own[:, 2][:, face]
    # The two colours lie 2 apart on this scale, so a place that is off by less than 1 is nearer to
    # its own colour. The edge of a light or grain shift a place by up to 0.5: 0.75 lies between,
    # along the line from one colour to the other and away from it.
    fits = (np.abs(gap - np.median(gap, axis=1, keepdims=True)) < 0.75) & (
        apart - np.median(apart, axis=1, keepdims=True) < 0.75
    )
    inside = own[:, 4][:, face] > 0.5  # more of the place lies in the photo than beyond its edge
    return np.asarray((fits & inside).mean(axis=1))


def network_probabilities(patches: Floats32, network: str = "tile_classifier") -> Floats:
    """Probabilities (n, 7) of `face_patches`: the six rotations, and last no Palago face. Each
    turned patch has three scores: White tip up, Blue tip up, no face."""
    if len(patches) == 0:
        return np.zeros((0, 7))
    scores = network_answer(network, patches.reshape(-1, *patches.shape[2:]))
    return combined_probabilities(scores.astype(np.float64).reshape(-1, 3, 3))


def combined_probabilities(scores: Floats) -> Floats:
    """From scores (n, 3 turns, 3 answers) to probabilities (n, 7)."""
    together = np.concatenate(
        [scores[:, :, 0], scores[:, :, 1], scores[:, :, 2].mean(axis=1, keepdims=True)], axis=1
    )
    return softmax(together)
