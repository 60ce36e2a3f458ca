"""The levels of the program against one another: matches, and a table of how many each wins.

``python benchmarks/thinking/levels.py [--games N] [--records FOLDER]``. Each pair of levels plays
N games from N/2 starting positions, of two turns by chance, each with both colours.
"""

from __future__ import annotations

import argparse
import random
import time
from dataclasses import replace
from itertools import combinations
from pathlib import Path

from palago.engine.palago.game import PalagoGame
from palago.engine.palago.search.forcing import ThreatSearch
from palago.engine.palago.search.levels import LEVELS, Level, choose_at
from palago.vision.benchmark.pages import markdown_table, write_results

GAMES = 40
#: The full level may think for 5 seconds on the page; so that a match comes to its end, here less.
MOST_SECONDS = 1.0
TILES = 48


def starting_position(seed: int) -> PalagoGame:
    """Two quiet turns by chance after which nobody can win at once."""
    rng = random.Random(seed)
    while True:
        game = PalagoGame()
        for _ in range(2):
            game = game.play(rng.choice(list(game.legal_actions())))
        search = ThreatSearch(game.board)
        if not any(search.wins_within(colour, 3) for colour in (game.to_move, game.to_move.other)):
            return game


def play(white: Level, blue: Level, seed: int) -> PalagoGame:
    """One game, White at one level and Blue at another."""
    game, rng = starting_position(seed), random.Random(seed)
    while not game.over:
        at = white if game.to_move.value == "white" else blue
        game = game.play(choose_at(game, at, rng, min(at.seconds, MOST_SECONDS)))
    return game


def match(one: Level, other: Level, games: int, records: Path | None) -> tuple[int, int, int]:
    """How many games one level wins, how many are drawn, and how many the other wins."""
    won = drawn = lost = 0
    for number in range(games):
        one_is_white = number % 2 == 0
        white, blue = (one, other) if one_is_white else (other, one)
        game = play(white, blue, number // 2)
        if game.result == "draw":
            drawn += 1
        elif (game.result == "white") == one_is_white:
            won += 1
        else:
            lost += 1
        if records is not None:
            title = f"{white.name} and {blue.name}, {number + 1}"
            record = replace(game.to_record(), players=(white.name, blue.name), title=title)
            name = f"{one.name}-{other.name}-{number + 1}.json"
            (records / name).write_text(record.dumps(), encoding="utf-8")
    return won, drawn, lost


def write(found: dict[tuple[str, str], tuple[int, int, int]], games: int) -> None:
    """Write the results as a page."""
    names, rows = [level.name for level in LEVELS], []
    for name in names:
        cells, points = [], 0.0
        for other in names:
            if name == other:
                cells.append("–")
                continue
            if (name, other) in found:
                won, drawn, lost = found[name, other]
            else:
                lost, drawn, won = found[other, name]
            points += won + drawn / 2
            cells.append(f"{won} – {drawn} – {lost}")
        rows.append((name, *cells, f"{points:g} of {games * (len(names) - 1)}"))
    write_results(
        __file__,
        "The levels of the program against one another",
        f"Each pair played {games} games of {TILES} tiles from {games // 2} positions after two "
        "turns by chance in which nobody wins within three moves, each position with both "
        f"colours. No move took longer than {MOST_SECONDS:g} s (on the page the full level may "
        "think longer). Games won – drawn – lost by the level of the row, and its points: a win "
        "counts 1, a draw ½.",
        markdown_table("", (*names, "points"), rows),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="games of each pair, even")
    parser.add_argument("--records", type=Path, help="write the games to this folder")
    args = parser.parse_args()
    if args.records is not None:
        args.records.mkdir(parents=True, exist_ok=True)
    found = {}
    for one, other in combinations(LEVELS, 2):
        started = time.monotonic()
        score = match(one, other, args.games, args.records)
        print(one.name, other.name, score, f"{time.monotonic() - started:.0f} s", flush=True)
        found[one.name, other.name] = score
    write(found, args.games)


if __name__ == "__main__":
    main()
