"""Palago as the rest of the house knows it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any

from ..games.protocols import Between, Following, GamePlug, Start
from ..games.reviewing import Effort, Remark
from ..games.tables import tile_problems
from ..lattice import Colour
from ..phrases import Phrase, Refused
from ..tiles.board import Board
from ..tiles.observation import Observation
from .game import PalagoGame
from .options import GameOptions, OptionsError
from .referee import game_of_board
from .referee import judge as judge_boards
from .search.openings import letter_of
from .turn_rules import OLD_TILES
from .unfinished import is_begun
from .verdict import FIRST_CLOSED_UNKNOWN, PalagoVerdict

LIKELY = 0.9
"""From this share of all weights on an explanation is taken for what lies there."""


def review(
    positions: Sequence[PalagoGame], actions: Sequence[str], effort: Effort
) -> Iterator[Remark]:
    """A finished game, move by move; the search is loaded only now."""
    from .search.reviewing import review as reviewed

    return reviewed(positions, actions, effort)


def start(begin: Start) -> PalagoGame:
    """A new game, or one that goes on from a position. Raises OptionsError, BoardError."""
    options = GameOptions.from_json(begin.options)
    if begin.board is None or not len(begin.board):
        return PalagoGame(options)
    problems = tile_problems(begin.board, {"tiles": options.tiles})
    if problems:
        raise OptionsError(Phrase("start_impossible", {"problems": problems}))
    if begin.to_move:
        return PalagoGame.from_board(begin.board, colour_named(begin.to_move), options)
    return game_of_board(begin.board, options)


def judge(game: PalagoGame, seen: Observation, *, aligned: bool = False) -> PalagoVerdict:
    """What was played since the game's last move."""
    return judge_boards(None, seen, game, aligned=aligned)


def between(given: Between) -> PalagoVerdict:
    """The verdict on two boards seen one after the other. Where no game vouches for the first, its
    doubts count too."""
    position = given.game
    if not isinstance(position, PalagoGame):
        options = GameOptions.from_json(given.options)
        to_move = game_of_board(given.before.board, options).to_move
        if given.to_move:
            to_move = colour_named(given.to_move)
        position = PalagoGame.from_board(Board(), to_move, options)
    mover = colour_named(given.mover) if given.mover else None
    return judge_boards(given.before, given.after, position, mover=mover)


def colour_named(word: Colour | str) -> Colour:
    """The colour that a word names. Raises OptionsError."""
    try:
        return Colour(str(word).lower())
    except ValueError:
        raise OptionsError(f"nobody plays {word} here: it is white or blue") from None


def accept(game: PalagoGame, board: Board) -> PalagoGame:
    """The game goes on from a board as it lies, whatever the rules say. Raises ValueError."""
    if board.status():
        raise Refused(Phrase("cannot_accept"))
    return _going_on(game, board, 1)


def resume(game: PalagoGame, board: Board) -> PalagoGame:
    """The game as it stands when players go on from a board against the rules."""
    turns = math.ceil(max(0, len(board) - len(game.board)) / game.turn_rules.tiles)
    return _going_on(game, board, turns)


def _going_on(game: PalagoGame, board: Board, turns: int) -> PalagoGame:
    """The game so many turns later. Raises Refused where it is over and nobody knows who won."""
    if len({group.colour for group in board.creatures()}) > 1:
        raise Refused(FIRST_CLOSED_UNKNOWN)
    mover = game.to_move.other if turns % 2 else game.to_move
    return PalagoGame.from_board(board, mover, game.options)


def likeliest(verdict: PalagoVerdict) -> Board | None:
    """The board of the likeliest explanation, where it is a legal move and leaves little doubt."""
    if verdict.settled or verdict.answers or not verdict.alternatives:
        return None
    best = verdict.alternatives[0]
    return best.board if best.legal and best.weight >= LIKELY else None


def amends(game: PalagoGame, verdict: PalagoVerdict) -> bool:
    """Whether tiles of the last move lie otherwise now, and nothing else is wrong; or that move has
    ended the game before all of it was seen, and more lies there."""
    if game.over and game.history and len(game.history[-1]) < game.turn_rules.tiles:
        return True
    touched = {tile.cell for tile in game.history[-1]} if game.history else set()
    return bool(verdict.violations) and all(
        found.kind in OLD_TILES and found.tiles[0] in touched for found in verdict.violations
    )


def opening_name(positions: Sequence[PalagoGame]) -> str:
    """The letter of the first pair that was laid on the empty table."""
    first = next((game.board for game in positions if len(game.board) == 2), None)
    return "" if first is None or len(positions[0].board) else letter_of(first) or ""


def to_prove(game: PalagoGame) -> Mapping[str, Any] | None:
    """What the solver is told of a position; it knows the usual turns alone."""
    if game.over or not len(game.board) or not game.options.is_usual:
        return None
    told = {"board": game.board.to_text(), "to_move": str(game.on_turn)}
    return {**told, "tiles": game.options.tiles}


PLUG = GamePlug(
    "palago",
    start,
    judge,
    lambda game: game.options.to_json(),
    accept,
    is_begun=is_begun,
    amends=amends,
    between=between,
    review=review,
    opening=opening_name,
    following=Following(
        lambda game: (game.turn_rules.tiles,) * 2,
        keeps_pieces=True,
        resume=resume,
        likeliest=likeliest,
    ),
    option_names=tuple(option.name for option in fields(GameOptions)),
    is_studied=True,
    to_prove=to_prove,
)
