"""The verdict on a game of Palago in words that a player reads across a table."""

from __future__ import annotations

from typing import Any

from ....engine.lattice import Cell
from ....engine.palago.game import PalagoGame
from ....engine.palago.turn_rules import Violation, ViolationKind, told_together
from ....engine.palago.unfinished import missing_tiles
from ....engine.palago.verdict import PalagoAnswer, PalagoVerdict, closure_phrase
from ....engine.tiles.board import Board
from ...tables.sight import Sight
from ...texts import in_a_row, say, say_phrase
from ..names import COLOURS, called, name_of_colour, result_json
from ..pictures.board_items import group_parts, hole_items
from ..pictures.items import Item, photo_items, places_json
from ..pictures.verdicts import around, numbered_tiles, verdict_json
from ..play import PlayOf
from ..state import GameState
from .going_on import full_board_verdict, shows_full_board
from .program import PalagoState, seat_of
from .threats import threat_items


def palago_view(state: PalagoState, language: str) -> dict[str, Any]:
    """Whose turn it is, what the table shows, and what can be done about it."""
    play = state.playing
    verdict = state.verdict
    game = play.game
    board = Sight.of(state.sight).board
    under_way = shows_full_board(state, board)
    return {
        "turn": game.to_move.value,
        "turn_number": game.turn,
        "tiles_left": game.tiles_left,
        "over": game.over,
        "result": result_json(game, language),
        "players": _players(state, play, language),
        "fresh": [] if game.over or under_way else places_json(t.cell for t in verdict.added),
        "verdict": full_board_verdict(state, language)
        if under_way
        else _verdict_json(state, play, verdict, language),
    }


def _players(state: GameState, play: PlayOf[PalagoGame], language: str) -> list[dict[str, Any]]:
    """Who plays which colour, where their names are known."""
    names = state.agreed.names
    on_turn = play.game.on_turn
    return [
        {
            "name": name_of_colour(names, colour),
            "colour": colour,
            "colour_name": say(language, f"colour.{colour}"),
            "on_turn": colour == on_turn,
        }
        for colour in COLOURS
        if names
    ]


def _verdict_json(
    state: GameState, play: PlayOf[PalagoGame], verdict: PalagoVerdict, language: str
) -> dict[str, Any]:
    board = Sight.of(state.sight).board
    lies_still = board == play.board
    broken = any(not violation.is_question for violation in verdict.violations)
    is_wrong = broken and not lies_still and not missing_tiles(verdict) and not play.over
    return verdict_json(
        *_headline(state, play, verdict, language),
        _items(state, play, verdict, language),
        choices=_choices(state, verdict, language),
        can_confirm=verdict.settled and bool(verdict.moves),
        can_accept=is_wrong and not board.status(),
        legal=verdict.legal,
        move=" / ".join(map(str, verdict.moves)) or None,
    )


def _headline(
    state: GameState, play: PlayOf[PalagoGame], verdict: PalagoVerdict, language: str
) -> tuple[str, str, str]:
    """Level, what is read across the table, and the sentence under it."""
    game = play.game
    outcome = game.outcome
    names = state.agreed.names
    if outcome is not None:
        how = say_phrase(language, outcome.sentence)
        if outcome.winner is None or not name_of_colour(names, outcome.winner.value):
            return "win", how, ""
        winner = called(names, outcome.winner.value, language)
        return "win", say(language, "game.wins", player=winner), how
    unsure, board = state.sight.unsure, Sight.of(state.sight).board
    mover = called(names, game.to_move.value, language)
    if not len(board) or (board == play.board and not unsure):
        seat = seat_of(state)
        key = "verdict.wait_first" if not len(play.board) else "verdict.wait"
        if seat is not None and not seat.at_table:  # nothing lies on a table
            key = "verdict.wait_screen"
        waiting = say(language, "verdict.to_move", colour=mover)
        return "info", waiting, say(language, key, count=game.turn_rules.tiles)
    broken = [violation for violation in verdict.violations if not violation.is_question]
    missing = missing_tiles(verdict)
    if unsure and (broken or not verdict.questions):
        said = [] if missing else [*(v.sentence for v in broken), *verdict.sentences]
        detail = say_phrase(language, said[0]) if said else ""
        return "unsure", say(language, "verdict.unsure", count=unsure), detail
    if missing:
        text = say(language, "verdict.more_tiles", count=missing)
        surplus = len(verdict.added) - game.turn_rules.tiles
        if surplus < 0:
            return "info", text, say(language, "verdict.turn_begun")
        laid = {"count": len(verdict.added), "surplus": surplus}
        seat = seat_of(state)
        if seat is not None and seat.colour == game.to_move.other.value:
            # The program plays next: nobody has begun its turn.
            text = say(language, "verdict.too_many", count=surplus)
            return "wrong", text, say(language, "verdict.too_many_why", **laid)
        return "info", text, say(language, "verdict.next_begun", **laid)
    if verdict.misses_turns:
        told = (*verdict.unknown, broken[0].sentence)[0]
        return "unsure", say(language, "verdict.missed"), say_phrase(language, told)
    if broken:
        return _against_rules(broken, language)
    if verdict.questions:
        return _question(verdict, language)
    if verdict.outcome is not None:
        text = say_phrase(language, verdict.outcome.sentence)
        return "win", text, say(language, "verdict.confirm_end")
    played = " ".join(say_phrase(language, phrase) for phrase in verdict.sentences[:1])
    if len(verdict.moves) == 2:
        second = called(names, game.to_move.other.value, language)
        return "fine", say(language, "verdict.legal_two", first=mover, second=second), played
    return "fine", say(language, "verdict.legal", colour=mover), played


def _against_rules(found: list[Violation], language: str) -> tuple[str, str, str]:
    """What is wrong. A table that lacks many tiles is likelier another one than a wrong move."""
    broken = told_together(found)
    first = say_phrase(language, broken[0].sentence)
    if all(violation.unsure for violation in found):
        return "unsure", say(language, "verdict.unsure", count=1), first
    if broken[0].kind is ViolationKind.DIFFERENT_BOARD:
        return "unsure", first, say(language, "verdict.no_board_undo")
    many_are_missing = (
        len(broken) == 1
        and broken[0].kind is ViolationKind.OLD_TILE_REMOVED
        and len(broken[0].tiles) > 1
    )
    if many_are_missing:
        return "unsure", first, ""
    return "wrong", say(language, "verdict.illegal"), first


def _question(verdict: PalagoVerdict, language: str) -> tuple[str, str, str]:
    """What the players are asked: which tile, or which move, was first."""
    asked = verdict.questions[0]
    if asked.kind is ViolationKind.ORDER_DECIDES:
        return "unsure", say(language, "question.tile"), say(language, "question.tile_why")
    count = verdict.before.turn_rules.tiles
    return "unsure", say(language, "question.move", count=count), say(language, "question.move_why")


def _items(
    state: GameState, play: PlayOf[PalagoGame], verdict: PalagoVerdict, language: str
) -> list[Item]:
    board = Sight.of(state.sight).board
    items = []
    lies_still = state.sight.lies_still(play.board)
    # What the referee asks or misses stands in the headline; a turn that has begun is no fault.
    silent = lies_still or missing_tiles(verdict) or verdict.misses_turns
    for violation in () if silent else told_together(verdict.violations):
        if not violation.is_question:
            level = "unsure" if violation.unsure else "wrong"
            items.append(Item(level, say_phrase(language, violation.sentence), violation.tiles))
    last = tuple(tile.cell for tile in verdict.added)
    items += [Item("info", say_phrase(language, note), last) for note in verdict.notes]
    items += _closures(play, verdict, board, language)
    if state.shows_threats and not play.over and (lies_still or not verdict.violations):
        items += threat_items(board, language)
    items += hole_items(board, language)
    items += photo_items(state.sight, language)
    return items


def _closures(
    play: PlayOf[PalagoGame], verdict: PalagoVerdict, board: Board, language: str
) -> list[Item]:
    """The groups closed with this move; those that win are lit from the verdict on."""
    outcome = play.game.outcome or verdict.outcome
    # What a tile closes that is not played any more is not worth a word.
    closed = verdict.closures if outcome is None else outcome.closures
    return [
        Item.of_group(
            "info" if group.is_eye else "win",
            say_phrase(language, closure_phrase(group)),
            group,
            board,
            parts=() if group.is_eye else group_parts(board, group, language),
            lit=outcome is not None and group.colour is outcome.winner and group.is_creature,
        )
        for group in closed
        if group.tiles <= board.cells
    ]


def _choices(state: GameState, verdict: PalagoVerdict, language: str) -> list[dict[str, Any]]:
    """The answers to the referee's question: a picture of the tiles in order, and what follows.
    ``text`` says it in words and coordinates, for programs and for whoever sees no picture."""
    if not verdict.questions:
        return []
    by_tile = verdict.questions[0].kind is ViolationKind.ORDER_DECIDES
    ends = [answer.outcome for answer in verdict.answers if answer.outcome is not None]
    spoken_of = {tile.cell for tile in verdict.added}
    spoken_of |= {cell for end in ends for group in end.closures for cell in group.tiles}
    return [
        {
            "move": str(answer),
            "cells": places_json(
                tile.cell for tile in (answer.moves[-1].tiles[:1] if by_tile else answer.moves[0])
            ),
            "text": _in_words(answer, by_tile, language),
            "caption": _caption(state.agreed.names, verdict, answer, by_tile, language),
            "picture": numbered_tiles(
                around(Sight.of(state.sight).board, spoken_of),
                _numbers(answer, by_tile),
                state.sight.palette,
                () if answer.outcome is None else answer.outcome.closures,
            ),
        }
        for answer in verdict.answers
    ]


def _in_words(answer: PalagoAnswer, by_tile: bool, language: str) -> str:
    if not by_tile:
        return say(language, "choice.split", move=str(answer.moves[0]))
    first = answer.moves[-1].tiles[0]
    return say(
        language, "choice.first", place=f"{first.q},{first.r}", outcome=_follows(answer, language)
    )


def _follows(answer: PalagoAnswer, language: str) -> str:
    if answer.outcome is None:
        return say(language, "goes_on")
    return say_phrase(language, answer.outcome.sentence)


def _caption(
    names: tuple[str, ...],
    verdict: PalagoVerdict,
    answer: PalagoAnswer,
    by_tile: bool,
    language: str,
) -> str:
    """What is read under the picture: who played which number, and how it ends."""
    said = []
    if not by_tile:
        movers = (verdict.mover.value, verdict.mover.other.value)
        first, second = (called(names, colour, language) for colour in movers)
        said.append(say(language, "choice.order", first=first, second=second))
    if answer.outcome is not None:
        said.append(_follows(answer, language))
    elif by_tile:
        said.append(say(language, "choice.plays_on"))
    return in_a_row(said)


def _numbers(answer: PalagoAnswer, by_tile: bool) -> dict[Cell, str]:
    """The number on each tile: that of the tile, or that of its move. Of a move that ends the game
    the order of the tiles is told too."""
    last = (*answer.moves[-1], *answer.surplus)
    if by_tile:
        return {tile.cell: str(number) for number, tile in enumerate(last, start=1)}
    ends = answer.outcome is not None
    second = {t.cell: str(number if ends else 2) for number, t in enumerate(last, start=2)}
    return {tile.cell: "1" for tile in answer.moves[0]} | second
