"""What was seen of a film or of photos, kept on the disk as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from ...engine.phrases import Phrase
from ...vision.readings.dice import DieReading
from ...vision.readings.naming import Naming
from ..store.files.whole_files import write_whole
from ..tables.page import TableDigitised
from ..tables.shots import CameraShot
from ..workers.worker import JobRefused
from .earlier_shots import earlier_shots
from .place import KEPT_OTHERWISE, JobFolder

FORMAT = "palago-shots"
VERSION = 1


class ShotKept(msgspec.Struct, frozen=True, omit_defaults=True):
    """A shot. ``is_board``: its reading shows a board for the referee. ``photo`` is a file's name
    among the photos, ``frame`` a JPEG; ``problem`` is a phrase's JSON or a sentence."""

    time: float
    source: str
    reading: dict[str, Any] | None = None
    is_board: bool = False
    photo: str | None = None
    frame: bytes | None = None
    problem: dict[str, Any] | str | None = None
    naming: Naming | None = None
    dice: tuple[DieReading, ...] | None = None


class ShotsKept(msgspec.Struct, frozen=True):
    """All shots in their order; ``is_film`` says that they run by the table's clock."""

    format: str
    version: int
    is_film: bool
    shots: tuple[ShotKept, ...]


def keep_shots(place: JobFolder, shots: Sequence[CameraShot], is_film: bool) -> None:
    """Write down what was seen; what an earlier version has kept is gone then."""
    kept = ShotsKept(FORMAT, VERSION, is_film, tuple(map(_kept, shots)))
    write_whole(place.shots, msgspec.json.encode(kept))
    place.pickled_shots.unlink(missing_ok=True)


def kept_shots(place: JobFolder, table: TableDigitised) -> tuple[list[CameraShot], bool]:
    """What was seen, and whether it runs by the table's clock. Raises JobRefused where this version
    and earlier ones have not written it: it has to be read anew."""
    try:
        if not place.shots.exists():
            return earlier_shots(place.pickled_shots)
        kept = msgspec.json.decode(place.shots.read_bytes(), type=ShotsKept)
        if (kept.format, kept.version) != (FORMAT, VERSION):
            raise JobRefused.of(KEPT_OTHERWISE)
        return [_shot(shot, place, table) for shot in kept.shots], kept.is_film
    except (msgspec.MsgspecError, OSError, ValueError, KeyError, AttributeError):
        raise JobRefused.of(KEPT_OTHERWISE) from None


def _kept(shot: CameraShot) -> ShotKept:
    picture, problem = shot.picture, shot.problem
    return ShotKept(
        shot.time,
        shot.source,
        None if shot.reading is None else shot.reading.to_json(),
        shot.seen is not None,
        picture.name if isinstance(picture, Path) else None,
        picture if isinstance(picture, bytes) else None,
        problem.to_json() if isinstance(problem, Phrase) else problem,
        shot.naming,
        shot.dice,
    )


def _shot(kept: ShotKept, place: JobFolder, table: TableDigitised) -> CameraShot:
    reading = None if kept.reading is None else table.kept_reading(kept.reading)
    problem = kept.problem
    return CameraShot(
        kept.time,
        kept.source,
        reading.observation() if kept.is_board and reading is not None else None,
        reading,
        kept.frame if kept.photo is None else place.photos / kept.photo,
        Phrase.from_json(problem) if isinstance(problem, dict) else problem,
        kept.naming,
        kept.dice,
    )
