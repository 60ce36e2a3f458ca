"""What a tracker knows between two frames: one value, in one of four states.

Searching   nobody knows where the board lies: it was never seen, or it was lost
Calm        the board lies as it was reported
Changed     cells look otherwise, and have not been read yet
OutOfSight  most of the picture is covered, or the camera was aimed anew: soon it is lost
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from ...calibration.arrays import Floats, Floats32, Picture
from ...engine.lattice import Cell
from ..readings.reading import Reading
from .board.evidence import Evidence
from .board.memory import Absence
from .board.reference import MotionMemory, Reference
from .camera.rest import CameraRest, Stillness
from .camera.view import CameraView
from .events import TableEvent, WatchingPhase
from .readings import Readings

TilesSeen = tuple[tuple[Cell, int], ...]


def tiles_of(reading: Reading) -> TilesSeen:
    """Cells and rotations in order, to compare two readings."""
    return tuple(sorted((tile.cell, tile.rotation) for tile in reading.tiles))


def differing(reading: Reading, rotations: dict[Cell, int]) -> frozenset[Cell]:
    """The cells in which a reading is another board than these rotations."""
    now = {tile.cell: tile.rotation for tile in reading.tiles}
    cells = now.keys() | rotations.keys()
    return frozenset(cell for cell in cells if now.get(cell) != rotations.get(cell))


IDENTITY = np.eye(3)
"""The camera has not moved."""


@dataclass(frozen=True)
class FrameFacts:
    """The frame that has come: how it looks, and what a reading of it says (slow: ask once).
    `dice` are the cells that dice which were rolled have changed."""

    view: CameraView
    read: Callable[[], Reading]
    dice: frozenset[Cell] = frozenset()

    @property
    def time(self) -> float:
        """When the frame was taken, in seconds of the film."""
        return self.view.time


@dataclass(frozen=True)
class CellFacts:
    """The board's cells, and those around it, in the frame that has come: how they look, which
    look otherwise than before and which surely look the same."""

    samples: Floats32
    changed: frozenset[Cell]
    unchanged: frozenset[Cell]


@dataclass(frozen=True)
class Known:
    """What stays known from state to state: what readings have said, and how the camera moves.
    `is_confirmed` tells that the last report was looked over once. `covered` are tiles on which
    something has lain still for so long that it is no hand."""

    camera: CameraRest = field(default_factory=CameraRest)
    readings: Readings = field(default_factory=Readings)
    evidence: Evidence = field(default_factory=Evidence)
    absence: Absence = field(default_factory=Absence)
    is_confirmed: bool = False
    covered: frozenset[Cell] = frozenset()


@dataclass(frozen=True)
class WatchedBoard:
    """The board as it lies under the camera. `reading` is in the last frame's pixels, which have
    moved by `homography` since the frame of the `reference`."""

    reference: Reference
    reading: Reading
    motion: MotionMemory
    last_seen: float
    homography: Floats = field(default_factory=lambda: IDENTITY)
    light_changed_at: float | None = None
    phase: WatchingPhase = WatchingPhase.WATCHING


@dataclass(frozen=True)
class BoardSearch:
    """What is known while the board is looked for. ``tiles`` are those of the last reading,
    ``doubted_since`` is when readings began to show another board than the lost one.
    ``is_cleared``: all tiles were taken away. ``is_covered``: the camera stands as it did, so
    something lies over the board. ``bare`` is a small copy of the last frame without tiles."""

    stillness: Stillness = field(default_factory=Stillness)
    tiles: TilesSeen | None = None
    doubted_since: float | None = None
    is_cleared: bool = False
    is_covered: bool = False
    bare: Picture | None = None


@dataclass(frozen=True)
class Searching:
    """Nobody knows where the board lies. `board` is how it lay when it was lost."""

    known: Known
    board: WatchedBoard | None = None
    search: BoardSearch = field(default_factory=BoardSearch)


@dataclass(frozen=True)
class Calm:
    """The board lies as it was reported."""

    known: Known
    board: WatchedBoard


@dataclass(frozen=True)
class Changed:
    """Cells look otherwise `since` a moment. `proposal` is what a first reading said of them."""

    known: Known
    board: WatchedBoard
    since: float
    proposal: TilesSeen | None = None


@dataclass(frozen=True)
class OutOfSight:
    """The board is covered, or the camera was aimed anew; it is followed and looked for at once."""

    known: Known
    board: WatchedBoard
    search: BoardSearch = field(default_factory=BoardSearch)


State = Searching | Calm | Changed | OutOfSight
NextState = tuple[State, tuple[TableEvent[Reading], ...]]
