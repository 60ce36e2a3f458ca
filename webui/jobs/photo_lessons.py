"""What a confirmed photo teaches is found out in a process apart: it is read once more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...engine.values import value_of
from ...vision.benchmark.truth import case_of_truth
from ..workers.worker import JobRefused
from .reading import stored_photo


def lesson(path: str, name: str, truth: dict[str, Any]) -> dict[str, Any] | None:
    """What the stored photo at a path teaches, given the truth about it; None where nothing. It is
    read as the program reads photos of tables that it does not know. Raises JobRefused."""
    from ...vision import PhotoError, read
    from ...vision.table.lesson import lesson_of

    try:
        file = stored_photo(Path(path))
        reading = read(file)
    except (PhotoError, OSError) as error:
        raise JobRefused.because(error) from None
    found = lesson_of(name, reading, case_of_truth(truth), file.at())
    return None if found is None else found.to_json()


def known_table(lessons: list[dict[str, Any]]) -> dict[str, Any]:
    """The table that some lessons describe together."""
    from ...vision.table.known_table import KnownTable
    from ...vision.table.lesson import Lesson

    return KnownTable.from_lessons(value_of(list[Lesson], lessons)).to_json()
