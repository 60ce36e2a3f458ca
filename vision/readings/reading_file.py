"""What stands in a saved reading, as types, and the reading that it says."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from ...engine.lattice import Cell
from ...engine.stamp import WrongValue, require_stamp
from ...engine.tiles.board import Coordinate, Rotation
from ...engine.tiles.observation import CERTAIN, Share
from ...engine.values import value_of
from .dice import DieReading, Finite, Pixel
from .reading import COVERED, CUT_OFF, TOO_BRIGHT, LooseTile, Reading, ReadingError, TileReading
from .warnings import TileWarning, as_known, warning_of_sentence

Tint = Annotated[int, Meta(ge=0, le=255)]
SrgbSaid = Annotated[tuple[Tint, Tint, Tint], Meta(title="three numbers from 0 to 255")]
_HIDDEN = (COVERED, CUT_OFF, TOO_BRIGHT)


class ImageSaid(Struct, frozen=True):
    """The photo; where nobody took one there is none."""

    width: int = 0
    height: int = 0
    path: str | None = None


class PaletteSaid(Struct, frozen=True):
    """The set's two colours."""

    white: SrgbSaid
    blue: SrgbSaid


class TileSaid(Struct, frozen=True):
    """A tile of the board; ``rotations`` and ``nothing`` are the chances of what else it may be.
    Places in the photo may be missing: the referee needs none."""

    q: Coordinate
    r: Coordinate
    rotation: Rotation
    confidence: Share | None = None
    center: Pixel = (0.0, 0.0)
    corners: Annotated[tuple[Pixel, ...], Meta(min_length=6, max_length=6, title="six places")] = ()
    rotations: dict[int, Share] = {}
    nothing: Share | None = None
    hidden: str | None = None

    def tile(self, hidden: str | None) -> TileReading:
        """The tile; a warning says why the photo shows a part of it only, where it does."""
        others: dict[int | None, float] = {
            rotation % 6: chance
            for rotation, chance in self.rotations.items()
            if rotation % 6 != self.rotation
        }
        if self.nothing is not None:
            others[None] = self.nothing
        return TileReading(
            self.q,
            self.r,
            self.rotation,
            1.0 if self.confidence is None else self.confidence,
            self.center,
            self.corners,
            hidden or (self.hidden if self.hidden in (None, *_HIDDEN) else COVERED),
            others,
        )


class ReadingSaid(Struct, frozen=True):
    """A whole reading. Where an earlier version wrote no ``warning_codes``, sentences say them."""

    image: ImageSaid
    tiles: tuple[TileSaid, ...]
    palette: PaletteSaid | None = None
    loose: tuple[LooseTile, ...] = ()
    dice: tuple[DieReading, ...] = ()
    warnings: tuple[str, ...] = ()
    warning_codes: tuple[TileWarning, ...] | None = None
    unseen: tuple[tuple[Coordinate, Coordinate], ...] = ()
    elapsed_ms: dict[str, Finite] = {}
    most: Share = CERTAIN
    named: Share | None = None

    def all_warnings(self) -> list[TileWarning]:
        """What it warns of. Raises KeyError."""
        if self.warning_codes is None:
            return [warning_of_sentence(line) for line in self.warnings]
        return list(map(as_known, self.warning_codes))


def reading_from(value: object) -> Reading:
    """The reading in a JSON object. Raises ReadingError."""
    try:
        require_stamp("reading", value, is_named=False)
        said = value_of(ReadingSaid, value)
        warnings = said.all_warnings()
    except KeyError as error:
        raise ReadingError(f"this is no reading of a photo: {error} is missing") from None
    except (WrongValue, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise ReadingError(f"this is no reading of a photo: {error}") from None
    why: dict[Cell, str] = {w.cells[0]: w.code for w in warnings if w.code in _HIDDEN and w.cells}
    return Reading(
        path=said.image.path,
        width=said.image.width,
        height=said.image.height,
        white=None if said.palette is None else said.palette.white,
        blue=None if said.palette is None else said.palette.blue,
        tiles=tuple(tile.tile(why.get((tile.q, tile.r))) for tile in said.tiles),
        loose=said.loose,
        dice=said.dice,
        notes=tuple(w for w in warnings if w.code not in (*_HIDDEN, "unsure")),
        elapsed_ms=said.elapsed_ms,
        unseen=frozenset(said.unseen),
        most=said.most,
        named=said.named,
    )
