"""Palagonia as the rest of the house knows it."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..creatures.friendly import Catalogue
from ..games.protocols import Between, Following, Game, GamePlug, Start
from ..games.reviewing import Effort, Remark
from ..games.seats import MOST_PLAYERS, seats_of
from ..phrases import Phrase
from ..tiles.observation import Observation
from .at_table.boards_alone import WITHOUT_DICE, GameWithoutRolls, attempt, led_to, turn_size
from .at_table.dice_at_table import FollowerAtTable
from .at_table.shots_with_dice import FinderWithDice
from .dice import DieFace, Roll
from .game import GameError, PalagoniaGame
from .referee import PalagoniaVerdict, tiles_to_finish
from .referee import judge as judge_boards
from .rules import NAMED_RULES, HouseRules, HouseRulesError
from .turn import TurnPhase

_CHANGES_OF_RULES = ("tiles", "least_points", "bones_score", "sharing", "friendly_scores_double")


def review(
    positions: Sequence[PalagoniaGame], actions: Sequence[str], effort: Effort
) -> Iterator[Remark]:
    """A finished game, action by action; the search is loaded only now."""
    from .payoff.reviewing import review as reviewed

    return reviewed(positions, actions, effort)


def start(begin: Start) -> Game:
    """A game in which everybody is about to roll; without dice where a record has none. Raises
    GameError, HouseRulesError, FriendlyError, OptionsError."""
    with_dice = any(words.startswith(("start ", "roll ")) for words in begin.actions)
    if begin.actions and not with_dice:
        return GameWithoutRolls.start(begin.board)
    if begin.board is not None and len(begin.board):
        raise GameError(Phrase("palagonia.empty_start"))
    seats = seats_of(begin.options, GameError)
    players = begin.players or seats.players or ()
    friends = begin.options.get("friends")
    catalogue = None if friends is None else Catalogue.from_json(friends)
    return PalagoniaGame.new(players, house_rules(begin.options), catalogue, seats.teams or ())


def house_rules(options: Mapping[str, Any]) -> HouseRules:
    """The rules that the players agreed on: named ones, and what they changed in them. Raises
    HouseRulesError."""
    alone = len(seats_of(options, HouseRulesError).players or ()) == 1
    name = options.get("rules", "solitaire" if alone else "palagonia")
    given = {key: options[key] for key in _CHANGES_OF_RULES if key in options}
    if isinstance(name, Mapping):
        return HouseRules.from_json(name)
    if not isinstance(name, str) or name not in NAMED_RULES:
        raise HouseRulesError(f'"rules" must be one of {", ".join(NAMED_RULES)}')
    return HouseRules.from_json(NAMED_RULES[name].to_json() | given)


def judge(game: PalagoniaGame, seen: Observation, *, aligned: bool = False) -> PalagoniaVerdict:
    """What was done since the game's last action, and what it earns."""
    return judge_boards(None, seen, game=game, aligned=aligned)


def between(given: Between) -> PalagoniaVerdict:
    """Two boards of a game, or of a table of which only the roll is known. Raises DiceError."""
    roll = Roll.from_text(given.roll) if given.roll else None
    game = given.game if isinstance(given.game, PalagoniaGame) else None
    return judge_boards(given.before, given.after, roll, game)


def roll(game: PalagoniaGame, faces: Sequence[str] | None) -> str:
    """What has to be rolled now, as an action: the faces that were seen, or thrown here. Raises
    DiceError."""
    start = game.phase is TurnPhase.START
    count = len(game.contenders) if start else game.rules.dice
    if faces is None:
        faces = [secrets.choice(list(DieFace)).value for _ in range(count)]
    shown = [DieFace.from_text(face).value for face in faces]
    return f"start {' '.join(shown)}" if start else f"roll {':'.join(shown)}"


def options(game: PalagoniaGame | GameWithoutRolls) -> Mapping[str, Any]:
    """What a record keeps of what was agreed on, which boards alone do not tell."""
    if isinstance(game, GameWithoutRolls):
        return {}
    return {
        "rules": game.rules.to_json(),
        "friends": game.friends.to_json(),
        "teams": list(game.teams),
    }


PLUG = GamePlug(
    "palagonia",
    start,
    judge,
    options,
    players=(1, MOST_PLAYERS),
    is_whole=False,
    is_begun=lambda game, verdict: tiles_to_finish(game, verdict) > 0,
    roll=roll,
    between=between,
    review=review,
    following=Following(
        turn_size,
        resume=lambda game, board: game.gone_on(board),
        seated=lambda game, player: game.seated(player),
        led_to=led_to,
        attempt=attempt,
        without_hidden=WITHOUT_DICE,
    ),
    names_matter=False,
    option_names=("rules", "friends", "teams", *_CHANGES_OF_RULES),
    of_one_game=("friends",),
    may_resign=False,
    earlier_events={"dice_rolled": "{dice}", "action_confirmed": "{action}"},
    finder=FinderWithDice,
    at_table=FollowerAtTable,
)
