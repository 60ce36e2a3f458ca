"""A game as the page and the API show it: a JSON object, worded in one language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...engine.games.resigning import resigned_phrase
from ..texts import calling_colours, in_a_row, say, say_phrase, say_word
from ..texts.said_before import said_before
from .clocks import sides_of
from .entered import entered_view
from .game_pages import page_of, programs_sides
from .names import COLOURS, called, name_of_colour, seat_said
from .page import no_advice
from .pictures.items import Item, places_json
from .play import Entry
from .state import GameState
from .ways_out import rolls_anew, ways_out


def game_view(state: GameState, language: str) -> dict[str, Any]:
    """Everything that the page of one game shows, its colours named as the set's are."""
    names = called_of(state, language)
    with calling_colours(names):
        return {**_game_view(state, language), "colours": list(names) if names else None}


def watched_view(state: GameState, language: str) -> dict[str, Any]:
    """The same while a live camera watches: it needs no other photo."""
    return game_view(replace(state, is_watched=True), language)


def called_of(state: GameState, language: str) -> tuple[str, str] | None:
    """What the colours of a game's tiles are called, None where they are White and Blue."""
    return state.table.games.colours_called(state.agreed.colours, state.sight, language)


def called_in_full(state: GameState, language: str) -> tuple[str, str]:
    """What a game's two sides are called where it is told: by their players, else by colours."""
    play = state.play
    names = state.agreed.names if play is not None and play.plug.players is None else ()
    with calling_colours(called_of(state, language)):
        white, blue = (name_of_colour(names, side) or say_word(language, side) for side in COLOURS)
    return white, blue


def _game_view(state: GameState, language: str) -> dict[str, Any]:
    sight = state.sight
    shown: dict[str, Any] = {
        "options": dict(state.options),
        "shows_threats": state.shows_threats,
        "photo": sight.photo.to_json() if sight.photo else None,
        "palette": {"white": sight.palette.white, "blue": sight.palette.blue},
        "tiles": [],
        "board": "",
        "frontier": [],
        **sight.to_json(),
        "comments": {str(number): text for number, text in state.comments.items()},
        "players": [],
        "can_name": state.play is not None,
        "seats": [] if state.play is None else list(state.seats),
        "can_advise": page_of(state.kind).advise is not no_advice,
        "can_review": state.play is not None and state.play.plug.review is not None,
        "is_game": state.play is not None,
        "clock": _clock_json(state, language),
        "offers": [],
        "dice": None,
        "tiles_left": None,
        "result": None,
        "turn": None,
        "over": False,
        "move": None,
        "fresh": [],
        "last": places_json(last_cells(state)),
        "timeline": [],
    }
    page = page_of(state.kind)
    shown |= page.view(state, language)
    asked = shown["verdict"]["detail"]
    shown["verdict"]["choices"] += [*rolls_anew(state, language), *ways_out(state, language)]
    if state.play is not None:
        shown["players"] = [{"points": None, "gain": 0, **one} for one in shown["players"]]
        shown["timeline"] = [_entry_json(entry, state, language) for entry in state.play.entries]
    for doubt in sight.doubts(language):
        if doubt.first:
            verdict = shown["verdict"]
            verdict |= {"level": "unsure", "text": doubt.text, "detail": verdict["text"]}
            verdict["can_accept"] = False  # nobody lets another table stand in this game
    if sight.lacks_board and not _shows_dice_alone(state, shown["dice"]):
        shown["verdict"] |= {"level": "unsure", **_no_board(state, language)}
    shown |= page.program.shown(state, shown, language)
    shown |= resigning_view(state, shown, language)
    shown |= entered_view(state, shown, language)
    doubtful = [entry["number"] for entry in shown["timeline"] if entry["check"]]
    if doubtful:
        words = say(language, "verdict.moves_to_check", count=len(doubtful))
        first = Item("unsure", words, step=doubtful[0])
        items = [first.to_json(), *shown["verdict"]["items"]]
        shown["verdict"] = {**shown["verdict"], "items": items}
    if shown["verdict"]["detail"] != asked:
        shown["verdict"].pop("watched", None)  # something else is said first
    shown["diagram"] = page.picture(state, shown)
    return shown


def _no_board(state: GameState, language: str) -> dict[str, str]:
    """What is said of a photo without the board that is looked for: which other it shows, else what
    to do; and where tiles lay before, how they come back."""
    is_printed = state.sight.shows_printed_board
    text = say(language, "warning.printed_board" if is_printed else "verdict.no_board")
    told = [state.table.games.no_board_help]
    if is_printed:
        told = [f"verdict.printed_{'begin' if state.play is None else 'elsewhere'}"]
    if state.play is not None and len(state.play.board):
        told.append("verdict.no_board_undo")
    return {"text": text, "detail": in_a_row(say(language, key) for key in told)}


def _shows_dice_alone(state: GameState, dice: Mapping[str, Any] | None) -> bool:
    """Whether dice are waited for, and a photo need not show a board with them."""
    if state.play is None or not dice or not dice["needed"]:
        return False
    return bool(dice["seen"]) or not len(state.play.board)


def last_cells(state: GameState, number: int | None = None) -> tuple[Any, ...]:
    """The cells in which a move changed tiles: the last one, until the next is agreed on."""
    entries = () if state.play is None else state.play.entries[:number]
    boards = [None, *(entry.board for entry in entries)]
    return state.table.games.changed(*boards[-2:]) if entries else ()


def small_picture(state: GameState, number: int | None = None) -> str:
    """What lies on the table as a small SVG, or what a move left there; its tiles are marked."""
    draw, palette = page_of(state.kind).thumbnail, state.sight.palette
    if number is None:
        board = state.sight.lying(None if state.play is None else state.play.board)
    else:
        board = state.playing.entries[number - 1].board
    return draw(board, palette, last_cells(state, number))


def move_view(state: GameState, number: int, language: str) -> dict[str, Any]:
    """A game as it stood when a move was agreed on; ``state`` is of that version."""
    shown = game_view(state, language)
    with calling_colours(called_of(state, language)):
        return _move_view(shown, state, number, language)


def _move_view(
    shown: dict[str, Any], state: GameState, number: int, language: str
) -> dict[str, Any]:
    entries = state.playing.entries
    entry = entries[number - 1]
    before = entries[number - 2].board if number > 1 else None
    return shown | page_of(state.kind).step(shown, state, entry, before, language)


def _clock_json(state: GameState, language: str) -> dict[str, Any] | None:
    """The clock with the names of those whose time it tells; None where none was agreed on."""
    names, play, clock = state.agreed.names, state.play, state.clock
    if play is None or clock is None:
        return None
    sides = [called(names, side, language) for side in sides_of(play)]
    return {**clock.to_json(), "names": sides, "over": play.over}


def _entry_json(entry: Entry, state: GameState, language: str) -> dict[str, Any]:
    colour = entry.who if entry.who in COLOURS else None
    name = name_of_colour(state.agreed.names, colour)
    side = say(language, f"colour.{colour}") if colour else seat_said(entry.who, language)
    return {
        "number": entry.number,
        "who": name or side,
        "colour": colour,
        "move": entry.text,
        "said": say_phrase(language, entry.phrase) if entry.phrase else entry.text,
        "version": seen_at(entry, state),
        "at": entry.at.isoformat(timespec="seconds"),
        "photo": entry.photo,
        "accepted": entry.accepted,
        "points": dict(entry.points) if entry.points else None,
        "read_as": entry.read_as,
        "check": [said_before(language, words, entry.phrases) for words in entry.check],
    }


def seen_at(entry: Entry, state: GameState) -> int:
    """A version at which a move stands as it does now: earlier ones may tell it as it was read."""
    return max(entry.version, state.corrected)


def said_with_doubts(verdict: Mapping[str, Any], check: Sequence[str]) -> dict[str, Any]:
    """What is said of a move, with what a person should still look at before all else."""
    if not check:
        return dict(verdict)
    doubts = [Item("unsure", words).to_json() for words in check]
    return {**verdict, "level": "unsure", "items": [*doubts, *verdict["items"]]}


def resigning_view(state: GameState, shown: Mapping[str, Any], language: str) -> dict[str, Any]:
    """The parts of the page's JSON that tell of giving up; the program never does."""
    play = state.play
    if play is None:
        return {"resigners": []}

    def named(who: str) -> str:
        return say_word(language, called(state.agreed.names, who, language))

    if play.resigned is None:
        programs = programs_sides(state)
        asked = [who for who in play.resigners if who not in programs]
        words = [say(language, "page.resigns", player=named(who)) for who in asked]
        return {
            "resigners": [{"by": who, "text": text} for who, text in zip(asked, words, strict=True)]
        }
    text = say_phrase(language, resigned_phrase(named(play.resigned), named(play.result)))
    ended = {"level": "win", "text": text, "detail": "", "items": [], "choices": []}
    return {
        "resigners": [],
        "can_review": shown["can_review"] and bool(play.entries),
        "over": True,
        "result": {"winner": play.result, "text": text},
        "players": [{**player, "on_turn": False} for player in shown["players"]],
        "verdict": {**shown["verdict"], **ended, "can_confirm": False, "can_accept": False},
    }
