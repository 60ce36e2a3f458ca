"""A game that is followed from sight: stable boards in, the moves that were played out.

A camera, or a folder of photos, shows one board after the other. The follower holds the game up
to the last move that it is sure was played, and says of each new board what it means: a move, a
move that was put right, a turn not finished yet, a question, or something against the rules. What
it has said of a move stands until the table itself shows it otherwise, and then it says so.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ..lattice import Cell
from ..tiles.board import Board, Tile
from ..tiles.observation import Observation
from .findings import Finding, FindingKind, Step
from .game import Game, GameOptions, IllegalMove
from .move import Move
from .placement import OLD_TILES, ViolationKind
from .referee import game_of_board, judge
from .turns import is_begun, is_unclear_split, put_right_moves
from .verdict import Verdict


@dataclass(frozen=True)
class _Problem:
    """A board against the rules, in the game's frame, that may yet be put right.

    ``instead_of`` is the one that was there before an old tile was touched, too.
    """

    seen: Observation
    verdict: Verdict
    time: float | None
    source: str | None
    instead_of: _Problem | None = None

    @property
    def touches_old_tiles(self) -> bool:
        """Whether something was done to tiles that lay there before."""
        return any(violation.kind in OLD_TILES for violation in self.verdict.violations)


@dataclass(frozen=True)
class Follower:
    """The game so far. Immutable: :meth:`observe` gives the next one.

    ``begun`` are the tiles seen of a turn that was not complete: they tell which of two moves that
    are seen together came first.
    """

    options: GameOptions = field(default_factory=GameOptions)
    start: Game | None = None
    steps: tuple[Step, ...] = ()
    problem: _Problem | None = None
    begun: frozenset[Tile] = frozenset()

    @property
    def game(self) -> Game:
        """The game after the last move that was followed."""
        if self.steps:
            return self.steps[-1].after
        return self.start or Game(self.options)

    def observe(
        self,
        seen: Board | Observation,
        *,
        time: float | None = None,
        source: str | None = None,
        aligned: bool = False,
    ) -> tuple[Follower, Finding | None]:
        """Take the next stable board; None where it shows nothing new.

        ``aligned`` says that all boards share one frame, as those of a tracked camera do.
        """
        sight = _Sight(Observation.of(seen), time, source, aligned)
        if self._is_untouched() and len(sight.seen.board) > self.game.turn_rules.tiles:
            return self._begin_within(sight)
        verdict = judge(None, sight.seen, self.game, aligned=aligned)
        if verdict.settled:
            return self._played(sight, verdict)
        if verdict.board == self.game.board:
            return replace(self, problem=None, begun=frozenset()), None
        if self.problem is not None and self.problem.instead_of is not None:
            earlier = self.problem.instead_of
            if verdict.board == earlier.seen.board:
                # The old tile lies as it lay: what was open before is open again.
                return replace(self, problem=earlier), None
        attempts = (self._told_apart, self._put_right, self._read_better, self._played_on)
        for attempt in attempts:
            result = attempt(sight, verdict)
            if result is not None:
                return result
        return self._unfinished_or_wrong(sight, verdict)

    def finish(self) -> tuple[Follower, Finding | None]:
        """Nothing more will be seen: what lies there against the rules is taken as played, marked.

        A last move whose tiles were taken off again was taken back.
        """
        if self.problem is None:
            return self, None
        sight = _Sight(self.problem.seen, self.problem.time, self.problem.source, True)
        if self._is_taken_back(self.problem.verdict):
            shorter = replace(self, steps=self.steps[:-1], problem=None)
            return shorter, sight.finding(FindingKind.TAKEN_BACK, (), self.problem.verdict)
        wrong = self._as_played(self.problem)
        if not wrong.move.tiles:
            return self, None
        grown = replace(self, steps=(*self.steps, wrong), problem=None)
        return grown, sight.finding(FindingKind.ACCEPTED, (wrong,), self.problem.verdict)

    def _is_untouched(self) -> bool:
        return self.start is None and not self.steps and not len(self.game.board)

    def _begin_within(self, sight: _Sight) -> tuple[Follower, Finding]:
        """The first board that was seen is not an opening: the game is followed from there.

        A board that whole turns cannot have laid is in the middle of one.
        """
        laid = len(sight.seen.board) - (1 if self.options.fixed_start is not None else 0)
        if laid % self.game.turn_rules.tiles:
            return self, sight.finding(FindingKind.WAITING)
        start = game_of_board(sight.seen.board, self.options)
        return replace(self, start=start), sight.finding(FindingKind.START)

    def _played(self, sight: _Sight, verdict: Verdict) -> tuple[Follower, Finding | None]:
        if not verdict.moves:
            return replace(self, problem=None), None
        return self._with_moves(verdict.moves, sight, verdict)

    def _with_moves(
        self, moves: Sequence[Move], sight: _Sight, verdict: Verdict
    ) -> tuple[Follower, Finding]:
        steps = self._marked(_steps(self.game, moves, sight, verdict))
        grown = replace(self, steps=self.steps + steps, problem=None, begun=frozenset())
        return grown, sight.finding(FindingKind.MOVE, steps, verdict)

    def _marked(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """Steps, marked where they follow on a number of tiles that whole turns cannot have laid:
        then it may be that each of them is the end of one turn and the beginning of another."""
        began_with = 0 if self.start is None else len(self.start.board)
        laid = len(self.game.board) - began_with
        if self.game.options.fixed_start is not None and self.start is None:
            laid -= 1
        if laid % self.game.turn_rules.tiles == 0:
            return steps
        return tuple(replace(step, is_offbeat=True) for step in steps)

    def _told_apart(self, sight: _Sight, verdict: Verdict) -> tuple[Follower, Finding] | None:
        """Two moves at once: the tiles that were seen before the others belong to the first."""
        splits = [a.moves for a in verdict.alternatives if len(a.moves) == 2]
        if not self.begun or not is_unclear_split(verdict):
            return None
        fitting = [
            moves
            for moves in splits
            if self.begun <= moves[0].as_set or moves[0].as_set <= self.begun
        ]
        if len(fitting) != 1:
            return None
        return self._with_moves(fitting[0], sight, verdict)

    def _put_right(self, sight: _Sight, verdict: Verdict) -> tuple[Follower, Finding] | None:
        """The last move lies otherwise now: its player has put it right before play went on."""
        if not self.steps:
            return None
        last = self.steps[-1]
        touched = {tile.cell for tile in last.move}
        if not all(v.kind in OLD_TILES and v.tiles[0] in touched for v in verdict.violations):
            return None
        again = judge(None, sight.seen, last.before, aligned=sight.aligned)
        moves = put_right_moves(again, touched)
        if not moves:
            return None
        steps = _steps(last.before, moves, sight, again)
        if len(steps) > 1:
            # Put right before the other played, or misread now: who can tell is asked.
            turned = tuple(v.tiles[0] for v in verdict.violations)
            steps = (replace(steps[0], unsure=turned), *steps[1:])
        mended = replace(self, steps=self.steps[:-1] + steps, problem=None, begun=frozenset())
        return mended, sight.finding(FindingKind.AMENDED, steps, again)

    def _read_better(self, sight: _Sight, verdict: Verdict) -> tuple[Follower, Finding] | None:
        """An old tile seems turned, but it was read without being sure: now it is read better."""
        doubtful = {cell for step in self.steps for cell in step.unsure}
        turned = [v for v in verdict.violations if v.kind is ViolationKind.OLD_TILE_TURNED]
        cells = {v.tiles[0] for v in turned}
        if not turned or len(turned) < len(verdict.violations) or not cells <= doubtful:
            return None
        if any(v.unsure for v in turned):
            return None
        mended = _with_tiles(self, {cell: verdict.board[cell] for cell in cells})
        if mended is None:
            return None
        finding = sight.finding(FindingKind.AMENDED, mended.steps, verdict)
        return replace(mended, problem=None), finding

    def _played_on(self, sight: _Sight, verdict: Verdict) -> tuple[Follower, Finding] | None:
        """Play went on from a board against the rules: it is taken as played, and marked.

        Not from a board that only lacks tiles: nobody takes tiles away in Palago (rules, Palago,
        point 1), so it is likelier that something lay over them, and they are waited for.
        """
        if self.problem is None or self._only_lacks_tiles(self.problem.seen.board):
            return None
        accepted = _accepted(self.game, self.problem.seen.board)
        onward = judge(None, sight.seen, accepted, aligned=sight.aligned)
        wrong = self._as_played(self.problem)
        grown = replace(self, steps=(*self.steps, wrong), problem=None, begun=frozenset())
        if onward.settled and onward.moves:
            steps = grown._marked(_steps(accepted, onward.moves, sight, onward))
            grown = replace(grown, steps=(*grown.steps, *steps))
            return grown, sight.finding(FindingKind.ACCEPTED, (wrong, *steps), onward)
        untouched = not any(v.kind in OLD_TILES for v in onward.violations)
        if untouched and is_begun(accepted, onward):
            if len(wrong.move.tiles) % self.game.turn_rules.tiles:
                # That board held the beginning of a turn, which is complete now.
                return self._unfinished_or_wrong(sight, verdict)
            # The next turn has begun on it; the question stays open until that turn is complete.
            waiting = replace(self, begun=frozenset(onward.added))
            return waiting, sight.finding(FindingKind.WAITING, (), onward)
        if untouched and len(onward.added) >= self.game.turn_rules.tiles:
            grown, finding = grown._unfinished_or_wrong(sight, onward)
            return grown, replace(finding, steps=(wrong, *finding.steps))
        return None

    def _as_played(self, problem: _Problem) -> Step:
        """A board against the rules as a step, marked."""
        board = problem.seen.board
        added = tuple(tile for tile in board if tile.cell not in self.game.board)
        return Step(
            self.game,
            Move(added),
            _accepted(self.game, board),
            problem.time,
            problem.source,
            _confidence(problem.seen, added),
            _unsure(problem.seen, added),
            problem.verdict,
        )

    def _only_lacks_tiles(self, board: Board) -> bool:
        """Whether nothing was laid and nothing turned: all that is seen lies as it lay."""
        return set(board) <= set(self.game.board)

    def _is_taken_back(self, verdict: Verdict) -> bool:
        """Whether the board is the one before the last move."""
        return bool(self.steps) and verdict.board == self.steps[-1].before.board

    def _unfinished_or_wrong(self, sight: _Sight, verdict: Verdict) -> tuple[Follower, Finding]:
        if is_begun(self.game, verdict):
            if self.problem is not None and set(verdict.added) <= set(self.problem.seen.board):
                # Tiles of a turn were taken off again: what is left did not come before them.
                return self, sight.finding(FindingKind.WAITING, (), verdict)
            waiting = replace(self, problem=None, begun=frozenset(verdict.added))
            return waiting, sight.finding(FindingKind.WAITING, (), verdict)
        problem = _Problem(_laid_over(sight.seen, verdict), verdict, sight.time, sight.source)
        if problem.touches_old_tiles and self.problem is not None:
            before = self.problem.instead_of if self.problem.touches_old_tiles else self.problem
            problem = replace(problem, instead_of=before)
        kind = FindingKind.QUESTION if verdict.legal or verdict.questions else FindingKind.PROBLEM
        if self._is_taken_back(verdict):
            kind = FindingKind.TAKEN_BACK
        return replace(self, problem=problem), sight.finding(kind, (), verdict)


@dataclass(frozen=True)
class _Sight:
    """One stable board with where and when it was seen."""

    seen: Observation
    time: float | None
    source: str | None
    aligned: bool

    def finding(
        self,
        kind: FindingKind,
        steps: tuple[Step, ...] = (),
        verdict: Verdict | None = None,
    ) -> Finding:
        return Finding(kind, self.time, self.source, steps, verdict)


def _steps(game: Game, moves: Sequence[Move], sight: _Sight, verdict: Verdict) -> tuple[Step, ...]:
    seen = _laid_over(sight.seen, verdict)
    steps = []
    for move in moves:
        after = game.play(move)
        confidence, unsure = _confidence(seen, move.tiles), _unsure(seen, move.tiles)
        steps.append(Step(game, move, after, sight.time, sight.source, confidence, unsure))
        game = after
    return tuple(steps)


def _laid_over(seen: Observation, verdict: Verdict) -> Observation:
    """What was seen, with its doubts in the game's frame."""
    return seen.moved(verdict.alignment).with_board(verdict.board)


def _confidence(seen: Observation, tiles: Sequence[Tile]) -> float:
    return math.prod(seen.confidence.get(tile.cell, 1.0) for tile in tiles)


def _unsure(seen: Observation, tiles: Sequence[Tile]) -> tuple[Cell, ...]:
    return tuple(tile.cell for tile in tiles if seen.is_unsure(tile.cell))


def _accepted(game: Game, board: Board) -> Game:
    """The game as it stands when players go on from a board against the rules."""
    turns = math.ceil(max(0, len(board) - len(game.board)) / game.turn_rules.tiles)
    mover = game.to_move.other if turns % 2 else game.to_move
    return Game.from_board(board, mover, game.options)


def _with_tiles(follower: Follower, tiles: dict[Cell, Tile]) -> Follower | None:
    """The same game with some tiles read otherwise; None where it could not have been played so."""
    steps: list[Step] = []
    game = follower.start or Game(follower.options)
    for step in follower.steps:
        move = Move(tuple(tiles.get(tile.cell, tile) for tile in step.move))
        try:
            after = game.play(move)
        except IllegalMove:
            return None
        unsure = tuple(cell for cell in step.unsure if cell not in tiles)
        steps.append(replace(step, before=game, move=move, after=after, unsure=unsure))
        game = after
    return replace(follower, steps=tuple(steps))
