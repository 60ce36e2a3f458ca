"""Answers to a table that is no turn as it lies: what it may be all the same."""

from __future__ import annotations

from typing import Any

from ...engine.following.put_right import actions_put_right
from ...engine.following.steps import changed_cells
from ...engine.games.onward import goes_on_from, holds_several_turns
from ...engine.games.protocols import no_acceptance, no_dice
from ..texts import say
from .game_pages import page_of, programs_sides
from .names import DRAWN, called, winner_called
from .pictures.items import places_json
from .state import GameState


def put_right(state: GameState) -> tuple[str, ...]:
    """What was played last if its player has put it right before play went on, and behind it the
    turn that lies there too; nothing where it cannot be so, or is not seen well."""
    play = state.play
    if play is None or play.earlier is None or play.over or state.sight.unsure:
        return ()
    if play.earlier.on_turn in programs_sides(state):
        return ()  # what the program has played lies as it wants it
    last = play.played[-1].action
    return actions_put_right(play.plug, play.earlier.game, last, play.game, state.sight.seen)


def before_roll(state: GameState) -> bool:
    """Whether a roll is told last that somebody may have entered wrongly: it does not allow what
    lies there."""
    play, sight = state.play, state.sight
    if play is None or play.earlier is None or play.over or sight.unsure:
        return False
    is_entered = play.plug.roll is not no_dice and not page_of(state.kind).throws(state.options)
    fits = state.verdict.legal or bool(state.verdict.answers) or sight.lies_still(play.board)
    fits = fits or play.plug.is_begun(play.game, state.verdict)
    fits = fits or holds_several_turns(play.plug, play.game, state.verdict.board)
    is_roll = len(play.entries) == len(play.earlier.entries)
    lies, lay = (play.plug.following.lying(one) for one in (state.verdict.board, play.board))
    is_this_table = 2 * len(lay.cells.intersection(changed_cells(lies, lay))) < len(lay.cells)
    return is_entered and is_roll and is_this_table and not fits


def rolls_anew(state: GameState, language: str) -> list[dict[str, Any]]:
    """The answer that another roll was thrown than the one that was entered."""
    if not before_roll(state):
        return []
    return [_way(state, (), say(language, "page.correct_roll"), change="take_roll_back")]


def ways_out(state: GameState, language: str) -> list[dict[str, Any]]:
    """What may be said of old pieces that lie otherwise, and of a turn that has begun in a photo:
    answers as the verdict has them."""
    play, sight = state.play, state.sight
    if play is None or play.over or sight.unsure or sight.lies_still(play.board):
        return []
    lies, lay = (play.plug.following.lying(one) for one in (state.verdict.board, play.board))
    touched = [cell for cell in changed_cells(lies, lay) if cell in lay.cells]
    if again := put_right(state):
        key = "choice.put_right" if len(again) == 1 else "choice.put_right_before"
        text = say(language, key, number=len(play.entries))
        return [_way(state, touched, text, change="put_right")]
    fewest, most = play.plug.following.turn_size(play.game)
    if play.plug.is_begun(play.game, state.verdict):
        if sight.photo is None:
            return []  # more will be laid on the page
        is_less = len(state.verdict.fresh) < most
        key = "choice.whole_turn" if is_less else "choice.both_turns"
        return _stands(state, key, not is_less, state.verdict.fresh, language)
    laid = len(lies.cells - lay.cells)
    stays = len(lay.cells & lies.cells)
    is_asked = play.plug.following.seated is not None  # and some may have been taken away unseen
    is_more = 2 * stays >= len(lay.cells) if is_asked else 0 < len(lay.cells) == stays
    if is_more and not 0 < laid < fewest and not state.verdict.legal:  # else it may begin there
        are_several = holds_several_turns(play.plug, play.game, state.verdict.board)
        # Fewer tiles may be several turns, too, where no roll that is known lets one lay them.
        counted = are_several or (laid > 0 if is_asked else laid == 0)
        key = "choice.missed" if is_asked and not are_several else "choice.let_stand"
        return _stands(state, key, counted, touched or changed_cells(lies, lay), language)
    return []


def _stands(
    state: GameState, key: str, counted: bool, cells: Any, language: str
) -> list[dict[str, Any]]:
    """The table as it lies, let stand, once for each player who may go on; nothing where no game
    would go on from it."""
    play, names = state.playing, state.agreed.names
    is_asked = counted and play.plug.following.seated is not None
    if not counted and play.plug.accept is no_acceptance:
        return []
    ways = []
    for to_move in play.game.players if is_asked else ("",):
        told: dict[str, Any] = {"counted": counted, "to_move": to_move}
        try:
            after = goes_on_from(play.plug, play.game, state.sight.seen.board, **told)
        except ValueError:
            return []
        if after.result:
            won = say(language, "game.wins", player=winner_called(names, after.result, language))
            said = say(language, "page.line_drawn") if after.result == DRAWN else won
            text = say(language, "choice.let_stand_over", result=said)
        else:
            text = say(language, key, player=called(names, after.on_turn, language))
        ways.append(_way(state, cells, text, change="accept", **told))
        if after.result:
            break
    return ways


def _way(state: GameState, cells: Any, text: str, **change: Any) -> dict[str, Any]:
    places = places_json(state.sight.places(cells))
    return {"move": "", "cells": places, "text": text, **change}
