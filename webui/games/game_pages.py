"""How each kind of game shows itself on the page: the web's side of the engine's registry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from ...engine.evening.evening import MOST_SEATS
from ...engine.games.protocols import GamePlug
from ...engine.games.registry import kinds, plug_of
from ...engine.games.tables import TILES
from ...engine.palanquee.plug import TABLE as PRINTED_BOARD
from ..tables.choice import table_of
from .palagem.view import palagem_view
from .palago.advice import advise_palago
from .palago.program import ColourOfProgram
from .palago.view import palago_view
from .palagonia.advice import advise_palagonia
from .palagonia.start import usual_options
from .palagonia.view import palagonia_view
from .palanquee.pictures import (
    board_picture,
    palanquee_animation,
    palanquee_at_start,
    palanquee_picture,
    palanquee_step,
    palanquee_thumbnail,
)
from .palanquee.program import ColoursOfProgram, advise_palanquee
from .palanquee.view import palanquee_view
from .pictures.animation import tiles_animation
from .pictures.items import Item
from .pictures.rule_pictures import PAIR, RHOMBUS, TURN, draw_closed_creature, draw_eye
from .pictures.tile_table import thumbnail, tiles_picture, tiles_step
from .plain_view import plain_view
from .play import ChangeRefused, Entry, Play
from .state import GameState

#: Runs a job of :mod:`palago.webui.game_jobs.thinking` by its name, within so many seconds.
Think = Callable[[str, Mapping[str, Any], float], dict[str, Any]]


#: The parts of the page's JSON that a kind of game fills: whose turn it is, what the table shows,
#: and what can be done about it; in a language.
ShowGame = Callable[[GameState, Play, str], dict[str, Any]]
#: What to play, for a colour where nobody is on turn, in so many seconds. Raises ChangeRefused.
Advise = Callable[[GameState, str, int, str, Think], list[Item]]
#: What changes in the page's JSON to tell of one move, from the table before it, None at the start.
ShowStep = Callable[[dict[str, Any], GameState, Entry, Any, str], dict[str, Any]]


def no_advice(
    state: GameState, colour: str, seconds: int, language: str, think: Think
) -> list[Item]:
    """For games that the program cannot play."""
    raise ChangeRefused.of("no_advice")


class Program(Protocol):
    """What the program plays in games of one kind."""

    def sides(self, state: GameState) -> frozenset[str]:
        """Those that it plays: a colour's word or a player's name, as :attr:`Play.on_turn`."""

    def shown(self, state: GameState, shown: Mapping[str, Any], language: str) -> dict[str, Any]:
        """What the page's JSON tells of it."""

    def choose(self, state: GameState, think: Think) -> tuple[tuple[str, dict[str, Any]], ...]:
        """The events by which it plays its turn; none where it has said what it wants."""


_COLOUR = ColourOfProgram()


@dataclass(frozen=True)
class GamePage:
    """One kind of game on the page; a game without a page of its own has a plain one.

    ``picture`` draws the table, ``thumbnail`` a small picture of one, ``animation`` all that were
    agreed on, one after the other. ``usual_players`` are how many names are asked for, where people
    are; ``counts_tiles`` says that a game may have fewer tiles or more than a set.
    ``option_names`` are what can be agreed on here beside the game's own options.
    ``rule_pictures`` stand beside sentences of the rules, by the sentence's number.
    """

    view: ShowGame = plain_view
    advise: Advise = no_advice
    complete_options: Callable[[dict[str, Any], Path], dict[str, Any]] = lambda given, data: given
    picture: Callable[[GameState, dict[str, Any]], str] = tiles_picture
    step: ShowStep = tiles_step
    program: Program = _COLOUR
    thumbnail: Callable[..., str] = thumbnail
    animation: Callable[[GameState], str] = tiles_animation
    usual_players: int = 2
    counts_tiles: bool = False
    option_names: tuple[str, ...] = ()
    rule_pictures: Mapping[int, Callable[[], str]] = field(default_factory=dict)


#: What can be agreed on in a game of any kind: its clock, where it starts, what is shown.
_OF_ALL = ("clock", "colours", "show_threats", "start", "to_move")

_PAGES = {
    "palago": GamePage(
        palago_view,
        advise_palago,
        counts_tiles=True,
        option_names=("partner",),
        rule_pictures={1: PAIR, 2: TURN, 3: draw_closed_creature, 5: draw_eye},
    ),
    "palagonia": GamePage(
        palagonia_view,
        advise_palagonia,
        usual_options,
        usual_players=3,
        counts_tiles=True,
        option_names=("program_rolls",),
        rule_pictures={1: PAIR, 3: TURN, 6: draw_closed_creature},
    ),
    "palagem": GamePage(palagem_view, rule_pictures={1: RHOMBUS, 2: PAIR, 3: TURN}),
    "palanquee": GamePage(
        palanquee_view,
        advise_palanquee,
        picture=palanquee_picture,
        step=palanquee_step,
        program=ColoursOfProgram(),
        thumbnail=palanquee_thumbnail,
        animation=palanquee_animation,
        option_names=("program", "seeds_by"),
        rule_pictures={1: palanquee_at_start},
    ),
    "analysis": GamePage(advise=advise_palago),
}
#: Pages of games that have none of their own, by the shape of their table.
_PLAIN = {
    TILES.name: GamePage(),
    PRINTED_BOARD.name: GamePage(
        picture=board_picture,
        step=palanquee_step,
        thumbnail=palanquee_thumbnail,
        animation=palanquee_animation,
    ),
}


def page_of(kind: str) -> GamePage:
    """The page of a kind of game."""
    return _PAGES.get(kind) or _PLAIN[table_of(kind).shape.name]


def programs_sides(state: GameState) -> frozenset[str]:
    """The sides of a game that the program plays."""
    return page_of(state.kind).program.sides(state)


def is_programs_turn(state: GameState) -> bool:
    """Whether the program is to move."""
    return state.play is not None and state.play.on_turn in programs_sides(state)


@dataclass(frozen=True)
class OfferedKind:
    """A kind of game as pages offer it: its page, and its plug unless it is only looked at."""

    name: str
    page: GamePage
    plug: GamePlug | None

    @property
    def lays_tiles(self) -> bool:
        """Whether a table on which anything may lie can become a game of it."""
        return self.plug is None or self.plug.table is TILES

    @property
    def players(self) -> str:
        """The fewest, the most and the usual number of players; empty where two colours play."""
        if self.plug is None or self.plug.players is None:
            return ""
        fewest, most = self.plug.players
        return f"{fewest} {most} {self.page.usual_players}"

    @property
    def seats(self) -> str:
        """The usual and the most number of players at a table of an event, as :attr:`players`."""
        if self.plug is None or self.plug.players is None:
            return ""
        return f"{self.page.usual_players} {min(self.plug.players[1], MOST_SEATS)}"

    @property
    def has_words(self) -> bool:
        """Whether pages have a picture and a sentence for it, beside its name; and a template of
        what is agreed on where it is a game."""
        return self.name in _PAGES


def offered_kinds() -> tuple[OfferedKind, ...]:
    """The kinds that pages offer: those with a page of their own, then all others registered."""
    known = kinds()
    return tuple(
        OfferedKind(name, page_of(name), plug_of(name) if name in known else None)
        for name in dict.fromkeys((*_PAGES, *known))
    )


def options_in_words() -> str:
    """What can be agreed on in each kind of game, for the API's description."""
    told = []
    for kind in kinds():
        names = dict.fromkeys(("players", *plug_of(kind).option_names, *page_of(kind).option_names))
        told.append(f"{kind.title()}: {', '.join(names)}.")
    return " ".join([*told, f"All: {', '.join(_OF_ALL)}; a clock has kind, seconds and extra."])


def check_options(kind: str, options: Mapping[str, Any]) -> None:
    """Refuse options of a new game that nobody here reads. Raises ChangeRefused.

    What games of earlier versions have is never looked at.
    """
    if kind not in kinds():
        return
    try:
        plug_of(kind).check_options(options, *_OF_ALL, *page_of(kind).option_names)
    except ValueError as error:
        raise ChangeRefused.because(error) from None
