"""The page of each kind of game, and the kinds that pages offer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...engine.evening.evening import MOST_SEATS
from ...engine.games.protocols import AnyPlug
from ...engine.games.registry import kinds, plug_of
from ..tables.choice import has_page, named, table_of
from ..texts import DEFAULT_LANGUAGE, texts
from .page import AnyPage
from .play import ChangeRefused
from .state import ANALYSIS, GameState

#: What can be agreed on in a game of any kind: its clock, where it starts, what is shown.
_OF_ALL = ("clock", "colours", "show_threats", "start", "to_move")
#: The pages of what this house plays, beside those that plugs from elsewhere name.
_PAGES = {
    "palago": "palago.webui.games.palago.page:PAGE",
    "palagonia": "palago.webui.games.palagonia.page:PAGE",
    "palagem": "palago.webui.games.palagem.page:PAGE",
    "palanquee": "palago.webui.games.palanquee.page:PAGE",
    ANALYSIS: "palago.webui.games.analysis:PAGE",
}


def page_of(kind: str) -> AnyPage:
    """The page of a kind of game: its own, or the plain one of its table. Raises OtherTable."""
    own = plug_of(kind).page if kind in kinds() else ""
    page: AnyPage = named(own or _PAGES.get(kind) or table_of(kind).games.plain)
    return page


def load_pages() -> None:
    """Load the page of each kind of game, and with it the changes that only this game takes."""
    for kind in (*kinds(), ANALYSIS):
        page_of(kind)


def programs_sides(state: GameState) -> frozenset[str]:
    """The sides of a game that the program plays."""
    return page_of(state.kind).program.sides(state)


def is_programs_turn(state: GameState) -> bool:
    """Whether the program is to move."""
    return state.play is not None and state.play.on_turn in programs_sides(state)


def require_wanted(state: GameState, actions: Sequence[str]) -> None:
    """Raises ChangeRefused where the program wants another move than these."""
    words = (page_of(state.kind).program.wanted(state) or "").split()
    if words and [set(action.split()) for action in actions] != [set(words)]:
        raise ChangeRefused.of("not_the_programs_move")


@dataclass(frozen=True)
class OfferedKind:
    """A kind of game as pages offer it: its page, and its plug unless it is only looked at."""

    name: str
    page: AnyPage
    plug: AnyPlug | None

    @property
    def begins_anywhere(self) -> bool:
        """Whether a table on which anything may lie can become a game of it."""
        is_free = self.plug is None or self.plug.table.lays_tiles
        return is_free and not self.page.starts_bare

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
        return f"page.about_{self.name}" in texts(DEFAULT_LANGUAGE)


def offered_kinds() -> tuple[OfferedKind, ...]:
    """The kinds that pages offer: those with words of their own, then all others registered whose
    table has a page."""
    plugs = [plug for plug in map(plug_of, kinds()) if has_page(plug.table)]
    found = [OfferedKind(plug.name, page_of(plug.name), plug) for plug in plugs]
    found.append(OfferedKind(ANALYSIS, page_of(ANALYSIS), None))
    return tuple(sorted(found, key=lambda kind: not kind.has_words))


def options_in_words() -> str:
    """What can be agreed on in each kind of game, for the API's description."""
    told = []
    for kind in kinds():
        names = dict.fromkeys(("players", *plug_of(kind).option_names, *page_of(kind).option_names))
        told.append(f"{kind.title()}: {', '.join(names)}.")
    return " ".join([*told, f"All: {', '.join(_OF_ALL)}; a clock has kind, seconds and extra."])


def check_options(kind: str, options: Mapping[str, Any]) -> None:
    """Refuse options of a new game that nobody here reads. Raises ValueError. What games of earlier
    versions have is never looked at."""
    if kind in kinds():
        plug_of(kind).check_options(options, *_OF_ALL, *page_of(kind).option_names)
