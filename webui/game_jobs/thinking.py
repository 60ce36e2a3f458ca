"""Advice that takes a while to work out, in a process apart."""

from __future__ import annotations

from functools import cache
from typing import Any

from ...engine.lattice import Colour
from ...engine.palago.game import GameOptions, PalagoGame
from ...engine.palagonia.dice import Roll
from ...engine.palagonia.rules import HouseRules
from ...engine.palanquee.advice.opponent import choose_turn
from ...engine.palanquee.play.game import PalanqueeTurn
from ...engine.palanquee.position_json import position_from_json
from ...engine.tiles.board import Board, BoardError
from ..workers.worker import JobRefused


@cache
def load_solver() -> None:
    """Load the compiled solver into this process: those seconds are not taken from a search."""
    from ...engine.palago.search.solver import Solver

    Solver(Board.from_text("0,0a 1,0c"), Colour.WHITE, seconds=0.01).solve()


def advise_palago(
    board: dict[str, Any], to_move: str, options: dict[str, Any], seconds: float
) -> dict[str, Any]:
    """A forced win if one is found in time, and the move that the program would play.

    ``parries`` counts the moves that parry an immediate threat of the other colour, None where
    there is no threat. Raises JobRefused where no move can be played.
    """
    from ...engine.palago.search.opponent import choose_move
    from ...engine.palago.search.solver import Solver
    from ...engine.palago.threats import analyse_threats

    table, mover = Board.from_json(board), Colour(to_move)
    load_solver()
    try:
        game = PalagoGame.from_board(table, mover, GameOptions.from_json(options))
        if game.over or not len(table):
            raise JobRefused.of("no_advice")
        solution = Solver(table, mover, seconds=seconds / 2).solve().to_json()
        move = choose_move(game, seconds=seconds / 2)
        parries = analyse_threats(table, lists=False).of(mover.other).parries
    except BoardError as error:
        raise JobRefused.because(error) from None
    return {"solution": solution, "move": [str(tile) for tile in move], "parries": parries}


def play_at_level(
    board: dict[str, Any], to_move: str, options: dict[str, Any], level: str
) -> dict[str, str]:
    """What the program plays at a level. Raises JobRefused where no move can be played."""
    from ...engine.palago.search import levels

    table, agreed = Board.from_json(board), GameOptions.from_json(options)
    try:
        game = (
            PalagoGame.from_board(table, Colour(to_move), agreed)
            if len(table)
            else PalagoGame(agreed)
        )
        return {"move": str(levels.choose_at(game, levels.level(level)))}
    except BoardError as error:
        raise JobRefused.because(error) from None


def advise_palagonia(
    board: dict[str, Any], roll: str, bag: int, rules: dict[str, Any], seconds: float
) -> dict[str, Any]:
    """The actions of a roll that pay best, and what each leaves to the next player."""
    from ...engine.palagonia.payoff.best import payoff

    table, agreed = Board.from_json(board), HouseRules.from_json(rules)
    return payoff(table, Roll.from_text(roll), bag, agreed, options=6, seconds=seconds).to_json()


def play_palanquee(position: dict[str, Any], actions: list[str], seconds: float) -> dict[str, Any]:
    """What the program would play in the rest of a turn, by ``actions`` begun at a position."""
    try:
        game = PalanqueeTurn.at(position_from_json(position)).play_all(actions)
    except ValueError as error:
        raise JobRefused.because(error) from None
    return {"actions": [str(action) for action in choose_turn(game, seconds=min(seconds, 4.0))]}
