"""What was read in one photo: a value that can be printed, saved, drawn and judged.

`docs/library/formats.md` describes its JSON. The JSON also tells what else a tile may be, what
hides a part of it, the warnings as codes, and which cells the photo does not show.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ...engine.lattice import Cell
from ...engine.stamp import counted, stamped
from ...engine.tiles.alignment import Alignment
from ...engine.tiles.board import Board, Tile
from ...engine.tiles.observation import CERTAIN, LEAST_CHANCE, SURE, Observation, Share, as_written
from .dice import DieReading, Pixel
from .warnings import ReadingWarning, TileWarning, moved_warning, tile_sentence

Srgb = tuple[int, int, int]

COVERED = "covered"
"""Something lies over a part of a tile."""
CUT_OFF = "cut_off"
"""The photo ends on a tile."""
TOO_BRIGHT = "too_bright"
"""A part of a tile is in too much light to be seen."""


class ReadingError(ValueError):
    """A saved reading that is not one; the message says what is wrong with it."""


@dataclass(frozen=True)
class TileReading:
    """One tile of the board: its cell and rotation, how sure, and where the photo shows it.

    `corners` start at the top corner of the board's frame and go clockwise; there are none, and no
    `center`, where nobody has said where the photo shows it. `hidden` says why only
    a part is seen, COVERED, CUT_OFF or TOO_BRIGHT. `others` are the chances of what else it may be:
    another rotation, or None for no tile. The doubt whether the colours have each other's names,
    which all tiles share, is in `confidence` alone.
    """

    q: int
    r: int
    rotation: int
    confidence: float
    center: Pixel
    corners: tuple[Pixel, ...]
    hidden: str | None = None
    others: Mapping[int | None, float] = field(default_factory=dict, hash=False)

    def __repr__(self) -> str:
        state = "" if self.hidden is None else f", {self.hidden}"
        return f"<Tile at {self.q},{self.r} rotation {self.rotation}: {self.confidence:.4f}{state}>"

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

    @property
    def warnings(self) -> tuple[TileWarning, ...]:
        """That the tile is hidden in part, or unsure."""
        found: list[TileWarning] = []
        if self.hidden is not None:
            found.append(ReadingWarning(self.hidden, (self.cell,)))
        if not self.is_sure:
            percent = round(100 * self.confidence)
            found.append(ReadingWarning("unsure", (self.cell,), {"percent": percent}))
        return tuple(found)

    def judged(self, rotation: int, confidence: float) -> TileReading:
        """The same tile once more is known of it: its rotation, and how sure that is. Its other
        possibilities share the rest of the probability as they did before."""
        if (rotation, confidence) == (self.rotation, self.confidence):
            return self
        others = {what: chance for what, chance in self.others.items() if what != rotation}
        if rotation != self.rotation:
            others[self.rotation] = max(self.confidence, LEAST_CHANCE)
        total = math.fsum(others.values())
        left = 1.0 - confidence
        shared = {what: left * chance / total for what, chance in others.items() if chance > 0}
        return replace(self, rotation=rotation, confidence=confidence, others=shared)

    def moved(self, alignment: Alignment) -> TileReading:
        """The same tile in another frame."""
        tile = alignment.tile(Tile(self.q, self.r, self.rotation))
        # The corner that comes to lie on top is the one that was so many sixths before it.
        first = -alignment.sixths % 6
        return replace(
            self,
            q=tile.q,
            r=tile.r,
            rotation=tile.rotation,
            corners=self.corners[first:] + self.corners[:first],
            others=_turned(self.others, alignment.sixths),
        )

    def renamed(self) -> TileReading:
        """The same tile once White and Blue have changed names."""
        return replace(self, rotation=(self.rotation + 3) % 6, others=_turned(self.others, 3))

    def to_json(self) -> dict[str, Any]:
        """The tile's entry in the reading's JSON."""
        places = {
            "center": _json_pixel(self.center),
            "corners": [_json_pixel(corner) for corner in self.corners],
            "white_tip": _json_pixel(self.white_tip),
            "blue_tip": _json_pixel(self.blue_tip),
        } if self.corners else {}  # fmt: skip
        told = {"q": self.q, "r": self.r, "rotation": self.rotation}
        confidence = {"confidence": as_written(self.confidence)}
        return told | confidence | places | self._more_json()

    def _more_json(self) -> dict[str, Any]:
        """What there is to say of a tile that is not plainly seen."""
        more: dict[str, Any] = {} if self.hidden is None else {"hidden": self.hidden}
        likely = {w: round(float(c), 4) for w, c in self.others.items() if c >= LEAST_CHANCE}
        nothing = likely.pop(None, None)
        if likely:
            more["rotations"] = {str(rotation): chance for rotation, chance in likely.items()}
        if nothing is not None:
            more["nothing"] = nothing
        return more


def _turned(others: Mapping[int | None, float], sixths: int) -> dict[int | None, float]:
    return {None if w is None else (w + sixths) % 6: chance for w, chance in others.items()}


@dataclass(frozen=True)
class LooseTile:
    """A tile that lies near the board and is not part of it."""

    center: Pixel
    confidence: Share

    def to_json(self) -> dict[str, Any]:
        """The tile's entry in the reading's JSON."""
        return {"center": _json_pixel(self.center), "confidence": round(float(self.confidence), 4)}


@dataclass(frozen=True, repr=False)
class Reading:
    """A photo's board as read; `white` and `blue` are the set's two colours in sRGB.

    `notes` warn of the photo and the board as a whole; `unseen` are cells beside the board that
    the photo does not show, so that nobody can say what lies there. No tile may have more
    confidence than `most`, whatever becomes known of the table. `named` is the chance that the
    colours have their right names, as it is reckoned into the confidence of all tiles; None where
    nobody wrote it down.
    """

    path: str | None = field(compare=False)
    width: int
    height: int
    white: Srgb | None = None
    blue: Srgb | None = None
    tiles: tuple[TileReading, ...] = ()
    loose: tuple[LooseTile, ...] = ()
    dice: tuple[DieReading, ...] = ()
    notes: tuple[TileWarning, ...] = ()
    elapsed_ms: Mapping[str, float] = field(default_factory=dict, compare=False)
    unseen: frozenset[Cell] = frozenset()
    most: float = CERTAIN
    named: float | None = None

    def __repr__(self) -> str:
        unsure = len(self.unsure_tiles)
        doubt = f", {unsure} unsure" if unsure else ""
        return f"<Reading of {self.path or 'pixels'}: {counted(len(self.tiles), 'tile')}{doubt}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: the photo with the reading drawn over it, else the board."""
        from .notebook import reading_html

        return reading_html(self, self.to_board()._repr_svg_())

    def overlay(self, photo: Any = None) -> Any:
        """The photo with the reading drawn over it: an array (h, w, 3) of uint8, BGR, shrunk where
        it is large. The ``photo`` is opened again by its path where none is given. Raises
        PhotoError. (A name for arrays would load NumPy for every command's help.)"""
        from .notebook import drawn_over
        from .overlay import draw_overlay

        return drawn_over(self, draw_overlay, photo)

    @property
    def unsure_tiles(self) -> tuple[TileReading, ...]:
        """The tiles whose rotation should be checked by eye."""
        return tuple(tile for tile in self.tiles if not tile.is_sure)

    @property
    def is_placed(self) -> bool:
        """Whether it says where in the photo its tiles are."""
        return all(tile.corners for tile in self.tiles)

    @property
    def confidence(self) -> float:
        """How likely the whole board is right: the product over its tiles; 0 without a board."""
        return math.prod(tile.confidence for tile in self.tiles) if self.tiles else 0.0

    @property
    def warnings(self) -> tuple[TileWarning, ...]:
        """All that the reading warns of: tiles hidden in part, unsure tiles, and its notes."""
        of_tiles = [warning for tile in self.tiles for warning in tile.warnings]
        of_tiles.sort(key=lambda warning: warning.code == "unsure")
        return (*of_tiles, *self.notes)

    @property
    def sentences(self) -> list[str]:
        """All that the reading warns of, in English."""
        return list(map(tile_sentence, self.warnings))

    def warns_of(self, code: str) -> bool:
        """Whether there is a warning of this code."""
        return any(warning.code == code for warning in self.warnings)

    def without_note(self, code: str) -> Reading:
        """The reading without the notes of one code."""
        return replace(self, notes=tuple(note for note in self.notes if note.code != code))

    def to_board(self) -> Board:
        """The board, without pixels and confidences."""
        return Board(Tile(tile.q, tile.r, tile.rotation) for tile in self.tiles)

    def observation(self) -> Observation:
        """All that the reader knows of the board, for the referee."""
        return Observation(
            self.to_board(),
            confidence={tile.cell: tile.confidence for tile in self.tiles},
            rotations={
                tile.cell: turned
                for tile in self.tiles
                if (turned := {w: c for w, c in tile.others.items() if w is not None})
            },
            hidden=self.unseen,
            nothing={
                tile.cell: chance
                for tile in self.tiles
                if (chance := tile.others.get(None, 0.0)) > 0
            },
            partly=frozenset(tile.cell for tile in self.tiles if tile.hidden is not None),
        )

    def moved(self, alignment: Alignment) -> Reading:
        """The same reading in another frame. A turn by an odd number of sixths makes even
        rotations odd: where the colours are to change names with it, see `renamed`."""
        if alignment.sixths == 0 and alignment.shift == (0, 0):
            return self
        tiles = (tile.moved(alignment) for tile in self.tiles)
        return replace(
            self,
            tiles=tuple(sorted(tiles, key=lambda tile: (tile.r, tile.q))),
            dice=tuple(die.moved(alignment) for die in self.dice),
            notes=tuple(moved_warning(note, alignment) for note in self.notes),
            unseen=frozenset(map(alignment.cell, self.unseen)),
        )

    def renamed(self) -> Reading:
        """The same reading in the same frame once White and Blue have changed names."""
        return replace(
            self,
            white=self.blue,
            blue=self.white,
            tiles=tuple(tile.renamed() for tile in self.tiles),
        )

    def crossed(self) -> Reading:
        """The same tiles with White and Blue changing names. The frame turns by 180°, so that White
        corners are on top again; seen from there a tile's rotation stays what it was."""
        return self.moved(Alignment(3)).renamed()

    def to_json(self) -> dict[str, Any]:
        """The reading as `docs/library/formats.md` describes it."""
        palette = {"white": list(self.white), "blue": list(self.blue)} if (
            self.white is not None and self.blue is not None
        ) else None  # fmt: skip
        told: dict[str, Any] = {
            "image": {"path": self.path, "width": self.width, "height": self.height},
            "palette": palette,
            "tiles": [tile.to_json() for tile in self.tiles],
            "loose": [tile.to_json() for tile in self.loose],
            "dice": [die.to_json() for die in self.dice],
            "warnings": self.sentences,
            "warning_codes": [warning.to_json() for warning in self.warnings],
            "unseen": [list(cell) for cell in sorted(self.unseen)],
            "elapsed_ms": {
                stage: round(float(value), 1) for stage, value in self.elapsed_ms.items()
            },
        }
        if self.most != CERTAIN:
            told["most"] = self.most
        if self.named is not None:
            told["named"] = round(self.named, 4)
        return stamped("reading", told)

    @classmethod
    def from_json(cls, value: object) -> Reading:
        """Read what `to_json` wrote, or an earlier version of it; further keys are ignored. For the
        referee the tiles need no places in a photo. Raises ReadingError."""
        from .reading_file import reading_from

        return reading_from(value)


def _json_pixel(pixel: Pixel) -> list[float]:
    return [round(float(pixel[0]), 2), round(float(pixel[1]), 2)]
