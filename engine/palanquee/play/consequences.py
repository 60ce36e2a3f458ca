"""What an action causes, in this order: captures, isolation, precedence, saturation (rules,
Palanquée 7 to 12)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ..table.board import COLUMN_MASKS, COLUMNS, cells_of, mask_of, names_of, union_of
from ..table.pieces import Pieces, flattened, in_every_plane, joined_to, neighbours_of
from .captures import Line, captured_lines, saturated_columns, threatening_lines


def living(planes: int, seed_planes: int, parasites: int) -> int:
    """The pieces of all living groups, in planes.

    A plant lives. A seedless group with a cell of ``parasites`` lives while it touches an enemy
    plant or a living enemy parasite, counted from plants outwards: parasites that only touch one
    another die.
    """
    alive = joined_to(seed_planes, planes)
    loose = planes & ~alive
    if not loose:
        return alive
    seekers = joined_to(loose & in_every_plane(parasites), loose)
    while seekers:
        enemies = in_every_plane(flattened(alive)) & ~alive
        fed = joined_to(seekers & neighbours_of(enemies), seekers)
        if not fed:
            break
        alive |= fed
        seekers ^= fed
    return alive


@dataclass(frozen=True)
class Handling:
    """What hands do on the board in one action: take pieces away, lay one piece.

    ``taken`` are cells; the piece laid is a code. ``as_parasite`` says that the laid sprout is
    hatched, or belonged to a parasite.
    """

    colour: int
    taken: int = 0
    laid: int | None = None
    code: int = 0
    as_parasite: bool = False


@dataclass(frozen=True)
class Consequences:
    """What follows from an action, as sets of cells.

    ``settled`` are the pieces after captures and isolation, ``after`` those at the end.
    ``threats`` are lines in which the laid piece may not stand then. ``isolated`` holds both
    isolations; ``lost`` is all that left the board after the hands' work.
    """

    handling: Handling
    captured: int
    isolated: int
    threats: tuple[Line, ...]
    settled: Pieces
    saturated: tuple[int, ...]
    saturated_cells: int
    after: Pieces

    @cached_property
    def lost(self) -> int:
        """The cells that captures, isolation and saturation emptied."""
        return self.captured | self.isolated | self.saturated_cells

    @property
    def captures(self) -> bool:
        """Whether this was a capturing action: it took a piece in a line."""
        return self.captured != 0

    def to_json(self) -> dict[str, list[str]]:
        """What was taken, by names of cells, and the letters of the columns that are full."""
        return {
            "captured": names_of(self.captured),
            "isolated": names_of(self.isolated),
            "saturated": sorted(COLUMNS[column] for column in self.saturated),
        }


def consequences(pieces: Pieces, handling: Handling) -> Consequences:
    """Everything that an action causes on the board, whether it is legal or not."""
    codes, marks = bytearray(pieces.codes), _marks(pieces, handling)
    captured, first, threats = _settle(codes, marks, handling)
    settled = _at_rest(codes)
    columns = saturated_columns(settled.occupied)
    if not columns:
        return Consequences(handling, captured, first, threats, settled, (), 0, settled)
    full = union_of(COLUMN_MASKS[column] for column in columns) & settled.occupied
    _take(codes, full)
    second = _isolate(codes, marks)
    return Consequences(
        handling, captured, first | second, threats, settled, tuple(columns), full, _at_rest(codes)
    )


def settle(pieces: Pieces, handling: Handling) -> tuple[bytes, tuple[Line, ...]]:
    """The board after captures and isolation alone, and the lines that threaten the laid piece."""
    codes = bytearray(pieces.codes)
    _, _, threats = _settle(codes, _marks(pieces, handling), handling)
    return bytes(codes), threats


def _marks(pieces: Pieces, handling: Handling) -> int:
    marks = pieces.parasites & ~handling.taken
    if handling.as_parasite and handling.laid is not None:
        marks |= 1 << handling.laid
    return marks


def _settle(codes: bytearray, marks: int, handling: Handling) -> tuple[int, int, tuple[Line, ...]]:
    _take(codes, handling.taken)
    captured = 0
    laid = handling.laid
    if laid is not None:
        codes[laid] = handling.code
        lines = captured_lines(codes, laid, handling.colour)
        captured = union_of(mask_of(line.cells) for line in lines)
        _take(codes, captured)
    isolated = _isolate(codes, marks)
    if laid is None or not codes[laid]:
        return captured, isolated, ()
    return captured, isolated, tuple(threatening_lines(codes, laid, handling.colour))


def isolated_at_rest(pieces: Pieces) -> int:
    """The cells of the isolated groups that stand on a board; at rest there are none."""
    return flattened(pieces.planes & ~living(pieces.planes, pieces.seed_planes, pieces.parasites))


def _take(codes: bytearray, cells: int) -> None:
    for cell in cells_of(cells):
        codes[cell] = 0


def _isolate(codes: bytearray, marks: int) -> int:
    plain = Pieces(bytes(codes))
    dead = flattened(plain.planes & ~living(plain.planes, plain.seed_planes, marks))
    _take(codes, dead)
    return dead


def _at_rest(codes: bytearray) -> Pieces:
    """The pieces with those groups as parasites that live without a seed."""
    plain = Pieces(bytes(codes))
    return Pieces(plain.codes, plain.seedless)
