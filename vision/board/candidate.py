"""A group of hexagons on its way to being the board, and where its tiles may be expected."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...calibration.arrays import Floats, Indices, Points
from ..faces.confidence import PLAINLY_DRAWN, tile_chances
from ..faces.judgement import FaceJudgement
from ..faces.palette import Palette
from ..faces.poses import Poses, TableSampler
from ..lattice.groups import Hexagons, TileGroup
from ..lattice.pattern import CORNERS
from ..lattice.plane import TableView


@dataclass(frozen=True)
class CandidateBoard:
    """A group whose faces were judged. `hexagons` (n,) says which hexagon each face is; -1 where
    the finder saw none."""

    view: TableView
    sampler: TableSampler
    palette: Palette
    faces: FaceJudgement
    hexagons: Indices

    @property
    def evidence(self) -> float:
        """About how many faces with a Palago drawing the group has. From PLAINLY_DRAWN on all
        drawings count alike: of two groups the larger is the board, not the better lit one."""
        drawn = np.minimum(self.faces.explained / PLAINLY_DRAWN, 1.0)
        return float((tile_chances(self.faces) * drawn).sum())

    @property
    def stray_pixels(self) -> float:
        """Number of pixels beyond which a point of a face is misplaced, not just a little off."""
        return max(0.5, 0.05 * self.sampler.tile_width)

    def lattice_points(self) -> tuple[Points, Points]:
        """Each face's centre and corners: where its lattice has them (n, 7, 2), and in the photo
        (n, 7, 2), in pixels."""
        poses = self.faces.poses
        straight = Poses.straight(poses.cell_list)
        places = np.concatenate([straight.centres[:, None], straight.on_table(CORNERS)], axis=1)
        centres, corners = poses.centres_in_photo(self.view), poses.corners_in_photo(self.view)
        return places, np.concatenate([centres[:, None], corners], axis=1)


def start_poses(hexagons: Hexagons, group: TileGroup) -> Poses:
    """The poses at which the finder saw the hexagons of a group."""
    members = group.members
    straight = Poses.straight([member.cell for member in members])
    corners = np.stack(
        [np.roll(hexagons.corners[member.index], -member.turn, axis=0) for member in members]
    )
    seen = group.view.to_table(hexagons.centres[group.indices])
    spokes = group.view.to_table(corners) - seen[:, None]
    return Poses(straight.cells, seen - straight.centres, turned_by(spokes))


def poses_on_table(view: TableView, hexagons: Hexagons, indices: Indices) -> Poses:
    """Hexagons anywhere on the table, by indices (n,), as poses relative to the origin cell."""
    places = view.to_table(hexagons.centres[indices])
    spokes = view.to_table(hexagons.corners[indices]) - places[:, None]
    return Poses(np.zeros((len(indices), 2), np.int64), places, turned_by(spokes))


def turned_by(spokes: Points) -> Floats:
    """By how much hexagons, given by their corners about their centres (n, 6, 2), are turned."""
    turning = (spokes[..., 0] + 1j * spokes[..., 1]) @ np.conj(CORNERS[:, 0] + 1j * CORNERS[:, 1])
    return np.asarray(np.angle(turning))
