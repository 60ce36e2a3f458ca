"""A tile that lies alone beyond a gap, as a card leaves it: does it lie in a cell of the board?

The board tells where its lattice goes on, but a few tiles tell it the less surely the farther off.
So the board is fitted again and again, each time without some of its tiles; how far these fits
disagree about the tile's place says how far off it may lie (the delete-a-group jackknife: J. Shao
and C. F. J. Wu, "A general theory for jackknife variance estimation", Annals of Statistics 17,
1989). A loose tile lies anywhere.
"""

from __future__ import annotations

import numpy as np

from ...calibration.arrays import Floats
from ...engine.lattice import cell_centre
from ..faces.neighbourhood import sixth_turns
from ..faces.poses import Poses
from ..lattice.plane import TableView, fit_view
from .candidate import CandidateBoard, turned_by

GROUPS = 8
"""Number of parts of the board that are left out in turn; of fewer tiles each is a part."""
LAID = 0.03
"""Tiles laid by hand are taken to spread at least so far about their lattice: their places in
sides, their turns in radians."""
CELL = 1.5 * np.sqrt(3.0)
"""Area of a cell, in square sides: a loose tile may lie anywhere in it."""
SIXTH = np.pi / 3.0
"""Range of angles by which a loose tile may be turned, in radians."""


def odds_of_a_cell(board: CandidateBoard, seen: Poses) -> Floats:
    """How many times likelier (n,) a tile of the board lies in its cell as `seen` than a loose tile
    lies so by chance; 0 where the board has too few tiles to tell."""
    views = _views(board)
    if len(views) < 3:
        return np.zeros(len(seen))
    centres, corners = seen.centres_in_photo(board.view), seen.corners_in_photo(board.view)
    places = np.stack([view.to_table(centres) for view in views])
    turns = np.stack(
        [turned_by(view.to_table(corners) - view.to_table(centres)[:, None]) for view in views]
    )
    laid, turned = _laid(board.faces.poses)
    own = np.array([cell_centre(cell) for cell in seen.cell_list])
    groups = len(views) - 1
    odds = np.zeros(len(seen))
    for row in range(len(seen)):
        spread = places[1:, row] - places[1:, row].mean(axis=0)
        spreads = (groups - 1) / groups * spread.T @ spread + np.eye(2) * laid**2
        off = places[0, row] - own[row]
        near = np.exp(-0.5 * off @ np.linalg.solve(spreads, off))
        near *= CELL / (2.0 * np.pi * np.sqrt(np.linalg.det(spreads)))
        lean = sixth_turns(turns[1:, row] - turns[0, row])
        leaning = (groups - 1) / groups * float(lean @ lean) + turned**2
        angle = sixth_turns(turns[0, row])
        straight = np.exp(-0.5 * angle**2 / leaning) * SIXTH / np.sqrt(2.0 * np.pi * leaning)
        odds[row] = near * straight
    return odds


def _views(board: CandidateBoard) -> list[TableView]:
    """The board's view, fitted to all of its tiles, then to all but each group of them. The lens is
    left out: what it bends on so small a part grows with the distance."""
    places, pixels = board.lattice_points()
    groups = np.arange(len(places)) % min(GROUPS, len(places))
    views = []
    for left_out in range(-1, int(groups.max()) + 1):
        kept = groups != left_out
        view = fit_view(
            places[kept].reshape(-1, 2),
            pixels[kept].reshape(-1, 2),
            board.sampler.photo_size,
            fit_lens=False,
            huber=board.stray_pixels,
        )
        if view is None:
            return []
        views.append(view)
    return views


def _laid(poses: Poses) -> tuple[float, float]:
    """How far the board's tiles lie off their lattice: in sides, and in radians."""
    shift = float(np.sqrt((poses.shifts**2).sum(axis=1).mean()))
    return max(LAID, shift), max(LAID, float(np.std(sixth_turns(poses.angles))))
