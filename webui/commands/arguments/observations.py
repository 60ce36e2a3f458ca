"""Boards with their confidences, from photos, saved readings, board files or words."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from ....engine.tiles.board import Board
from ....engine.tiles.observation import Observation
from ....vision.readings.reading import Reading, ReadingError
from ...errors import BadInput
from .boards import (
    board_argument,
    board_in,
    is_json,
    is_photo,
    photo_argument,
    play_servers_picture,
)

#: Maximum number of characters of a board or reading on standard input.
MOST_CHARACTERS = 40_000_000


def observation_argument(words: str) -> Observation:
    """A photo, a reading or board as a file, as JSON or on standard input (``-``), or tiles in
    words; no words, no tiles. Raises BadInput."""
    if not words.strip():
        return Observation(Board())
    if is_photo(words):
        reading = photo_argument(words)
        if not reading.tiles:  # which an empty table is, before the first move
            print(f"{words}: {'; '.join(reading.sentences)}", file=sys.stderr)
        return reading.observation()
    if words == "-":
        drawn = play_servers_picture(words)
        if drawn is not None:
            return Observation(drawn)
        sent, name = sys.stdin.read(MOST_CHARACTERS), "standard input"
        return _reading_in(sent, name) or Observation(board_in(sent, name))
    if is_json(words):
        return _reading_in(words, "this JSON") or Observation(board_argument(words))
    if Path(words).suffix.lower() == ".json" and os.path.exists(words):
        try:
            text = Path(words).read_text(encoding="utf-8")
        except (OSError, ValueError):
            text = ""  # the board's reader says what is wrong with it
        found = _reading_in(text, words)
        if found is not None:
            return found
    return Observation(board_argument(words))


def _reading_in(text: str, name: str) -> Observation | None:
    """A reading's JSON with its confidences; None where the text is something else."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None  # the board's reader says what is wrong with it
    if not isinstance(value, dict) or "image" not in value:
        return None
    try:
        return Reading.from_json(value).observation()
    except ReadingError as error:
        raise BadInput(f"{name}: {error}") from None
