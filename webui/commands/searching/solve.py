"""``palago solve``: who wins by force."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from ....engine.drawing.terminal import draw_coordinate_board
from ....engine.lattice import Colour
from ....engine.stamp import stamped
from ....engine.tiles.board import MOST_TILES, Board
from ...errors import BadInput
from ...texts import in_english
from ...usage.command_parser import CommandParser, Namespace
from ..arguments.boards import board_argument
from ..arguments.outputs import require_writable, write_json
from ..arguments.searches import add_board, check_search, progress_line

if TYPE_CHECKING:
    from ....engine.palago.search.solver import Solution, Solver, SolverProgress

DEFAULT_SECONDS = 60.0


def add_arguments(parser: CommandParser) -> None:
    add_board(parser)
    parser.option(
        "--to-move COLOUR",
        "whose turn it is, white or blue",
        required=True,
        choices=("white", "blue"),
    )
    parser.option(
        "--moves N",
        "only forced wins in at most N moves, each a threat (default: any, quiet ones too)",
    )
    parser.option(
        "--seconds SECONDS",
        f"give up after so long (default {DEFAULT_SECONDS:g}); Ctrl-C gives what is known",
        default=DEFAULT_SECONDS,
    )
    parser.option("--all", "list every first move that wins in the fewest moves")
    parser.option("--proof OUT", "write the whole tree of a win, for 'palago verify'")
    parser.option("--tiles", "tiles in the set (default 48)", type=int, default=48)
    parser.option("--json", "print the result as JSON")


def run(args: Namespace) -> int:
    """Print win, loss or unknown, and the line. 1 where a proof was asked for and there is none."""
    from ....engine.palago.search.solver import Solver

    check_search(args)
    if not 2 <= args.tiles <= MOST_TILES:
        raise BadInput(f"--tiles must be 2 to {MOST_TILES}, not {args.tiles}")
    board = board_argument(args.board)
    if args.proof is not None:
        require_writable(args.proof)
    to_move = Colour(args.to_move)
    with progress_line() as show:
        solver = Solver(
            board,
            to_move,
            seconds=args.seconds,
            tiles_in_set=args.tiles,
            on_progress=lambda progress: show(_progress(progress)),
        )
        solution = solver.solve(args.moves, all_first_moves=args.all)
    told = f"{_sentences(to_move, solution)}\n\n{_drawn(board, solution)}"
    print(json.dumps(stamped("solution", solution.to_json())) if args.json else told)
    if args.proof is not None:
        return _write_proof(args.proof, solver, solution)
    return 0


def _drawn(board: Board, solution: Solution) -> str:
    """The board in characters with the first move of the line on it, in brackets."""
    first = (solution.line[0] if solution.line else None) or ()
    for tile in first:
        board = board.place(tile)
    return draw_coordinate_board(board, [tile.cell for tile in first])


def _progress(progress: SolverProgress) -> str:
    return (
        f"{progress.attacker.value} wins in {progress.moves}? "
        f"{progress.nodes} positions, {progress.seconds:.0f} s"
    )


def _sentences(to_move: Colour, solution: Solution) -> str:
    name = to_move.value.capitalize()
    if solution.result == "unknown":
        lines = [in_english("solve_unknown", colour=name)]
        if solution.excluded:
            lines.append(in_english("solve_excluded", colour=name, count=solution.excluded))
        return "\n".join([*lines, _effort(solution)])
    winner = to_move if solution.result == "win" else to_move.other
    name, moves = winner.value.capitalize(), solution.moves or 0
    lines = [in_english("solve_wins", colour=name, count=moves)]
    attacking = solution.result == "win"
    for move in solution.line:
        mover = winner if attacking else winner.other
        words = "any move; nothing parries" if move is None else " ".join(map(str, move))
        lines.append(f"  {mover.value:<5} {words}")
        attacking = not attacking
    if solution.first_moves is not None:
        lines.append(in_english("solve_first_moves"))
        lines += [f"  {' '.join(map(str, move))}" for move in solution.first_moves]
    return "\n".join([*lines, _effort(solution)])


def _effort(solution: Solution) -> str:
    if solution.known:
        return in_english("solve_known", opening=solution.known)
    return in_english("solve_effort", count=solution.nodes, seconds=solution.seconds)


def _write_proof(path: str, solver: Solver, solution: Solution) -> int:
    proof = solver.proof(solution)
    if proof is None:
        settled = solution.result != "unknown"
        why = "writing the proof down takes longer" if settled else "nothing is settled"
        told = f"palago solve: {why}, so {path} is not written; --seconds allows more time"
        print(told, file=sys.stderr)
        return 1
    write_json(path, proof.to_json())
    return 0
