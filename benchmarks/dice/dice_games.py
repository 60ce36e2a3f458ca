"""Games of Palagonia with their rolls, filmed on a drawn table and followed without a tap.

Everybody rolls one die for the start, then a few turns are played by random legal actions, each
roll lying beside the board in the picture. The film becomes a game record; its points are held
against those that were played.

The boards are read as ever, and so are the dice. With `--told` the stage tells them (`DiceTold`):
so it is tried whether rolls that are seen lead to the right totals, not how well dice are read.

    python benchmarks/dice/dice_games.py [--games 20] [--told]
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from palago.calibration.arrays import Picture
from palago.engine.palagonia.actions import Lay, action_from_text
from palago.engine.palagonia.at_table.shots_with_dice import FinderWithDice
from palago.engine.palagonia.dice import DieFace, Roll
from palago.engine.palagonia.game import PalagoniaGame
from palago.engine.palagonia.turn import TurnPhase
from palago.engine.tiles.board import Board
from palago.vision import read
from palago.vision.benchmark.pages import markdown_table, write_results
from palago.vision.dice import placing
from palago.vision.training.scenes.dice.painting import projected
from palago.vision.training.scenes.dice.staged import StagedDie
from palago.vision.training.scenes.dice.told import DiceTold
from palago.vision.training.scenes.films.acts import Act
from palago.vision.training.scenes.films.videos import StagedTable
from palago.webui.digitising.digitise import Digitised, digitise
from palago.webui.tables.shots import from_frames

FIRST_SEED = 4_200
TURNS = 12
RATE = 5.0
PLAYERS = ("Anna", "Ben", "Cleo", "Dan")
TRIED, NEAR = 60, 230
"""So many legal actions are tried; what is laid is so near to the picture's middle, in pixels."""
OUTCOMES = ("right, nothing asked", "right, asked alone who goes on", "right, asked",
            "wrong, asked", "wrong and unsaid")  # fmt: skip
"""What `outcome` says in a word."""
BOARD_REACH = 5.6
"""Dice are rolled at least so many sides of a tile away from the board's middle."""


@dataclass
class FilmedGame:
    """A game and the acts that were filmed of it."""

    seed: int
    stage: StagedTable = field(init=False)
    told: DiceTold = field(init=False)
    game: PalagoniaGame = field(init=False)
    acts: list[Act] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        kind = ("pips", "pips", "numerals", "printed")[self.seed % 4]
        self.stage = StagedTable(self.seed, 1280, 720, tiles_across=16.0, dice_kind=kind)
        self.told = DiceTold(self.stage)
        self.game = PalagoniaGame.new(PLAYERS[: 3 + self.seed % 2])
        self._play()

    def frames(self) -> Iterator[tuple[float, Picture]]:
        """The frames of the film with their times."""
        for moment, frame in self.stage.frames(Board(), self.acts, RATE):
            self.told.dice = self.stage.scene(Board(), self.acts, moment).dice
            yield moment, frame

    def _play(self) -> None:
        while len(self.game.history) < TURNS and self.game.phase is not TurnPhase.OVER:
            if self.game.phase is TurnPhase.START:
                faces = [self.rng.choice(list(DieFace)) for _ in self.game.contenders]
                for face in faces:
                    self._roll([face])
                self.game = self.game.roll_for_start(faces)
            if self.game.phase is TurnPhase.ROLL:
                roll = Roll.thrown(self.rng)
                self._roll(list(roll.faces))
                self.game = self.game.throw(roll)
            if self.game.phase is TurnPhase.ACT and not self._act():
                return

    def _roll(self, faces: list[DieFace]) -> None:
        dice: list[StagedDie] = []
        for face in faces:
            for _ in range(200):
                x, y = self.rng.uniform(-12, 12), self.rng.uniform(-8, 8)
                if self._is_free(x, y) and all(math.dist((x, y), (d.x, d.y)) > 1.6 for d in dice):
                    dice.append(StagedDie(face.value, x, y, self.rng.uniform(0, 6.28)))
                    break
        wait = self.rng.uniform(1.2, 2.0)
        self.acts.append(Act(self.game.board, dice=tuple(dice), tumble=0.5, wait=wait))

    def _is_free(self, x: float, y: float) -> bool:
        """Whether a die at this place is in the picture and away from the board."""
        at = projected(self.stage.camera, np.array([[x, y, 0.0]]))[0]
        seen = (at > 60).all() and (at < np.array([1220, 660])).all()
        return bool(seen) and math.hypot(x, y) > BOARD_REACH

    def _act(self) -> bool:
        """Play what earns most of some legal actions near the middle of the table; False where
        there is none."""
        found = {str(self.game.random_action(self.rng)) for _ in range(TRIED)}
        near = [(words, self.game.play(words)) for words in sorted(found)]
        near = [(words, after) for words, after in near if self._is_near(after)]
        if not near:
            return False
        self.rng.shuffle(near)
        words, after = max(near, key=lambda one: one[1].history[-1].points)
        self.game = after
        wait = self.rng.uniform(1.2, 2)
        self.acts.append(Act(after.board, self._cells(words), rest=0.4, wait=wait))
        return True

    def _is_near(self, game: PalagoniaGame) -> bool:
        """Whether all tiles lie in the middle of the picture."""
        middle = np.array(self.stage.place_of([(0, 0)]))
        places = [np.array(self.stage.place_of([cell])) for cell in game.board.cells]
        return all(np.linalg.norm(place - middle) < NEAR for place in places)

    def _cells(self, words: str) -> tuple[tuple[int, int], ...]:
        action = action_from_text(words)
        if isinstance(action, Lay):
            return tuple(tile.cell for tile in action.tiles)
        return (action.cell,)


def followed(filmed: FilmedGame, *, told: bool) -> Digitised:
    """What the film becomes without anybody's help; with `told` no die is overlooked."""
    if told:
        vars(placing)["read_dice"] = filmed.told
    shots = list(from_frames(filmed.frames(), partial(read, with_dice=False)))
    return digitise(FinderWithDice(is_film=True, players=filmed.game.players), shots)


def outcome(filmed: FilmedGame, found: Digitised) -> tuple[str, str]:
    """In a word how well the totals were told, and a sentence on what is to be checked."""
    doubts = "; ".join(text for entry in found.to_check for text in entry.sentences)
    told = found.counted
    steps = f"{len(found.steps)} of {len(filmed.game.history)} actions"
    points = () if told is None else tuple(told.points.values())
    if told is not None and told.is_whole and points == filmed.game.points:
        asked = "nothing asked" if not doubts else "asked"
        if doubts and all(entry.movers for entry in found.to_check):
            asked = "asked alone who goes on"  # the films end before the games do
        return f"right, {asked}", f"{steps}. {doubts}"
    return ("wrong, asked" if doubts else "wrong and unsaid"), f"{steps}. {doubts}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first-seed", type=int, default=FIRST_SEED)
    parser.add_argument("--told", action="store_true", help="the dice are told, not read")
    arguments = parser.parse_args()
    rows = []
    for seed in range(arguments.first_seed, arguments.first_seed + arguments.games):
        filmed = FilmedGame(seed)
        word, more = outcome(filmed, followed(filmed, told=arguments.told))
        print(seed, word, more, flush=True)
        rows.append(word)
    table = markdown_table("totals", ("games",), [(w, rows.count(w)) for w in sorted(set(rows))])
    print(table)
    if arguments.games >= 20:
        write_results(
            __file__,
            "Games with dice by film",
            f"{len(rows)} games of Palagonia (seeds from {arguments.first_seed} on) on drawn "
            f"tables, 1280 x 720, {RATE:.0f} frames a second, up to {TURNS} actions each, the "
            "rolls for the start and of every turn in sight; the boards read, the dice "
            f"{'told by the stage' if arguments.told else 'read, too'}, nobody tapping.",
            table,
        )


if __name__ == "__main__":
    main()
