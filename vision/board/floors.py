"""Tables of hexagons: a cloth's or a floor's own pattern, on which a board lies.

There the board's tiles are taken for a part of the floor's lattice. So each hexagon of a very large
lattice is looked at first; those without any drawing are left out, and the lattice is sought anew.
"""

from __future__ import annotations

import numpy as np

from ...calibration.arrays import Flags
from ..faces.classify import settle_faces
from ..faces.judgement import FaceJudgement, judge_faces
from ..faces.palette import Palette
from ..faces.poses import TableSampler
from ..lattice.groups import TileGroup
from ..lattice.hexagons import Hexagons
from ..photos.shrink import Halves
from .candidate import start_poses

FLOOR_FROM = 60
"""Number of hexagons from which a lattice is no board of one set."""
MOST_TILES_IN_IT = 0.5
"""If a larger share of them shows the drawing, the lattice is a board, or a cloth printed with
it."""
PLAIN = 0.3
"""A hexagon is plain if the network takes it for a face with less chance."""
LITTLE_DRAWN = 0.2
"""It is plain, too, if the drawing explains less of it."""

TINTED = 0.25
"""How far the median face's tint may be from the board's (root mean square of logarithmic colour):
on 616 generated boards at most 0.16, on a floor of coloured hexagons 0.33."""
COLOURLESS = 0.1
"""A step is colourless if its channels differ by less than this share of it."""


def without_floor(halves: Halves, hexagons: Hexagons, groups: list[TileGroup]) -> Flags | None:
    """Which hexagons (n,) are left without the plain ones of large lattices; None where there are
    none of these."""
    keep = np.ones(len(hexagons), bool)
    for group in groups:
        if len(group.members) < FLOOR_FROM:
            break
        corners = hexagons.corners[group.indices]
        sampler = TableSampler(halves, group.view, corners, corners)
        settled = settle_faces(sampler, start_poses(hexagons, group))
        if settled is None:
            continue
        faces = judge_faces(sampler, settled, hexagons.scores[group.indices])
        plain = (faces.network[:, 6] > 1.0 - PLAIN) | (faces.explained < LITTLE_DRAWN)
        if np.mean(~plain) <= MOST_TILES_IN_IT:
            keep[group.indices[plain]] = False
    return None if keep.all() else keep


def may_be_shaded_floor(faces: FaceJudgement, palette: Palette) -> bool:
    """Whether light may be all that parts the two colours of a board: they differ in brightness
    alone, and its faces differ in tint, as tiles of one set do not. Hexagons of many colours look
    like that under stripes of light and shadow."""
    is_colourless = np.std(palette.step) < COLOURLESS * np.abs(np.mean(palette.step))
    tints = faces.levels - faces.levels.mean(axis=1, keepdims=True)
    apart = np.sqrt(((tints - np.median(tints, axis=0)) ** 2).mean(axis=1))
    return bool(is_colourless and np.median(apart) > TINTED)
