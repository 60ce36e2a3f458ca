"""Puzzles out of games: those of records, and games that the program plays with itself."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ...games.protocols import Game
from ...lattice import Colour
from ...tiles.board import Board, BoardError
from ..game import PalagoGame
from ..search.forcing import OutOfTime, ThreatSearch
from ..search.levels import choose_at, level
from ..search.openings import exchange_colours, representative
from .finding import find_puzzle
from .puzzle import Puzzle, PuzzleKind

#: Seconds after which a position is given up: most puzzles are found in a tenth of them.
SECONDS_A_POSITION = 6.0
#: Maximum number of tiles in a puzzle: later positions look alike, and crowd a small screen.
MOST_TILES = 30
#: Maximum number of puzzles of one kind from one game, for variety.
MOST_OF_A_GAME = 2
#: Who plays the games: sides that see near threats and overlook what makes a puzzle.
_PAIRS = (
    ("careful", "careful"),
    ("learner", "careful"),
    ("skilled", "careful"),
    ("learner", "learner"),
)
_SECONDS_A_MOVE = 0.3


@dataclass(frozen=True)
class PuzzleGame:
    """The positions of a game, each with who is to move, and what the game is called: a record's
    title, or the number of a game of the program's own."""

    source: str
    positions: tuple[tuple[Board, Colour], ...]

    @classmethod
    def of(cls, source: str, played: Iterable[Game]) -> PuzzleGame:
        """The positions of a game, as far as it is the usual game of Palago and goes on."""
        usual = (
            (game.board, game.to_move)
            for game in played
            if isinstance(game, PalagoGame) and not game.over and game.options.is_usual
        )
        return cls(source, tuple(usual))


def games_of_the_program(seed: int) -> Iterator[PuzzleGame]:
    """Games between levels of the program from starts by chance, without end."""
    number = seed
    while True:
        number += 1
        pair = _PAIRS[number % len(_PAIRS)]
        yield PuzzleGame(str(number), _played(number, pair))


def _played(seed: int, pair: tuple[str, str]) -> tuple[tuple[Board, Colour], ...]:
    rng, game, positions = random.Random(seed), PalagoGame(), []
    while not game.over and len(game.board) < MOST_TILES:
        if len(game.board) < 4:
            move = rng.choice(list(game.legal_actions()))
        else:
            positions.append((game.board, game.to_move))
            who = pair[0] if game.to_move is Colour.WHITE else pair[1]
            move = choose_at(game, level(who), rng, _SECONDS_A_MOVE)
        game = game.play(move)
    return tuple(positions)


def generate(
    wanted: Mapping[PuzzleKind, int], games: Iterable[PuzzleGame], seconds: float, seed: int = 0
) -> Iterator[Puzzle]:
    """Puzzles as they are found, until there are as many of each kind as wanted or time is up. No
    position comes twice, however it lies and whichever of the colours it is for."""
    rng, ends = random.Random(seed), time.monotonic() + seconds
    found: Counter[PuzzleKind] = Counter()
    seen: set[Board] = set()
    for game in games:
        of_this: Counter[PuzzleKind] = Counter()
        for number, (board, to_move) in enumerate(game.positions, start=1):
            if all(found[kind] >= count for kind, count in wanted.items()):
                return
            if time.monotonic() > ends:
                return
            source = f"{game.source}/{number}"
            for candidate, mover in _candidates(board, to_move, rng):
                puzzle = _looked_at(candidate, mover, source)
                if puzzle is None or of_this[puzzle.kind] >= MOST_OF_A_GAME:
                    continue
                alike = {representative(candidate), representative(exchange_colours(candidate))}
                if found[puzzle.kind] < wanted.get(puzzle.kind, 0) and not alike & seen:
                    seen |= alike
                    found[puzzle.kind] += 1
                    of_this[puzzle.kind] += 1
                    yield puzzle


def _candidates(
    board: Board, to_move: Colour, rng: random.Random
) -> Iterator[tuple[Board, Colour]]:
    """The position itself, and one after an attack that a single move parries."""
    yield board, to_move
    try:
        attacks = [
            tiles for tiles, parries in ThreatSearch(board).rated_attacks(to_move) if parries == 1
        ]
    except BoardError:
        return
    if attacks:
        yield Board((*board.tiles, *rng.choice(attacks))), to_move.other


def _looked_at(board: Board, to_move: Colour, source: str) -> Puzzle | None:
    try:
        return find_puzzle(board, to_move, time.monotonic() + SECONDS_A_POSITION, source)
    except (OutOfTime, BoardError):  # too much to look at, or tiles too far apart
        return None
