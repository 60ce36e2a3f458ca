"""A mark of the reader's version, by which readings of an older one are known."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

VISION = Path(__file__).parents[1]
NOT_READING = ("benchmark", "tracking", "training")


@cache
def reader_mark() -> str:
    """A short text that changes whenever the code or the weights that read photos do."""
    digest = hashlib.sha256()
    files = (*VISION.rglob("*.py"), *VISION.glob("weights/*"))
    for path in sorted(path for path in files if path.is_file()):
        place = path.relative_to(VISION)
        if place.parts[0] in NOT_READING:
            continue
        digest.update(place.as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
