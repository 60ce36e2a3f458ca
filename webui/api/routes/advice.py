"""Advice, worked out on request: forced wins, a move, what a roll pays."""

from __future__ import annotations

from typing import Any

from flask import Response, jsonify

from ....engine.palagonia.game import Phase
from ....engine.tiles.board import BoardError, Tile
from ...games.palago.play import PalagoPlay
from ...games.palagonia.play import PalagoniaPlay
from ...games.pictures.items import Item
from ...games.play import ChangeRefused
from ...games.state import State
from ...server.limits import HEAVY
from ...services import services
from ...texts import say
from .. import api
from ..fields import choice_field, json_body, number_field
from ..language import language
from ..requests import guarded


@api.post("/games/<game>/advice")
@guarded(changes=True, rate=("heavy", HEAVY))
def advise(game: str) -> Response:
    """What to play. Refused where a game's threats are hidden: a club may forbid advice."""
    body = json_body()
    state = services().desk.state(game)
    if not state.shows_threats:
        raise ChangeRefused.of("advice_hidden")
    seconds = number_field(body, "seconds", 1, 20, default=4)
    if isinstance(state.play, PalagoniaPlay):
        items = _palagonia(state.play, seconds)
    else:
        items = _palago(state, choice_field(body, "colour", ("white", "blue"), "white"), seconds)
    return jsonify(items=[item.to_json() for item in items])


def _palago(state: State, colour: str, seconds: int) -> list[Item]:
    options: dict[str, Any] = {}
    if isinstance(state.play, PalagoPlay):
        colour = state.play.game.to_move.value
        options = state.play.game.options.to_json()
    elif state.play is not None:
        raise ChangeRefused.of("no_advice")
    problems = state.sight.board.status()
    if problems:
        raise ChangeRefused.of("correct_first")
    arguments = {
        "board": state.sight.board.to_json(),
        "to_move": colour,
        "options": options,
        "seconds": seconds,
    }
    found = services().thinkers.run(
        "palago.webui.jobs.thinking:advise_palago", arguments, seconds=seconds + 20.0
    )
    tongue = language()
    solution = found["solution"]
    word = say(tongue, f"colour.{colour}")
    result = say(tongue, f"advice.{solution['result']}", colour=word, count=solution["moves"] or 0)
    level = {"win": "win", "loss": "wrong"}.get(solution["result"], "info")
    line = [
        Item("info", " ".join(move), _cells(move)) for move in solution["line"] if move is not None
    ]
    first = line[0].cells if line else ()
    move = found["move"]
    suggestion = say(tongue, "advice.move", colour=word, move=" ".join(move))
    return [Item(level, result, first, parts=tuple(line)), Item("fine", suggestion, _cells(move))]


def _palagonia(play: PalagoniaPlay, seconds: int) -> list[Item]:
    game = play.game
    if game.phase is not Phase.ACT or game.roll is None or not len(game.board):
        raise ChangeRefused.of("roll_first")
    arguments = {
        "board": game.board.to_json(),
        "roll": str(game.roll),
        "bag": game.bag,
        "rules": game.rules.to_json(),
        "seconds": seconds,
    }
    found = services().thinkers.run(
        "palago.webui.jobs.thinking:advise_palagonia", arguments, seconds=seconds + 30.0
    )
    tongue = language()
    return [
        Item(
            "fine" if option["points"] else "info",
            say(
                tongue,
                "advice.pays",
                action=option["action"],
                count=option["points"],
                left=option["leaves"]["points"],
            ),
            _cells(option["action"].split()[1:]),
        )
        for option in found["options"]
    ]


def _cells(words: list[str]) -> tuple[tuple[int, int], ...]:
    cells = []
    for word in words:
        try:
            cells.append(Tile.from_text(word if word[-1:].isalpha() else f"{word}a").cell)
        except BoardError:
            continue
    return tuple(cells)
