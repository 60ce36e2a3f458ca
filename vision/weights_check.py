"""Whether the networks in ``weights/`` are the ones that were trained, by their checksums."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib.resources import files

CHECKSUMS = "CHECKSUMS"


@dataclass(frozen=True)
class Weights:
    """The licence of the weights; for each file its SHA-256 and whether it is that file."""

    licence: str
    files: dict[str, tuple[str, bool]]


def checked_weights() -> Weights:
    """The files that ``weights/CHECKSUMS`` lists, each held against its checksum."""
    folder = files(__package__).joinpath("weights")
    licence, listed = "", {}
    for line in folder.joinpath(CHECKSUMS).read_text(encoding="utf-8").splitlines():
        if line.startswith("# Licence: "):
            licence = line.removeprefix("# Licence: ")
        elif line and not line.startswith("#"):
            checksum, name = line.split(maxsplit=1)
            content = folder.joinpath(name).read_bytes()
            listed[name] = checksum, hashlib.sha256(content).hexdigest() == checksum
    return Weights(licence, listed)
