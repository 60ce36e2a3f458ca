"""Games of Palagonia whose dice are seen badly: how many totals are still right, at which rates?

The games are those of `dice_games.py`, without their pixels: frames are small grey patches where
dice lie, the boards are told, and of the dice only a share of those that come to rest is found.
A die that is found is found in most frames, not in all; its face is as sure as it may be, now and
then another one's.

    python benchmarks/dice/dice_thinned.py [--games 20]
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from dice_games import FIRST_SEED, OUTCOMES, FilmedGame, outcome
from palago.calibration.arrays import Picture
from palago.engine.palagonia.at_table.shots_with_dice import FinderWithDice
from palago.engine.tiles.board import Board
from palago.engine.tiles.observation import Observation
from palago.vision.benchmark.pages import markdown_table, write_results
from palago.vision.dice.die_states import STATES
from palago.vision.dice.faces import TOPS
from palago.vision.dice.filmed.watch import DiceWatch, SeenDice
from palago.vision.dice.reader import JudgedDie
from palago.vision.readings.dice import DieReading
from palago.vision.training.scenes.dice.staged import StagedDie
from palago.vision.training.scenes.films.acts import FilmedScene
from palago.webui.digitising.digitise import Digitised, digitise
from palago.webui.tables.shots import CameraShot, rolls_seen

FOUND = (0.33, 0.6, 0.8, 0.95, 1.0)
RATE = 5.0
MISREAD, SEEN_A_LOOK = 0.02, 0.8
"""How often a die shows a face that is not its own, and how often one that is found at all is found
in a look."""
EDGE = 8
"""A die's edge in pixels of these small pictures."""


@dataclass
class ThinnedWatch(DiceWatch):
    """A watch whose looks find a share of the dice, by chance but each time alike."""

    seed: int = 0
    found: float = 1.0
    scene: FilmedScene | None = None
    chance: random.Random = field(default_factory=lambda: random.Random(0))

    def look(self, photo: object, reading: object) -> SeenDice:
        """What is found of the dice that lie there now."""
        assert self.scene is not None
        seen = [self._seen(die) for die in self.scene.dice if die.spin == 0]
        return tuple(die for die in seen if die is not None)

    def _seen(self, die: StagedDie) -> tuple[JudgedDie, DieReading] | None:
        own = random.Random(f"{self.seed} {die}")
        if own.random() >= self.found or self.chance.random() >= SEEN_A_LOOK:
            return None
        face = own.choice(TOPS[:-1]) if own.random() < MISREAD else die.face
        sure = own.uniform(0.5, 0.9) if face != die.face else 1.0 - 0.5 * own.random() ** 7
        is_die = 1.0 - 0.6 * own.random() ** 6
        faces = tuple(sure if name == face else (1 - sure) / 6 for name in TOPS)
        states = tuple({"lying": is_die, "none": 1 - is_die}.get(name, 0.0) for name in STATES)
        at = pixel(die)
        shown = JudgedDie(face, "lying", sure * is_die, at, at, float(EDGE), states, faces)
        return shown, DieReading(face, at, sure * is_die, float(EDGE))


def pixel(die: StagedDie) -> tuple[float, float]:
    """Where a die lies in the picture."""
    return 160.0 + 10.0 * die.x, 90.0 + 10.0 * die.y


def picture(scene: FilmedScene) -> Picture:
    """A grey table with a patch for each die, and another one where a hand is."""
    table = np.full((180, 320, 3), 90, np.uint8)
    for die in scene.dice:
        x, y = (max(0, round(value) - EDGE // 2) for value in pixel(die))
        patch = random.Random(str(die)).randbytes(EDGE * EDGE)
        place = table[y : y + EDGE, x : x + EDGE]
        shown = np.frombuffer(patch, np.uint8).reshape(EDGE, EDGE, 1)
        place[:] = shown[: place.shape[0], : place.shape[1]]
    if scene.hand is not None:
        table[70:110, 140 : 140 + round(40 * scene.hand.reach)] = 180
    return table


def boards(scenes: list[tuple[float, FilmedScene]]) -> Iterator[CameraShot]:
    """The boards as a tracker tells them, and in between the passing of time."""
    told, passed = Board(), 0.0
    for time, scene in scenes:
        if scene.hand is not None:
            continue
        if scene.board != told:
            told = scene.board
            yield CameraShot(time, f"{time:.1f}", Observation(told))
        if time - passed >= 0.5 or time == scenes[-1][0]:
            passed = time
            yield CameraShot(time, f"{time:.1f}")


def followed(game: FilmedGame, found: float) -> Digitised:
    """What a film becomes of whose dice only a share is found."""
    watch = ThinnedWatch(seed=game.seed, found=found, chance=random.Random(game.seed))
    total = sum(act.seconds for act in game.acts)
    times = [number / RATE for number in range(int(total * RATE))]
    scenes = [(time, game.stage.scene(Board(), game.acts, time)) for time in times]
    for time, scene in scenes:
        watch.scene = scene
        watch.feed(picture(scene), time, None)
    shots = [*boards(scenes), *rolls_seen(watch.throws(), {}, times[-1])]
    return digitise(FinderWithDice(is_film=True, players=game.game.players), shots)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    arguments = parser.parse_args()
    games = [FilmedGame(FIRST_SEED + number) for number in range(arguments.games)]
    rows = []
    for found in FOUND:
        told = Counter(outcome(game, followed(game, found))[0] for game in games)
        rows.append((f"{100 * found:.0f} %", *(told[word] for word in OUTCOMES)))
        print(*rows[-1], flush=True)
    if arguments.games >= 20:
        write_results(
            __file__,
            "Games whose dice are seen badly",
            f"The {len(games)} games of [dice_games.md](dice_games.md), followed without pixels: "
            "boards told, of the dice a share found, each in most frames; faces unsure, 2 in 100 "
            "another one's.",
            markdown_table("dice found", OUTCOMES, rows),
        )


if __name__ == "__main__":
    main()
