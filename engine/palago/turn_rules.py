"""Where tiles may be placed: the one place that knows, for playing and for judging alike.

Rules, section Palago, points 1, 2, 5 and 8. Each rule that is broken gives a :class:`Violation`
with its tiles and a sentence for the players; all of them are found, not only the first.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ..lattice import Cell, are_adjacent, name_cells, reached_from
from ..phrases import Phrase, Value
from ..tiles.board import Board, Tile
from ..tiles.endings import ends_the_game


class ViolationKind(enum.Enum):
    """What can be wrong with a move; the value is the word that files use."""

    WRONG_COUNT = "wrong count"
    NOT_ADJACENT = "not adjacent"
    NOT_TOUCHING = "not touching"
    ODD_ROTATION = "odd rotation"
    CELL_TAKEN = "cell taken"
    DEAD_HOLE = "dead hole"
    AFTER_THE_END = "play after the end"
    OLD_TILE_TURNED = "old tile turned"
    OLD_TILE_MOVED = "old tile moved"
    OLD_TILE_REMOVED = "old tile removed"
    WRONG_TURN = "wrong player's turn"
    ORDER_DECIDES = "order decides"
    SPLIT_UNCLEAR = "split unclear"
    DIFFERENT_BOARD = "different board"


#: Findings that ask the players something; nothing was done wrong.
QUESTIONS = frozenset((ViolationKind.ORDER_DECIDES, ViolationKind.SPLIT_UNCLEAR))


#: Findings that something was done to tiles that lay there before.
OLD_TILES = frozenset(
    (ViolationKind.OLD_TILE_TURNED, ViolationKind.OLD_TILE_MOVED, ViolationKind.OLD_TILE_REMOVED)
)


@dataclass(frozen=True)
class Violation:
    """One rule that was broken: by which tiles, in a sentence, and whether that is sure. ``unsure``
    names the tiles that were not seen well on which the finding rests."""

    kind: ViolationKind
    tiles: tuple[Cell, ...]
    sentence: Phrase
    unsure: tuple[Cell, ...] = field(default=())

    @property
    def is_question(self) -> bool:
        """Whether the players are asked something, rather than told of a mistake."""
        return self.kind in QUESTIONS

    def __str__(self) -> str:
        return str(self.sentence)

    def to_json(self) -> dict[str, object]:
        """Kind, tiles, sentence, and the tiles that make it unsure."""
        return {
            "kind": self.kind.value,
            "tiles": [list(cell) for cell in self.tiles],
            "sentence": self.sentence.to_json(),
            "unsure": bool(self.unsure),
            "unsure_tiles": [list(cell) for cell in self.unsure],
        }


def violation_of(
    kind: ViolationKind, key: str, cells: Iterable[Cell], **values: Value | Phrase
) -> Violation:
    """A violation whose sentence names its cells as ``tiles``, if it is given no others."""
    tiles = tuple(cells)
    return Violation(kind, tiles, Phrase(key, {"tiles": name_cells(tiles), **values}))


def told_together(violations: Sequence[Violation]) -> tuple[Violation, ...]:
    """The violations as players want to hear them: what happened to many tiles is one sentence. It
    stands where the first of them stood."""
    told: dict[object, list[Violation]] = {}
    for number, violation in enumerate(violations):
        together = violation.kind if violation.kind in OLD_TILES else number
        told.setdefault(together, []).append(violation)
    return tuple(same[0] if len(same) == 1 else _of_many(same) for same in told.values())


def _of_many(same: Sequence[Violation]) -> Violation:
    kind = same[0].kind
    places = name_cells([violation.tiles[0] for violation in same])
    return Violation(
        kind,
        tuple(cell for violation in same for cell in violation.tiles),
        Phrase(_MANY[kind], {"count": len(same), "tiles": places}),
        tuple(cell for violation in same for cell in violation.unsure),
    )


_MANY = {
    ViolationKind.OLD_TILE_TURNED: "old_tiles_turned",
    ViolationKind.OLD_TILE_MOVED: "old_tiles_moved",
    ViolationKind.OLD_TILE_REMOVED: "old_tiles_removed",
}


@dataclass(frozen=True)
class TurnRules:
    """What one turn asks for: how many tiles, and whether two must be adjacent."""

    tiles: int = 2
    adjacent: bool = True


def placement_violations(
    board: Board, tiles: Sequence[Tile], rules: TurnRules
) -> tuple[Violation, ...]:
    """Everything that is wrong with adding ``tiles`` to ``board``, whatever their order.

    A single tile that ends the game is right where two are asked for. Which of two tiles came
    first is not looked at here.
    """
    found = [*_wrong_rotations(tiles), *_taken_cells(board, tiles)]
    if len(tiles) != rules.tiles and not (
        len(tiles) == 1 < rules.tiles and ends_the_game(board, tiles[0])
    ):
        found.append(_wrong_count(tiles, rules.tiles))
    if tiles:
        found += _loose_tiles(board, tiles, rules)
        if rules.tiles == 2 and rules.adjacent:
            found += _dead_holes(board, tiles)
    return tuple(found)


def _wrong_rotations(tiles: Sequence[Tile]) -> list[Violation]:
    return [
        violation_of(ViolationKind.ODD_ROTATION, "odd_rotation", [tile.cell])
        for tile in tiles
        if tile.rotation % 2
    ]


def _taken_cells(board: Board, tiles: Sequence[Tile]) -> list[Violation]:
    return [
        violation_of(ViolationKind.CELL_TAKEN, "cell_taken", [tile.cell])
        for index, tile in enumerate(tiles)
        if tile.cell in board or any(tile.cell == other.cell for other in tiles[:index])
    ]


def _wrong_count(tiles: Sequence[Tile], expected: int) -> Violation:
    cells = tuple(tile.cell for tile in tiles)
    if not tiles:
        return Violation(ViolationKind.WRONG_COUNT, (), Phrase("nothing_added"))
    key = "wrong_count_single" if expected == 1 else "wrong_count"
    if len(tiles) >= 2 * expected > 2:
        key = "wrong_count_of_turns"
    return violation_of(ViolationKind.WRONG_COUNT, key, cells, count=len(tiles), expected=expected)


def _loose_tiles(board: Board, tiles: Sequence[Tile], rules: TurnRules) -> list[Violation]:
    """Tiles that do not hang together as the rules ask. Two adjacent tiles, one of them touching
    the board; or, where adjacency is not asked for, tiles that leave the palago in one piece."""
    cells = [tile.cell for tile in tiles]
    found = []
    if len(cells) == 2 == len(set(cells)) and rules.adjacent and not are_adjacent(*cells):
        found.append(violation_of(ViolationKind.NOT_ADJACENT, "not_adjacent", cells))
    if len(board) and not any(board.touching(cell) for cell in cells):
        found.append(violation_of(ViolationKind.NOT_TOUCHING, "not_touching", cells))
    elif not found:
        found += [
            violation_of(ViolationKind.NOT_TOUCHING, "not_connected", [cell])
            for cell in _not_reached(board, cells)
        ]
    return found


def _not_reached(board: Board, cells: Sequence[Cell]) -> list[Cell]:
    reached = [cell for cell in cells if board.touching(cell)] if len(board) else cells[:1]
    left = set(cells) - set(reached)
    reached_from(reached, left)
    return [cell for cell in cells if cell in left]


def _dead_holes(board: Board, tiles: Sequence[Tile]) -> list[Violation]:
    holes = set(board.holes())
    return [
        violation_of(ViolationKind.DEAD_HOLE, "dead_hole", [tile.cell])
        for tile in tiles
        if tile.cell in holes and not (len(tiles) == 1 and ends_the_game(board, tile))
    ]
