"""Boards with their confidences, from photos, saved readings, board files or words."""

from __future__ import annotations

import json
import os
from pathlib import Path

from ....engine.tiles.board import Board, BoardError
from ....engine.tiles.observation import Observation
from ...errors import BadInput
from .boards import board_argument, is_photo, read_photo


def observation_argument(words: str) -> Observation:
    """A photo, a saved reading, a board file, ``-``, or tiles in words; no words, no tiles.

    Raises BadInput.
    """
    if not words.strip():
        return Observation(Board())
    if is_photo(words):
        return _read_photo(words)
    if Path(words).suffix.lower() == ".json" and os.path.exists(words):
        found = _saved_reading(words)
        if found is not None:
            return found
    return Observation(board_argument(words))


def _read_photo(source: str) -> Observation:
    return read_photo(source).observation()


def _saved_reading(source: str) -> Observation | None:
    """A reading's JSON with its confidences; None where the file holds something else."""
    try:
        with open(source, encoding="utf-8") as file:
            value = json.load(file)
    except (OSError, ValueError, RecursionError):
        return None  # the board's reader says what is wrong with it
    if not isinstance(value, dict) or "image" not in value:
        return None
    from ....vision.readings.reading import Reading, ReadingError

    try:
        return Reading.from_json(value).observation()
    except ReadingError:
        pass  # tiles with confidences and no pixels are enough for the referee
    try:
        return Observation.from_json(value)
    except BoardError as error:
        raise BadInput(f"{source}: {error}") from None
