"""Whole games on staged videos: how many are followed without a wrong committed move.

Each game has its own set, table, light, camera and frame rate, and troubles of its own (see
``live_games.py``). A turn is right when the record holds the very board that the turn left. The
yardstick for tracking and for reading a frame is decoding it. Seeds below 2600 served for tuning
the tracker and the followers; only those from 2600 on are reported.

    python benchmarks/following/live.py [--games 40] [--first 2600]
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import Any

import cv2
import numpy as np
from live_games import StagedGame, stage_game
from palago.calibration.arrays import Picture
from palago.engine.following.shots import FinderByBoards
from palago.engine.tiles.alignment import align
from palago.engine.tiles.board import Board, Tile
from palago.vision import read
from palago.vision.benchmark.pages import markdown_table, write_results
from palago.vision.benchmark.timing import milliseconds
from palago.vision.readings.reading import Reading
from palago.vision.tracking.events import EventKind, TableEvent
from palago.vision.tracking.tracker import Tracker
from palago.vision.training.scenes.films.acts import REACH_SECONDS, Act
from palago.vision.training.scenes.films.videos import StagedTable
from palago.webui.digitising.digitise import Digitised, digitise, followed_plug
from palago.webui.tables.shots import CameraShot, from_frames

MOST_TAPS = 2
FIRST_REPORTED = 2600
#: Tables whose frames are timed.
COSTS_SEEDS = range(1, 9)


@dataclass
class Result:
    """What came of one game.

    ``right`` counts the turns whose very board was committed, ``unseen`` those of the others whose
    board never lay there, because the next turn came in the same reach; ``wrong`` the committed
    boards that never lay there, marked or not; ``taps`` what a person does to mend the record.
    """

    seed: int
    kind: str
    frame_rate: float
    turns: int = 0
    right: int = 0
    unseen: int = 0
    wrong_marked: int = 0
    wrong_unmarked: int = 0
    to_check: int = 0
    taps: int = 0
    delays: list[float] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def is_right(self) -> bool:
        """Whether the record is the game, without any help."""
        return self.right == self.turns and not self.wrong_marked + self.wrong_unmarked


@dataclass(frozen=True)
class Seen:
    """What the tracker made of a film: the followers' food, and when boards were reported."""

    sightings: list[CameraShot]
    reported: list[float]


def watch(game: StagedGame) -> Seen:
    """Film a game and track it."""
    reported: list[float] = []

    def note(moment: float, events: tuple[TableEvent[Reading], ...]) -> None:
        reported.extend(moment for e in events if e.kind is EventKind.BOARD_CHANGED)

    sightings = [replace(s, picture=b"") for s in from_frames(game.frames(), read, note)]
    return Seen(sightings, reported)


def play(seed: int) -> Result:
    """Film a game, digitise the film, and hold the record against the game."""
    started = time.perf_counter()
    game = stage_game(seed)
    seen = watch(game)
    digitised = digitise(
        FinderByBoards(followed_plug(game.kind, {}), {}, is_film=True), seen.sightings
    )
    result = Result(seed, game.kind, game.frame_rate, len(game.boards))
    result.to_check = len(digitised.to_check)
    followed = _followed(digitised)
    truths = {board.canonical() for board in (game.start, *game.boards)}
    for board, is_marked in followed:
        if board.canonical() in truths:
            continue
        if is_marked:
            result.wrong_marked += 1
        else:
            result.wrong_unmarked += 1
    committed = {board.canonical() for board, _ in followed}
    missed = [n for n, board in enumerate(game.boards) if board.canonical() not in committed]
    result.right = len(game.boards) - len(missed)
    shown = {act.board for act in game.acts}
    result.unseen = sum(game.boards[number] not in shown for number in missed)
    boards = [sight.seen.board for sight in seen.sightings if sight.seen is not None]
    result.taps = _taps(game, missed, boards[-1] if boards else None)
    result.delays = [round(delay, 3) for delay in _delays(game.acts, seen.reported)]
    result.seconds = round(time.perf_counter() - started, 1)
    return result


def _followed(digitised: Digitised) -> list[tuple[Any, bool]]:
    """The boards of the record, and whether each is marked for a look.

    Where nobody knows which colour is White, the list of things to check begins with that, and
    every move's confidence says so: all are marked.
    """
    doubted = not digitised.names_are_sure
    return [(step.after.board, step.needs_a_look or doubted) for step in digitised.steps]


def _taps(game: StagedGame, missed: Sequence[int], seen: Board | None) -> int:
    """What a person has to do who goes through the list of things to check.

    Every turn that the record has not got right is one tap, which says which tiles it was; more
    where the last picture shows several of its tiles wrongly. A set whose two colours have been
    named the other way round is put right by one tap for all.
    """
    if not missed:
        return 0
    final = game.boards[-1]
    if seen is None:
        return len(final)
    swapped = Board(Tile(t.q, t.r, (t.rotation + 3) % 6) for t in seen)
    plain, other = align(final, seen), align(final, swapped)
    renamed = other.sixths % 2 == 1 and other.same > plain.same
    if renamed and len(missed) == len(game.boards):
        return 1
    lies = (other.board(swapped) if renamed else plain.board(seen)).rotations
    boards = (game.start, *game.boards)
    taps = int(renamed)
    for number in missed:
        new = set(boards[number + 1]) - set(boards[number])
        taps += max(1, sum(final.get(t.cell) == t and lies.get(t.cell) != t.rotation for t in new))
    return taps


def _delays(acts: Sequence[Act], moments: Sequence[float]) -> list[float]:
    """From the hand leaving to the report, where the next report belongs to that act."""
    begin, delays = 0.0, []
    for act in acts:
        left = begin + (2 * REACH_SECONDS + act.rest if act.cells else 0.0)
        end = begin + act.seconds
        reported = [moment for moment in moments if left <= moment < end]
        if act.cells and reported:
            delays.append(reported[0] - left)
        begin = end
    return delays


@dataclass(frozen=True)
class Costs:
    """Milliseconds of one core for a frame of 1280 x 720: decoding, tracking, reading it anew."""

    decode: float
    track: float
    read: float


def frame_costs() -> Costs:
    """Measured one after the other: tracking on one film, reading on single frames of several."""
    cv2.setNumThreads(1)
    stage = StagedTable(1, width=1280, height=720)
    board = max(stage_game(1).boards, key=len)
    reading = read(stage.picture(board))
    tracker = Tracker(lambda frame: reading)
    frames = list(stage.frames(board, [Act(board, wait=6.0)], 10.0))
    encoded = [cv2.imencode(".jpg", frame)[1] for _, frame in frames]
    decode = _median_ms([partial(cv2.imdecode, data, cv2.IMREAD_COLOR) for data in encoded])
    for moment, frame in frames[:20]:
        tracker.feed(frame, moment)
    track = _median_ms([partial(tracker.feed, frame, moment) for moment, frame in frames[20:]])
    tables = [_first_frame(seed) for seed in COSTS_SEEDS]
    read(tables[0])
    reread = _median_ms([partial(read, frame) for frame in tables for _ in range(3)])
    return Costs(decode, track, reread)


def _first_frame(seed: int) -> Picture:
    stage = StagedTable(seed, width=1280, height=720)
    board = max(stage_game(seed).boards, key=len)
    return next(frame for _, frame in stage.frames(board, [Act(board, wait=1.0)], 10.0))


def _median_ms(calls: Sequence[Callable[[], object]]) -> float:
    return float(np.median([milliseconds(call) for call in calls]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--first", type=int, default=FIRST_REPORTED)
    args = parser.parse_args()
    results = []
    for seed in range(args.first, args.first + args.games):
        results.append(play(seed))
        print(json.dumps(asdict(results[-1])), flush=True)
    if args.first >= FIRST_REPORTED:
        report(results, frame_costs())


def report(results: Sequence[Result], costs: Costs) -> None:
    """Write the table of all games, and one line for each that was not right by itself."""
    games = len(results)
    turns = sum(r.turns for r in results)
    delays = np.array([delay for r in results if r.frame_rate >= 10 for delay in r.delays])
    no_wrong = sum(not r.wrong_marked + r.wrong_unmarked for r in results)
    helped = [r for r in results if not r.is_right]
    rates = sorted({r.frame_rate for r in results})
    rows = [
        ("games without one wrong committed move", f"{no_wrong} of {games}"),
        ("games whose record is right without any help", f"{games - len(helped)} of {games}"),
        (
            f"the other games: mended with at most {MOST_TAPS} taps",
            f"{sum(r.taps <= MOST_TAPS for r in helped)} of {len(helped)}",
        ),
        ("turns whose very board was committed", f"{sum(r.right for r in results)} of {turns}"),
        (
            "the other turns: asked about, two played in one reach that no rule tells apart",
            f"{sum(r.unseen for r in results)} of {turns - sum(r.right for r in results)}",
        ),
        ("committed boards that were wrong and unmarked", sum(r.wrong_unmarked for r in results)),
        ("committed boards that were wrong and marked", sum(r.wrong_marked for r in results)),
        ("entries to check, all games", sum(r.to_check for r in results)),
        (
            "hand leaving to report at 10 frames a second and more, median and 95 %",
            f"{np.median(delays):.2f} s, {np.percentile(delays, 95):.2f} s",
        ),
        (
            "tracking a 1280 x 720 frame, one core",
            f"{costs.track:.1f} ms, {costs.track / costs.decode:.1f} times its decoding",
        ),
        (
            "reading such a frame anew, one core",
            f"{costs.read:.0f} ms, {costs.read / costs.decode:.1f} times its decoding",
        ),
    ]
    helped_rows = [
        (
            r.seed, r.kind, f"{r.frame_rate:.0f}", f"{r.right} of {r.turns}", r.unseen,
            r.wrong_marked, r.wrong_unmarked, r.to_check, r.taps,
        )
        for r in helped
    ]  # fmt: skip
    head = (
        "game", "frames a second", "turns right", "two in one reach", "wrong, marked",
        "wrong, unmarked", "to check", "taps",
    )  # fmt: skip
    write_results(
        __file__,
        "Whole games on staged videos",
        f"{games} games ({sum(r.kind == 'palagonia' for r in results)} of Palagonia), {turns} "
        f"turns, 960 x 540, {rates[0]:.0f} to {rates[-1]:.0f} frames a second, seeds "
        f"{results[0].seed} to {results[-1].seed}. Nothing was tuned on these games.",
        markdown_table("what", ("figure",), rows),
        "## Games that needed help",
        markdown_table("seed", head, helped_rows),
    )


if __name__ == "__main__":
    main()
