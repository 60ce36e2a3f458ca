"""The table as the program believes it to be: what the photo showed and what people corrected."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ...calibration.sets.colour import hex_code, parse_hex
from ...engine.games.protocols import Verdict
from ...engine.lattice import Cell
from ...engine.tiles.alignment import Alignment, align
from ...engine.tiles.board import Board, BoardError, Coordinate, Rotation, Tile
from ...engine.tiles.diagram import USUAL_COLOURS, SetColours
from ...engine.tiles.observation import SURE, Observation
from ...vision.readings.dice import DieReading, Pixel
from ...vision.readings.reading import COVERED, CUT_OFF, TOO_BRIGHT, Reading
from ...vision.readings.warnings import TileWarning, tile_sentence
from ...vision.table.agreed import STAYS, STAYS_FOR_GOOD, is_guess, with_agreed
from ...vision.table.colours import shows_other_set
from ..store.stored import StoredEvent
from .page import EventFields, PhotoDoubt, TableSight

_CELL = {"q": Coordinate, "r": Coordinate}
_TILE = {**_CELL, "rotation": Rotation}
#: What is done to single tiles by hand, and to the names of the two colours.
TILE_EVENTS: EventFields = {
    "tile_placed": _TILE,
    "tile_turned": _TILE,
    "tile_removed": _CELL,
    "colours_flipped": {},
    "tiles_moved": {"sixths": Rotation, "dq": Coordinate, "dr": Coordinate},
}
#: Why a photo may show a part of a tile only.
HIDDEN = (COVERED, TOO_BRIGHT, CUT_OFF)
#: What the reader is told of a table, by its own words.
TOLD = ("data_folder", "tile_set", "camera", "with_dice")
#: Least number and share of the last agreed board's tiles that lie as before, not counting those of
#: whose drawing nothing is seen. Of four tiles one may lie otherwise if its cell is not empty: of
#: 150 other boards 9 were like that by chance.
FEWEST_ALIKE, MOSTLY_ALIKE = 4, 0.7


@dataclass(frozen=True)
class SeenTile:
    """One tile: how sure its reading is (None where a person laid it) and where the photo has it.

    ``corners`` are pixels of the photo, from the top corner of the board's frame clockwise;
    ``hidden`` says why the photo shows it in part only: ``covered``, ``too_bright`` or ``cut_off``.
    """

    rotation: int
    confidence: float | None = None
    corners: tuple[Pixel, ...] = ()
    hidden: str | None = None

    @property
    def unsure(self) -> bool:
        """Whether the reading of this tile wants a look."""
        return self.confidence is not None and self.confidence < SURE

    def to_json(self, cell: Cell) -> dict[str, Any]:
        """The tile in a cell as the page needs it."""
        return {
            "q": cell[0],
            "r": cell[1],
            "rotation": self.rotation,
            "confidence": self.confidence,
            "unsure": self.unsure,
            "corners": [list(corner) for corner in self.corners] or None,
        }


@dataclass(frozen=True)
class PhotoSeen:
    """The photo behind a sight; ``warnings`` are those that speak of no single tile."""

    digest: str
    width: int
    height: int
    warnings: tuple[TileWarning, ...] = ()
    loose: tuple[Pixel, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The photo as the page needs it."""
        return {
            "digest": self.digest,
            "width": self.width,
            "height": self.height,
            "warnings": list(map(tile_sentence, self.warnings)),
            "warning_codes": [warning.to_json() for warning in self.warnings],
            "loose": [list(pixel) for pixel in self.loose],
        }


NOTHING_READ = Reading(None, 0, 0)


@dataclass(frozen=True, eq=False)
class Sight(TableSight):
    """The tiles on the table, in the game's own coordinates, and the photo that shows them; what is
    not said here, :class:`.page.TableSight` says.

    ``reading`` is what was read in the photo with this ``digest`` (None without a photo).
    ``by_hand`` is what people know better: the rotation of a tile that they laid or turned, None
    for one that they took away. ``shown`` are the places in the photo at which a person pointed out
    a tile, if no board was found without that. ``named_by`` are the two colours in the photo with
    the first move, or in a later one of another set that was agreed on: they say which is called
    White while the game goes on, in whatever light.
    ``dice_before`` are the dice of each earlier photo since something was agreed on.
    """

    reading: Reading = NOTHING_READ
    by_hand: Mapping[Cell, int | None] = field(default_factory=dict)
    digest: str | None = None
    palette: SetColours = USUAL_COLOURS
    shown: tuple[Pixel, ...] = ()
    named_by: SetColours | None = None
    dice_before: tuple[tuple[DieReading, ...], ...] = ()

    elsewhere = "no_tiles"

    @cached_property
    def tiles(self) -> Mapping[Cell, SeenTile]:
        """Each tile by its cell."""
        is_shown = self.digest is not None
        tiles = {
            t.cell: SeenTile(t.rotation, t.confidence, t.corners if is_shown else (), t.hidden)
            for t in self.reading.tiles
        }
        for cell, rotation in self.by_hand.items():
            known = tiles.pop(cell, None)
            if rotation is not None:
                tiles[cell] = SeenTile(rotation, None, known.corners if known else ())
        return tiles

    @property
    def photo(self) -> PhotoSeen | None:
        if self.digest is None:
            return None
        loose = tuple(tile.center for tile in self.reading.loose)
        size = self.reading.width, self.reading.height
        return PhotoSeen(self.digest, *size, self.reading.notes, loose)

    @property
    def board(self) -> Board:
        """The tiles without pixels and confidences."""
        return Board(Tile(*cell, tile.rotation) for cell, tile in self.tiles.items())

    @property
    def lacks_board(self) -> bool:
        """Whether a photo shows no board, and nobody has laid one."""
        return self.digest is not None and not self.tiles and self.reading.warns_of("no_board")

    @property
    def shows_printed_board(self) -> bool:
        return self.reading.warns_of("printed_board")

    @property
    def unsure(self) -> int:
        return sum(tile.unsure for tile in self.tiles.values())

    @property
    def shows_other_set(self) -> bool:
        """Whether no light explains the photo's colours as the game's."""
        if self.digest is None or not self.tiles or self.named_by is None:
            return False
        seen, known = (
            (parse_hex(pair.white), parse_hex(pair.blue)) for pair in (self.palette, self.named_by)
        )
        return shows_other_set(seen, known)

    def lies_still(self, agreed: Board) -> bool:
        return not self.tiles or self.board == agreed

    def doubts(self, language: str) -> Sequence[PhotoDoubt]:
        """Tiles that the photo shows in part, and its warnings."""
        from .tile_doubts import tile_doubts

        return tile_doubts(self, language)

    def lying(self, agreed: Board) -> Board:
        """The tiles of which people speak: as they lie now, whatever was agreed on."""
        return self.board

    @property
    def confidences(self) -> dict[Cell, float]:
        """Confidence by cell, of the tiles that a photo showed."""
        return {c: t.confidence for c, t in self.tiles.items() if t.confidence is not None}

    @cached_property
    def seen(self) -> Observation:
        return self.reading.observation().corrected(self.by_hand)

    def with_board(self, tiles: Iterable[Tile]) -> Sight:
        """The sight of exactly these tiles, laid by hand; the palette stays."""
        by_hand: dict[Cell, int | None] = {tile.cell: tile.rotation for tile in tiles}
        return Sight(by_hand=by_hand, palette=self.palette, named_by=self.named_by)

    def cleared(self) -> Sight:
        """The sight of nothing."""
        return self.with_board(())

    def agreed(self, board: Board) -> Sight:
        """What is known after a move or a roll. The table lies as it lay. Dice that were obeyed
        say nothing any more, nor does a photo without a board. Doubts about tiles that were agreed
        on are settled, and their colours are the game's."""
        heeded = replace(self.reading, dice=()).without_note("no_board")
        settled = replace(self, reading=heeded, dice_before=())
        if not len(board) or self.board != board:
            return settled
        is_named = self.digest is None or (self.named_by is not None and not self.shows_other_set)
        named_by = self.named_by if is_named else self.palette
        return replace(settled, named_by=named_by)._without_doubts()

    def _without_doubts(self) -> Sight:
        named = self._with_names_given()
        tiles = (
            replace(tile, confidence=max(tile.confidence, SURE), hidden=None)
            for tile in named.reading.tiles
        )
        return replace(named, reading=replace(named.reading, tiles=tuple(tiles)))

    def flipped(self) -> Sight:
        """The sight with White and Blue changing names, which a person has seen to be right."""
        half_turn = Alignment(3)  # White corners come on top again
        return replace(
            self,
            reading=self._with_names_given().reading.crossed(),
            by_hand={half_turn.cell(cell): rotation for cell, rotation in self.by_hand.items()},
            palette=SetColours(white=self.palette.blue, blue=self.palette.white),
        )

    def known_by(self, board: Board, names_matter: bool, keeps_pieces: bool) -> Sight:
        """The sight with what the last agreed board tells of it: the colours' names, and that tiles
        which lie as they were agreed on are hardly misread, or not even seen."""
        stays = STAYS_FOR_GOOD if keeps_pieces else STAYS
        if not names_matter:
            return self.named_either_way(board)._sure_of_agreed(board, stays)
        return self.named_like(board)._sure_of_agreed(board, stays) if len(board) else self

    def _sure_of_agreed(self, board: Board, stays: float) -> Sight:
        """The sight with its tiles as sure as the last agreed board makes them, if it shows that
        board; not while the names are in doubt."""
        # A guess speaks neither for that board nor against it; only its cell does.
        guessed = {tile.cell for tile in self.reading.tiles if is_guess(tile)}
        way = align(board, Board(tile for tile in self.board if tile.cell not in guessed))
        blind = sum(way.cell(cell) in board for cell in guessed)
        told = max(len(board) - blind, FEWEST_ALIKE)
        lying = way.same + way.turned + blind
        is_it = way.same >= MOSTLY_ALIKE * told and lying >= FEWEST_ALIKE
        if not is_it or self.reading.warns_of("naming"):
            return self
        agreed = {way.cell_back(tile.cell): (tile.rotation - way.sixths) % 6 for tile in board}
        return replace(self, reading=with_agreed(self.reading, agreed, stays=stays))

    def named_like(self, board: Board) -> Sight:
        """The sight with White and Blue named as on the last agreed board, where only one naming
        fits that board: names do not change while a game goes on."""
        other = self.flipped()
        same, crossed = (align(board, sight.board).same for sight in (self, other))
        most = max(same, crossed)
        if not _shows(board, most) or abs(same - crossed) < most / 2:
            return self
        return other if crossed > same else self._with_names_given()

    def named_either_way(self, board: Board) -> Sight:
        """The sight with its two colours named so that it fits the last agreed board better. For
        games that are the same with both exchanged: nobody has to say which of them is White."""
        other = self.flipped()
        is_crossed = align(board, other.board).same > align(board, self.board).same
        return other if is_crossed else self._with_names_given()

    def _with_names_given(self) -> Sight:
        if not self.reading.warns_of("naming"):
            return self
        from ...vision.readings.naming import with_names_given

        return replace(self, reading=with_names_given(self.reading))

    def aligned(self, judge: Callable[[Observation], Verdict]) -> Sight:
        if not self.tiles:
            return self
        return self._moved(judge(self.seen).alignment)

    def _moved(self, way: Alignment) -> Sight:
        by_hand = {
            way.cell(cell): None if rotation is None else (rotation + way.sixths) % 6
            for cell, rotation in self.by_hand.items()
        }
        return replace(self, reading=self.reading.moved(way), by_hand=by_hand)

    def told_to_reader(self, known: Mapping[str, Any]) -> dict[str, Any]:
        """What the reader takes of all that is ``known`` of the table: the profiles, and whether it
        has dice."""
        return {name: known[name] for name in TOLD if name in known}

    def after(self, event: StoredEvent) -> Sight:
        """The sight after something was seen or laid. Raises BoardError, ReadingError."""
        data = event.data
        if event.kind == "photo_read":
            reading, palette = Reading.from_json(data["reading"]), self.palette
            if reading.white is not None and reading.blue is not None:
                palette = SetColours(hex_code(reading.white), hex_code(reading.blue))
            shown = tuple((x, y) for x, y in data.get("shown", ()))
            before = self.dice_before
            if self.reading.dice and self.digest != data["photo"]:  # not the same one, read again
                before = (*before, self.reading.dice)
            return Sight(reading, {}, data["photo"], palette, shown, self.named_by, before)
        if event.kind == "board_set":
            laid = self.with_board(Board.from_json(data).tiles)
            if not data.get("photo"):
                return laid
            nothing_read = Reading(None, *data["photo_size"])
            return replace(laid, reading=nothing_read, digest=str(data["photo"]))
        if event.kind in ("tile_placed", "tile_turned"):
            tile = Tile.from_json(data)
            is_new = event.kind == "tile_placed"
            return self._corrected(tile.cell, tile.rotation, is_new=is_new)
        if event.kind == "tiles_moved":
            return self._moved(Alignment(data["sixths"], (data["dq"], data["dr"])))
        if event.kind == "tile_removed":
            return self._corrected((data["q"], data["r"]), None)
        return self.flipped() if event.kind == "colours_flipped" else self

    def to_json(self) -> dict[str, Any]:
        """What the page shows of the tiles, and where one could be added."""
        return {
            "tiles": [tile.to_json(cell) for cell, tile in sorted(self.tiles.items())],
            "board": self.board.to_text(),
            "frontier": [list(cell) for cell in places_to_touch(self.board)],
        }

    def _corrected(self, cell: Cell, rotation: int | None, *, is_new: bool = False) -> Sight:
        """The sight once a person has said how a tile lies, or None for no tile. Raises BoardError
        where a tile that ``is_new`` lies on another one, and where an old one lies nowhere."""
        place = f"{cell[0]},{cell[1]}"
        if (cell in self.tiles) is is_new:
            raise BoardError(f"{'a tile lies already' if is_new else 'no tile lies'} at {place}")
        return replace(self, by_hand={**self.by_hand, cell: rotation})


def _shows(board: Board, same: int) -> bool:
    """Whether a photo shows this board, by how many of its tiles lie there the ``same``."""
    return same >= max(FEWEST_ALIKE, MOSTLY_ALIKE * len(board))


def places_to_touch(board: Board) -> tuple[Cell, ...]:
    """Where a tile could be added."""
    return board.frontier() or ((0, 0),)
