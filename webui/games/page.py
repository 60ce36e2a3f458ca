"""What a kind of game may do otherwise on the page than others do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeAlias

from ...engine.games.protocols import OwnGame, OwnVerdict, Verdict
from ...engine.tiles.board import Board
from ...engine.tiles.diagram import board_svg
from ..texts import say, say_phrase
from .names import called
from .pictures.animation import tiles_animation
from .pictures.items import Item, photo_items, places_json
from .pictures.tile_table import thumbnail, tiles_picture, tiles_step
from .pictures.verdicts import verdict_json
from .play import ChangeRefused, Entry, Play
from .state import GameState, StateOf


def plain_view(state: GameState, language: str) -> dict[str, Any]:
    """Whose turn it is, the verdict with its findings, and the answers to what it asks."""
    play = state.playing
    verdict = state.verdict
    game = play.game
    return {
        "turn": game.on_turn,
        "turn_number": len(play.entries) + 1,
        "over": play.over,
        "result": None if game.result is None else {"winner": game.result, "text": game.result},
        "fresh": places_json(state.sight.places(verdict.fresh)),
        "players": [{"name": name, "on_turn": name == game.on_turn} for name in game.players],
        "verdict": _verdict_json(state, play, verdict, language),
    }


def _verdict_json(state: GameState, play: Play, verdict: Verdict, language: str) -> dict[str, Any]:
    sight, lies_still = state.sight, state.sight.lies_still(play.board)
    findings = () if lies_still else verdict.findings
    items = [Item(f.level, say_phrase(language, f.phrase), sight.places(f.cells)) for f in findings]
    items += photo_items(sight, language)
    choices = [
        {"move": " / ".join(answer.actions), "cells": [], "text": ", ".join(answer.actions)}
        for answer in verdict.answers
    ]
    return verdict_json(
        *_headline(state, play, verdict, lies_still, language),
        items[0].text if findings else "",
        items,
        choices=choices,
        can_confirm=verdict.settled and bool(verdict.actions) and not lies_still,
        legal=verdict.legal,
        move=" / ".join(verdict.actions) or None,
    )


def _headline(
    state: GameState, play: Play, verdict: Verdict, lies_still: bool, language: str
) -> tuple[str, str]:
    unsure = state.sight.unsure
    who = called(state.agreed.names, play.game.on_turn or "", language)
    if play.over:
        return "win", str(play.game.result)
    if lies_still:
        return "info", say(language, "game.plays", player=who)
    if unsure:
        return "unsure", say(language, "verdict.unsure", count=unsure)
    if not verdict.legal:
        return "wrong", say(language, "verdict.illegal")
    if not verdict.settled:
        return "unsure", say(language, "verdict.question")
    return "fine", say(language, "game.legal", player=who)


#: Runs a job, named as in ``package.module:name``, within a number of seconds.
Think = Callable[[str, Mapping[str, Any], float], dict[str, Any]]
#: The parts of the page's JSON that a kind of game fills: whose turn it is, what the table shows,
#: and what can be done about it; in a language.
ShowGame = Callable[[StateOf[OwnGame, OwnVerdict], str], dict[str, Any]]
#: What to play, for a colour where nobody is on turn, within a number of seconds. Raises
#: ChangeRefused.
Advise = Callable[[StateOf[OwnGame, OwnVerdict], str, int, str, Think], list[Item]]
#: What changes in the page's JSON to tell of one move, from the table before it, None at the start.
ShowStep = Callable[[dict[str, Any], StateOf[OwnGame, OwnVerdict], Entry, Any, str], dict[str, Any]]


def no_advice(
    state: GameState, colour: str, seconds: int, language: str, think: Think
) -> list[Item]:
    """For games that the program cannot play."""
    raise ChangeRefused.of("no_advice")


class Program(Generic[OwnGame, OwnVerdict]):
    """What the program plays in games of one kind: nothing."""

    def sides(self, state: StateOf[OwnGame, OwnVerdict]) -> frozenset[str]:
        """Those that it plays: a colour's word or a player's name, as :attr:`PlayOf.on_turn`."""
        return frozenset()

    def shown(
        self, state: StateOf[OwnGame, OwnVerdict], shown: Mapping[str, Any], language: str
    ) -> dict[str, Any]:
        """What the page's JSON tells of it."""
        return {"partner": None}

    def choose(
        self, state: StateOf[OwnGame, OwnVerdict], think: Think
    ) -> tuple[tuple[str, dict[str, Any]], ...]:
        """The events by which it plays its turn; none where it has said what it wants."""
        return ()

    def wanted(self, state: StateOf[OwnGame, OwnVerdict]) -> str | None:
        """The move of its own that somebody is to lay now, None where there is none."""
        return None

    def named(
        self, play: Play, state: StateOf[OwnGame, OwnVerdict]
    ) -> tuple[Play, tuple[str, ...]]:
        """The play, and the players' names behind two colours, in which the program has a name."""
        return play, state.agreed.names


NOBODY = Program[Any, Any]()


@dataclass(frozen=True)
class GamePage(Generic[OwnGame, OwnVerdict]):
    """One kind of game on the page: what its plug names. Without more it is a plain one."""

    view: ShowGame[OwnGame, OwnVerdict] = plain_view
    advise: Advise[OwnGame, OwnVerdict] = no_advice
    complete_options: Callable[[dict[str, Any], Path], dict[str, Any]] = lambda given, data: given
    #: Draws the table.
    picture: Callable[[StateOf[OwnGame, OwnVerdict], dict[str, Any]], str] = tiles_picture
    step: ShowStep[OwnGame, OwnVerdict] = tiles_step
    program: Program[OwnGame, OwnVerdict] = NOBODY
    #: Draws a small picture of one.
    thumbnail: Callable[..., str] = thumbnail
    #: Draws all tables that were agreed on, one after the other.
    animation: Callable[[StateOf[OwnGame, OwnVerdict]], str] = tiles_animation
    #: How many names are asked for, where people play.
    usual_players: int = 2
    #: It starts from the empty table alone, whatever lies there.
    starts_bare: bool = False
    #: A game may have fewer or more tiles than a set.
    counts_tiles: bool = False
    #: What can be agreed on here beside the game's own options.
    option_names: tuple[str, ...] = ()
    #: Whether the program throws the dice.
    throws: Callable[[Mapping[str, Any]], bool] = lambda options: False
    #: What introduces its review, and the efforts that are offered for it, by their names.
    review_help: str = "page.review_help"
    review_efforts: tuple[str, ...] = ("quick", "usual", "thorough")
    #: Pictures beside sentences of the rules, by the sentence's number.
    rule_pictures: Mapping[int, Callable[[], str]] = field(default_factory=dict)
    #: The sheets that are printed for it, as ``palago print`` names them.
    sheets: tuple[str, ...] = ("tiles",)


AnyPage: TypeAlias = GamePage[Any, Any]
#: The page of a game of tiles that has none of its own.
PLAIN: AnyPage = GamePage()


# -- small boards that stand beside the sentences of the rules -------------------------------------

_DRAWN = partial(board_svg, scale=26.0)
_BONE = Board.from_text("0,-1b 0,0a 1,-1a 1,0a 2,-1c")
_EYE = Board.from_text("0,-1b 0,0a 1,-1c")

PAIR = partial(_DRAWN, Board.from_text("0,0b 1,0b"))
TURN = partial(_DRAWN, Board.from_text("0,0b 1,0b 0,1c -1,1c"), marked=[(0, 1), (-1, 1)])
RHOMBUS = partial(_DRAWN, Board.from_text("0,0a 1,0c 0,1b 1,1a"))


def draw_closed_creature() -> str:
    """A creature with its land."""
    return _DRAWN(_BONE, filled=_BONE.creatures())


def draw_eye() -> str:
    """A closed group."""
    return _DRAWN(_EYE, filled=_EYE.closed_groups())
