"""Tiles of which only a part is seen: under a hand, behind a cup, in a burnt-out patch.

The finder and the fits miss a tile when a third of it is covered, but its neighbours tell its place
and its light. So a small network, trained on such cells alone
(`palago.vision.training.faces`), looks at each cell beside the board. What it finds is never
sure.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...calibration.arrays import Flags, Floats, Floats32
from ..lattice.pattern import is_inside
from .agreement import expected_levels
from .classify import CHANNELS, SettledFaces, colour_channels, network_probabilities, patch_points
from .judgement import FaceJudgement
from .palette import Palette, logarithmic
from .poses import Poses, TableSampler

HIDDEN_SIZE = 24
"""Pixels of a patch's side, as the network was trained."""
HIDDEN_REACH = 1.35
"""Patches are squares of this half side (in tile sides) about the cell's centre."""
LEAST_BOARD = 2
"""A single tile says too little about where the next one must lie."""
NEAR_A_COLOUR = 0.7
"""A place has one of the two colours if it is nearer to it than this, along the line between them;
the unit is half the difference of the two."""
APART_FROM_BOTH = 0.8
"""And if it is no farther off that line than this."""
LEAST_IN_COLOURS = 0.15
"""Least share of a cell that must have the board's colours for it to be looked at."""
LEAST_OF_EACH = 0.02
"""Least share of it that each of the two colours must have."""
TABLE_ALIKE = 0.5
"""Share of the cells with the board's colours from which the table itself has them."""
SURE_ON_SUCH_A_TABLE = 0.999
"""The chance that a tile needs there to count."""


def hidden_tile_probabilities(
    sampler: TableSampler, poses: Poses, palette: Palette, board: FaceJudgement, hinted: Flags
) -> Floats:
    """Probabilities (n, 7) of the six rotations, and last of no tile, for cells beside the board.

    `poses` are where the board lets tiles be expected; rotations are in the group's frame. A cell
    that lacks one of the board's colours counts as empty, unless `hinted` (n,).
    """
    probabilities = np.zeros((len(poses), 7))
    probabilities[:, 6] = 1.0
    if len(poses) == 0 or len(board) < LEAST_BOARD:
        return probabilities
    middles = middles_beside(poses, palette, board)
    coloured = show_both_colours(sampler, poses, palette, middles)
    likely = np.flatnonzero(coloured | hinted)
    if len(likely):
        patches = hidden_patches(sampler, poses.take(likely), palette, middles[likely])
        probabilities[likely] = network_probabilities(patches, "hidden_tile")
    if coloured.mean() >= TABLE_ALIKE:
        unsure = probabilities[:, 6] > 1.0 - SURE_ON_SUCH_A_TABLE
        probabilities[unsure] = np.eye(7)[6]
    return probabilities


def middles_beside(poses: Poses, palette: Palette, board: FaceJudgement | SettledFaces) -> Floats:
    """The middle of the two colours (n, 3), logarithmic BGR, in cells beside the board, in the
    light that its tiles let expect there."""
    trust = board.explained**2 + 1e-6
    light = expected_levels(poses.centres, board.poses.centres, board.levels, trust)
    return np.asarray(palette.middle + light)


def as_hidden(faces: FaceJudgement, probabilities: Floats) -> FaceJudgement:
    """The same faces as parts of tiles, with their rotations from `probabilities` (n, 7); as
    visible counts the share of places that vote for the rotation."""
    hidden = np.ones(len(faces), bool)
    return replace(faces, probabilities=probabilities, visible=faces.agrees, hidden=hidden)


def show_both_colours(
    sampler: TableSampler, poses: Poses, palette: Palette, middles: Floats
) -> Flags:
    """Which cells (n,) have places in each of the board's two colours, `middles` (n, 3) as from
    `middles_beside`; only these are looked at."""
    points = patch_points(HIDDEN_SIZE // 2, HIDDEN_REACH)
    samples = sampler.colours(poses.on_table(points[is_inside(points, 0.9)]))
    channels = colour_channels(logarithmic(samples.colours) - middles[:, None], samples, palette)
    place, apart = channels[:, 0], channels[:, 2]
    seen = (apart < APART_FROM_BOTH) & samples.inside
    white = (seen & (np.abs(place - 1.0) < NEAR_A_COLOUR)).mean(axis=1)
    blue = (seen & (np.abs(place + 1.0) < NEAR_A_COLOUR)).mean(axis=1)
    both = np.minimum(white, blue) >= LEAST_OF_EACH
    return np.asarray(both & (white + blue >= LEAST_IN_COLOURS))


def hidden_patches(
    sampler: TableSampler, poses: Poses, palette: Palette, middles: Floats
) -> Floats32:
    """What the network sees of each cell: (n, 3, CHANNELS, HIDDEN_SIZE, HIDDEN_SIZE), turned so
    that corner 0, 1 and 2 is at the top.

    Channels as of `classify.colour_channels`, relative to `middles` (n, 3): the middle of the two
    colours in the light to expect there, logarithmic BGR. A half-covered face's own mean says
    nothing.
    """
    size = HIDDEN_SIZE * HIDDEN_SIZE
    patches = np.empty((len(poses), 3, CHANNELS, size), np.float32)
    for axis in range(3):
        samples = sampler.colours(poses.on_table(patch_points(HIDDEN_SIZE, HIDDEN_REACH, axis)))
        colours = logarithmic(samples.colours) - middles[:, None]
        patches[:, axis] = colour_channels(colours, samples, palette)
    return patches.reshape(len(poses), 3, CHANNELS, HIDDEN_SIZE, HIDDEN_SIZE)
