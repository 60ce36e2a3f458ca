"""The steps that several states take: a board is reported, lost, hidden by hands, or taken over."""

from __future__ import annotations

from dataclasses import replace

from ...engine.lattice import Cell
from ..readings.reading import Reading
from . import limits
from .board.bare_table import BareTable
from .board.reference import LONG_AGO, MotionMemory, Reference
from .camera.view import CameraView
from .events import EventKind, TableEvent, WatchingPhase
from .tracker_states import (
    IDENTITY,
    BoardSearch,
    Calm,
    Changed,
    FrameFacts,
    Known,
    NextState,
    OutOfSight,
    Searching,
    WatchedBoard,
    differing,
    tiles_of,
)


def watched_from(known: Known, reference: Reference, view: CameraView) -> Calm:
    """Compare later frames with this board, which lies in this very frame's pixels."""
    look = (view.time, reference.looks(view, IDENTITY))
    board = WatchedBoard(reference, reference.reading, MotionMemory((look,)), view.time)
    return Calm(replace(known, camera=known.camera.restarted(view.time)), board)


def adopted(known: Known, reading: Reading, view: CameraView, bare: BareTable) -> Calm:
    """Take a reading of this very frame as what later frames are compared with; ``bare`` is what
    was known of the table without tiles."""
    return watched_from(known, Reference.of(view, reading, bare), view)


def reported(
    known: Known,
    board: WatchedBoard | None,
    reading: Reading,
    frame: FrameFacts,
    bare: BareTable,
) -> NextState:
    """Say that the board has changed, from `board` as it was known to the reading."""
    before = {} if board is None else dict(tiles_of(board.reading))
    changed = differing(reading, before)
    moved = LONG_AGO if board is None else board.motion.last(changed)
    rested = moved if moved > LONG_AGO else None
    after = adopted(replace(known, is_confirmed=False), reading, frame.view, bare)
    kind = EventKind.BOARD_CHANGED
    return after, (TableEvent(kind, frame.time, reading, changed, rested),)


def under_hands(state: Changed | OutOfSight, time: float, changed: frozenset[Cell]) -> NextState:
    """Something moves, or hides the changed cells: wait. What lies still may be no hand."""
    phase, quiet = state.board.phase, time - state.board.motion.last(changed)
    if isinstance(state, Changed) and min(time - state.since, quiet) >= limits.PATIENCE_WITH_THINGS:
        if phase is WatchingPhase.HANDS:
            state = replace(state, board=replace(state.board, phase=WatchingPhase.SETTLING))
        return state, ()
    if phase in (WatchingPhase.HANDS, WatchingPhase.MOVING):
        return state, ()
    event = TableEvent(EventKind.WAITING_FOR_HANDS, time, state.board.reading, changed)
    return replace(state, board=replace(state.board, phase=WatchingPhase.HANDS)), (event,)


def lost(known: Known, board: WatchedBoard, time: float, is_covered: bool = False) -> NextState:
    """Give the board up, and look for it wherever it may be."""
    event = TableEvent(EventKind.LOST, time, board.reading)
    search = BoardSearch(is_covered=is_covered)
    return Searching(known, replace(board, motion=MotionMemory()), search), (event,)
