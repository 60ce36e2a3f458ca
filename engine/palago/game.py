"""The two-player game (rules, section Palago): positions, legal moves, playing, the end.

Reading of the rules where they leave a choice, each held by a test:

* Tiles are placed one after the other, but what must touch is the pair: at least one of the two
  touches a tile that lay there before, and they touch each other. So either may be placed first,
  the far one too. That matters when one of the two would close a creature alone: it has to be
  the second, for the first one that closes a creature ends the game. The far tile placed first
  can close nothing, since no corner of it has three tiles.
* A first tile alone is a whole move only if it closes a creature, or if it is the last one in
  the bag.
* "Place anywhere" drops only the rule that the two touch each other. The palago stays in one
  piece: each of the two touches a tile that lay there before, or touches the other one, which
  does. With it, as with single placement, single holes may be filled like any other cell.
* The fixed tile of the "fixed start" variant comes out of the agreed number of tiles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from ..games.protocols import Deed, GameEnding
from ..lattice import DIRECTIONS, Cell, Colour, neighbours
from ..phrases import Refused
from ..records.recorded_game import RecordedGame, listing
from ..tiles.board import Board, Tile
from ..tiles.endings import EVEN_ROTATIONS, creatures_closed, endings
from ..tiles.groups import Group
from .move import Move
from .options import GameOptions, OptionsError
from .outcome import EndReason, PalagoOutcome, closing_outcome, outcome_without_creature
from .turn_rules import (
    TurnRules,
    Violation,
    ViolationKind,
    placement_violations,
    violation_of,
)

__all__ = [
    "EndReason",
    "GameOptions",
    "IllegalMove",
    "MoveCount",
    "OptionsError",
    "PalagoGame",
    "PalagoOutcome",
]


class IllegalMove(Refused):
    """A move that the rules forbid. The message names the rule and the tiles."""

    def __init__(self, violations: tuple[Violation, ...]) -> None:
        super().__init__(*(violation.sentence for violation in violations))
        self.violations = violations

    @property
    def kind(self) -> ViolationKind:
        """The first rule that was broken."""
        return self.violations[0].kind

    @property
    def tiles(self) -> tuple[Cell, ...]:
        """The tiles that broke it."""
        return self.violations[0].tiles


@dataclass(frozen=True)
class MoveCount:
    """Numbers of moves, as in an analysis's JSON (``moves``).

    ``pairs``: sets of two tiles that fit together; ``playable``: those in which at least one of
    the two does not end the game alone; ``ending``: single tiles that end the game;
    ``singles``: single tiles that go on, where one tile is the whole turn.
    """

    pairs: int
    playable: int
    ending: int
    singles: int = 0

    @property
    def legal(self) -> int:
        """How many legal moves there are, each set of tiles once."""
        return self.playable + self.ending + self.singles


@dataclass(frozen=True, init=False, repr=False, slots=True)
class PalagoGame(RecordedGame):
    """A position of the two-player game with how it came about. Immutable."""

    kind: ClassVar[str] = "palago"
    #: The sides are the two colours.
    players: ClassVar[tuple[str, ...]] = ()

    options: GameOptions
    board: Board
    to_move: Colour
    turn: int
    history: tuple[Move, ...]
    #: How the game ended, None while it goes on. It follows from the rest.
    outcome: PalagoOutcome | None = field(compare=False)

    def __init__(self, options: GameOptions | None = None) -> None:
        """A game at its start."""
        options = options or GameOptions()
        fixed = options.fixed_start
        board = Board(() if fixed is None else (fixed,))
        # The fixed tile is White's first; with single placement that was all of White's turn.
        opened = fixed is not None and options.single_placement
        mover, turn = (Colour.BLUE, 2) if opened else (Colour.WHITE, 1)
        self._set(options, board, mover, turn, (), None)

    def _set(self, *values: object) -> PalagoGame:
        """The fields in their order, of a game that is being made."""
        for put, value in zip(_SLOTS, values, strict=True):
            put(self, value)
        return self

    @classmethod
    def from_board(
        cls, board: Board, to_move: Colour = Colour.WHITE, options: GameOptions | None = None
    ) -> PalagoGame:
        """A game that goes on from a position without a history.

        Where a creature lies closed the game is over. Which tile closed it is not known: one
        colour's creatures win for that colour; creatures of both lose for who moved last.
        """
        options, outcome = options or GameOptions(), None
        creatures = board.creatures()
        if creatures:
            closed = {group.colour for group in creatures}
            # Whoever closes creatures of one colour alone, that colour wins.
            closer = to_move.other if len(closed) > 1 else creatures[0].colour
            outcome = closing_outcome(creatures, closer)
        elif len(board) >= options.tiles:
            outcome = outcome_without_creature(board, options)
        return cls.__new__(cls)._set(options, board, to_move, 1, (), outcome)

    # -- asking ------------------------------------------------------------------------------

    def _ended_by(self, outcome: PalagoOutcome) -> GameEnding:
        winners = () if outcome.winner is None else (outcome.winner.value,)
        return GameEnding(winners, outcome.reason.value, outcome.sentence)

    @property
    def on_turn(self) -> str | None:
        """The colour that is to move, None when the game is over."""
        return None if self.over else self.to_move.value

    @property
    def events(self) -> tuple[str, ...]:
        """The moves in words."""
        return tuple(map(str, self.history))

    @property
    def beginning(self) -> tuple[Board | None, str]:
        """The board before the first known move and who was to move there; None and nothing where
        the game began as it usually does."""
        played = {tile for move in self.history for tile in move}
        board = Board(tile for tile in self.board if tile not in played)
        mover = self.to_move.other if len(self.history) % 2 else self.to_move
        usual = PalagoGame(self.options)
        if (board, mover) == (usual.board, usual.to_move):
            return None, ""
        return board, mover.value

    @property
    def deed(self) -> Deed | None:
        """The last move, None where none is known."""
        if not self.history:
            return None
        return Deed(self.to_move.other.value, str(self.history[-1]))

    @property
    def tiles_left(self) -> int:
        """Tiles still in the bag."""
        return max(0, self.options.tiles - len(self.board))

    @property
    def turn_rules(self) -> TurnRules:
        """How many tiles this turn asks for, and whether they must be adjacent."""
        return self._turn_rules(len(self.board))

    def _turn_rules(self, lying: int) -> TurnRules:
        """What a turn asks for while so many tiles lie on the table."""
        options = self.options
        first_of_fixed_start = options.fixed_start is not None and lying == 1
        one = options.single_placement or first_of_fixed_start or options.tiles - lying == 1
        return TurnRules(1 if one else 2, not options.place_anywhere)

    def is_surplus(self, tiles: tuple[Tile, ...]) -> bool:
        """Whether these are the tiles of the last turn that are not played.

        A tile that ends the game may be the first of two: the second one lies on the table too,
        and nothing was done wrong (rules, Palago 2).
        """
        if not self.over or not self.history or not tiles:
            return False
        last = self.history[-1]
        before = Board(tile for tile in self.board if tile not in last.as_set)
        rules = self._turn_rules(len(before))
        if len(last) + len(tiles) > rules.tiles:
            return False
        return not placement_violations(before, (*last, *tiles), rules)

    def count_moves(self) -> MoveCount:
        """Count the moves without listing them. Before the first tile, moves are counted up to
        translation."""
        if self.over:
            return MoveCount(0, 0, 0)
        rules = self.turn_rules
        if not len(self.board):
            first = len(EVEN_ROTATIONS)
            pairs = first * first * len(DIRECTIONS) // 2
            return MoveCount(pairs, pairs, 0) if rules.tiles == 2 else MoveCount(0, 0, 0, first)
        frontier = self.board.frontier()
        ending = dict.fromkeys(frontier, 0)
        for found in endings(self.board):
            ending[found.tile.cell] += 1
        all_ending = sum(ending.values())
        if rules.tiles == 1:
            going_on = len(frontier) * len(EVEN_ROTATIONS) - all_ending
            return MoveCount(0, 0, all_ending, going_on)
        places = 0
        both_end = 0
        for cell in frontier:
            for other in neighbours(cell):
                if other in ending:
                    if cell < other:
                        places += 1
                        both_end += ending[cell] * ending[other]
                elif other not in self.board:
                    places += 1
        if not rules.adjacent:
            adjacent = sum(1 for c in frontier for o in neighbours(c) if c < o and o in ending)
            places += len(frontier) * (len(frontier) - 1) // 2 - adjacent
            both_end = (all_ending**2 - sum(n * n for n in ending.values())) // 2
        pairs = places * len(EVEN_ROTATIONS) ** 2
        return MoveCount(pairs, pairs - both_end, all_ending)

    @listing
    def legal_actions(self) -> Iterator[Move]:
        """The legal moves one by one, each set of tiles once, in an order that may be played.
        Before the first tile: up to translation, the first tile in cell 0,0."""
        if self.over:
            return
        rules = self.turn_rules
        if not len(self.board):
            yield from _opening_moves(rules)
            return
        ending = {found.tile for found in endings(self.board)}
        for tile in self._singles():
            if rules.tiles == 1 or tile in ending:
                yield Move.of(tile)
        if rules.tiles == 2:
            for first, second in self._pairs(rules.adjacent):
                if first not in ending:
                    yield Move.of(first, second)
                elif second not in ending:
                    yield Move.of(second, first)

    def _singles(self) -> Iterator[Tile]:
        for cell in self.board.frontier():
            for rotation in EVEN_ROTATIONS:
                yield Tile(*cell, rotation)

    def _pairs(self, adjacent: bool) -> Iterator[tuple[Tile, Tile]]:
        frontier = self.board.frontier()
        touching = set(frontier)
        for cell in frontier:
            partners = [other for other in neighbours(cell) if other not in self.board]
            if not adjacent:
                partners = [other for other in partners if other not in touching]
                partners += [other for other in frontier if other != cell]
            for other in partners:
                # A pair of two touching cells would come up once from each of them.
                if other in touching and other < cell:
                    continue
                for rotation in EVEN_ROTATIONS:
                    for other_rotation in EVEN_ROTATIONS:
                        yield Tile(*cell, rotation), Tile(*other, other_rotation)

    # -- playing -----------------------------------------------------------------------------

    def play(self, move: Move | str | tuple[Tile, ...]) -> PalagoGame:
        """The game after a move, its tiles placed in the order given. Raises IllegalMove, and
        BoardError where a text names no tiles."""
        if not isinstance(move, Move):
            words = " ".join(map(str, move)) if isinstance(move, tuple) else str(move)
            move = Move.from_text(words)
        tiles = move.tiles
        self._require_legal(tiles)
        rotations = dict(self.board.rotations)
        closed: tuple[Group, ...] = ()
        for index, tile in enumerate(tiles):
            rotations[tile.cell] = tile.rotation
            closed = creatures_closed(rotations, tile)
            if closed and index + 1 < len(tiles):
                raise IllegalMove((_played_after_the_end(tile, tiles[index + 1 :]),))
        board = Board((*self.board.tiles, *tiles))
        outcome = None
        if closed:
            outcome = closing_outcome(closed, self.to_move)
        elif len(board) >= self.options.tiles:
            outcome = outcome_without_creature(board, self.options)
        mover, turn, history = self.to_move.other, self.turn + 1, (*self.history, move)
        after = PalagoGame.__new__(PalagoGame)
        return after._set(self.options, board, mover, turn, history, outcome)

    def _require_legal(self, tiles: tuple[Tile, ...]) -> None:
        if self.over:
            cells = (tile.cell for tile in tiles)
            raise IllegalMove((violation_of(ViolationKind.AFTER_THE_END, "after_end", cells),))
        rules = self.turn_rules
        if self._is_plainly_legal(tiles, rules):
            return
        violations = placement_violations(self.board, tiles, rules)
        if violations:
            raise IllegalMove(violations)

    def _is_plainly_legal(self, tiles: tuple[Tile, ...], rules: TurnRules) -> bool:
        """A quick look at the usual case: two new tiles side by side, one touching the board."""
        if len(tiles) != 2 or rules != TurnRules():
            return False
        first, second = tiles
        board = self.board
        return (
            not (first.rotation % 2 or second.rotation % 2)
            and first.cell not in board
            and second.cell not in board
            and (second.q - first.q, second.r - first.r) in DIRECTIONS
            and (not len(board) or any(map(board.touching, (first.cell, second.cell))))
        )


#: What fills the fields of a game that cannot be changed, quicker than `object.__setattr__`.
_SLOTS = tuple(getattr(PalagoGame, name).__set__ for name in PalagoGame.__slots__)


def _opening_moves(rules: TurnRules) -> Iterator[Move]:
    for rotation in EVEN_ROTATIONS:
        first = Tile(0, 0, rotation)
        if rules.tiles == 1:
            yield Move.of(first)
            continue
        for direction in DIRECTIONS[: len(DIRECTIONS) // 2]:
            for other_rotation in EVEN_ROTATIONS:
                yield Move.of(first, Tile(*direction, other_rotation))


def _played_after_the_end(last: Tile, surplus: tuple[Tile, ...]) -> Violation:
    cells, first = (tile.cell for tile in surplus), f"{last.q},{last.r}"
    return violation_of(ViolationKind.AFTER_THE_END, "after_end_second_tile", cells, first=first)
