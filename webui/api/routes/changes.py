"""The changes that can be asked for, and the events that they become."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from ....engine.palagonia.dice import DiceError, Face
from ....engine.palagonia.game import Phase
from ....engine.palagonia.rules import MOST_PLAYERS
from ...games.palagem.play import PalagemPlay
from ...games.palago.play import PalagoPlay, moves_to_confirm
from ...games.palagonia.play import PalagoniaPlay, action_to_confirm
from ...games.play import ChangeRefused
from ...games.state import State
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


def requested_change(body: Body, state: State) -> Event:
    """The event that a change asks for. Raises BadRequest or ChangeRefused."""
    change = choice_field(body, "change", tuple(CHANGES))
    return CHANGES[change](body, state)


def _plain(kind: str) -> Callable[[Body, State], Event]:
    return lambda body, state: (kind, {})


def _tile(kind: str) -> Callable[[Body, State], Event]:
    return lambda body, state: (kind, tile_of(body).to_json())


def _remove(body: Body, state: State) -> Event:
    return "tile_removed", {name: number_field(body, name, -10_000, 10_000) for name in "qr"}


def _set_board(body: Body, state: State) -> Event:
    return "board_set", board_field(body, "board").to_json()


def _rename(body: Body, state: State) -> Event:
    return "game_renamed", {"title": text_field(body, "title", most=120)}


def _comment(body: Body, state: State) -> Event:
    known = 0 if state.play is None else len(state.play.entries)
    return "commented", {
        "move": number_field(body, "move", 0, known, default=known),
        "text": text_field(body, "text", most=MOST_COMMENT),
    }


def _options(body: Body, state: State) -> Event:
    return "options_changed", {"show_threats": flag_field(body, "show_threats", False)}


def _confirm(body: Body, state: State) -> Event:
    """Agree on the move that the verdict names, or on one that it asks about."""
    if isinstance(state.play, PalagoniaPlay):
        return "action_confirmed", {"action": action_to_confirm(state.play, state.sight)}
    if isinstance(state.play, PalagemPlay):
        return _palagem_turn(state.play, state)
    if not isinstance(state.play, PalagoPlay):
        raise ChangeRefused.of("nothing_agreed")
    move = body.get("move")
    chosen = None if move is None else text_field(body, "move", most=200)
    return "move_confirmed", {"moves": moves_to_confirm(state.play, state.sight, chosen)}


def _palagem_turn(play: PalagemPlay, state: State) -> Event:
    verdict = play.verdict(state.sight)
    if verdict.chosen is not None:
        return "palagem_chosen", {"palagem": str(verdict.chosen)}
    if verdict.after is None or verdict.words is None:
        raise ChangeRefused.of("nothing_to_confirm")
    return "action_confirmed", {"action": verdict.words}


def _choose(body: Body, state: State) -> Event:
    """A palagem by its four letters, instead of by tiles on the table."""
    return "palagem_chosen", {"palagem": text_field(body, "palagem", most=4)}


def _claim(body: Body, state: State) -> Event:
    """A player says that palagems lie in the field."""
    if not isinstance(state.play, PalagemPlay):
        raise ChangeRefused("there is nothing to claim in this game")
    player = number_field(body, "player", 1, len(state.play.players))
    return "action_confirmed", {"action": f"claim {player}"}


def _accept(body: Body, state: State) -> Event:
    """The referee lets the table stand as it lies."""
    if not isinstance(state.play, PalagoPlay):
        raise ChangeRefused("there is no move to accept in this game")
    return "move_confirmed", {"moves": [], "accept": True}


def _roll(body: Body, state: State) -> Event:
    """The dice as they were thrown, or thrown by the program where that was agreed on."""
    if not isinstance(state.play, PalagoniaPlay):
        raise ChangeRefused("there are no dice in this game")
    game = state.play.game
    start = game.phase is Phase.START
    faces = body.get("faces")
    if faces is None:
        count = len(game.contenders) if start else game.rules.dice
        faces = [secrets.choice(list(Face)).value for _ in range(count)]
    if not isinstance(faces, list) or not 1 <= len(faces) <= MOST_PLAYERS:
        raise BadRequest('"faces" must be a list of what the dice show')
    try:
        shown = [Face.from_text(str(face)).value for face in faces]
    except DiceError as error:
        raise BadRequest(str(error)) from None
    return "dice_rolled", {
        "dice": f"start {' '.join(shown)}" if start else f"roll {':'.join(shown)}"
    }


def _put_back(body: Body, state: State) -> Event:
    """Lay the diagram as it was agreed on last."""
    if state.play is None:
        raise ChangeRefused.of("nothing_agreed")
    return "board_set", state.play.board.to_json()


CHANGES: dict[str, Callable[[Body, State], Event]] = {
    "place_tile": _tile("tile_placed"),
    "turn_tile": _tile("tile_turned"),
    "remove_tile": _remove,
    "flip_colours": _plain("colours_flipped"),
    "set_board": _set_board,
    "put_back": _put_back,
    "roll": _roll,
    "confirm": _confirm,
    "choose": _choose,
    "claim": _claim,
    "accept": _accept,
    "comment": _comment,
    "rename": _rename,
    "set_options": _options,
    "undo": _plain("undone"),
    "redo": _plain("redone"),
    "delete": _plain("game_deleted"),
    "restore": _plain("game_restored"),
}
