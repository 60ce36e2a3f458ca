"""Films whose clock is not the table's: time-lapses, and films cut together.

Where turns are half a second apart and a hand is in every second frame, nothing ever lies still.
Then each frame is taken as a photo of its own, and a board counts when two different frames show
it alike: hands do not cover the same tiles twice.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ....engine.tiles.alignment import Alignment, alignments
from ....engine.tiles.board import Board
from ...readings.reading import Reading

Frame = NDArray[np.uint8]
Glance = NDArray[np.int16]

GLANCE_SIDE = 200
"""Longer side of a glance, in pixels: enough to see a tile turn."""
CHANGED = 16.0
"""Grey levels by which a place of the glance differs where something has changed."""
FEW_PLACES = 8
"""Fewer changed places are noise."""
CALM_SECONDS = 1.2
"""A camera over a table at play sees nothing move for so long, again and again."""
CALM_SHARE = 0.2
"""A film in which a smaller share of the time is calm runs by a clock that is not the table's."""
LOOKED_AT_SECONDS = 90.0
"""So much of a film tells its pace."""
REMEMBERED = 14
"""A board is compared with so many readings before it."""
SEEN_TWICE, SEEN_WITHOUT_A_TILE = 2, 4
"""How many frames must show a board alike; and how many if a tile of the board before is missing in
it, which a hand may hide."""


@dataclass(frozen=True)
class Still:
    """A board that frames of a film agree on, first seen at ``time``; ``frame`` is one of them."""

    time: float
    reading: Reading
    frame: Frame


@dataclass
class _Read:
    """A frame that was read, and how many frames look like it."""

    time: float
    glance: Glance
    reading: Reading
    frame: Frame
    board: Board
    frames: int = 0


def runs_by_another_clock(frames: Iterable[tuple[float, Frame]]) -> bool:
    """Whether hardly any moment of a film is as calm as a table is between two moves."""
    calm = since = 0.0
    before: Glance | None = None
    first: float | None = None
    time, changes = 0.0, 0
    for time, frame in frames:
        glance = glance_of(frame)
        if first is None:
            first = since = time
        if before is not None and differ(glance, before):
            changes += 1
            calm += time - since if time - since >= CALM_SECONDS else 0.0
            since = time
        before = glance
        if time - first >= LOOKED_AT_SECONDS:
            break
    if first is None or changes < 2:
        return False
    calm += time - since if time - since >= CALM_SECONDS else 0.0
    return calm < CALM_SHARE * (time - first)


def stills(
    frames: Iterable[tuple[float, Frame]], read: Callable[[Frame], Reading]
) -> Iterator[Still]:
    """The boards of a film that two frames agree on, each once, in the order they were first seen.

    Readings are in frames of their own, as those of photos are.
    """
    recent: deque[_Read] = deque(maxlen=REMEMBERED)
    told: Board | None = None
    for time, frame in frames:
        glance = glance_of(frame)
        one = next((one for one in reversed(recent) if not differ(glance, one.glance)), None)
        if one is None:
            reading = read(frame)
            if not reading.tiles:
                continue
            one = _Read(time, glance, reading, frame, reading.to_board())
            recent.append(one)
        one.frames += 1
        board = one.board
        if told is not None and is_same(board, told):
            continue
        agreeing = [other for other in recent if is_same(board, other.board)]
        lacks = told is not None and lacks_a_tile(board, told)
        if sum(other.frames for other in agreeing) < (SEEN_WITHOUT_A_TILE if lacks else SEEN_TWICE):
            continue
        told = board
        recent = deque(agreeing, REMEMBERED)
        best = max(agreeing, key=lambda other: other.reading.confidence)
        yield Still(agreeing[0].time, best.reading, best.frame)


def is_same(one: Board, two: Board) -> bool:
    """Whether two boards, each in its own frame, are the same one."""
    if len(one) != len(two):
        return False
    return best_way(one, two).same == len(two)


def lacks_a_tile(board: Board, known: Board) -> bool:
    """Whether a tile of the known board is missing in this one, in whatever frame."""
    way = best_way(known, board)
    return way.same + way.turned < len(known)


def best_way(base: Board, board: Board) -> Alignment:
    """What brings a board into another one's frame."""
    return alignments(base, board)[0]


def glance_of(frame: Frame) -> Glance:
    """A small grey copy of a frame."""
    height, width = frame.shape[:2]
    share = GLANCE_SIDE / max(height, width)
    size = (max(1, round(width * share)), max(1, round(height * share)))
    small = cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.int16)


def differ(one: Glance, two: Glance) -> bool:
    """Whether two glances show different things; a light that flickers changes all alike."""
    if one.shape != two.shape:
        return True
    change = one - two
    change = np.abs(change - np.int16(np.median(change)))
    return int((change > CHANGED).sum()) >= FEW_PLACES
