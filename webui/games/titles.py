"""Titles that the program itself makes: kept as a key with values, said in every language."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from ..store.event_store import EventStore
from ..store.stored import GameSummary
from ..texts import say

MOST_TITLE = 120
#: The texts that are made to titles.
_PAGES = r"page\.(photo_of|branch_of|review_branch|sample_table|evening_place|kind_[a-z]+)"
_KEYS = rf"^(evening\.game|study\.opening|{_PAGES})\Z"
TitleKey = Annotated[str, Meta(pattern=_KEYS, title="the key of a title")]
TitleValue = Annotated[str, Meta(max_length=MOST_TITLE)] | int


class MadeTitle(Struct, frozen=True):
    """A title in no language yet; ``of`` is the title of the game that the gap "title" names,
    ``text`` what was written for it where people may have changed that."""

    key: TitleKey
    values: dict[str, TitleValue] = {}
    of: MadeTitle | None = None
    text: str = ""

    def said(self, language: str) -> str:
        """The title in a language. Raises KeyError where a value is missing."""
        named = {} if self.of is None else {"title": self.of.said(language)}
        return say(language, self.key, **{"title": "", **self.values, **named})[:MOST_TITLE]

    def begins(self, language: str) -> dict[str, Any]:
        """What a game's first event holds of its title."""
        return {"title": self.said(language), "made_title": msgspec.to_builtins(self)}


def made_title_of(store: EventStore, game: GameSummary) -> MadeTitle | None:
    """The title that the program made for a game, None where people have named it otherwise."""
    kept = store.made_titles([game.id]).get(game.id)
    return None if kept is None else msgspec.convert(kept, MadeTitle)


def titles_in(language: str, store: EventStore, *games: GameSummary) -> dict[str, str]:
    """What some games are called in a language, by their names."""
    titles = {game.id: game.title for game in games}
    for game, kept in store.made_titles(list(titles)).items():
        with suppress(KeyError, msgspec.ValidationError):  # what a later version may make
            titles[game] = msgspec.convert(kept, MadeTitle).said(language)
    return titles
