"""Looking for the board: at first, after it was lost, and while something covers it."""

from __future__ import annotations

from dataclasses import replace

from ...engine.tiles.alignment import Alignment
from ..readings.reading import Reading
from . import limits
from .board.bare_table import BareTable
from .board.cells import compare_cells
from .board.evidence import Evidence
from .board.memory import alignment_again, alignments_by_content
from .board.reference import which
from .camera.motion import stands_as_before
from .camera.rest import BETWEEN_EMPTY_TABLES
from .events import EventKind, TableEvent
from .reports import adopted, reported, watched_from
from .tracker_states import FrameFacts, NextState, OutOfSight, Searching, WatchedBoard, tiles_of


def searched(state: Searching | OutOfSight, frame: FrameFacts) -> NextState:
    """Look for the board in a frame that stands still; two readings have to agree."""
    stillness = state.search.stillness.after(frame.view)
    search = replace(state.search, stillness=stillness)
    if not stillness.is_due(frame.time, is_known=state.board is not None):
        return replace(state, search=search), ()
    fresh = frame.read()
    tiles = tiles_of(fresh)
    pause = limits.MOMENT if tiles else BETWEEN_EMPTY_TABLES
    is_empty = not tiles and state.search.tiles == ()
    bare = search.bare if tiles else frame.view.small
    is_bare = state.board is not None and _lies_bare(state.board, frame)
    is_covered = lies_covered(state.board, frame)
    search = replace(
        search,
        stillness=stillness.read(frame.time, pause),
        tiles=tiles,
        is_covered=search.is_covered if tiles else is_covered,
        bare=bare,
    )
    readings = replace(state.known.readings, last=frame.time)
    agreed = tiles and tiles == state.search.tiles
    state = replace(state, known=replace(state.known, readings=readings), search=search)
    if is_empty and isinstance(state, Searching) and is_bare and not search.is_cleared:
        # All tiles were taken away, which nobody has been told yet.
        cleared = replace(state, search=replace(search, is_cleared=True))
        return cleared, (TableEvent(EventKind.CLEARED, frame.time),)
    if not agreed:
        return state, ()
    if state.board is not None:
        return _found_again(state, state.board, fresh, frame)
    readings, fresh = readings.brought_over(fresh, Alignment())
    known = replace(state.known, readings=readings, evidence=Evidence().added(fresh))
    return reported(known, None, fresh, frame, BareTable(picture=search.bare))


def lies_covered(board: WatchedBoard | None, frame: FrameFacts) -> bool:
    """Whether the camera still looks at where the board lay, which is not bare: if no tile is seen,
    something lies over them."""
    if board is None or board.reference.key.contrast.shape != frame.view.grey.shape:
        return False
    is_aimed = stands_as_before(board.reference.key, frame.view.grey, board.homography)
    return is_aimed and not _lies_bare(board, frame)


def _lies_bare(board: WatchedBoard, frame: FrameFacts) -> bool:
    reference = board.reference
    samples = reference.looks(frame.view, board.homography)
    found = compare_cells(reference.samples, samples, reference.contrast)
    changed = which(reference.cells, found.residual > limits.CHANGED)
    return reference.lies_bare(changed, samples, frame.dice)


def _found_again(
    state: Searching | OutOfSight, board: WatchedBoard, fresh: Reading, frame: FrameFacts
) -> NextState:
    """After the board was lost only its shape says which cell is which."""
    time, doubted = frame.time, state.search.doubted_since
    alignment = alignment_again(board.reading, fresh)
    is_known = alignment is not None
    if alignment is None:
        # A hand may hide the rest. In the end it is what lies there now.
        doubted = time if doubted is None else doubted
        is_hidden = not state.search.is_cleared
        if is_hidden and time - doubted < limits.PATIENCE_WITH_HANDS:
            return replace(state, search=replace(state.search, doubted_since=doubted)), ()
        alignment = alignments_by_content(board.reading, fresh)[0]
    readings, fresh = state.known.readings.brought_over(fresh, alignment)
    camera = state.known.camera.found_anew()
    known = replace(state.known, readings=readings, camera=camera, covered=frozenset())
    before, now = dict(tiles_of(board.reading)), dict(tiles_of(fresh))
    bare = replace(board.reference.bare, picture=state.search.bare)
    if is_known and before.keys() - now.keys():
        # Tiles may be hidden or taken away: their looks before the board was lost will tell.
        there = board.reference.found_at(frame.view, fresh)
        calm = watched_from(known, there, frame.view)
        return calm, (TableEvent(EventKind.FOUND_AGAIN, time, there.reading),)
    found = TableEvent(EventKind.FOUND_AGAIN, time, fresh)
    known = replace(known, evidence=Evidence().added(fresh))
    if before == now:
        return adopted(known, fresh, frame.view, bare), (found,)
    after, events = reported(known, board, fresh, frame, bare)
    return after, (found, *events)
