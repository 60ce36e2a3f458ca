"""Games of Palagonia with dice, filmed by another clock than the table's, and followed by nobody.

The games are those of `dice_games.py`, boards and dice read as ever. Of each film three are made:

- time-lapses with turns 0.3 and 1 second apart: after each roll and each action the table is clear
  in two frames, and in every second frame is a hand or dice that roll;
- a film cut together: of each roll and each action half a second is left, 0.6 seconds of it clear.

    python benchmarks/dice/dice_lapses.py [--games 5] [--first-seed 4200] [--kind cut]
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import cast

from dice_games import FIRST_SEED, OUTCOMES, FilmedGame, outcome
from palago.calibration.arrays import Picture
from palago.engine.palagonia.at_table.shots_with_dice import FinderWithDice
from palago.engine.tiles.board import Board
from palago.vision import read
from palago.vision.benchmark.pages import markdown_table, write_results
from palago.vision.tracking.camera.time_lapse import runs_by_another_clock
from palago.vision.training.scenes.films.acts import Act
from palago.webui.digitising.digitise import Digitised, digitise
from palago.webui.tables.shots import from_frames, from_stills

KINDS = {"lapse, turns 0.3 s apart": 0.3, "lapse, turns 1 s apart": 1.0, "cut together": 0.0}
FRAMES_A_TURN = 8
"""Of a time-lapse: for a roll and an action something that moves, a clear frame, a hand over the
same place, and a clear frame."""
CUT_RATE = 5.0
Moment = tuple[float, float]
Frames = Iterator[tuple[float, Picture]]


def lapse(acts: Sequence[Act], pace: float) -> tuple[list[Act], list[Moment]]:
    """The acts, after each a hand that does nothing; and of its moments those that are filmed, each
    with its time in the film."""
    played: list[Act] = []
    moments: list[float] = []
    begun = 0.0
    for number, act in enumerate(acts):
        lying = sorted(act.board.cells)
        cells = act.cells or ((lying[number % len(lying)],) if lying else ((0, 0),))
        idle = replace(act, cells=cells, dice=None, tumble=0.0, wait=0.6)
        for one in (replace(act, wait=0.6), idle):
            busy = one.handled + one.tumble
            moments += [begun + busy / 2, begun + busy + 0.3]
            begun += one.seconds
            played.append(one)
    return played, [(moment, number * pace) for number, moment in enumerate(moments)]


def cut(acts: Sequence[Act]) -> list[Moment]:
    """Half a second of each act, from the end of what is done to what lies still."""
    moments: list[float] = []
    begun = 0.0
    for act in acts:
        done = begun + act.handled + act.tumble
        moments += [done - 0.2, done + 0.1, done + 0.3, done + 0.5]
        begun += act.seconds
    return [(moment, number / CUT_RATE) for number, moment in enumerate(moments)]


def frames_of(filmed: FilmedGame, turns_apart: float) -> Frames:
    """The frames of one of the films, each with its time; ``turns_apart`` is 0 for the one that is
    cut together."""
    acts, moments = list(filmed.acts), cut(filmed.acts)
    if turns_apart:
        acts, moments = lapse(filmed.acts, turns_apart / FRAMES_A_TURN)
    shown = filmed.stage.frames_at(Board(), acts, (moment for moment, _ in moments))
    return zip((time for _, time in moments), (frame for _, frame in shown), strict=True)


def followed(filmed: FilmedGame, turns_apart: float) -> Digitised:
    """What `palago digitise` makes of the film, by the way that it takes by itself."""
    reader = partial(read, with_dice=False)
    if runs_by_another_clock(frames_of(filmed, turns_apart)):
        shots, is_film = from_stills(frames_of(filmed, turns_apart), reader), False
    else:
        shots, is_film = from_frames(frames_of(filmed, turns_apart), reader), True
    return digitise(FinderWithDice(is_film=is_film, players=filmed.game.players), shots)


def played_boards(filmed: FilmedGame) -> list[Board]:
    """The board after each action that was played, in a frame that all share."""
    boards = [act.board for act in filmed.acts if act.dice is None]
    return [board.canonical() for board in boards]


def boards_of(found: Digitised) -> list[Board]:
    """The same of the actions that were followed."""
    return [cast(Board, step.after.board).canonical() for step in found.steps]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--first-seed", type=int, default=FIRST_SEED)
    parser.add_argument("--kind", default="", help="only films whose name begins like this")
    arguments = parser.parse_args()
    seeds = range(arguments.first_seed, arguments.first_seed + arguments.games)
    rows = []
    for kind, turns_apart in KINDS.items():
        if not kind.startswith(arguments.kind):
            continue
        told: Counter[str] = Counter()
        whole = 0
        for seed in seeds:
            filmed = FilmedGame(seed)
            found = followed(filmed, turns_apart)
            word, more = outcome(filmed, found)
            told[word] += 1
            whole += boards_of(found) == played_boards(filmed)
            print(kind, seed, word, more, flush=True)
        counts = (told[word] for word in OUTCOMES)
        rows.append((kind, f"{whole} of {len(seeds)}", *counts))
        print(*rows[-1], flush=True)
    if arguments.games >= 5 and not arguments.kind:
        write_results(
            __file__,
            "Games with dice by time-lapse, and cut together",
            f"The games with seeds {seeds[0]} to {seeds[-1]} of [dice_games.md](dice_games.md), "
            "in each film every roll and every action seen clear in two frames at least; boards "
            "and dice read, nobody tapping. Whole: every action in the record.",
            markdown_table("films", ("whole", *OUTCOMES), rows),
        )


if __name__ == "__main__":
    main()
