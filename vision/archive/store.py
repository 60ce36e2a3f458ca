"""Finished readings on the disk, each under its photo's content hash: the reading, or why it is
none, true whoever has read it. What only failed, on some machine or process, is not stored."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ...engine.whole_file import whole_file

VISION = Path(__file__).parents[1]
NOT_READING = ("benchmark", "tracking", "training")


@cache
def reader_mark() -> str:
    """A short text that changes with the code and the weights that read photos."""
    digest = hashlib.sha256()
    files = (*VISION.rglob("*.py"), *VISION.glob("weights/*"))
    for path in sorted(path for path in files if path.is_file()):
        place = path.relative_to(VISION)
        if place.parts[0] in NOT_READING:
            continue
        digest.update(place.as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


_MARK = "reader"
"""Under this name a finished reading tells which version of the reader has made it."""


@dataclass(frozen=True)
class FinishedReadings:
    """The finished readings in a folder, which is made where it is missing."""

    folder: Path

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)

    def get(self, key: str) -> dict[str, Any] | None:
        """What this reader has made of the photo with this hash: the reading's JSON, or
        ``{"problem": sentence, "code": why}``; None where it has made nothing."""
        try:
            value = json.loads(self._file(key).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        if not isinstance(value, dict) or value.pop(_MARK, None) != reader_mark():
            return None
        return value

    def keep(self, key: str, value: dict[str, Any]) -> None:
        """Write a finished reading so that it is there whole or not at all, whenever the machine
        stops."""
        with whole_file(self._file(key)) as draft:
            draft.write_text(json.dumps(value | {_MARK: reader_mark()}), encoding="utf-8")

    def _file(self, key: str) -> Path:
        return self.folder / f"{key}.json"
