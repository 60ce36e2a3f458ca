"""Reading the board while it is watched, and what becomes of the reading."""

from __future__ import annotations

from dataclasses import replace

from ...engine.lattice import Cell
from ..readings.reading import Reading, TileReading
from . import limits
from .board.evidence import Evidence
from .events import WatchingPhase
from .reports import adopted, lost, reported, under_hands, watched_from
from .searching import lies_covered
from .tracker_states import (
    Calm,
    CellFacts,
    Changed,
    FrameFacts,
    Known,
    NextState,
    WatchedBoard,
    differing,
    tiles_of,
)


def looked_over(state: Calm, cells: CellFacts, frame: FrameFacts) -> NextState:
    """Nothing has changed: gather evidence, refine where the tiles lie, refresh the looks."""
    reference, time = state.board.reference, frame.time
    known, fresh, is_displaced = _read(state, cells, frame)
    known = replace(known, is_confirmed=True)
    if fresh is None:
        return Calm(known, state.board), ()
    if is_displaced:
        return _elsewhere(known, state.board, fresh, frame)
    rotations = reference.rotations
    familiar = tuple(tile for tile in fresh.tiles if tile.cell in rotations)
    evidence = known.evidence.added(replace(fresh, tiles=familiar))
    covered = known.covered - {tile.cell for tile in familiar}
    known = replace(known, evidence=evidence, covered=covered)
    if any(tile.cell not in rotations and tile.is_sure for tile in fresh.tiles):
        # Something slipped past the comparison of cells: let it be settled as a change.
        return Changed(known, state.board, time - limits.STILL, ()), ()
    whole = merged(state.board.reading, fresh, frozenset(), known.evidence)
    whole, absence = known.absence.settled(whole, fresh, reference, cells.samples)
    # What a reading has missed is looked for again soon.
    known = replace(known, absence=absence, is_confirmed=not absence.readings)
    if dict(tiles_of(whole)) != rotations:
        # Several readings together overrule the one that was reported.
        return reported(known, state.board, whole, frame, reference.bare)
    return adopted(known, whole, frame.view, reference.bare), ()


def settled(state: Changed, cells: CellFacts, frame: FrameFacts) -> NextState:
    """The changed cells lie still: read, and report what two readings agree on."""
    board, time = state.board, frame.time
    if time - state.known.readings.last < limits.MOMENT:
        return state, ()
    known, fresh, is_displaced = _read(state, cells, frame)
    state = replace(state, known=known)
    quiet = time - board.motion.last(cells.changed)
    if fresh is None:
        is_bare = board.reference.lies_bare(cells.changed, cells.samples, frame.dice)
        if is_bare or min(time - state.since, quiet) > _patience(board, cells, cells.changed):
            # No hand covers all of a board so long: a thing does, or the camera looks elsewhere.
            return lost(known, board, time, lies_covered(board, frame))
        return under_hands(state, time, cells.changed)
    if is_displaced:
        # The cells were compared at the wrong places: that they differ says nothing.
        return _elsewhere(known, board, fresh, frame)
    sure_enough = (tile for tile in fresh.tiles if tile.confidence >= limits.LEAST_CONFIDENCE)
    seen = frozenset(tile.cell for tile in sure_enough)
    covered = board.reference.covered_cells(seen, cells.changed, cells.samples, frame.dice)
    if covered and quiet < _patience(board, cells, covered):
        return under_hands(replace(state, proposal=None), time, covered)
    whole = merged(board.reading, fresh, cells.changed - covered, known.evidence)
    tiles = tiles_of(whole)
    if state.proposal != tiles:
        board = replace(board, phase=WatchingPhase.SETTLING)
        return replace(state, board=board, proposal=tiles), ()
    touched = differing(whole, board.reference.rotations)
    # Something lies there that is no tile. After a while it belongs to the table.
    is_recent = time - state.since < limits.PATIENCE_WITH_THINGS
    if not touched and cells.changed - frame.dice and is_recent:
        return under_hands(state, time, cells.changed)
    known, whole = _seen_anew(known, whole, cells.changed - covered, touched)
    known = replace(known, covered=covered)
    if touched:
        return reported(known, board, whole, frame, board.reference.bare)
    return adopted(known, whole, frame.view, board.reference.bare), ()


def _patience(board: WatchedBoard, cells: CellFacts, covered: frozenset[Cell]) -> float:
    """Seconds of stillness after which what covers these cells is no hand."""
    may_be_an_arm = board.reference.reaches_the_rim(covered, cells.changed, cells.samples)
    return limits.PATIENCE_WITH_HANDS if may_be_an_arm else limits.PATIENCE_WITH_THINGS


def ventured(state: Changed, cells: CellFacts, frame: FrameFacts) -> NextState:
    """Something moves and moves, as a hand that rests beside the board. If no tile is hidden, and
    two readings a while apart are sure of the same change, it has happened."""
    board, time, earlier = state.board, frame.time, state.proposal
    if time - state.known.readings.last < limits.STILL:
        return state, ()
    known, fresh, is_displaced = _read(state, cells, frame)
    state = replace(state, known=known, proposal=None)
    if fresh is None or is_displaced:
        return under_hands(state, time, cells.changed)
    seen = frozenset(tile.cell for tile in fresh.tiles)
    whole = merged(board.reading, fresh, cells.changed, known.evidence)
    touched = differing(whole, board.reference.rotations)
    sure = {tile.cell for tile in whole.tiles if tile.is_sure}
    is_covered = board.reference.covered_cells(seen, cells.changed, cells.samples, frame.dice)
    if is_covered or not touched or not touched <= sure:
        return under_hands(state, time, cells.changed)
    if earlier != tiles_of(whole):
        proposed = replace(state, proposal=tiles_of(whole))
        return under_hands(proposed, time, cells.changed)
    known, whole = _seen_anew(known, whole, cells.changed, touched)
    return reported(known, board, whole, frame, board.reference.bare)


def _read(
    state: Calm | Changed, cells: CellFacts, frame: FrameFacts
) -> tuple[Known, Reading | None, bool]:
    """What is known after one more reading; the reading in the board's own names, None where
    nothing tells them; and whether the board lies elsewhere than where its cells were compared."""
    asked = replace(state.known.readings, last=frame.time)
    readings, fresh, is_displaced = asked.of_board(
        frame.read(), state.board.reading, cells.unchanged
    )
    return replace(state.known, readings=readings), fresh, is_displaced


def _elsewhere(known: Known, board: WatchedBoard, fresh: Reading, frame: FrameFacts) -> NextState:
    """Compare the board where a reading has found it; what has changed is read at once."""
    calm = watched_from(known, board.reference.found_at(frame.view, fresh), frame.view)
    return Changed(calm.known, calm.board, frame.time - limits.STILL), ()


def _seen_anew(
    known: Known, whole: Reading, changed: frozenset[Cell], touched: frozenset[Cell]
) -> tuple[Known, Reading]:
    """What is known, and the reading, once the changed cells are seen anew. In the `touched` cells
    the board has become another: nothing that was known of them before counts."""
    now = tuple(tile for tile in whole.tiles if tile.cell in changed | touched)
    earlier = known.evidence.in_a_new_view(changed).without(touched)
    evidence = earlier.added(replace(whole, tiles=now))
    tiles = tuple(
        evidence.settle(tile) if tile.cell in changed - touched else tile for tile in whole.tiles
    )
    return replace(known, evidence=evidence), replace(whole, tiles=tiles)


def merged(
    known: Reading,
    fresh: Reading,
    changed: frozenset[Cell],
    evidence: Evidence,
) -> Reading:
    """Changed cells as a fresh reading says, all others as known.

    A tile is new where its cell has changed; where nothing has, it must be sure: a pattern of
    the table was no tile before and is none now. In a changed cell a confidence of
    LEAST_CONFIDENCE is enough.
    """

    def is_trusted(tile: TileReading) -> bool:
        return tile.confidence >= limits.LEAST_CONFIDENCE

    read = {tile.cell: tile for tile in fresh.tiles}
    tiles = []
    for tile in known.tiles:
        if tile.cell not in changed:
            placed = read.get(tile.cell, tile)
            in_place = replace(
                tile, center=placed.center, corners=placed.corners, hidden=placed.hidden
            )
            tiles.append(evidence.settle(in_place))
        elif tile.cell in read and is_trusted(read[tile.cell]):
            tiles.append(read[tile.cell])
    old = {tile.cell for tile in known.tiles}
    tiles += [
        tile
        for tile in fresh.tiles
        if tile.cell not in old and (tile.is_sure or (tile.cell in changed and is_trusted(tile)))
    ]
    return replace(fresh, tiles=tuple(sorted(tiles, key=lambda tile: tile.cell)))
