"""Frames in, events out: a tracker that reads the table only when it is worth reading.

Between readings it follows the camera by points of the picture and compares every cell of the
board, and the empty cells around it, with how they looked before. A change is read only when the
changed cells have lain still for a while, and reported only when two readings agree on it. Times
come with the frames, so the result does not hang on the frame rate.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..engine.lattice import Cell, neighbours
from .reading import Reading, TileReading
from .tracking import camera_motion
from .tracking.cells import (
    Samples,
    board_contrast,
    compare,
    looks_like,
    moved_places,
    sample,
    tile_places,
)
from .tracking.events import Event, EventKind, Phase
from .tracking.memory import (
    Evidence,
    frame_by_content,
    frame_by_position,
    in_frame,
    in_picture,
)
from .tracking.view import View, look

Reader = Callable[[NDArray[np.uint8]], Reading]

__all__ = ["Event", "EventKind", "Phase", "Tracker", "TrackerSettings"]

IDENTITY = np.eye(3)


@dataclass(frozen=True)
class TrackerSettings:
    """Times in seconds; differences in units of the board's contrast; shifts in small pixels."""

    still: float = 0.4
    between_readings: float = 0.12
    calm_reading: float = 6.0
    confirming: float = 1.0
    patience_with_things: float = 2.5
    patience_with_hands: float = 6.0
    lost_after: float = 2.0
    compare_with: float = 0.12
    changed: float = 0.26
    moving: float = 0.16
    bump: float = 2.0
    light: float = 1.2
    least_confidence: float = 0.5


@dataclass(frozen=True)
class _Reference:
    """The board as last read: where its cells are and how they looked."""

    reading: Reading
    key: camera_motion.KeyFrame
    cells: tuple[Cell, ...]
    places: NDArray[np.float64]
    samples: Samples
    contrast: float
    time: float


@dataclass(frozen=True)
class _Proposal:
    """A change that one reading has seen; the next one confirms it or not."""

    tiles: tuple[tuple[Cell, int], ...]
    time: float
    since: float


class Tracker:
    """Follows one table. ``read`` turns a frame (H, W, 3) uint8 BGR into a Reading."""

    def __init__(self, read: Reader, settings: TrackerSettings | None = None) -> None:
        self._read = read
        self.settings = settings or TrackerSettings()
        self.phase = Phase.SEARCHING
        self.reading: Reading | None = None
        self.covered: frozenset[Cell] = frozenset()
        self._reference: _Reference | None = None
        self._homography = IDENTITY
        self._evidence = Evidence.none()
        self._history: deque[tuple[float, Samples]] = deque(maxlen=64)
        self._last_motion: dict[Cell, float] = {}
        self._first_change: float | None = None
        self._proposal: _Proposal | None = None
        self._last_read = -1e9
        self._last_seen = -1e9
        self._camera_moved_at: float | None = None
        self._light_changed_at: float | None = None
        self._previous_search: View | None = None
        self._still_since: float | None = None
        self._search_pause = 0.0
        self._confirmed = False

    # -- one frame ---------------------------------------------------------------------------

    def feed(self, frame: NDArray[np.uint8], time: float) -> tuple[Event, ...]:
        """Take the next frame (H, W, 3) uint8 BGR at ``time`` seconds and report what happened."""
        view = look(frame, time)
        if self._reference is None:
            return tuple(self._search(view))
        return tuple(self._watch(view, self._reference))

    def _search(self, view: View) -> list[Event]:
        """Look for the board in frames that stand still."""
        previous, self._previous_search = self._previous_search, view
        if previous is None or previous.small.shape != view.small.shape:
            self._still_since = view.time
            return []
        difference = np.abs(view.grey.astype(np.int16) - previous.grey.astype(np.int16))
        if float((difference > 24).mean()) > 0.02:
            self._still_since = view.time
        waited = view.time - (self._still_since if self._still_since is not None else view.time)
        if waited < self.settings.still or view.time - self._last_read < self._search_pause:
            return []
        fresh = self._read_view(view)
        tiles = tuple(sorted((tile.cell, tile.rotation) for tile in fresh.tiles))
        agreed = self._proposal is not None and self._proposal.tiles == tiles
        self._proposal = _Proposal(tiles, view.time, view.time)
        # An empty table is looked at less often than one on which two readings have to agree.
        self._search_pause = self.settings.between_readings if tiles else 0.5
        if not tiles or not agreed:
            return []
        if self.reading is not None:
            return self._found_again(view, fresh)
        self._evidence = Evidence.none().added(fresh)
        return [self._commit(view, fresh, since=self._still_since)]

    def _found_again(self, view: View, fresh: Reading) -> list[Event]:
        """After the board was lost only its shape says which cell is which."""
        assert self.reading is not None
        fresh = in_frame(fresh, frame_by_content(self.reading, fresh))
        before = {tile.cell: tile.rotation for tile in self.reading.tiles}
        now = {tile.cell: tile.rotation for tile in fresh.tiles}
        self._evidence = Evidence.none().added(fresh)
        found = Event(EventKind.FOUND_AGAIN, view.time, fresh)
        if before == now:
            self._adopt(view, fresh)
            return [found]
        return [found, self._commit(view, fresh, since=view.time)]

    def _watch(self, view: View, reference: _Reference) -> list[Event]:
        events = self._follow_camera(view, reference)
        if self._reference is None:
            return events
        places = moved_places(reference.places, self._homography)
        samples = sample(view.small, places)
        comparison = compare(reference.samples, samples, reference.contrast)
        events += self._follow_light(view, comparison.gain)
        changed = self._changed_cells(reference, comparison.residual)
        self._note_motion(view, reference, samples)
        self.reading = in_picture_scaled(reference.reading, self._homography, view.scale)
        if not changed and self._proposal is None:
            return events + self._calm(view, reference)
        if self._first_change is None:
            self._first_change = view.time
        if self._is_moving(view.time, changed):
            self._proposal = None
            return events + self._enter_hands(view, changed)
        return events + self._settle(view, reference, changed, samples)

    # -- following -----------------------------------------------------------------------------

    def _follow_camera(self, view: View, reference: _Reference) -> list[Event]:
        moved = camera_motion.motion_since(reference.key, view.grey, self._homography)
        if moved is None:
            return self._out_of_sight(view)
        self._last_seen = view.time
        shift = camera_motion.largest_shift(moved, self._homography, *view.size)
        if shift > 0 and not self._fits_better(view, reference, moved):
            shift, moved = 0.0, self._homography
        self._homography = moved
        if shift > self.settings.bump:
            self._camera_moved_at = view.time
            self._history.clear()
            self.phase = Phase.MOVING
            return []
        if self._camera_moved_at is None or view.time - self._camera_moved_at < self.settings.still:
            return []
        self._camera_moved_at = None
        self._confirmed = False
        return [Event(EventKind.CAMERA_MOVED, view.time, self.reading)]

    def _fits_better(self, view: View, reference: _Reference, moved: NDArray[np.float64]) -> bool:
        """Whether the tiles look more like themselves where ``moved`` puts them than before."""
        board = {tile.cell for tile in reference.reading.tiles}
        own = [i for i, cell in enumerate(reference.cells) if cell in board]

        def difference(homography: NDArray[np.float64]) -> float:
            samples = sample(view.small, moved_places(reference.places[own], homography))
            residual = compare(reference.samples[own], samples, reference.contrast).residual
            seen = residual[np.isfinite(residual)]
            return float(np.median(seen)) if len(seen) else np.inf

        return difference(moved) < difference(self._homography)

    def _out_of_sight(self, view: View) -> list[Event]:
        if view.time - self._last_seen < self.settings.lost_after:
            return []
        self._reference = None
        self._previous_search = None
        self._history.clear()
        self._proposal = None
        self._first_change = None
        self.phase = Phase.LOST
        return [Event(EventKind.LOST, view.time, self.reading)]

    def _follow_light(self, view: View, gain: float) -> list[Event]:
        limit = self.settings.light
        if 1 / limit < gain < limit:
            self._light_changed_at = None
            return []
        if self._light_changed_at is None:
            self._light_changed_at = view.time
        return []

    def _changed_cells(
        self, reference: _Reference, residual: NDArray[np.float32]
    ) -> frozenset[Cell]:
        with np.errstate(invalid="ignore"):
            over = residual > self.settings.changed
        return frozenset(
            cell for cell, is_over in zip(reference.cells, over, strict=True) if is_over
        )

    def _note_motion(self, view: View, reference: _Reference, samples: Samples) -> None:
        """Remember when each cell last differed from a moment before."""
        earlier = [s for t, s in self._history if view.time - t >= self.settings.compare_with]
        if not earlier and self._history:
            earlier = [self._history[0][1]] if self._history[0][0] < view.time else []
        self._history.append((view.time, samples))
        while len(self._history) > 2 and view.time - self._history[1][0] > 0.3:
            self._history.popleft()
        if not earlier:
            return
        residual = compare(earlier[-1], samples, reference.contrast).residual
        with np.errstate(invalid="ignore"):
            moving = residual > self.settings.moving
        for cell, is_moving in zip(reference.cells, moving, strict=True):
            if is_moving:
                self._last_motion[cell] = view.time

    def _is_moving(self, time: float, changed: frozenset[Cell]) -> bool:
        around = changed | {n for cell in changed for n in neighbours(cell)}
        quiet_since = max((self._last_motion.get(cell, -1e9) for cell in around), default=-1e9)
        if self._camera_moved_at is not None:
            quiet_since = max(quiet_since, self._camera_moved_at)
        first = self._first_change if self._first_change is not None else time
        return time - max(quiet_since, first) < self.settings.still

    def _enter_hands(self, view: View, changed: frozenset[Cell]) -> list[Event]:
        self.covered = changed
        if self.phase in (Phase.HANDS, Phase.MOVING):
            return []
        self.phase = Phase.HANDS
        return [Event(EventKind.WAITING_FOR_HANDS, view.time, self.reading, changed)]

    def _calm(self, view: View, reference: _Reference) -> list[Event]:
        self.covered = frozenset()
        self._first_change = None
        if self._camera_moved_at is None:
            self.phase = Phase.WATCHING
        if self._light_changed_at is not None:
            if view.time - self._light_changed_at < self.settings.still:
                return []
            self._light_changed_at = None
            self._look_again(view, reference)
            return [Event(EventKind.LIGHT_CHANGED, view.time, self.reading)]
        quiet = view.time - max(self._last_motion.values(), default=-1e9)
        # A report is looked over once soon after, in case a reading missed something.
        wait = self.settings.calm_reading if self._confirmed else self.settings.confirming
        due = view.time - self._last_read > wait
        if due and quiet > self.settings.still and self._camera_moved_at is None:
            self._look_again(view, reference)
        return []

    # -- reading -------------------------------------------------------------------------------

    def _read_view(self, view: View) -> Reading:
        self._last_read = view.time
        return self._read(view.frame)

    def _fresh_reading(self, view: View) -> Reading | None:
        """Read the frame and name its cells as the board does."""
        fresh = self._read_view(view)
        assert self.reading is not None
        frame = frame_by_position(self.reading, fresh)
        return None if frame is None else in_frame(fresh, frame)

    def _look_again(self, view: View, reference: _Reference) -> None:
        """Nothing has changed: gather evidence, refine where the tiles lie, refresh the looks."""
        self._confirmed = True
        fresh = self._fresh_reading(view)
        if fresh is None:
            return
        board = {tile.cell: tile for tile in reference.reading.tiles}
        strangers = [t for t in fresh.tiles if t.cell not in board and self._is_trusted(t)]
        turned = [
            t for t in fresh.tiles if t.cell in board and t.rotation != board[t.cell].rotation
        ]
        if strangers or any(self._is_trusted(t) for t in turned):
            # Something slipped past the comparison of cells: let it be settled as a change.
            self._first_change = view.time - self.settings.still
            self._proposal = _Proposal((), view.time, view.time)
            return
        known = [tile for tile in fresh.tiles if tile.cell in board]
        self._evidence = self._evidence.added(replace(fresh, tiles=tuple(known)))
        self._adopt(view, self._merged(view, fresh, frozenset()))

    def _settle(
        self, view: View, reference: _Reference, changed: frozenset[Cell], samples: Samples
    ) -> list[Event]:
        """The changed cells lie still: read, and report what two readings agree on."""
        self.phase = Phase.SETTLING
        if view.time - self._last_read < self.settings.between_readings:
            return []
        fresh = self._fresh_reading(view)
        waited = view.time - (self._first_change if self._first_change is not None else view.time)
        if fresh is None:
            return self._enter_hands(view, changed)
        covered = self._covered_cells(reference, fresh, changed, samples)
        self.covered = covered
        quiet = view.time - max(
            (self._last_motion.get(cell, -1e9) for cell in changed), default=-1e9
        )
        if covered and quiet < self.settings.patience_with_hands:
            self._proposal = None
            return self._enter_hands(view, covered)
        merged = self._merged(view, fresh, changed - covered)
        now = tuple(sorted((tile.cell, tile.rotation) for tile in merged.tiles))
        if self._proposal is None or self._proposal.tiles != now:
            since = self._first_change if self._first_change is not None else view.time
            self._proposal = _Proposal(now, view.time, since)
            return []
        before = tuple(sorted((t.cell, t.rotation) for t in reference.reading.tiles))
        if now == before:
            # Something lies there that is no tile. After a while it belongs to the table.
            if changed and waited < self.settings.patience_with_things:
                return self._enter_hands(view, changed)
            self._adopt(view, merged)
            return []
        touched = frozenset(cell for cell, _ in set(now) ^ set(before))
        self._evidence = self._evidence.without(touched).added(
            replace(merged, tiles=tuple(t for t in merged.tiles if t.cell in touched))
        )
        return [self._commit(view, merged, since=self._proposal.since)]

    def _is_trusted(self, tile: TileReading) -> bool:
        return tile.confidence >= self.settings.least_confidence

    def _covered_cells(
        self, reference: _Reference, fresh: Reading, changed: frozenset[Cell], samples: Samples
    ) -> frozenset[Cell]:
        """Old tiles that cannot be seen now, though nothing says that they were taken away."""
        seen = {tile.cell for tile in fresh.tiles if self._is_trusted(tile)}
        unseen = [
            tile.cell
            for tile in reference.reading.tiles
            if tile.cell in changed and tile.cell not in seen
        ]
        if not unseen:
            return frozenset()
        index = {cell: i for i, cell in enumerate(reference.cells)}
        board = {tile.cell for tile in reference.reading.tiles}
        empty = [
            i for c, i in index.items() if c not in board and c not in changed and c not in seen
        ]
        bare = looks_like(
            samples[[index[cell] for cell in unseen]], samples[empty], reference.contrast
        )
        return frozenset(cell for cell, is_bare in zip(unseen, bare, strict=True) if not is_bare)

    def _merged(self, view: View, fresh: Reading, changed: frozenset[Cell]) -> Reading:
        """The board after a reading: changed cells as read, all others as known."""
        assert self.reading is not None
        read = {tile.cell: tile for tile in fresh.tiles}
        tiles = []
        for tile in self.reading.tiles:
            if tile.cell not in changed:
                placed = read.get(tile.cell, tile)
                same_place = replace(placed, rotation=tile.rotation, confidence=tile.confidence)
                tiles.append(self._evidence.settle(same_place))
            elif tile.cell in read and self._is_trusted(read[tile.cell]):
                tiles.append(read[tile.cell])
        old = {tile.cell for tile in self.reading.tiles}
        tiles += [t for t in fresh.tiles if t.cell not in old and self._is_trusted(t)]
        return replace(fresh, tiles=tuple(sorted(tiles, key=lambda tile: tile.cell)))

    def _commit(self, view: View, reading: Reading, since: float | None) -> Event:
        before = {t.cell: t.rotation for t in self._reference.reading.tiles} if (
            self._reference is not None
        ) else {}  # fmt: skip
        now = {tile.cell: tile.rotation for tile in reading.tiles}
        changed = frozenset(c for c in {*before, *now} if before.get(c) != now.get(c))
        self._adopt(view, reading)
        self._confirmed = False
        return Event(EventKind.BOARD_CHANGED, view.time, self.reading, changed, since)

    def _adopt(self, view: View, reading: Reading) -> None:
        """Take a reading of this very frame as what later frames are compared with."""
        self.reading = reading
        cells = _cells_of_interest(reading.tiles)
        places = tile_places(reading, cells, view.scale)
        samples = sample(view.small, places)
        board = [i for i, cell in enumerate(cells) if cell in {t.cell for t in reading.tiles}]
        self._reference = _Reference(
            reading,
            camera_motion.key_frame(view.grey),
            cells,
            places,
            samples,
            board_contrast(samples[board]),
            view.time,
        )
        self._homography = IDENTITY
        self._history.clear()
        self._history.append((view.time, samples))
        self._last_motion.clear()
        self._first_change = None
        self._proposal = None
        self._camera_moved_at = None
        self._light_changed_at = None
        self._last_seen = view.time
        self.covered = frozenset()
        self.phase = Phase.WATCHING


def in_picture_scaled(reading: Reading, homography: NDArray[np.float64], scale: float) -> Reading:
    """Move a reading by a homography that is given between small pictures."""
    shrink = np.diag([scale, scale, 1.0])
    return in_picture(reading, np.linalg.inv(shrink) @ homography @ shrink)


def _cells_of_interest(tiles: Sequence[TileReading]) -> tuple[Cell, ...]:
    """The board's cells and the two rings of empty cells around it."""
    cells = {tile.cell for tile in tiles}
    for _ in range(2):
        cells |= {neighbour for cell in cells for neighbour in neighbours(cell)}
    return tuple(sorted(cells))
