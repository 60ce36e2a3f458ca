"""Frames in, events out: a tracker that reads the table only when it is worth reading.

Between readings it follows the camera by points of the picture and compares every cell of the
board, and the empty cells around it, with how they looked before. A change is read only when the
changed cells have lain still for a while, and reported only when two readings agree on it. Times
come with the frames, so the result does not hang on the frame rate.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ...engine.lattice import Cell, neighbours
from ...engine.tiles.alignment import Alignment
from ..readings.naming import Naming
from ..readings.reading import Reading
from .board.absence import Absence
from .board.cells import Samples, compare
from .board.memory import Evidence, frame_again, frame_by_content, in_picture_scaled
from .board.merging import merged
from .board.reference import LONG_AGO, MotionMemory, Reference, over, under
from .camera.motion import largest_shift, motion_since
from .camera.rest import CameraRest
from .camera.view import CameraView, look
from .events import EventKind, TableEvent, WatchingPhase
from .proposal import Proposal, differing, tiles_of
from .readings import Reader, Readings
from .search import BoardSearch
from .settings import TrackerSettings

__all__ = ["EventKind", "TableEvent", "Tracker", "TrackerSettings", "WatchingPhase"]

IDENTITY = np.eye(3)


class Tracker:
    """Follows one table. ``read`` turns a frame (H, W, 3) uint8 BGR into a Reading.

    The readings that it gives are of one frame and know which colour is White as far as
    ``naming`` does: their tiles' confidences leave that one doubt out.
    """

    def __init__(self, read: Reader, settings: TrackerSettings | None = None) -> None:
        self._readings = Readings(read)
        self.settings = settings or TrackerSettings()
        self.phase = WatchingPhase.SEARCHING
        self.reading: Reading | None = None
        self.covered: frozenset[Cell] = frozenset()
        self._reference: Reference | None = None
        self._homography = IDENTITY
        self._evidence = Evidence.none()
        self._motion = MotionMemory(self.settings.compare_with, self.settings.moving)
        self._first_change: float | None = None
        self._proposal: Proposal | None = None
        self._unchanged: frozenset[Cell] = frozenset()
        self._last_seen = LONG_AGO
        self._camera = CameraRest(
            self.settings.bump, self.settings.still, self.settings.restless_after
        )
        self._light_changed_at: float | None = None
        self._searching = BoardSearch(self.settings.still, self.settings.between_readings)
        self._last_reference: Reference | None = None
        self._doubted_since: float | None = None
        self._is_hidden = False
        self._confirmed = False
        self._absence = Absence()

    @property
    def naming(self) -> Naming:
        """What is known of which colour is White."""
        return self._readings.naming

    @property
    def is_unsettled(self) -> bool:
        """Whether cells of the board look changed and have not been read yet."""
        return self.reading is not None and self._first_change is not None

    # -- one frame ---------------------------------------------------------------------------

    def feed(self, frame: NDArray[np.uint8], time: float) -> tuple[TableEvent, ...]:
        """Take the next frame (H, W, 3) uint8 BGR at ``time`` seconds and report what happened."""
        view = look(frame, time)
        if self._reference is None:
            return tuple(self._search(view))
        if self._reference.key.contrast.shape != view.grey.shape:
            # The source has changed its picture size: nothing can be compared any more.
            return tuple(self._lose(view))
        return tuple(self._watch(view, self._reference))

    def _search(self, view: CameraView) -> list[TableEvent]:
        """Look for the board in frames that stand still."""
        if not self._searching.is_due(view, self.reading is not None):
            return []
        fresh = self._readings.raw(view)
        tiles = tiles_of(fresh)
        agreed = self._proposal is not None and self._proposal.tiles == tiles
        self._proposal = Proposal(tiles, view.time, view.time)
        self._searching.has_read(view, bool(tiles))
        if not tiles or not agreed:
            return []
        if self.reading is not None:
            return self._found_again(view, self.reading, fresh)
        fresh = self._readings.brought_over(fresh, Alignment())
        self._evidence = Evidence.none().added(fresh)
        return [self._commit(view, fresh, since=self._searching.since)]

    def _found_again(self, view: CameraView, known: Reading, fresh: Reading) -> list[TableEvent]:
        """After the board was lost only its shape says which cell is which."""
        frame = frame_again(known, fresh)
        is_known = frame is not None
        if frame is None:
            # A hand may hide the rest. In the end it is what lies there now.
            if self._doubted_since is None:
                self._doubted_since = view.time
            if view.time - self._doubted_since < self.settings.patience_with_hands:
                return []
            frame = frame_by_content(known, fresh)
        fresh = self._readings.brought_over(fresh, frame)
        before = {tile.cell: tile.rotation for tile in known.tiles}
        now = {tile.cell: tile.rotation for tile in fresh.tiles}
        self._camera.forget()
        if is_known and before.keys() - now.keys() and self._last_reference is not None:
            # Tiles may be hidden or taken away: their looks before the board was lost will tell.
            self._watch_from(view, self._last_reference.found_at(view, fresh))
            return [TableEvent(EventKind.FOUND_AGAIN, view.time, self.reading)]
        found = TableEvent(EventKind.FOUND_AGAIN, view.time, fresh)
        self._evidence = Evidence.none().added(fresh)
        if before == now:
            self._adopt(view, fresh)
            return [found]
        return [found, self._commit(view, fresh, since=view.time)]

    def _watch(self, view: CameraView, reference: Reference) -> list[TableEvent]:
        moved = motion_since(reference.key, view.grey, self._homography)
        # Once the board is out of sight, a motion counts only if it leads to tiles that look as
        # they did: few points, or dim ones, find themselves anywhere.
        if (
            self._is_hidden
            and moved is not None
            and reference.residual(view, moved) > self.settings.changed
        ):
            moved = None
        if moved is None:
            return self._out_of_sight(view)
        events = self._follow_camera(view, reference, moved)
        samples = reference.looks(view, self._homography)
        comparison = compare(reference.samples, samples, reference.contrast)
        self._follow_light(view, comparison.gain)
        changed = over(reference.cells, comparison.residual, self.settings.changed)
        self._unchanged = under(reference.cells, comparison.residual, self.settings.unchanged)
        self._motion.note(reference, view.time, samples)
        self.reading = in_picture_scaled(reference.reading, self._homography, view.scale)
        if not changed and self._proposal is None:
            return events + self._calm(view, reference)
        if self._first_change is None:
            self._first_change = view.time
        if self._is_moving(view.time, changed):
            if view.time - self._first_change >= self.settings.patience_with_motion:
                return events + self._venture(view, reference, changed, samples)
            self._proposal = None
            return events + self._enter_hands(view, changed)
        return events + self._settle(view, reference, changed, samples)

    # -- following -----------------------------------------------------------------------------

    def _follow_camera(
        self, view: CameraView, reference: Reference, moved: NDArray[np.float64]
    ) -> list[TableEvent]:
        self._last_seen = view.time
        if self._is_hidden:
            self._is_hidden = False
            self._proposal = None
        is_shifted = largest_shift(moved, self._homography, *view.size) > 0
        # Points may be dragged along by a hand: then the tiles still look like themselves where
        # they were.
        if is_shifted and reference.residual(view, moved) < reference.residual(
            view, self._homography
        ):
            self._homography = moved
        if self._camera.note(view.time, self._homography, *view.size):
            if self._camera.is_moving(view.time):
                self._motion.pause()
                self.phase = WatchingPhase.MOVING
            return []
        if not self._camera.has_come_to_rest(view.time):
            return []
        self._confirmed = False
        self.phase = WatchingPhase.WATCHING
        return [TableEvent(EventKind.CAMERA_MOVED, view.time, self.reading)]

    def _out_of_sight(self, view: CameraView) -> list[TableEvent]:
        """Something covers most of the picture, or the camera was aimed anew."""
        if view.time - self._last_seen >= self.settings.lost_after:
            return self._lose(view)
        if not self._is_hidden:
            self._begin_search()
            self._is_hidden = True
        found = [
            replace(event, kind=EventKind.CAMERA_MOVED)
            if event.kind is EventKind.FOUND_AGAIN
            else event
            for event in self._search(view)
        ]
        return found or self._enter_hands(view, frozenset())

    def _lose(self, view: CameraView) -> list[TableEvent]:
        self._reference = None
        self._begin_search()
        self.phase = WatchingPhase.LOST
        return [TableEvent(EventKind.LOST, view.time, self.reading)]

    def _begin_search(self) -> None:
        self._searching.restart()
        self._motion.restart()
        self._proposal = None
        self._first_change = None
        self._doubted_since = None

    def _follow_light(self, view: CameraView, gain: float) -> None:
        if 1 / self.settings.light < gain < self.settings.light:
            self._light_changed_at = None
        elif self._light_changed_at is None:
            self._light_changed_at = view.time

    def _is_moving(self, time: float, changed: frozenset[Cell]) -> bool:
        around = changed | {n for cell in changed for n in neighbours(cell)}
        quiet_since = self._motion.last(around)
        if self._camera.moved_at is not None and self._camera.is_moving(time):
            quiet_since = max(quiet_since, self._camera.moved_at)
        first = self._first_change if self._first_change is not None else time
        return time - max(quiet_since, first) < self.settings.still

    def _enter_hands(self, view: CameraView, changed: frozenset[Cell]) -> list[TableEvent]:
        self.covered = changed
        if self.phase in (WatchingPhase.HANDS, WatchingPhase.MOVING):
            return []
        self.phase = WatchingPhase.HANDS
        return [TableEvent(EventKind.WAITING_FOR_HANDS, view.time, self.reading, changed)]

    def _calm(self, view: CameraView, reference: Reference) -> list[TableEvent]:
        self.covered = frozenset()
        self._first_change = None
        if not self._camera.is_moving(view.time):
            self.phase = WatchingPhase.WATCHING
        if self._light_changed_at is not None:
            if view.time - self._light_changed_at < self.settings.still:
                return []
            self._light_changed_at = None
            lit = TableEvent(EventKind.LIGHT_CHANGED, view.time, self.reading)
            return [lit, *self._look_again(view, reference)]
        quiet = view.time - self._motion.last_anywhere()
        # A report is looked over once soon after, in case a reading missed something.
        wait = self.settings.calm_reading if self._confirmed else self.settings.confirming
        if self._readings.newcomers.is_waiting:
            wait = self.settings.between_readings
        due = view.time - self._readings.last > wait
        if due and quiet > self.settings.still and not self._camera.is_moving(view.time):
            return self._look_again(view, reference)
        return []

    # -- reading -------------------------------------------------------------------------------

    def _fresh_reading(self, view: CameraView) -> tuple[Reading | None, bool]:
        assert self.reading is not None
        return self._readings.of_board(view, self.reading, self._unchanged)

    def _look_again(self, view: CameraView, reference: Reference) -> list[TableEvent]:
        """Nothing has changed: gather evidence, refine where the tiles lie, refresh the looks."""
        self._confirmed = True
        fresh, is_displaced = self._fresh_reading(view)
        if fresh is None:
            return []
        if is_displaced:
            return self._watch_elsewhere(view, fresh, reference)
        board = reference.rotations
        known = [tile for tile in fresh.tiles if tile.cell in board]
        self._evidence = self._evidence.added(replace(fresh, tiles=tuple(known)))
        if any(tile.cell not in board and tile.is_sure for tile in fresh.tiles):
            # Something slipped past the comparison of cells: let it be settled as a change.
            self._first_change = view.time - self.settings.still
            self._proposal = Proposal((), view.time, view.time)
            return []
        whole = self._merged(fresh, frozenset())
        whole, self._absence = self._absence.settled(
            whole, fresh, reference, reference.looks(view, self._homography)
        )
        # What a reading has missed is looked for again soon.
        self._confirmed = not self._absence.readings
        if {tile.cell: tile.rotation for tile in whole.tiles} != board:
            # Several readings together overrule the one that was reported.
            return [self._commit(view, whole, since=view.time)]
        self._adopt(view, whole)
        return []

    def _settle(
        self, view: CameraView, reference: Reference, changed: frozenset[Cell], samples: Samples
    ) -> list[TableEvent]:
        """The changed cells lie still: read, and report what two readings agree on."""
        if view.time - self._readings.last < self.settings.between_readings:
            return []
        fresh, is_displaced = self._fresh_reading(view)
        waited = view.time - (self._first_change if self._first_change is not None else view.time)
        if fresh is None:
            unmoved = min(waited, view.time - self._motion.last(changed))
            if unmoved > self.settings.patience_with_hands:
                # No hand covers all of a board so long: the camera was aimed elsewhere.
                return self._lose(view)
            return self._enter_hands(view, changed)
        if is_displaced:
            # The cells were compared at the wrong places: that they differ says nothing.
            return self._watch_elsewhere(view, fresh, reference)
        least = self.settings.least_confidence
        seen = frozenset(tile.cell for tile in fresh.tiles if tile.confidence >= least)
        covered = reference.covered_cells(seen, changed, samples)
        self.covered = covered
        if covered and view.time - self._motion.last(changed) < self.settings.patience_with_hands:
            self._proposal = None
            return self._enter_hands(view, covered)
        whole = self._merged(fresh, changed - covered)
        now = tiles_of(whole)
        if self._proposal is None or self._proposal.tiles != now:
            since = self._first_change if self._first_change is not None else view.time
            self._proposal = Proposal(now, view.time, since)
            self.phase = WatchingPhase.SETTLING
            return []
        touched = differing(whole, reference.rotations)
        if not touched:
            # Something lies there that is no tile. After a while it belongs to the table.
            if changed and waited < self.settings.patience_with_things:
                return self._enter_hands(view, changed)
            self._adopt(view, whole)
            return []
        return [self._report(view, whole, touched, since=self._proposal.since)]

    def _venture(
        self, view: CameraView, reference: Reference, changed: frozenset[Cell], samples: Samples
    ) -> list[TableEvent]:
        """Something moves and moves, as a hand that rests beside the board. If no tile is hidden,
        and two readings a while apart are sure of the same change, it has happened."""
        if view.time - self._readings.last < self.settings.still:
            return []
        earlier, self._proposal = self._proposal, None
        fresh, is_displaced = self._fresh_reading(view)
        if fresh is None or is_displaced:
            return self._enter_hands(view, changed)
        seen = frozenset(tile.cell for tile in fresh.tiles)
        self.covered = reference.covered_cells(seen, changed, samples)
        whole = self._merged(fresh, changed)
        touched = differing(whole, reference.rotations)
        sure = {tile.cell for tile in whole.tiles if tile.is_sure}
        if self.covered or not touched or not touched <= sure:
            return self._enter_hands(view, changed)
        if earlier is None or earlier.tiles != tiles_of(whole):
            self._proposal = Proposal(tiles_of(whole), view.time, view.time)
            return self._enter_hands(view, changed)
        return [self._report(view, whole, touched, since=earlier.since)]

    def _watch_elsewhere(
        self, view: CameraView, fresh: Reading, reference: Reference
    ) -> list[TableEvent]:
        """Compare the board where a reading has found it; what has changed is read at once."""
        self._watch_from(view, reference.found_at(view, fresh))
        self._first_change = view.time - self.settings.still
        return []

    def _merged(self, fresh: Reading, changed: frozenset[Cell]) -> Reading:
        assert self.reading is not None
        least = self.settings.least_confidence
        return merged(self.reading, fresh, changed, self._evidence, least)

    def _report(
        self, view: CameraView, whole: Reading, touched: frozenset[Cell], since: float
    ) -> TableEvent:
        """Commit a change of these cells, of which nothing that was known before counts."""
        news = replace(whole, tiles=tuple(t for t in whole.tiles if t.cell in touched))
        self._evidence = self._evidence.without(touched).added(news)
        return self._commit(view, whole, since=since)

    def _commit(self, view: CameraView, reading: Reading, since: float | None) -> TableEvent:
        known = () if self.reading is None else self.reading.tiles
        changed = differing(reading, {tile.cell: tile.rotation for tile in known})
        moved = self._motion.last(changed)
        rested = moved if moved > LONG_AGO else None
        self._adopt(view, reading)
        self._confirmed = False
        return TableEvent(EventKind.BOARD_CHANGED, view.time, self.reading, changed, since, rested)

    def _adopt(self, view: CameraView, reading: Reading) -> None:
        """Take a reading of this very frame as what later frames are compared with."""
        self._watch_from(view, Reference.of(view, reading))

    def _watch_from(self, view: CameraView, reference: Reference) -> None:
        """Compare later frames with this board, which lies in this very frame's pixels."""
        self.reading = reference.reading
        self._reference = self._last_reference = reference
        self._homography = IDENTITY
        self._is_hidden = False
        self._motion.restart(view.time, reference.looks(view, IDENTITY))
        self._camera.restart(view.time)
        self._first_change = None
        self._proposal = None
        self._light_changed_at = None
        self._last_seen = view.time
        self.covered = frozenset()
        self.phase = WatchingPhase.WATCHING
