"""Reviews of games held against a plain solver: are missed wins found, and is none invented?

``python benchmarks/thinking/reviews.py [--games N]``. The games are played by levels of the program
that overlook things. The plain solver (``tests/plain_solver.py``) tries moves by the rules alone
and shares nothing with the program's search; losses by force are proved, and the proofs checked by
the rules.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from pathlib import Path

from palago.engine.games.reviewing import Effort
from palago.engine.palago.game import PalagoGame
from palago.engine.palago.search.levels import choose_at, level
from palago.engine.palago.search.proof import verify
from palago.engine.palago.search.solver import Solver
from palago.engine.records.record import Record
from palago.engine.records.replay import replay
from palago.engine.records.reviewed import review
from palago.vision.benchmark.pages import markdown_table, write_results

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))
from plain_solver import can_win_at_once, moves_that_win_in_two

GAMES, MOST_TILES = 50, 26
EFFORT = Effort(moves=2, seconds=120.0)
PAIRS = (("learner", "careful"), ("careful", "careful"), ("learner", "learner"))


def played(seed: int) -> Record:
    """A game between two levels from an opening by chance."""
    rng, game = random.Random(seed), PalagoGame()
    pair = PAIRS[seed % len(PAIRS)]
    while not game.over and len(game.board) < MOST_TILES:
        if len(game.board) < 4:
            game = game.play(rng.choice(list(game.legal_actions())))
        else:
            game = game.play(choose_at(game, level(pair[len(game.history) % 2]), rng))
    return game.to_record()


def is_lost(game: PalagoGame) -> bool:
    """Whether a proof that the rules hold shows that the side to move loses within two moves."""
    solver = Solver(game.board, game.to_move, use_proofs=False)
    proof = solver.proof(solver.solve(EFFORT.moves))
    if proof is None or proof.winner is game.to_move:
        return False
    verify(proof)
    return True


def look(record: Record, counts: Counter[str]) -> None:
    """Hold one review against the plain solver."""
    steps = replay(record)
    positions = [steps.start, *(step.position for step in steps.steps)]
    for remark in review(record, EFFORT).remarks:
        before, after = positions[remark.number - 1], positions[remark.number]
        assert isinstance(before, PalagoGame) and isinstance(after, PalagoGame)
        if not len(before.board):
            continue
        told = remark.details["before"]
        lies, mover = dict(before.board.rotations), before.to_move
        plain = 1 if can_win_at_once(lies, mover) else None
        if plain is None and any(moves_that_win_in_two(lies, mover)):
            plain = 2
        counts["positions"] += 1
        counts["wins there are"] += plain is not None
        says_win = told["result"] == "win"
        counts["wins found"] += plain is not None and says_win and told["moves"] == plain
        counts["wins invented"] += says_win and told["moves"] != plain
        if told["result"] == "loss":
            counts["losses said"] += 1
            counts["losses that a checked proof shows"] += is_lost(before)
        won = after.over and after.result == before.to_move.value
        kept = won or (not after.over and remark.details["after"]["result"] == "loss")
        missed = plain is not None and not kept
        counts["missed wins there are"] += missed
        counts["missed wins said"] += missed and "missed_win" in remark.marks
        counts["missed wins invented"] += not missed and "missed_win" in remark.marks


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    args = parser.parse_args()
    counts: Counter[str] = Counter()
    for seed in range(args.games):
        look(played(seed), counts)
        print(seed + 1, dict(counts), flush=True)
    names = (
        *("positions", "wins there are", "wins found", "wins invented"),
        *("missed wins there are", "missed wins said", "missed wins invented"),
        *("losses said", "losses that a checked proof shows"),
    )
    write_results(
        __file__,
        "Reviews held against a plain solver",
        f"{args.games} games between levels of the program that overlook things, each reviewed "
        "with an effort of forced wins in two moves. The plain solver tries moves by the rules "
        "alone. Losses that the reviews say are proved, and the proofs checked by the rules over "
        "every reply.",
        markdown_table("", ("",), [(name, counts[name]) for name in names]),
    )


if __name__ == "__main__":
    main()
