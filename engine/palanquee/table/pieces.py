"""What stands on the board: sprouts and seeds in five colours, as one immutable value.

A piece is a code: 0 for an empty cell, the colour's number 1 to 5 for a sprout, 8 more for a seed.
For questions about whole groups the pieces lie in five *planes* in one integer: bit
``CELLS * (colour - 1) + cell``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from .board import ALL_CELLS, CELLS, COLUMNS, RING, cell_name, cells_of, mask_of, union_of

COLOURS = ("blue", "green", "red", "yellow", "violet")
NUMBERS = {colour: number for number, colour in enumerate(COLOURS, 1)}
SEED = 8
COLOUR_BITS = 7

SPROUTS_OF_A_PLAYER = 50
SEEDS_OF_A_PLAYER = 3

_PLANES = len(COLOURS)
_EVERY_PLANE = sum(1 << CELLS * plane for plane in range(_PLANES))


def in_every_plane(mask: int) -> int:
    """A set of cells, the same in all planes."""
    return mask * _EVERY_PLANE


def in_plane(mask: int, colour: int) -> int:
    """A set of cells in the plane of one colour (1 to 5)."""
    return mask << CELLS * (colour - 1)


def of_plane(planes: int, colour: int) -> int:
    """The cells that planes hold for one colour (1 to 5)."""
    return planes >> CELLS * (colour - 1) & ALL_CELLS


def flattened(planes: int) -> int:
    """The cells that any plane holds."""
    mask = 0
    while planes:
        mask |= planes & ALL_CELLS
        planes >>= CELLS
    return mask


_TOP = in_every_plane(mask_of(RING * column for column in range(len(COLUMNS))))
_BOTTOM = _TOP << RING - 1
_NOT_TOP = in_every_plane(ALL_CELLS) ^ _TOP
_NOT_BOTTOM = in_every_plane(ALL_CELLS) ^ _BOTTOM
_EVEN = in_every_plane(mask_of(cell for cell in range(CELLS) if cell // RING % 2 == 0))
_ODD = in_every_plane(ALL_CELLS) ^ _EVEN
_NOT_A = in_every_plane(ALL_CELLS ^ ((1 << RING) - 1))
_NOT_S = in_every_plane(ALL_CELLS >> RING)


def neighbours_of(planes: int) -> int:
    """All neighbours of the cells of a set, in every plane; a mask of cells is one plane."""
    down = (planes & _NOT_BOTTOM) << 1 | (planes & _BOTTOM) >> RING - 1
    up = (planes & _NOT_TOP) >> 1 | (planes & _TOP) << RING - 1
    beside = planes | down & _EVEN | up & _ODD
    return down | up | (beside & _NOT_S) << RING | (beside & _NOT_A) >> RING


def _digits(*kinds: int) -> tuple[bytes, ...]:
    """For each colour, from the last, a table from codes to binary digits."""
    return tuple(
        bytes(
            ord("1") if code in {colour + kind for kind in kinds} else ord("0")
            for code in range(256)
        )
        for colour in range(len(COLOURS), 0, -1)
    )


_PIECE_DIGITS = _digits(0, SEED)
_SEED_DIGITS = _digits(SEED)


def _planes(codes: bytes, digits: tuple[bytes, ...]) -> int:
    # By way of a number in binary digits: much faster than bit by bit.
    backwards = codes[::-1]
    return int(b"".join(backwards.translate(table) for table in digits), 2)


def joined_to(start: int, within: int) -> int:
    """Everything in ``within`` that hangs together with ``start``, plane by plane."""
    reached = start & within
    while True:
        more = reached | neighbours_of(reached) & within
        if more == reached:
            return reached
        reached = more


class Piece(NamedTuple):
    """A piece on a cell: colour in words, and whether it is a seed."""

    cell: int
    colour: str
    is_seed: bool

    def __str__(self) -> str:
        """As in ``C5:blue:seed``."""
        return f"{cell_name(self.cell)}:{self.colour}:{self.kind}"

    @property
    def kind(self) -> str:
        """``seed`` or ``sprout``, as files write it."""
        return "seed" if self.is_seed else "sprout"


@dataclass(frozen=True, repr=False)
class Pieces:
    """All pieces on the board. ``codes`` has one byte a cell. ``parasites`` are the cells of the
    seedless groups that count as parasites; other groups without a seed cannot stay."""

    codes: bytes = bytes(CELLS)
    parasites: int = 0

    @classmethod
    def of(cls, pieces: Iterable[Piece], parasites: Iterable[int] | None = None) -> Pieces:
        """Pieces one by one. Parasites are named by a cell each; by default all seedless groups."""
        codes = bytearray(CELLS)
        for cell, colour, is_seed in pieces:
            codes[cell] = NUMBERS[colour] + SEED * is_seed
        plain = cls(bytes(codes))
        named = plain.seedless if parasites is None else union_of(map(plain.group_at, parasites))
        return cls(plain.codes, named & plain.seedless)

    def __iter__(self) -> Iterator[Piece]:
        return filter(None, map(self.get, range(CELLS)))

    def __repr__(self) -> str:
        counts = {colour: sum(self.count(number)) for colour, number in NUMBERS.items()}
        standing = ", ".join(f"{count} {colour}" for colour, count in counts.items() if count)
        return f"<Pieces: {standing or 'none'}>"

    def __len__(self) -> int:
        return CELLS - self.codes.count(0)

    def __contains__(self, cell: object) -> bool:
        return isinstance(cell, int) and 0 <= cell < CELLS and self.codes[cell] != 0

    def get(self, cell: int) -> Piece | None:
        """The piece on a cell, None where none stands."""
        code = self.codes[cell]
        return Piece(cell, COLOURS[(code & COLOUR_BITS) - 1], bool(code & SEED)) if code else None

    @property
    def cells(self) -> frozenset[int]:
        """The cells on which a piece stands."""
        return frozenset(cells_of(self.occupied))

    @property
    def lying(self) -> Pieces:
        """The pieces without the knowledge of which groups are parasites: that cannot be seen."""
        return Pieces(self.codes)

    @cached_property
    def planes(self) -> int:
        """All pieces, by colour."""
        return _planes(self.codes, _PIECE_DIGITS)

    @cached_property
    def seed_planes(self) -> int:
        """All seeds, by colour."""
        return _planes(self.codes, _SEED_DIGITS)

    @cached_property
    def seedless(self) -> int:
        """The cells of all groups without a seed, of every colour."""
        return flattened(self.planes & ~joined_to(self.seed_planes, self.planes))

    @cached_property
    def occupied(self) -> int:
        """The cells on which a piece stands."""
        return flattened(self.planes)

    @property
    def empty(self) -> int:
        """The cells on which nothing stands."""
        return ALL_CELLS ^ self.occupied

    def of_colour(self, colour: int) -> int:
        """The cells of one colour (1 to 5)."""
        return of_plane(self.planes, colour)

    def seeds_of(self, colour: int) -> int:
        """The cells of one colour's seeds."""
        return of_plane(self.seed_planes, colour)

    def group_at(self, cell: int) -> int:
        """The group that stands on a cell; nothing where the cell is empty."""
        code = self.codes[cell]
        return joined_to(1 << cell, self.of_colour(code & COLOUR_BITS)) if code else 0

    def groups_of(self, colour: int) -> list[int]:
        """The groups of a colour, in the order of their first cells."""
        rest, groups = self.of_colour(colour), []
        while rest:
            groups.append(joined_to(rest & -rest, rest))
            rest ^= groups[-1]
        return groups

    def parasite_groups(self) -> list[int]:
        """Every parasite, of all colours."""
        return [
            group
            for colour in range(1, len(COLOURS) + 1)
            for group in self.groups_of(colour)
            if group & self.parasites & self.seedless
        ]

    def count(self, colour: int) -> tuple[int, int]:
        """How many seeds and how many sprouts of a colour stand on the board."""
        return self.codes.count(colour | SEED), self.codes.count(colour)


NO_PIECES = Pieces()
