"""Watching staged films with a tracker whose reader knows what the stage shows."""

from collections.abc import Callable, Sequence
from functools import partial

from palago.calibration.arrays import Frame
from palago.engine.tiles.board import Board
from palago.vision.readings.reading import Reading
from palago.vision.tracking.events import EventKind, TableEvent
from palago.vision.tracking.tracker import Tracker
from palago.vision.training.scenes.films.acts import Act
from palago.vision.training.scenes.films.videos import StagedTable
from stage_reader import StageReader


def table(seed: int, margin: int = 0, noise: float = 3.0, width: int = 640) -> StagedTable:
    """A table in a small film."""
    return StagedTable(seed, width, width * 9 // 16, margin=margin, noise=noise)


def watch(
    stage: StagedTable,
    acts: Sequence[Act],
    rate: float = 5.0,
    *,
    seen: Callable[[float, Frame], Frame | None] = lambda time, frame: frame,
    read: Callable[[StageReader, Frame], Reading] = lambda reader, frame: reader(frame),
) -> list[TableEvent[Reading]]:
    """All events of a film. ``seen`` may change a frame, or drop it by giving None; ``read`` may
    change what the stage's reader reads in it."""
    reader = StageReader(stage, acts)
    tracker = Tracker(partial(read, reader))
    frames = ((time, seen(time, frame)) for time, frame in reader.film(rate))
    return [
        event for time, frame in frames if frame is not None for event in tracker.feed(frame, time)
    ]


def boards(events: Sequence[TableEvent[Reading]]) -> list[Board]:
    """The boards that were reported, in order and in the tracker's own frame."""
    return [
        event.reading.to_board()
        for event in events
        if event.kind is EventKind.BOARD_CHANGED and event.reading is not None
    ]


def kinds(events: Sequence[TableEvent[Reading]]) -> list[EventKind]:
    """What happened, in order."""
    return [event.kind for event in events]
