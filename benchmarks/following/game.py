"""Refereeing without a camera: replaying whole games with full checking, and judging two boards.

Seconds are those of one core's work. The yardstick for replaying is reading the same records'
JSON and making their boards, without a rule being asked.
"""

from __future__ import annotations

import json
import os
import random
import time

from palago.engine.lattice import neighbours
from palago.engine.palago.game import IllegalMove, PalagoGame
from palago.engine.palago.move import Move
from palago.engine.palago.referee import judge
from palago.engine.records.record import loads
from palago.engine.records.replay import replay
from palago.engine.tiles.board import Board, Tile
from palago.engine.tiles.endings import EVEN_ROTATIONS, ends_the_game
from palago.vision.benchmark.pages import markdown_table, write_results
from palago.vision.benchmark.timing import milliseconds

GAMES = int(os.environ.get("PALAGO_BENCH_GAMES", "1000"))
MOVES = 24


def full_game(rng: random.Random) -> PalagoGame:
    """A random game in which all tiles are laid and nobody closes a creature."""
    while True:
        game = PalagoGame()
        while not game.over:
            following = quiet_move(game, rng)
            if following is None:
                break
            game = following
        if len(game.history) == MOVES:
            return game


def quiet_move(game: PalagoGame, rng: random.Random) -> PalagoGame | None:
    for _ in range(300):
        cell = rng.choice(game.board.frontier() or ((0, 0),))
        beside = rng.choice(neighbours(cell))
        tiles = [Tile(*place, rng.choice(EVEN_ROTATIONS)) for place in (cell, beside)]
        try:
            after = game.play(Move(tuple(tiles)))
        except IllegalMove:
            continue
        outcome = after.outcome
        if outcome is None or not outcome.closures:
            return after
    return None


def main() -> None:
    rng = random.Random(24)
    # Replaying does not depend on how a game came about: a hundred games, again and again.
    games = [full_game(rng) for _ in range(min(GAMES, 100))]
    texts = [game.to_record().dumps() for game in games]
    texts = (texts * (GAMES // len(texts) + 1))[:GAMES]
    started = time.process_time()
    for text in texts:
        tiles = [word for turn in json.loads(text)["moves"] for word in turn["move"].split()]
        Board(Tile.from_text(word) for word in tiles)
    yardstick = time.process_time() - started
    started = time.process_time()
    for text in texts:
        found = replay(loads(text))
        assert not found.problems and len(found.steps) == MOVES
    seconds = time.process_time() - started

    started = time.process_time()
    judged = 0
    for game in games[:20]:
        board = Board()
        for number, move in enumerate(game.history):
            after = Board((*board, *move))
            seen = after.rotated(number % 3).translated(number, -number)
            assert judge(board, seen).settled
            board = after
            judged += 1
    judging = (time.process_time() - started) / judged
    middle = games[0].history[:20]
    position = PalagoGame()
    for move in middle:
        position = position.play(move)
    count, cells = position.count_moves().legal, position.board.frontier()
    assert count == len(list(position.legal_actions()))
    counting = milliseconds(position.count_moves, 20)
    listing = milliseconds(lambda: list(position.legal_actions()))
    asking = milliseconds(
        lambda: [ends_the_game(position.board, Tile(*cell, 0)) for cell in cells]
    ) / len(cells)
    replaying = (
        (
            f"replay {GAMES} records with full checking",
            f"{seconds:.1f} s",
            f"{seconds / yardstick:.1f}",
        ),
        ("only read them and make the last boards", f"{yardstick:.1f} s", 1),
    )
    single = (
        (f"replay a game of {MOVES} moves", f"{1000 * seconds / GAMES:.1f} ms"),
        (
            "judge two photos' boards, shifted and turned (mean over whole games)",
            f"{1000 * judging:.1f} ms",
        ),
        ("count the legal moves on a board of 40 tiles", f"{counting:.2f} ms"),
        (f"list them ({count})", f"{listing:.0f} ms"),
        ("ask whether a tile would close a creature", f"{1000 * asking:.0f} µs"),
    )
    write_results(
        __file__,
        "Refereeing without a camera",
        f"{GAMES} random games of {MOVES} moves (48 tiles), one core.",
        markdown_table("what", ("time", "ratio"), replaying),
        markdown_table("one of", ("time",), single),
    )


if __name__ == "__main__":
    main()
