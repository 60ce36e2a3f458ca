"""Whether a tile of the board lies in a cell beside it, by all that is known of the cell at once.

For faces seen whole two logistic functions say it; `palago.vision.training.fit_growth` made them,
as they stand in `weights/confidence.json`. For tiles seen in part rules say it: a third function
found more of them in scenes, but lost one in the sample pictures.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...calibration.arrays import Flags, Floats, Indices
from ..faces.confidence import tile_chances
from ..faces.judgement import FaceJudgement, fitted_score
from ..faces.logistic import log_odds, logistic
from ..faces.neighbourhood import (
    CROOKED,
    CROOKED_TURN,
    apart,
    expected_poses,
    sixth_turns,
    tiles_beside,
)
from ..faces.poses import Poses

IN_ITS_CELL = 0.4
"""A hexagon nearer than this to where a tile must lie (in sides) lies in that tile's cell: two
tiles are never nearer than 1.7."""
IN_PLACE = 0.15
"""A hexagon nearer than this to where a cell's tile must lie (in sides) may be that tile."""
FREE = 0.9
"""Farther off it leaves the cell free: from a tile's middle to its side it is 0.87. Between the two
it is another tile that reaches into the cell."""
HARDLY = 0.02
"""Shares of a face below this are noise."""
LEAST_CHANCE = {"tile seen": 0.8, "tile not seen": 0.9}
"""The chance from which a tile is believed, by whether the finder has seen a hexagon there. A tile
too many spoils a board more than a tile too few, which a person sees at once."""
LEAST_FACE = 0.8
"""If the finder has not seen a tile, its face must have this chance. Else a finger in the set's
colours that points at the board would pass: all other evidence takes it for a tile."""
SURE_TO_BE_HIDDEN = 0.95
"""A tile of which only a part is seen needs this chance by the network for such tiles."""
HIDDEN_WEAKER = 0.04
"""Least share of its places that must vote for it in the rarer colour."""
HIDDEN_CONTRADICTS = 0.15
"""Maximum share of its places that may vote against it."""
ALMOST_CERTAIN = 0.998
"""This chance is enough if one more thing speaks for a tile: the places' vote for the same
rotation, something that the finder saw, or `HIDDEN_AGREES`."""
HIDDEN_AGREES = 0.2
"""The share of places with a rotation's colours that speaks for it."""
REACHING_SCORE = 0.4
"""A loose tile that the finder saw so well and that reaches into a cell shows its own drawing
there. Then the cell's tile needs ALMOST_CERTAIN and `HIDDEN_EXPLAINED`."""
HIDDEN_EXPLAINED = 0.45
"""The share of the colour that its drawing must explain then."""


@dataclass(frozen=True)
class Leftovers:
    """The hexagons that are not of the board: their scores (k,), and how they lie on the table."""

    scores: Floats
    poses: Poses

    def gaps(self, expected: Poses) -> Floats:
        """How far each lies from where a tile would lie in each of n cells, (n, k), in sides."""
        away = self.poses.centres[None] - expected.centres[:, None]
        return np.asarray(np.linalg.norm(away, axis=2))

    def in_cells(self, expected: Poses) -> Indices:
        """Which of them lies in each of n cells, (n,); -1 where none does."""
        if len(self.scores) == 0:
            return np.full(len(expected), -1, np.intp)
        gaps = self.gaps(expected)
        return np.where(gaps.min(axis=1) < IN_ITS_CELL, gaps.argmin(axis=1), -1)

    def scores_of(self, owners: Indices) -> Floats:
        """The score of the hexagon in each cell, (n,); 0 where there is none."""
        return np.where(owners >= 0, np.append(self.scores, 0.0)[owners], 0.0)


@dataclass(frozen=True)
class CellEvidence:
    """What is known of cells beside a board: their `faces`, judged as if each held a tile, the
    `board` so far, and the hexagons that are not of it. `hidden` (n, 7) are the chances for tiles
    seen in part; None where the network was not asked."""

    board: FaceJudgement
    faces: FaceJudgement
    leftovers: Leftovers
    hidden: Floats | None = None

    def __len__(self) -> int:
        return len(self.faces)

    @cached_property
    def expected(self) -> Poses:
        """How tiles would lie by those beside them."""
        return expected_poses(self.faces.poses.cell_list, self.board.poses, beyond=True)

    @cached_property
    def seen_leaning(self) -> Floats:
        """By how much the hexagon in each cell is turned, (n,) in radians; 0 without one."""
        if len(self.leftovers.scores) == 0:
            return np.zeros(len(self))
        angles = self.leftovers.poses.angles[self.owners] - self.expected.angles
        return np.where(self.owners >= 0, np.abs(sixth_turns(angles)), 0.0)

    @cached_property
    def owners(self) -> Indices:
        """Which leftover hexagon lies in each cell, (n,); -1 where none does."""
        return self.leftovers.in_cells(self.expected)


def hold_tiles(evidence: CellEvidence) -> Flags:
    """In which of the cells, (n,), a tile of the board lies."""
    if evidence.hidden is not None:
        return _hold_tiles_in_part(evidence, evidence.hidden)
    faces, values = evidence.faces, features(evidence)
    seen, not_seen = (logistic(fitted_score(part, values)) for part in LEAST_CHANCE)
    # What the finder did not see only its drawing vouches for, so its rotation must be clear.
    tile = np.maximum(1.0 - faces.probabilities[:, 6], 1e-6)
    not_seen *= faces.probabilities[:, :6].max(axis=1) / tile
    held = not_seen >= LEAST_CHANCE["tile not seen"]
    held &= tile_chances(faces) >= LEAST_FACE
    return np.where(evidence.owners >= 0, seen >= LEAST_CHANCE["tile seen"], held)


def _hold_tiles_in_part(evidence: CellEvidence, hidden: Floats) -> Flags:
    faces, nothing = evidence.faces, hidden[:, 6]
    gaps = evidence.leftovers.gaps(evidence.expected)
    plain = evidence.leftovers.scores >= REACHING_SCORE
    reached_into = np.any((gaps > IN_PLACE) & (gaps < FREE) & plain, axis=1)
    voted = faces.voted_rotations == hidden[:, :6].argmax(axis=1)
    spoken_for = voted | (evidence.owners >= 0) | (faces.agrees >= HIDDEN_AGREES)
    certain = (nothing <= 1.0 - ALMOST_CERTAIN) & spoken_for
    voted &= (faces.weaker >= HIDDEN_WEAKER) & (faces.contradicts <= HIDDEN_CONTRADICTS)
    drawn = certain & (faces.explained >= HIDDEN_EXPLAINED)
    return np.asarray(np.where(reached_into, drawn, voted | certain))


def features(evidence: CellEvidence) -> dict[str, Floats]:
    """What the chances of faces that are seen whole are computed from, (n,) each, by name."""
    faces, board = evidence.faces, evidence.board
    beside = tiles_beside(faces.poses.cell_list, board.poses)
    shift, lean = apart(faces.poses, evidence.expected)
    return {
        "constant": np.ones(len(faces)),
        "agrees": np.log(faces.agrees + HARDLY),
        "contradicts": np.log(faces.contradicts + HARDLY),
        "weaker": np.log(faces.weaker + HARDLY),
        "board drawn": np.log(float(np.median(board.explained)) + HARDLY) * np.ones(len(faces)),
        "beside": beside / 6.0,
        "dazzled": faces.dazzled,
        "network": log_odds(1.0 - faces.probabilities[:, 6]),
        "shift": shift / CROOKED,
        "lean": lean / CROOKED_TURN,
        "seen leaning": evidence.seen_leaning / CROOKED_TURN,
    }
