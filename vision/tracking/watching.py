"""Watching a board that was found: where the camera has gone, and which cells look otherwise."""

from __future__ import annotations

from dataclasses import replace

from ...calibration.arrays import Floats
from ...engine.lattice import neighbours
from ..readings.reading import Reading
from . import limits
from .board.cells import compare_cells
from .board.memory import in_picture_scaled
from .board.reference import MotionMemory, which
from .camera.motion import largest_shift, motion_since
from .events import EventKind, TableEvent, WatchingPhase
from .reports import lost, under_hands
from .searching import lies_covered, searched
from .settling import looked_over, settled, ventured
from .tracker_states import Calm, CellFacts, Changed, FrameFacts, NextState, OutOfSight


def watched(state: Calm | Changed | OutOfSight, frame: FrameFacts) -> NextState:
    """Follow the camera, compare the cells, and read what has changed once it lies still."""
    board, view = state.board, frame.view
    moved = motion_since(board.reference.key, view.grey, board.homography)
    # Once the board is out of sight, a motion counts only if it leads to tiles that look as
    # they did: few points, or dim ones, find themselves anywhere.
    if (
        isinstance(state, OutOfSight)
        and moved is not None
        and board.reference.residual(view, moved) > limits.CHANGED
    ):
        moved = None
    if moved is None:
        return _out_of_sight(state, frame)
    state, events = _camera_followed(state, moved, frame)
    state, cells = _compared(state, frame)
    after, more = _after_comparing(state, cells, frame)
    return after, events + more


def _camera_followed(
    state: Calm | Changed | OutOfSight, moved: Floats, frame: FrameFacts
) -> tuple[Calm | Changed, tuple[TableEvent[Reading], ...]]:
    view, time, known = frame.view, frame.time, state.known
    board = replace(state.board, last_seen=time)
    is_shifted = largest_shift(moved, board.homography, *view.size) > 0
    # Points may be dragged along by a hand: then the tiles still look like themselves where
    # they were.
    residual = board.reference.residual
    if is_shifted and residual(view, moved) < residual(view, board.homography):
        board = replace(board, homography=moved)
    camera, is_moved = known.camera.noted(time, board.homography, *view.size)
    events: tuple[TableEvent[Reading], ...] = ()
    if is_moved and camera.is_moving(time):
        board = replace(board, motion=board.motion.paused(), phase=WatchingPhase.MOVING)
    elif not is_moved and camera.has_come_to_rest(time):
        camera = camera.come_to_rest()
        known = replace(known, is_confirmed=False, evidence=known.evidence.in_a_new_view())
        board = replace(board, phase=WatchingPhase.WATCHING)
        events = (TableEvent(EventKind.CAMERA_MOVED, time, board.reading),)
    known = replace(known, camera=camera)
    if isinstance(state, Changed):
        return replace(state, known=known, board=board), events
    return Calm(known, board), events


def _out_of_sight(state: Calm | Changed | OutOfSight, frame: FrameFacts) -> NextState:
    """Something covers most of the picture, or the camera was aimed anew."""
    if frame.time - state.board.last_seen >= limits.PATIENCE_WITH_CAMERA:
        return lost(state.known, state.board, frame.time, lies_covered(state.board, frame))
    if not isinstance(state, OutOfSight):
        state = OutOfSight(state.known, replace(state.board, motion=MotionMemory()))
    after, events = searched(state, frame)
    if isinstance(after, OutOfSight):
        return under_hands(after, frame.time, frozenset())
    # It was never given up, so it was the camera that moved.
    is_found = EventKind.FOUND_AGAIN
    return after, tuple(
        replace(event, kind=EventKind.CAMERA_MOVED) if event.kind is is_found else event
        for event in events
    )


def _compared(state: Calm | Changed, frame: FrameFacts) -> tuple[Calm | Changed, CellFacts]:
    """Compare the cells with how they looked before."""
    board, time = state.board, frame.time
    reference = board.reference
    samples = reference.looks(frame.view, board.homography)
    found = compare_cells(reference.samples, samples, reference.contrast)
    cells = CellFacts(
        samples,
        which(reference.cells, found.residual > limits.CHANGED),
        which(reference.cells, found.residual < limits.UNCHANGED),
    )
    lit_since = time if board.light_changed_at is None else board.light_changed_at
    is_lit_alike = 1 / limits.LIGHT < found.gain < limits.LIGHT
    board = replace(
        board,
        reading=in_picture_scaled(reference.reading, board.homography, frame.view.scale),
        motion=board.motion.noted(reference, time, samples),
        light_changed_at=None if is_lit_alike else lit_since,
    )
    return replace(state, board=board), cells


def _after_comparing(state: Calm | Changed, cells: CellFacts, frame: FrameFacts) -> NextState:
    if (isinstance(state, Calm) or state.proposal is None) and not cells.changed:
        return _calm(Calm(state.known, state.board), cells, frame)
    if isinstance(state, Calm):
        state = Changed(state.known, state.board, frame.time)
    if not _is_moving(state, cells, frame):
        return settled(state, cells, frame)
    if frame.time - state.since >= limits.PATIENCE_WITH_MOTION:
        return ventured(state, cells, frame)
    return under_hands(replace(state, proposal=None), frame.time, cells.changed)


def _is_moving(state: Changed, cells: CellFacts, frame: FrameFacts) -> bool:
    around = cells.changed | {n for cell in cells.changed for n in neighbours(cell)}
    quiet_since = state.board.motion.last(around)
    camera = state.known.camera
    if camera.moved_at is not None and camera.is_moving(frame.time):
        quiet_since = max(quiet_since, camera.moved_at)
    return frame.time - max(quiet_since, state.since) < limits.STILL


def _calm(state: Calm, cells: CellFacts, frame: FrameFacts) -> NextState:
    """Nothing has changed: now and then the board is looked over all the same."""
    known, time = state.known, frame.time
    board = state.board
    is_moving = known.camera.is_moving(time)
    if not is_moving:
        board = replace(board, phase=WatchingPhase.WATCHING)
    if board.light_changed_at is not None:
        if time - board.light_changed_at < limits.STILL:
            return Calm(known, board), ()
        board = replace(board, light_changed_at=None)
        lit = TableEvent(EventKind.LIGHT_CHANGED, time, board.reading)
        known = replace(known, evidence=known.evidence.in_a_new_view())
        after, events = looked_over(Calm(known, board), cells, frame)
        return after, (lit, *events)
    # A report is looked over once soon after, in case a reading missed something.
    wait = limits.CALM_READING if known.is_confirmed else limits.CONFIRMING
    if known.readings.newcomers.is_waiting:
        wait = limits.MOMENT
    is_due = time - known.readings.last > wait
    is_quiet = time - board.motion.last_anywhere() > limits.STILL
    state = Calm(known, board)
    if is_due and is_quiet and not is_moving:
        return looked_over(state, cells, frame)
    return state, ()
