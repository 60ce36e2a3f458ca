"""Guidance while views of the ChArUco sheet are taken: what is missing, why one is refused.

The tracker is a value: adding a view gives a new tracker and says what became of the view.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from ...engine.phrases import Phrase
from ..arrays import Floats
from .charuco import CharucoSheet, CharucoView

#: The picture is divided in this many columns and rows; corners must have been seen in each.
COLUMNS, ROWS = 4, 3
#: Corners that make a part of the picture count as covered.
CORNERS_PER_PART = 6
#: A view with fewer corners says too little about how the sheet lies.
FEWEST_CORNERS = 12
#: Corners this far from where another view had them, as a share of the picture's diagonal, show
#: that the sheet was moved.
SMALLEST_MOVE = 0.03
#: Tilt, degrees, from which a view counts as tilted; and how many tilted views each side needs.
TILT = 18.0
#: The width of the sheet in the picture, as a share of the picture's, of a view from near.
NEAR_SHARE = 0.55
#: More are asked for than a fit needs (`fit.FEWEST_VIEWS`), since it may refuse some.
VIEWS_WISHED = 8
#: For the estimate of a tilt only: a usual focal length, as a share of the picture's longer side.
GUESSED_FOCAL = 0.9


class Wish(enum.Enum):
    """One thing that the views so far do not show."""

    FIRST_VIEW = enum.auto()
    UPPER_LEFT = enum.auto()
    UPPER_RIGHT = enum.auto()
    LOWER_LEFT = enum.auto()
    LOWER_RIGHT = enum.auto()
    UPPER = enum.auto()
    LOWER = enum.auto()
    LEFT = enum.auto()
    RIGHT = enum.auto()
    MIDDLE = enum.auto()
    TILT_LEFT = enum.auto()
    TILT_RIGHT = enum.auto()
    TILT_UPPER = enum.auto()
    TILT_LOWER = enum.auto()
    NEARER = enum.auto()
    MORE_VIEWS = enum.auto()

    @property
    def sentence(self) -> Phrase:
        """What to do, for people."""
        return Phrase(f"wish.{self.name}")


@dataclass(frozen=True)
class Guidance:
    """What became of one view, and what to do next: ``reason`` says why it was refused, None where
    it was not; ``missing`` are the wishes left, the most useful one first; ``covered`` (rows of
    columns) are the parts of the picture that have been seen; ``corners`` are the sheet's in the
    view, to be drawn."""

    accepted: bool
    reason: Phrase | None
    missing: tuple[Wish, ...]
    covered: tuple[tuple[bool, ...], ...]
    views: int
    corners: Floats

    @property
    def complete(self) -> bool:
        """Whether there is enough to calibrate from."""
        return not self.missing


@dataclass(frozen=True, eq=False)
class CoverageTracker:
    """The views accepted so far and what they cover."""

    sheet: CharucoSheet = field(default_factory=CharucoSheet)
    views: tuple[CharucoView, ...] = ()

    def add_found(self, view: CharucoView) -> tuple[CoverageTracker, Guidance]:
        """The tracker with one more view, and what to do next."""
        reason = self._objection(view)
        if reason:
            return self, self._guidance(False, reason, view)
        grown = replace(self, views=(*self.views, view))
        return grown, grown._guidance(True, None, view)

    def guidance(self) -> Guidance:
        """What is missing now, without a new view."""
        empty = CharucoView((1, 1), np.empty(0, dtype=np.int64), np.empty((0, 2)))
        return self._guidance(False, None, empty)

    @property
    def covered(self) -> tuple[tuple[bool, ...], ...]:
        """Which of the ``ROWS`` x ``COLUMNS`` parts of the picture the corners have reached."""
        counts = np.zeros((ROWS, COLUMNS), dtype=int)
        for view in self.views:
            width, height = view.image_size
            columns = np.clip(view.corners[:, 0] * COLUMNS / width, 0, COLUMNS - 1).astype(int)
            rows = np.clip(view.corners[:, 1] * ROWS / height, 0, ROWS - 1).astype(int)
            np.add.at(counts, (rows, columns), 1)
        return tuple(tuple(bool(cell) for cell in row) for row in counts >= CORNERS_PER_PART)

    @property
    def missing(self) -> tuple[Wish, ...]:
        """The wishes left, the most useful first; empty when the views suffice."""
        if not self.views:
            return (Wish.FIRST_VIEW,)
        wishes = [*self._missing_tilts(), *self._missing_parts()]
        widths = [np.ptp(view.corners[:, 0]) / view.image_size[0] for view in self.views]
        if max(widths) < NEAR_SHARE:
            wishes.append(Wish.NEARER)
        if len(self.views) < VIEWS_WISHED:
            wishes.append(Wish.MORE_VIEWS)
        return tuple(wishes)

    def _objection(self, view: CharucoView) -> Phrase | None:
        objection = view_objection(view)
        if objection:
            return objection
        if self.views and view.image_size != self.views[0].image_size:
            width, height = self.views[0].image_size
            own_width, own_height = view.image_size
            sizes = {"width": own_width, "height": own_height}
            first = {"first_width": width, "first_height": height}
            return Phrase("objection.other_size", {**sizes, **first})
        for other in self.views:
            if same_view(view, other):
                return Phrase("objection.too_like")
        return None

    def _missing_tilts(self) -> list[Wish]:
        tilts = np.array([sheet_tilt(self.sheet, view) for view in self.views])
        wanted = (
            (Wish.TILT_LEFT, -tilts[:, 0]),
            (Wish.TILT_RIGHT, tilts[:, 0]),
            (Wish.TILT_UPPER, -tilts[:, 1]),
            (Wish.TILT_LOWER, tilts[:, 1]),
        )
        return [wish for wish, tilt in wanted if not (tilt >= TILT).any()]

    def _missing_parts(self) -> list[Wish]:
        covered = np.array(self.covered)
        parts = (
            (Wish.UPPER_LEFT, covered[0, 0]),
            (Wish.UPPER_RIGHT, covered[0, -1]),
            (Wish.LOWER_LEFT, covered[-1, 0]),
            (Wish.LOWER_RIGHT, covered[-1, -1]),
            (Wish.UPPER, covered[0, 1:-1].all()),
            (Wish.LOWER, covered[-1, 1:-1].all()),
            (Wish.LEFT, covered[1:-1, 0].all()),
            (Wish.RIGHT, covered[1:-1, -1].all()),
            (Wish.MIDDLE, covered[1:-1, 1:-1].all()),
        )
        return [wish for wish, seen in parts if not seen]

    def _guidance(self, accepted: bool, reason: Phrase | None, view: CharucoView) -> Guidance:
        return Guidance(accepted, reason, self.missing, self.covered, len(self.views), view.corners)


def view_objection(view: CharucoView) -> Phrase | None:
    """Why a view cannot be used whatever the others are; None when it can."""
    if len(view) == 0:
        return Phrase("objection.not_found")
    if len(view) < FEWEST_CORNERS:
        return Phrase("objection.few_corners", {"count": len(view), "least": FEWEST_CORNERS})
    spread = np.linalg.svd(view.corners - view.corners.mean(axis=0), compute_uv=False)
    if spread[1] < 0.05 * spread[0]:
        return Phrase("objection.one_line")
    return None


def same_view(first: CharucoView, second: CharucoView, share: float = SMALLEST_MOVE) -> bool:
    """Whether two views of equal size show the sheet in nearly the same place and heading.
    ``share`` of the picture's diagonal is how far the corners may lie apart (root mean square)."""
    shared, in_first, in_second = np.intersect1d(first.ids, second.ids, return_indices=True)
    if len(shared) < FEWEST_CORNERS // 2:
        return False
    moved = first.corners[in_first] - second.corners[in_second]
    distance = float(np.sqrt((moved**2).sum(axis=1).mean()))
    return distance < share * float(np.hypot(*first.image_size))


def sheet_tilt(sheet: CharucoSheet, view: CharucoView) -> tuple[float, float]:
    """Tilt of the sheet, degrees: (right side nearer, lower side nearer), for a usual lens. Good
    enough to guide by; the calibration itself does not use it."""
    width, height = view.image_size
    focal = GUESSED_FOCAL * max(width, height)
    matrix = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    positions = sheet.corner_positions[view.ids]
    solved, rotation, _ = cv2.solvePnP(
        positions, view.corners, matrix, None, flags=cv2.SOLVEPNP_IPPE
    )
    if not solved:
        return 0.0, 0.0
    normal = cv2.Rodrigues(rotation)[0][:, 2]
    if normal[2] < 0:
        normal = -normal
    # The normal leans away from the side that comes nearer.
    right, lower = np.degrees(np.arctan2(normal[:2], normal[2]))
    return float(right), float(lower)
