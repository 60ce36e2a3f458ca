"""Palagonia at the table: the engine's game, the dice that were entered, the actions agreed on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ....engine.creatures.friendly import Catalogue, FriendlyError
from ....engine.palagonia.choices import action_phrase
from ....engine.palagonia.game import Game, GameError
from ....engine.palagonia.referee import Table, Verdict, judge
from ....engine.palagonia.rules import NAMED_RULES, HouseRules, HouseRulesError, IllegalAction
from ....engine.tiles.board import Board
from ...store import Event
from ..play import ChangeRefused, Entry, event_text
from ..sight import Sight


@dataclass(frozen=True)
class PalagoniaPlay:
    """A game of Palagonia as far as it was agreed on."""

    game: Game
    entries: tuple[Entry, ...] = ()
    _judged: tuple[Sight, Verdict] | None = field(
        default=None, init=False, repr=False, compare=False
    )

    @classmethod
    def start(cls, options: Mapping[str, Any]) -> PalagoniaPlay:
        """A new game in which everybody is about to roll. Raises ChangeRefused."""
        players = options.get("players", [])
        teams = options.get("teams", [])
        if not isinstance(players, list) or not isinstance(teams, list):
            raise ChangeRefused('"players" must be a list of names')
        named = [name for name in players if isinstance(name, str)]
        if len({name.strip().casefold() for name in named}) < len(named):
            raise ChangeRefused.of("same_names")
        try:
            friends = options.get("friends")
            catalogue = None if friends is None else Catalogue.from_json(friends)
            return cls(Game.new(players, house_rules(options), catalogue, teams))
        except (GameError, FriendlyError) as error:
            raise ChangeRefused(str(error)) from None

    @property
    def board(self) -> Board:
        """The board that was agreed on last."""
        return self.game.board

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.outcome() is not None

    def verdict(self, sight: Sight) -> Verdict:
        """What was done since the last action that was agreed on, and what it earns."""
        if self._judged is None or self._judged[0] is not sight:
            found = judge(None, sight.observation, Table(game=self.game))
            object.__setattr__(self, "_judged", (sight, found))
            return found
        return self._judged[1]

    def aligned(self, sight: Sight) -> Sight:
        """A sight in the game's own frame."""
        if not sight.tiles:
            return sight
        return sight.moved(judge(None, sight.observation, Table(game=self.game)).alignment)

    def after(self, event: Event, sight: Sight) -> PalagoniaPlay:
        """The play after dice or an action. Raises ChangeRefused."""
        names = {"dice_rolled": "dice", "action_confirmed": "action"}
        if event.kind not in names:
            raise ChangeRefused("this is no change of a game of Palagonia")
        words = event_text(event.data, names[event.kind])
        try:
            game = self.game.after_event(words)
        except (GameError, IllegalAction) as error:
            raise ChangeRefused(str(error)) from None
        if event.kind == "dice_rolled":
            return replace(self, game=game)
        turn = game.history[-1]
        points = {name: gain for name, gain in zip(game.players, turn.gains, strict=True) if gain}
        entry = Entry(
            number=len(self.entries) + 1,
            who=game.players[turn.mover],
            text=f"{turn.roll}: {turn.action}",
            board=game.board,
            version=event.version,
            at=event.at,
            photo=sight.photo.digest if sight.photo else None,
            points=points,
            phrase=action_phrase(turn.action),
        )
        return replace(self, game=game, entries=(*self.entries, entry))


def house_rules(options: Mapping[str, Any]) -> HouseRules:
    """The rules that the players agreed on: named ones, and what they changed in them.

    Raises ChangeRefused.
    """
    players = options.get("players")
    alone = isinstance(players, list) and len(players) == 1
    name = options.get("rules", "solitaire" if alone else "palagonia")
    changed = ("tiles", "least_points", "bones_score", "sharing", "friendly_scores_double")
    given = {key: options[key] for key in changed if key in options}
    try:
        if isinstance(name, Mapping):
            return HouseRules.from_json(name)
        if not isinstance(name, str) or name not in NAMED_RULES:
            raise ChangeRefused(f'"rules" must be one of {", ".join(NAMED_RULES)}')
        return HouseRules.from_json(NAMED_RULES[name].to_json() | given)
    except HouseRulesError as error:
        raise ChangeRefused(str(error)) from None


def action_to_confirm(play: PalagoniaPlay, sight: Sight) -> str:
    """The action that a confirmation means. Raises ChangeRefused."""
    verdict = play.verdict(sight)
    if verdict.action is None or verdict.after is None or not verdict.legal:
        raise ChangeRefused.of("nothing_to_confirm")
    return str(verdict.action)
