"""The changes that can be asked for, and the events that they become."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....engine.evening.clock import MOST_SECONDS, ClockError, TimeControl
from ....vision.counters.way import WAYS
from ...games.names import COLOURS, MOST_NAME, MOST_PLAYERS
from ...games.palanquee.sight import told_piece
from ...games.partner import require_wanted
from ...games.play import ChangeRefused, Play, actions_to_confirm, confirmed, refused
from ...games.set_colours import MOST_COLOUR_NAME
from ...games.state import GameState
from ..fields import (
    BadRequest,
    board_field,
    choice_field,
    flag_field,
    number_field,
    text_field,
    tile_of,
)

Body = dict[str, Any]
Event = tuple[str, dict[str, Any]]

MOST_COMMENT = 2000
MOST_FACES = 16
MOST_ACTION = 60


def requested_change(body: Body, state: GameState) -> Event:
    """The event that a change asks for. Raises BadRequest or ChangeRefused."""
    change = choice_field(body, "change", tuple(CHANGES))
    return CHANGES[change](body, state)


def _plain(kind: str) -> Callable[[Body, GameState], Event]:
    return lambda body, state: (kind, {})


def _tile(kind: str) -> Callable[[Body, GameState], Event]:
    return lambda body, state: (kind, tile_of(body).to_json())


def _remove(body: Body, state: GameState) -> Event:
    return "tile_removed", {name: number_field(body, name, -10_000, 10_000) for name in "qr"}


def _set_board(body: Body, state: GameState) -> Event:
    return "board_set", board_field(body, "board").to_json()


def _rename(body: Body, state: GameState) -> Event:
    return "game_renamed", {"title": text_field(body, "title", most=120)}


def _comment(body: Body, state: GameState) -> Event:
    known = 0 if state.play is None else len(state.play.entries)
    return "commented", {
        "move": number_field(body, "move", 0, known, default=known),
        "text": text_field(body, "text", most=MOST_COMMENT),
    }


def _options(body: Body, state: GameState) -> Event:
    return "options_changed", {"show_threats": flag_field(body, "show_threats", False)}


def _players(body: Body, state: GameState) -> Event:
    """The names behind two colours; where players have names already, they are the game's own."""
    if state.play is None or state.play.plug.players is not None:
        raise ChangeRefused.of("names_agreed")
    given = body.get("players")
    if not isinstance(given, list) or len(given) > len(COLOURS):
        raise BadRequest(f'"players" must be a list of up to {len(COLOURS)} names')
    names = [text_field({"players": name}, "players", most=MOST_NAME) for name in given]
    return "options_changed", {"players": names}


def _colours(body: Body, state: GameState) -> Event:
    """What the set's two colours are called; null for what the photo shows."""
    given = body.get("colours")
    if given is None:
        return "options_changed", {"colours": None}
    if not isinstance(given, list) or len(given) != len(COLOURS):
        raise BadRequest('"colours" must be two names, or null')
    names = [text_field({"colours": name}, "colours", most=MOST_COLOUR_NAME) for name in given]
    if not all(names) or names[0] == names[1]:
        raise ChangeRefused.of("two_colours")
    return "options_changed", {"colours": names}


def _set_clock(body: Body, state: GameState) -> Event:
    """Another clock, or none, in place of the one that runs."""
    given = body.get("clock")
    try:
        control = None if given is None else TimeControl.from_json(given).to_json()
    except ClockError as error:
        raise BadRequest(str(error)) from None
    return "clock_set", {"control": control}


def _correct_clock(body: Body, state: GameState) -> Event:
    seconds = number_field(body, "seconds", 0, round(MOST_SECONDS))
    return "clock_corrected", {
        "player": number_field(body, "player", 1, MOST_PLAYERS) - 1,
        "seconds": seconds,
    }


def _confirm(body: Body, state: GameState) -> Event:
    """Agree on the move that the verdict names, or on one that it asks about."""
    move = body.get("move")
    chosen = None if move is None else text_field(body, "move", most=200)
    actions = actions_to_confirm(_play(state), state.sight, chosen)
    require_wanted(state, actions)
    return confirmed(*actions)


def _act(body: Body, state: GameState) -> Event:
    """Play an action in the game's notation, on a printed board where pieces are set by touch."""
    action = text_field(body, "action", most=MOST_ACTION)
    _on_a_printed_board(state, "", {})
    return confirmed(action)


def _choose(body: Body, state: GameState) -> Event:
    """A palagem by its four letters, instead of by tiles on the table."""
    return confirmed(f"choose {text_field(body, 'palagem', most=4)}")


def _claim(body: Body, state: GameState) -> Event:
    """A player says that palagems lie in the field."""
    most = max(1, len(_play(state).game.players))
    return confirmed(f"claim {number_field(body, 'player', 1, most)}")


def _accept(body: Body, state: GameState) -> Event:
    """The referee lets the table stand as it lies."""
    return "move_confirmed", {"moves": [], "accept": True}


def _roll(body: Body, state: GameState) -> Event:
    """The dice as they were thrown, or thrown by the program where that was agreed on."""
    play = _play(state)
    faces = body.get("faces")
    if faces is not None and (not isinstance(faces, list) or not 1 <= len(faces) <= MOST_FACES):
        raise BadRequest('"faces" must be a list of what the dice show')
    shown = None if faces is None else [str(face) for face in faces]
    try:
        return confirmed(play.plug.roll(play.game, shown))
    except ValueError as error:
        raise refused(error) from None


def _play(state: GameState) -> Play:
    if state.play is None:
        raise ChangeRefused.of("nothing_agreed")
    return state.play


def _set_piece(body: Body, state: GameState) -> Event:
    """What stands on a cell of a printed board, by somebody who knows better than the photo."""
    told = {name: body.get(name) for name in ("cell", "colour", "kind")}
    told_piece(told)
    return _on_a_printed_board(state, "piece_set", told)


def _seeds_by(body: Body, state: GameState) -> Event:
    """What tells a seed from a sprout at this table; null for what the photos show."""
    told = None if body.get("by") is None else choice_field(body, "by", WAYS)
    return _on_a_printed_board(state, "options_changed", {"seeds_by": told})


def _put_aside(body: Body, state: GameState) -> Event:
    """The photo is not about this game: the board stands as it was agreed on."""
    return _on_a_printed_board(state, "photo_put_aside", {})


def _on_a_printed_board(state: GameState, kind: str, data: Body) -> Event:
    if _play(state).plug.table.is_free:
        raise ChangeRefused.of("lay_tiles")
    return kind, data


def _put_back(body: Body, state: GameState) -> Event:
    """Lay the diagram as it was agreed on last."""
    return "board_set", _play(state).board.to_json()


CHANGES: dict[str, Callable[[Body, GameState], Event]] = {
    "place_tile": _tile("tile_placed"),
    "turn_tile": _tile("tile_turned"),
    "remove_tile": _remove,
    "flip_colours": _plain("colours_flipped"),
    "set_board": _set_board,
    "put_back": _put_back,
    "set_piece": _set_piece,
    "put_aside": _put_aside,
    "seeds_by": _seeds_by,
    "roll": _roll,
    "confirm": _confirm,
    "act": _act,
    "choose": _choose,
    "claim": _claim,
    "accept": _accept,
    "comment": _comment,
    "rename": _rename,
    "set_options": _options,
    "set_players": _players,
    "set_colours": _colours,
    "set_clock": _set_clock,
    "press_clock": _plain("clock_pressed"),
    "start_clock": _plain("clock_started"),
    "stop_clock": _plain("clock_stopped"),
    "correct_clock": _correct_clock,
    "undo": _plain("undone"),
    "redo": _plain("redone"),
    "delete": _plain("game_deleted"),
    "restore": _plain("game_restored"),
}
