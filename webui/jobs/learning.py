"""What a confirmed photo teaches is found out in a process apart: it is read once more."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..workers.worker import JobRefused

if TYPE_CHECKING:
    from ...calibration.sets.tile_set import TileSetProfile
    from ...vision.photos.photo import PhotoFile
    from ...vision.readings.reading import Reading


def lesson(path: str, name: str, truth: dict[str, Any]) -> dict[str, Any] | None:
    """What the stored photo at a path teaches, given the truth about it; None where nothing.

    It is read as the program reads photos of tables that it does not know. Raises JobRefused.
    """
    from dataclasses import replace

    from ...vision import PhotoError, read
    from ...vision.benchmark.truth import case_of_truth
    from ...vision.photos.photo import PhotoFile
    from ...vision.table.lesson import lesson_of, named_truly
    from .reading import kept_orientation

    try:
        file = PhotoFile(Path(path).read_bytes(), orientation=kept_orientation(Path(path)))
        reading = read(file)
    except (PhotoError, OSError) as error:
        raise JobRefused(str(error)) from None
    case = case_of_truth(truth)
    found = lesson_of(name, reading, case)
    if found is None:
        return None
    return replace(found, drawing=_drawing(file, named_truly(reading, case))).to_json()


def _drawing(file: PhotoFile, reading: Reading) -> TileSetProfile | None:
    """What was measured of the tiles in one photo."""
    from ...calibration.outcome import NotEnough
    from ...calibration.sets.fit import measure_tile_set
    from .calibrating import tiles_to_measure

    measured = measure_tile_set([tiles_to_measure(file.at(), reading)], "learned")
    return None if isinstance(measured, NotEnough) else measured[0]


def table(lessons: list[dict[str, Any]]) -> dict[str, Any]:
    """The table that some lessons describe together."""
    from ...vision.table.known import KnownTable
    from ...vision.table.lesson import Lesson

    return KnownTable.from_lessons([Lesson.from_json(each) for each in lessons]).to_json()
