"""Whole games as scripts for a staged table: legal turns, and all that befalls a camera meanwhile.

Nothing here is kind to the tracker: hands rest on the board, tiles are laid and then turned, an
old tile is knocked and put right, two turns come in one reach, the camera is bumped, drifts and is
aimed anew, exposure jumps or fades, frames are lost. The board stays within the picture.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from palago.calibration.arrays import Picture
from palago.engine.lattice import Cell
from palago.engine.palago.game import PalagoGame
from palago.engine.palago.move import Move
from palago.engine.palagonia.actions import Lay, Remove, Rotate, apply
from palago.engine.palagonia.dice import DieFace
from palago.engine.palagonia.legal import random_action, random_lay
from palago.engine.tiles.board import Board, Tile
from palago.vision.training.scenes.films.acts import Act, FilmedPose
from palago.vision.training.scenes.films.videos import StagedTable

TURNS = 9
FRAME_RATES = (2.0, 4.0, 5.0, 8.0, 10.0, 10.0, 12.0, 15.0)
FAST, FASTEST = 30.0, 60.0
#: A turn lies still for so many frames at least, or nobody could see it.
LEAST_FRAMES = 5
#: How far, in pixels, a camera that is aimed anew sees beyond its first picture.
MARGIN = 150


@dataclass(frozen=True)
class StagedGame:
    """A game to be filmed: its acts, and the board after each turn that was played."""

    kind: str
    stage: StagedTable
    start: Board
    acts: tuple[Act, ...]
    boards: tuple[Board, ...]
    frame_rate: float
    lost_frames: float

    def frames(self) -> Iterator[tuple[float, Picture]]:
        """The frames with their times in seconds, without those that were lost."""
        chance = random.Random(self.stage.seed)
        back = 0.0
        for time, frame in self.stage.frames(self.start, self.acts, self.frame_rate):
            if chance.random() < 0.02 * self.lost_frames:
                back = time + chance.uniform(0.2, 1.0)
            if time >= back and chance.random() >= self.lost_frames:
                yield time, frame


def stage_game(seed: int) -> StagedGame:
    """The game with this seed: two of three are Palago, the third is Palagonia."""
    rng = random.Random(seed)
    # Many frames take long to film: only few games are as fast as a camera can be.
    rate = rng.choice(FRAME_RATES)
    rate = {10: FASTEST, 20: FAST, 31: FAST}.get(seed % 40, rate)
    drift = rng.choice((0.0, 0.0, rng.uniform(2, 10)))
    stage = StagedTable(seed, tiles_across=rng.uniform(12, 16), drift=drift, margin=MARGIN)
    script = _Script(rng, stage, rate)
    kind = "palagonia" if seed % 3 == 0 else "palago"
    start = _play_palagonia(script) if kind == "palagonia" else _play_palago(script)
    lost = rng.choice((0.0, 0.0, rng.uniform(0.05, 0.3))) if rate >= 5 else 0.0
    return StagedGame(kind, stage, start, script.lit(), tuple(script.boards), rate, lost)


@dataclass
class _Script:
    """The acts so far. ``pose`` is where the camera stands after them."""

    rng: random.Random
    stage: StagedTable
    rate: float
    acts: list[Act] = field(default_factory=list)
    boards: list[Board] = field(default_factory=list)
    pose: FilmedPose = field(default_factory=FilmedPose)

    def sees(self, cells: Sequence[Cell], pose: FilmedPose | None = None) -> bool:
        return all(self.stage.sees(cell, pose or self.pose) for cell in cells)

    def wait(self, least: float, most: float) -> float:
        return max(self.rng.uniform(least, most), LEAST_FRAMES / self.rate)

    def add(self, act: Act) -> None:
        self.acts.append(act)
        self.pose = self.pose.after(act)

    def lay(self, before: Board, tiles: Sequence[Tile], wait: float) -> None:
        """Tiles are laid in one reach or one by one; the last is sometimes turned afterwards."""
        rng = self.rng
        after = Board((*before, *tiles))
        last = tiles[-1]
        is_turned = rng.random() < 0.25
        shown = after.turn(last.cell, (last.rotation + 2) % 6) if is_turned else after
        pause = rng.uniform(0.3, 1.6) if is_turned else wait
        if rng.random() < 0.5:
            cells = tuple(tile.cell for tile in tiles)
            self.add(Act(shown, cells, rest=rng.uniform(0.2, 1.0), wait=pause))
        else:
            board = before
            for tile in tiles[:-1]:
                board = board.place(tile)
                self.add(Act(board, (tile.cell,), wait=rng.uniform(0.2, 1.5)))
            self.add(Act(shown, (last.cell,), wait=pause))
        if is_turned:
            self.add(Act(after, (last.cell,), wait=wait))

    def disturb(self, board: Board) -> None:
        """What happens at a table between two turns. Nothing of it is a move."""
        rng = self.rng
        cells = sorted(board.cells)
        if rng.random() < 0.2:
            self._move_camera(board, 25.0, 0.0, 0.0, 0.0)
        if rng.random() < 0.08:
            self._move_camera(board, 60.0, 6.0, 0.08, rng.uniform(0.4, 1.5))
        if rng.random() < 0.2:
            over = (rng.choice(cells),)
            self.add(Act(board, over, rest=rng.uniform(0.1, 2.0), wait=self.wait(1.0, 2.0)))
        if rng.random() < 0.07:
            over = (rng.choice(cells),)
            self.add(Act(board, over, rest=rng.uniform(3.0, 9.0), wait=self.wait(1.0, 2.0)))
        if rng.random() < 0.06:
            cell = rng.choice(cells)
            knocked = board.turn(cell, (board[cell].rotation + rng.choice((1, 2, 3, 4))) % 6)
            self.add(Act(knocked, (cell,), wait=rng.uniform(0.5, 2.0)))
            self.add(Act(board, (cell,), wait=self.wait(1.5, 2.5)))
        if rng.random() < 0.05 and len(cells) > 4:
            cell = rng.choice(cells)
            self.add(Act(board.remove(cell), (cell,), wait=rng.uniform(0.5, 2.0)))
            self.add(Act(board, (cell,), wait=self.wait(1.5, 2.5)))

    def _move_camera(
        self, board: Board, shift: float, roll: float, zoom: float, travel: float
    ) -> None:
        """To a place near where it stood first, from which the whole board is seen."""
        rng = self.rng
        for _ in range(8):
            to = FilmedPose(
                rng.uniform(-shift, shift),
                rng.uniform(-shift, shift),
                rng.uniform(-roll, roll),
                1 + rng.uniform(-zoom, zoom),
            )
            if self.sees(sorted(board.cells), to):
                break
        else:
            return
        by = (to.x - self.pose.x, to.y - self.pose.y)
        turn, nearer = to.roll - self.pose.roll, to.zoom / self.pose.zoom
        wait = travel + self.wait(1.5, 2.5)
        self.add(Act(board, bump=by, roll=turn, zoom=nearer, travel=travel, wait=wait))

    def lit(self) -> tuple[Act, ...]:
        """The acts in a light that jumps, fades and changes its colour."""
        rng, lit = self.rng, []
        gain, tint = 1.0, (1.0, 1.0, 1.0)
        for act in self.acts:
            fade = 0.0
            if rng.random() < 0.1:
                gain = rng.uniform(0.7, 1.15)
                fade = rng.choice((0.0, rng.uniform(0.2, 2.0)))
            if rng.random() < 0.03:
                tint = (rng.uniform(0.85, 1.1), 1.0, rng.uniform(0.85, 1.1))
            lit.append(replace(act, gain=gain, tint=tint, fade=fade))
        return tuple(lit)


def _play_palago(script: _Script) -> Board:
    """A game of Palago by random legal moves; the board after the first, which lies there."""
    rng = script.rng
    game = PalagoGame().play(next(iter(PalagoGame().legal_actions())))
    start = game.board
    script.add(Act(start, wait=max(2.5, 6 / script.rate)))
    while len(script.boards) < TURNS and not game.over:
        move = _next_move(script, game)
        if move is None:
            break
        before, game = game.board, game.play(move)
        script.boards.append(game.board)
        second = _next_move(script, game) if rng.random() < 0.06 and not game.over else None
        if second is not None and len(script.boards) < TURNS:
            # The other player answers so fast that nobody sees the board in between.
            game = game.play(second)
            script.boards.append(game.board)
            cells = (*(tile.cell for tile in move), *(tile.cell for tile in second))
            script.add(Act(game.board, cells, rest=1.0, wait=script.wait(1.5, 3.0)))
        else:
            script.lay(before, list(game.history[-1]), script.wait(1.5, 3.0))
        script.disturb(game.board)
    return start


def _next_move(script: _Script, game: PalagoGame) -> Move | None:
    moves = list(game.legal_actions())
    script.rng.shuffle(moves)
    return next((m for m in moves if script.sees([tile.cell for tile in m])), None)


def _play_palagonia(script: _Script) -> Board:
    """A game of Palagonia with lays, removals and rotations."""
    rng = script.rng
    start = board = apply(Board(), random_lay(Board(), 4, rng))
    script.add(Act(board, wait=max(2.5, 6 / script.rate)))
    for _ in range(20 * TURNS):
        if len(script.boards) == TURNS:
            break
        face = rng.choice(
            [DieFace.of_number(n) for n in (2, 3, 4)] + [DieFace.REMOVE, DieFace.ROTATE]
        )
        action = random_action(board, face, rng)
        if action is None:
            continue
        after = apply(board, action)
        match action:
            case Lay(tiles) if script.sees([tile.cell for tile in tiles]):
                script.lay(board, tiles, script.wait(4.2, 5.0))
            case Remove(cell) | Rotate(cell):
                script.add(Act(after, (cell,), rest=0.5, wait=script.wait(4.2, 5.0)))
            case _:
                continue
        board = after
        script.boards.append(board)
        script.disturb(board)
    return start
