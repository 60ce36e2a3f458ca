"""Films whose clock is not the table's: time-lapses, and films cut together.

Where a hand is in every second frame nothing ever lies still. Then each frame is a photo of its
own, and a board counts when two frames without a hand show it alike; where hands reached over,
more.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from ....calibration.arrays import Flags, Frame, Integers16
from ....engine.tiles.alignment import align
from ....engine.tiles.board import Board
from ...photos.shrink import grey_copy
from ...readings.reading import Reading

GLANCE_SIDE = 200
"""Longer side of a glance, in pixels: enough to see a tile turn."""
CHANGED = 16.0
"""Grey levels by which a place of the glance differs where something has changed."""
FEW_PLACES = 8
"""Fewer changed places are noise."""
CALM_SECONDS = 1.2
"""Seconds without a change that a camera over a table at play sees again and again."""
CALM_SHARE = 0.2
"""A film in which a smaller share of the time is calm runs by a clock that is not the table's."""
LOOKED_AT_SECONDS = 90.0
"""Seconds of a film from which its pace is told."""
REMEMBERED = 14
"""Number of earlier readings with which a board is compared."""
SEEN_UNDER_HANDS = 4
"""Minimum number of frames that show a board alike if hands are in them; two otherwise."""
LEAST_ARM = 60
"""Minimum size, in places of the glance, of a changed region at its rim that is an arm. (Where most
of the picture has changed, it was the camera or the light.)"""


@dataclass(frozen=True)
class Still:
    """A board that frames of a film agree on, first seen at ``time``; ``frame`` is one of them."""

    time: float
    reading: Reading
    frame: Frame


@dataclass
class _StillRead:
    """A frame that was read, for all that look like it."""

    time: float
    glance: Integers16
    reading: Reading
    frame: Frame
    board: Board


def runs_by_another_clock(frames: Iterable[tuple[float, Frame]]) -> bool:
    """Whether a film, frames (h, w, 3) with their seconds, is a time-lapse or cut together:
    hardly any moment is as calm as a table is between two moves."""
    before: Integers16 | None = None
    changes: list[float] = []  # the first frame counts as one
    time = 0.0
    for time, frame in frames:
        glance = glance_of(frame)
        if before is None or differ(glance, before):
            changes.append(time)
        before = glance
        if time - changes[0] >= LOOKED_AT_SECONDS:
            break
    if len(changes) <= 2:
        return False
    rests = np.diff([*changes, time])
    return bool(rests[rests >= CALM_SECONDS].sum() < CALM_SHARE * (time - changes[0]))


def stills(
    frames: Iterable[tuple[float, Frame]], read: Callable[[Frame], Reading]
) -> Iterator[Still]:
    """The boards of a film that two frames agree on, each once, in the order they were first seen.
    Readings are in frames of their own, as those of photos are."""
    recent: deque[_StillRead] = deque(maxlen=REMEMBERED)
    passed: deque[_StillRead] = deque(maxlen=3 * REMEMBERED)
    told: list[_StillRead] = []
    for time, frame in frames:
        glance = glance_of(frame)
        one = next((one for one in reversed(recent) if not differ(glance, one.glance)), None)
        if one is None:
            reading = read(frame)
            if not reading.tiles:
                continue
            one = _StillRead(time, glance, reading, frame, reading.to_board())
            recent.append(one)
        passed.append(one)
        if told and is_same(one.board, told[0].board):
            continue
        agreeing = [read for read in passed if is_same(read.board, one.board)]
        if told:
            clear = sum(any(_is_clear(read, known) for known in told) for read in agreeing)
            is_seen = clear >= 2 or _lately(one.board, passed) >= SEEN_UNDER_HANDS
        else:
            is_seen = _lately(one.board, passed) >= 2
        if not is_seen:
            continue
        told = list({id(read): read for read in agreeing}.values())
        recent, passed = deque(told, REMEMBERED), deque(agreeing, passed.maxlen)
        best = max(told, key=lambda read: read.reading.confidence)
        yield Still(agreeing[0].time, best.reading, best.frame)


def _lately(board: Board, passed: Sequence[_StillRead]) -> int:
    """How many frames have shown this board since the last one that showed it as part of a larger
    board: then hands hid the rest."""
    count = 0
    for read in reversed(passed):
        if is_same(read.board, board):
            count += 1
        elif len(read.board) > len(board) and align(read.board, board).same == len(board):
            break
    return count


def _is_clear(read: _StillRead, known: _StillRead) -> bool:
    """Whether nobody reaches into one of two frames more than into the other."""
    if read.glance.shape != known.glance.shape:
        return False
    changed = _changed(read.glance, known.glance)
    if 2 * changed.sum() > changed.size:
        return True
    mask = cv2.dilate(changed.astype(np.uint8), np.ones((3, 3), np.uint8))
    _, labels, sizes, _ = cv2.connectedComponentsWithStats(mask)
    rim = np.unique(np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]]))
    return not any(sizes[label, cv2.CC_STAT_AREA] >= LEAST_ARM for label in rim if label)


def is_same(one: Board, two: Board) -> bool:
    """Whether two boards, each in its own frame, are the same one."""
    if len(one) != len(two):
        return False
    return align(one, two).same == len(two)


def glance_of(frame: Frame) -> Integers16:
    """A small grey copy (h, w) of a frame (h, w, 3) BGR."""
    return grey_copy(frame, GLANCE_SIDE)


def differ(one: Integers16, two: Integers16) -> bool:
    """Whether two glances (h, w) show different things; a light that flickers changes all alike."""
    return one.shape != two.shape or int(_changed(one, two).sum()) >= FEW_PLACES


def _changed(one: Integers16, two: Integers16) -> Flags:
    """Where two glances of one shape show different things."""
    change = one - two
    return np.asarray(np.abs(change - np.int16(np.median(change))) > CHANGED)
