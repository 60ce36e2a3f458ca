"""Photos whose boards are known: `STEM.truth.json` beside `STEM.jpg`, from any generator."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from ...engine.stamp import require_stamp
from ...engine.values import value_of
from ..readings.dice import Pixel

SUFFIX = ".truth.json"
PHOTO_SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".heic")

SEEN_ENOUGH = 0.5
"""A tile of which the photo shows a smaller share need not be found; if read, it must be right."""


class TruthError(ValueError):
    """A set that cannot be measured against: the message says which file, why, what to do."""


@dataclass(frozen=True)
class TrueTile:
    """A tile as it lies: cell, rotation, and pixels of its face in the upright photo.

    `corners` start at the top corner of the board's frame and go clockwise. `visible` is the share
    of the face that the photo shows, 0 to 1.
    """

    q: int
    r: int
    rotation: int
    center: Pixel
    corners: Annotated[tuple[Pixel, ...], Meta(min_length=6, max_length=6, title="six corners")]
    visible: float = 1.0

    @property
    def must_be_found(self) -> bool:
        """Whether enough of it is seen that a reading without it is wrong."""
        return self.visible >= SEEN_ENOUGH

    @property
    def inradius(self) -> float:
        """Distance in pixels from the centre to the nearest edge's middle, roughly."""
        middles = [
            ((ax + bx) / 2, (ay + by) / 2)
            for (ax, ay), (bx, by) in zip(
                self.corners, (*self.corners[1:], self.corners[0]), strict=True
            )
        ]
        return min(math.dist(self.center, middle) for middle in middles)


@dataclass(frozen=True)
class TruthSaid:
    """The truth about a photo as a file tells it."""

    tiles: tuple[TrueTile, ...]
    image: Mapping[str, Any] | None = None
    conditions: Mapping[str, Any] = field(default_factory=dict)
    palette: Mapping[str, Any] | None = None
    split: str = "all"
    generator: Any = None


@dataclass(frozen=True)
class Case:
    """One photo and the truth about it."""

    photo: Path
    name: str
    part: str
    conditions: Mapping[str, Any]
    tiles: tuple[TrueTile, ...]
    palette: Mapping[str, Any] = field(default_factory=dict)
    size: tuple[int, int] | None = None
    is_rendered: bool = False
    """Whether a program made the picture; else it is a photograph."""

    @property
    def level(self) -> str:
        """mild, hard, none (no board in the photo), or what the generator calls it."""
        return str(self.conditions.get("level", "unnamed")) if self.tiles else "none"


def find_cases(folder: Path) -> list[Case]:
    """All photos with truth in a folder and the folders in it, by name. Raises TruthError."""
    if not folder.is_dir():
        raise TruthError(f"{folder} is no folder; name one with photos and their {SUFFIX} files")
    cases = [_load(path, folder) for path in sorted(folder.rglob("*" + SUFFIX))]
    if not cases:
        raise TruthError(
            f"{folder} has no photo with a known board: each STEM.jpg needs a STEM{SUFFIX} "
            "beside it"
        )
    return cases


def case_of_truth(value: Mapping[str, Any]) -> Case:
    """The case of a truth that lies beside no photo. Raises WrongValue."""
    return _case_from(value, Path("photo"), Path())


def photo_beside(truth: Path) -> Path:
    """The photo of which a file tells the truth. Raises TruthError."""
    stem = truth.name.removesuffix(SUFFIX)
    photos = [truth.with_name(stem + suffix) for suffix in PHOTO_SUFFIXES]
    photo = next((photo for photo in photos if photo.is_file()), None)
    if photo is None:
        raise TruthError(f"{truth} has no photo beside it; there should be {photos[0].name}")
    return photo


def _load(path: Path, folder: Path) -> Case:
    photo = photo_beside(path)
    try:
        return _case_from(json.loads(path.read_text(encoding="utf-8")), photo, folder)
    except (ValueError, OSError) as error:
        raise TruthError(f"{path} is no truth about a photo: {error}") from None


def _case_from(value: object, photo: Path, folder: Path) -> Case:
    require_stamp("truth", value, is_named=False)
    said = value_of(TruthSaid, value)
    image = said.image or {}
    return Case(
        photo=photo,
        name=photo.relative_to(folder).with_suffix("").as_posix(),
        part=said.split,
        conditions=said.conditions,
        tiles=said.tiles,
        palette=said.palette or {},
        size=(image["width"], image["height"]) if "width" in image else None,
        is_rendered=said.generator is not None,
    )
