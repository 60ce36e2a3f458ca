"""One reading against the truth about its photo.

Tiles are paired by where they are in the photo. The reading's frame may be any of the three
equivalent ones, so its heading (a turn by 120°) and its shift are settled once for the whole board,
by the votes of all pairs; after that every cell and every rotation must agree.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ...engine.lattice import Cell, rotate_cell
from ...engine.tiles.observation import SURE
from ..readings.reading import Reading, TileReading
from .truth import Case, TrueTile

TilePair = tuple[TileReading, TrueTile]


@dataclass(frozen=True)
class BoardComparison:
    """What was right and wrong in one reading.

    `right`, `turned` (wrong rotation), `misplaced` (found in a cell that does not fit the rest)
    and `phantoms` (no tile of the board is there) are tiles that were read; `missed` are the true
    tiles seen well enough that were not. `required_but_wrong` counts the wrong ones among the tiles
    that had to be found. `is_crossed`: with White and Blue exchanged more tiles would be right.
    `decode_ms` is what decoding alone cost beside it.
    """

    case: Case
    right: tuple[TileReading, ...] = ()
    turned: tuple[TileReading, ...] = ()
    misplaced: tuple[TileReading, ...] = ()
    phantoms: tuple[TileReading, ...] = ()
    missed: tuple[TrueTile, ...] = ()
    required_but_wrong: int = 0
    is_crossed: bool = False
    elapsed_ms: Mapping[str, float] = field(default_factory=dict)
    decode_ms: float = 0.0

    @property
    def wrong(self) -> tuple[TileReading, ...]:
        """Everything that was read and is not so."""
        return (*self.turned, *self.misplaced, *self.phantoms)

    @property
    def wrong_and_sure(self) -> int:
        """Wrong tiles that claim a confidence of 0.95 or more."""
        return sum(tile.confidence >= SURE for tile in self.wrong)

    @property
    def expected(self) -> int:
        """Tiles that had to be found."""
        return sum(tile.must_be_found for tile in self.case.tiles)

    @property
    def found(self) -> int:
        """Of those, the ones found, whatever their rotation."""
        return self.expected - len(self.missed)

    @property
    def read_right(self) -> int:
        """Of those, the ones with the right place and rotation."""
        return self.found - self.required_but_wrong

    @property
    def exact(self) -> bool:
        """The board is exactly right: nothing wrong, nothing missed."""
        return not self.wrong and not self.missed

    @property
    def exact_or_marked(self) -> bool:
        """Exactly right, or nothing missed and every wrong tile marked as unsure."""
        return not self.missed and not self.wrong_and_sure


def compare(case: Case, reading: Reading, decode_ms: float = 0.0) -> BoardComparison:
    """Pair the reading's tiles with the true ones and sort them into right and wrong."""
    pairs = pair_tiles(reading.tiles, case.tiles)
    paired = {id(tile) for tile, _ in pairs}
    met = {id(true) for _, true in pairs}
    heading = _heading(pairs)
    shift = _shift(pairs, heading)
    right, turned, misplaced = [], [], []
    required_but_wrong = 0
    for tile, true in pairs:
        q, r = rotate_cell(tile.cell, heading)
        if (q + shift[0], r + shift[1]) != (true.q, true.r):
            misplaced.append(tile)
        elif (tile.rotation + heading) % 6 != true.rotation:
            turned.append(tile)
        else:
            right.append(tile)
            continue
        required_but_wrong += true.must_be_found
    return BoardComparison(
        case=case,
        right=tuple(right),
        turned=tuple(turned),
        misplaced=tuple(misplaced),
        phantoms=tuple(tile for tile in reading.tiles if id(tile) not in paired),
        missed=tuple(t for t in case.tiles if t.must_be_found and id(t) not in met),
        required_but_wrong=required_but_wrong,
        elapsed_ms=reading.elapsed_ms,
        decode_ms=decode_ms,
    )


def pair_tiles(read: Sequence[TileReading], true: Sequence[TrueTile]) -> list[TilePair]:
    """Pair tiles whose centres lie within half an inradius, the nearest first, each tile once."""
    near: list[tuple[float, int, TrueTile]] = []
    for t in true:
        distances = [math.dist(tile.center, t.center) for tile in read]
        near += [(d, k, t) for k, d in enumerate(distances) if d <= 0.5 * t.inradius]
    pairs: list[TilePair] = []
    taken_read: set[int] = set()
    taken_true: set[int] = set()
    for _, k, t in sorted(near, key=lambda entry: entry[:2]):
        if k not in taken_read and id(t) not in taken_true:
            taken_read.add(k)
            taken_true.add(id(t))
            pairs.append((read[k], t))
    return pairs


def _heading(pairs: Sequence[TilePair]) -> int:
    """By how many sixths the reading's frame is turned clockwise: 0, 2 or 4. An odd turn exchanges
    the two colours and is no equivalent frame, so it is never chosen."""
    votes: Counter[int] = Counter({0: 0, 2: 0, 4: 0})
    for tile, true in pairs:
        top = tile.corners[0]
        nearest = min(range(6), key=lambda k: math.dist(top, true.corners[k]))
        votes[nearest] += 1
    return max((0, 2, 4), key=lambda k: (votes[k], -k))


def _shift(pairs: Sequence[TilePair], heading: int) -> Cell:
    votes: Counter[Cell] = Counter()
    for tile, true in pairs:
        q, r = rotate_cell(tile.cell, heading)
        votes[true.q - q, true.r - r] += 1
    return votes.most_common(1)[0][0] if votes else (0, 0)
