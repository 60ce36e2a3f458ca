"""What was read in one photo: a value that can be printed, saved, drawn and judged.

The JSON form is the one in the conventions, section Reading JSON.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...engine.lattice import Cell
from ...engine.tiles.board import Board, Tile

Pixel = tuple[float, float]
Srgb = tuple[int, int, int]

SURE = 0.95
"""Tiles below this confidence are marked as unsure."""


class ReadingError(ValueError):
    """A saved reading that is not one; the message says what is wrong with it."""


@dataclass(frozen=True)
class TileReading:
    """One tile of the board: its cell and rotation, how sure, and where the photo shows it.

    `corners` start at the top corner of the board's frame and go clockwise. `covered` says that a
    part of the tile is hidden or outside the photo.
    """

    q: int
    r: int
    rotation: int
    confidence: float
    center: Pixel
    corners: tuple[Pixel, ...]
    covered: bool = False

    @property
    def cell(self) -> Cell:
        """The cell (q, r)."""
        return self.q, self.r

    @property
    def white_tip(self) -> Pixel:
        """Where the White tip corner is in the photo."""
        return self.corners[self.rotation]

    @property
    def blue_tip(self) -> Pixel:
        """Where the Blue tip corner is in the photo."""
        return self.corners[(self.rotation + 3) % 6]

    @property
    def is_sure(self) -> bool:
        """Whether the rotation can be relied on."""
        return self.confidence >= SURE

    def to_json(self) -> dict[str, Any]:
        """The tile's entry in the reading's JSON."""
        return {
            "q": self.q,
            "r": self.r,
            "rotation": self.rotation,
            "confidence": round(self.confidence, 4),
            "center": _json_pixel(self.center),
            "corners": [_json_pixel(corner) for corner in self.corners],
            "white_tip": _json_pixel(self.white_tip),
            "blue_tip": _json_pixel(self.blue_tip),
        }


@dataclass(frozen=True)
class LooseTile:
    """A tile that lies near the board and is not part of it."""

    center: Pixel
    confidence: float

    def to_json(self) -> dict[str, Any]:
        """The tile's entry in the reading's JSON."""
        return {"center": _json_pixel(self.center), "confidence": round(self.confidence, 4)}


@dataclass(frozen=True)
class Reading:
    """A photo's board as read; `white` and `blue` are the set's two colours in sRGB."""

    path: str | None
    width: int
    height: int
    white: Srgb | None = None
    blue: Srgb | None = None
    tiles: tuple[TileReading, ...] = ()
    loose: tuple[LooseTile, ...] = ()
    warnings: tuple[str, ...] = ()
    elapsed_ms: Mapping[str, float] = field(default_factory=dict)

    @property
    def unsure_tiles(self) -> tuple[TileReading, ...]:
        """The tiles whose rotation should be checked by eye."""
        return tuple(tile for tile in self.tiles if not tile.is_sure)

    @property
    def confidence(self) -> float:
        """How likely the whole board is right: the product over its tiles; 0 without a board."""
        return math.prod(tile.confidence for tile in self.tiles) if self.tiles else 0.0

    def to_board(self) -> Board:
        """The board, without pixels and confidences."""
        return Board(Tile(tile.q, tile.r, tile.rotation) for tile in self.tiles)

    def to_json(self) -> dict[str, Any]:
        """The reading as in the conventions."""
        palette = {"white": list(self.white), "blue": list(self.blue)} if (
            self.white is not None and self.blue is not None
        ) else None  # fmt: skip
        return {
            "image": {"path": self.path, "width": self.width, "height": self.height},
            "palette": palette,
            "tiles": [tile.to_json() for tile in self.tiles],
            "loose": [tile.to_json() for tile in self.loose],
            "warnings": list(self.warnings),
            "elapsed_ms": {stage: round(value, 1) for stage, value in self.elapsed_ms.items()},
        }

    @classmethod
    def from_json(cls, value: object) -> Reading:
        """Read what `to_json` wrote; further keys are ignored. Raises ReadingError."""
        try:
            return _reading_from(value)
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise ReadingError(f"this is no reading of a photo: {_reason(error)}") from None


def _reason(error: Exception) -> str:
    return f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error)


def _json_pixel(pixel: Pixel) -> list[float]:
    return [round(pixel[0], 2), round(pixel[1], 2)]


def _reading_from(value: Any) -> Reading:
    image = value["image"]
    palette = value.get("palette")
    return Reading(
        path=None if image.get("path") is None else str(image["path"]),
        width=int(image["width"]),
        height=int(image["height"]),
        white=_colour(palette["white"]) if palette else None,
        blue=_colour(palette["blue"]) if palette else None,
        tiles=tuple(_tile_from(tile) for tile in value["tiles"]),
        loose=tuple(
            LooseTile(_pixel(tile["center"]), _share(tile["confidence"]))
            for tile in value.get("loose", [])
        ),
        warnings=tuple(str(line) for line in value.get("warnings", [])),
        elapsed_ms={str(k): float(v) for k, v in value.get("elapsed_ms", {}).items()},
    )


def _tile_from(value: Any) -> TileReading:
    tile = Tile.from_json(value)
    corners = tuple(_pixel(corner) for corner in value["corners"])
    if len(corners) != 6:
        raise ValueError(f"a tile has {len(corners)} corners, not six")
    return TileReading(
        tile.q, tile.r, tile.rotation, _share(value["confidence"]), _pixel(value["center"]), corners
    )


def _pixel(value: Any) -> Pixel:
    x, y = (float(number) for number in value)
    if not (math.isfinite(x) and math.isfinite(y)):
        raise ValueError("a pixel position is not a finite number")
    return x, y


def _share(value: Any) -> float:
    share = float(value)
    if not 0.0 <= share <= 1.0:
        raise ValueError(f"a confidence is {value}, not between 0 and 1")
    return share


def _colour(value: Any) -> Srgb:
    red, green, blue = (int(number) for number in value)
    if not all(0 <= number <= 255 for number in (red, green, blue)):
        raise ValueError(f"a colour is {list(value)}, not three numbers from 0 to 255")
    return red, green, blue
