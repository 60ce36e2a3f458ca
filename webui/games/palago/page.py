"""What Palago does otherwise on the page than other games."""

from __future__ import annotations

from typing import Any

from ....engine.lattice import Colour
from ...tables.sight import Sight
from ...texts import say
from ..page import PAIR, TURN, GamePage, draw_closed_creature, draw_eye
from ..pictures.items import Item, suggestion
from ..play import ChangeRefused
from .program import ColourOfProgram, PalagoState
from .view import palago_view


def advise_palago(
    state: PalagoState, colour: str, seconds: int, language: str, think: Any
) -> list[Item]:
    """What the solver finds for whoever is to move. Raises ChangeRefused."""
    options: dict[str, Any] = {}
    if state.play is not None:
        game = state.play.game
        colour, options = game.to_move.value, game.options.to_json()
    problems = Sight.of(state.sight).board.status()
    if problems:
        raise ChangeRefused.of("correct_first")
    arguments = {
        "board": Sight.of(state.sight).board.to_json(),
        "to_move": colour,
        "options": options,
        "seconds": seconds,
    }
    found = think("palago.webui.games.palago.thinking:suggest_moves", arguments, seconds + 20.0)
    solution = found["solution"]
    word = say(language, f"colour.{colour}")
    other = Colour(colour).other.value
    key, count, threat = f"advice.{solution['result']}", solution["moves"] or 0, None
    if solution["result"] == "loss" and found["parries"]:
        # What parries the threat at once does not hold for good: one sentence tells both.
        key, count, threat = "advice.loss_threat", found["parries"], other
    result = say(
        language,
        key,
        colour=word,
        other=say(language, f"colour.{other}"),
        count=count,
        moves=solution["moves"] or 0,
    )
    level = {"win": "win", "loss": "wrong"}.get(solution["result"], "info")
    palette = state.sight.palette
    line = [
        suggestion("info", " ".join(move), move, palette, is_playable=False)
        for move in solution["line"]
        if move is not None
    ]
    first = line[0].cells if line else ()
    move = found["move"]
    advised = say(language, "advice.move", colour=word, move=" ".join(move))
    return [
        Item(level, result, first, parts=tuple(line), threat=threat),
        suggestion("fine", advised, move, palette),
    ]


PAGE = GamePage(
    palago_view,
    advise_palago,
    program=ColourOfProgram(),
    counts_tiles=True,
    option_names=("partner",),
    rule_pictures={1: PAIR, 2: TURN, 3: draw_closed_creature, 5: draw_eye},
)
