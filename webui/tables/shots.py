"""Stable boards out of photos or videos: what the engine's followers are fed with."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...engine.following.steps import Shot
from ...engine.phrases import Phrase
from ...engine.tiles.alignment import Alignment
from ...engine.tiles.board import Board
from ..jobs.frames import jpeg

if TYPE_CHECKING:
    from ...calibration.arrays import Frame
    from ...vision.archive import ReadPhoto
    from ...vision.dice.filmed.watch import LandedDice
    from ...vision.dice.taught import TaughtFaces
    from ...vision.readings.dice import DieReading
    from ...vision.readings.naming import Naming
    from ...vision.readings.reading import Reading
    from ...vision.tracking.events import TableEvent, TableTracker


LAST_FRAMES, SECONDS_BETWEEN_LAST_FRAMES = 11, 0.2
"""How many times a film's last frame is fed again, and the seconds between: long enough for a tile,
too short for a thing that only lies on the board."""


MOST_LAID_ANEW = 5
"""Maximum number of tiles that may be taken up and laid anew as one turn: other tiles in place of
more are another game."""


@dataclass(frozen=True)
class CameraShot:
    """One stable board. ``seen`` is what the game's referee judges; None if only time has passed,
    or no board could be read.

    ``source`` names the photo or the moment of the video behind it; ``picture`` is the photo's
    file or the frame's JPEG bytes; ``problem`` says why there is no board. ``naming`` is what was
    known by then of which colour is White, in the frame that ``seen`` shares with the other shots.
    ``dice`` are the dice that lie there, in the same frame; None if nobody has looked for them.
    """

    time: float
    source: str
    seen: Any = None
    reading: Any = None
    picture: Path | bytes | None = None
    problem: Phrase | str | None = None
    naming: Naming | None = None
    dice: tuple[DieReading, ...] | None = None

    @property
    def shot(self) -> Shot:
        """What the engine's followers take of it."""
        dice = None if self.dice is None else tuple(die.as_seen() for die in self.dice)
        return Shot(self.time, self.source, self.seen, dice)


def unreadable(problem: str, code: str, path: Path) -> Phrase | str:
    """Why a file is no photo: a phrase where the code is known, else the English sentence. Where
    the photo lies on this machine is nobody's affair."""
    if code:
        return Phrase(f"digitise.photo_{code}")
    return problem.replace(str(path), "This file")


def from_photos(photos: list[ReadPhoto]) -> Iterator[CameraShot]:
    """The sightings of an archive that was read, in its order."""
    from ...vision.readings.naming import common_names

    first = next((read.photo.time for read in photos if read.photo.time is not None), None)
    readings, naming = common_names([read.reading for read in photos])
    for number, (read, reading) in enumerate(zip(photos, readings, strict=True)):
        taken = read.photo.time
        time = taken - first if taken is not None and first is not None else float(number)
        name, path = read.photo.path.name, read.photo.path
        if reading is None:
            said = unreadable(read.problem or "", read.code, path.resolve())
            yield CameraShot(time, name, picture=path, problem=said)
        elif not reading.tiles:
            problem = None if reading.dice else Phrase("digitise.no_board")
            yield CameraShot(time, name, None, reading, path, problem, dice=reading.dice)
        else:
            yield CameraShot(
                time, name, reading.observation(), reading, path, naming=naming, dice=reading.dice
            )


def from_frames(
    frames: Iterator[tuple[float, Frame]],
    read: Callable[[Frame], Any],
    on_events: Callable[[float, tuple[TableEvent[Any], ...]], None] = lambda time, events: None,
    taught: tuple[TaughtFaces, ...] = (),
    with_dice: bool = True,
    track: Callable[[Callable[[Frame], Any]], TableTracker[Any]] | None = None,
) -> Iterator[CameraShot]:
    """The sightings of a video: each stable board, and in between the passing of time; last of all
    the rolls, for only the whole film tells all of their dice. Where all tiles are taken away and
    other ones laid, the game has ended, and so have the sightings.

    ``taught`` are symbols on dice; ``with_dice`` says whether any are looked for; ``track`` follows
    such a table, by default one on which tiles lie.
    """
    from ...vision.dice.filmed.watch import DiceWatch
    from ...vision.tracking.events import EventKind, WatchingPhase
    from ...vision.tracking.tracker import Tracker

    tracker, watch = (track or Tracker)(read), DiceWatch(taught=taught) if with_dice else None
    passed, pictures, ended = 0.0, dict[float, bytes](), math.inf
    time, frame, board = 0.0, None, Board()
    for time, frame in frames:
        events = tracker.feed(frame, time)
        on_events(time, events)
        dice = None if watch is None else watch.feed(frame, time, tracker.reading)
        if dice is not None:
            tracker.see_dice(dice)
            pictures[time] = jpeg(frame)
        boards = list(_boards(events, frame, time, tracker))
        ended = next((event.time for event in events if event.kind is EventKind.CLEARED), ended)
        if boards and ended < time and _is_another_game(board, boards[-1].seen.board):
            said = Phrase("digitise.cleared")
            yield CameraShot(time, clock(time), picture=jpeg(frame), problem=said)
            frame = None
            break
        yield from boards
        board, ended = (boards[-1].seen.board, math.inf) if boards else (board, ended)
        # While a hand is over the board nobody knows what it does: time passes without hands.
        if time - passed >= 0.5 and tracker.phase is WatchingPhase.WATCHING:
            passed = time
            yield CameraShot(time, clock(time), naming=tracker.naming)
    if frame is not None:
        yield from _ended(tracker, frame, time)
    throws = () if watch is None else watch.throws()
    known = [throw for throw in throws if throw.time < ended]
    yield from () if watch is None else rolls_seen(known, pictures, min(time, ended))


def _is_another_game(before: Board, now: Board) -> bool:
    """Whether a board, in one frame with what lay there before the table was empty, is not it."""
    same = sum(before.get(tile.cell) == tile for tile in now)
    return len(before) > MOST_LAID_ANEW and 2 * same < len(before)


def _ended(tracker: TableTracker[Any], frame: Frame, time: float) -> Iterator[CameraShot]:
    """What the last frame shows: it is taken to stand still, as long as its board is not settled,
    and time passes if nothing lies over it."""
    from ...vision.tracking.events import WatchingPhase

    for number in range(1, LAST_FRAMES + 1):
        if not tracker.is_unsettled:
            break
        later = time + number * SECONDS_BETWEEN_LAST_FRAMES
        yield from _boards(tracker.feed(frame, later), frame, time, tracker)
    if tracker.phase is WatchingPhase.WATCHING and not tracker.is_unsettled:
        yield CameraShot(time, clock(time), naming=tracker.naming)


def _boards(
    events: Iterable[TableEvent[Any]], frame: Frame, time: float, tracker: TableTracker[Any]
) -> Iterator[CameraShot]:
    """The boards that a frame has shown."""
    from ...vision.tracking.events import EventKind

    for event in events:
        if event.kind is EventKind.BOARD_CHANGED and event.reading is not None:
            seen, rested = event.reading.observation(), event.rested
            yield CameraShot(
                time if rested is None else rested, clock(time), seen, event.reading, jpeg(frame),
                naming=tracker.naming,
            )  # fmt: skip


def rolls_seen(
    throws: Iterable[LandedDice], pictures: Mapping[float, bytes], end: float
) -> Iterator[CameraShot]:
    """The rolls that a watch has gathered, each with the first picture of its dice. A last shot
    says that no more came until the ``end``. Dice are told apart by their places in the picture."""
    for throw in throws:
        shown = next((at for at in pictures if at >= throw.time), throw.time)
        lying = tuple(replace(die, place=None) for die in throw.dice)
        yield CameraShot(throw.time, clock(shown), picture=pictures.get(shown), dice=lying)
    yield CameraShot(end, clock(end), dice=())


def from_stills(
    frames: Iterable[tuple[float, Frame]],
    read: Callable[[Frame], Reading],
    taught: tuple[TaughtFaces, ...] = (),
    with_dice: bool = True,
) -> Iterator[CameraShot]:
    """The sightings of a film whose clock is not the table's. As with photos, each board has its
    own frame; dice are told apart by their places in the picture."""
    from ...vision.dice.filmed.watch import DiceWatch
    from ...vision.readings.naming import common_names
    from ...vision.tracking.camera.time_lapse import stills

    watch, latest = DiceWatch(spares=False, taught=taught) if with_dice else None, None
    pictures, time = dict[float, bytes](), 0.0

    def watched() -> Iterator[tuple[float, Frame]]:
        nonlocal time
        for time, frame in frames:
            yield time, frame
            if watch is not None and watch.feed(frame, time, latest) is not None:
                pictures[time] = jpeg(frame)

    found = []
    for still in stills(watched(), read):
        latest = still.reading
        found.append(still)
    readings, naming = common_names([still.reading for still in found])
    boards = [
        CameraShot(
            still.time, clock(still.time), reading.observation(), reading, jpeg(still.frame),
            naming=naming,
        )
        for still, reading in zip(found, readings, strict=True)
        if reading is not None
    ]  # fmt: skip
    rolls = () if watch is None else rolls_seen(watch.throws(), pictures, time)
    yield from sorted([*rolls, *boards], key=lambda sight: (sight.time, sight.seen is not None))


def with_settled_names(
    sightings: Iterable[CameraShot], are_crossed: bool | None = None
) -> tuple[list[CameraShot], Naming | None]:
    """All sightings with the names of the two colours for which they speak together, and how sure
    these are.

    The last sighting knows most, as it gathers those before. ``are_crossed``: a person has said
    whether the names so found are right (False) or have to be exchanged (True).
    """
    found = list(sightings)
    naming = next((s.naming for s in reversed(found) if s.naming is not None), None)
    if naming is None:
        return found, None
    is_against = naming.gap < 0
    if is_against != bool(are_crossed):
        for number, sight in enumerate(found):
            if sight.dice is not None:
                dice = tuple(die.moved(Alignment(3)) for die in sight.dice)
                sight = found[number] = replace(sight, dice=dice)
            if sight.reading is not None and sight.seen is not None:
                reading = sight.reading.crossed()
                found[number] = replace(sight, reading=reading, seen=reading.observation())
    naming = naming.crossed() if is_against else naming
    return found, naming if are_crossed is None else replace(naming, is_given=True)


def clock(seconds: float) -> str:
    """A moment of a video as minutes and seconds: ``12:03.4``."""
    minutes, rest = divmod(seconds, 60)
    return f"{int(minutes)}:{rest:04.1f}"


def kept_reading(
    folder: Path | None,
    read: Callable[..., Any],
    to_json: Callable[[Any], dict[str, Any]],
    from_json: Callable[[Any], Any],
) -> Callable[..., Any]:
    """``read``, but each reading is kept in a folder, if one is given, under the photo's or frame's
    bytes and what else ``read`` was told: nothing is read twice."""
    if folder is None:
        return read
    from ...vision.archive.store import FinishedReadings

    finished = FinishedReadings(folder)

    def read_once(source: Any, *told: Any) -> Any:
        pixels = source if isinstance(source, bytes) else source.tobytes()
        key = hashlib.sha256(pixels + repr(told).encode() * bool(told)).hexdigest()
        with suppress(ValueError):  # else it is read anew
            if (known := finished.get(key)) is not None:
                return from_json(known)
        reading = read(source, *told)
        finished.keep(key, to_json(reading))
        return reading

    return read_once
