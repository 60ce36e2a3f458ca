"""What Palagonia does otherwise on the page than other games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ....engine.palagonia.plug import house_rules
from ....engine.palagonia.turn import TurnPhase
from ...store.files.friends import friendly_creatures
from ...texts import say
from ..page import PAIR, TURN, GamePage, draw_closed_creature
from ..pictures.items import Item, suggestion
from ..play import ChangeRefused
from ..state import PageOptions
from .view import PalagoniaState, palagonia_view, program_rolls


def advise_palagonia(
    state: PalagoniaState, colour: str, seconds: int, language: str, think: Any
) -> list[Item]:
    """The actions that pay best. Raises ChangeRefused before the dice are rolled."""
    game = None if state.play is None else state.play.game
    if game is None or game.phase is not TurnPhase.ACT or game.roll is None or not len(game.board):
        raise ChangeRefused.of("roll_first")
    arguments = {
        "board": game.board.to_json(),
        "roll": str(game.roll),
        "bag": game.bag,
        "rules": game.rules.to_json(),
        "seconds": seconds,
    }
    job = "palago.webui.games.palagonia.thinking:suggest_actions"
    found = think(job, arguments, seconds + 30.0)
    return [
        suggestion(
            "fine" if option["points"] else "info",
            say(
                language,
                "advice.pays",
                action=option["action"],
                count=option["points"],
                left=option["leaves"]["points"],
            ),
            option["action"].split()[1:],
            state.sight.palette,
            is_playable=option["action"].startswith("lay "),
        )
        for option in found["options"]
    ]


def usual_options(options: dict[str, Any], data: Path) -> dict[str, Any]:
    """What people expect: with two at the table nobody shares; solitaire has its list. Raises
    HouseRulesError, FriendlyError."""
    if len(PageOptions.of(options).players) == 2 and not {"sharing", "rules"} & set(options):
        options = {**options, "sharing": False}
    return _with_friends(options, data)


def _with_friends(options: dict[str, Any], data: Path) -> dict[str, Any]:
    """Solitaire is played with the list of friendly creatures as it is today.

    The user's own list in the data folder stands for the one that comes with the program. Raises
    HouseRulesError, FriendlyError.
    """
    if not house_rules(options).friendly_scores_double or "friends" in options:
        return options
    return {**options, "friends": friendly_creatures(data).to_json()}


PAGE = GamePage(
    palagonia_view,
    advise_palagonia,
    usual_options,
    usual_players=3,
    starts_bare=True,
    counts_tiles=True,
    option_names=("program_rolls",),
    throws=program_rolls,
    review_help="page.review_help_points",
    review_efforts=("usual",),  # what a roll can pay is exact at once
    sheets=("tiles", "dice", "scorecard"),
    rule_pictures={1: PAIR, 3: TURN, 6: draw_closed_creature},
)
