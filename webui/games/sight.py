"""The table as the program believes it to be: what the photo showed and what people corrected."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ...engine.lattice import Cell, rotate_cell
from ...engine.tiles.alignment import Alignment
from ...engine.tiles.board import Board, BoardError, Tile
from ...engine.tiles.observation import Observation
from ...vision.readings.reading import SURE, Reading
from ...vision.readings.warnings import parse_warning, warn

Pixel = tuple[float, float]

#: Warnings of tiles that a photo shows in part.
HIDDEN = ("covered", "cut_off")


@dataclass(frozen=True)
class SeenTile:
    """One tile: how sure its reading is (None where a person laid it) and where the photo has it.

    ``corners`` are pixels of the photo, from the top corner of the board's frame clockwise;
    ``hidden`` says why the photo shows it in part only, ``covered`` or ``cut_off``.
    """

    rotation: int
    confidence: float | None = None
    corners: tuple[Pixel, ...] = ()
    hidden: str | None = None

    @property
    def unsure(self) -> bool:
        """Whether the reading of this tile wants a look."""
        return self.confidence is not None and self.confidence < SURE


@dataclass(frozen=True)
class Photo:
    """The photo behind a sight; ``warnings`` are those that speak of no single tile."""

    digest: str
    width: int
    height: int
    warnings: tuple[str, ...] = ()
    loose: tuple[Pixel, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The photo as the page needs it."""
        return {
            "digest": self.digest,
            "width": self.width,
            "height": self.height,
            "warnings": list(self.warnings),
            "loose": [list(pixel) for pixel in self.loose],
        }


@dataclass(frozen=True)
class Palette:
    """The set's two colours, as CSS writes them."""

    white: str = "#f4efe2"
    blue: str = "#2b4c9b"


@dataclass(frozen=True)
class Sight:
    """The tiles on the table, in the game's own coordinates, and the photo that shows them."""

    tiles: Mapping[Cell, SeenTile] = field(default_factory=dict)
    photo: Photo | None = None
    palette: Palette = Palette()

    @property
    def board(self) -> Board:
        """The tiles without pixels and confidences."""
        return Board(Tile(*cell, tile.rotation) for cell, tile in self.tiles.items())

    @property
    def confidences(self) -> dict[Cell, float]:
        """Confidence by cell, of the tiles that a photo showed."""
        return {c: t.confidence for c, t in self.tiles.items() if t.confidence is not None}

    @property
    def observation(self) -> Observation:
        """The sight as the referee takes it."""
        return Observation(self.board, self.confidences)

    def with_board(self, tiles: Iterable[Tile]) -> Sight:
        """The sight of exactly these tiles, laid by hand; the palette stays."""
        return Sight({tile.cell: SeenTile(tile.rotation) for tile in tiles}, None, self.palette)

    def placed(self, tile: Tile) -> Sight:
        """The sight with one tile more. Raises BoardError where one lies there already."""
        if tile.cell in self.tiles:
            raise BoardError(f"a tile lies already at {tile.q},{tile.r}")
        return replace(self, tiles={**self.tiles, tile.cell: SeenTile(tile.rotation)})

    def turned(self, tile: Tile) -> Sight:
        """The sight with a tile turned; a person has seen it, so it is sure. Raises BoardError."""
        known = self._tile(tile.cell)
        corrected = SeenTile(tile.rotation, None, known.corners)
        return replace(self, tiles={**self.tiles, tile.cell: corrected})

    def removed(self, cell: Cell) -> Sight:
        """The sight without a tile. Raises BoardError."""
        self._tile(cell)
        return replace(self, tiles={c: t for c, t in self.tiles.items() if c != cell})

    def flipped(self) -> Sight:
        """The sight with White and Blue changing names.

        The frame turns by 180°, so that White corners are on top again; a tile's rotation, seen
        from its new frame, stays what it was.
        """
        tiles = {
            rotate_cell(cell, 3): replace(tile, corners=tile.corners[3:] + tile.corners[:3])
            for cell, tile in self.tiles.items()
        }
        palette = Palette(white=self.palette.blue, blue=self.palette.white)
        return replace(self, tiles=tiles, palette=palette, photo=_without_doubt(self.photo))

    def laid(self, way: Alignment) -> Sight:
        """The sight in another frame: that of the game, where ``way`` brings it there."""
        if way.sixths == 0 and way.shift == (0, 0):
            return self
        # The corner that comes to lie on top is the one that was so many sixths before it.
        first = -way.sixths % 6
        tiles = {
            way.cell(cell): replace(
                tile,
                rotation=(tile.rotation + way.sixths) % 6,
                corners=tile.corners[first:] + tile.corners[:first],
            )
            for cell, tile in self.tiles.items()
        }
        return replace(self, tiles=tiles)

    def _tile(self, cell: Cell) -> SeenTile:
        if cell not in self.tiles:
            raise BoardError(f"no tile lies at {cell[0]},{cell[1]}")
        return self.tiles[cell]


def sight_of_reading(value: object, digest: str | None, fallback: Palette) -> Sight:
    """The sight of a photo's Reading JSON; ``digest`` is None where the photo was not sent.

    Raises ReadingError.
    """
    reading = Reading.from_json(value)
    palette = fallback
    if reading.white is not None and reading.blue is not None:
        palette = Palette(_css(reading.white), _css(reading.blue))
    if digest is None:
        tiles = {t.cell: SeenTile(t.rotation, t.confidence) for t in reading.tiles}
        return Sight(tiles, None, palette)
    warned = [(sentence, parse_warning(sentence)) for sentence in reading.warnings]
    hidden = {w.cell: w.code for _, w in warned if w and w.code in HIDDEN}
    photo = Photo(
        digest,
        reading.width,
        reading.height,
        tuple(sentence for sentence, w in warned if w is None or w.cell is None),
        tuple(loose.center for loose in reading.loose),
    )
    tiles = {
        t.cell: SeenTile(t.rotation, t.confidence, t.corners, hidden.get(t.cell))
        for t in reading.tiles
    }
    return Sight(tiles, photo, palette)


def _without_doubt(photo: Photo | None) -> Photo | None:
    """The photo once a person has said which of the two colours is which."""
    if photo is None:
        return None
    return replace(photo, warnings=tuple(w for w in photo.warnings if w != warn("naming")))


def _css(colour: tuple[int, int, int]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
